"""What a table of Luz may agree on, and what it is told when it cannot."""

import dataclasses
import random

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.options import BET_BEADS, LuzOptions
from tests.games.luz.table import random_options


@pytest.mark.clause("Z-2", "S-1", "S-4")
def test_the_default_is_the_game_of_four():
    options = LUZ.options()
    assert (options.players, options.colours, options.values, options.hand) == (4, 5, 10, 10)
    assert options.deals == LUZ.deals(options) == 4
    assert not options.bead_limit
    assert not options.open_tricks


@pytest.mark.parametrize(("players", "values", "deck"), [(3, 8, 40), (4, 10, 50), (5, 12, 60)])
@pytest.mark.clause("Z-2")
def test_sizes_follow_the_players(players, values, deck):
    options = LUZ.options(players=players)
    assert (options.values, options.hand, options.deck) == (values, 10, deck)
    assert options.packed().deck == deck


@pytest.mark.clause("Z-2")
def test_a_small_version_gives_out_what_its_deck_has():
    assert LUZ.options(players=3, colours=2, values=4).hand == 2
    assert LUZ.options(players=2, colours=2, values=12, hand=10).deck == 24


@pytest.mark.clause("Z-4")
def test_fifteen_bet_beads():
    assert BET_BEADS == 15


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 1}, "players must be a whole number from 2 to 5, not 1"),
        ({"players": 6}, "from 2 to 5"),
        ({"players": True}, "from 2 to 5"),
        ({"players": "4"}, "from 2 to 5"),
        ({"players": 4.0}, "from 2 to 5"),
        ({"players": 2}, "a small version for 2 names values and hand"),
        ({"players": 2, "values": 3}, "a small version for 2"),
        ({"players": 2, "hand": 3}, "a small version for 2"),
        ({"colours": 1}, "colours must be a whole number from 2 to 5"),
        ({"values": 13}, "values must be a whole number from 1 to 12"),
        ({"values": 0}, "values must be"),
        ({"hand": 11}, "hand must be a whole number from 1 to 10"),
        ({"deals": 0}, "deals must be a whole number from 1 to 4"),
        ({"deals": 5}, "deals must be"),
        ({"bead_limit": 1}, "bead_limit must be true or false, not 1"),
        ({"open_tricks": "yes"}, "open_tricks must be true or false, not 'yes'"),
        ({"bead_limits": True}, "There is no option 'bead_limits'. Options are: bead_limit,"),
        ({"values": 3, "hand": 10}, "4 hands of 10 cards need more than the 15 cards of the deck"),
    ],
)
@pytest.mark.clause("S-1", "S-4", "Z-2")
def test_what_is_refused(given, words):
    """With words for the person who asked."""
    with pytest.raises(NotUnderstood, match=words.replace(".", r"\.")):
        LUZ.options(given)


@pytest.mark.clause("S-1", "S-4")
def test_options_written_and_read_are_the_same_and_short():
    """A record names the players, and what is not as usual."""
    assert LUZ.options(players=3).write() == {"players": 3}
    assert LUZ.options(players=4, bead_limit=True).write() == {"players": 4, "bead_limit": True}
    dice = random.Random(1)
    for _ in range(300):
        options = LUZ.options(random_options(dice))
        assert LUZ.options(options.write()) == options


@pytest.mark.clause("S-1", "S-4")
def test_the_flat_record_has_every_option():
    options = LUZ.options(players=5, bead_limit=True, open_tricks=True, hand=7, deals=2)
    packed = options.packed()
    for field in dataclasses.fields(LuzOptions):
        assert getattr(packed, field.name) == getattr(options, field.name)
