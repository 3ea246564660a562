"""Who would like to sit down at a game that has begun, and who has agreed so far.

Somebody who sits down sees cards. So a seat changes hands only if all people seated agree: else
anybody could look through a second seat, as another guest. Kept in memory alone: who asked
before a restart asks again.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from tenluz.engine.types import Seat
from tenluz.server.protocol import SeatAsk
from tenluz.server.refusals import refusal

MOST_DECLINED = 200  # guests that are remembered


@dataclass
class Ask:
    """Somebody who asks for a seat."""

    guest: str
    name: str
    agreed: set[str] = field(default_factory=set)  # guests


class Asks:
    """The asks of a table: one for each seat, and one of each guest."""

    def __init__(self) -> None:
        self._asks: dict[Seat, Ask] = {}
        self._declined: set[str] = set()

    def ask(self, guest: str, name: str, seat: Seat) -> None:
        """Somebody asks. Refused if another does, or if the answer was no before."""
        if guest in self._declined:
            raise refusal("declined")
        self.forget(guest)
        if seat in self._asks:
            raise refusal("seat_asked", seat=seat)
        self._asks[seat] = Ask(guest, name)

    def agree(self, seat: Seat, guest: str) -> Ask:
        """Somebody seated says yes."""
        ask = self._find(seat)
        ask.agreed.add(guest)
        return ask

    def decline(self, seat: Seat) -> None:
        """Somebody seated says no: that ends it."""
        if len(self._declined) >= MOST_DECLINED:
            self._declined.clear()
        self._declined.add(self._find(seat).guest)
        del self._asks[seat]

    def _find(self, seat: Seat) -> Ask:
        if seat not in self._asks:
            raise refusal("no_ask", seat=seat)
        return self._asks[seat]

    def forget(self, guest: str | None) -> bool:
        """A guest is gone, or sits; whether they had asked."""
        seats = [seat for seat, ask in self._asks.items() if ask.guest == guest]
        for seat in seats:
            del self._asks[seat]
        return bool(seats)

    def taken(self, seat: Seat) -> None:
        """Somebody sits there: nobody need ask for it any more."""
        self._asks.pop(seat, None)

    def listed(self, chairs: Collection[str | None]) -> list[SeatAsk]:
        """All of them for those at the table; `chairs` has the guest of each seat."""
        return [
            SeatAsk(
                seat, ask.name, [Seat(at) for at, who in enumerate(chairs) if who in ask.agreed]
            )
            for seat, ask in self._asks.items()
        ]
