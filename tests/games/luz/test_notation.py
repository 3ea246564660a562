"""Luz in letters: what is written is read back, and what is not Luz is refused."""

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.games.luz import notation
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import BID_SAFE, PLAY, WORD_CARD
from tests.games.luz.table import deal


@pytest.mark.clause("Z-1", "Z-7")
def test_cards_bids_and_turns_round_trip():
    for card in LUZ.deck(LUZ.options(players=5)):
        name = LUZ.card_name(card)
        assert notation.read_card(name) == card
        assert LUZ.read_turn(name) == (WORD_CARD + card,)
        assert LUZ.write_turn(LUZ.read_turn(name)) == name
    for move in range(PLAY):
        name = notation.bid_name(move)
        assert notation.read_bid(name) == move
        assert LUZ.write_turn(LUZ.read_turn(name)) == name
    assert notation.bid_name(3) == "3"
    assert notation.bid_name(BID_SAFE + 3) == "3+"


@pytest.mark.parametrize(
    "text", ["", "R", "R0", "R13", "R01", "r1", "X1", "R1 ", "R1+", "RR", "Y²"]
)
@pytest.mark.clause("Z-1")
def test_no_card(text):
    with pytest.raises(NotUnderstood, match="is not a card of Luz"):
        notation.read_card(text)
    with pytest.raises(NotUnderstood):
        LUZ.read_turn(text)


@pytest.mark.parametrize("text", ["", "11", "99+", "-1", "3++", "+3", "03", "3 +", "three", "²"])
@pytest.mark.clause("S-5", "Z-7")
def test_no_bid(text):
    with pytest.raises(NotUnderstood, match=r"is not a bid|is not a card"):
        LUZ.read_turn(text)
    with pytest.raises(NotUnderstood, match="is not a bid"):
        notation.read_bid(text)


@pytest.fixture
def table():
    return deal("R2 R5 R9 Y1 P3", "B1 B2 B3 B4 B5", "G1 G2 G3 G4 G5", bids="0 0 0", values=9)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("R:1", "R2"),
        ("R-", "R2"),
        ("R:2", "R5"),
        ("r 2", "R5"),
        ("R3", "R9"),
        (" r+ ", "R9"),
        ("Y", "Y1"),
        ("Y1", "Y1"),
        ("Y+", "Y1"),
        ("p-", "P3"),
    ],
)
@pytest.mark.clause("Z-10", "S-2")
def test_a_player_names_a_place(table, typed, card):
    """The colour and the rank within it, never the value."""
    (move,) = LUZ.read_move(table.options, table.view(0), typed)
    assert LUZ.write_turn([LUZ.word(table.state, move)]) == card


@pytest.mark.clause("Z-10")
def test_places_are_counted_among_the_cards_still_held(table):
    """When the lowest red is gone, the next is R:1."""
    table.play("R2 B1 G1")
    assert table.seat == 0
    view = table.view(0)
    (move,) = LUZ.read_move(table.options, view, "R:1")
    assert LUZ.write_turn([LUZ.word(table.state, move)]) == "R5"
    assert LUZ.move_name(table.options, view, move) == "R:1"
    with pytest.raises(NotUnderstood, match="Place 0 holds no card any more"):
        LUZ.move_name(table.options, view, PLAY)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "is no place in the hand"),
        ("X1", "is no place in the hand"),
        ("R:0", "is no place in the hand"),
        ("R++", "is no place in the hand"),
        ("R:", "is no place in the hand"),
        ("5", "is no place in the hand"),
        ("G", "There is no green card in your hand"),
        ("G+", "There is no green card in your hand"),
        ("R", "You hold 3 red cards: say which, R:1 is the lowest"),
        ("R:4", "You hold only 3 red cards"),
        ("Y:2", "You hold only 1 yellow card"),
    ],
)
@pytest.mark.clause("Z-10")
def test_a_place_that_is_none(table, typed, words):
    with pytest.raises(NotUnderstood, match=words.replace("+", r"\+")):
        LUZ.read_move(table.options, table.view(0), typed)


@pytest.mark.clause("Z-7")
def test_bids_are_read_in_the_bidding():
    table = deal("R1 R2", "R3 R4", "R5 R6")
    view = table.view(0)
    assert LUZ.read_move(table.options, view, " 2 +") == (BID_SAFE + 2,)
    with pytest.raises(NotUnderstood, match="is not a bid"):
        LUZ.read_move(table.options, view, "R1")
    assert LUZ.move_name(table.options, view, BID_SAFE + 2) == "2+"


@pytest.mark.clause("Z-9")
def test_no_turn_of_luz_is_taken_in_parts():
    """One card, one turn."""
    assert not LUZ.mid_turn(deal("R1", "R2", "R3").state)
