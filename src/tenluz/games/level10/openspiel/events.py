"""What happens in a game of Level 10, and what each seat is told of it.

A seat knows its own hand, what it draws and what it tucks; of the others how many cards they
draw and tuck, and everything that lies in the grid. With `open_counts` everybody also hears,
after every change, how many cards of each world each seat holds.
"""

from tenluz.envs.openspiel_adapter.history import ALL_SEEING
from tenluz.games.level10.notation import WORLDS, card_name, move_name

# Small classes and no dataclasses: one is made for every move.


def names(cards: bytes) -> str:
    """Cards in a row."""
    return " ".join(map(card_name, cards))


class Dealt:
    """L-4: the hands."""

    __slots__ = ("hands",)

    def __init__(self, hands: tuple[bytes, ...]) -> None:
        self.hands = hands

    def to(self, seat: int) -> str:
        """One's own hand."""
        if seat == ALL_SEEING:
            return "hands " + " | ".join(map(names, self.hands))
        return f"hand {names(self.hands[seat])}" if seat >= 0 else "dealt"


class Moved:
    """A move that everybody sees: a card, a pause, a reset, one laid under a pause, done."""

    __slots__ = ("move", "seat")

    def __init__(self, seat: int, move: int) -> None:
        self.seat = seat
        self.move = move

    def to(self, seat: int) -> str:
        """Who, and what."""
        return f"{self.seat}: {move_name(self.move)}"


class Tucked:
    """L-8: a card face down under the pile."""

    __slots__ = ("card", "seat")

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def to(self, seat: int) -> str:
        """Its name for the seat that tucked it."""
        known = seat in (self.seat, ALL_SEEING)
        return f"{self.seat} tucks {card_name(self.card) if known else 'a card'}"


class Drew:
    """L-7, L-8: cards from the top of the pile, the first of them at `place` of it."""

    __slots__ = ("cards", "place", "seat")

    def __init__(self, seat: int, cards: bytes, place: int) -> None:
        self.seat = seat
        self.cards = cards
        self.place = place

    def to(self, seat: int) -> str:
        """Their names for the seat that drew them."""
        known = seat in (self.seat, ALL_SEEING)
        return f"{self.seat} draws {names(self.cards) if known else len(self.cards)}"


class Counted:
    """`open_counts`: how many cards of each world each seat holds, seat after seat."""

    __slots__ = ("counts", "worlds")

    def __init__(self, counts: bytes, worlds: int) -> None:
        self.counts = counts
        self.worlds = worlds

    def of(self, seat: int) -> bytes:
        """The counts of one seat."""
        return self.counts[seat * self.worlds : (seat + 1) * self.worlds]

    def to(self, seat: int) -> str:
        """Everybody hears them."""
        seats = range(len(self.counts) // self.worlds)
        each = (
            "".join(f"{world}{count}" for world, count in zip(WORLDS, self.of(one)) if count)
            for one in seats
        )
        return "counts " + " | ".join(each)


class Over:
    """L-10, L-20: won, or somebody could not move."""

    __slots__ = ("won",)

    def __init__(self, won: bool) -> None:
        self.won = won

    def to(self, seat: int) -> str:
        """Everybody sees it."""
        return "won" if self.won else "lost"
