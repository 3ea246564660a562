"""An expert for ONNX Runtime: what it says is what NumPy says."""

from pathlib import Path

import numpy as np
import pytest

from tenluz.bots.expert_game import expert_game
from tenluz.bots.group_network import GroupNetwork
from tenluz.engine.dice import new_dice
from tests.commands.running import tenluz
from tests.games_played import GAMES

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]


def positions(game):
    """What the expert sees at the beginning of some games, with all numbers of players."""
    its, rows = expert_game(game), []
    for number, (given, _) in enumerate(its.variants()):
        o = game.options(given).packed()
        state = game.new_state(o)
        game.rules.deal_at_random(o, state, new_dice(number))
        row = np.zeros(its.view.sees, np.int8)
        its.view.write(o, game.view(o, state, state.table.seat), row)
        rows.append(row)
    return np.array(rows)


@pytest.mark.parametrize("name", TRAINED)
def test_onnx_runtime_says_what_numpy_says(name: str, tmp_path: Path) -> None:
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    game, to = GAMES[name], tmp_path / "expert.onnx"
    ran = tenluz("export-onnx", name, to)
    assert ran.status == 0, ran.err
    its = expert_game(game).view
    rows = positions(game)
    expected = GroupNetwork(game, its, game.folder / "bots" / "expert.npz").scores(rows)
    session = runtime.InferenceSession(str(to), providers=["CPUExecutionProvider"])
    (found,) = session.run(["scores"], {"rows": rows})
    places = range(its.moves) if its.places is None else its.places()
    asked = [move for move, place in enumerate(places) if place >= 0]
    np.testing.assert_allclose(found[:, asked], expected[:, asked], rtol=1e-3, atol=1e-3)
    assert np.ptp(expected[:, asked]) > 1  # the weights say something


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("level10", "x.onnx", "--weights", "nowhere.npz"), "no weights nowhere.npz"),
        (("level10", "nowhere/x.onnx"), "nowhere/x.onnx cannot be written"),
        (("level10", "."), "a file in a folder that is there"),
    ],
)
def test_what_cannot_be_exported_is_said(words: tuple[str, ...], why: str) -> None:
    ran = tenluz("export-onnx", *words)
    assert ran.status == 2
    assert why in ran.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("level10", "--minutes", "0"), "minutes must be more than 0"),
        (("level10", "--pieces", "2"), "--pieces says how many of --recipe"),
        (("level10", "--recipe", "--pieces", "0"), "one or more"),
        (("level10", "--recipe", "--decay", "0.5"), "leave out --resume and --decay"),
        (("level10", "--resume", "nowhere.pt"), "no checkpoint nowhere.pt"),
        (("level10", "--set", "fame=1"), "--set takes NAME=VALUE, one of device"),
        (("level10", "--set", "games=many"), "games cannot be 'many'"),
        (("level10", "--set", "best_response=1"), "best_response cannot be '1'"),
        (("level10", "--set", "best_response=true"), "name it with --resume"),
        (("level10", "--set", "device=abacus"), "device must be auto, cpu or cuda"),
        (("level10", "--set", "device=cpu", "--out", "/dev/null/runs"), "cannot be made"),
    ],
)
def test_training_an_expert_says_what_does_not_fit(words: tuple[str, ...], why: str) -> None:
    pytest.importorskip("torch")
    ran = tenluz("train-expert", *words)
    assert ran.status == 2
    assert why in ran.err
