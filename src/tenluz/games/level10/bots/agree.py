"""How bots choose the first player together (L-5): somebody proposes, the others agree."""

from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.moves import FIRST, NO_SEAT
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View


@compiled
def agree(o: Packed, v: View, own: int) -> int:
    """Propose what the seat before proposed, the latest word; without one, `own`.

    So the last word of a person goes once around the table and stands.
    """
    before = v.table.proposed[(v.seat + o.players - 1) % o.players]
    return FIRST + (own if before == NO_SEAT else before)
