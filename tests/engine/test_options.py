"""Options of any game: read, refused in words, written as short as they read back."""

import dataclasses

import pytest

from tenluz.engine.compiled import record
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.options import Options, choice, switch, whole
from tests.games_played import GAMES

PACKED = record([("seats", "i1"), ("pace", "i1"), ("loud", "i1")])


@dataclasses.dataclass(frozen=True)
class Some(Options):
    """A game that needs nothing filled in, and whose records name nothing always."""

    seats: int = whole(1, 5, "how many", 3)
    pace: str = choice(("slow", "fast"), "how quick", "slow")
    loud: bool = switch("how loud", default=False)
    house: str = choice(("ours", "theirs"), "not for the rules", "ours", packed=False)


def test_options_read_as_given_and_as_usual():
    assert Some.read({}) == Some(3, "slow", False, "ours")
    assert Some.read({"pace": "fast", "loud": True}) == Some(3, "fast", True, "ours")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seat": 3}, "There is no option 'seat'. Options are: house, loud, pace, seats."),
        ({"seats": 6}, "seats must be a whole number from 1 to 5, not 6."),
        ({"seats": None}, "seats must be a whole number from 1 to 5, not None."),
        ({"pace": "Fast"}, "pace must be one of slow, fast, not 'Fast'."),
        ({"pace": ["slow"]}, "pace must be one of slow, fast, not ['slow']."),
        ({"loud": "no"}, "loud must be true or false, not 'no'."),
        ({"loud": 0}, "loud must be true or false, not 0."),
    ],
)
def test_what_is_refused(given, words):
    with pytest.raises(NotUnderstood) as refused:
        Some.read(given)
    assert str(refused.value) == words


def test_only_what_is_not_as_usual_is_written():
    assert Some.read({}).write() == {}
    unusual = {"seats": 2, "pace": "fast", "house": "theirs"}
    assert Some.read(unusual).write() == unusual


def test_readings_are_packed_by_their_place_in_the_row():
    packed = Some.read({"pace": "fast", "loud": True}).pack(PACKED)
    assert (packed.seats, packed.pace, packed.loud) == (3, 1, 1)


def test_an_option_that_the_flat_record_has_no_place_for_is_refused():
    """Or compiled rules would never hear of it."""
    with pytest.raises(TypeError, match=r"Some\.loud has no place in the flat record"):
        Some.read({}).pack(record([("seats", "i1"), ("pace", "i1")]))


def test_an_option_that_is_not_for_the_flat_record_has_no_place_there():
    """It would be 0 there, whatever was agreed."""
    layout = record([(name, "i1") for name in ("seats", "pace", "loud", "house")])
    with pytest.raises(TypeError, match=r"Some\.house is not packed"):
        Some.read({}).pack(layout)


def test_a_place_of_the_flat_record_that_is_no_option_is_left_to_the_game():
    layout = record([(name, "i1") for name in ("seats", "pace", "loud", "deck")])
    assert Some.read({}).pack(layout).deck == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_says_which_options_are_not_packed(game):
    options = game.options()
    packed = set(options.packed().dtype.names)
    for field in dataclasses.fields(options):
        assert (field.name in packed) == field.metadata["packed"]


def test_a_number_may_have_names():
    """For a screen; records keep the number."""
    named = whole(0, 3, "how hard", 2, {"easy": 3})
    assert (named.default, named.metadata["range"]) == (2, (0, 3))
    assert named.metadata["names"] == {"easy": 3}
    assert whole(0, 3, "how hard").metadata["names"] == {}
