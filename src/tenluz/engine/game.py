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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Generic

import numpy as np

from tenluz.engine import shuffle
from tenluz.engine.errors import NO_TALK, NotLegal, Reason
from tenluz.engine.plain import plain
from tenluz.engine.types import (
    Card,
    Dice,
    Event,
    Int64Array,
    Ints,
    JsonObject,
    Move,
    OptionsT,
    PackedT,
    Screen,
    Seat,
    Statement,
    StateT,
    ViewT,
    Word,
)

Record = Any  # a record of whatever game, where nothing more is known of it

DEAL, OVER = 0, 1
WATCHER = Seat(-1)
NO_SEAT = Seat(-1)
MOVES = 128
MOST_SEATS = 8  # at a table of any game


@dataclass(frozen=True)
class Rules(Generic[PackedT, StateT, ViewT]):
    """The compiled functions of a game. What each does: see the head of this module."""

    start: Callable[[PackedT, StateT], None]
    deal: Callable[[PackedT, StateT, Int64Array, int], None]
    shuffle: Callable[[PackedT, StateT, Dice, Ints | Int64Array], int]
    deal_at_random: Callable[[PackedT, StateT, Dice], None]
    legal: Callable[[PackedT, StateT], tuple[int, int]]
    apply: Callable[[PackedT, StateT, int], None]
    turn: Callable[[PackedT, StateT, Int64Array, int, int], int]
    view: Callable[[PackedT, StateT, int, ViewT], None]
    choices: Callable[[PackedT, ViewT], tuple[int, int]]
    sample: Callable[[PackedT, ViewT, Dice, StateT], None]
    score: Callable[[PackedT, StateT, int], int]


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game. Each game adds what it counts."""

    scores: tuple[int, ...]  # of each seat; where all play together, the same for all

    def to_json(self) -> JsonObject:
        """The result as `tenluz check` prints it."""
        return {"scores": list(self.scores)}


class Game(ABC, Generic[OptionsT, PackedT, StateT, ViewT]):
    """One game. Stateless: everything about a table is in options and state.

    `options` is the dataclass where decks are meant, and the packed record elsewhere. Where a
    view or options are for people, they may be plain records.
    """

    name: str
    title: str
    options_type: type[OptionsT]
    state_type: np.dtype[np.void]
    view_type: np.dtype[np.void]
    screen_type: type[Screen]  # what `screen` gives: a dataclass
    event_type: object  # what `news` gives: a union of dataclasses, told apart by `event`
    rules: Rules[PackedT, StateT, ViewT]
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
        `openspiel`, `measures`, `solver`, `lesson`), and have a default where one can serve.
        """
        module = f"{self.package}.{name}"
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None

    # --- options, decks ------------------------------------------------------------

    def options(self, given: Mapping[str, object] | None = None, /, **more: object) -> OptionsT:
        """Options by the record's names; NotUnderstood says what is wrong with them."""
        return self.options_type.read({**(given or {}), **more})

    @abstractmethod
    def deck(self, options: OptionsT) -> list[Card]:
        """All cards in canonical order, as numbers."""

    @abstractmethod
    def deals(self, options: OptionsT) -> int:
        """How many decks a whole game takes."""

    @abstractmethod
    def card_name(self, card: Card) -> str:
        """A card as records write it."""

    def dealt(self, options: OptionsT) -> tuple[int, ...]:
        """How many cards of a deck are dealt, group after group: the hands, and then what is
        turned up. What is left over nobody ever sees, unless moves draw from it."""
        return (options.hand,) * options.players

    def ways_to_deal(self, options: OptionsT) -> Sequence[tuple[int, ...]]:
        """`dealt`, for every number of cards that chance may deal, each as likely: one, unless the
        game has a `cut_card`. `options.hand` is the most then."""
        return (self.dealt(options),)

    def cut_card(self, options: OptionsT) -> Card | None:
        """The card of the deck that is none: it lies behind the last hand, and so tells how many
        cards were dealt. Only where chance decides that."""
        return None

    def longest(self, options: OptionsT) -> int:
        """The most moves that a game can take, or more: where each seat chooses once in a deal and
        then plays every card."""
        return self.deals(options) * options.players * (1 + options.hand)

    def shuffled_deck(self, options: OptionsT, seed: bytes, deal: int) -> list[Card]:
        """The deck of a deal by the published shuffle."""
        cut = self.cut_card(options)
        cards = [card for card in self.deck(options) if card != cut]
        deck = [cards[place] for place in shuffle.shuffled(seed, deal, len(cards))]
        if cut is not None:
            ways = self.ways_to_deal(options)
            sizes = ways[shuffle.draw_sizes(seed, deal, len(ways))]
            deck.insert(sum(sizes[: options.players]), cut)
        return deck

    @abstractmethod
    def first_from_seed(self, options: OptionsT, seed: bytes) -> Seat:
        """Who is first when the seed decides; NO_SEAT where the players choose."""

    # --- one state -----------------------------------------------------------------

    def new_state(self, options: PackedT) -> StateT:
        """A state waiting for its deal."""
        state: StateT = np.zeros(1, self.state_type)[0]
        self.rules.start(options, state)
        return state

    def view(self, options: PackedT, state: StateT, seat: Seat) -> ViewT:
        """What a seat, or a watcher, may know."""
        view: ViewT = np.zeros(1, self.view_type)[0]
        self.rules.view(options, state, seat, view)
        return view

    def plain_view(self, options: PackedT, state: StateT, seat: Seat) -> ViewT:
        """A view as plain values, for `screen` and `news`."""
        return plain(self.view(options, state, seat))

    def moves(self, options: PackedT, state: StateT) -> list[Move]:
        """The legal moves as numbers."""
        return list(moves_in(*self.rules.legal(options, state)))

    @abstractmethod
    def score_range(self, options: OptionsT) -> tuple[int, int]:
        """The lowest and the highest score that a seat can end with."""

    @abstractmethod
    def mid_turn(self, state: StateT) -> bool:
        """Whether the seat on turn has begun its turn and is still choosing."""

    def stands_still(self, options: PackedT, state: StateT, move: Move) -> bool:
        """Whether a move leaves the game as far from its end as it was, so that it could be made
        without end: one of which records keep no trace, unless the game knows better. In every
        state some move does not, and with those alone a game comes to its end."""
        return self.word(state, move) is None

    @abstractmethod
    def outcome(self, options: PackedT, state: StateT) -> Outcome:
        """The result of a finished game."""

    # --- for a screen ----------------------------------------------------------------

    @abstractmethod
    def screen(self, options: PackedT, view: ViewT) -> Screen:
        """A plain view as values with names, one dataclass: all that a screen needs to show it."""

    def final_screen(self, options: PackedT, state: StateT, screen: Screen) -> Screen:
        """The same screen with what everybody lays open once the game is over: nothing, unless
        the game says so. Asked only of a state that is over."""
        return screen

    @abstractmethod
    def news(
        self, options: PackedT, before: ViewT, after: ViewT, own_move: Move | None
    ) -> Sequence[Event]:
        """What the viewer of both plain views learns when one move, or a deal, is between them.

        `own_move` is the move if the viewer made it, else None.
        """

    def retell(
        self, options: PackedT, view: ViewT, steps: Sequence[Sequence[Event]]
    ) -> list[list[Event]]:
        """Of what a viewer was told, step by step up to this view, what may be told again to
        somebody who missed or forgot it: everything, unless the rules cover it up.

        Events that are none of the game's are kept.
        """
        return [list(events) for events in steps]

    # --- talk: only where it is part of the game -----------------------------------------

    statement_type: type[Statement] | None = None  # what may be said

    @property
    def talks(self) -> bool:
        """Whether talk is part of the game."""
        return self.statement_type is not None

    def statement(self, options: PackedT, state: StateT, seat: Seat, said: Statement) -> JsonObject:
        """What a seat would say, complete and true, as a log keeps it; NotLegal if it may not.
        `said` is of `statement_type`."""
        raise NO_TALK.error("There is no talk in this game")

    def say(self, options: PackedT, state: StateT, statement: JsonObject) -> Event:
        """Make a statement, and tell what everybody hears."""
        raise NotImplementedError

    # --- notation --------------------------------------------------------------------

    @abstractmethod
    def read_turn(self, text: str) -> tuple[Word, ...]:
        """The words of a turn as a record writes it; NotUnderstood if it is none."""

    @abstractmethod
    def write_turn(self, words: Sequence[Word]) -> str:
        """A turn as a record writes it."""

    @abstractmethod
    def word(self, state: StateT, move: Move) -> Word | None:
        """The word for a move about to be made; None where records keep no trace of it."""

    @abstractmethod
    def read_move(self, options: PackedT, view: ViewT, text: str) -> tuple[Move, ...]:
        """The moves that a player means by what they typed, made from their view alone."""

    @abstractmethod
    def move_name(self, options: PackedT, view: ViewT, move: Move) -> str:
        """A move as a player types it: `read_move` gives it back."""

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        """All that `why_not`, `why_not_word` and `statement` can say: whoever tells people has a
        sentence for each."""
        return ()

    @abstractmethod
    def why_not(self, options: PackedT, view: ViewT, move: Move) -> NotLegal:
        """Why a move that is not legal for this view's seat is not, with the clause."""

    @abstractmethod
    def why_not_word(self, options: PackedT, state: StateT, word: Word) -> NotLegal:
        """The same for a word of a record, whose reader may see everything."""


def moves_in(low: int, high: int) -> Iterator[Move]:
    """The move numbers of a legal set."""
    for base, word in ((0, int(low)), (64, int(high))):
        while word:
            yield Move(base + (word & -word).bit_length() - 1)
            word &= word - 1
