"""OpenSpiel's own suites pass: what its algorithms rely on holds."""

import io
import pickle
import unittest

import pyspiel
import pytest

from tests.envs.openspiel.games import FULL, SMALL, TINY, some_states


@pytest.fixture(scope="module")
def api_test():
    """OpenSpiel's suites. They import SciPy's statistics: only who runs them waits for it."""
    from open_spiel.integration_tests import api_test

    return api_test


@pytest.mark.parametrize("name", FULL + SMALL)
def test_random_games_with_every_check_of_openspiel(name):
    games = 1 if name.startswith("tenluz_luz") else 3
    pyspiel.random_sim_test(pyspiel.load_game(name), games, serialize=True, verbose=False)


def _passes(name, base):
    """Every test of one of OpenSpiel's suites, with this game in it."""
    its = {"game": pyspiel.load_game(name), "game_name": name}
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type(f"Test_{name}", (base,), its))
    assert suite.countTestCases() >= 5
    told = io.StringIO()
    result = unittest.TextTestRunner(told).run(suite)
    assert result.wasSuccessful(), told.getvalue()
    assert not result.skipped


@pytest.mark.parametrize(
    "name",
    [
        "tenluz_level10",
        "tenluz_level10(first_player=together)",
        SMALL[1],
        "tenluz_luz",
        SMALL[4],
    ],
)
def test_openspiels_api_holds_on_a_part_of_the_tree(api_test, name):
    _passes(name, api_test.EnforceAPIOnPartialTreeBase)


# Of all states: chance nodes, decisions, endings; and how many states a seat can tell apart.
@pytest.mark.parametrize(
    ("name", "states", "information_states"),
    [(TINY[2], (65, 204, 124), 170), (TINY[6], (11, 888, 384), 592)],
)
def test_openspiels_api_holds_on_the_whole_tree(
    api_test, monkeypatch, name, states, information_states
):
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, states)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, information_states)
    _passes(name, api_test.EnforceAPIOnFullTreeBase)


@pytest.mark.parametrize("name", TINY)
def test_players_have_perfect_recall(api_test, name):
    assert api_test._assert_is_perfect_recall(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [SMALL[1], SMALL[2], SMALL[4], "tenluz_level10"])
def test_states_come_back_from_text_and_pickle(name):
    for at, state in enumerate(some_states(name, 1)):
        if at % 5 and not state.is_terminal():
            continue
        _, read = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        for other in (read, pickle.loads(pickle.dumps(state)), state.clone()):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.current_player() == state.current_player()
            assert other.returns() == state.returns()
            if not state.is_terminal():
                assert other.legal_actions() == state.legal_actions()
            for seat in range(state.num_players()):
                told = state.information_state_string(seat)
                assert other.information_state_string(seat) == told


@pytest.mark.parametrize("name", FULL + SMALL)
def test_a_game_is_loaded_again_by_its_own_words(name):
    game = pyspiel.load_game(name)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.get_parameters() == game.get_parameters()
    assert again.options == game.options


def test_a_history_played_again_leads_to_the_same_state():
    for name in SMALL:
        *_, state = some_states(name, 1, number=7)
        again = state.get_game().new_initial_state()
        for action in state.history():
            again.apply_action_with_legality_check(action)
        assert str(again) == str(state)


def test_what_is_not_legal_is_refused():
    for name, move in (("tenluz_level10", 105), ("tenluz_luz", 31)):
        state = next(s for s in some_states(name, 1) if s.current_player() >= 0)
        before = str(state)
        with pytest.raises(pyspiel.SpielError, match="is not legal here"):
            state.apply_action(move)
        assert str(state) == before


def test_chance_cannot_deal_a_card_twice():
    state = pyspiel.load_game("tenluz_luz").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="no seat 4"):
        state.apply_action(4)
    state.apply_action(0)
    state.apply_action(5)
    with pytest.raises(pyspiel.SpielError, match="cannot deal card 5"):
        state.apply_action(5)
