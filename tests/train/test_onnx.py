"""An expert for ONNX Runtime: what it says is what our own code says."""

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
def test_onnx_runtime_says_what_our_code_says(name: str, tmp_path: Path) -> None:
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
