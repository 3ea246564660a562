"""Training an expert: games with options of their own, and a network that gets better at them."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.engine.dice import below, new_dice  # noqa: E402
from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.engine.game import DEAL, moves_in  # noqa: E402
from tenluz.train.expert.checkpoint import (  # noqa: E402
    restore,
    save,
)
from tenluz.train.expert.evaluate import evaluate  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tenluz.train.expert.mixed_batch import MixedBatch  # noqa: E402
from tenluz.train.expert.network import PolicyNetwork  # noqa: E402
from tenluz.train.expert.run import leaning  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.experts import SMALL, TRAINED, expect_to_learn  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


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


def test_a_game_without_an_expert_says_so():
    class Bare:
        title = "Bare"

        def part(self, name):
            return None

    with pytest.raises(NotUnderstood, match="no part `expert`"):
        expert_game(Bare())
