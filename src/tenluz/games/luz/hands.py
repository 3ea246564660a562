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

Hand = tuple[bytes, bytes, bytes]  # which places hold a card, those of each colour, the cards

_places = struct.Struct(f"<h{MOST_COLOURS}h{MOST_HAND}b")


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


def _parts(seat: int) -> Callable[[bytes], Hand]:
    """What takes a seat's hand out of a view's bytes."""
    begins = (
        (_held + _held_size * seat, _held_size),
        (_colours + _colours_size * seat, _colours_size),
        (_cards + _cards_size * seat, _cards_size),
    )
    return operator.itemgetter(*(slice(begin, begin + size) for begin, size in begins))


_OF_SEAT = [_parts(seat) for seat in range(MOST_SEATS)]


def hands_of(v: View, players: int) -> list[Hand]:
    """The hands of all seats in a view, as bytes."""
    raw = raw_of(v)
    return [of_seat(raw) for of_seat in _OF_SEAT[:players]]


def read_hand(hand: Hand) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Which places hold a card, those of each colour, and the cards, as `hands_of` found them."""
    held, *rest = _places.unpack(b"".join(hand))
    return held, tuple(rest[:MOST_COLOURS]), tuple(rest[MOST_COLOURS:])


def place_of(v: View, seat: int, card: int) -> int | None:
    """Where a card lies, or lay, in a hand; None if this viewer does not see it there."""
    begin = _cards + _cards_size * seat
    at = raw_of(v).find(card, begin, begin + _cards_size)
    return None if at < 0 else at - begin
