"""What a game needs of a GPU's shared memory, worked out without a GPU."""

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.envs.encoding import WORD
from tenluz.envs.vector.gpu import BANK, BLOCK, SHARED, WIDE, deck_stride, row_layout
from tests.games_played import GAMES

LUZ = type(GAMES["luz"])


class WithDeck(LUZ):
    """Luz with other cards."""

    title = "Another game"

    def __init__(self, cards):
        self._cards = list(cards)

    def deck(self, options):
        return self._cards


@pytest.mark.parametrize("game", GAMES)
def test_a_thread_has_room_for_its_deck(game):
    options = GAMES[game].options()
    room = deck_stride(GAMES[game], options)
    assert room >= len(GAMES[game].deck(options))


@pytest.mark.parametrize("cards", [1, 4, 52, 63, 68, 69, 104, 128])
def test_no_deck_is_too_large_for_its_room_and_threads_use_different_banks(cards):
    room = deck_stride(WithDeck(range(cards)), None)
    assert room >= cards
    assert room % BANK == 0
    assert room // BANK % 2 == 1
    assert WIDE * room <= SHARED


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ([0] * 400, "a deck has room for 380 cards, and Another game has 400"),
        (range(129), "card numbers are from 0 to 127, and Another game has 128"),
        ([-1, 3], "card numbers are from 0 to 127"),
    ],
)
def test_cards_that_do_not_fit_are_refused_in_words(cards, words):
    with pytest.raises(NotUnderstood, match=words):
        deck_stride(WithDeck(cards), None)


def test_the_largest_deck_that_is_told_of_fits():
    assert deck_stride(WithDeck([0] * 380), None) == 380


@pytest.mark.parametrize("words", [1, 90, 95, 96, 97, 400, 6_000, SHARED // WORD - 1])
def test_as_many_threads_share_a_block_as_there_is_room_for_their_rows(words):
    pitch, threads = row_layout(GAMES["luz"], words)
    assert pitch >= words
    assert pitch % 2 == 1
    assert threads * pitch * WORD <= SHARED
    assert threads == BLOCK or 2 * threads * pitch * WORD > SHARED


def test_rows_that_do_not_fit_are_refused_in_words():
    with pytest.raises(NotUnderstood, match="room for 49152 bytes, and Luz has 80000"):
        row_layout(GAMES["luz"], 10_000)
