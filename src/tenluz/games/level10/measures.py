"""What is counted of Level 10: of finished games in a simulation, and of rollouts in training."""

from tenluz.engine.compiled import compiled
from tenluz.engine.types import Int64Array, Records
from tenluz.games.level10.rules import score
from tenluz.games.level10.rules.options import Level10Options, Packed
from tenluz.games.level10.rules.score import highest_score
from tenluz.lab.measures import GameMeasures, Measure
from tenluz.train.game_config import FULL, LENGTH, GameConfig, Metric, returned

# --- simulation ------------------------------------------------------------------------


def _measures(options: Level10Options) -> tuple[Measure, ...]:
    columns = tuple(str(column) for column in range(options.columns + 1))
    return (
        Measure("win_rate", "games won", share=True),
        Measure("mean_placed", "cards placed, mean"),
        Measure("mean_score", "score, mean"),
        Measure("columns", "columns completed", columns, share=True),
    )


@compiled
def _read(o: Packed, states: Records, rows: Int64Array) -> None:
    for number in range(states.shape[0]):
        t = states[number].table
        rows[number, 0] = t.won
        rows[number, 1] = score.counted(o, t)
        rows[number, 2] = score.total(o, states[number], 0)
        for column in range(o.columns + 1):
            rows[number, 3 + column] = t.column == column


# Bots in a simulation do not talk, and players may tell their counts at any time (L-22).
COUNTED = GameMeasures(
    _measures,
    _read,
    {"open_counts": True},
    {"open_counts": True},
    together=True,
    tasks={
        "master (no pauses)": {"pauses": 0, "first_player": "dealt"},
        "easy (3 pauses)": {"pauses": 3, "first_player": "dealt"},
    },
)

# --- training --------------------------------------------------------------------------


def _metrics(options: Level10Options, reward: str) -> tuple[Metric, ...]:
    won = Metric("win_rate", "games won", returned(1.0, FULL), share=True)
    if reward == "win":
        return won, LENGTH
    if reward == "filled":
        cells = options.worlds * options.columns
        return won, Metric("mean_filled", "cells filled", returned(cells)), LENGTH
    return Metric("mean_score", "score", returned(highest_score(options))), LENGTH


# Players may tell their counts at any time, and choose together who begins (L-5, L-22). A network
# in training does not talk, so the counts lie open, as in `tenluz simulate`, and the deal says who
# begins. Nor does it advise anybody (L-23). All three are options like all others: whoever gives
# them is obeyed, and every run tells them.
NOBODY_TALKS = {"open_counts": True, "first_player": "dealt", "advice": "none"}

TRAINING = GameConfig(
    rewards=("filled", "win", "score"),
    together=True,
    shaped=True,
    metrics=_metrics,
    agreed=NOBODY_TALKS,
)
