"""A view of Level 10 in one line: what an observation is as a string.

Made from plain views (`engine/plain.py`): `public` from a watcher's, `private` from a seat's.
"""

from tenluz.engine.game import WATCHER
from tenluz.games.level10.news import cards_of
from tenluz.games.level10.notation import WORLDS, card_name
from tenluz.games.level10.rules.moves import CHOOSE, DEAL, NO_CARD, OVER
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.view import View
from tenluz.games.level10.screen import PHASES


def _row(names: list[str]) -> str:
    return " ".join(names) or "-"


def public(o: Packed, v: View) -> str:
    """What lies open on the table."""
    t = v.table
    if t.phase == DEAL:
        return "undealt"
    worlds = WORLDS[: o.worlds]
    parts = [
        PHASES[t.phase] + (f" {t.seat}" if t.phase != OVER else " won" if t.won else " lost"),
        f"column {t.column}",
        f"open {_row([w for at, w in enumerate(worlds) if t.open >> at & 1])}",
        f"tops {_row([f'{w}{top}' for w, top in zip(worlds, t.top)])}",
        f"resets {_row([f'{w}{left}' for w, left in zip(worlds, t.resets)])}",
        f"grid {_row(cards_of(t.placed_cards))}",
        f"pauses {t.pauses}",
        f"pile {t.tail - t.head}",
        f"cards {_row([str(size) for size in t.cards[: o.players]])}",
    ]
    if t.reset_here:
        parts.append("reset here")
    if t.pause_here:
        parts.append("pause here")
    if t.tucked:
        parts.append(f"tucked {t.tucked}")
    if t.under:
        parts.append(f"under {_row(cards_of(t.under))}")
    if t.phase == CHOOSE:
        parts.append(f"proposed {_row([str(seat) for seat in t.proposed[: o.players]])}")
    if o.open_counts:
        parts.append("counts " + " | ".join(_counts(o, v, seat) for seat in range(o.players)))
    return ", ".join(parts)


def _counts(o: Packed, v: View, seat: int) -> str:
    return "".join(f"{w}{count}" for w, count in zip(WORLDS, v.counts[seat][: o.worlds]) if count)


def private(o: Packed, v: View) -> str:
    """The seat's own hand, and where the cards are that it knows of by place."""
    if v.seat == WATCHER or v.table.phase == DEAL:
        return ""
    parts = [f"hand {_row(cards_of(v.hand))}"]
    places = enumerate(v.pile[v.table.head : v.table.tail])
    known = [f"{at}:{card_name(card)}" for at, card in places if card != NO_CARD]
    if known:
        parts.append(f"in the pile {_row(known)}")
    for seat in range(o.players):
        if v.seen[seat]:
            parts.append(f"{seat} holds {_row(cards_of(v.seen[seat]))}")
    return ", ".join(parts)
