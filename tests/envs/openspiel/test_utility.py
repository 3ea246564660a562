"""What games are worth: bounds that are reached, rewards that add up."""

import numpy as np
import pyspiel
import pytest

from tests.envs.openspiel.games import SMALL, TINY, all_states, some_states


@pytest.mark.parametrize(
    "name",
    [
        *TINY,
        "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=1,utility=won)",
        "tenluz_level10(players=1,worlds=2,columns=2,hand=1,pauses=2,box_pauses=False)",
        "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=2,one_pause_per_column=True)",
    ],
)
def test_the_bounds_are_reached_and_not_passed(name):
    returns = [s.returns() for *_, s in all_states(name) if s.is_terminal()]
    game = pyspiel.load_game(name)
    assert min(map(min, returns)) == game.min_utility()
    assert max(map(max, returns)) == game.max_utility()


def test_the_bounds_of_full_games():
    bounds = {
        "tenluz_luz(players=4)": (-200, 100),
        "tenluz_luz(players=3,deals=1)": (-50, 10),
        "tenluz_level10(players=3,pauses=0)": (0.41, 1),  # a reset, and 40 for three pauses
        "tenluz_level10(players=3,pauses=3)": (0.01, 1),  # three pauses and a reset
        "tenluz_level10(players=3,pauses=3,edition=ru)": (0.04, 1),  # where pauses count
        "tenluz_level10(players=1,pauses=0)": (0.42, 1),  # ten cards are of two worlds
        "tenluz_level10(pauses=0,box_pauses=False)": (1 / 50, 1),
    }
    for name, (least, most) in bounds.items():
        game = pyspiel.load_game(name)
        assert (game.min_utility(), game.max_utility()) == (least, most), name


@pytest.mark.parametrize("pauses", range(4))
def test_the_lowest_score_of_a_full_game_happens(pauses):
    """All pauses, then a reset; who is next holds cards of those rows only."""
    game = pyspiel.load_game(f"tenluz_level10(players=2,pauses={pauses})")
    state = game.new_initial_state()
    state.apply_action(0)
    stuck = (pauses + 1) % 2
    useless = list(range(8 * (pauses + 1)))  # cards of the rows that will be closed
    others = list(range(39, 31, -1))
    for seat in (0, 1):
        plays = (pauses + 1 - seat) // 2  # pauses, every other one
        cards = [(useless if seat == stuck else others).pop() for _ in range(7 - plays)]
        for card in [*sorted(cards), *[40] * plays]:
            state.apply_action(card)
    for row in range(pauses):
        seat = state.current_player()
        state.apply_action(40 + row)
        state.apply_action((useless if seat == stuck else others).pop())
    state.apply_action(45 + pauses)
    state.apply_action(105)
    assert state.is_terminal()
    assert state.returns() == [game.min_utility()] * 2


@pytest.mark.parametrize("name", SMALL)
def test_rewards_add_up_to_returns(name):
    total = None
    for state in some_states(name, 3):
        if state.is_initial_state():
            total = [0.0] * state.num_players()
        if not state.is_chance_node():
            total = [sum(each) for each in zip(total, state.rewards())]
            assert total == pytest.approx(state.returns())


def test_points_of_a_deal_come_with_the_next_decision():
    name = "tenluz_luz(players=2,colours=2,values=2,hand=1,deals=2)"
    states = [(s.clone(), s.is_chance_node()) for s in some_states(name, 1)]
    decisions = [state for state, chance in states if not chance]
    paid = [state for state in decisions if any(state.rewards())]
    assert len(decisions) == 2 * 4 + 1
    assert paid == [decisions[4], decisions[8]]
    for state in paid:
        assert state.rewards() == [float(point) for point in _last_points(state)]


def _last_points(state):
    scored = [event for event in state.game_history.events if type(event).__name__ == "Scored"]
    return scored[-1].points


def test_everybody_wins_the_same_in_level10():
    for state in some_states("tenluz_level10(players=3)", 3):
        if state.is_terminal():
            outcome = state.game_history.context.game.outcome(*_record(state)).to_json()
            assert state.returns() == [outcome["score"] / 100] * 3


def _record(state):
    context = state.game_history.context
    record = np.frombuffer(state.game_history.record, context.game.state_type)[0]
    return context.options.packed(), record
