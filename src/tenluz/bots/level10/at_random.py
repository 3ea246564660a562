"""The bot `random` for Level 10: any legal move, all as likely; agrees on who begins."""

from typing import Any

from tenluz.bots.level10.agree import agree
from tenluz.bots.pick import pick
from tenluz.games import dice
from tenluz.games.compiled import compiled
from tenluz.games.level10.moves import CHOOSE
from tenluz.games.level10.view import choices


@compiled
def choose(o: Any, v: Any, rolls: Any) -> int:
    """A move for the view's seat."""
    if v.table.phase == CHOOSE:
        return agree(o, v, dice.below(rolls, o.players))
    low, high = choices(o, v)
    return pick(low, high, rolls)
