"""A match with its seats and what was said: the fold of a log.

The log has every move and every statement in order. From the options, the seed and the log
follows all else: the state, the record, what lies where, and what bots will do, because a
bot's dice follow from the seed and from how many moves were made. So a table that is laid
again from its log goes on exactly as it would have.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenluz.bots.registry import best_bot, bot_named
from tenluz.engine import types
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.engine.game import MOVES, NO_SEAT, WATCHER, Game, Record
from tenluz.engine.match import Match
from tenluz.terminal.game_text import Statement, TableView, text_for
from tenluz.terminal.names import Names
from tenluz.terminal.seats import Seat

RECENT = 8  # changes that are told again to whoever resumes a game
HINTS = 1 << 32  # the stream of dice from which hints are made, so that they change nothing


@dataclass(frozen=True)
class Entry:
    """One line of the log: a move, or something said."""

    seat: int
    move: int = -1
    said: Statement | None = None

    def to_json(self) -> dict[str, Any]:
        """The entry as a save keeps it."""
        if self.said is not None:
            return {"seat": self.seat, "say": list(self.said)}
        return {"seat": self.seat, "move": self.move}

    @classmethod
    def from_json(cls, found: Any) -> "Entry":
        """The entry from a save; NotUnderstood if it is none."""
        if isinstance(found, Mapping) and _whole(found.get("seat")):
            if _whole(found.get("move")) and set(found) == {"seat", "move"}:
                if 0 <= found["move"] < MOVES:
                    return cls(found["seat"], found["move"])
                raise NotUnderstood(f"There is no move {found['move']}.")
            said = found.get("say")
            if isinstance(said, list) and all(map(_whole, said)) and set(found) == {"seat", "say"}:
                return cls(found["seat"], said=tuple(said))
        raise NotUnderstood(
            f"An entry is a seat with a move or with something said, not {found!r}."
        )


def _whole(value: object) -> bool:
    return type(value) is int and -(2**31) < value < 2**31


@dataclass(frozen=True)
class Change:
    """What one move or deal has changed, as each reader sees it: a watcher and the people."""

    seat: int
    move: int  # NO_MOVE for a deal
    before: dict[int, Record]
    after: dict[int, Record]


NO_MOVE = -1


class DamagedLog(GameError):
    """An entry of a log that cannot be played; `at` is its index."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at


class Table:
    """A game being played at this terminal."""

    def __init__(self, game: Game, options: Any, seed: bytes, seats: Sequence[Seat]) -> None:
        self.words = text_for(game)
        self.seats = list(seats)
        self.seed = seed
        self.people = [seat for seat, who in enumerate(seats) if not who.bot]
        self._lay(game, options)

    def _lay(self, game: Game, options: Any) -> None:
        self.match = Match(game, options, self.seed)
        self.memory = self.words.memory(options)
        self.log: list[Entry] = []
        self.recent: deque[Change] = deque(maxlen=RECENT)
        self.moves = 0
        self.kept = (0, self._digest())

    # --- reading ------------------------------------------------------------------------

    def table_view(self, reader: int) -> TableView:
        """The table as a reader may know it; WATCHER for the public."""
        match = self.match
        names = tuple(seat.name for seat in self.seats)
        return TableView(
            match.game,
            match.options,
            match.packed,
            match.view(types.Seat(reader)),
            self.memory,
            Names(names, reader),
            tuple(seat.bot or "person" for seat in self.seats),
        )

    def _views(self) -> dict[int, Record]:
        return {reader: self.match.view(types.Seat(reader)) for reader in (WATCHER, *self.people)}

    def _digest(self) -> str:
        return hashlib.sha256(np.asarray(self.match.state).tobytes()).hexdigest()

    # --- changing -----------------------------------------------------------------------

    def play(self, seat: int, move: int) -> list[Change]:
        """Make one move, checked, and deal if the rules wait for it."""
        self.match.check(types.Seat(seat), types.Move(move))
        before = self._views()
        self.match.make(types.Move(move))
        changes = [self._changed(seat, move, before)]
        if self.match.undealt:
            before = changes[0].after
            self.match.deal()
            changes.append(self._changed(NO_SEAT, NO_MOVE, before))
        self.moves += 1
        self._keep(Entry(seat, move))
        return changes

    def _changed(self, seat: int, move: int, before: dict[int, Record]) -> Change:
        after = self._views()
        self.words.remember(self.memory, before[WATCHER], after[WATCHER])
        change = Change(seat, move, before, after)
        self.recent.append(change)
        return change

    def say(self, seat: int, statements: Iterable[Statement]) -> None:
        """Say something, checked for truth and form."""
        if self.words.talk is None:
            raise NotUnderstood(f"There is no talk in {self.words.title}.")
        for statement in statements:
            self.words.talk.say(self.match.packed, self.match.state, seat, statement)
            self._keep(Entry(seat, said=statement))

    def _keep(self, entry: Entry) -> None:
        self.log.append(entry)
        # One assignment: whatever interrupts, the pair fits together.
        self.kept = (len(self.log), self._digest())

    def replay(self, entries: Iterable[Any]) -> None:
        """Fold a log, given as a save keeps it; DamagedLog says what cannot be played."""
        for at, found in enumerate(entries):
            try:
                entry = Entry.from_json(found)
                if entry.said is None:
                    self.play(entry.seat, entry.move)
                else:
                    self.say(entry.seat, [entry.said])
            except NotYours:
                raise DamagedLog(at, f"Seat {entry.seat} is not on turn.") from None
            except GameError as error:
                raise DamagedLog(at, str(error)) from None

    def take_back(self, seat: int) -> None:
        """Take back this seat's last move; NotLegal says why that would not be fair."""
        if len(self.people) > 1:
            raise NotLegal("Moves are taken back only where one person plays with bots")
        if not self.log:
            raise NotLegal("There is nothing to take back yet")
        if self.log[-1].seat != seat:
            raise NotYours("The last word was another's: there is nothing of yours to take back.")
        if self.log[-1].said is not None:
            raise NotLegal("There is nothing to take back: what is said is said")
        match = self.match
        again = Table(match.game, match.options, self.seed, self.seats)
        again.replay(entry.to_json() for entry in self.log[:-1])
        before = again.match.view(types.Seat(seat))
        shown = self.words.reveals(before, match.view(types.Seat(seat)))
        if shown:
            raise NotLegal(f"That cannot be taken back. {shown}")
        self.match, self.memory = again.match, again.memory
        self.log, self.moves, self.kept = again.log, again.moves, again.kept
        self.recent = again.recent

    # --- bots -----------------------------------------------------------------------------

    def bot_move(self, seat: int) -> int:
        """What the bot in this seat does now, from its own view."""
        return self._ask(self.seats[seat].bot, seat, self.moves)

    def hint(self, seat: int) -> int:
        """What the best bot would do in a person's seat, from that person's view."""
        return self._ask(best_bot(self.match.game), seat, HINTS + self.moves)

    def _ask(self, bot: str, seat: int, stream: int) -> int:
        match = self.match
        key = hashlib.sha256(b"tenluz-bots" + self.seed).digest()
        dice = new_dice(int.from_bytes(key[:8], "big"), stream)
        choose = bot_named(match.game, bot).choose
        return int(choose(match.packed, match.view(types.Seat(seat)), dice))
