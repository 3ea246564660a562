"""Why a move of Level 10 is not legal, in plain words with the clause.

The legal set itself is in rules/legal.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs (REASONS, at the end):
`world`, `card`, `column` (from 1), `top`, and `what` is about to be played: card, pause or
reset.
"""

from tenluz.engine.errors import NotLegal, declared
from tenluz.engine.types import JsonObject
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS, card_name
from tenluz.games.level10.rules import talk
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    LEVEL_BITS,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import OpenTable


def why_not(o: Packed, t: OpenTable, hand: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with this hand, may not make this move."""
    if t.phase == OVER:
        lost = "L-10" if t.cards[t.seat] else "R-3"
        return REASONS["over"].error("The game is over", clause="L-20" if t.won else lost)
    if t.phase == DEAL:
        return REASONS["not_dealt"].error("The cards have not been dealt yet")
    if t.phase == CHOOSE:
        if move >= FIRST:
            seat = move - FIRST
            return REASONS["no_seat"].error(f"There is no seat {seat} at this table", seat=seat)
        return REASONS["choose_first"].error("First choose together who begins")
    if t.phase == TURN:
        return _why_not_turn(o, t, hand, move)
    return _why_not_aside(o, t, hand, move)


def wants_reset(t: OpenTable) -> bool:
    """L-17: whether the one row still open takes nothing but the column's reset."""
    return bool(not t.reset_here and t.open & (t.open - 1) == 0)


def _why_not_turn(o: Packed, t: OpenTable, hand: int, move: int) -> NotLegal:
    if move >= FIRST:
        return REASONS["first_chosen"].error("The first player has been chosen already")
    if move >= ASIDE:
        return REASONS["not_aside_now"].error(
            "Cards are laid aside only after a reset or a pause, while the rules allow it",
            clause="L-8, L-19" if o.swap_whole_hand else "L-8, L-19, R-11",
        )
    if move < PAUSE_IN:
        row, kind, what = move // ROW, "card", f"{card_name(move)} cannot be played"
    else:
        row = (move - PAUSE_IN) % (RESET_IN - PAUSE_IN)
        kind = "pause" if move < RESET_IN else "reset"
        what = f"A {kind} cannot go there"
    world, column = WORLD_NAMES[row], t.column + 1
    values: JsonObject = {"what": kind, "world": WORLDS[row], "column": column}
    if kind == "card":
        values["card"] = card_name(move)
    if row >= o.worlds:
        return REASONS["no_such_row"].error(f"This game has no {world} row", **values)
    if kind == "card" and not hand >> move & 1:
        why = f"{card_name(move)} is not in the hand"
        return REASONS["not_in_hand"].error(why, clause="L-6", **values)
    if kind == "pause" and hand <= LEVEL_BITS:
        return REASONS["no_pause"].error("There is no pause in the hand", **values)
    if not t.open >> row & 1:
        why = f"the {world} row already has its card in column {column}"
        return REASONS["row_filled"].error(f"{what}: {why}", **values)
    if kind == "reset" and t.reset_here:
        why = f"column {column} already has its reset"
        return REASONS["column_has_reset"].error(f"{what}: {why}", **values)
    if kind == "reset":
        why = f"both resets of the {world} row are used"
        return REASONS["no_resets_left"].error(f"{what}: {why}", **values)
    if wants_reset(t):
        why = f"column {column} still needs its reset, in this last row"
        return REASONS["needs_reset"].error(f"{what}: {why}", **values)
    if kind == "card" and move % ROW + 1 < t.top[row]:
        why = f"the {world} row ends with {t.top[row]}, and values may not fall"
        return REASONS["values_fall"].error(f"{what}: {why}", **values, top=t.top[row])
    if kind == "pause" and o.one_pause_per_column and t.pause_here:
        why = f"column {column} already has a pause"
        return REASONS["column_has_pause"].error(f"{what}: {why}", **values)
    why = "the row left open would have no reset for the column"
    return REASONS["dead_end"].error(f"{what}: {why}", **values)


def _why_not_aside(o: Packed, t: OpenTable, hand: int, move: int) -> NotLegal:
    clause = "L-8" if t.phase == SWAP else "L-19"
    if not ASIDE <= move < DONE:
        now = "tuck cards" if t.phase == SWAP else "lay a card under the pause"
        reason = REASONS["finish_swap" if t.phase == SWAP else "finish_pause"]
        return reason.error(f"The turn is not finished: {now}, or say done")
    name = card_name(move - ASIDE)
    held = hand >> (move - ASIDE)
    if t.phase == SWAP or held == 0 or (move - ASIDE < PAUSE and not held & 1):
        return REASONS["not_in_hand"].error(f"{name} is not in the hand", clause=clause, card=name)
    world = WORLD_NAMES[t.pause_row]
    why = f"Only a level card of the {world} world goes under this pause"
    return REASONS["other_world"].error(why, card=name, world=WORLDS[t.pause_row])


TALK_REASONS = {
    talk.NOT_NOW: (
        "Talk is open from the first look at the hands to the end of the game",
        "L-22",
        "talk_closed",
    ),
    talk.NO_SUCH_WORLD: ("There is no such world in this game", "L-22", "no_such_world"),
    talk.NOT_TRUE: ("A count must be true", "L-22", "not_true"),
    talk.COUNT_TO_OTHERS: (
        "A count is for everybody: only a wish may be meant for somebody else",
        "L-23",
        "not_to_others",
    ),
    talk.CARD_TO_OTHERS: (
        "At this table others may be advised where to reset, not what to play",
        "R-13",
        "not_to_others",
    ),
    talk.NOTHING_TO_OTHERS: (
        "At this table nobody is advised: a wish is for the speaker's own turn",
        "R-13",
        "not_to_others",
    ),
    talk.NO_SUCH_SEAT: ("There is no such seat to speak to", "L-23", "no_such_seat"),
}

ABOUT_A_CELL = ("what", "world", "column")

REASONS = declared(
    NotLegal,
    ("not_your_turn", "L-5", "seat"),
    ("over", "L-10, L-20, R-3"),
    ("not_dealt", "L-4"),
    ("no_seat", "L-5", "seat"),
    ("choose_first", "L-5"),
    ("first_chosen", "L-5"),
    ("not_aside_now", "L-8, L-19, R-11"),
    ("no_such_row", "L-13", *ABOUT_A_CELL),
    ("not_in_hand", "L-6, L-8, L-19", "card"),
    ("no_pause", "L-6", *ABOUT_A_CELL),
    ("row_filled", "L-14", *ABOUT_A_CELL),
    ("column_has_reset", "L-9", *ABOUT_A_CELL),
    ("no_resets_left", "L-9", *ABOUT_A_CELL),
    ("needs_reset", "L-17", *ABOUT_A_CELL),
    ("values_fall", "L-15", *ABOUT_A_CELL, "card", "top"),
    ("column_has_pause", "R-7", *ABOUT_A_CELL),
    ("dead_end", "R-2", *ABOUT_A_CELL),
    ("finish_swap", "L-8"),
    ("finish_pause", "L-19"),
    ("other_world", "L-19", "card", "world"),
    *((code, clause) for _, clause, code in TALK_REASONS.values()),
)


def why_not_say(reason: int) -> NotLegal:
    """The reason why a statement may not be made."""
    text, clause, code = TALK_REASONS[reason]
    return REASONS[code].error(text, clause=clause)
