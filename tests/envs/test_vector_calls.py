"""A batch in use: what is refused and in which words, and arrays lent to other libraries."""

import importlib.util
import inspect

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.seeds import AFTER_TRAINING, BENCHMARK, RESERVED
from tenluz.envs import luz_v0, vector
from tenluz.train.config import TrainConfig


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("chess", 4), {}, "no game 'chess'. Games are: level10, luz"),
        (("level10", 0), {}, "n must be a whole number of games, 1 or more, not 0"),
        (("level10", 2.5), {}, "n must be a whole number"),
        (("luz", 4, "tpu"), {}, "device must be cpu or cuda, not 'tpu'"),
        (("luz", 4), {"threads": -1}, "threads must be 0"),
        (("luz", 4), {"plyers": 3}, "no option 'plyers'"),
        (("luz", 4), {"players": 7}, "2 to 5"),
        (("luz", 4), {"reward": "score"}, "points, rank"),
        (("luz", 4), {"talk": True}, "no talk in Luz"),
    ],
)
def test_what_cannot_be_made_is_told_in_words(arguments, options, words):
    with pytest.raises(NotUnderstood, match=words):
        vector.make(*arguments, **options)


@pytest.mark.parametrize(
    "actions", [[1, 2, 3], np.zeros(4), [[1, 2, 3, 4]], np.zeros(4, bool), 5], ids=repr
)
def test_actions_must_be_one_whole_number_for_each_game(actions):
    games = vector.make("luz", 4)
    games.reset()
    before = games.states.tobytes()
    with pytest.raises(NotUnderstood, match="actions must be 4 whole numbers"):
        games.step(actions)
    assert games.states.tobytes() == before


# --- seeds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [[1, 2, 3], np.zeros(4), [[1, 2, 3, 4]]], ids=repr)
def test_seeds_must_be_one_or_one_for_each_game(seed):
    with pytest.raises(NotUnderstood, match="seed must be a whole number, or 4 of them"):
        vector.make("luz", 4).reset(seed)


@pytest.mark.parametrize(
    "seed",
    [
        *(-1, 2**64, 1.5, "7"),
        *([1, 2, 3, -4], [1, 2, 3, 2**64], [1, 2, 3, 4.0]),
        np.array([1, 2, -3, 4], np.int8),
    ],
    ids=repr,
)
def test_a_number_that_is_no_seed_is_refused(seed):
    games = vector.make("luz", 4)
    games.reset(seed=3)
    before = games.states.tobytes()
    with pytest.raises(NotUnderstood, match="A seed is a whole number from 0 to 1844674407"):
        games.reset(seed)
    assert games.states.tobytes() == before
    if np.ndim(seed) == 0:
        with pytest.raises(NotUnderstood, match="A seed is a whole number"):
            games.games(1, seed)


def test_large_seeds_are_seeds_of_their_own():
    games = vector.make("luz", 2)
    seen = [games.reset(seed)[0].tobytes() for seed in (0, 2**63, 2**64 - 1)]
    seen += [games.reset([0, 2**64 - 1])[0].tobytes()]
    assert len(set(seen)) == 4
    assert games.reset(np.array([0, 2**64 - 1], np.uint64))[0].tobytes() == seen[3]


def test_without_a_seed_one_is_drawn_and_told():
    games = vector.make("luz", 4)
    assert games.seed is None
    first = games.reset()[0].tobytes()
    drawn = games.seed
    assert 0 <= drawn < RESERVED
    assert games.reset(seed=None)[0].tobytes() != first
    assert games.seed != drawn
    assert games.reset(seed=drawn)[0].tobytes() == first
    assert games.seed == drawn
    games.reset([5, 6, 7, 8])
    assert games.seed.tolist() == [5, 6, 7, 8]


def test_nothing_that_is_learnt_from_by_default_is_a_deal_of_a_test():
    """Deals follow from the dice's keys; these are the keys of every way to begin by default."""
    n = 2_000
    reserved = {int(new_dice(BENCHMARK, stream)[0]) for stream in range(20_000)}
    reserved |= {int(new_dice(AFTER_TRAINING, stream)[0]) for stream in range(20_000)}
    games = vector.make("luz", n)
    games.reset()
    begun = {int(key) for key in games._games[2][:, 0]}
    table = luz_v0.env()
    table.reset()
    begun.add(int(new_dice(table._seed, table._games)[0]))
    trained = inspect.signature(TrainConfig).parameters["seed"].default
    drawn = inspect.signature(games.games).parameters["seed"].default
    begun |= {int(new_dice(seed, stream)[0]) for seed in (trained, drawn) for stream in range(n)}
    assert len(begun) >= 2 * n
    assert not begun & reserved
    games.reset(BENCHMARK)  # and by its name it is reached
    assert {int(key) for key in games._games[2][:, 0]} < reserved


# --- before the first game -------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda games: games.step(np.zeros(4, np.int64)),
        lambda games: games.step_at_random(),
        lambda games: games.playouts(),
    ],
    ids=["step", "step_at_random", "playouts"],
)
def test_nothing_can_be_done_before_reset(act):
    games = vector.make("luz", 4)
    with pytest.raises(NotUnderstood, match=r"call reset\(\) first"):
        act(games)
    other = vector.make("luz", 4)
    other.reset(seed=1)
    games.restore(other.snapshot())
    act(games)


# --- actions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, list])
def test_actions_may_be_any_kind_of_whole_number(kind):
    games, same = vector.make("luz", 4), vector.make("luz", 4)
    _, mask = games.reset(seed=1)
    same.reset(seed=1)
    actions = mask.argmax(1)
    games.step(actions.tolist() if kind is list else actions.astype(kind))
    same.step(actions)
    assert games.states.tobytes() == same.states.tobytes()
    assert games.info["refused"][0] == 0


def test_illegal_actions_are_counted_and_their_games_stay_as_they_are():
    games = vector.make("luz", 4)
    _, mask = games.reset(seed=1)
    before = games.states.copy()
    actions = mask.argmax(1)
    for nonsense in (-1, 31, 32, 2**40):
        actions[2] = nonsense
        _, _, reward, done, info = games.step(actions)
        assert games.states[2].tobytes() == before[2].tobytes()
        assert not reward[2].any()
        assert not done[2]
        assert info["steps"].tolist()[2] == 0
        actions[:] = games.mask.argmax(1)
    assert info["refused"].tolist() == [4]
    games.reset(seed=1)
    assert info["refused"].tolist() == [0]


def test_a_gpu_that_is_not_there_is_told_in_words():
    if importlib.util.find_spec("numba_cuda"):
        pytest.skip("numba-cuda is here: see tests/gpu")
    with pytest.raises(NotUnderstood, match=r"need numba-cuda: pip install 'tenluz\[gpu\]'"):
        vector.make("luz", 4, "cuda")


# --- arrays lent -----------------------------------------------------------------------------


def lent(games):
    return [games.observation, games.mask, games.reward, games.done, *games.info.values()]


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_numpy_takes_the_arrays_without_a_copy(game):
    games = vector.make(game, 5)
    games.reset(seed=1)
    for array in lent(games):
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array)
        assert (taken == array).all()


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_torch_takes_the_arrays_without_a_copy(game):
    torch = pytest.importorskip("torch")
    games = vector.make(game, 5)
    games.reset(seed=1)
    for array in lent(games):
        taken = torch.from_dlpack(array)
        assert taken.data_ptr() == array.ctypes.data
        assert (taken.numpy() == array).all()
    mask = torch.from_dlpack(games.mask)
    games.step(mask.int().argmax(1))  # and gives actions
    assert games.info["refused"][0] == 0
    assert (mask.numpy() == games.mask).all()  # the same memory after the step
