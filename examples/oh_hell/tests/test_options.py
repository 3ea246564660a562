"""What a table of Oh Hell may agree on, and what it is told when it cannot."""

import dataclasses
import random

import pytest
from tenluz.engine.errors import NotUnderstood

from table import random_options
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.options import OhHellOptions


@pytest.mark.parametrize(
    ("players", "tricks"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)], ids=str
)
def test_the_usual_number_of_tricks(players, tricks):
    """O-2"""
    options = GAME.options(players=players)
    assert (options.tricks, options.hand) == (tricks, tricks)


def test_a_small_deck_has_as_many_tricks_as_it_allows():
    """O-2, O-3: one card is kept to be turned up."""
    assert GAME.options(players=3, suits=2, cards_per_suit=5).tricks == 3
    assert GAME.options(players=3, suits=2, cards_per_suit=6).tricks == 3
    assert GAME.options(players=3, tricks=17).tricks == 17


def test_chance_may_draw_any_number_for_which_there_are_cards():
    """O-2, O-3"""
    options = GAME.options(players=5, tricks=0)
    assert options.hand == 10
    assert [way[0] for way in GAME.ways_to_deal(options)] == list(range(1, 11))
    assert {way[1:5] + way[5:] for way in GAME.ways_to_deal(options)} == {
        (tricks, tricks, tricks, tricks, 1) for tricks in range(1, 11)
    }
    assert GAME.cut_card(options) == GAME.deck(options)[-1]
    fixed = GAME.options(players=5, tricks=7)
    assert GAME.ways_to_deal(fixed) == [(7, 7, 7, 7, 7, 1)]
    assert GAME.cut_card(fixed) is None


def test_the_default_is_a_game_of_four():
    """O-10, O-11, O-12"""
    options = GAME.options()
    assert (options.players, options.suits, options.cards_per_suit) == (4, 4, 13)
    assert (options.off_bid_penalty, options.points_per_trick) == (False, 1)
    assert GAME.deals(options) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 2}, "players must be a whole number from 3 to 7, not 2"),
        ({"players": 8}, "from 3 to 7"),
        ({"suits": 5}, "suits must be a whole number from 1 to 4"),
        ({"cards_per_suit": 1}, "cards_per_suit must be a whole number from 2 to 13"),
        ({"cards_per_suit": 14}, "from 2 to 13"),
        ({"tricks": -1}, "tricks must be a whole number from 0 to 17"),
        ({"tricks": 0, "suits": 1, "cards_per_suit": 4}, "4 hands of 1 and the card turned up"),
        ({"tricks": 13}, "4 hands of 13 and the card turned up need more than the 52 cards"),
        ({"players": 3, "suits": 1, "cards_per_suit": 3}, "3 hands of 1 and the card turned up"),
        ({"points_per_trick": 101}, "points_per_trick must be a whole number from 0 to 100"),
        ({"off_bid_penalty": 1}, "off_bid_penalty must be true or false, not 1"),
        ({"num_suits": 4}, "There is no option 'num_suits'"),
    ],
)
def test_what_is_refused(given, words):
    """O-1, O-2, O-3, O-10, O-11: with words for the person who asked."""
    with pytest.raises(NotUnderstood, match=words):
        GAME.options(given)


def test_options_written_and_read_are_the_same_and_short():
    """O-2: a record names the players, and what is not as usual."""
    assert GAME.options(players=3).write() == {"players": 3}
    assert GAME.options(players=6, tricks=5).write() == {"players": 6, "tricks": 5}
    assert GAME.options(players=6, tricks=0).write() == {"players": 6, "tricks": 0}
    dice = random.Random(1)
    for _ in range(300):
        options = GAME.options(random_options(dice))
        assert GAME.options(options.write()) == options


def test_the_flat_record_has_every_option():
    """O-1, O-2, O-10, O-11"""
    options = GAME.options(players=7, off_bid_penalty=True, points_per_trick=100, suits=3)
    packed = options.packed()
    for field in dataclasses.fields(OhHellOptions):
        assert getattr(packed, field.name) == getattr(options, field.name)
    assert packed.deck == options.deck == 39
