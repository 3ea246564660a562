"""What the games play by themselves on the start page are real games: the rules play them too."""

import re
from pathlib import Path

from tenluz.engine.match import Prepared
from tenluz.engine.table import Table
from tenluz.engine.types import Move, Seat
from tests.games_played import GAMES

FILMS = Path(__file__).resolve().parents[2] / "web/src/games"


def film(game: str) -> str:
    return (FILMS / game / "film.ts").read_text("utf-8")


def constant(text: str, name: str) -> str:
    """What stands behind the name of a constant."""
    found = re.search(rf"const {name}\b.*?= ([\[{{].*?[\]}}]);", text, re.DOTALL)
    assert found is not None, name
    return found[1]


def test_level_10_is_won_from_the_first_card_to_the_last() -> None:
    """Alone, with the cards drawn in the order in which they are played."""
    text, game = film("level10"), GAMES["level10"]
    rows = dict(re.findall(r"(\w): '(\w+)'", constant(text, "ROWS")))
    paused = {
        world: int(value) for world, value in re.findall(r"(\w): (\d)", constant(text, "PAUSED"))
    }
    orders = re.findall(r"\w{5}", constant(text, "ORDERS"))
    plays = [(world, rows[world][column]) for column, order in enumerate(orders) for world in order]
    names = [sign if sign == "P" else world + sign for world, sign in plays if sign != "R"]
    options = game.options(players=1, pauses=names.count("P"))
    left = [game.card_name(card) for card in game.deck(options)]
    cards = {game.card_name(card): card for card in game.deck(options)}
    for name in names:
        left.remove(name)
    deck = [cards[name] for name in (*names, *left)]
    table = Table(game, options, None, Prepared([deck], Seat(0)))
    counted = {}
    for world, sign in plays:
        text = f"{sign}>{world}" if sign in "RP" else world + sign
        match = table.match
        for move in match.plan_turn(
            Seat(0), game.read_move(match.packed, match.view(Seat(0)), text)
        ):
            events = table.move(Seat(0), move, [Seat(0)])[Seat(0)]
            if sign == "P":
                counted[world] = next(one.value for one in events if one.event == "placed")
    assert table.over
    assert table.screen(Seat(0)).won
    assert counted == paused


def test_the_tricks_of_luz_are_taken_by_whom_the_film_says() -> None:
    game = GAMES["luz"]
    script = [line.split() for line in re.findall(r"'([^']+)'", constant(film("luz"), "SCRIPT"))]
    tricks = [(int(leader), cards, int(taker)) for leader, *cards, taker in script]
    hands: list[list[str]] = [[], [], []]
    for leader, cards, _ in tricks:
        for at, card in enumerate(cards):
            hands[(leader + at) % 3].append(card)
    options = game.options(players=3, hand=len(tricks), deals=1)
    numbers = {game.card_name(card): card for card in game.deck(options)}
    dealt = [numbers.pop(card) for hand in hands for card in hand]
    # The seat after the holder of the first-player card bids and leads first (Z-5).
    first = Seat((tricks[0][0] - 1) % 3)
    table = Table(game, options, None, Prepared([[*dealt, *numbers.values()]], first))
    for _ in range(3):
        table.move(table.match.seat, Move(0))
    for leader, cards, taker in tricks:
        assert table.match.seat == leader
        events = []
        for card in cards:
            match = table.match
            legal = {
                game.write_turn([game.word(match.state, move)]): move for move in match.moves()
            }
            events += table.move(match.seat, legal[card], [Seat(0)])[Seat(0)]
        assert [one.seat for one in events if one.event == "trick"] == [taker]
    assert table.screen(Seat(0)).phase == "over"
