"""Who sits where, and how a sentence speaks of them."""

from dataclasses import dataclass

from tenluz.engine.game import NO_SEAT
from tenluz.terminal.messages import Messages


@dataclass(frozen=True)
class Names:
    """The names at a table, as one reader is told them."""

    names: tuple[str, ...]
    say: Messages
    me: int = NO_SEAT

    def __getitem__(self, seat: int) -> str:
        """A label that stands alone: `You`, or a name."""
        return self.say("seat.you") if seat == self.me else self.names[seat]

    def __len__(self) -> int:
        return len(self.names)

    def subject(self, seat: int) -> dict[str, str]:
        """A seat as part of a sentence: each message has one for the reader, one for a name."""
        name = self.names[seat] if seat >= 0 else ""
        return {"who": name, "you": "yes" if 0 <= seat == self.me else "no"}
