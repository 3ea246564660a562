"""Training an expert: games with options of their own, and a network that gets better at them."""

import dataclasses
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.engine.dice import below, new_dice  # noqa: E402
from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.engine.game import DEAL, MOST_SEATS, moves_in  # noqa: E402
from tenluz.train.expert.checkpoint import (  # noqa: E402
    OF_GROUP,
    OF_TABLE,
    export,
    restore,
    save,
)
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.evaluate import evaluate  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tenluz.train.expert.mixed_batch import MixedBatch  # noqa: E402
from tenluz.train.expert.mixed_loops import LEARNER  # noqa: E402
from tenluz.train.expert.network import PolicyNetwork  # noqa: E402
from tenluz.train.expert.run import leaning  # noqa: E402
from tenluz.train.expert.run import test as final_test  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.naive import Stretch, gae  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
AMONG_STRANGERS = [name for name in TRAINED if expert_game(GAMES[name]).strangers]
SMALL = ExpertConfig(
    device="cpu", games=64, steps=16, minibatches=4, width=32, depth=1, critic_width=32,
    critic_depth=1, learning_rate=2e-3,
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("name", TRAINED)
def test_every_game_of_a_batch_follows_the_rules_with_its_own_options(name):
    game, its = GAMES[name], expert_game(GAMES[name])
    variants = its.variants()
    batch = MixedBatch(game, its, variants, 8, "cpu")
    batch.reset(5)
    options = [game.options(given).packed() for given, _ in variants]
    draw = batch.draw.tolist()
    dice = [new_dice(5, stream) for stream in range(8)]
    chance = np.random.default_rng(1)
    alone, which = [], []

    def begin(at):
        which[at] = draw[below(dice[at], len(draw))]
        alone[at] = game.new_state(options[which[at]])
        game.rules.start(options[which[at]], alone[at])
        game.rules.deal_at_random(options[which[at]], alone[at], dice[at])

    for at in range(8):
        alone.append(None)
        which.append(0)
        begin(at)
    ended = 0
    while ended <= 8:
        moves = []
        for at, s in enumerate(alone):
            o = options[which[at]]
            assert int(batch.which[at]) == which[at]
            legal = list(moves_in(*game.rules.legal(o, s)))
            assert torch.nonzero(batch.mask[at]).flatten().tolist() == legal
            row = np.zeros(its.view.sees, np.int8)
            its.view.write(o, game.view(o, s, s.table.seat), row)
            assert (batch.seen[at].numpy() == row).all()
            moves.append(int(chance.choice(legal)))
        batch.step(torch.tensor(moves))
        for at, s in enumerate(alone):
            o = options[which[at]]
            before = its.worth(o, s, 0)
            game.rules.apply(o, s, moves[at])
            grown = its.worth(o, s, 0) - before
            assert float(batch.reward[at, 0]) == pytest.approx(grown, abs=1e-6)
            if s.table.phase == DEAL:
                game.rules.deal_at_random(o, s, dice[at])
            assert bool(batch.done[at]) == (s.table.phase == 1)
            if batch.done[at]:
                assert bool(batch.won[at]) == bool(its.succeeded(o, s))
                ended += 1
                begin(at)
    assert ended == int(batch.tally[:, 0].sum())


def expect_to_learn(learner):
    """After some rounds a game is worth clearly more than at first."""

    def worth(rounds):
        total = 0.0
        for _ in range(rounds):
            learner.round()
            total += float(learner.reward[..., 0].sum()) / max(1, int(learner.done.sum()))
        return total / rounds

    first = worth(4)
    worth(16)
    assert worth(4) > first + 0.2 * abs(first)
    assert torch.isfinite(learner.figures).all()


@pytest.mark.parametrize("name", TRAINED)
def test_it_learns_and_goes_on_where_it_was(name, tmp_path):
    learner = ExpertLearner(GAMES[name], SMALL)
    expect_to_learn(learner)
    save(learner, tmp_path / "expert.pt")
    other = ExpertLearner(GAMES[name], SMALL)
    restore(other, tmp_path / "expert.pt")
    assert other.decisions == learner.decisions > 0
    rows = learner.batch.seen
    with torch.no_grad():
        assert torch.equal(learner.policy(rows)[0], other.policy(rows)[0])


@pytest.mark.parametrize("name", TRAINED)
def test_a_test_counts_the_first_game_of_every_slot(name):
    game, its = GAMES[name], expert_game(GAMES[name])
    given = its.variants()[0][0]
    (found,) = evaluate(game, its, PolicyNetwork(its, 16, 1), [given], 40, "cpu")
    assert found.games == 40
    assert 0 <= found.won <= 40
    least, most = game.score_range(game.options(given))
    assert least <= found.score <= most
    assert found.score_interval > 0


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


@pytest.mark.parametrize("name", TRAINED)
def test_a_run_may_lean_to_the_hardest_tables(name):
    game, its = GAMES[name], expert_game(GAMES[name])
    batch = MixedBatch(game, its, its.variants(), 8, "cpu")

    def shares():
        return np.bincount(batch.draw.numpy(), minlength=len(batch.variants)) / len(batch.draw)

    often = np.array([times for _, times in its.variants()])
    np.testing.assert_allclose(shares(), often / often.sum(), atol=0.001)
    if its.hard is None:
        return
    hard = np.array([its.hard(given) for given, _ in its.variants()])
    assert 0 < (hard > 0).sum() < len(hard)
    batch.lean(0.5)
    expected = 0.5 * often / often.sum() + 0.5 * hard / hard.sum()
    np.testing.assert_allclose(shares(), expected, atol=0.001)
    assert [leaning(passed) for passed in (0.0, 0.2, 1.0)] == [0.0, pytest.approx(0.5), 1.0]


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


# --- going on from what is kept ----------------------------------------------------------


def with_chance(learner):
    """Weights that are not 0 anywhere, so that a column in the wrong place is seen."""
    for module in (learner.policy, learner.critic):
        for weight in module.parameters():
            weight.data = torch.randn_like(weight).mul(0.1).half().float()
    return learner


@pytest.mark.parametrize("name", TRAINED)
def test_it_goes_on_from_weights_alone_once_a_critic_has_learnt(name, tmp_path):
    learner = with_chance(ExpertLearner(GAMES[name], SMALL))
    save(learner, tmp_path / "expert.pt")
    export(tmp_path / "expert.pt", tmp_path / "expert.npz")
    other = ExpertLearner(GAMES[name], SMALL)
    assert restore(other, tmp_path / "expert.pt")
    torch.manual_seed(7)
    other = with_chance(ExpertLearner(GAMES[name], SMALL))
    assert not restore(other, tmp_path / "expert.npz")
    of_critic = [weight.clone() for weight in other.critic.parameters()]
    other.warm_up(2)
    for kept, its in ((learner.policy, other.policy), (learner.policy, other.older)):
        assert all((a == b).all() for a, b in zip(kept.parameters(), its.parameters(), strict=True))
    assert any((a != b).any() for a, b in zip(of_critic, other.critic.parameters(), strict=True))
    steps = [int(other.optimiser.state[weight]["step"]) for weight in other.policy.parameters()]
    assert set(steps) == {0}
    other.round()
    moved = zip(learner.policy.parameters(), other.policy.parameters(), strict=True)
    assert any((a != b).any() for a, b in moved)


@pytest.mark.parametrize("name", TRAINED)
def test_what_is_seen_since_begins_with_weights_of_0(name, tmp_path):
    learner = with_chance(ExpertLearner(GAMES[name], SMALL))
    save(learner, tmp_path / "expert.pt")
    kept = torch.load(tmp_path / "expert.pt", weights_only=True)
    seen, table = learner.its.view.of_group, learner.its.view.table
    less = {"policy": slice(seen - 3), "critic": [*range(seen - 3), *range(seen, seen + 5)]}
    for part, columns in less.items():
        kept[part][OF_GROUP] = kept[part][OF_GROUP][:, columns].clone()
        kept[part][OF_TABLE] = kept[part][OF_TABLE][:, : table - 2].clone()
    torch.save(kept, tmp_path / "expert.pt")
    other = ExpertLearner(GAMES[name], SMALL)
    assert restore(other, tmp_path / "expert.pt")
    assert not other.optimiser.state
    for before, now in ((learner.policy, other.policy), (learner.critic, other.critic)):
        expected = before.state_dict()
        expected[OF_TABLE][:, table - 2 :] = 0
        expected[OF_GROUP][:, seen - 3 : seen] = 0
        expected[OF_GROUP][:, seen + 5 :] = 0
        found = now.state_dict()
        assert all((found[each] == expected[each]).all() for each in expected)
    other.round()


@pytest.mark.parametrize("name", TRAINED)
def test_what_does_not_fit_is_refused(name, tmp_path):
    learner = ExpertLearner(GAMES[name], SMALL)
    save(learner, tmp_path / "expert.pt")
    wider = ExpertLearner(GAMES[name], dataclasses.replace(SMALL, width=48))
    with pytest.raises(NotUnderstood, match="with --set width=32 --set depth=1"):
        restore(wider, tmp_path / "expert.pt")
    another = ExpertLearner(next(GAMES[each] for each in TRAINED if each != name), SMALL)
    with pytest.raises(NotUnderstood, match=f"is for {name}"):
        restore(another, tmp_path / "expert.pt")


def test_a_game_without_an_expert_says_so():
    class Bare:
        title = "Bare"

        def part(self, name):
            return None

    with pytest.raises(NotUnderstood, match="no part `expert`"):
        expert_game(Bare())
