"""A game at this terminal: its table, its seats, and the log that both follow from.

The log has every move and every statement in order, as a server's log has them. From the options,
the seed and the log follows all else: the state, the record, what each reader was told, and what
bots will do, because a bot's dice follow from the seed and from how many moves were made. So a
game that is taken up from its log goes on exactly as it would have.
"""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from tenluz.bots.bot import Why, player
from tenluz.bots.registry import best_bot, find_bot
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NO_TALK, GameError, NotLegal, NotUnderstood, NotYours
from tenluz.engine.game import MOVES, WATCHER, Game
from tenluz.engine.options import Options
from tenluz.engine.plain import bytes_of
from tenluz.engine.table import Learnt, Table
from tenluz.engine.types import Event, JsonObject, Move, Records, Seat, Statement
from tenluz.terminal.game_text import TableView, text_for
from tenluz.terminal.messages import Names
from tenluz.terminal.seats import TerminalPlayer

RECENT = 8  # entries that are told again to whoever resumes a game
HINTS = 1 << 32  # the stream of dice from which hints are made, so that they change nothing

LogEntry = JsonObject  # {"seat": 0, "move": 106}, or {"say": a statement as its game keeps it}


class DamagedLog(GameError):
    """An entry of a log that cannot be played; `at` is its index."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at


class TerminalGame:
    """A game being played at this terminal."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: bytes,
        seats: Sequence[TerminalPlayer],
        language: str = "en",
    ) -> None:
        self.text = text_for(game, language)
        self.seats = list(seats)
        self.seed = seed
        self.people = [Seat(seat) for seat, who in enumerate(seats) if not who.bot]
        self.readers = (WATCHER, *self.people)
        self._begin(game, options)

    def _begin(self, game: Game, options: Options) -> None:
        self.table = Table(game, options, self.seed)
        self.match = self.table.match
        self.log: list[LogEntry] = []
        self.moves = 0
        # What each reader was told: by the deal, and then by each entry.
        self.news: list[Learnt] = [self.table.deal(self.readers)]
        self.kept = (0, self._digest())

    # --- reading ------------------------------------------------------------------------

    def table_view(self, reader: Seat) -> TableView:
        """The table as a reader may know it; WATCHER for the public."""
        names = tuple(seat.name for seat in self.seats)
        return TableView(
            self.table,
            reader,
            Names(names, self.text.say, reader),
            [event for learnt in self.news for event in learnt.get(reader, ())],
            tuple(seat.bot or "person" for seat in self.seats),
        )

    def recent(self, reader: Seat) -> list[Event]:
        """What a reader who comes back is told again: the latest, less what the rules have
        covered up."""
        news = [learnt[reader] for learnt in self.news]
        view = self.table.plain_view(reader)
        kept = self.table.game.retell(self.match.packed, view, news)
        return [event for events in kept[-RECENT:] for event in events]

    def _digest(self) -> str:
        return hashlib.sha256(bytes_of(self.match.state)).hexdigest()

    # --- changing -----------------------------------------------------------------------

    def play(self, seat: Seat, move: Move) -> Learnt:
        """Make one move, checked, and deal if the rules wait for it; what each reader learns."""
        self.match.check(seat, move)
        learnt = self.table.move(seat, move, self.readers)
        self.moves += 1
        self._keep({"seat": seat, "move": move}, learnt)
        return learnt

    def say(self, seat: Seat, said: Statement) -> Learnt:
        """Say something of the game's own type for statements, checked."""
        return self._make(self.table.statement(seat, said))

    def _make(self, statement: JsonObject) -> Learnt:
        event = self.table.say(statement)
        learnt: Learnt = {reader: [event] for reader in self.readers}
        self._keep({"say": statement}, learnt)
        return learnt

    def _keep(self, entry: LogEntry, learnt: Learnt) -> None:
        self.news.append(learnt)
        self.log.append(entry)
        # One assignment: whatever interrupts, the pair fits together.
        self.kept = (len(self.log), self._digest())

    def replay(self, entries: Iterable[object]) -> None:
        """Fold a log, given as a save keeps it; DamagedLog says what cannot be played."""
        for at, found in enumerate(entries):
            try:
                self._again(found)
            except NotYours:
                seat = cast(LogEntry, found)["seat"]
                raise DamagedLog(at, f"Seat {seat} is not on turn.") from None
            except GameError as error:
                raise DamagedLog(at, str(error)) from None

    def _again(self, found: object) -> None:
        """Fold one entry of a log."""
        if isinstance(found, Mapping) and set(found) == {"seat", "move"}:
            if type(found["seat"]) is int and type(found["move"]) is int:
                if not 0 <= found["move"] < MOVES:
                    raise NotUnderstood(f"There is no move {found['move']}.")
                self.play(Seat(found["seat"]), Move(found["move"]))
                return
        if isinstance(found, Mapping) and set(found) == {"say"} and isinstance(found["say"], dict):
            self._say_again(found["say"])
            return
        raise NotUnderstood(
            f"An entry is a seat with a move or with something said, not {found!r}."
        )

    def _say_again(self, statement: JsonObject) -> None:
        seat = statement.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise NotUnderstood(f"There is no such seat: {seat!r}.")
        said = self.statement({name: statement[name] for name in self._said & set(statement)})
        if self.table.statement(Seat(seat), said) != statement:
            raise NotLegal(f"That cannot be said here: {json.dumps(statement)}")
        self._make(statement)

    @functools.cached_property
    def _said(self) -> frozenset[str]:
        """What a player says of a statement; the rest, the game adds."""
        kind = self.table.game.statement_type
        return frozenset(field.name for field in dataclasses.fields(kind)) if kind else frozenset()

    def statement(self, given: Mapping[str, object]) -> Statement:
        """The game's own type for statements, from its values by name."""
        from pydantic import TypeAdapter, ValidationError

        kind: Any = self.table.game.statement_type
        if kind is None:
            raise NO_TALK.error("There is no talk in this game.")
        try:
            return TypeAdapter(kind).validate_json(json.dumps(given), strict=True)
        except ValidationError as error:
            raise NotUnderstood(
                f"{dict(given)} is no statement: {error.errors()[0]['msg']}."
            ) from None

    def take_back(self, seat: Seat) -> None:
        """Take back this seat's last move; NotLegal says why that would not be fair."""
        say = self.text.say
        if len(self.people) > 1:
            raise say.error(NotLegal, "undo.alone")
        if not self.log:
            raise say.error(NotLegal, "undo.nothing")
        last = self.log[-1]
        if last.get("say", last)["seat"] != seat:
            raise say.error(NotYours, "undo.others")
        if "say" in last:
            raise say.error(NotLegal, "undo.said")
        shows = self.text.shows
        if any(shows is None or event.event in shows for event in self.news[-1][seat]):
            raise say.error(NotLegal, "undo.shown")
        log = self.log[:-1]
        self._begin(self.table.game, self.match.options)
        self.replay(log)

    # --- bots -----------------------------------------------------------------------------

    def bot_move(self, seat: Seat) -> Move:
        """What the bot in this seat does now, from its own view."""
        return self._ask(self.seats[seat].bot, seat, self.moves)

    def bot_statement(self, seat: Seat) -> Statement | None:
        """What the bot in this seat wants to say now, from its own view; None if nothing."""
        its = player(find_bot(self.table.game, self.seats[seat].bot))
        given = its.statement(self.match.packed, self.match.view(seat))
        return None if given is None else self.statement(given)

    def hint(self, seat: Seat) -> tuple[Move, Why]:
        """What the best bot would do in a person's seat, from that person's view, and why, if it
        can tell."""
        game, match = self.table.game, self.match
        move = self._ask(best_bot(game), seat, HINTS + self.moves)
        its = player(find_bot(game, best_bot(game)))
        return move, its.explanation(match.packed, match.view(seat), move)

    def _ask(self, bot: str, seat: Seat, stream: int) -> Move:
        match = self.match
        key = hashlib.sha256(b"tenluz-bots" + self.seed).digest()
        dice = new_dice(int.from_bytes(key[:8], "big"), stream)
        its = player(find_bot(match.game, bot))
        history = self._history(seat) if its.bot.history else None
        return its.move(match.packed, match.view(seat), dice, history)

    def _history(self, seat: Seat) -> Records:
        """What a seat saw before every move so far, for a bot that looks back."""
        again = Table(self.match.game, self.match.options, self.seed)
        views = []
        for entry in self.log:
            if "say" in entry:
                again.say(entry["say"])
            else:
                views.append(again.match.view(seat))
                again.move(Seat(entry["seat"]), Move(entry["move"]))
        return np.array(views, self.match.game.view_type)
