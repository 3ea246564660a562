"""Training an expert: games with options of their own, a network that is symmetric, weights that
NumPy reads."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.bots.group_network import GroupNetwork  # noqa: E402
from tenluz.engine.dice import below, new_dice  # noqa: E402
from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.engine.game import DEAL, moves_in  # noqa: E402
from tenluz.train.expert.evaluate import evaluate  # noqa: E402
from tenluz.train.expert.export import export  # noqa: E402
from tenluz.train.expert.learner import ExpertConfig, ExpertLearner  # noqa: E402
from tenluz.train.expert.mixed_batch import MixedBatch  # noqa: E402
from tenluz.train.expert.network import Policy  # noqa: E402
from tenluz.train.expert.run import restore, save  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
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
    batch = MixedBatch(game, its, variants, 24, "cpu")
    batch.reset(5)
    options = [game.options(given).packed() for given, _ in variants]
    draw = [at for at, (_, often) in enumerate(variants) for _ in range(often)]
    dice = [new_dice(5, stream) for stream in range(24)]
    chance = np.random.default_rng(1)
    alone, which = [], []

    def begin(at):
        which[at] = draw[below(dice[at], len(draw))]
        alone[at] = game.new_state(options[which[at]])
        game.rules.start(options[which[at]], alone[at])
        game.rules.deal_at_random(options[which[at]], alone[at], dice[at])

    for at in range(24):
        alone.append(None)
        which.append(0)
        begin(at)
    ended = 0
    for _ in range(90):
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
    assert ended == int(batch.tally[:, 0].sum()) > 24


@pytest.mark.parametrize("name", TRAINED)
def test_numpy_says_what_pytorch_says(name, tmp_path):
    its = expert_game(GAMES[name])
    torch.manual_seed(3)
    policy = Policy(its, 48, 2)
    for weight in policy.parameters():
        weight.data = torch.randn_like(weight).mul(0.1).half().float()
    checkpoint, weights = tmp_path / "expert.pt", tmp_path / "expert.npz"
    torch.save({"policy": policy.state_dict()}, checkpoint)
    export(checkpoint, weights)
    rows = torch.randint(0, 3, (17, its.view.sees), dtype=torch.int8)
    with torch.no_grad():
        expected, _ = policy(rows)
    found = GroupNetwork(GAMES[name], its.view, weights).scores(rows.numpy())
    np.testing.assert_allclose(found, expected.numpy(), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", TRAINED)
def test_it_learns_and_goes_on_where_it_was(name, tmp_path):
    learner = ExpertLearner(GAMES[name], SMALL)

    def worth(rounds):
        total = 0.0
        for _ in range(rounds):
            learner.round()
            total += float(learner.reward[..., 0].sum()) / max(1, int(learner.done.sum()))
        return total / rounds

    first = worth(4)
    worth(16)
    assert worth(4) > 1.2 * first
    assert torch.isfinite(learner.figures).all()
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
    (found,) = evaluate(game, its, Policy(its, 16, 1), [given], 40, "cpu")
    assert found.games == 40
    assert 0 <= found.won <= 40
    assert found.mean > 0


def test_a_game_without_an_expert_says_so():
    class Bare:
        title = "Bare"

        def part(self, name):
            return None

    with pytest.raises(NotUnderstood, match="no part `expert`"):
        expert_game(Bare())
