"""`tenluz train`, as a person calls it."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
import warnings
from xml.etree import ElementTree

import pytest

from tenluz.commands.train import _one_line_warnings
from tests.commands.running import tenluz

pytest.importorskip("torch")

SMALL = ("--games", 32, "--layers", "16", "--device", "cpu", "--threads", 1, "--test", 20)
# A batch is compiled for its options: all runs here and in tests/train have these.
PAUSES = ("--pauses", 3)
ROUND = 32 * 32  # decisions


def train(folder, *words, **more):
    pauses = () if "luz" in words else PAUSES
    return tenluz("train", *SMALL, *pauses, "--out", folder, *words, **more)


def resume(folder, *words):
    # One thread here too: on busy cores two wait for each other, and for small layers in vain.
    return tenluz("train", "--resume", folder, "--threads", 1, "--test", 0, *words)


def without(monkeypatch, package):
    """As if a package were not installed."""
    found = importlib.util.find_spec
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name == package else found(name, *rest),
    )


def figures(folder):
    """What was told on the way, but for the time it took."""
    rows = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    for row in rows:
        del row["seconds"]
    return rows


@pytest.mark.parametrize("game", ["level10", pytest.param("luz", marks=pytest.mark.soak)])
def test_a_run_leaves_figures_a_picture_and_a_summary(game, tmp_path):
    ran = train(tmp_path, "--game", game, "--decisions", 16 * ROUND, "--json")
    assert ran.status == 0, ran.err
    told = json.loads(ran.out)
    assert told["decisions"] == 16 * ROUND
    assert told["config"]["game"] == game
    assert not told["interrupted"]
    assert {test["who"] for test in told["tests"]} == {"network", "random", "novice", "rules"}
    assert len(figures(tmp_path)) == 2
    pictured = "".join(ElementTree.parse(tmp_path / "curves.svg").getroot().itertext())
    assert "entropy of the policy" in pictured
    assert "decisions" in ran.err


def options_of(folder, *words):
    ran = train(folder, *words, "--decisions", ROUND, "--test", 0, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)["config"]["options"], ran.err


AGREED = {"players": 3, "pauses": 3, "edition": "fr", "advice": "none"}


def test_nobody_talks_in_training_and_that_is_told(tmp_path):
    usual, told = options_of(tmp_path, "--players", 3)
    assert usual == {**AGREED, "open_counts": True, "first_player": "dealt"}
    assert "open_counts True" in told
    assert "first_player dealt" in told


@pytest.mark.soak
def test_options_asked_for_are_what_is_trained(tmp_path):
    """Compiled for options that no other test has."""
    asked, told = options_of(
        tmp_path, "--option", "open_counts=false", "--first-player", "together"
    )
    assert asked == AGREED
    assert "open_counts" not in told


def test_what_makes_a_run_slower_is_told_in_one_line(capsys):
    from tenluz.train.graphs import Slower

    with _one_line_warnings():
        warnings.warn("No CUDA graph, so this is slower: why", Slower, stacklevel=1)
    assert capsys.readouterr().err == "tenluz: No CUDA graph, so this is slower: why\n"


def test_people_get_a_table(tmp_path):
    ran = train(tmp_path, "--decisions", ROUND)
    assert ran.status == 0, ran.err
    assert "games won" in ran.out
    assert "network" in ran.out
    assert f"tenluz train --resume {tmp_path} --minutes 2" in ran.out
    assert str(tmp_path / "curves.svg").replace("\n", "") in ran.out.replace("\n", "")


def test_curves_are_drawn_where_there_is_a_terminal(tmp_path):
    ran = train(tmp_path, "--decisions", 24 * ROUND, stderr_terminal=True)
    assert ran.status == 0, ran.err
    assert "cells filled" in ran.err
    assert any(0x2800 < ord(letter) < 0x2900 for letter in ran.err)


@pytest.mark.parametrize(
    ("package", "said", "terminal"),
    [("plotext", "No curves here: plotext", True), ("matplotlib", "No picture: matplotlib", False)],
)
def test_without_a_package_to_draw_with_a_run_says_what_to_install(
    package, said, terminal, tmp_path, monkeypatch
):
    without(monkeypatch, package)
    ran = train(tmp_path, "--decisions", 24 * ROUND, stderr_terminal=terminal)
    assert ran.status == 0, ran.err
    assert f"{said} is not installed (pip install 'tenluz[train]')." in ran.out + ran.err
    assert "cells filled" in ran.err
    assert (tmp_path / "curves.svg").exists() == (package != "matplotlib")
    assert (tmp_path / "checkpoint.pt").exists()


def test_a_run_resumed_is_the_run_it_would_have_been(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert train(whole, "--decisions", 24 * ROUND).status == 0
    assert train(parts, "--decisions", 11 * ROUND).status == 0
    ran = resume(parts, "--decisions", 24 * ROUND)
    assert ran.status == 0, ran.err
    assert figures(parts) == figures(whole)
    assert len(figures(whole)) == 3


def test_a_run_whose_budget_is_spent_says_so(tmp_path):
    assert train(tmp_path, "--decisions", ROUND).status == 0
    ran = resume(tmp_path)
    assert ran.status == 2
    assert "budget of this run is spent" in ran.err
    assert "--minutes" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "chess"), "chess"),
        (("--game", "luz", "--pauses", 2), "Luz has no option 'pauses'"),
        (("--players", 9), "players"),
        (("--reward", "fame"), "filled or win or score"),
        (("--game", "luz", "--reward", "win"), "points"),
        (("--layers", "wide"), "512x3"),
        (("--games", 33), "equal minibatches"),
        (("--minutes", 0), "more than 0"),
        (("--minutes", "nan"), "more than 0"),
        (("--decisions", -5), "more than 0"),
        (("--device", "tpu"), "auto, cpu or cuda"),
        (("--learning-rate", 3), "learning rate"),
        (("--seed", -1), "seed"),
        (("--seed", 1 << 63), "from 0 to 9223372036854775807"),
        (("--test", -1), "test"),
        (("--resume", "nowhere"), "There is no run in nowhere"),
        (
            ("--resume", "nowhere", "--seed", 0, "--learning-rate", 0.1),
            "out --seed, --learning-rate",
        ),
    ],
)
def test_mistakes_are_told_in_one_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = tenluz("train", *words)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_run_is_not_written_over(tmp_path):
    assert train(tmp_path, "--decisions", ROUND).status == 0
    ran = train(tmp_path, "--decisions", ROUND)
    assert ran.status == 2
    assert f"--resume {tmp_path}" in ran.err


def test_a_torn_checkpoint_is_not_a_traceback(tmp_path):
    (tmp_path / "checkpoint.pt").write_bytes(b"half a")
    ran = tenluz("train", "--resume", tmp_path)
    assert ran.status == 2
    assert "not a checkpoint" in ran.err


def test_without_pytorch_it_says_what_to_install(tmp_path, monkeypatch):
    without(monkeypatch, "torch")
    ran = train(tmp_path)
    assert ran.status == 2
    assert "pip install 'tenluz[train]'" in ran.err


def test_the_command_line_starts_without_pytorch():
    code = "import sys, tenluz.cli; print('torch' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_keeps_the_run_and_says_how_to_go_on(tmp_path):
    words = ["train", *map(str, (*SMALL, *PAUSES)), "--out", str(tmp_path), "--minutes", "5"]
    run = subprocess.Popen(
        [sys.executable, "-m", "tenluz.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        metrics, end = tmp_path / "metrics.jsonl", time.monotonic() + 120
        while not (metrics.exists() and metrics.read_text()):
            assert time.monotonic() < end
            assert run.poll() is None
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == 130
    assert f"tenluz train --resume {tmp_path}" in err
    assert "Traceback" not in err
    assert (tmp_path / "checkpoint.pt").exists()
    last = figures(tmp_path)[-1]["decisions"]
    resumed = resume(tmp_path, "--decisions", last + 16 * ROUND)
    assert resumed.status == 0, resumed.err
    assert figures(tmp_path)[-1]["decisions"] == last + 16 * ROUND
