"""The hands in a plain view of Luz, by their bytes.

Every viewer is shown all hands after every move, and most are as they were. Their bytes tell
that at once, where reading them as numbers would take longer than the move.
"""

import operator
import struct
from collections.abc import Callable

from tenluz.engine.plain import raw_of
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, MOST_SEATS
from tenluz.games.luz.rules.state import HANDS
from tenluz.games.luz.rules.view import VIEW, View

Parts = tuple[bytes, ...]  # by seat

_by_place = struct.Struct(f"<{MOST_HAND}b")
_by_colour = struct.Struct(f"<{MOST_COLOURS}h")


def _where(name: str) -> tuple[int, int]:
    """Where a field of the hands begins in a view, and how many bytes of it are one seat's."""
    view, hands = VIEW.fields, HANDS.fields
    assert view is not None
    assert hands is not None
    layout, begin, *_ = hands[name]
    return view["hands"][1] + begin, layout.itemsize // layout.shape[0]


(_held, _held_size), (_colours, _colours_size), (_cards, _cards_size) = map(
    _where, ("held", "of_colour", "card")
)


def _parts(players: int) -> Callable[[bytes], tuple[bytes, ...]]:
    """What takes the hands of so many seats out of a view's bytes, all in one call."""
    sizes = (_held, _held_size), (_colours, _colours_size), (_cards, _cards_size)
    return operator.itemgetter(
        *(
            slice(begin + size * seat, begin + size * (seat + 1))
            for begin, size in sizes
            for seat in range(players)
        )
    )


_OF_PLAYERS = [_parts(players) for players in range(1, MOST_SEATS + 1)]


def hands_of(v: View, players: int) -> tuple[Parts, Parts, Parts]:
    """The hands of all seats in a view, as bytes: of each seat which places hold a card, those
    of each colour, and the cards."""
    found = _OF_PLAYERS[players - 1](raw_of(v))
    return found[:players], found[players : 2 * players], found[2 * players :]


def read_hand(held: bytes, cards: bytes) -> tuple[int, tuple[int, ...]]:
    """Of one seat the places that hold a card, as bits, and the card at each place."""
    return int.from_bytes(held, "little"), _by_place.unpack(cards)


def read_colours(of_colour: bytes) -> tuple[int, ...]:
    """Of one seat the places of each colour, as bits."""
    return _by_colour.unpack(of_colour)


def place_of(v: View, seat: int, card: int) -> int | None:
    """Where a card lies, or lay, in a hand; None if this viewer does not see it there."""
    begin = _cards + _cards_size * seat
    at = raw_of(v).find(card, begin, begin + _cards_size)
    return None if at < 0 else at - begin
