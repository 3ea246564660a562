"""An expert from nothing, by its recipe: piece after piece, by the same command again and again."""

import itertools
import json
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_game import Piece, expert_game  # noqa: E402
from tenluz.engine.catalogue import game_named  # noqa: E402
from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.train.expert import recipe, run  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.curves import METRICS, PICTURE  # noqa: E402
from tenluz.train.expert.recipe import pieces_left, train_by_recipe  # noqa: E402
from tenluz.train.expert.run import CHECKPOINT, DONE, TEST, WEIGHTS  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

TRAINED = [name for name, game in GAMES.items() if game.part("expert") is not None]
SMALL: dict[str, object] = {
    "device": "cpu", "games": 64, "steps": 4, "width": 32, "depth": 1, "critic_width": 32,
    "critic_depth": 1,
}  # fmt: skip
RECIPE = (Piece(2.0, {"seed": 5}), Piece(1.0, {"learning_rate": 1e-4}, decay=0.5), Piece(1.0))
MINUTES = 0.02  # for all three


pytestmark = pytest.mark.usefixtures("one_thread")


def trained(out: Path, game: str = "level10", **more: Any) -> bool:
    given = {"changes": SMALL, "minutes": MINUTES, "games": 0, **more}
    return train_by_recipe(game_named(game), given.pop("recipe", RECIPE), out, **given)


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
    assert trained(tmp_path, games=2), "but for a test, which was not asked for"
    assert len(json.loads((tmp_path / TEST).read_bytes())) > 1


# --- interrupted ----------------------------------------------------------------------------


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def expect_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, out: Path, module: Any, name: str, does: Any = interrupted
) -> None:
    """Ctrl-C where the module does what has this name."""
    with monkeypatch.context() as patch:
        patch.setattr(module, name, does)
        with pytest.raises(KeyboardInterrupt):
            trained(out)


def test_a_piece_that_was_interrupted_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trained(tmp_path, pieces=1)
    before = decisions(tmp_path / "piece-1")[-1]
    stopped = threading.Event()
    stopped.set()
    with monkeypatch.context() as patch:
        patch.setattr(run, "interrupts", lambda: nullcontext(stopped))
        assert not trained(tmp_path)
    assert pieces_left(RECIPE, tmp_path) == [2, 3]
    learnt = (tmp_path / "piece-2" / CHECKPOINT).read_bytes()
    expect_an_interrupt(monkeypatch, tmp_path, run, "restore")
    assert (tmp_path / "piece-2" / CHECKPOINT).read_bytes() == learnt, "until it is there anew"
    assert trained(tmp_path, pieces=1)
    assert "Piece 2 was not finished: it begins anew." in capsys.readouterr().out
    assert before < decisions(tmp_path / "piece-2")[0]
    rows = decisions(tmp_path / "piece-2")
    assert rows == sorted(rows), "without the rows of before"


def test_a_piece_whose_time_was_over_is_done_whatever_interrupts_it_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, draw = threading.Event(), run.draw

    def stop_and_draw(*given: Any) -> None:
        stopped.set()
        draw(*given)

    with monkeypatch.context() as patch:
        patch.setattr(run, "interrupts", lambda: nullcontext(stopped))
        patch.setattr(run, "draw", stop_and_draw)
        assert not trained(tmp_path), "it goes on with no other piece"
    assert pieces_left(RECIPE, tmp_path) == [2, 3]
    assert not (tmp_path / CHECKPOINT).exists()
    stopped.clear()
    expect_an_interrupt(monkeypatch, tmp_path, recipe, "where_time_goes")
    assert pieces_left(RECIPE, tmp_path) == [3]
    for name in (CHECKPOINT, WEIGHTS):
        assert (tmp_path / name).read_bytes() == (tmp_path / "piece-2" / name).read_bytes()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No training at all: what it would leave, and the folders that were asked for."""
    asked: list[str] = []

    def train(game: object, config: object, out: Path, **_: object) -> object:
        asked.append(out.name)
        out.mkdir(exist_ok=True)
        for name in (CHECKPOINT, WEIGHTS):
            (out / name).write_text(f"{out.name}: {len(asked)}")
        (out / DONE).touch()
        return asked

    monkeypatch.setattr(recipe, "train", train)
    monkeypatch.setattr(recipe, "where_time_goes", lambda learner: None)
    return asked


def test_what_is_done_comes_to_where_people_look_for_it_also_later(
    tmp_path: Path, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_an_interrupt(monkeypatch, tmp_path, recipe, "_show")
    assert played == ["piece-1"]
    assert trained(tmp_path, pieces=1)
    assert played == ["piece-1", "piece-2"]
    show = recipe._show

    def show_two(game: Any, out: Path, number: int) -> None:
        (show if number < 3 else interrupted)(game, out, number)

    expect_an_interrupt(monkeypatch, tmp_path, recipe, "_show", show_two)
    assert trained(tmp_path)
    assert (tmp_path / WEIGHTS).read_text() == "piece-3: 3"


def test_pieces_after_one_that_is_missing_are_to_come_as_well(
    tmp_path: Path, played: list[str]
) -> None:
    assert trained(tmp_path)
    (tmp_path / "piece-2" / DONE).unlink()
    assert pieces_left(RECIPE, tmp_path) == [2, 3]
    assert trained(tmp_path, pieces=1)
    assert pieces_left(RECIPE, tmp_path) == [3], "what goes on from the old one is not done"


# --- the same settings ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"changes": {**SMALL, "games": 128}},
        {"changes": {}},
        {"minutes": None},
        {"game": "luz"},
    ],
)
def test_who_goes_on_goes_on_with_the_same_settings(
    tmp_path: Path, played: list[str], more: dict[str, Any]
) -> None:
    out = tmp_path / "run"
    assert trained(out, pieces=1)
    with pytest.raises(NotUnderstood) as refused:
        trained(out, **more)
    said = str(refused.value)
    assert f"level10 --recipe --out {out} --minutes 0.02 --set device=cpu --set games=64" in said
    assert played == ["piece-1"]
    assert trained(out, games=0, pieces=1)


def test_nor_is_another_recipe_gone_on_with_nor_what_nobody_can_read(
    tmp_path: Path, played: list[str]
) -> None:
    assert trained(tmp_path, pieces=1)
    with pytest.raises(NotUnderstood, match="recipe is another one since"):
        trained(tmp_path, recipe=(*RECIPE, Piece(1.0)))
    (tmp_path / recipe.ASKED).write_text("[]")
    with pytest.raises(NotUnderstood, match="does not say what was begun"):
        trained(tmp_path)


def test_a_run_without_a_recipe_is_not_replaced(tmp_path: Path, played: list[str]) -> None:
    (tmp_path / CHECKPOINT).touch()
    with pytest.raises(NotUnderstood, match="of no recipe"):
        trained(tmp_path)
    assert played == []


@pytest.mark.parametrize("name", TRAINED)
def test_every_recipe_has_pieces_of_ten_minutes_that_a_learner_takes(name: str) -> None:
    its = expert_game(GAMES[name]).recipe
    assert its
    for piece in its:
        assert piece.minutes <= 10
        settings: dict[str, Any] = dict(piece.settings)
        assert ExpertConfig(**settings).check() != ExpertConfig() or not settings
