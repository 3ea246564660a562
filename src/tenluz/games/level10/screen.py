"""A view of Level 10 as plain values with names: what goes to a screen or over a wire.

Made from a view alone. The cells of the grid are not in it: they follow from the news.
"""

import functools
from dataclasses import dataclass, replace
from typing import Any, Literal

from tenluz.engine.errors import Value
from tenluz.engine.game import moves_in
from tenluz.engine.plain import cache_last, flat, in_python, plain
from tenluz.games.level10.explain import wants_reset, why_not
from tenluz.games.level10.news import cards_of
from tenluz.games.level10.notation import WORLDS, card_name, move_name, read_card
from tenluz.games.level10.rules import score, talk
from tenluz.games.level10.rules.legal import turn_moves
from tenluz.games.level10.rules.moves import (
    ASIDE,
    DEAL,
    DONE,
    FIRST,
    MOST,
    NO_SEAT,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    UNTOLD,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import OpenTable, State
from tenluz.games.level10.rules.view import UNKNOWN, View, choices, final_hands

PHASES = ("deal", "over", "choose", "turn", "swap", "under")
Phase = Literal["deal", "over", "choose", "turn", "swap", "under"]

WISHES: tuple[tuple[Literal["card", "reset"], int], ...] = (
    ("card", talk.WISH_CARD),
    ("reset", talk.WISH_RESET),
)

_choices = in_python(choices)
_turn_moves = in_python(turn_moves)
_may_address = in_python(talk.may_address)

# Plain dataclasses: a server makes and writes many thousands a second, and frozen or slotted
# ones take four times as long.


@dataclass
class Move:
    """A legal move: its number, what it is, and what it is about."""

    move: int  # what to send
    kind: Literal["card", "pause", "reset", "aside", "done", "first"]
    card: str | None = None  # D5, or P for a pause
    row: int | None = None  # where it goes, from 0
    seat: int | None = None  # whom it proposes as the first player
    loses: bool = False  # it leaves the column no row that could take its reset


@dataclass
class WhyNot:
    """Something in sight that may not be done now, and why."""

    what: str  # a card by name, P>D, R>D, or /D3 where cards are laid aside
    clause: str
    why: str
    code: str
    values: dict[str, Value]


@dataclass
class KnownCount:
    """What is known of a seat's cards of a world (L-22): at least and at most so many."""

    least: int
    most: int | None  # None: all of them, for all we know


@dataclass
class RowNeed:
    """A row without a card in this column (L-14), and what may fill it."""

    row: int
    least: int  # a level card of this value or more; 0: any (L-15)
    reset: bool  # nothing but its reset (L-17)


@dataclass
class CardLeft:
    """A card that was left in a hand when the game ended."""

    card: str
    fits: bool  # it could have been played, had it been its turn


@dataclass
class Score:
    """L-21, with its parts."""

    placed: int  # cards in the grid that count
    bonus: int  # for pauses not played
    full: bool  # everything was played: the higher bonus
    pauses_played: int
    total: int


@dataclass
class Screen:
    """Everything one viewer may know of a table of Level 10."""

    game: Literal["level10"]
    seat: int  # -1 for a watcher
    phase: Phase  # choose the first player, take a turn, tuck cards, lay one under a pause
    turn: int  # whose turn; -1 when nobody's
    worlds: list[str]  # a letter for each row: D F S V M
    columns: int  # in the whole grid
    column: int  # the one being filled, from 0
    tops: list[int]  # the value at the right end of each row; 0: none, or a reset
    resets: list[int]  # left beside each row
    open: list[bool]  # rows without a card in this column
    needs: list[RowNeed]  # what those rows take
    reset_here: bool  # this column has its reset
    pile: int  # cards left to draw
    cards: list[int]  # how many each seat holds
    hand: list[str]  # your own
    hands: list[list[CardLeft]]  # of all seats, laid open at the end; empty before
    moves: list[Move]  # your legal ones: empty while others are on turn
    refused: list[WhyNot]  # what you might try, and why it is not legal
    told: list[list[KnownCount]]  # of each seat, for each world
    wishes: list[list[str]]  # for each seat: D to play there, R>D to reset there
    advised: list[list[str]]  # the same, wished by others for this seat (L-23)
    proposed: list[int]  # the first player each seat proposes; -1: none yet (L-5)
    first: int  # who begins; -1 until that is agreed
    may_advise: list[Literal["card", "reset"]]  # wishes that may be for others (L-23, R-13)
    won: bool
    score: Score | None  # at the end


def make_screen(o: Packed, v: View) -> Screen:
    """Plain options and a plain view (`engine/plain.py`) with names."""
    legal: list[int] = list(moves_in(*_choices(o, v)))
    return Screen(
        game="level10",
        seat=v.seat,
        hand=cards_of(v.hand),
        hands=[],
        moves=[_move(o, v.table, move) for move in legal],
        refused=_refused(o, v, legal) if legal else [],
        told=[_known_counts(o, v, seat) for seat in range(o.players)],
        score=_score(flat(o), flat(v).table) if v.table.phase == OVER else None,
        **_open_to_all(o, v.table),
    )


def final_screen(o: Packed, s: State, screen: Screen) -> Screen:
    """The same with every hand open, once the game is over. Plain options, and a flat state."""
    t = plain(s.table)
    return replace(screen, hands=[_left(o, t, hand) for hand in final_hands(o, s)])


def _left(o: Packed, t: OpenTable, hand: int) -> list[CardLeft]:
    moves = _turn_moves(o, t, hand)
    pause = any(moves >> PAUSE_IN + row & 1 for row in range(o.worlds))
    return [
        CardLeft(name, pause if name == "P" else bool(moves >> read_card(name) & 1))
        for name in cards_of(hand)
    ]


@cache_last
def _open_to_all(o: Packed, t: OpenTable) -> dict[str, Any]:
    """What every viewer of a table sees alike."""
    players, worlds = o.players, o.worlds
    return {
        "phase": PHASES[t.phase],
        "turn": NO_SEAT if t.phase in (DEAL, OVER) else t.seat,
        "worlds": list(WORLDS[:worlds]),
        "columns": o.columns,
        "column": t.column,
        "tops": t.top[:worlds],
        "resets": t.resets[:worlds],
        "open": [bool(t.open >> row & 1) for row in range(worlds)],
        "needs": [
            RowNeed(row, t.top[row], wants_reset(t)) for row in range(worlds) if t.open >> row & 1
        ],
        "reset_here": bool(t.reset_here),
        "pile": t.tail - t.head,
        "cards": t.cards[:players],
        "wishes": [_wishes(o, bits) for bits in t.wishes[:players]],
        "advised": [_wishes(o, bits) for bits in t.advised[:players]],
        "proposed": t.proposed[:players],
        "first": t.first,
        "may_advise": [kind for kind, number in WISHES if _may_address(o, number)],
        "won": bool(t.won),
    }


def _move(o: Packed, t: OpenTable, move: int) -> Move:
    if move < PAUSE_IN:
        return Move(move, "card", card_name(move), move // ROW, loses=loses(t, move // ROW))
    if move < RESET_IN:
        row = move - PAUSE_IN
        return Move(move, "pause", "P", row, loses=loses(t, row))
    if move < ASIDE:
        return Move(move, "reset", None, move - RESET_IN)
    if move < DONE:
        return Move(move, "aside", card_name(move - ASIDE))
    return Move(move, "done") if move == DONE else Move(move, "first", seat=move - FIRST)


def loses(t: OpenTable, row: int) -> bool:
    """R-2: whether a card or a pause there leaves no open row that could take the reset."""
    return not t.reset_here and not t.open & ~(1 << row) & t.stock


def _refused(o: Packed, v: View, legal: list[int]) -> list[WhyNot]:
    t = v.table
    asked: list[int] = [read_card(name) for name in dict.fromkeys(cards_of(v.hand)) if name != "P"]
    if v.hand >> PAUSE:
        asked += [PAUSE_IN + row for row in range(o.worlds)]
    asked += [RESET_IN + row for row in range(o.worlds)]
    if any(move >= ASIDE for move in legal):
        asked = [ASIDE + read_card(name) for name in dict.fromkeys(cards_of(v.hand))]
        if any(move >= FIRST for move in legal):
            asked = []
    refused = []
    for move in asked:
        if move not in legal:
            reason = why_not(o, t, v.hand, move)
            refused.append(
                WhyNot(move_name(move), reason.clause, str(reason), reason.code, reason.values)
            )
    return refused


def _known_counts(o: Packed, v: View, seat: int) -> list[KnownCount]:
    told = v.table.told[seat]
    counts = v.counts[seat]
    return [_known_count(counts[world], told[world]) for world in range(o.worlds)]


@functools.cache
def _known_count(count: int, told: int) -> KnownCount:
    if count != UNKNOWN:
        return KnownCount(count, count)
    if told == UNTOLD:
        return KnownCount(0, None)
    return KnownCount(told % MOST, None if told > UNTOLD else told // MOST)


def _wishes(o: Packed, bits: int) -> list[str]:
    if not bits:
        return []
    play = [WORLDS[world] for world in range(o.worlds) if bits >> world & 1]
    return play + [f"R>{WORLDS[w]}" for w in range(o.worlds) if bits >> (len(WORLDS) + w) & 1]


def _score(o: Packed, t: OpenTable) -> Score:
    placed, bonus = score.counted(o, t), score.bonus(o, t)
    return Score(placed, bonus, bool(score.everything_played(o, t)), t.pauses, placed + bonus)
