"""A run of an expert's training: what it keeps on the way, and when it is stopped."""

import json
import os
import signal
import threading
import time

import pytest

torch = pytest.importorskip("torch")

from tenluz.train.expert import run  # noqa: E402
from tenluz.train.expert.checkpoint import restore  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
SMALL = ExpertConfig(
    device="cpu", games=16, steps=8, minibatches=2, width=16, depth=1, critic_width=16,
    critic_depth=1,
)  # fmt: skip


@pytest.mark.parametrize("name", TRAINED)
def test_what_was_learnt_is_kept_on_the_way_and_when_it_is_stopped(name, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "KEEP_EVERY", 0.0)
    weights = tmp_path / run.WEIGHTS
    on_the_way: list[bool] = []

    def stop_once_it_is_there():
        until = time.monotonic() + 60
        while not weights.exists() and time.monotonic() < until:
            time.sleep(0.01)
        on_the_way.append(weights.exists())
        os.kill(os.getpid(), signal.SIGINT)

    waits = threading.Thread(target=stop_once_it_is_there)
    waits.start()
    finished = run.train(GAMES[name], SMALL, tmp_path, minutes=10)
    waits.join()
    assert on_the_way == [True]
    assert finished is None
    assert not (tmp_path / run.DONE).exists()
    one, other = (ExpertLearner(GAMES[name], SMALL) for _ in range(2))
    assert restore(one, tmp_path / run.CHECKPOINT)
    assert one.rounds > 1
    assert not restore(other, weights)
    for exact, half in zip(one.policy.parameters(), other.policy.parameters(), strict=True):
        assert torch.equal(exact.half(), half.half())


def test_a_row_of_figures_is_of_rounds_that_were_played(tmp_path):
    """A run ends with a row, unless one was written after its last round."""
    learner = ExpertLearner(GAMES["luz"], SMALL)
    learner.round()
    with (tmp_path / "metrics.jsonl").open("w+") as metrics:
        for seconds in (1.0, 2.0):
            run.tell(learner, metrics, seconds)
        metrics.seek(0)
        (row,) = metrics
    assert json.loads(row)["entropy"] > 0
