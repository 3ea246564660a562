"""`tenluz train-expert`, `export-expert` and `export-onnx`: what does not fit is said in a line."""

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
