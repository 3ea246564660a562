"""A network from `tenluz train` at a table: its likeliest move, in every room by its path."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.bot import BotFailed, player  # noqa: E402
from tenluz.bots.expert_game import expert_game  # noqa: E402
from tenluz.bots.registry import find_bot  # noqa: E402
from tenluz.engine.dice import new_dice  # noqa: E402
from tenluz.lab.bot_games import dice_of_streams, play_games  # noqa: E402
from tenluz.lab.measures import counted  # noqa: E402
from tenluz.train import checkpoint  # noqa: E402
from tenluz.train.checkpoint import Progress  # noqa: E402
from tenluz.train.evaluate import NETWORK, Pairing, play  # noqa: E402
from tenluz.train.expert.checkpoint import export  # noqa: E402
from tenluz.train.expert.network import PolicyNetwork  # noqa: E402
from tenluz.train.learner import Learner  # noqa: E402
from tests.commands.running import tenluz  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.runs import OPTIONS, small  # noqa: E402


@pytest.fixture(scope="module", params=list(GAMES))
def run(request, tmp_path_factory):
    """The learner of a short run, and the folder where it is kept."""
    folder = tmp_path_factory.mktemp(request.param)
    learner = Learner(small(request.param), threads=1)
    learner.round()
    checkpoint.save(folder, learner, Progress())
    return request.param, learner, folder


def test_it_plays_as_the_test_after_training_does(run):
    """The same games among `rules`, move by move."""
    name, learner, folder = run
    game = GAMES[name]
    options = game.options(OPTIONS[name])
    bot = find_bot(game, str(folder / "checkpoint.pt"))
    tally = play(Pairing(NETWORK, "rules"), game, options, learner.network, 12, seed=5)
    dice = dice_of_streams(5, range(12))
    seats = np.ones((12, options.players), np.int64)
    seats[np.arange(12), np.arange(12) % options.players] = 0
    both = [bot, find_bot(game, "rules")]
    states, moves = play_games(game, options.packed(), both, seats, dice, dice)
    assert moves == tally.moves
    told = [one.value for _, (one,) in tally.estimates()]
    its = counted(game)
    rows = np.zeros((12, sum(each.width for each in its.measures(options))), np.int64)
    its.read(options.packed(), states, rows)
    if its.together:
        assert told == rows.mean(0)[: len(told)].tolist()
    else:
        own = rows[np.arange(12), np.arange(12) % options.players]
        assert told[0] == own.mean()


def test_a_folder_is_as_good_as_its_checkpoint_and_is_loaded_once(run):
    name, _, folder = run
    one, other = (find_bot(GAMES[name], str(folder)) for _ in range(2))
    assert player(one) is player(other)


def test_other_sizes_are_refused_with_what_it_was_trained_for(run):
    name, _, folder = run
    game = GAMES[name]
    options = game.options({**OPTIONS[name], "players": 5})
    o, state = options.packed(), game.new_state(options.packed())
    game.rules.deal_at_random(o, state, new_dice(1))
    view = game.view(o, state, state.table.seat)
    its = player(find_bot(game, str(folder)))
    with pytest.raises(BotFailed, match=r"it was trained for .* with players"):
        its.move(o, view, new_dice(1))


def test_another_game_is_refused(run):
    name, _, folder = run
    other = next(game for game in GAMES.values() if game.name != name)
    with pytest.raises(BotFailed, match=f"plays {name}, not {other.name}"):
        player(find_bot(other, str(folder)))


def test_it_is_simulated_by_its_path(run):
    name, _, folder = run
    options = [word for item in OPTIONS[name].items() for word in (f"--{item[0]}", item[1])]
    words = ["simulate", name, *options, "--bot", folder, "--games", 6, "--json"]
    ran = tenluz(*words)
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["games"] == 6


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].part("expert")])
def test_an_experts_checkpoint_plays_as_its_weights_do(name, tmp_path):
    torch.manual_seed(2)
    game = GAMES[name]
    policy = PolicyNetwork(expert_game(game), 16, 1)
    kept = tmp_path / "expert.pt"
    torch.save({"game": name, "policy": policy.state_dict()}, kept)
    export(kept, tmp_path / "expert.npz")
    found = [find_bot(game, str(path)) for path in (kept, tmp_path, tmp_path / "expert.npz")]
    assert player(found[0]) is player(find_bot(game, str(kept)))
    options = game.options(OPTIONS[name])
    ended = []
    for bot in found:
        dice, seats = dice_of_streams(5, range(6)), np.zeros((6, options.players), np.int64)
        ended.append(play_games(game, options.packed(), [bot], seats, dice, dice)[0])
    assert (ended[0] == ended[1]).all()
    assert (ended[0] == ended[2]).all()
    other = next(game for game in GAMES.values() if game.name != name)
    with pytest.raises(BotFailed, match=f"plays {name}, not {other.name}"):
        find_bot(other, str(kept))


def test_what_is_no_checkpoint_is_refused(tmp_path: Path):
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing of the kind")
    with pytest.raises(BotFailed, match="is not a checkpoint of Tenluz"):
        player(find_bot(GAMES["luz"], str(tmp_path)))
