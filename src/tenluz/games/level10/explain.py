"""Why a move of Level 10 is not legal, in plain words with the clause.

The legal set itself is in rules.py; this file only finds the first reason to tell.
"""

from typing import Any

from tenluz.games.errors import NotLegal
from tenluz.games.level10 import talk
from tenluz.games.level10.moves import (
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
from tenluz.games.level10.notation import WORLD_NAMES, card_name


def why_not(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    """The reason why the seat on turn, with this hand, may not make this move."""
    if t.phase == OVER:
        lost = "L-10" if t.cards[t.seat] else "R-3"
        return NotLegal("The game is over", "L-20" if t.won else lost)
    if t.phase == DEAL:
        return NotLegal("The cards have not been dealt yet", "L-4")
    if t.phase == CHOOSE:
        if move >= FIRST:
            return NotLegal(f"There is no seat {move - FIRST} at this table", "L-5")
        return NotLegal("First choose together who begins", "L-5")
    if t.phase == TURN:
        return _why_not_turn(o, t, hand, move)
    return _why_not_aside(o, t, hand, move)


def _why_not_turn(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    if move >= FIRST:
        return NotLegal("The first player has been chosen already", "L-5")
    if move >= ASIDE:
        return NotLegal(
            "Cards are laid aside only after a reset or a pause, while the rules allow it",
            "L-8, L-19" if o.swap_whole_hand else "L-8, L-19, R-11",
        )
    if move < PAUSE_IN:
        row, what = move // ROW, f"{card_name(move)} cannot be played"
    else:
        row = (move - PAUSE_IN) % (RESET_IN - PAUSE_IN)
        what = "A pause cannot go there" if move < RESET_IN else "A reset cannot go there"
    if row >= o.worlds:
        return NotLegal(f"This game has no {WORLD_NAMES[row]} row", "L-13")
    if move < PAUSE_IN and not hand >> move & 1:
        return NotLegal(f"{card_name(move)} is not in the hand", "L-6")
    if PAUSE_IN <= move < RESET_IN and hand <= LEVEL_BITS:
        return NotLegal("There is no pause in the hand", "L-6")
    world = WORLD_NAMES[row]
    if not t.open >> row & 1:
        return NotLegal(
            f"{what}: the {world} row already has its card in column {t.column + 1}", "L-14"
        )
    if move >= RESET_IN:
        if t.reset_here:
            return NotLegal(f"{what}: column {t.column + 1} already has its reset", "L-9")
        return NotLegal(f"{what}: both resets of the {world} row are used", "L-9")
    if not t.reset_here and t.open & (t.open - 1) == 0:
        return NotLegal(
            f"{what}: column {t.column + 1} still needs its reset, in this last row", "L-17"
        )
    if move < PAUSE_IN and move % ROW + 1 < t.top[row]:
        return NotLegal(
            f"{what}: the {world} row ends with {t.top[row]}, and values may not fall", "L-15"
        )
    if move >= PAUSE_IN and o.one_pause_per_column and t.pause_here:
        return NotLegal(f"{what}: column {t.column + 1} already has a pause", "R-7")
    return NotLegal(f"{what}: the row left open would have no reset for the column", "R-2")


def _why_not_aside(o: Any, t: Any, hand: int, move: int) -> NotLegal:
    if not ASIDE <= move < DONE:
        now = "tuck cards" if t.phase == SWAP else "lay a card under the pause"
        return NotLegal(
            f"The turn is not finished: {now}, or say done", "L-8" if t.phase == SWAP else "L-19"
        )
    if t.phase == SWAP:
        return NotLegal(f"{card_name(move - ASIDE)} is not in the hand", "L-8")
    held = hand >> (move - ASIDE)
    if held == 0 or (move - ASIDE < PAUSE and not held & 1):
        return NotLegal(f"{card_name(move - ASIDE)} is not in the hand", "L-19")
    world = WORLD_NAMES[t.pause_row]
    return NotLegal(f"Only a level card of the {world} world goes under this pause", "L-19")


TALK_REASONS = {
    talk.NOT_NOW: ("Talk is open from the first look at the hands to the end of the game", "L-22"),
    talk.NO_SUCH_WORLD: ("There is no such world in this game", "L-22"),
    talk.NOT_TRUE: ("A count must be true", "L-22"),
    talk.NOT_TO_OTHERS: (
        "Only the edition `ru` lets players advise others, and never about counts",
        "L-23",
    ),
    talk.NO_SUCH_SEAT: ("There is no such seat to speak to", "L-23"),
}


def why_not_say(reason: int) -> NotLegal:
    """The reason why a statement may not be made."""
    return NotLegal(*TALK_REASONS[reason])
