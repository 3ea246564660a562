"""A batch of games in TorchRL: its own check, and the same games as the batch alone."""

import warnings

import pytest

from tenluz.envs import vector

# TorchRL says of its own parts what it is about to change.
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning:torchrl"
)
# Options of test_vector.py: the batch is compiled for them once.
CASES = [("level10", {"players": 3, "talk": True, "shaped": True}), ("luz", {"players": 4})]


@pytest.fixture(scope="module")
def torchrl_games():
    """The adapter. TorchRL takes seconds to import: only who runs these tests waits for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("torch")
        pytest.importorskip("torchrl")
        from tenluz.envs.vector.torchrl import TorchRLGames
    return TorchRLGames


@pytest.mark.parametrize(("game", "options"), CASES)
def test_torchrl_finds_nothing_wrong(torchrl_games, game, options):
    from torchrl.envs.utils import check_env_specs

    check_env_specs(torchrl_games(vector.make(game, 6, **options)))


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_rollout_is_what_the_batch_says(torchrl_games, game, options):
    import torch

    env = torchrl_games(vector.make(game, 6, **options))
    env.set_seed(7)
    torch.manual_seed(1)
    steps = 200
    rolled = env.rollout(steps, break_when_any_done=False)
    alone = vector.make(game, 6, **options)
    seen, mask = alone.reset(seed=7)
    for step in range(steps):
        here = rolled[:, step]
        assert (here["observation"].numpy() == seen).all()
        assert (here["action_mask"].numpy() == mask).all()
        assert (here["seat"][:, 0].numpy() == alone.info["seat"]).all()
        seen, mask, reward, done, info = alone.step(here["action"])
        assert (here["next", "reward"].numpy() == reward).all()
        assert (here["next", "done"][:, 0].numpy() == done).all()
        assert (here["next", "observation"].numpy() == seen).all()
    assert info["refused"][0] == 0
    assert rolled["next", "done"].any()
