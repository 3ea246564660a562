"""What docs say of environments is true: the examples run, the tables are fresh."""

import importlib.util
import re
from pathlib import Path

import pytest

from tenluz.engine.seeds import BENCHMARK
from tenluz.envs.encoding import encoding
from tenluz.envs.step import steps
from tests.games_played import GAMES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("envs.md", "pettingzoo.md", "quick-start.md", "vector.md")


def examples(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, n) for page in PAGES for n in range(len(examples(page)))],
)
def test_the_examples_run(page, number):
    exec(compile(examples(page)[number], f"{page}, example {number + 1}", "exec"), {})


def test_there_are_examples():
    assert len(examples("pettingzoo.md")) >= 3
    assert len(examples("envs.md")) >= 1
    assert len(examples("vector.md")) >= 3


def test_results_are_measured_on_the_reserved_deals():
    text = (DOCS / "benchmark.md").read_text(encoding="utf-8")
    assert set(re.findall(r"--seed (\d+)", text)) == {str(BENCHMARK)}


def test_the_tables_are_fresh():
    spec = importlib.util.spec_from_file_location("make_envs", DOCS / "make_envs.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (DOCS / "envs.md").read_text(encoding="utf-8") == tool.written(), "run docs/make_envs.py"


@pytest.mark.parametrize("game", GAMES)
def test_no_action_means_two_things(game):
    its = steps(GAMES[game])
    named = [number for meaning in its.meanings for number in meaning.numbers]
    assert len(named) == len(set(named))
    assert max(named) == encoding(game, GAMES[game].options()).actions - 1
