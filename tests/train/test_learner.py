"""Rounds of play and learning: what is kept of them, and that they lead somewhere."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.train import checkpoint  # noqa: E402
from tenluz.train.checkpoint import Progress  # noqa: E402
from tenluz.train.graphs import Slower  # noqa: E402
from tenluz.train.learner import Learner  # noqa: E402
from tests.train.runs import small  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def weights(learner):
    return torch.cat([each.detach().flatten() for each in learner.network.parameters()])


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_rollout_is_what_the_games_went_through(game):
    learner = Learner(small(game, steps=40))
    for _ in range(5):
        learner.play()
        rollout = learner.rollout
        chosen = rollout.action_mask.gather(2, rollout.action.unsqueeze(2))
        assert (chosen == 1).all()
        assert (rollout.log_prob <= 0).all()
        # Returns are rewards summed up, from the game's first step to its last.
        sums = torch.zeros_like(rollout.reward[0])
        fresh = torch.zeros(len(sums), dtype=torch.bool)
        for step in range(40):
            sums += rollout.reward[step]
            ended = rollout.done[step] & fresh
            assert torch.allclose(rollout.returns[step][ended], sums[ended], atol=1e-4)
            fresh |= rollout.done[step]
            sums[rollout.done[step]] = 0
    assert learner.env.refused.item() == 0


def test_the_first_update_starts_from_the_policy_that_played():
    learner = Learner(small(minibatches=1))
    learner.round()
    figures = learner.figures()
    # The same weights give the same chances, but for sums in another order.
    assert figures["approx_kl"] == pytest.approx(0, abs=1e-4)
    assert figures["clip_fraction"] == 0


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_the_same_seed_gives_the_same_run(game):
    one, other, third = (Learner(small(game, seed=seed)) for seed in (4, 4, 5))
    for learner in (one, other, third):
        for _ in range(3):
            learner.round()
    assert torch.equal(weights(one), weights(other))
    assert one.figures() == other.figures()
    assert not torch.equal(weights(one), weights(third))


def test_where_pytorch_cannot_compile_a_run_goes_on_and_says_why(monkeypatch):
    def given_up(function, **_):
        def call(*_):
            raise RuntimeError(f"no compiler\nfor {function.__name__}")

        return call

    plain = Learner(small())
    monkeypatch.setattr(torch, "compile", given_up)
    other = Learner(small(), fuse=True)
    with pytest.warns(Slower) as told:
        other.round()
    other.round()
    for _ in range(2):
        plain.round()
    said = "PyTorch cannot compile here, so this is slower: no compiler for "
    assert [str(each.message) for each in told] == [f"{said}act", f"{said}loss"]
    assert torch.equal(weights(plain), weights(other))


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_run_that_was_stopped_goes_on_as_if_it_never_was(game, tmp_path):
    whole = Learner(small(game))
    for _ in range(7):
        whole.round()

    first = Learner(small(game))
    for _ in range(3):
        first.round()
    checkpoint.save(tmp_path, first, Progress(seconds=1.5, rows=[{"decisions": 1}]))
    config, progress, kept = checkpoint.read(tmp_path)
    second = Learner(config)
    checkpoint.restore(second, kept)
    for _ in range(4):
        second.round()

    assert torch.equal(weights(whole), weights(second))
    assert whole.figures() == second.figures()
    assert whole.decisions == second.decisions
    assert np.array_equal(whole.env.batch.states, second.env.batch.states)
    assert progress == Progress(seconds=1.5, rows=[{"decisions": 1}])


def test_a_checkpoint_takes_the_place_of_the_last_only_when_it_is_whole(tmp_path, monkeypatch):
    learner = Learner(small())
    checkpoint.save(tmp_path, learner, Progress(seconds=1.0))

    def torn(_, file):
        file.write(b"half a")
        raise OSError("no space left")

    monkeypatch.setattr(torch, "save", torn)
    with pytest.raises(NotUnderstood, match="cannot be written: no space"):
        checkpoint.save(tmp_path, learner, Progress(seconds=2.0))
    assert checkpoint.read(tmp_path)[1].seconds == 1.0


def test_a_checkpoint_of_another_version_is_refused_in_words(tmp_path):
    checkpoint.save(tmp_path, Learner(small()), Progress())
    kept = torch.load(tmp_path / checkpoint.CHECKPOINT, weights_only=True)
    torch.save({**kept, "version": 1}, tmp_path / checkpoint.CHECKPOINT)
    with pytest.raises(NotUnderstood, match="of version 1; this Tenluz reads version 2"):
        checkpoint.read(tmp_path)


def before_and_after(figure, rounds, game="level10", **config):
    """A figure of play before anything is learnt and after so many rounds: each the mean of the
    same number of rounds, the first of a learner whose weights stay as they were made."""
    usual = {"minibatches": 4, "epochs": 2, "layers": (64,)}
    found = []
    for learning_rate, first in ((1e-12, 0), (2e-3, rounds)):
        learner = Learner(small(game, learning_rate=learning_rate, **usual, **config))
        for _ in range(first):
            learner.round()
        learner.figures()
        for _ in range(6):
            learner.round()
        found.append(learner.figures()[figure])
    return found


# How far a run gets depends on PyTorch's version: its order of sums, its kernels, its first
# weights. So what has been learnt is held against a policy that learns nothing, with half of what
# is usual here (8 to 26 cells, 0.2 to 0.4 of bids) as the least.


def test_it_learns_level_10():
    untrained, trained = before_and_after("mean_filled", 40, games=128, steps=32)
    assert trained > 1.5 * untrained


@pytest.mark.soak
def test_it_learns_luz():
    untrained, trained = before_and_after("bids_made", 40, "luz", games=64, steps=64)
    assert trained > 1.25 * untrained
