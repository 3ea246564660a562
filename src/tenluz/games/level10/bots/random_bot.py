"""The bot `random` for Level 10: any legal move, all as likely; agrees on who begins."""

from tenluz.engine import dice
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick
from tenluz.engine.types import Dice
from tenluz.games.level10.bots.agree import agree
from tenluz.games.level10.rules.moves import CHOOSE
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View, choices


@compiled
def choose(o: Packed, v: View, rolls: Dice) -> int:
    """A move for the view's seat."""
    if v.table.phase == CHOOSE:
        return agree(o, v, dice.below(rolls, o.players))
    low, high = choices(o, v)
    return pick(low, high, rolls)
