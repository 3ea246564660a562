"""Why a move of Level 10 is a good one, for a hint: a code, and the values of its sentence.

Made from the view of the seat that would move, and from the move alone. It does not ask how the bot
found it: it names the best that can be said of it, in the order in which a player would. The
sentences are in the game's words, `hint.` and the code.
"""

from collections.abc import Mapping

from tenluz.bots.bot import Why
from tenluz.engine import bits
from tenluz.engine.game import moves_in
from tenluz.games.level10.bots.position import Row, after, position_of, row_of
from tenluz.games.level10.bots.said_moves import left_to_others, named
from tenluz.games.level10.notation import card_name
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    FIRST,
    LEVEL_BITS,
    NO_SEAT,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View

# Every code, what it says in English, and the values that come along.
REASONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "agrees": ("It is what was proposed last: if all agree, the game begins.", ()),
    "you_start": ("You hold {count} cards of value 1, which are good to begin with.", ("count",)),
    "you_may": ("Nobody is known to have better cards to begin with.", ()),
    "they_start": ("That player is more likely to hold a good card to begin with.", ()),
    "only": ("There is no other move.", ()),
    "wins": ("It fills the grid.", ()),
    "as_said": ("You said that you would.", ()),
    "as_advised": ("You were advised to, and it is a good move.", ()),
    "leaves": ("It leaves to the others what they have asked for.", ()),
    "lowest": ("It is the lowest card that its row can still take: nothing is skipped.", ()),
    "completes": ("It completes the column.", ()),
    "least": ("It skips {count} cards of its row; your others would skip as many.", ("count",)),
    "skips": ("It skips {count} cards of its row; looking ahead, it does least harm.", ("count",)),
    "pause_only": ("None of your level cards fits, and a pause fits everywhere.", ()),
    "pause": ("A pause skips no card of the row.", ()),
    "reset_only": ("None of your cards fits, and the column still needs its reset.", ()),
    "reset_end": ("No card can follow in this row any more; only a reset opens it again.", ()),
    "reset_back": ("It brings {count} skipped cards of this row back into play.", ("count",)),
    "reset": ("Every column needs a reset, and this row can best take it now.", ()),
    "tuck_dead": ("{card} can no longer be played: you may draw a better one.", ("card",)),
    "tuck_late": ("{card} will not be wanted for a while: you may draw a better one.", ("card",)),
    "keep": ("The cards in your hand are worth more than unknown ones.", ()),
    "under": ("{card} will not be missed.", ("card",)),
    "keep_under": ("What would go there is still needed.", ()),
}


def explain(o: Packed, v: View, move: int) -> Why:
    """Why a player on turn might make this move."""
    code, values = _reason(o, v, int(move))
    text = REASONS[code][0].format(**values)
    return Why(text, code, values)


def _reason(o: Packed, v: View, move: int) -> tuple[str, dict[str, str | int]]:
    phase = v.table.phase
    if phase == CHOOSE:
        return _first(o, v, move - FIRST)
    if phase == TURN:
        return _turn(o, v, move)
    return _aside(o, v, move, under=phase == UNDER)


def _first(o: Packed, v: View, seat: int) -> tuple[str, dict[str, str | int]]:
    """L-5."""
    before = v.table.proposed[(v.seat + o.players - 1) % o.players]
    if before != NO_SEAT and before == seat:
        return "agrees", {}
    if seat != v.seat:
        return "they_start", {}
    ones = sum(int(v.hand) >> (row * ROW) & 1 for row in range(o.worlds))
    return ("you_start", {"count": ones}) if ones else ("you_may", {})


def _turn(o: Packed, v: View, move: int) -> tuple[str, dict[str, str | int]]:
    t, legal = v.table, int(v.legal)
    if legal == 1 << move:
        return "only", {}
    p = position_of(o, v)
    q = after(o, v, p, move)
    if q.column == o.columns:
        return "wins", {}
    if int(named(t.wishes[v.seat])) >> move & 1:
        return "as_said", {}
    if int(named(t.advised[v.seat])) >> move & 1:
        return "as_advised", {}
    taken = int(left_to_others(o, v)) & legal
    if taken and not taken >> move & 1:
        return "leaves", {}
    levels = legal & LEVEL_BITS
    if move >= RESET_IN:
        return _reset(row_of(o, p, move - RESET_IN), levels)
    if move >= PAUSE_IN:
        return ("pause" if levels else "pause_only"), {}
    skipped = _skipped(o, v, move)
    if skipped == 0:
        return "lowest", {}
    if q.column > p.column:
        return "completes", {}
    least = min(_skipped(o, v, card) for card in moves_in(levels, 0))
    return ("least" if skipped == least else "skips"), {"count": skipped}


def _reset(it: Row, levels: int) -> tuple[str, dict[str, str | int]]:
    """L-17."""
    if levels == 0:
        return "reset_only", {}
    if it.ahead == 0:
        return "reset_end", {}
    if it.buried:
        return "reset_back", {"count": int(it.buried)}
    return "reset", {}


def _skipped(o: Packed, v: View, card: int) -> int:
    """How many unplayed cards of its row a card buries."""
    it = row_of(o, position_of(o, v), card // ROW)
    return int(bits.size(it.ahead & ((1 << (card % ROW)) - 1)))


def _aside(o: Packed, v: View, move: int, *, under: bool) -> tuple[str, dict[str, str | int]]:
    """L-8, L-19."""
    if move == DONE:
        return ("keep_under" if under and v.legal & LEVEL_BITS else "keep"), {}
    card = move - ASIDE
    name: dict[str, str | int] = {"card": card_name(card)}
    if under:
        return "under", name
    if card == PAUSE:
        return "tuck_late", name
    it = row_of(o, position_of(o, v), card // ROW)
    dead = not int(it.ahead) >> (card % ROW) & 1 and it.resets == 0
    return ("tuck_dead" if dead else "tuck_late"), name
