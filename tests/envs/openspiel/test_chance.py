"""Chance deals as a shuffled deck would."""

import itertools
import math
from collections import Counter

import pyspiel
import pytest

from tests.envs.openspiel.games import FULL, SMALL, TINY, all_states, some_states
from tests.games_played import GAMES


@pytest.mark.parametrize("name", FULL + SMALL)
def test_chances_sum_to_one_and_stay_in_bounds(name):
    game = pyspiel.load_game(name)
    for state in some_states(name, 2):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert math.isclose(sum(chance for _, chance in outcomes), 1.0, abs_tol=1e-12)
            assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
            assert state.legal_actions() == sorted({outcome for outcome, _ in outcomes})
        elif state.is_terminal():
            chances = sum(step.player == -1 for step in state.full_history())
            assert chances <= game.max_chance_nodes_in_history()


def _hands_by_chance(name):
    """The chance of every deal, by walking through chance's part of the tree."""
    found = Counter()

    def walk(state, chance):
        if state.is_chance_node():
            for outcome, share in state.chance_outcomes():
                walk(state.child(outcome), chance * share)
        else:
            found[state.game_history.events[-1].hands] += chance

    walk(pyspiel.load_game(name).new_initial_state(), 1.0)
    return found


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("level10", {"players": 1, "worlds": 2, "columns": 4, "pauses": 3, "hand": 4}),
        ("level10", {"players": 2, "worlds": 2, "columns": 4, "pauses": 2, "hand": 2}),
        ("level10", {"players": 3, "worlds": 3, "columns": 3, "pauses": 0, "hand": 2}),
        ("luz", {"players": 2, "colours": 2, "values": 3, "hand": 2, "deals": 1}),
    ],
)
def test_every_hand_is_as_likely_as_from_a_shuffled_deck(game, parameters):
    options = GAMES[game].options(parameters)
    decks = Counter()
    for deck in itertools.permutations(GAMES[game].deck(options)):
        size = options.hand
        hands = (bytes(sorted(deck[at * size :][:size])) for at in range(options.players))
        decks[tuple(hands)] += 1
    text = ",".join(f"{name}={value}" for name, value in parameters.items())
    found = _hands_by_chance(f"tenluz_{game}({text})")
    assert found.keys() == decks.keys()
    for hands, count in decks.items():
        assert math.isclose(found[hands], count / decks.total(), rel_tol=1e-9)


@pytest.mark.parametrize("name", [TINY[1], TINY[5]])
def test_cards_are_drawn_from_those_that_nobody_has_seen(name):
    for _, _, state in all_states(name):
        game_history = state.game_history
        if state.is_chance_node() and any(type(e).__name__ == "Dealt" for e in game_history.events):
            outcomes = state.chance_outcomes()
            cards = {outcome for outcome, _ in outcomes}
            text = str(state)
            shown = {game_history.context.game.card_name(card) for card in cards}
            assert not any(f" {name};" in text or f": {name}" in text for name in shown)
            if game_history.wanted == 1 and not game_history.dealt:  # one card: each as likely
                assert {chance for _, chance in outcomes} == {1 / len(cards)}


def test_who_begins_is_drawn_where_chance_decides():
    for name in ("tenluz_luz(players=3)", "tenluz_level10(players=3)"):
        state = pyspiel.load_game(name).new_initial_state()
        assert state.chance_outcomes() == [(seat, 1 / 3) for seat in range(3)]
    state = pyspiel.load_game("tenluz_level10(players=3,first_player=together)")
    assert state.new_initial_state().chance_outcomes()[0][0] == 0  # the card D1


def test_players_who_do_not_agree_who_begins_repeat_the_last_proposal():
    name = "tenluz_level10(players=3,first_player=together)"
    state = next(s for s in some_states(name, 1) if s.current_player() >= 0)
    for proposal in range(6):
        assert state.legal_actions() == [106, 107, 108]
        state.apply_action(106 + proposal % 3)
    last = state.history()[-1]
    while state.legal_actions() == [last]:
        state.apply_action(last)
    assert state.current_player() == last - 106
    assert max(state.legal_actions()) < 50
