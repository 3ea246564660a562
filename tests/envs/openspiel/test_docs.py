"""What docs/openspiel.md shows is true."""

import json
import re
from pathlib import Path

import pyspiel
import pytest

from tests.envs.openspiel.games import all_states
from tests.games.level10.solved import TABLE

DOCS = Path(__file__).parents[3] / "docs" / "openspiel.md"


def test_the_example_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, str(DOCS), "exec"), {})
    returns, distance = capsys.readouterr().out.splitlines()
    assert len(json.loads(returns)) == 3
    assert float(distance) < 0.5


def test_the_solved_values_are_those_checked_in():
    solved = json.loads(TABLE.read_text(encoding="utf-8"))
    text = DOCS.read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if re.match(r"\| \d(, open counts)? \| \d × ", row)]
    assert 2 * len(rows) == len(solved)
    for row in rows:
        players, grid, hand, pauses, *shown = (cell.strip() for cell in row.strip("|").split("|"))
        worlds, columns = grid.split(" × ")
        words = f"--players {players[0]} --worlds {worlds} --columns {columns} --hand {hand}"
        words += f" --pauses {pauses}" if pauses != "0" else ""
        words += " --option open_counts=true" if "open counts" in players else ""
        for goal, (value, open_hands) in (("won", shown[:2]), ("score", shown[2:])):
            found = solved[f"tenluz solve level10 {words} --goal {goal}"]
            ends = [float(end) for end in value.split(" to ")]
            assert ends[0] == pytest.approx(found["lower"], abs=1e-4)
            assert (len(ends) == 1) == found["exact"]
            if players != "1":
                assert float(open_hands) == pytest.approx(found["upper"], abs=1e-4)


def test_the_least_scores_are_as_told():
    for pauses, least in enumerate((0.41, 0.21, 0.06, 0.01)):
        game = pyspiel.load_game(f"tenluz_level10(pauses={pauses})")
        assert game.min_utility() == least


def test_the_smallest_luz_has_so_many_histories():
    name = "tenluz_luz(players=2,colours=2,values=2,hand=1,deals=1)"
    assert sum(state.is_terminal() for *_, state in all_states(name)) == 384
