"""What a seat was told in a game of Luz, as rows of numbers: one for each move.

    seat     who moved, counted from the viewer on
    bid      tricks without a safety bead, then tricks with one
    card     the card played
    place    from which place, if it was the viewer's own hand

Together with the observation that ends the tensor it tells everything that the seat was
told, and nothing else: all cards of a deal that is over have been played but those set aside.
"""

from tenluz.engine.types import Float32Array
from tenluz.envs.openspiel_adapter.game import TableGame
from tenluz.envs.openspiel_adapter.history import History
from tenluz.games.luz.openspiel.events import Bid, Played
from tenluz.games.luz.rules.moves import BID_SAFE, COLOUR
from tenluz.games.luz.rules.options import LuzOptions


def blocks(game: TableGame) -> dict[str, tuple[int, ...]]:
    """The blocks and their shapes."""
    o: LuzOptions = game.options
    length = game.longest()
    return {
        "seats": (length, o.players),
        "bids": (length, 2, o.hand + 1),
        "cards": (length, o.colours, o.values),
        "places": (length, o.hand),
    }


def write(c: History, seat: int, out: dict[str, Float32Array]) -> None:
    """Write what a seat was told. The blocks are zero before."""
    players = c.context.players
    seats, bids, cards, places = out["seats"], out["bids"], out["cards"], out["places"]
    row = 0
    for event in c.events:
        if isinstance(event, Played):
            cards[row, event.card // COLOUR, event.card % COLOUR] = 1.0
            if event.seat == seat:
                places[row, event.place] = 1.0
        elif isinstance(event, Bid):
            bids[row, event.move // BID_SAFE, event.move % BID_SAFE] = 1.0
        else:
            continue
        seats[row, (event.seat - seat) % players] = 1.0
        row += 1
