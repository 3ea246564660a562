"""An expert from nothing, by its recipe: piece after piece, by the same command again and again."""

import contextlib
import itertools
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import Piece, expert_game  # noqa: E402
from tenluz.engine.catalogue import game_named  # noqa: E402
from tenluz.train.expert import run  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.curves import METRICS, PICTURE  # noqa: E402
from tenluz.train.expert.recipe import pieces_left, train_by_recipe  # noqa: E402
from tenluz.train.expert.run import CHECKPOINT, WEIGHTS  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
SMALL: dict[str, object] = {
    "device": "cpu", "games": 64, "steps": 4, "width": 32, "depth": 1, "critic_width": 32,
    "critic_depth": 1,
}  # fmt: skip
RECIPE = (Piece(2.0, {"seed": 5}), Piece(1.0, {"learning_rate": 1e-4}, decay=0.5), Piece(1.0))
MINUTES = 0.02  # for all three


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def trained(out: Path, **more: Any) -> bool:
    given = {"changes": SMALL, "minutes": MINUTES, "games": 0, **more}
    return train_by_recipe(game_named("level10"), RECIPE, out, **given)


def decisions(folder: Path) -> list[int]:
    lines = (folder / METRICS).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["decisions"] for line in lines]


def test_the_same_command_goes_on_until_all_pieces_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert trained(tmp_path, pieces=1)
    assert pieces_left(RECIPE, tmp_path) == [2, 3]
    assert trained(tmp_path)
    assert pieces_left(RECIPE, tmp_path) == []
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Piece")]
    assert [line.split(",")[0] for line in said] == [f"Piece {one} of 3" for one in (1, 2, 3)]
    ends = [decisions(tmp_path / f"piece-{number}")[-1] for number in (1, 2, 3)]
    assert all(first < then for first, then in itertools.pairwise(ends)), "each goes on"
    for name in (CHECKPOINT, WEIGHTS):
        assert (tmp_path / name).read_bytes() == (tmp_path / "piece-3" / name).read_bytes()
    assert "successes, 5 players" in (tmp_path / PICTURE).read_text(encoding="utf-8")
    assert trained(tmp_path), "nothing is left"
    assert "Piece" not in capsys.readouterr().out


def test_a_piece_that_was_interrupted_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trained(tmp_path, pieces=1)
    before = decisions(tmp_path / "piece-1")[-1]
    stopped = threading.Event()
    stopped.set()
    with monkeypatch.context() as patch:
        patch.setattr(run, "interrupts", lambda: contextlib.nullcontext(stopped))
        assert not trained(tmp_path)
    assert pieces_left(RECIPE, tmp_path) == [2, 3]
    assert trained(tmp_path, pieces=1)
    assert "Piece 2 was not finished: it begins anew." in capsys.readouterr().out
    assert decisions(tmp_path / "piece-2")[0] > before


@pytest.mark.parametrize("name", TRAINED)
def test_every_recipe_has_pieces_of_ten_minutes_that_a_learner_takes(name: str) -> None:
    recipe = expert_game(GAMES[name]).recipe
    assert recipe
    for piece in recipe:
        assert piece.minutes <= 10
        settings: dict[str, Any] = dict(piece.settings)
        assert ExpertConfig(**settings) != ExpertConfig() or not settings
