"""Training an expert beside strangers: who sits where, who moves, and what is learnt of it."""

import dataclasses
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.engine.game import MOST_SEATS  # noqa: E402
from tenluz.train.expert.evaluate import evaluate  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tenluz.train.expert.mixed_batch import MixedBatch  # noqa: E402
from tenluz.train.expert.mixed_loops import LEARNER  # noqa: E402
from tenluz.train.expert.network import PolicyNetwork  # noqa: E402
from tenluz.train.expert.run import test as final_test  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.experts import AMONG_STRANGERS, SMALL, TRAINED, expect_to_learn  # noqa: E402
from tests.train.naive import Stretch, gae  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


class Watched(MixedBatch):
    """Remembers the dice that strangers choose with."""

    def _let_strangers_choose(self):
        self.dice_of_strangers = self._dice.numpy().view(np.uint64).copy()
        super()._let_strangers_choose()


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_strangers_sit_where_they_are_drawn_and_move_by_themselves(name):
    """A third kind of stranger, the older self, is for the caller to move."""
    game, its = GAMES[name], expert_game(GAMES[name])
    older = its.strangers + 1
    everybody = tuple(range(1, older + 1))
    batch = Watched(game, its, its.variants(), 60, "cpu", mixed=30, meets=everybody)
    batch.reset(3)
    kinds = batch.kinds.numpy()
    assert not kinds[30:].any()
    assert {int(kind) for kind in np.unique(kinds[:30])} == set(range(older + 1))
    assert all(len(set(row) - {LEARNER}) <= 1 and LEARNER in row for row in kinds.tolist())
    assert (batch.theirs == batch.kinds[torch.arange(60), batch.seat.long()]).all()
    before = [state.copy() for state in batch._states]
    first = batch.mask.argmax(1)
    theirs, dice = batch.theirs.tolist(), batch.dice_of_strangers
    batch.step(first)
    otherwise = 0
    for at, kind in enumerate(theirs):
        o = game.options(batch.variants[int(batch.which[at])][0]).packed()
        s = np.asarray(before[at]).reshape(1)[0]
        move = int(first[at])
        if 0 < kind <= its.strangers:
            view, room = game.view(o, s, s.table.seat), np.zeros(1, its.room)[0]
            move = its.stranger(kind, o, view, dice[at], room)
            otherwise += move != first[at]
        game.rules.apply(o, s, move)
        assert s == batch._states[at]
    assert otherwise > 3, "strangers do not do what the caller says"
    (alone,) = evaluate(
        game, its, PolicyNetwork(its, 16, 1), [its.variants()[0][0]], 30, "cpu", among=1
    )
    assert alone.among == 1


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_a_guest_is_the_one_stranger_of_every_game(name):
    game, its = GAMES[name], expert_game(GAMES[name])
    given = next(given for given, _ in its.variants() if given["players"] == 4)
    batch = MixedBatch(game, its, [(given, 1)], 12, "cpu", guest=1)
    batch.reset(3)
    guests = [[int(seat == at % 4) for seat in range(MOST_SEATS)] for at in range(12)]
    assert batch.kinds.tolist() == guests
    seats = (game, its, PolicyNetwork(its, 16, 1), [given], 20, "cpu")
    (beside,), (itself,) = evaluate(*seats, guest=1), evaluate(*seats)
    assert (beside.among, beside.guest) == (LEARNER, 1)
    if its.together:  # a beginner gets further with somebody who can play
        assert beside.mean > itself.mean


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_it_may_sit_alone_among_the_strangers_that_a_game_names(name):
    game, its = GAMES[name], expert_game(GAMES[name])
    batch = MixedBatch(game, its, its.variants(), 60, "cpu", mixed=60, meets=(2, 2, 1), alone=1)
    batch.reset(3)
    met = []
    for at, row in enumerate(batch.kinds.tolist()):
        players = batch.variants[int(batch.which[at])][0]["players"]
        seated = sorted(row[:players])
        assert seated[0] == LEARNER
        if players == 1:
            continue
        assert len(set(seated[1:])) == 1
        met.append(seated[1])
    assert set(met) == {1, 2}
    assert met.count(2) > met.count(1)


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_a_best_response_learns_against_itself_as_it_began(name):
    config = dataclasses.replace(SMALL, best_response=True, older_after=1, games=32)
    learner = ExpertLearner(GAMES[name], config)
    learner.grow_older()
    began = [weight.clone() for weight in learner.policy.parameters()]
    learner.round()
    learner.round()
    older = learner.its.strangers + 1
    assert {int(kind) for kind in learner.theirs.unique()} == {LEARNER, older}
    assert all((a == b).all() for a, b in zip(began, learner.older.parameters(), strict=True))
    assert any((a != b).any() for a, b in zip(began, learner.policy.parameters(), strict=True))
    # Among themselves as strangers, everybody plays as they do in all seats.
    its, given = learner.its, [learner.its.variants()[0][0]]
    seats = (learner.game, its, learner.older, given, 30, "cpu")
    (among,), (equals,) = evaluate(*seats, older, learner.older), evaluate(*seats)
    assert among.score == pytest.approx(equals.score)


@pytest.mark.parametrize("name", TRAINED)
def test_what_strangers_do_is_not_learnt(name):
    config = dataclasses.replace(SMALL, strangers=0.5, games=32, narrow=1.0)
    learner = ExpertLearner(GAMES[name], config)
    learner.batch.narrow(1.0)
    learner.round()
    strange = learner.theirs != LEARNER
    assert strange.any()
    assert not learner.valid[strange].any()
    assert learner.valid[~strange].any()
    older = learner.its.strangers + 1
    assert (learner.theirs == older).any()


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_a_strangers_position_is_worth_something_where_all_are_paid_the_same(name):
    """The decision before it counts on that value, so a critic must learn it; a policy learns
    nothing there. Where each is paid for itself, a stranger's positions are its own affair."""
    config = dataclasses.replace(SMALL, strangers=1.0, alone=0.5)
    learner = ExpertLearner(GAMES[name], config)
    for _ in range(2):
        learner.round()
    learner.play()
    strange = learner.theirs != LEARNER
    assert strange.any()
    together = learner.its.together
    for at in range(config.games):
        given = (learner.reward, learner.done, learner.seat, learner.value)
        played = Stretch(*(each[:, at].numpy() for each in given))
        advantage, valid = gae(played, together, config.gamma, config.gae_lambda)
        own = ~strange[:, at].numpy()
        counts = np.ones_like(own) if together else own
        np.testing.assert_allclose(learner.advantage[:, at], advantage, rtol=1e-4, atol=1e-5)
        assert (learner.valid[:, at].numpy() == valid * own).all()
        assert (learner.judged[:, at].numpy() == valid * counts).all()
    learner.valid.zero_()  # what is left to learn from: strangers' positions
    learner.judged.mul_(strange)
    before = [weight.clone() for weight in learner.policy.parameters()]
    of_critic = [weight.clone() for weight in learner.critic.parameters()]
    learner.optimiser.state.clear()  # without the swing of earlier steps
    learner.learn()
    assert all((a == b).all() for a, b in zip(before, learner.policy.parameters(), strict=True))
    judged = zip(of_critic, learner.critic.parameters(), strict=True)
    assert any((a != b).any() for a, b in judged) == together


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_it_learns_beside_strangers(name):
    learner = ExpertLearner(GAMES[name], dataclasses.replace(SMALL, strangers=0.3))
    expect_to_learn(learner)


@pytest.mark.parametrize("name", AMONG_STRANGERS)
def test_the_figures_at_the_end_are_among_itself_and_alone_among_each_kind(name, tmp_path):
    learner = ExpertLearner(GAMES[name], SMALL)
    learner.batch.variants = learner.batch.variants[-2:]
    final_test(learner, 24, tmp_path)
    rows = json.loads((tmp_path / "test.json").read_text())
    kinds = range(learner.its.strangers + 1)
    beside_one = 2 if learner.its.together else 0  # and then with one stranger among itself
    found = [(row["among"], row["guest"]) for row in rows]
    assert (
        found == [(kind, LEARNER) for kind in kinds for _ in range(2)] + [(LEARNER, 1)] * beside_one
    )
    itself, rules = rows[0], rows[2]
    # A beginner among bots who can play does better than among beginners, or lets them do so.
    assert rules["options"] == itself["options"]
    assert rules["mean"] > itself["mean"]


def test_a_strangers_move_that_would_surprise_it_does_no_harm():
    """What is not learnt must not be counted, however unlikely: 0 times infinity is no number."""
    learner = ExpertLearner(GAMES["luz"], dataclasses.replace(SMALL, strangers=1.0, alone=1.0))
    learner.play()
    strange = (learner.theirs != LEARNER).nonzero()
    step, at = strange[0].tolist()
    learner.log_prob[step, at] = -200.0
    learner.learn()
    assert all(weight.isfinite().all() for weight in learner.policy.parameters())
