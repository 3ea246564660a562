"""Information states say what a seat was told: all of it, and nothing else.

The truth about that is the rules' own: the views of a seat, one after the other, and its own
moves between them. Two histories with the same views and moves are the same to that seat.
"""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from tests.envs.openspiel.games import FULL, SMALL, TINY, some_states


def _views(state):
    game_history = state.game_history
    seats = range(game_history.context.players)
    return [game_history.context.view(game_history.record, seat).tobytes() for seat in seats]


def _walk(state, known):
    """Every state where a seat is on turn, or nobody any more, with what each seat knows."""
    if not state.is_chance_node():
        yield state, known
    if state.is_terminal():
        return
    for action in state.legal_actions():
        child = state.child(action)
        after = list(known)
        if not state.is_chance_node():
            after[state.current_player()] += (action,)
        if child.game_history.record != state.game_history.record:
            after = [(*told, view) for told, view in zip(after, _views(child))]
        yield from _walk(child, after)


@pytest.mark.parametrize("name", TINY)
def test_strings_and_tensors_are_the_same_exactly_where_views_and_own_moves_are(name):
    game = pyspiel.load_game(name)
    seats = range(game.num_players())
    by_string = [{} for _ in seats]
    by_tensor = [{} for _ in seats]
    strings = [{} for _ in seats]
    for state, known in _walk(game.new_initial_state(), [()] * len(seats)):
        for seat in seats:
            text = state.information_state_string(seat)
            tensor = np.array(state.information_state_tensor(seat), np.float32).tobytes()
            assert by_string[seat].setdefault(text, known[seat]) == known[seat]
            assert strings[seat].setdefault(known[seat], text) == text
            assert by_tensor[seat].setdefault(tensor, text) == text
    for seat in seats:
        assert len(by_string[seat]) == len(by_tensor[seat]) == len(strings[seat]) > 10


@pytest.mark.parametrize("name", [*TINY[2:4], *TINY[6:8]])
def test_observations_are_the_same_where_views_are(name):
    game = pyspiel.load_game(name)
    seats = range(game.num_players())
    texts = [{} for _ in seats]
    tensors = [{} for _ in seats]
    for state, _ in _walk(game.new_initial_state(), [()] * len(seats)):
        for seat, view in zip(seats, _views(state)):
            text = state.observation_string(seat)
            tensor = state.observation_tensor(seat)
            assert texts[seat].setdefault(view, text) == text
            assert tensors[seat].setdefault(view, tensor) == tensor


@pytest.mark.parametrize("name", FULL + SMALL)
def test_a_tensor_is_its_blocks_and_no_number_is_above_one(name):
    for at, state in enumerate(some_states(name, 1)):
        if at % 40:
            continue
        game = state.get_game()
        for recall in (False, True):
            observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
            for seat in range(game.num_players()):
                observation.set_from(state, seat)
                blocks = [block.ravel() for block in observation.dict.values()]
                assert (np.concatenate(blocks) == observation.tensor).all()
                assert np.abs(observation.tensor).max() <= 1.0
                ask = state.information_state_tensor if recall else state.observation_tensor
                assert (np.array(ask(seat), np.float32) == observation.tensor).all()


def test_an_observer_sees_only_what_it_may():
    name = "tenluz_level10(players=2,worlds=2,columns=4,hand=2)"
    state = next(s for s in some_states(name, 1) if s.current_player() >= 0)
    game, private = state.get_game(), pyspiel.PrivateInfoType
    hands = [state.game_history.events[1].to(seat) for seat in (0, 1)]

    def seen(**kind):
        return make_observation(game, pyspiel.IIGObservationType(**kind)).string_from(state, 0)

    for recall in (False, True):
        public = seen(public_info=True, perfect_recall=recall, private_info=private.NONE)
        assert not any(hand in public for hand in hands)
        own = seen(public_info=False, perfect_recall=recall, private_info=private.SINGLE_PLAYER)
        assert hands[0] in own
        assert hands[1] not in own
        assert "pile" not in own
        everything = seen(public_info=True, perfect_recall=recall, private_info=private.ALL_PLAYERS)
        assert all(hand.removeprefix("hand ") in everything for hand in hands)


def test_there_are_no_parameters_for_observing():
    with pytest.raises(ValueError, match="too much"):
        make_observation(pyspiel.load_game("tenluz_luz"), params={"size": 3})


@pytest.mark.parametrize("name", SMALL)
def test_names_of_moves_tell_no_secret(name):
    """A move's name is the same in all states that its player cannot tell apart."""
    for state in some_states(name, 2):
        if state.current_player() >= 0:
            seat = state.current_player()
            other = state.resample_from_infostate(seat, lambda: 0.25)
            for move in state.legal_actions():
                assert state.action_to_string(seat, move) == other.action_to_string(seat, move)


def test_strings_read_like_the_game():
    state = pyspiel.load_game("tenluz_luz(players=3,colours=3,values=2,hand=2,deals=1)")
    state = state.new_initial_state()
    for action in (2, 0, 12, 1, 25, 13, 24, 1, 12, 0, 22):
        state.apply_action(action)
    assert state.information_state_string(0) == (
        "seat 0; first 2; deal, 0 bids first, RY | R2 G2 | Y2 G1; "
        "0 bids 1; 1 bids 1+; 2 bids 0; 0: R1 from place 0"
    )
    assert state.information_state_string(1) == (
        "seat 1; first 2; deal, 0 bids first, R1 Y1 | RG | Y2 G1; "
        "0 bids 1; 1 bids 1+; 2 bids 0; 0: R1"
    )
    assert [state.action_to_string(1, move) for move in state.legal_actions()] == ["R"]
    assert state.observation_string(1) == (
        "deal 0, trick 1, holder 0, bids 1 1+ 0, tricks 0 0 0, trick of 0 R1 - -; "
        "seat 1, hands Y1 | 0:R 1:G | Y2 G1"
    )
