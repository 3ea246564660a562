"""Training an expert on a GPU: strangers move as on the CPU, and a new critic learns first."""

import dataclasses

import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.train.expert.checkpoint import restore  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tenluz.train.expert.mixed_batch import MixedBatch  # noqa: E402
from tenluz.train.expert.mixed_loops import LEARNER  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.gpu.kernels import NEEDS_A_GPU  # noqa: E402

pytestmark = NEEDS_A_GPU

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
LARGER = ExpertConfig(games=1024, minibatches=4, strangers=0.5, warm_up=6)


@pytest.mark.parametrize("name", TRAINED)
def test_strangers_move_as_on_the_cpu(name):
    """But for moves that are as good as equal: a GPU rounds sums otherwise."""
    game, its, games = GAMES[name], expert_game(GAMES[name]), 512
    both = [
        MixedBatch(game, its, its.variants(), games, device, mixed=games, meets=(1, 2), alone=0.5)
        for device in ("cpu", "cuda")
    ]
    for batch in both:
        batch.reset(5)
    here, there = both
    strange = 0
    for _ in range(24):
        for batch in both:
            batch.step(batch.mask.argmax(-1))
        strange += int((here.theirs != LEARNER).sum())
    assert strange > games
    assert (here.kinds == there.kinds.cpu()).float().mean() > 0.97
    assert (here.seen == there.seen.cpu()).all(-1).float().mean() > 0.97


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("strangers", [0.0, 0.5])
def test_shipped_weights_go_on(name, strangers):
    learner = ExpertLearner(GAMES[name], dataclasses.replace(LARGER, strangers=strangers))
    assert not restore(learner, GAMES[name].folder / "bots" / "expert.npz")
    # Detached: a clone that remembers its weight would hold on to the default stream.
    began = [weight.detach().clone() for weight in learner.policy.parameters()]
    learner.warm_up(learner.config.warm_up)
    now = list(learner.policy.parameters())
    assert all(torch.equal(a, b) for a, b in zip(began, now, strict=True))
    for _ in range(6):
        learner.round()
    assert any(not torch.equal(a, b) for a, b in zip(began, now, strict=True))
    assert all(weight.isfinite().all() for weight in now)
    assert (learner.theirs != LEARNER).any() == (strangers > 0)
