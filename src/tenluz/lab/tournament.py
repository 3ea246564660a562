"""Who plays better: bots on the same cards, in every seat.

A *deal* here is the cards of a whole game, by its number: whoever plays, the same number brings
the same cards. At a table one bot, `who`, sits among copies of another, `others`, once in every
seat; then it is compared with what `others` makes of the same cards among itself. Where all play
together a table is of copies of one bot, and `mixed` adds those with a guest. `among` one bot each
of the others sits there alone, and no other tables are played. With `talk` bots say
what they say at tables of people, counts and wishes.

A row of whole numbers is kept of every deal of every table, and each follows from the seed, the
bots and the deal's number alone. So work can be cut, stopped and gone on with at any place, and
intervals are taken over deals: what happens in the seats of one deal is not independent.
"""

import dataclasses
import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tenluz.bots.bot import Bot, player
from tenluz.bots.registry import find_bot
from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.seeds import evaluation_seed
from tenluz.engine.types import Int64Array, JsonObject
from tenluz.lab.bot_games import all_compiled, dice_of_streams, play_games
from tenluz.lab.measures import Measure, counted
from tenluz.lab.talking import play_talking

SEED = evaluation_seed(2)  # docs/benchmark.md: for tests that may be repeated
CHOICES = 32  # bits of a stream that number deals; those above tell tables and seats apart
SCORE, BEATEN = 0, 1  # the first columns of a row; the measures follow


class TableOf(NamedTuple):
    """Who is looked at, and who sits in all other seats."""

    who: str
    others: str


@dataclass(frozen=True)
class Tournament:
    """What is to be played."""

    game: Game
    options: Options
    bots: tuple[str, ...]  # as `find_bot` takes them
    seed: int = SEED
    mixed: bool = False
    among: str | None = None  # one of the bots
    talk: bool = False

    @property
    def together(self) -> bool:
        """Whether all seats have one result."""
        return counted(self.game).together

    @property
    def tables(self) -> tuple[TableOf, ...]:
        """Everybody among themselves, and then each among each of the others."""
        if self.among is not None:
            guests = (bot for bot in self.bots if bot != self.among)
            return tuple(TableOf(who, self.among) for who in (self.among, *guests))
        equals = tuple(TableOf(bot, bot) for bot in self.bots)
        if (self.together and not self.mixed) or self.options.players == 1:
            return equals
        pairs = ((who, others) for others in self.bots for who in self.bots if who != others)
        return (*equals, *(TableOf(*pair) for pair in pairs))

    def games(self, table: TableOf) -> int:
        """How many games of a deal there are at a table: one for each seat that differs."""
        return 1 if table.who == table.others else self.options.players

    @functools.cached_property
    def measures(self) -> tuple[Measure, ...]:
        """What is counted of the one who is looked at, besides its score."""
        each = counted(self.game).measures(self.options)
        return tuple(measure for measure in each if self._of_a_seat(measure))

    def _of_a_seat(self, measure: Measure) -> bool:
        return not measure.labels or len(measure.labels) == self.options.players > 1

    def found(self) -> tuple[Bot, ...]:
        """The bots themselves."""
        return tuple(find_bot(self.game, name) for name in self.bots)

    @property
    def compiled(self) -> bool:
        """Whether no game needs Python."""
        return not self.talk and all_compiled(self.game, self.found())

    @property
    def asked_together(self) -> bool:
        """Whether bots move in many games at once."""
        return not self.talk and all(player(bot).asked_together for bot in self.found())

    def write(self) -> JsonObject:
        """The same in plain values, to be kept or sent."""
        return {
            "game": self.game.name,
            "options": self.options.write(),
            "bots": list(self.bots),
            "seed": self.seed,
            "mixed": self.mixed,
            "among": self.among,
            "talk": self.talk,
        }

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Tournament":
        """What `write` wrote."""
        game = game_named(given["game"])
        options = game.options(given["options"])
        how = {name: given[name] for name in ("seed", "mixed", "among", "talk")}
        return cls(game, options, tuple(given["bots"]), **how)

    def __reduce__(self) -> Any:
        return Tournament.read, (self.write(),)  # games are known by name in every process


def checked(tournament: Tournament) -> Tournament:
    """Itself, with every bot by its first name; NotUnderstood says what does not fit."""
    game, among = tournament.game, tournament.among
    names = tuple(find_bot(game, name).name for name in tournament.bots)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise NotUnderstood(f"The bot {twice[0]} is named twice.")
    if not names:
        raise NotUnderstood("A tournament needs at least one bot.")
    if tournament.talk:
        _expect_talk(tournament)
    if among is not None:
        among = find_bot(game, among).name
        if tournament.mixed:
            raise NotUnderstood(
                "Among one bot there are no other tables: among and mixed exclude each other."
            )
        if tournament.options.players == 1:
            raise NotUnderstood("With one player nobody sits among others.")
        if set(names) == {among}:
            raise NotUnderstood(f"Name another bot, or nobody sits among {among}.")
        names = names if among in names else (*names, among)
    return dataclasses.replace(tournament, bots=names, among=among)


def _expect_talk(tournament: Tournament) -> None:
    """NotUnderstood where nobody could talk."""
    if not tournament.game.talks:
        raise NotUnderstood(f"In {tournament.game.title} nobody talks.")
    if tournament.options.players == 1:
        raise NotUnderstood("With one player nobody talks.")
    for bot in tournament.found():
        if bot.history:
            raise NotUnderstood(
                f"{bot.name} looks back at earlier views: it plays only in silence."
            )


def prepare(tournament: Tournament) -> None:
    """Compile the loops that it needs, or load them: seconds the first time, then never again."""
    if tournament.compiled:
        play_deals(tournament, tournament.tables[0], 0, 1)
    elif not tournament.talk:  # nobody knows how long a game of theirs takes
        nobody, dice = np.zeros((0, tournament.options.players), np.int64), dice_of_streams(0, ())
        play_games(
            tournament.game, tournament.options.packed(), tournament.found(), nobody, dice, dice
        )


def play_deals(tournament: Tournament, table: TableOf, first: int, count: int) -> Int64Array:
    """A row for each deal from number `first` on: sums over the seats of `who`.

    Its score; twice the others that it was better than, and once those it was as good as; then
    the measures.
    """
    game, options = tournament.game, tournament.options
    o, players = options.packed(), options.players
    bots = [find_bot(game, table.who), find_bot(game, table.others)]
    turns = tournament.games(table)
    seats = np.ones((count * turns, players), np.int64)
    own = np.tile(np.arange(turns), count)  # where `who` sits in each game
    if turns > 1:
        seats[np.arange(len(seats)), own] = 0
    deals = np.repeat(np.arange(first, first + count), turns)
    cards = dice_of_streams(tournament.seed, deals)
    choices = dice_of_streams(
        tournament.seed, [_stream(table, s, int(d)) for s, d in zip(own, deals)]
    )
    play = play_talking if tournament.talk else play_games
    states, _ = play(game, o, bots, seats, cards, choices)
    score = np.array(
        [[game.rules.score(o, state, seat) for seat in range(players)] for state in states]
    )
    looked_at = np.zeros((len(seats), players), np.bool_)
    if turns > 1:
        looked_at[np.arange(len(seats)), own] = True
    else:
        looked_at[:] = True  # all are the same bot
    columns = [np.where(looked_at, score, 0).sum(1), _beaten(score, looked_at)]
    columns += _measured(tournament, states, looked_at)
    rows = np.stack(columns, 1).astype(np.int64)
    return rows.reshape(count, turns, -1).sum(1)


def _stream(table: TableOf, seat: int, deal: int) -> int:
    """The dice of all choices in a game: its own for each table, seat and deal."""
    named = hashlib.sha256(f"{table.who}\n{table.others}\n{seat}".encode()).digest()
    return (int.from_bytes(named[:4], "big") | 1) << CHOICES | deal


def _beaten(score: Int64Array, looked_at: Any) -> Int64Array:
    """How the one who is looked at did beside each of the others, in halves; 0 among equals."""
    if looked_at.all():
        return np.zeros(len(score), np.int64)
    own = score[looked_at][:, None]
    better = np.where(looked_at, 0, 2 * (own > score) + (own == score))
    return np.asarray(better.sum(1), np.int64)


def _measured(tournament: Tournament, states: Any, looked_at: Any) -> list[Int64Array]:
    """What the game counts of the seats that are looked at."""
    its = counted(tournament.game)
    measures = its.measures(tournament.options)
    rows = np.zeros((len(states), sum(measure.width for measure in measures)), np.int64)
    its.read(tournament.options.packed(), states, rows)
    found, at = [], 0
    for measure in measures:
        if measure in tournament.measures:
            here = rows[:, at : at + measure.width]
            found.append(np.where(looked_at, here, 0).sum(1) if measure.labels else here[:, 0])
        at += measure.width
    return found


def seats_counted(tournament: Tournament, table: TableOf, measure: Measure | None = None) -> int:
    """How many seats a row sums up: those of `who` in all its games, or its games where a table
    has one number."""
    if measure is not None and not measure.labels:
        return tournament.games(table)
    return tournament.options.players
