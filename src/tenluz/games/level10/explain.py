"""Why a move of Level 10 is not legal, in plain words with the clause.

The legal set itself is in rules.py; this file only finds the first reason to tell. Each
reason has a code of its own and the values that its sentence needs: `world`, `card`,
`column` (from 1), `top`, and `what` is about to be played: card, pause or reset.
"""

from typing import Any

from tenluz.engine.errors import NotLegal
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


def why_not(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with this hand, may not make this move."""
    if t.phase == OVER:
        lost = "L-10" if t.cards[t.seat] else "R-3"
        return NotLegal("The game is over", "L-20" if t.won else lost, "over")
    if t.phase == DEAL:
        return NotLegal("The cards have not been dealt yet", "L-4", "not_dealt")
    if t.phase == CHOOSE:
        if move >= FIRST:
            seat = move - FIRST
            return NotLegal(f"There is no seat {seat} at this table", "L-5", "no_seat", seat=seat)
        return NotLegal("First choose together who begins", "L-5", "choose_first")
    if t.phase == TURN:
        return _why_not_turn(o, t, hand, move)
    return _why_not_aside(o, t, hand, move)


def _why_not_turn(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    if move >= FIRST:
        return NotLegal("The first player has been chosen already", "L-5", "first_chosen")
    if move >= ASIDE:
        return NotLegal(
            "Cards are laid aside only after a reset or a pause, while the rules allow it",
            "L-8, L-19" if o.swap_whole_hand else "L-8, L-19, R-11",
            "not_aside_now",
        )
    if move < PAUSE_IN:
        row, kind, what = move // ROW, "card", f"{card_name(move)} cannot be played"
    else:
        row = (move - PAUSE_IN) % (RESET_IN - PAUSE_IN)
        kind = "pause" if move < RESET_IN else "reset"
        what = f"A {kind} cannot go there"
    world, column = WORLD_NAMES[row], t.column + 1
    values: dict[str, Any] = {"what": kind, "world": WORLDS[row], "column": column}
    if kind == "card":
        values["card"] = card_name(move)
    if row >= o.worlds:
        return NotLegal(f"This game has no {world} row", "L-13", "no_such_row", **values)
    if kind == "card" and not hand >> move & 1:
        return NotLegal(f"{card_name(move)} is not in the hand", "L-6", "not_in_hand", **values)
    if kind == "pause" and hand <= LEVEL_BITS:
        return NotLegal("There is no pause in the hand", "L-6", "no_pause", **values)
    if not t.open >> row & 1:
        why = f"the {world} row already has its card in column {column}"
        return NotLegal(f"{what}: {why}", "L-14", "row_filled", **values)
    if kind == "reset" and t.reset_here:
        why = f"column {column} already has its reset"
        return NotLegal(f"{what}: {why}", "L-9", "column_has_reset", **values)
    if kind == "reset":
        why = f"both resets of the {world} row are used"
        return NotLegal(f"{what}: {why}", "L-9", "no_resets_left", **values)
    if not t.reset_here and t.open & (t.open - 1) == 0:
        why = f"column {column} still needs its reset, in this last row"
        return NotLegal(f"{what}: {why}", "L-17", "needs_reset", **values)
    if kind == "card" and move % ROW + 1 < t.top[row]:
        why = f"the {world} row ends with {t.top[row]}, and values may not fall"
        return NotLegal(f"{what}: {why}", "L-15", "values_fall", **values, top=t.top[row])
    if kind == "pause" and o.one_pause_per_column and t.pause_here:
        why = f"column {column} already has a pause"
        return NotLegal(f"{what}: {why}", "R-7", "column_has_pause", **values)
    why = "the row left open would have no reset for the column"
    return NotLegal(f"{what}: {why}", "R-2", "dead_end", **values)


def _why_not_aside(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    clause = "L-8" if t.phase == SWAP else "L-19"
    if not ASIDE <= move < DONE:
        now = "tuck cards" if t.phase == SWAP else "lay a card under the pause"
        code = "finish_swap" if t.phase == SWAP else "finish_pause"
        return NotLegal(f"The turn is not finished: {now}, or say done", clause, code)
    name = card_name(move - ASIDE)
    held = hand >> (move - ASIDE)
    if t.phase == SWAP or held == 0 or (move - ASIDE < PAUSE and not held & 1):
        return NotLegal(f"{name} is not in the hand", clause, "not_in_hand", card=name)
    world = WORLD_NAMES[t.pause_row]
    why = f"Only a level card of the {world} world goes under this pause"
    return NotLegal(why, "L-19", "other_world", card=name, world=WORLDS[t.pause_row])


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


def why_not_say(reason: int) -> NotLegal:
    """The reason why a statement may not be made."""
    return NotLegal(*TALK_REASONS[reason])
