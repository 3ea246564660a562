"""The score of Level 10 with its parts, in words (L-21, R-4, R-5, R-6)."""

from tenluz.engine.game import OVER
from tenluz.games.level10.rules import score as rules
from tenluz.games.level10.rules.options import MOST_PAUSES
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
        lines.append(f"Pauses in the grid {do} in this edition (R-6): {counted} points.")
    else:
        lines.append(f"They count {counted} points.")
    lines.append(_bonus(table_view, bonus))
    if t.phase == OVER:
        lines.append(f"Score: {counted} + {bonus} = {counted + bonus}, of 100 at the most.")
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
    if rules.everything_played(o, t):
        why = (
            "no card lies under a pause"
            if o.full_bonus
            else f"all {o.worlds * o.values} level cards are in the grid"
        )
        return f"Bonus: {bonus} for {pauses}; the full one, because {why} (R-4)."
    if t.phase == OVER:
        return (
            f"Bonus: {bonus} for {pauses}; the usual one, because not everything was played (R-4)."
        )
    return f"Bonus: {bonus} for {pauses}; more when everything is played (R-4)."
