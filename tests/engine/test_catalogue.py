"""Games are found by looking, loaded when asked for, and their parts too."""

import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from tenluz.engine import catalogue
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Outcome
from tests.games_played import GAMES


@pytest.fixture
def another(monkeypatch, tmp_path):
    """Register a package under the name of a game; its `game.py` holds this text."""

    def register(name, text):
        package = tmp_path / f"package_{name}"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "game.py").write_text(text)
        point = EntryPoint(name, package.name, catalogue.HERE)
        monkeypatch.setattr(catalogue, "entry_points", lambda group: EntryPoints([point]))
        catalogue.packages.cache_clear()
        return package

    monkeypatch.syspath_prepend(tmp_path)
    yield register
    monkeypatch.undo()
    catalogue.packages.cache_clear()
    for name in [one for one in sys.modules if one.startswith("package_")]:
        del sys.modules[name]


def test_a_game_of_another_distribution_is_found(another):
    package = another(
        "third",
        "from tenluz.games.luz.game import Luz\n"
        "class Third(Luz):\n    name = 'third'\n"
        "GAME = Third()\n",
    )
    assert catalogue.names() == [*GAMES, "third"]
    third = catalogue.game_named("third")
    assert (third.package, third.folder) == ("package_third", package.resolve())
    assert third.part("bots") is None
    (package / "measures.py").write_text("import not_there\n")
    with pytest.raises(ModuleNotFoundError, match="not_there"):
        third.part("measures")
    catalogue._load.cache_clear()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import not_there", "cannot be loaded from package_broken: No module named 'not_there'"),
        ("", "has no attribute 'GAME'"),
        ("GAME = 3", "must be a Game with the name 'broken'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_told_and_left_out(another, caplog, text, why):
    another("broken", text)
    with pytest.raises(NotUnderstood, match=why):
        catalogue.game_named("broken")
    assert [game.name for game in catalogue.games()] == list(GAMES)
    assert why in caplog.text


def test_without_a_name_the_first_is_meant():
    assert catalogue.default_game() == "level10"


def test_an_outcome_is_told_by_its_scores():
    assert Outcome((3, 1)).to_json() == {"scores": [3, 1]}


def test_what_is_dealt_and_how_long_it_takes_follow_from_hand_and_players():
    luz = GAMES["luz"]
    options = luz.options(players=4)
    assert luz.dealt(options) == (10, 10, 10, 10)
    assert luz.longest(options) == 4 * 4 * 11
