"""Why a move of Luz is not legal: each reason with its clause, and never a crash."""

import random

import pytest

from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import BID_SAFE, PLAY, WORD_CARD
from tests.games.luz.table import Table, cards, deal, random_options


def why_not(table, move):
    return str(LUZ.why_not(table.options, table.view(table.seat), move))


def why_not_turn(table, turn):
    (word,) = LUZ.read_turn(turn)
    return str(LUZ.why_not_word(table.options, table.state, word))


@pytest.mark.clause("Z-5", "Z-18")
def test_before_the_deal_and_after_the_end():
    table = Table(players=3, hand=1, deals=1)
    assert why_not(table, 0) == "The cards have not been dealt yet (Z-5)"
    table.deal_shuffled(random.Random(1)).play_out(random.Random(1))
    for move in (0, PLAY):
        assert why_not(table, move) == "The game is over (Z-18)"
    assert why_not_turn(table, "R1") == "The game is over (Z-18)"


@pytest.mark.clause("Z-8", "S-5", "S-1")
def test_in_the_bidding():
    table = deal("R1", "R2", "R3", "R4", hand=8, bead_limit=True)
    assert why_not(table, PLAY) == "Cards are played only when everybody has bid (Z-8)"
    assert why_not_turn(table, "R1") == "Cards are played only when everybody has bid (Z-8)"
    assert why_not(table, 9) == "The highest bid is 8 (S-5)"
    assert why_not(table, BID_SAFE + 9) == why_not_turn(table, "9+") == "The highest bid is 8 (S-5)"
    table.play("8 5")
    assert why_not(table, 3) == "Only 2 bet beads are left (S-1)"
    assert why_not_turn(table, "3+") == "Only 2 bet beads are left (S-1)"


@pytest.mark.clause("Z-8", "Z-9", "Z-10")
def test_in_the_play():
    table = deal("R1 R2", "R3 G1", "R4 R5", bids="0 0 0")
    assert why_not(table, 1) == why_not_turn(table, "1") == "The bids are made; play a card (Z-8)"
    assert why_not(table, PLAY + 7) == "There is no card at that place (Z-10)"
    assert why_not_turn(table, "R3") == "R3 is not in that hand (Z-9)"
    table.play("R2")
    assert why_not(table, PLAY + 1) == "You must follow red while you hold one (Z-9)"
    assert why_not_turn(table, "G1") == "G1 does not follow red, which that hand still holds (Z-9)"
    assert why_not_turn(table, "R2") == "R2 is not in that hand (Z-9)"


@pytest.mark.clause("Z-10")
def test_a_place_that_is_empty_is_empty_whatever_was_led():
    """Not a question of following, even when a card has been led."""
    table = deal("R1 R2", "R3 G1", "R4 B5", bids="0 0 0").play("R1 R3 R4", "B5")
    assert table.seat == 0
    assert table.moves == [PLAY + 1]
    assert why_not(table, PLAY) == "There is no card at that place (Z-10)"
    assert why_not(table, PLAY + 5) == "There is no card at that place (Z-10)"


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.clause("Z-9")
def test_every_move_that_is_not_legal_has_a_reason_with_a_clause(seed):
    """Through random games, for all move numbers and all words of records."""
    dice = random.Random(seed)
    table = Table(**random_options(dice))
    words = [*range(PLAY), *(WORD_CARD + card for card in cards("R1 R7 Y2 Y12 G5 B3 P1 P12"))]
    while True:
        view = table.view(table.seat)
        legal = set(table.moves)
        for move in set(range(128)) - legal:
            reason = LUZ.why_not(table.options, view, move)
            assert reason.clause
            assert reason.clause in str(reason)
        allowed = {LUZ.word(table.state, move) for move in legal}
        for word in set(words) - allowed:
            assert LUZ.why_not_word(table.options, table.state, word).clause
        if table.phase == "over":
            return
        if table.phase == "deal":
            table.deal_shuffled(dice)
        else:
            for _ in range(dice.randint(1, 5)):
                if table.moves:
                    table.random_move(dice)


def code(table, move):
    reason = LUZ.why_not(table.options, table.view(table.seat), move)
    assert all(type(value) in (int, str) for value in reason.values.values())
    return reason.code, reason.values


@pytest.mark.clause("S-1", "S-5")
def test_every_code_has_the_values_of_its_sentence():
    """Z-5 to Z-18, S-1, S-5: so that a screen can say it in any language."""
    table = Table(players=3, hand=1, deals=1)
    assert code(table, 0) == ("not_dealt", {})
    table.deal_shuffled(random.Random(1)).play_out(random.Random(1))
    assert code(table, 0) == ("over", {})
    table = deal("R1", "R2", "R3", "R4", hand=8, bead_limit=True)
    assert code(table, PLAY) == ("bid_first", {})
    assert code(table, 9) == ("bid_too_high", {"most": 8})
    assert code(table.play("8 5"), BID_SAFE + 3) == ("too_few_beads", {"beads": 2})
    table = deal("R1 R2", "R3 G1", "R4 R5", bids="0 0 0").play("R1")
    assert code(table, 0) == ("bids_made", {})
    assert code(table, PLAY + 5) == ("no_card_there", {})
    assert code(table, PLAY + 1) == ("follow", {"colour": "R"})
    for turn, found, values in (
        ("G1", "does_not_follow", {"card": "G1", "colour": "R"}),
        ("R2", "not_in_hand", {"card": "R2"}),
    ):
        (word,) = LUZ.read_turn(turn)
        reason = LUZ.why_not_word(table.options, table.state, word)
        assert (reason.code, reason.values) == (found, values)
