"""Oh Hell in letters: cards, bids, whole records, and why a move is not legal."""

import json
import random

import numpy as np
import pytest
from tenluz.engine.errors import NotLegal, NotUnderstood, NotYours
from tenluz.engine.match import Match
from tenluz.engine.record import GameRecord, parse_json

from table import Table, cards, deal, positions, random_options
from tenluz_oh_hell import notation
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.moves import BID, MOVES

# --- cards, bids, records ------------------------------------------------------------------


def test_every_move_is_read_as_it_is_written():
    """O-1, O-5"""
    for move in [*range(52), *range(BID, MOVES)]:
        text = GAME.write_turn([move])
        assert GAME.read_turn(text) == (move,)
    assert GAME.write_turn(cards("SA")) == "SA"
    assert GAME.write_turn([BID + 12]) == "12"


@pytest.mark.parametrize("text", ["", "C1", "C10", "X2", "2C", "c2", "C2 ", "18", "-1", "01", "1+"])
def test_what_is_no_turn_is_refused(text):
    """O-1, O-5"""
    with pytest.raises(NotUnderstood, match="is not a"):
        GAME.read_turn(text)


def test_players_may_type_small_letters_and_blanks():
    """O-8: and what a move is called is what they may type."""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0")
    view = table.view(0)
    assert GAME.read_move(table.options, view, " d3 ") == tuple(cards("D3"))
    for move in range(52):
        name = GAME.move_name(table.options, view, move)
        assert GAME.read_move(table.options, view, name) == (move,)


def test_a_hand_is_told_by_suit_from_low_to_high():
    """O-1"""
    hand = sum(1 << card for card in cards("SA C3 S2 CT H9 DK"))
    assert notation.hand_names(hand) == ["C3", "CT", "DK", "S2", "SA", "H9"]


@pytest.mark.parametrize("seed", range(12))
def test_a_match_is_what_its_record_says(seed):
    """O-2, O-4: written, read, and played again, byte for byte."""
    dice = random.Random(seed)
    match = Match(GAME, GAME.options(random_options(dice)), bytes([seed]) * 32)
    while not match.over:
        match.play(match.seat, dice.choice(match.moves()))
    record = GameRecord.from_json(parse_json(json.dumps(match.record.to_json())))
    assert record.game is GAME
    assert (record.decks, record.first) == (match.record.decks, match.record.first)
    table = Table(**record.options.write())
    table.deal(record.decks[0], record.first).play(*record.moves)
    assert table.state.tobytes() == match.state.tobytes()
    assert len(match.outcome().scores) == table.players


def test_a_turn_of_a_record_that_is_not_legal_is_pointed_at():
    """O-8: and nothing after it is played."""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0")
    words = np.array(cards("C2 DA D4"), np.int64)
    assert GAME.rules.turn(table.options, table.state, words, 0, 3) == 1
    assert (table.in_trick, table.seat) == (1, 1)


# --- reasons -----------------------------------------------------------------------------


def why_not(table, turn):
    (move,) = GAME.read_turn(turn)
    reason = GAME.why_not(table.options, table.view(table.seat), move)
    assert str(reason) == str(GAME.why_not_word(table.options, table.state, move))
    return str(reason), reason.code, reason.values


def test_before_the_deal_and_after_the_end():
    """O-2, O-12"""
    table = Table(players=3, tricks=1)
    assert why_not(table, "0") == ("The cards have not been dealt yet (O-2)", "not_dealt", {})
    table.deal_shuffled(random.Random(1)).play_out(random.Random(1))
    assert why_not(table, "C2") == ("The game is over (O-12)", "over", {})


def test_in_the_bidding():
    """O-5, O-6, O-7"""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK")
    assert why_not(table, "C2") == (
        "Cards are played only when everybody has bid (O-7)",
        "bid_first",
        {},
    )
    assert why_not(table, "3") == ("The highest bid is 2 (O-5)", "bid_too_high", {"most": 2})
    assert why_not(table.play("0 1"), "1") == (
        "The last bid must not make the sum 2, so it cannot be 1 (O-6)",
        "sum_of_bids",
        {"tricks": 2, "bid": 1},
    )


def test_in_the_play():
    """O-7, O-8"""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0")
    assert why_not(table, "0") == ("The bids are made; play a card (O-7)", "bids_made", {})
    assert why_not(table, "C9") == (
        "C9 is not in the hand (O-8)",
        "not_in_hand",
        {"card": "C9"},
    )
    assert why_not(table.play("C2"), "DA") == (
        "DA does not follow clubs, which the hand still holds (O-8)",
        "follow",
        {"card": "DA", "suit": "C"},
    )


@pytest.mark.parametrize("seed", range(8))
def test_every_move_that_is_not_legal_has_a_reason_with_a_clause(seed):
    """O-5 to O-8: through random games, for all numbers that a move could have."""
    for table in positions(random_options(random.Random(seed)), seed):
        view = table.view(table.seat)
        for move in set(range(128)) - set(table.moves):
            reason = GAME.why_not(table.options, view, move)
            assert reason.clause in str(reason)
            assert reason.clause.startswith("O-")


def test_all_that_is_ever_said_is_declared_and_all_that_is_declared_is_said():
    """O-2, O-5 to O-8, O-12: whoever lists the reasons leaves none out."""
    said = {}
    for seed in range(8):
        for table in positions({"players": 3, "tricks": 4}, seed):
            view = table.view(table.seat)
            for move in set(range(128)) - set(table.moves):
                reason = GAME.why_not(table.options, view, move)
                said[reason.code] = (reason.clause, set(reason.values))
    assert said == {one.code: (one.clause, set(one.values)) for one in GAME.reasons}


def test_a_match_refuses_what_the_rules_forbid():
    """O-4, O-7: whose turn it is, and what may be done."""
    match = Match(GAME, GAME.options(players=3), bytes(32))
    with pytest.raises(NotYours):
        match.play((match.seat + 1) % 3, BID)
    with pytest.raises(NotLegal, match="O-7"):
        match.play(match.seat, 0)
    assert match.record.moves == []
