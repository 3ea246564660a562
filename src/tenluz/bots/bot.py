"""What a bot is: one value, with a name, a game, what it needs and what it may do.

A bot takes a view and gives a move; it never sees a state, and nothing of a table but what its
seat may know. Chance comes as dice, an argument: the same view and dice give the same move.

    choose(o, v, dice) -> move             compiled: joined into the loops over many games
    choose(o, v, dice) -> move             the same in plain Python
    choose(o, v, dice, history) -> move    with `history`: the seat's earlier views, an array of
                                           them, one before every move of anybody
    make() -> policy                       what has a state of its own, as a network has: an
                                           object with the same `choose`, made once when the bot
                                           is first asked

A policy may have more: `choose_many(o, views, dice) -> moves` for many games in one call,
`choose_within(o, v, dice, effort) -> move` for one that can think less than it usually does,
`statement(o, v)` and `explain(o, v, move)` as a bot has them, and `concurrent = True` where many
threads may ask it at the same time.
"""

import contextlib
import functools
import hashlib
import importlib.util
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, SupportsIndex

import numpy as np

from tenluz.engine.catalogue import game_named
from tenluz.engine.compiled import INTERPRETED, compiled
from tenluz.engine.errors import GameError, NotUnderstood, Value
from tenluz.engine.game import Game, moves_in
from tenluz.engine.types import (
    Dice,
    Int64Array,
    Move,
    OptionsRecord,
    PackedT,
    Records,
    ViewRecord,
    ViewT,
)

Said = Mapping[str, object]  # a statement by its values, as the game's own type takes them


@dataclass(frozen=True)
class Why:
    """Why a move is a good one: a sentence in English, and the same as a code with values, so that
    who has words for the code (`hint.` and the code) can say it in any language."""

    text: str = ""  # nothing: it cannot tell
    code: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


class Policy(Protocol):
    """A plain bot with a state of its own. `choose_many`, `choose_within`, `statement` and
    `explain` it may have too."""

    @property
    def choose(self) -> Callable[..., int]:
        """choose(o, v, dice) -> move."""
        ...


class Need(NamedTuple):
    """Something that a bot cannot play without."""

    what: str  # a module's name, or a file's path
    advice: str  # how to get it: "pip install 'tenluz[train]'"

    @property
    def met(self) -> bool:
        """Whether it is there."""
        if self.what.isidentifier():
            return importlib.util.find_spec(self.what) is not None
        return Path(self.what).exists()


class BotFailed(GameError):
    """A bot that cannot be used, or that does what no player may."""

    code = "bot_failed"


def version_of(*files: Path) -> str:
    """A name for what is in some files; nothing for none. One that cannot be read counts as
    empty: who loads it says what is wrong."""
    text = hashlib.sha256()
    for path in files:
        with contextlib.suppress(OSError):
            text.update(hashlib.sha256(path.read_bytes()).digest())
    return text.hexdigest()[:16] if files else ""


@dataclass(frozen=True)
class Bot(Generic[PackedT, ViewT]):
    """A player that is no person."""

    name: str
    choose: (
        Callable[[PackedT, ViewT, Dice], int]
        | Callable[[PackedT, ViewT, Dice, Records], int]
        | None
    ) = None
    """Its moves, from views. None where `make` gives a policy."""

    statement: Callable[[PackedT, ViewT], Said | None] | None = None
    """statement(o, v): what it wants to say now, where talk is part of the game."""

    make: Callable[[], Policy] | None = None
    """A policy, made when it is first asked."""

    explain: Callable[[PackedT, ViewT, int], Why | str] | None = None
    """explain(o, v, move): why it would make this move. A plain text is a sentence in English."""

    game: str = ""  # its name; a game's own bots may leave it out
    title: str = ""  # for people
    aliases: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    history: bool = False  # `choose` takes the seat's earlier views as well
    slow: bool = False  # thinks for a good part of a second: only who asks for it gets it
    compile_seconds: float = 5.0  # on one core, about, after the bots before it in its game's list
    version: str = ""  # by `version_of`: which weights, or whose code beside Tenluz's own

    def __post_init__(self) -> None:
        if (self.choose is None) == (self.make is None):
            raise NotUnderstood(f"The bot {self.name!r} needs either `choose` or `make`.")

    def __deepcopy__(self, memo: object) -> "Bot[PackedT, ViewT]":
        return self  # a value

    @property
    def compiled(self) -> bool:
        """Whether loops over many games can be compiled with it."""
        if self.choose is None or self.history:
            return False
        return INTERPRETED or hasattr(self.choose, "py_func")

    @property
    def may(self) -> tuple[str, ...]:
        """What it may do. Proposals are moves, so whoever chooses proposes."""
        talks = ("talk",) if self.statement is not None else ()
        return ("choose", "propose", *talks, *(("explain",) if self.explain is not None else ()))

    @property
    def unmet(self) -> tuple[Need, ...]:
        """What it needs and is not there."""
        return tuple(need for need in self.needs if not need.met)


class Player:
    """A bot at work. Asked from many threads it answers one after another, unless it is compiled
    or its policy is `concurrent`.

    What it gets is a view and never a state; what it gives is checked.
    """

    def __init__(self, bot: Bot) -> None:
        for need in bot.unmet:
            raise BotFailed(f"The bot {bot.name} needs {need.what}: {need.advice}")
        policy: Any = bot if bot.make is None else bot.make()
        self.bot = bot
        self._choices = game_named(bot.game).rules.choices
        self._first_illegal = first_illegal(game_named(bot.game))
        self._choose: Callable[..., int] = policy.choose
        self._many: Callable[..., Int64Array] | None = getattr(policy, "choose_many", None)
        self._within: Callable[..., int] | None = getattr(policy, "choose_within", None)
        self._says = bot.statement or getattr(policy, "statement", None)
        self._explains = bot.explain or getattr(policy, "explain", None)
        self.concurrent: bool = bot.compiled or getattr(policy, "concurrent", False)
        self._lock = contextlib.nullcontext() if self.concurrent else threading.Lock()

    @property
    def asked_together(self) -> bool:
        """Whether it is for many games at a time."""
        return self.bot.compiled or (self._many is not None and not self.bot.slow)

    def move(
        self,
        o: OptionsRecord,
        v: ViewRecord,
        dice: Dice,
        history: Records | None = None,
        *,
        effort: float = 1.0,
    ) -> Move:
        """Its move for the view's seat. `effort`, above 0 and up to 1, is the part of its usual
        thinking that there is time for, where it can do with less."""
        if self.bot.compiled:
            return Move(int(self._choose(o, v, dice)))
        given = (history,) if self.bot.history else ()
        with self._lock:
            if effort < 1.0 and self._within is not None:
                found = self._within(o, v, dice, effort, *given)
            else:
                found = self._choose(o, v, dice, *given)
        return self._checked(o, v, found)

    def moves(self, o: OptionsRecord, views: Records, dice: Dice) -> Int64Array:
        """Its moves in many games at once, each with dice of its own: a row of `dice`."""
        if self._many is None:
            each = [self.move(o, view, rolls) for view, rolls in zip(views, dice)]
            return np.array(each, np.int64)
        with self._lock:
            found = np.asarray(self._many(o, views, dice), np.int64)
        wrong = self._first_illegal(o, views, found)
        if wrong >= 0:
            self._checked(o, views[wrong], int(found[wrong]))
        return found

    def statement(self, o: OptionsRecord, v: ViewRecord) -> Said | None:
        """What it wants to say now; None if nothing."""
        return None if self._says is None else self._says(o, v)

    def explanation(self, o: OptionsRecord, v: ViewRecord, move: Move) -> Why:
        """Why it would make this move; an empty one if it cannot tell."""
        found: Why | str = Why() if self._explains is None else self._explains(o, v, move)
        return Why(found) if isinstance(found, str) else found

    def _checked(self, o: OptionsRecord, v: ViewRecord, given: object) -> Move:
        low, high = self._choices(o, v)
        move = int(given) if isinstance(given, SupportsIndex) else -1
        if not 0 <= move < 128 or not (low, high)[move >> 6] >> (move & 63) & 1:
            legal = ", ".join(map(str, moves_in(low, high)))
            raise BotFailed(
                f"The bot {self.bot.name} chose {given}, which is none of its legal moves: {legal}."
            )
        return Move(move)


@functools.cache
def player(bot: Bot) -> Player:
    """A bot at work, loaded once."""
    return Player(bot)


@functools.cache
def first_illegal(game: Game) -> Callable[[OptionsRecord, Records, Int64Array], int]:
    """first_illegal(o, views, moves): the place of the first move that is not legal; -1: all are.

    Compiled: in Python this was most of what threads that ask a network wait for each other.
    """
    choices = game.rules.choices

    def place(o: OptionsRecord, views: Records, moves: Int64Array) -> int:
        for at in range(moves.shape[0]):
            move = moves[at]
            low, high = choices(o, views[at])
            if move < 0 or move > 127 or not (low if move < 64 else high) >> (move & 63) & 1:
                return at
        return -1

    return compiled(place, made_for=game)
