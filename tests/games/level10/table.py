"""Tables of Level 10 for tests: terse builders, so that a test reads like the game.

    table(players=3, hands=["D1 D5", "F2 P"], pile="M1 S4")
        a deal that gives those cards; hands and pile are filled up from the other cards
    position(players=2, rows="D8/0* F8/0 S7/0* V8/1* M6/0", hands=["F6", "D3"], pile="", ...)
        deep in a game: for each row its last value (- for none, or a reset), the resets left
        beside it, and * if it has its card in the current column. All cards that are neither
        in a hand nor in the pile nor under a pause lie in the grid; the column, its reset and
        the number of cells follow, and a position that does not add up is refused.
        tucked="0:D1@1 0:V8": seat 0 has tucked D1, which seat 1 has drawn, and V8, which is
        still in the pile.

A table is then played in the record's notation: `play("D5", "R>V/M8,D2")`, `refused("D5")`.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from itertools import chain
from typing import Any

import numpy as np

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotLegal
from tenluz.engine.game import moves_in
from tenluz.games.level10 import explain, notation
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.notation import WORLDS, card_name, read_card
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules import talk
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    LEVEL_BITS,
    NO_CARD,
    NO_SEAT,
    OVER,
    PAUSE,
    ROW,
    ROW_BITS,
    SWAP,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.state import IN_PILE

PHASES = {DEAL: "DEAL", OVER: "OVER", CHOOSE: "CHOOSE", TURN: "TURN", SWAP: "SWAP", UNDER: "UNDER"}


def cards(text: str) -> list[int]:
    """The cards of a text: `D1 M8 P`."""
    return [read_card(name) for name in text.split()]


def names(found: Iterable[int]) -> str:
    """The text of cards."""
    return " ".join(card_name(card) for card in found)


def cards_in(hand: int) -> list[int]:
    """The cards of a hand as the rules keep it."""
    return [*moves_in(hand & LEVEL_BITS, 0), *[PAUSE] * (hand >> PAUSE)]


def hand_of(found: Iterable[int]) -> int:
    """Cards as a hand of the rules."""
    return sum(1 << card for card in found)


class Table:
    """A game in progress. Everything that a test asks of it is in words of the game."""

    def __init__(self, options: Any) -> None:
        self.options = options
        self.o = options.packed()
        self.state = LEVEL10.new_state(self.o)

    def copy(self) -> "Table":
        """The same position, to try something."""
        other = copy(self)
        other.state = self.state.copy()
        return other

    # --- what lies there -------------------------------------------------------------

    @property
    def table(self) -> Any:
        """What lies open."""
        return self.state.table

    @property
    def seat(self) -> int:
        return int(self.table.seat)

    @property
    def phase(self) -> str:
        return PHASES[int(self.table.phase)]

    @property
    def won(self) -> bool:
        """Only of a finished game."""
        assert self.phase == "OVER"
        return bool(self.table.won)

    @property
    def lost(self) -> bool:
        """Whether the game is over and lost."""
        return self.phase == "OVER" and not self.won

    def hand(self, seat: int) -> str:
        return names(cards_in(int(self.state.hands[seat])))

    @property
    def pile(self) -> str:
        """The draw pile, top first."""
        return names(int(self.state.pile[at]) for at in range(self.table.head, self.table.tail))

    @property
    def moves(self) -> list[int]:
        return LEVEL10.moves(self.o, self.state)

    @property
    def legal(self) -> set[str]:
        """The legal moves by name."""
        return {notation.move_name(move) for move in self.moves}

    def outcome(self) -> dict[str, Any]:
        assert self.phase == "OVER"
        return LEVEL10.outcome(self.o, self.state).to_json()

    # --- what happens ----------------------------------------------------------------

    def play(self, *turns: str) -> "Table":
        """Play turns of whoever is on turn; each must be legal."""
        for text in turns:
            wrong = self._turn(text)
            assert wrong is None, f"{text}: {wrong}"
        return self

    def refused(self, text: str) -> NotLegal:
        """Why a turn cannot be played. The table stays as it was."""
        wrong = self.copy()._turn(text)
        assert wrong is not None, f"{text} was played"
        return wrong

    def move(self, *moves: int | str) -> "Table":
        """Make small moves: `D5`, `R>D`, `/F2`, `done`, `first 2`, or their numbers."""
        for move in moves:
            number = MOVE_NUMBERS[move] if isinstance(move, str) else move
            assert number in self.moves, f"{move} is not legal: {self.legal}"
            rules.apply(self.o, self.state, number)
        return self

    def _turn(self, text: str) -> NotLegal | None:
        words = np.array(notation.read_turn(text), np.int64)
        wrong = rules.turn(self.o, self.state, words, 0, len(words))
        return None if wrong < 0 else LEVEL10.why_not_word(self.o, self.state, int(words[wrong]))

    def say(self, seat: int, text: str) -> NotLegal | None:
        """`2 D`: two deserts. `card D`, `reset D`: a wish. `card D to 1`: advice."""
        what, world, *to = text.split()
        kind = {"card": talk.WISH_CARD, "reset": talk.WISH_RESET}.get(what, talk.COUNT)
        number = int(what) if kind == talk.COUNT else 0
        whom = int(to[1]) if to else NO_SEAT
        row = WORLDS.find(world)
        wrong = talk.may_say(self.o, self.state, seat, kind, row, number, whom)
        if wrong != talk.FINE:
            return explain.why_not_say(wrong)
        talk.say(self.o, self.state, seat, kind, row, number, whom)
        return None

    def count(self, seat: int, world: int) -> int:
        """How many level cards of a world a hand really has."""
        return (int(self.state.hands[seat]) & (ROW_BITS << (world * ROW))).bit_count()

    def told(self, seat: int, world: str) -> tuple[int, int]:
        """What follows from talk for everybody: at least, at most."""
        most, least = divmod(int(self.table.told[seat, WORLDS.index(world)]), 10)
        return least, most

    # --- who knows what ----------------------------------------------------------------

    def view(self, seat: int) -> Any:
        return LEVEL10.view(self.o, self.state, seat)

    def view_bytes(self, seat: int) -> bytes:
        return bytes(self.view(seat).tobytes())

    def seats(self) -> range:
        """All who look at the table: the watcher (-1) and every seat."""
        return range(NO_SEAT, self.options.players)

    def known(self, seat: int) -> dict[str, str]:
        """What a seat remembers of its tucked cards: by `pile`, and by the seats that hold them."""
        view = self.view(seat)
        found = {
            f"seat {other}": names(cards_in(int(view.seen[other])))
            for other in range(self.options.players)
            if view.seen[other]
        }
        in_pile = [int(view.pile[at]) for at in range(self.table.head, self.table.tail)]
        if set(in_pile) - {NO_CARD}:
            found["pile"] = " ".join("?" if c == NO_CARD else card_name(c) for c in in_pile)
        return found


MOVE_NUMBERS = {
    notation.move_name(move): move
    for move in [*range(50), *range(ASIDE, DONE), DONE, *range(FIRST, FIRST + 5)]
}


def table(
    *,
    hands: Sequence[str] = (),
    pile: str = "",
    first: int | None = 0,
    **options: Any,
) -> Table:
    """A deal. `first=None` leaves the players to choose (L-5)."""
    seen = Table(LEVEL10.options(options))
    wanted = [cards(hand) for hand in hands] + [[]] * (seen.options.players - len(hands))
    top = cards(pile)
    rest = LEVEL10.deck(seen.options)
    for card in [*chain(*wanted), *top]:
        rest.remove(card)
    pauses = [card for card in rest if card == PAUSE]  # not dealt unless a test says so
    levels = rest[: len(rest) - len(pauses)]
    deck: list[int] = []
    for hand in wanted:
        short = seen.options.hand - len(hand)
        assert short >= 0, f"a hand has {seen.options.hand} cards"
        deck += hand + [(levels or pauses).pop() for _ in range(short)]
    deck += top + levels + pauses
    order = np.array(deck, np.int64)
    rules.deal(seen.o, seen.state, order, NO_SEAT if first is None else first)
    return seen


def position(
    *,
    rows: str,
    hands: Sequence[str],
    pile: str = "",
    under: str = "",
    tucked: str = "",
    pauses_played: int = 0,
    pause_here: bool = False,
    seat: int = 0,
    beginner: int = 0,
    **options: Any,
) -> Table:
    """A position deep in a game; see the head of this module."""
    seen = table(**options)
    o, s, t = seen.o, seen.state, seen.table
    wanted, stack, below = [cards(hand) for hand in hands], cards(pile), cards(under)
    tucks = [(int(text[0]), *text[2:].split("@")) for text in tucked.split()]
    drawn = [tuck for tuck in tucks if len(tuck) == 3]
    assert drawn == tucks[: len(drawn)], "the pile is drawn from its top"
    assert not (drawn and stack), "what was never tucked is drawn first"
    stack += [read_card(tuck[1]) for tuck in tucks[len(drawn) :]]
    grid = LEVEL10.deck(seen.options)
    for card in [*chain(*wanted), *stack, *below, *[PAUSE] * pauses_played]:
        grid.remove(card)
    assert PAUSE not in grid, "every pause is in a hand, in the pile or played"
    t.placed_cards, t.under, t.pauses = hand_of(grid), hand_of(below), pauses_played

    t.open = t.stock = t.ahead = t.fits = 0
    resets_used = 0
    for world, text in enumerate(rows.split()):
        last, resets = text[1:].rstrip("*").split("/")
        assert text[0] == WORLDS[world], f"{text}: rows are in the order {WORLDS}"
        t.top[world] = 0 if last == "-" else int(last)
        t.resets[world] = int(resets)
        assert t.top[world] == 0 or world * ROW + t.top[world] - 1 in grid, f"{text} is elsewhere"
        reach = ((1 << o.values) - 1) & ~((1 << max(t.top[world] - 1, 0)) - 1)
        t.ahead |= reach << (world * ROW)
        t.stock |= (t.resets[world] > 0) << world
        resets_used += o.resets - int(resets)
        if not text.endswith("*"):
            t.open |= 1 << world
            t.fits |= reach << (world * ROW)
    t.placed = len(grid) + pauses_played + resets_used
    t.column = t.placed // o.worlds
    t.reset_here = resets_used - t.column
    t.pause_here = pause_here
    assert t.reset_here in (0, 1), f"{resets_used} resets in {t.column} columns"
    filled = rows.count("*")
    assert filled == t.placed % o.worlds, f"{t.placed} cells, {filled} of them in this column"
    for world, text in enumerate(rows.split()):
        cells = t.column + text.count("*")
        held = sum(card // ROW == world for card in grid) + o.resets - t.resets[world]
        assert held <= cells <= held + pauses_played, f"{text} has {held} cards in {cells} cells"

    for other in range(seen.options.players):
        mine = wanted[other] if other < len(wanted) else []
        s.hands[other], t.cards[other] = hand_of(mine), len(mine)
    t.tail = o.deck + len(tucks)
    t.head = t.tail - len(stack)
    for at in range(o.deck):
        s.pile[at] = NO_CARD
    for at, card in enumerate(stack):
        s.pile[t.head + at] = card
    for at, (who, card_text, *seat_text) in enumerate(tucks):
        t.tucks[at] = who | (int(seat_text[0]) + 1 if seat_text else IN_PILE) << 3
        s.pile[o.deck + at] = read_card(card_text)
    t.beginner = beginner
    rules._next_turn(o, s, seat)
    rules._ready(o, s)
    return seen


def random_table(seed: int, **options: Any) -> Table:
    """A deal by the dice of a seed."""
    seen = Table(LEVEL10.options(options))
    rules.deal_at_random(seen.o, seen.state, new_dice(seed))
    return seen
