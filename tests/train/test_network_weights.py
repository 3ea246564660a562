"""What compiled code makes of weights is what PyTorch says: of weights drawn by chance, and of
those that ship, in positions as they come up in games."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.bots.group_network import GroupNetwork  # noqa: E402
from tenluz.engine.dice import new_dice  # noqa: E402
from tenluz.engine.game import DEAL, OVER, moves_in  # noqa: E402
from tenluz.train.expert.checkpoint import export, restore  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tenluz.train.expert.network import PolicyNetwork  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]


def expect_the_same(network, policy, rows):
    with torch.no_grad():
        expected, guessed, worth = policy(torch.from_numpy(rows))
    for found, said in (
        (network.scores(rows), expected),
        (network.guesses(rows), guessed),
        (network.worth(rows), worth),
    ):
        np.testing.assert_allclose(found, said.numpy(), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", TRAINED)
def test_compiled_code_says_what_pytorch_says(name, tmp_path):
    its = expert_game(GAMES[name])
    torch.manual_seed(3)
    policy = PolicyNetwork(its, 48, 2)
    for weight in policy.parameters():
        weight.data = torch.randn_like(weight).mul(0.1).half().float()
    checkpoint, weights = tmp_path / "expert.pt", tmp_path / "expert.npz"
    torch.save({"policy": policy.state_dict()}, checkpoint)
    export(checkpoint, weights)
    rows = np.random.default_rng(4).integers(0, 3, (17, its.view.sees), dtype=np.int8)
    expect_the_same(GroupNetwork(GAMES[name], its.view, weights), policy, rows)


def rows_of_games(game, network):
    """What the seat on turn sees at each decision of a game at every table that is learnt."""
    its, rows = expert_game(game), []
    for number, (given, _) in enumerate(its.variants()):
        o, dice = game.options(given).packed(), new_dice(7, number)
        state = game.new_state(o)
        game.rules.start(o, state)
        while state.table.phase != OVER:
            if state.table.phase == DEAL:
                game.rules.deal_at_random(o, state, dice)
                continue
            view = np.asarray(game.view(o, state, state.table.seat)).reshape(1)
            row = network.rows(o, view)
            rows.append(row[0])
            legal = list(moves_in(*game.rules.legal(o, state)))
            game.rules.apply(o, state, legal[int(network.scores(row)[0][legal].argmax())])
    return np.array(rows)


@pytest.mark.parametrize("name", TRAINED)
def test_so_it_does_of_the_weights_that_ship(name):
    game, path = GAMES[name], GAMES[name].folder / "bots" / "expert.npz"
    one = ExpertConfig(device="cpu", games=1, minibatches=1, steps=1)
    learner = ExpertLearner(game, one)
    restore(learner, path)
    network = GroupNetwork(game, learner.its.view, path)
    rows = rows_of_games(game, network)
    assert len(rows) > 100
    expect_the_same(network, learner.policy, rows)
    assert np.ptp(network.worth(rows)) > 0.3, "it tells good positions from bad ones"
