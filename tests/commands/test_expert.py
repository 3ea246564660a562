"""`tenluz train-expert`, `export-expert` and `export-onnx`: what does not fit is said in a line."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.commands.running import tenluz


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
    assert len(ran.err.splitlines()) == 1


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
        (("level10", "--set", "games=0"), "games must be at least 1, not 0."),
        (("level10", "--set", "steps=-1"), "steps must be at least 1"),
        (("level10", "--set", "older_after=0"), "older_after must be at least 1"),
        (("level10", "--set", "depth=-1"), "depth must be at least 0"),
        (("level10", "--set", "width=100000"), "width must be at most 8192"),
        (("level10", "--set", "minibatches=7"), "65536 games cannot be cut into 7 equal"),
        (("level10", "--set", "learning_rate=nan"), "learning_rate must be between 0 and 1"),
        (("level10", "--set", "gamma=2"), "gamma must be from 0 to 1, not 2.0."),
        (("level10", "--set", "strangers=3"), "strangers must be from 0 to 1"),
        (("level10", "--set", "entropy_coef=inf"), "entropy_coef must be a number of 0 or more"),
        (("level10", "--set", "max_grad_norm=0"), "max_grad_norm must be more than 0"),
        (("level10", "--set", "seed=-1"), "A seed is a whole number"),
        (("level10", "--recipe", "--set", "games=40"), "40 games cannot be cut into 32 equal"),
        (("level10", "--minutes", "nan"), "minutes must be more than 0"),
        (("level10", "--set", "device=abacus"), "device must be auto, cpu or cuda"),
        (("level10", "--set", "device=cpu", "--out", "/dev/null/runs"), "cannot be made"),
    ],
)
def test_training_an_expert_says_what_does_not_fit(words: tuple[str, ...], why: str) -> None:
    pytest.importorskip("torch")
    ran = tenluz("train-expert", *words)
    assert ran.status == 2
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


# --- where it goes, and what to do next; nothing is learnt here --------------------------------


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders in which something was trained: a stand-in leaves what a training would."""
    pytest.importorskip("torch")
    from tenluz.train.expert import recipe, run

    asked: list[Path] = []

    def train(game: Any, config: Any, out: Path, **_: Any) -> object:
        asked.append(out)
        out.mkdir(parents=True, exist_ok=True)
        for name in (run.CHECKPOINT, run.WEIGHTS, run.DONE):
            (out / name).touch()
        return asked

    for module in (run, recipe):
        monkeypatch.setattr(module, "train", train)
        monkeypatch.setattr(module, "where_time_goes", lambda learner: None)
    monkeypatch.chdir(tmp_path)
    return asked


ON_A_CPU = ("--test", "0", "--set", "device=cpu")


def test_a_recipe_goes_to_a_folder_of_the_game_and_says_what_is_next(runs: list[Path]) -> None:
    words = ("train-expert", "luz", "--recipe", *ON_A_CPU)
    first = tenluz(*words, "--pieces", "1")
    assert first.lines[-1] == (
        "1 of 3 pieces are done, and kept in runs/luz. The same command goes on."
    )
    ran = tenluz(*words)
    assert runs == [Path(f"runs/luz/piece-{number}") for number in (1, 2, 3)]
    assert "3 of 3 pieces are done" in ran.lines[-1]
    assert "tenluz tournament luz --bots rules,runs/luz/expert.npz" in ran.lines[-1]
    other = tenluz(*words, "--set", "seed=2")
    assert (other.status, len(other.err.splitlines())) == (2, 1)
    assert "`tenluz train-expert luz --recipe --out runs/luz --set device=cpu`" in other.err
    assert tenluz("train-expert", "luz", *ON_A_CPU).err.startswith("tenluz: runs/luz is of a rec")


def test_what_to_do_after_a_run_and_no_run_takes_anothers_place(runs: list[Path]) -> None:
    words = ("train-expert", "level10", *ON_A_CPU, "--out", "a b")
    ran = tenluz(*words)
    on = "tenluz train-expert level10 --out 'a b' --set device=cpu --resume 'a b/expert.pt'"
    assert ran.lines[-1] == f"What was learnt is in a b/expert.pt. To go on: {on}"
    again = tenluz(*words)
    assert (again.status, len(again.err.splitlines())) == (2, 1)
    assert on in again.err
    assert tenluz(*shlex.split(on)[1:], "--test", "0").status == 0
    elsewhere = ("train-expert", "level10", *ON_A_CPU, "--out", "c")
    assert tenluz(*elsewhere, "--resume", "a b/expert.pt").status == 0
    assert "a run in c already" in tenluz(*elsewhere, "--resume", "a b/expert.pt").err
    assert runs == [Path(each) for each in ("a b", "a b", "c")]
    assert "of no recipe" in tenluz(*elsewhere, "--recipe").err


@pytest.mark.parametrize("recipe", [True, False])
def test_ctrl_c_at_any_time_says_what_is_kept(
    runs: list[Path], monkeypatch: pytest.MonkeyPatch, recipe: bool
) -> None:
    from tenluz.train.expert import recipe as by_recipe
    from tenluz.train.expert import run

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    words = ("train-expert", "level10", *ON_A_CPU, *(["--recipe"] if recipe else []))
    with monkeypatch.context() as patch:
        for module in (run, by_recipe):
            patch.setattr(module, "train", interrupted)
        ran = tenluz(*words)
    assert ran.status == 130
    nothing = "Stopped. 0 of 4 pieces are done" if recipe else "Stopped; nothing was learnt yet."
    assert ran.err.startswith(nothing)
    for module in (run, by_recipe):
        monkeypatch.setattr(module, "where_time_goes", interrupted)
    ran = tenluz(*words)
    assert ran.status == 130
    assert "begins piece 2 anew" in ran.err if recipe else "in runs/level10/expert.pt" in ran.err
