"""What a game is: the one interface that every other room programs against.

A game is compiled functions over flat records (`Rules`) and a few plain ones for people:
names, notation, reasons, outcome. A third game is one new folder with the same two.

Compiled functions, the same for every game (`o` options, `s` state, `v` view, all records):

    start(o, s)                       a new game, waiting for its deal
    deal(o, s, deck, first)           lay out a deck (card numbers, in the record's order)
    shuffle(o, s, dice, deck)         a deck for the next deal, and who is first
    deal_at_random(o, s, dice)        shuffle and deal
    legal(o, s) -> word, word         the legal moves as bits: 0..63 and 64..127
    apply(o, s, move)                 make a legal move; trusts its caller
    turn(o, s, words, at, stop) -> n  make a whole turn of words, checked: the first word
                                      that is not legal, or -1
    view(o, s, seat, v)               all that a seat may know; seat -1 is a watcher
    choices(o, v) -> word, word       `legal` from a view: nothing while others are on turn
    sample(o, v, dice, s)             a state drawn uniformly from those that agree with v
    score(o, s, seat) -> number       a seat's score so far; at the end, the final one

Every state has a `table` with `phase`, `seat` and `first`; phase 0 waits for a deal, 1 is over.
A *move* is what a seat chooses; a *word* is the same as the omniscient record has it.
They differ where a player cannot know what is chosen: a place in a hand, and its card.
"""

import functools
import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tenluz.engine import shuffle
from tenluz.engine.compiled import compiled
from tenluz.engine.errors import NO_TALK, NotLegal, Reason
from tenluz.engine.options import Options
from tenluz.engine.plain import plain

DEAL, OVER = 0, 1
WATCHER = -1
NO_SEAT = -1
MOVES = 128
MOST_SEATS = 8  # at a table of any game

Record = Any  # one element of a structured array: see compiled.Flat
PlainView = Any  # a view as plain values: see plain.py
Event = Any  # something that a viewer learns; each game has its own dataclasses


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game. Signatures: see the head of this module."""

    start: Callable[..., None]
    deal: Callable[..., None]
    shuffle: Callable[..., int]
    deal_at_random: Callable[..., None]
    legal: Callable[..., tuple[int, int]]
    apply: Callable[..., None]
    turn: Callable[..., int]
    view: Callable[..., None]
    choices: Callable[..., tuple[int, int]]
    sample: Callable[..., None]
    score: Callable[..., int]


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game. Each game adds what it counts."""

    scores: tuple[int, ...]  # of each seat; where all play together, the same for all

    def to_json(self) -> dict[str, Any]:
        """The result as `tenluz check` prints it."""
        return {"scores": list(self.scores)}


class Game(ABC):
    """One game. Stateless: everything about a table is in options and state."""

    name: str
    title: str
    options_type: type[Options]
    state_type: np.dtype[Any]
    view_type: np.dtype[Any]
    screen_type: type[Any]  # what `screen` gives: a dataclass
    event_type: Any  # what `news` gives: a union of dataclasses, told apart by `event`
    rules: Rules
    moves_end: int = MOVES  # all move numbers are below it

    # --- the folder of a game, and its parts ---------------------------------------------

    @functools.cached_property
    def package(self) -> str:
        """The package that holds everything about this game."""
        return type(self).__module__.rpartition(".")[0]

    @functools.cached_property
    def folder(self) -> Path:
        """Where that package lies."""
        file = sys.modules[type(self).__module__].__file__
        assert file is not None
        return Path(file).resolve().parent

    def part(self, name: str) -> ModuleType | None:
        """A module of this game's folder, loaded when it is asked for; None if there is none.

        Rooms ask for the part that is made for them (`bots`, `terminal`, `environment`,
        `openspiel`, `measures`, `solver`), and have a default where one can serve.
        """
        module = f"{self.package}.{name}"
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None

    # --- options, decks ------------------------------------------------------------

    def options(self, given: Mapping[str, Any] | None = None, /, **more: Any) -> Any:
        """Options by the record's names; NotUnderstood says what is wrong with them."""
        return self.options_type.read({**(given or {}), **more})

    @abstractmethod
    def deck(self, options: Any) -> list[int]:
        """All cards in canonical order, as numbers."""

    # Every game's options have `players`, and `hand`: the cards that each of them is dealt.

    @abstractmethod
    def deals(self, options: Any) -> int:
        """How many decks a whole game takes."""

    @abstractmethod
    def card_name(self, card: int) -> str:
        """A card as records write it."""

    def dealt(self, options: Any) -> tuple[int, ...]:
        """How many cards of a deck are dealt, group after group: the hands, and then what is
        turned up. What is left over nobody ever sees, unless moves draw from it."""
        return (options.hand,) * int(options.players)

    def longest(self, options: Any) -> int:
        """The most moves that a game can take, or more: where each seat chooses once in a deal and
        then plays every card."""
        return self.deals(options) * int(options.players) * (1 + int(options.hand))

    def shuffled_deck(self, options: Any, seed: bytes, deal: int) -> list[int]:
        """The deck of a deal by the published shuffle."""
        cards = self.deck(options)
        return [cards[place] for place in shuffle.shuffled(seed, deal, len(cards))]

    @abstractmethod
    def first_from_seed(self, options: Any, seed: bytes) -> int:
        """Who is first when the seed decides; NO_SEAT where the players choose."""

    # --- one state -----------------------------------------------------------------

    def new_state(self, options: Record) -> Record:
        """A state waiting for its deal. `options` is the packed record."""
        state = np.zeros(1, self.state_type)[0]
        self.rules.start(options, state)
        return state

    def view(self, options: Record, state: Record, seat: int) -> Record:
        """What a seat, or a watcher, may know."""
        view = np.zeros(1, self.view_type)[0]
        self.rules.view(options, state, seat, view)
        return view

    def plain_view(self, options: Record, state: Record, seat: int) -> PlainView:
        """A view as plain values, for `screen` and `news`."""
        return plain(self.view(options, state, seat))

    def plain_views(
        self, options: Record, state: Record, seats: Iterable[int]
    ) -> dict[int, PlainView]:
        """The same for several seats, at once: they share one table, as it lies open to all."""
        numbers = np.fromiter(seats, np.int64)
        views = np.zeros(len(numbers), self.view_type)
        _views(self)(options, state, numbers, views)
        found: dict[int, PlainView] = {}
        table: Any = None
        for seat, view in zip(numbers.tolist(), views):
            made = found[seat] = plain(view) if table is None else plain(view, table=table)
            table = made.table
        return found

    def moves(self, options: Record, state: Record) -> list[int]:
        """The legal moves as numbers."""
        return list(moves_in(*self.rules.legal(options, state)))

    @abstractmethod
    def score_range(self, options: Any) -> tuple[int, int]:
        """The lowest and the highest score that a seat can end with."""

    @abstractmethod
    def mid_turn(self, state: Record) -> bool:
        """Whether the seat on turn has begun its turn and is still choosing."""

    @abstractmethod
    def outcome(self, options: Record, state: Record) -> "Outcome":
        """The result of a finished game."""

    # --- for a screen ----------------------------------------------------------------

    @abstractmethod
    def screen(self, options: Record | PlainView, view: PlainView) -> Any:
        """A view as values with names, one dataclass: all that a screen needs to show it."""

    @abstractmethod
    def news(
        self, options: Record | PlainView, before: PlainView, after: PlainView, own_move: int | None
    ) -> Sequence[Event]:
        """What the viewer of both views learns when one move, or a deal, is between them.

        `own_move` is the move if the viewer made it, else None.
        """

    def retell(
        self, options: Record, view: PlainView, told: Sequence[Sequence[Event]]
    ) -> list[list[Event]]:
        """Of what a viewer was told, step by step up to this view, what may be told again to
        who missed it or has forgotten it: everything, where the rules do not cover it up.

        Events that are none of the game's are kept.
        """
        return [list(events) for events in told]

    # --- talk: only where it is part of the game -----------------------------------------

    statement_type: type[Any] | None = None  # what may be said: a dataclass of the game's own

    @property
    def talks(self) -> bool:
        """Whether talk is part of the game."""
        return self.statement_type is not None

    def statement(self, options: Record, state: Record, seat: int, said: Any) -> dict[str, Any]:
        """What a seat would say, complete and true, as a log keeps it; NotLegal if it may not."""
        raise NO_TALK.error("There is no talk in this game")

    def say(self, options: Record, state: Record, statement: Mapping[str, Any]) -> Event:
        """Make a statement, and tell what everybody hears."""
        raise NotImplementedError

    # --- notation --------------------------------------------------------------------

    @abstractmethod
    def read_turn(self, text: str) -> tuple[int, ...]:
        """The words of a turn as a record writes it; NotUnderstood if it is none."""

    @abstractmethod
    def write_turn(self, words: Sequence[int]) -> str:
        """A turn as a record writes it."""

    @abstractmethod
    def word(self, state: Record, move: int) -> int | None:
        """The word for a move about to be made; None where records keep no trace of it."""

    @abstractmethod
    def read_move(self, options: Record, view: Record, text: str) -> tuple[int, ...]:
        """The moves that a player means by what they typed, made from their view alone."""

    @abstractmethod
    def move_name(self, options: Record, view: Record, move: int) -> str:
        """A move as a player types it: `read_move` gives it back."""

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        """All that `why_not`, `why_not_word` and `statement` can say: whoever tells people has a
        sentence for each."""
        return ()

    @abstractmethod
    def why_not(self, options: Record, view: Record, move: int) -> NotLegal:
        """Why a move that is not legal for this view's seat is not, with the clause."""

    @abstractmethod
    def why_not_word(self, options: Record, state: Record, word: int) -> NotLegal:
        """The same for a word of a record, whose reader may see everything."""


@functools.cache
def _views(game: Game) -> Callable[..., None]:
    """views(o, s, seats, out): the views of several seats in one call. For one table the
    calling of a compiled function takes longer than what it does."""
    view = game.rules.view

    def views(o: Any, s: Any, seats: Any, out: Any) -> None:
        for at in range(seats.shape[0]):
            view(o, s, seats[at], out[at])

    return compiled(views, made_for=game)


def moves_in(low: int, high: int) -> Iterator[int]:
    """The move numbers of a legal set."""
    for base, word in ((0, int(low)), (64, int(high))):
        while word:
            yield base + (word & -word).bit_length() - 1
            word &= word - 1
