"""How Level 10's expert is trained: what a critic sees besides, what is paid, at which tables, and
which strangers it meets there."""

from typing import Any, cast

from tenluz.bots.expert_game import ExpertGame, Piece
from tenluz.bots.expert_rows import fill_up, put
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick, uniform
from tenluz.engine.types import Dice, Int8Array
from tenluz.envs.bit_writer import seat_after
from tenluz.games.level10.bots import rules_bot
from tenluz.games.level10.bots.expert_view import VIEW
from tenluz.games.level10.rules.moves import NO_CARD, OVER, ROW
from tenluz.games.level10.rules.options import MOST_SEATS, MOST_WORLDS, Packed
from tenluz.games.level10.rules.state import State
from tenluz.games.level10.rules.view import View, choices

HIDDEN = 72  # for each world, filled up to a multiple of eight
OTHERS = MOST_SEATS - 1
COMING = 4  # cards of the pile that a critic sees
CARD_PAYS, WIN_PAYS = 1 / 150, 2 / 3  # fifty cells and a win make 1

RULES, SLIPPING, OLDER = 1, 2, 3  # kinds of strangers
SLIP = 0.15  # how often the second kind makes any move


@compiled
def write_hidden(o: Packed, s: State, kinds: Int8Array, out: Int8Array) -> None:
    """What a critic sees besides: the other hands from the seat on turn on, the next cards, and
    where strangers sit: beside them the same cards are worth less."""
    t = s.table
    for world in range(MOST_WORLDS):
        at = world * HIDDEN
        row = world * ROW
        for steps in range(1, MOST_SEATS):
            hand = s.hands[seat_after(o, t.seat, steps)] if steps < o.players else 0
            at = put(out, at, hand >> row, ROW)
        for ahead in range(COMING):
            place = t.head + ahead
            card = s.pile[place] if place < t.tail else NO_CARD
            at = put(out, at, 1 << (card - row) if row <= card < row + ROW else 0, ROW)
        for steps in range(MOST_SEATS):
            strange = steps < o.players and kinds[seat_after(o, t.seat, steps)] != 0
            at = put(out, at, 1 if strange else 0, 1)
        fill_up(out, at, (world + 1) * HIDDEN)


@compiled
def worth(o: Packed, s: State, seat: int) -> float:
    """What a game is worth so far: to all the same."""
    found = CARD_PAYS * s.table.placed
    if s.table.phase == OVER and s.table.won:
        found += WIN_PAYS
    return found


@compiled
def succeeded(o: Packed, s: State) -> bool:
    """Whether a game that is over was won."""
    return s.table.won == 1


@compiled
def stranger(kind: int, o: Packed, v: View, rolls: Dice, room: Any) -> int:
    """The bot `rules`, and one who now and then does anything else."""
    if kind == SLIPPING and uniform(rolls) < SLIP:
        low, high = choices(o, v)
        return pick(low, high, rolls)
    return rules_bot.choose(o, v, rolls)


def variants() -> list[tuple[dict[str, object], int]]:
    """The tables that are learnt, and how often each is played. The deal says who begins, and
    counts lie open, as among players who tell them (L-22)."""
    agreed = {"first_player": "dealt", "open_counts": True, "advice": "none"}
    times_of = {1: 4, 2: 3, 3: 6, 4: 9, 5: 10}
    found: list[tuple[dict[str, object], int]] = []
    for players, times in times_of.items():
        tables: list[tuple[dict[str, object], int]] = [
            ({"pauses": 0}, 3 * times),
            ({"pauses": 1}, times),
            ({"pauses": 2}, times),
            ({"pauses": 3}, times),
            ({"pauses": 0, "last_reset": "lost"}, times),
            ({"pauses": 2, "edition": "ru"}, 1),
            ({"pauses": 2, "one_pause_per_column": True, "box_pauses": False}, 1),
            ({"pauses": 1, "dead_end": "illegal", "extra_turn": "last_seat"}, 1),
            ({"pauses": 0, "swap_whole_hand": False}, 1),
        ]
        found += [({"players": players, **given, **agreed}, often) for given, often in tables]
    return found


def hard(given: dict[str, object]) -> int:
    """Without pauses, as printed: five players are the hardest."""
    if given["pauses"] != 0 or "last_reset" in given or "swap_whole_hand" in given:
        return 0
    return {1: 2, 3: 1, 4: 3, 5: 8}.get(cast(int, given["players"]), 0)


RECIPE = (
    Piece(4.5),
    Piece(8.9, {"minibatches": 32}),
    Piece(9.0, {"minibatches": 32}, decay=0.03),
    Piece(8.6, {"minibatches": 32, "learning_rate": 0.0003, "entropy_coef": 0.004}, decay=0.03),
)

EXPERT = ExpertGame(
    view=VIEW,
    hidden=HIDDEN,
    guesses=OTHERS * ROW,
    write_hidden=write_hidden,
    worth=worth,
    succeeded=succeeded,
    variants=variants,
    hard=hard,
    recipe=RECIPE,
    together=True,
    strangers=SLIPPING,
    meets=(RULES, RULES, SLIPPING, OLDER),
    stranger=stranger,
)
