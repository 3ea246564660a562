"""States drawn anew for a seat: it cannot tell them from the true one, and others differ."""

import random
from collections import Counter

import numpy as np
import pyspiel
import pytest

from tenluz.bots.registry import bot_number, chooser
from tenluz.engine.dice import new_dice
from tests.envs.openspiel.games import FULL, SMALL, TINY, all_states, step
from tests.games_played import GAMES


def _check(state, seat, other):
    """What OpenSpiel's own test asks for, and that the past is a real one."""
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert other.observation_string(seat) == state.observation_string(seat)
    assert other.current_player() == state.current_player()
    assert [s.player for s in other.full_history()] == [s.player for s in state.full_history()]
    if seat == state.current_player():
        assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", FULL + SMALL)
def test_a_seat_cannot_tell_the_difference(name):
    chance = random.Random(1)
    differ = 0
    for _ in range(3):
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            if state.current_player() >= 0 and chance.random() < 0.3:
                seat = chance.randrange(state.num_players())
                other = state.resample_from_infostate(seat, chance.random)
                _check(state, seat, other)
                differ += str(other) != str(state)
            step(state, chance)
    context = state.game_history.context
    hidden = (
        len(context.deck) - context.players * context.options.hand
    )  # cards that nobody was dealt
    if context.players > 1 and hidden > 2:
        assert differ > 0
    elif context.players == 1 or hidden == 0:
        assert differ == 0


# Late in a game cards that were tucked are drawn and tucked again: what a seat remembers of
# them binds most then. Good players get there, and so do grids of two rows with many resets.
LATE = [
    "tenluz_level10(players=2,pauses=3)",
    "tenluz_level10(players=3,pauses=1,open_counts=True)",
    "tenluz_level10(players=3,worlds=2,columns=10,hand=2,pauses=3)",
    "tenluz_level10(players=2,worlds=2,columns=10,hand=4,pauses=3,open_counts=True)",
    "tenluz_level10(players=3,worlds=3,columns=9,hand=3,pauses=2)",
]


@pytest.mark.parametrize("name", LATE)
def test_what_a_seat_has_tucked_stays_where_it_knows_it_to_be(name):
    chance, dice = random.Random(2), new_dice(2)
    tucked = 0
    for _ in range(4):
        state = pyspiel.load_game(name).new_initial_state()
        o, choose = state.game_history.context.options.packed(), chooser(GAMES["level10"])
        while not state.is_terminal():
            if state.is_chance_node():
                step(state, chance)
                continue
            seat = state.current_player()
            if chance.random() < 0.5:
                for one in range(state.num_players()):
                    _check(state, one, state.resample_from_infostate(one, chance.random))
            asides = [move for move in state.legal_actions() if 64 <= move < 105]
            if asides and chance.random() < 0.7:
                state.apply_action(chance.choice(asides))
                tucked += 1
            else:
                view = state.game_history.context.view(state.game_history.record, seat)
                state.apply_action(choose(bot_number(GAMES["level10"], "rules"), o, view, dice))
    assert tucked > 10


@pytest.mark.parametrize("name", [TINY[2], TINY[3], TINY[5], TINY[7], TINY[8]])
def test_every_state_that_the_seat_cannot_rule_out_is_drawn(name):
    same = {}
    for _, _, state in all_states(name):
        if state.current_player() >= 0:
            seat = state.current_player()
            same.setdefault((seat, state.information_state_string(seat)), []).append(state)
    chance = random.Random(3)
    several = [states for states in same.values() if len(states) > 1]
    for states in chance.sample(several, min(40, len(several))):
        expected = {str(state) for state in states}
        seat = states[0].current_player()
        found = set()
        for _ in range(60 * len(states)):
            found.add(str(states[0].resample_from_infostate(seat, chance.random)))
            if found == expected:
                break
        assert found == expected


def test_hands_of_luz_are_drawn_with_equal_chances():
    game = pyspiel.load_game("tenluz_luz(players=2,colours=2,values=4,hand=2,deals=1)")
    state = game.new_initial_state()
    for action in (0, 0, 2, 1, 12):  # R1 R3 against R2 Y1
        state.apply_action(action)
    chance = random.Random(4)
    draws = 6_000
    hands = Counter(
        state.resample_from_infostate(0, chance.random).game_history.events[-1].hands[0]
        for _ in range(draws)
    )
    assert set(hands) == {bytes(pair) for pair in ((0, 2), (0, 3), (2, 3))}  # not R2
    assert np.allclose([count / draws for count in hands.values()], 1 / 3, atol=0.03)


@pytest.mark.parametrize("name", [SMALL[1], SMALL[4]])
def test_while_chance_is_on_turn_nothing_is_drawn_anew(name):
    state = pyspiel.load_game(name).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="where a seat is on turn"):
        state.resample_from_infostate(0, random.random)
