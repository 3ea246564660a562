"""The bot `random` for Level 10: any legal move, all as likely. And how bots choose the first
player together (L-5), which `rules` does in the same way: somebody proposes, the others agree."""

from tenluz.engine import dice
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick
from tenluz.engine.types import Dice
from tenluz.games.level10.rules.moves import CHOOSE, FIRST, NO_SEAT
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View, choices


@compiled
def agree(o: Packed, v: View, own: int) -> int:
    """Propose what the seat before proposed, the latest word; without one, `own`.

    So the last word of a person goes once around the table and stands.
    """
    before = v.table.proposed[(v.seat + o.players - 1) % o.players]
    return FIRST + (own if before == NO_SEAT else before)


@compiled
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat."""
    if v.table.phase == CHOOSE:
        return agree(o, v, dice.below(rolls, o.players))
    low, high = choices(o, v)
    return pick(low, high, rolls)
