"""A batch of games in PufferLib: the same games as the batch alone, also through its Serial."""

import contextlib
import importlib.util
import sys
import tempfile
import warnings

import numpy as np
import pytest

from tenluz.envs import vector
from tests.envs.puffer_stand_in import stand_in

INSTALLED = importlib.util.find_spec("pufferlib") is not None
if not INSTALLED:
    stand_in()
# Where it is imported, PufferLib leaves a link to its pictures, and says what it deprecates.
with warnings.catch_warnings(), contextlib.chdir(tempfile.gettempdir()):
    warnings.simplefilter("ignore")
    from tenluz.envs.vector.pufferlib import PufferGames

    if INSTALLED:
        import pufferlib.vector as puffer_vector
    else:
        del sys.modules["pufferlib"]

# Options of test_vector.py: the batch is compiled for them once.
CASES = [("level10", {"players": 3, "talk": True, "shaped": True}), ("luz", {"players": 4})]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_agents_see_do_and_get_what_the_batch_says(game, options):
    n, chance = 6, np.random.default_rng(2)
    env, alone = PufferGames(game, n, **options), vector.make(game, n, **options)
    players, size = alone.players, alone.encoding.size
    told, _ = env.reset(seed=7)
    seen, mask = alone.reset(seed=7)
    finished = 0
    for _ in range(200):
        agents = np.arange(n) * players + alone.info["seat"]
        assert env.masks.nonzero()[0].tolist() == agents.tolist()
        assert (told[agents, :size] == seen).all()
        assert (told[agents, size:] == mask).all()
        assert env.observation_space.contains(told)
        actions = np.full(env.num_agents, -1, np.int32)  # nobody else's is looked at
        actions[agents] = (chance.random(mask.shape) * mask).argmax(1)
        told, rewards, terminals, truncations, infos = env.step(actions)
        seen, mask, reward, done, info = alone.step(actions[agents])
        assert (rewards.reshape(n, players) == reward).all()
        assert (terminals.reshape(n, players) == done[:, None]).all()
        assert not truncations.any()
        assert len(infos) == int(done.any())
        finished += int(done.sum())
    assert info["refused"][0] == 0
    assert finished >= n


@pytest.mark.skipif(not INSTALLED, reason="PufferLib is not installed: see puffer_stand_in.py")
@pytest.mark.parametrize(("game", "options"), CASES)
def test_pufferlib_drives_several_of_them(game, options):
    def make(**given):
        return PufferGames(game, 4, **options, **given)

    envs = puffer_vector.make(make, backend=puffer_vector.Serial, num_envs=2, seed=3)
    players, size = envs.driver_env.batch.players, envs.driver_env.batch.encoding.size
    assert envs.num_agents == 8 * players
    envs.reset(seed=3)
    for _ in range(20):
        actions = envs.observations[:, size:].argmax(1).astype(np.int32)
        assert envs.masks.sum() == 8
        envs.step(actions)
    assert all(env.batch.info["refused"][0] == 0 for env in envs.envs)
