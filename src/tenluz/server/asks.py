"""Who would like to sit down at a game that has begun, and who has agreed so far.

Somebody who sits down sees cards. So a seat changes hands only if all people seated agree: else
anybody could look through a second seat, as another guest. Kept in memory alone: who asked
before a restart asks again.

Where several workers serve a table, each keeps what was said to it, and tells the others: an
ask is its asker's worker's, an answer that of who gave it.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from tenluz.engine.types import JsonObject, Seat
from tenluz.server.protocol import SeatAsk
from tenluz.server.refusals import refusal

MOST_DECLINED = 200  # guests that are remembered

Answers = dict[tuple[Seat, str], set[str]]  # seat and asker, and the guests who agreed


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
        self._answers: Answers = {}  # to what was asked elsewhere
        self._declined: set[str] = set()
        self._others: dict[Seat, Ask] = {}
        self._others_answers: Answers = {}
        self._others_declined: set[str] = set()

    def ask(self, guest: str, name: str, seat: Seat) -> None:
        """Somebody asks. Refused if another does, or if the answer was no before."""
        if guest in self._declined | self._others_declined:
            raise refusal("declined")
        self.forget(guest)
        if seat in self._open():
            raise refusal("seat_asked", seat=seat)
        self._asks[seat] = Ask(guest, name)

    def agree(self, seat: Seat, guest: str) -> Ask:
        """Somebody seated says yes."""
        asker = self._find(seat).guest
        if seat in self._asks and self._asks[seat].guest == asker:
            self._asks[seat].agreed.add(guest)
        else:
            self._answers.setdefault((seat, asker), set()).add(guest)
        return self._find(seat)

    def decline(self, seat: Seat) -> None:
        """Somebody seated says no: that ends it."""
        if len(self._declined) >= MOST_DECLINED:
            self._declined.clear()
        self._declined.add(self._find(seat).guest)
        self._asks.pop(seat, None)

    def _find(self, seat: Seat) -> Ask:
        found = self._open().get(seat)
        if found is None:
            raise refusal("no_ask", seat=seat)
        return found

    def _open(self) -> dict[Seat, Ask]:
        """All asks, of whatever worker, with all who have agreed."""
        if not self._asks and not self._others:
            return {}
        found: dict[Seat, Ask] = {}
        for seat, ask in [*self._others.items(), *self._asks.items()]:
            before = found.get(seat)
            # Of two at once the same one for all workers.
            if before is not None and before.guest < ask.guest:
                continue
            if ask.guest in self._declined | self._others_declined:
                continue
            place = seat, ask.guest
            agreed = ask.agreed.union(
                self._answers.get(place, ()), self._others_answers.get(place, ())
            )
            found[seat] = Ask(ask.guest, ask.name, agreed)
        return found

    def forget(self, guest: str | None) -> bool:
        """A guest is gone, or sits; whether they had asked."""
        seats = [seat for seat, ask in self._asks.items() if ask.guest == guest]
        for seat in seats:
            del self._asks[seat]
        return bool(seats)

    def taken(self, seat: Seat) -> None:
        """Somebody sits there: nobody need ask for it any more."""
        self._asks.pop(seat, None)
        self._others.pop(seat, None)

    def agreed_by(self, people: Collection[str]) -> list[tuple[Seat, Ask]]:
        """What was asked here, and all of these have agreed to."""
        return [
            (seat, ask)
            for seat, ask in self._open().items()
            if seat in self._asks
            and self._asks[seat].guest == ask.guest
            and ask.agreed.issuperset(people)
        ]

    def listed(self, chairs: Collection[str | None]) -> list[SeatAsk]:
        """All of them for those at the table; `chairs` has the guest of each seat."""
        return [
            SeatAsk(
                seat, ask.name, [Seat(at) for at, who in enumerate(chairs) if who in ask.agreed]
            )
            for seat, ask in self._open().items()
        ]

    # --- between workers ---------------------------------------------------------------------

    def to_json(self) -> JsonObject:
        """What was said to this worker."""
        return {
            "asks": [
                [seat, ask.guest, ask.name, sorted(ask.agreed)] for seat, ask in self._asks.items()
            ],
            "answers": [[*place, sorted(agreed)] for place, agreed in self._answers.items()],
            "declined": sorted(self._declined),
        }

    def hear_others(self, told: Iterable[JsonObject]) -> None:
        """What was said to all other workers, as they tell it."""
        self._others, self._others_answers, self._others_declined = {}, {}, set()
        for one in told:
            for seat, guest, name, agreed in one["asks"]:
                before = self._others.get(seat)
                if before is None or guest < before.guest:
                    self._others[seat] = Ask(guest, name, set(agreed))
            for seat, guest, agreed in one["answers"]:
                self._others_answers.setdefault((seat, guest), set()).update(agreed)
            self._others_declined.update(one["declined"])
        # An answer is to one question: who asks again is answered again.
        asked = {(seat, ask.guest) for seat, ask in self._others.items()}
        self._answers = {place: said for place, said in self._answers.items() if place in asked}
