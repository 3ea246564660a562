"""The score of Level 10 with its parts, in words (L-21, R-4, R-5, R-6)."""

from tenluz.engine.game import OVER
from tenluz.games.level10.rules import score as rules
from tenluz.games.level10.rules.options import (
    ALL_LEVEL_CARDS,
    MOST_PAUSES,
    NO_CARD_UNDER_PAUSE,
    WON,
)
from tenluz.games.level10.rules.score import highest_score
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import number_of


def score(table_view: TableView) -> list[str]:
    """Cards in the grid, pauses, bonus and why, total."""
    o, t = table_view.packed, table_view.view.table
    resets = o.worlds * o.resets - sum(t.resets[row] for row in range(o.worlds))
    levels = t.placed - resets - t.pauses
    lines = [
        f"Cards in the grid: {t.placed} of {o.worlds * o.columns} "
        f"({number_of(levels, 'level card')}, {number_of(resets, 'reset')}, "
        f"{number_of(t.pauses, 'pause')}).",
    ]
    counted, bonus = rules.counted(o, t), rules.bonus(o, t)
    if t.pauses:
        do = "count" if o.pause_scores else "do not count"
        lines.append(f"Pauses in the grid {do} in this game (R-6): {counted} points.")
    else:
        lines.append(f"They count {counted} points.")
    lines.append(_bonus(table_view, bonus))
    if t.phase == OVER:
        most = highest_score(o)
        comment = ". Above 50 is very good, 100 is for the few (L-21)" if most == 100 else ""
        lines.append(
            f"Score: {counted} + {bonus} = {counted + bonus}, of {most} at the most{comment}."
        )
    else:
        lines.append(f"Score so far: {counted} + {bonus} = {counted + bonus}.")
    return lines


def _bonus(table_view: TableView, bonus: int) -> str:
    o, t = table_view.packed, table_view.view.table
    box = MOST_PAUSES - o.pauses if o.box_pauses else 0
    unplayed = o.pauses - t.pauses + box
    pauses = number_of(unplayed, "pause") + " not played"
    if box:
        pauses += f", {'' if box == unplayed else f'{box} of them '}in the box (R-5)"
    if unplayed == 0:
        return "Bonus: 0, because every pause was played."
    levels = f"all {o.worlds * o.values} level cards"
    if rules.everything_played(o, t):
        because = {
            WON: "the game is won",
            NO_CARD_UNDER_PAUSE: "no card lies under a pause",
            ALL_LEVEL_CARDS: f"{levels} are in the grid",
        }
        why = f"the full one, because {because[int(o.full_bonus)]}"
    elif t.phase == OVER and t.won:
        under = o.full_bonus == NO_CARD_UNDER_PAUSE
        because_not = "a card lies under a pause" if under else f"not {levels} are in the grid"
        why = f"the usual one, because {because_not}"
    elif t.phase == OVER:
        why = "the usual one, because the game is lost"
    else:
        also = {
            WON: "",
            NO_CARD_UNDER_PAUSE: " with no card under a pause",
            ALL_LEVEL_CARDS: f" with {levels} in the grid",
        }
        why = f"more for a game won{also[int(o.full_bonus)]}"
    return f"Bonus: {bonus} for {pauses}; {why} (R-4)."
