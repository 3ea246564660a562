"""Who sits where, and how a sentence speaks of them: `You play`, `Ada plays`."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.engine.game import NO_SEAT

_IRREGULAR = {"are": "is", "have": "has", "can": "can"}


@dataclass(frozen=True)
class Names:
    """The names at a table, as one reader is told them; that reader's own seat is `You`."""

    names: tuple[str, ...]
    me: int = NO_SEAT

    def __getitem__(self, seat: int) -> str:
        return "You" if seat == self.me else self.names[seat]

    def __len__(self) -> int:
        return len(self.names)

    def does(self, seat: int, verb: str) -> str:
        """`You play`, `Ada plays`."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.names[seat]} {_IRREGULAR.get(verb, verb + 's')}"

    def in_clause(self, seat: int) -> str:
        """The name within a sentence: `you`, `Ada`."""
        return "you" if seat == self.me else self.names[seat]

    def for_reader(self, me: int) -> "Names":
        """The same table told to another reader."""
        return Names(self.names, me)


def and_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def number_of(count: int, thing: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
