"""Batches on a GPU and on the CPU, in lockstep: the same bytes after every step."""

import numpy as np
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.envs import vector
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
