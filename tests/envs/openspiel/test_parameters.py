"""Options of the rules are parameters of OpenSpiel, by the same names."""

import dataclasses
import subprocess
import sys

import pyspiel
import pytest

import tenluz.envs.openspiel  # noqa: F401 (registers both games)
from tests.games_played import GAMES

NAMES = {name: f"tenluz_{name}" for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_a_parameter(name):
    specified = pyspiel.load_game(NAMES[name]).get_type().parameter_specification
    options = {field.name for field in dataclasses.fields(GAMES[name].options_type)}
    assert set(specified) - {"utility"} == options


def test_parameters_become_options():
    game = pyspiel.load_game(
        "tenluz_level10(players=2,pauses=1,edition=ru,dead_end=illegal,open_counts=True,"
        "worlds=3,columns=6,hand=3,pause_scores=no)"
    )
    expected = {"players": 2, "pauses": 1, "edition": "ru", "dead_end": "illegal"}
    expected |= {"open_counts": True, "worlds": 3, "columns": 6, "hand": 3, "pause_scores": False}
    expected |= {"first_player": "dealt", "advice": "none"}
    assert game.options == GAMES["level10"].options(expected)
    assert game.num_players() == 2


def test_what_is_not_said_follows_as_in_a_record():
    assert pyspiel.load_game("tenluz_luz(players=5)").options == GAMES["luz"].options(players=5)
    russian = pyspiel.load_game("tenluz_level10(edition=ru)").options
    assert russian == GAMES["level10"].options(edition="ru", first_player="dealt", advice="none")
    assert russian.pause_scores
    assert russian.full_bonus == "no_card_under_pause"


def test_a_game_is_named_by_its_players_and_what_is_unusual():
    assert str(pyspiel.load_game("tenluz_luz")) == "tenluz_luz(players=4)"
    unusual = "tenluz_luz(deals=1,players=3)"
    assert str(pyspiel.load_game(unusual)) == unusual


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tenluz_luz(pauses=1)", "Unknown parameter 'pauses'"),
        ("tenluz_luz(players=two)", "Wrong type for parameter players"),
        ("tenluz_luz(players=6)", "players must be a whole number from 2 to 5, not 6"),
        ("tenluz_luz(players=2)", "a small version for 2 names values and hand"),
        ("tenluz_luz(players=3,values=2,hand=9)", "need more than the 10 cards"),
        ("tenluz_level10(edition=de)", "edition must be one of fr, ru, pl, es"),
        ("tenluz_level10(worlds=3,columns=4)", "cannot be filled"),
        ("tenluz_level10(pause_scores=maybe)", "must be one of yes, no, edition"),
        ("tenluz_level10(utility=money)", "utility must be score or won"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(name, why):
    with pytest.raises(pyspiel.SpielError, match=why):
        pyspiel.load_game(name)


def test_the_kind_of_game():
    kinds = pyspiel.GameType
    level10 = pyspiel.load_game("tenluz_level10").get_type()
    assert level10.utility == kinds.Utility.IDENTICAL
    assert level10.reward_model == kinds.RewardModel.TERMINAL
    luz = pyspiel.load_game("tenluz_luz").get_type()
    assert luz.utility == kinds.Utility.GENERAL_SUM
    assert luz.reward_model == kinds.RewardModel.REWARDS
    one_deal = pyspiel.load_game("tenluz_luz(deals=1)").get_type()
    assert one_deal.reward_model == kinds.RewardModel.TERMINAL


def test_without_openspiel_it_says_what_to_install():
    code = "import sys; sys.modules['pyspiel'] = None; import tenluz.envs.openspiel"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "ImportError: OpenSpiel is not installed: pip install 'tenluz[openspiel]'" in ran.stderr
