"""Who sits where, and who may change that. Knows people and bots, not the game they play.

A person who has seen one hand may not come to see another: somebody who left may return
to the same seat only. There they take their place again, also from a bot that plays it
meanwhile. And as a person may be two guests, and who sits down sees cards, a bot's seat is given to
somebody only if all people seated agree, from the deal on; a person who is alone may free it before
the first move, as nobody else is harmed. A seat that is free is for who comes by the link until a
person has moved; from then on they ask too.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import JsonObject, Seat
from tenluz.server.names import distinct
from tenluz.server.protocol import SeatChanged, SeatInfo
from tenluz.server.refusals import refusal


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: the guest whose it is, if any, and the bot that plays it now, if any."""

    guest: str | None = None
    name: str = ""
    bot: str | None = None


FREE = Chair()


class Stage(Enum):
    """How far a game is, as far as that counts for seats."""

    DEALT = "nobody has moved"
    BEGUN = "only bots have moved"
    PLAYED = "a person has moved"
    OVER = "there is nothing left to see"


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there now, as far as that counts for seats."""

    online: Collection[str] = ()
    lately: Collection[str] = ()  # gone, but not for long
    slow: Seat | None = None  # who has been on turn for too long


class Seating:
    """The chairs of a table: a fold over the entries of kind `seat`."""

    def __init__(self, chairs: list[JsonObject], maker: str | None = None) -> None:
        self.chairs = [Chair(**chair) for chair in chairs]
        self.maker = maker or next((one.guest for one in self.chairs if one.guest), None)
        self.locked = False
        # Free for whoever comes by the link: nobody has seen what is dealt there.
        self._open = {Seat(at) for at, chair in enumerate(self.chairs) if chair == FREE}
        self._removed: set[str] = set()
        self.moves = [0] * len(chairs)  # how often each seat went to another device
        # Everybody who ever sat, and where: they have seen what that seat sees.
        self.known: dict[str, Seat] = {
            chair.guest: Seat(seat) for seat, chair in enumerate(self.chairs) if chair.guest
        }

    def seat_of(self, guest: str | None) -> Seat | None:
        """The seat of a guest; None for a watcher."""
        seat = self.known.get(guest) if guest else None
        return seat if seat is not None and self.chairs[seat].guest == guest else None

    def old_seat(self, guest: str | None) -> Seat | None:
        """The seat that a guest has left, the only one that they may take."""
        return self.known.get(guest) if guest and self.seat_of(guest) is None else None

    def was_removed(self, guest: str) -> bool:
        """Whether the maker of the table has sent them away."""
        return guest in self._removed

    @property
    def people(self) -> set[str]:
        """The guests who have a seat."""
        return {chair.guest for chair in self.chairs if chair.guest}

    def seats(self, online: Collection[str]) -> list[SeatInfo]:
        """All seats as everybody may see them."""
        return [
            SeatInfo(
                "person" if chair.guest else "bot" if chair.bot else "free",
                chair.name,
                chair.bot,
                chair.guest in online if chair.guest else chair.bot is not None,
            )
            for chair in self.chairs
        ]

    def for_next_game(self, asker: Seat) -> list[JsonObject]:
        """The chairs of a new table with the same people: everybody where they sit now.

        A seat that was left is free. A bot goes on standing in for people who are away, but
        not for the one who asks: they want to play.
        """
        return [
            asdict(replace(chair, bot=None) if seat == asker else chair)
            for seat, chair in enumerate(self.chairs)
        ]

    @property
    def locks_next_game(self) -> bool:
        """Whether the next game begins closed to new players, for its maker to open. Who was sent
        away from this one hears where it goes on, and is no other there than any friend."""
        return self.locked or bool(self._removed)

    # --- changes: each gives the body of a log entry, or raises ------------------------------

    def sit(
        self, guest: str, name: str, seat: Seat, stage: Stage, agreed: Collection[str] = ()
    ) -> JsonObject:
        """A guest takes a free seat, or the one they had; others', bots' among them, if all have
        agreed."""
        self._exists(seat)
        if self.seat_of(guest) is not None:
            raise refusal("has_seat")
        if guest in self._removed:
            raise refusal("removed")
        if self.known.get(guest, seat) != seat:
            raise refusal("other_seat", seat=self.known[guest])
        chair = self.chairs[seat]
        if chair.guest is not None:
            raise refusal("seat_taken", seat=seat)
        if guest not in self.known:
            if chair.bot is not None and not self._bot_stays(stage):
                raise refusal("seat_taken", seat=seat)
            if self.locked:
                raise refusal("locked")
            asks = chair.bot is not None or self._asks_for(seat, stage)
            if asks and not self.people <= set(agreed):
                raise refusal("asks_first")
        return _body(seat, "sat", Chair(guest, self._distinct(name, seat)))

    def _asks_for(self, seat: Seat, stage: Stage) -> bool:
        """Whether somebody new asks for a free seat. Not a friend who is waited for: bots may have
        begun, or one person alone."""
        if stage in (Stage.DEALT, Stage.OVER):
            return False
        return seat not in self._open or (stage is Stage.PLAYED and len(self.people) > 1)

    def _bot_stays(self, stage: Stage) -> bool:
        """Whether nobody alone may send a bot away: somebody else would see cards from there."""
        return stage is not Stage.OVER and (stage is not Stage.DEALT or len(self.people) > 1)

    def leave(self, guest: str) -> JsonObject:
        """A guest gives up their seat."""
        seat = self.seat_of(guest)
        if seat is None:
            raise refusal("not_seated")
        return _body(seat, "left", FREE)

    def hand_over(
        self,
        guest: str,
        seat: Seat,
        bot: str | None,
        bot_name: str,
        presence: Presence,
        stage: Stage,
    ) -> JsonObject:
        """Somebody at the table lets a bot play a seat, or takes the bot away again."""
        self._exists(seat)
        own = self.seat_of(guest)
        if own is None:
            raise refusal("not_seated")
        chair = self.chairs[seat]
        if bot is None:
            if chair.bot is None:
                raise refusal("no_bot", seat=seat)
            if chair.guest is None and self._bot_stays(stage):
                raise refusal("bot_stays", seat=seat)
            if chair.guest is None:
                return _body(seat, "freed", FREE)
            if seat != own:
                raise refusal("not_owner", seat=seat)
            return _body(seat, "back", replace(chair, bot=None))
        if chair.bot is not None:
            raise refusal("has_bot", seat=seat)
        if chair.guest is None:
            return _body(seat, "bot", Chair(None, self._distinct(bot_name, seat), bot))
        if seat != own and chair.guest in presence.online:
            raise refusal("is_here", seat=seat)
        if seat != own and chair.guest in presence.lately:
            raise refusal("just_left", seat=seat)
        return _body(seat, "stands_in", replace(chair, bot=bot))

    # --- for who made the table --------------------------------------------------------------

    def clear(self, guest: str, seat: Seat, presence: Presence) -> JsonObject:
        """Free the seat of somebody who does not move; they may come back."""
        self._others(guest, seat)
        if seat != presence.slow:
            raise refusal("not_slow", seat=seat)
        return _body(seat, "cleared", FREE)

    def remove(self, guest: str, seat: Seat) -> JsonObject:
        """Send somebody away for good."""
        self._others(guest, seat)
        return _body(seat, "removed", FREE)

    def lock(self, guest: str, name: str, *, locked: bool) -> JsonObject:
        """Close the table to new players, or open it again."""
        if guest != self.maker:
            raise refusal("not_maker")
        if locked == self.locked:
            raise refusal("is_so")
        seat = self.seat_of(guest)
        maker = Chair(guest, name) if seat is None else self.chairs[seat]
        return _body(NO_SEAT if seat is None else seat, "locked" if locked else "unlocked", maker)

    def _others(self, guest: str, seat: Seat) -> None:
        self._exists(seat)
        if guest != self.maker:
            raise refusal("not_maker")
        if self.chairs[seat].guest in (None, guest):
            raise refusal("no_person", seat=seat)

    # --- the same seat on another device -----------------------------------------------------

    def check_link(self, seat: Seat, holder: str, moves: int) -> None:
        """Whether a link to a seat still works: once, and while its maker sits there.

        `moves` is how often the seat had gone to another device when the link was made.
        """
        if self.chairs[seat].guest != holder or self.moves[seat] != moves:
            raise refusal("link_used")

    def move(self, seat: Seat, holder: str, moves: int, guest: str) -> JsonObject:
        """The person at a seat goes on as another guest: on another device."""
        self.check_link(seat, holder, moves)
        if self.known.get(guest, seat) != seat:
            raise refusal("has_seat", "This device has another seat at this table.")
        return _body(seat, "moved", replace(self.chairs[seat], guest=guest))

    # --- the fold ----------------------------------------------------------------------------

    def apply(self, body: Mapping[str, Any]) -> SeatChanged:
        """Make a change of the log."""
        seat, change = body["seat"], body["change"]
        if change in ("locked", "unlocked"):
            self.locked = change == "locked"
            return SeatChanged(seat, change, body["name"])
        self._open.discard(seat)
        if "seed" in body:  # the cards were dealt anew
            self._open.add(seat)
        before = self.chairs[seat]
        chair = self.chairs[seat] = Chair(body["guest"], body["name"], body["bot"])
        if chair.guest:
            self.known[chair.guest] = seat
        if change == "removed" and before.guest:
            self._removed.add(before.guest)
        if change == "moved":
            self.moves[seat] += 1
            if before.guest == self.maker:
                self.maker = chair.guest
        return SeatChanged(seat, change, before.name if chair == FREE else chair.name)

    def _distinct(self, name: str, seat: Seat) -> str:
        """A name for a seat that nobody else at the table has."""
        return distinct(name, (one.name for at, one in enumerate(self.chairs) if at != seat))

    def _exists(self, seat: Seat) -> None:
        if seat >= len(self.chairs):
            raise refusal("no_such_seat", seat=seat)


def _body(seat: Seat, change: str, chair: Chair) -> JsonObject:
    return {
        "seat": seat,
        "change": change,
        "guest": chair.guest,
        "name": chair.name,
        "bot": chair.bot,
    }
