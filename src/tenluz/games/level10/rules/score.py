"""The score of Level 10 with its parts (L-21 and the rulings R-4, R-5, R-6)."""

from tenluz.engine import bits
from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.options import MOST_PAUSES, NO_CARD_UNDER_PAUSE, WON, Packed
from tenluz.games.level10.rules.state import OpenTable, State

USUAL = (0, 5, 20, 40)
FULL = (0, 10, 30, 50)


@compiled
def counted(o: Packed, t: OpenTable) -> int:
    """The cards in the grid that count; a pause does where R-6 says so."""
    return t.placed if o.pause_scores else t.placed - t.pauses


@compiled
def everything_played(o: Packed, t: OpenTable) -> bool:
    """R-4: what the full bonus asks for. A lost game never has it."""
    if not t.won:
        return False
    if o.full_bonus == WON:
        return True
    if o.full_bonus == NO_CARD_UNDER_PAUSE:
        return t.under == 0
    return bits.size(t.placed_cards) == o.worlds * o.values


@compiled
def bonus(o: Packed, t: OpenTable) -> int:
    """For the pauses not played; those in the box count too (R-5)."""
    unplayed = (MOST_PAUSES if o.box_pauses else o.pauses) - t.pauses
    if everything_played(o, t):
        return FULL[unplayed]
    return USUAL[unplayed]


@compiled
def total(o: Packed, s: State, seat: int) -> int:
    """The score, which is everybody's."""
    return counted(o, s.table) + bonus(o, s.table)
