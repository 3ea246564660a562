"""Batches on a GPU and on the CPU, in lockstep: the same bytes after every step."""

import warnings

import numpy as np
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.envs import vector
from tenluz.envs.vector import gpu as gpu_batch
from tenluz.envs.vector.gpu import cuda

GAMES = 4_099  # not a multiple of any block
STEPS = 2_000

try:
    cuda()
    REASON = ""
except NotUnderstood as missing:
    REASON = str(missing)

pytestmark = [
    pytest.mark.skipif(bool(REASON), reason=REASON),
    pytest.mark.filterwarnings("ignore:.*low occupancy"),  # a test's grid is small on purpose
]

CASES = [
    *(("level10", {"players": players, "pauses": players % 4}) for players in range(1, 6)),
    ("level10", {"players": 3, "talk": True, "shaped": True}),
    *(("luz", {"players": players}) for players in (3, 4, 5)),
    *(("oh_hell", {"players": players, "tricks": players}) for players in (3, 7)),
]


def same(one, other):
    """All that two batches tell, compared to the byte."""
    for name in ("observation", "mask", "reward", "done"):
        theirs = getattr(other, name).copy_to_host()
        assert np.ascontiguousarray(getattr(one, name)).tobytes() == theirs.tobytes(), name
    for name, ours in one.info.items():
        assert ours.tobytes() == other.info[name].copy_to_host().tobytes(), name


@pytest.mark.parametrize(("game", "given"), CASES)
def test_a_gpu_plays_in_lockstep_with_the_cpu(game, given):
    here = vector.make(game, GAMES, **given)
    there = vector.make(game, GAMES, device="cuda", **given)
    here.reset(seed=11)
    there.reset(seed=11)
    same(here, there)
    choice = np.random.default_rng(5)
    finished = 0
    for step in range(STEPS):
        chances = choice.random(here.mask.shape, np.float32) * here.mask
        actions = chances.argmax(1)
        here.step(actions)
        there.step(actions)
        finished += int(here.done.sum())
        assert here.states.tobytes() == there.states.copy_to_host().tobytes(), step
        if step % 100 == 0:
            same(here, there)
    same(here, there)
    assert here.info["refused"][0] == 0
    print(f"{game} {given}: {finished} games finished")
    assert finished >= GAMES * STEPS // 260  # the longest game there is


@pytest.mark.parametrize(("game", "given"), CASES)
def test_playouts_are_the_same(game, given):
    here = vector.make(game, GAMES, **given)
    there = vector.make(game, GAMES, device="cuda", **given)
    here.reset(seed=3)
    there.reset(seed=3)
    assert here.playouts().tobytes() == there.playouts().copy_to_host().tobytes()
    (ours, moves), (theirs, theirs_too) = here.games(GAMES, 9), there.games(GAMES, 9)
    assert moves == theirs_too
    assert ours.tobytes() == theirs.copy_to_host().tobytes()


def test_other_libraries_take_the_arrays_without_a_copy():
    torch = pytest.importorskip("torch")
    games = vector.make("level10", 1000, device="cuda", players=2)
    observation, mask = games.reset(seed=1)
    for lent in (observation, mask, games.reward, games.info["seat"]):
        taken = torch.from_dlpack(lent)
        assert taken.data_ptr() == lent.__cuda_array_interface__["data"][0]
        assert taken.cpu().numpy().tobytes() == lent.copy_to_host().tobytes()
    actions = torch.from_dlpack(mask).int().argmax(1)
    games.step(actions)
    assert int(torch.from_dlpack(games.info["refused"]).item()) == 0
    cupy = pytest.importorskip("cupy")
    assert cupy.from_dlpack(mask).data.ptr == mask.__cuda_array_interface__["data"][0]
    jax = pytest.importorskip("jax")
    assert np.asarray(jax.numpy.from_dlpack(games.reward)).shape == (1000, 2)


def test_torchrl_plays_where_the_batch_does():
    torch = pytest.importorskip("torch")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("torchrl")
        from tenluz.envs.vector.torchrl import TorchRLGames

        # Two deals are 88 decisions, so that games end and begin anew on the way.
        env = TorchRLGames(vector.make("luz", 64, device="cuda", players=4, deals=2), seed=7)
        rolled = env.rollout(100, break_when_any_done=False)
    assert env.device.type == "cuda"
    assert {each.device.type for each in rolled.values(True, True)} == {"cuda"}
    alone = vector.make("luz", 64, players=4, deals=2)
    seen, mask = alone.reset(seed=7)
    for step in range(100):
        here = rolled[:, step].cpu()
        assert (here["observation"].numpy() == seen).all()
        assert (here["action_mask"].numpy() == mask).all()
        seen, mask, reward, done, info = alone.step(here["action"])
        assert (here["next", "reward"].numpy() == reward).all()
        assert (here["next", "done"][:, 0].numpy() == done).all()
    assert info["refused"][0] == 0
    assert torch.from_dlpack(env.batch.info["refused"]).item() == 0
    assert rolled["next", "done"].any()


@pytest.mark.filterwarnings("ignore:.*low occupancy")
def test_a_game_with_long_rows_has_fewer_threads_in_a_block(monkeypatch):
    monkeypatch.setattr(gpu_batch, "BLOCK", 16)  # as if its rows filled the shared memory
    gpu_batch._kernels.cache_clear()
    try:
        here = vector.make("luz", 1_001, players=3)
        there = vector.make("luz", 1_001, device="cuda", players=3)
        assert there._kernels.threads == 16
        for games in (here, there):
            games.reset(seed=5)
        for _ in range(50):
            here.step_at_random()
            there.step_at_random()
        same(here, there)
    finally:
        gpu_batch._kernels.cache_clear()
