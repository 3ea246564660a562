"""Games are still what they were: OpenSpiel writes the same down for them.

If a change was meant: python -m tests.envs.openspiel.make_playthroughs
"""

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from tests.envs.openspiel.make_playthroughs import FOLDER, GAMES, make


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_still_true(name):
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for at, (was, now) in enumerate(zip(expected.splitlines(), make(name).splitlines())):
        assert now == was, f"line {at + 1}"
    assert make(name) == expected


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_played_again_from_its_file(name):
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])
    original, again = generate_playthrough.replay(FOLDER / f"{name}.txt")
    assert again == original


def test_every_game_of_ours_has_one_and_every_file_is_one():
    ours = {name for name in pyspiel.registered_names() if name.startswith("tenluz_")}
    assert {game.partition("(")[0] for game, _ in GAMES.values()} == ours
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)
