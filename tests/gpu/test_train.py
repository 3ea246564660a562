"""Training on a GPU: the same advantages, and a run that is recorded, learns and goes on."""

import numpy as np
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.envs.vector.gpu import cuda

torch = pytest.importorskip("torch")

from tenluz.train import checkpoint  # noqa: E402
from tenluz.train.advantage import gae_all, gae_kernel  # noqa: E402
from tenluz.train.checkpoint import Progress  # noqa: E402
from tenluz.train.learner import Learner  # noqa: E402
from tests.train.runs import small  # noqa: E402

try:
    cuda()
    REASON = "" if torch.cuda.is_available() else "this PyTorch finds no CUDA GPU"
except NotUnderstood as missing:
    REASON = str(missing)

pytestmark = [
    pytest.mark.skipif(bool(REASON), reason=REASON),
    pytest.mark.filterwarnings("ignore:.*low occupancy"),  # a test's grid is small on purpose
]

LARGER = {"device": "cuda", "games": 2048, "steps": 16, "minibatches": 4, "layers": (256, 256)}


@pytest.mark.parametrize("together", [True, False])
def test_a_gpu_estimates_advantages_like_the_cpu(together):
    steps, games, players = 19, 517, 4
    chance = np.random.default_rng(1)
    given = (
        chance.normal(size=(steps, games, players)).astype(np.float32),
        chance.random((steps, games)) < 0.1,
        chance.integers(0, players, (steps + 1, games)).astype(np.int8),
        chance.normal(size=(steps + 1, games)).astype(np.float32),
    )
    here = [np.zeros((steps, games), np.float32) for _ in range(2)]
    gae_all(together, 0.99, 0.9, *given, *here)
    gpu = cuda()
    there = [gpu.to_device(np.zeros((steps, games), np.float32)) for _ in range(2)]
    arrays = [gpu.to_device(each) for each in given]
    gae_kernel()[-(-games // 128), 128](together, 0.99, 0.9, *arrays, *there)
    assert np.allclose(here[0], there[0].copy_to_host(), atol=1e-5)
    assert np.array_equal(here[1], there[1].copy_to_host())


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_it_learns_on_a_gpu_and_plays_legal_moves_only(game):
    learner = Learner(small(game, **LARGER))
    name, better = {"level10": ("mean_filled", 8.0), "luz": ("bids_made", 0.08)}[game]
    for _ in range(20):
        learner.round()
    at_first = learner.figures()[name]
    for _ in range(300):
        learner.round()
    learner.figures()
    for _ in range(20):
        learner.round()
    assert learner.figures()[name] > at_first + better
    assert learner.play.recorded
    assert learner.learn.recorded
    assert learner.env.refused.item() == 0


def test_rounds_as_graphs_are_the_rounds_they_record():
    """The first round is plain, the third a graph: advantages are of what either has played."""
    learner = Learner(small("luz", **LARGER))
    for _ in range(5):
        learner.round()
        torch.cuda.synchronize()
        r = learner.rollout
        given = [each.cpu().numpy() for each in (r.reward, r.done, r.seat, r.value)]
        advantage, valid = (np.zeros(given[1].shape, np.float32) for _ in range(2))
        gae_all(False, 1.0, 0.95, *given, advantage, valid)
        assert np.allclose(advantage, r.advantage.cpu().numpy(), atol=1e-4)
        assert np.array_equal(valid, r.valid.cpu().numpy())
        chosen = r.action_mask.gather(2, r.action.unsqueeze(2))
        assert (chosen == 1).all()


def test_a_run_on_a_gpu_goes_on_from_its_checkpoint(tmp_path):
    first = Learner(small(**LARGER))
    for _ in range(4):
        first.round()
    checkpoint.save(tmp_path, first, Progress())
    config, _, kept = checkpoint.read(tmp_path)
    second = Learner(config)
    checkpoint.restore(second, kept)
    assert second.env.batch.snapshot() == first.env.batch.snapshot()
    for one, other in zip(first.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(one, other)
    for _ in range(4):
        second.round()
    assert second.env.refused.item() == 0
