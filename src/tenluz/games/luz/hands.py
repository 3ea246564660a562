"""The hands in a plain view of Luz, by their bytes.

Every viewer is shown all hands after every move, and most are as they were. Their bytes tell
that at once, where reading them as numbers would take longer than the move.
"""

import struct

from tenluz.engine.plain import raw_of
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND
from tenluz.games.luz.rules.state import HANDS
from tenluz.games.luz.rules.view import VIEW, View

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


def hand_of(v: View, seat: int) -> bytes:
    """A seat's hand in a view, as bytes."""
    raw = raw_of(v)
    held, colours, cards = (
        _held + _held_size * seat,
        _colours + _colours_size * seat,
        _cards + _cards_size * seat,
    )
    return (
        raw[held : held + _held_size]
        + raw[colours : colours + _colours_size]
        + raw[cards : cards + _cards_size]
    )


def read_hand(hand: bytes) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Which places hold a card, those of each colour, and the cards, as `hand_of` found them."""
    held, *rest = _places.unpack(hand)
    return held, tuple(rest[:MOST_COLOURS]), tuple(rest[MOST_COLOURS:])


def place_of(v: View, seat: int, card: int) -> int | None:
    """Where a card lies, or lay, in a hand; None if this viewer does not see it there."""
    begin = _cards + _cards_size * seat
    at = raw_of(v).find(card, begin, begin + _cards_size)
    return None if at < 0 else at - begin
