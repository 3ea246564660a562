"""What is counted of Luz: of finished games in a simulation, and of rollouts in training."""

from typing import TYPE_CHECKING

from tenluz.engine.compiled import compiled
from tenluz.engine.types import Int64Array, Records
from tenluz.games.luz.rules.apply import ahead_of, total
from tenluz.games.luz.rules.options import LuzOptions, Packed
from tenluz.lab.measures import GameMeasures, Measure
from tenluz.train.game_config import LENGTH, GameConfig, Metric, returned

if TYPE_CHECKING:
    from torch import Tensor

    from tenluz.train.rollout import Rollout

# --- simulation ------------------------------------------------------------------------


def _measures(options: LuzOptions) -> tuple[Measure, ...]:
    seats = tuple(f"seat {seat}" for seat in range(options.players))
    return (
        Measure("mean_scores", "score, mean", seats),
        Measure("win_rates", "games won", seats, share=True),
        Measure("bids_made", "bids made", seats, out_of=options.deals),
    )


@compiled
def _read(o: Packed, states: Records, rows: Int64Array) -> None:
    for number in range(states.shape[0]):
        t = states[number].table
        winner = 0
        for seat in range(o.players):
            if seat > 0 and ahead_of(o, t, seat, winner):
                winner = seat
            made = 0
            for deal in range(o.deals):
                made += t.points[deal, seat] > 0  # Z-13, Z-14: a bid not made costs points
            rows[number, seat] = total(t, seat)
            rows[number, o.players + seat] = 0
            rows[number, 2 * o.players + seat] = made
        rows[number, o.players + winner] = 1


COUNTED = GameMeasures(_measures, _read)

# --- training --------------------------------------------------------------------------


def _made(rollout: "Rollout") -> "tuple[Tensor, Tensor]":
    """Bids: made ones pay, others cost (Z-13 to Z-15), and nothing else does either."""
    return (rollout.reward > 0).sum(), (rollout.reward != 0).sum()


def _metrics(options: LuzOptions, reward: str) -> tuple[Metric, ...]:
    return (
        Metric("bids_made", "bids made", _made, share=True),
        Metric("mean_score", "score of a seat", returned(10.0)),
        LENGTH,
    )


TRAINING = GameConfig(rewards=("points",), together=False, shaped=False, metrics=_metrics)
