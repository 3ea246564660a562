"""Moves whose draws are undecided: as many cards from chance as nobody has seen (L-7, L-8)."""

import numpy as np
import pytest

from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.chance import turn_up, unseen, unseen_draws
from tenluz.games.level10.rules.moves import ASIDE, DONE, RESET_IN
from tests.games.level10.table import cards


def dealt(deck: str, **options):
    """Two states: one after this deal, and room for another."""
    agreed = LEVEL10.options({"worlds": 2, "columns": 4, "pauses": 0, **options})
    o, states = agreed.packed(), np.zeros(2, LEVEL10.state_type)
    LEVEL10.rules.start(o, states[0])
    LEVEL10.rules.deal(o, states[0], np.array(cards(deck), np.int64), 0)
    return o, states


def drawn(o, states, move: int) -> int:
    """How many unseen cards a move draws; it is made if none."""
    states[1] = states[0]
    count = unseen_draws(o, states[0], states[1], move)
    if count == 0:
        states[0] = states[1]
    return count


@pytest.mark.clause("L-7")
def test_a_card_played_draws_one_while_there_is_one():
    o, states = dealt("D1 F1 D2 F2", players=1, hand=2)
    assert unseen(o, states[0]) == 2
    assert drawn(o, states, *cards("D1")) == 1
    assert unseen(o, states[0]) == 2  # not made


@pytest.mark.clause("L-8")
def test_a_swap_draws_as_many_as_were_tucked():
    """Nothing is drawn before the player is done."""
    o, states = dealt("D1 F1 D2 F2", players=1, hand=2)
    assert drawn(o, states, RESET_IN) == 0
    tuck, other = (ASIDE + card for card in cards("D1 F1"))
    assert drawn(o, states, tuck) == 0
    assert drawn(o, states, DONE) == 1
    assert drawn(o, states, other) == 2


@pytest.mark.clause("L-8")
def test_tucked_cards_are_no_matter_of_chance():
    """With one card left of the deck, the second that is drawn was just tucked."""
    o, states = dealt("D1 F1 D2 F2", players=1, hand=3)
    assert drawn(o, states, RESET_IN) == 0
    tuck, other = (ASIDE + card for card in cards("D1 F1"))
    assert drawn(o, states, tuck) == 0
    assert drawn(o, states, other) == 1


def test_without_a_deck_nothing_is_drawn():
    o, states = dealt("D1 F1 D2 F2", players=2, hand=2)
    assert unseen(o, states[0]) == 0
    assert drawn(o, states, *cards("D1")) == 0
    assert states[0].table.cards[0] == 1


@pytest.mark.parametrize(("card", "after"), [("D1", "D1 D2 F1 F2"), ("F1", "F1 D1 D2 F2")])
def test_the_card_turned_up_lies_on_top_and_the_rest_in_order(card: str, after: str):
    o, states = dealt("P D1 D2 F1 F2", players=1, hand=1, pauses=1)
    turn_up(states[0], 1, *cards(card))
    assert states[0].pile[1:5].tolist() == cards(after)
    assert unseen(o, states[0]) == 4
