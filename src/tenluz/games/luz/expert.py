"""How Luz's expert is trained: what a critic sees besides, what is paid, at which tables, and which
strangers it meets there."""

from typing import Any

from tenluz.bots.expert_game import ExpertGame, Piece
from tenluz.bots.expert_rows import fill_up
from tenluz.engine import bits
from tenluz.engine.compiled import compiled, record
from tenluz.engine.dice import below, uniform
from tenluz.engine.types import Dice, Int8Array
from tenluz.games.luz.bots.expert_view import VIEW
from tenluz.games.luz.bots.rules_bot import choose_in
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR
from tenluz.games.luz.rules.options import (
    MOST_COLOURS,
    MOST_HAND,
    MOST_SEATS,
    MOST_VALUES,
    Packed,
)
from tenluz.games.luz.rules.state import State
from tenluz.games.luz.rules.view import View

HIDDEN = 16  # for each colour: its values, and zeros

RULES, SLIPPING, OLDER = 1, 2, 3  # kinds of strangers
SLIP = 0.15  # how often the second kind makes any move
ROOM = record(
    [
        ("chance", "<f8", (MOST_HAND, MOST_VALUES)),
        ("strength", "<f8", (MOST_HAND,)),
        ("others", "<i8", (MOST_SEATS,)),
    ]
)


@compiled
def write_hidden(o: Packed, s: State, kinds: Int8Array, out: Int8Array) -> None:
    """What a critic sees besides: the own cards of the seat on turn that are still in hand."""
    seat = s.table.seat
    fill_up(out, 0, MOST_COLOURS * HIDDEN)
    for place in range(o.hand):
        if s.hands.held[seat] >> place & 1:
            card = s.hands.card[seat, place]
            out[card // COLOUR * HIDDEN + card % COLOUR] = 1


@compiled
def worth(o: Packed, s: State, seat: int) -> float:
    """The points of the deals so far, each as a share of what its bid pays: all weigh the same."""
    found = 0.0
    for deal in range(s.table.deal):
        found += s.table.points[deal, seat] / (10.0 * (deal + 1))
    return found


@compiled
def succeeded(o: Packed, s: State) -> bool:
    """For the figures: whether the first seat made its bid in the last deal."""
    return s.table.points[s.table.deal - 1, 0] > 0


@compiled
def stranger(kind: int, o: Packed, v: View, rolls: Dice, room: Any) -> int:
    """The bot `rules`, and one who now and then does anything else."""
    if kind == SLIPPING and uniform(rolls) < SLIP:
        return bits.nth(v.legal, below(rolls, bits.size(v.legal)))
    return choose_in(o, v, room.chance, room.others, room.strength)


@compiled
def narrow(o: Packed, v: View, low: int, high: int) -> tuple[int, int]:
    """Bids without a safety bead: who is bad at it takes one always, and never gets better."""
    if v.table.phase == BID:
        without = low & ((1 << BID_SAFE) - 1)
        if without:
            return without, high
    return low, high


def variants() -> list[tuple[dict[str, object], int]]:
    """The tables that are learnt, and how often each is played."""
    found: list[tuple[dict[str, object], int]] = []
    for players, times in {3: 3, 4: 4, 5: 4}.items():
        found.append(({"players": players}, 5 * times))
        found.append(({"players": players, "bead_limit": True}, times))
    return found


RECIPE = (
    Piece(9.3, {"strangers": 0.5, "minibatches": 16, "narrow": 1.0}),
    Piece(3.6, {"strangers": 0.5, "minibatches": 32}, decay=0.05),
    Piece(9.0, {"strangers": 0.8, "alone": 0.6, "minibatches": 32}, decay=0.05),
)

EXPERT = ExpertGame(
    view=VIEW,
    hidden=HIDDEN,
    guesses=MOST_VALUES,
    write_hidden=write_hidden,
    worth=worth,
    succeeded=succeeded,
    variants=variants,
    recipe=RECIPE,
    together=False,
    apart=True,
    strangers=SLIPPING,
    meets=(RULES, RULES, RULES, SLIPPING, OLDER),
    stranger=stranger,
    room=ROOM,
    narrow=narrow,
)
