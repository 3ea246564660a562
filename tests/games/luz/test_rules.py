"""Luz, clause by clause: the deal, the bids, the tricks."""

import random
from itertools import permutations

import pytest

from tenluz.engine.dice import new_dice
from tenluz.games.luz.game import GAME as LUZ
from tests.games.luz.table import Table, cards, deal, names

# --- cards and set-up -----------------------------------------------------------------


@pytest.mark.clause("Z-1")
def test_five_colours_of_twelve_cards_each_card_once():
    deck = [LUZ.card_name(card) for card in LUZ.deck(LUZ.options(players=5))]
    assert deck == [f"{colour}{value}" for colour in "RYGBP" for value in range(1, 13)]


@pytest.mark.parametrize(("players", "highest"), [(3, 8), (4, 10), (5, 12)])
@pytest.mark.clause("Z-2")
def test_values_follow_the_players_and_ten_cards_are_set_aside(players, highest):
    options = LUZ.options(players=players)
    deck = LUZ.deck(options)
    assert max(card % 12 + 1 for card in deck) == highest
    assert options.hand == 10
    assert len(deck) - 10 * players == 10
    table = Table(players=players).deal_shuffled(random.Random(1))
    assert table.cards == [10] * players


@pytest.mark.clause("Z-3")
def test_any_seat_may_begin_with_the_first_player_card():
    """By the seed for tables of people, by the dice in simulation."""
    options = LUZ.options(players=5)
    assert {LUZ.first_from_seed(options, bytes([n]) * 32) for n in range(40)} == set(range(5))
    seen = set()
    for stream in range(60):
        table = Table(players=5)
        LUZ.rules.deal_at_random(table.options, table.state, new_dice(1, stream))
        assert table.holder == (table.first + 1) % 5
        seen.add(table.first)
    assert seen == set(range(5))


@pytest.mark.clause("Z-2")
def test_a_random_deal_gives_out_the_whole_deck():
    """Hands of different cards, and other hands in the next deal."""
    table = Table(players=3)
    dice = new_dice(7)
    LUZ.rules.deal_at_random(table.options, table.state, dice)
    first = table.first
    hands = [table.hand(seat) for seat in range(3)]
    assert len(set(" ".join(hands).split())) == 30
    table.play_out(random.Random(1))
    LUZ.rules.deal_at_random(table.options, table.state, dice)
    assert [table.hand(seat) for seat in range(3)] != hands
    assert (table.first, table.holder) == (first, (first + 2) % 3)  # Z-5


@pytest.mark.clause("Z-4")
def test_fifteen_bet_beads_and_a_safety_bead_for_everybody():
    """Five players may all take a safety bead; bets are counted off fifteen."""
    table = deal("R1", "R2", "R3", "R4", "R5", hand=10)
    assert table.beads == 15
    table.play("2+ 2+ 2+ 2+ 2+")
    assert table.safety == [1, 1, 1, 1, 1]
    assert table.beads == 5


# --- the deal -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.clause("Z-5")
def test_the_first_player_card_moves_one_seat_to_the_left_with_every_deal(players):
    """Also with the first: the hand is passed with the plus card in it."""
    dice = random.Random(players)
    for first in range(players):
        table = Table(players=players)
        for number in range(4):
            table.deal_shuffled(dice, first)
            assert table.holder == (first + 1 + number) % players
            if players > 3 or number < 3:  # Z-17 is about the last deal of three players
                assert table.bidder == table.seat == table.leader == table.holder
            table.play_out(dice)
        assert table.phase == "over"


@pytest.mark.clause("Z-5", "S-2")
def test_hands_are_sorted_by_colour_then_from_low_to_high():
    """Colours in the order R Y G B P, whatever the order of the deck."""
    for order in permutations(["P1", "Y10", "B7", "Y2", "R9"]):
        table = deal(" ".join(order), "R1 R2 R3 R4 R5", "G1 G2 G3 G4 G5", "B1 B2 B3 B4 B5")
        assert table.hand(0) == "R9 Y2 Y10 B7 P1"
        assert table.state.hands.of_colour[0].tolist() == [0b00001, 0b00110, 0, 0b01000, 0b10000]


@pytest.mark.clause("Z-2")
def test_hands_are_dealt_in_seat_order_and_the_rest_is_set_aside():
    """A deck lists the hands as they are played, then the cards set aside."""
    table = Table(players=3, hand=2, values=2)
    table.deal(cards("R1 R2 G1 G2 P2 P1 B1 B2 Y1 Y2"))
    assert [table.hand(seat) for seat in range(3)] == ["R1 R2", "G1 G2", "P1 P2"]


# --- bids -----------------------------------------------------------------------------


@pytest.mark.clause("Z-7")
def test_bids_go_round_from_the_holder_and_no_sum_is_forbidden():
    table = deal("R1 R2", "R3 R4", "R5 R6", "R7 R8", holder=2)
    for seat, bid in [(2, "0"), (3, "2+"), (0, "0+"), (1, "0")]:  # two tricks, two bid
        assert table.phase == "bid"
        assert table.seat == seat
        assert table.legal == {"0", "0+", "1", "1+", "2", "2+"}
        table.play(bid)
    assert table.bids == [0, 0, 0, 2]
    assert table.safety == [1, 0, 0, 1]
    assert (table.phase, table.seat) == ("trick", 2)


@pytest.mark.clause("S-5")
def test_a_bid_goes_from_none_to_all_ten_tricks():
    table = Table(players=4).deal_shuffled(random.Random(2))
    assert table.legal == {f"{n}{safe}" for n in range(11) for safe in ("", "+")}
    assert table.play("10+ 10 10 10").beads == 15 - 40  # S-1: beads are markers


@pytest.mark.clause("S-1")
def test_beads_may_limit_the_bids_but_never_forbid_nought():
    """With `bead_limit` a bid takes no more than what is left."""
    table = deal("R1", "R2", "R3", "R4", "R5", hand=10, bead_limit=True)
    assert max(int(bid.strip("+")) for bid in table.legal) == 10
    table.play("10")
    assert table.legal == {f"{n}{safe}" for n in range(6) for safe in ("", "+")}
    assert not table.attempt("6")
    table.play("3+")
    assert table.legal == {"0", "0+", "1", "1+", "2", "2+"}
    table.play("2")
    assert table.legal == {"0", "0+"}
    assert not table.attempt("1+")
    assert table.play("0 0+").phase == "trick"


@pytest.mark.clause("S-1")
def test_the_beads_come_back_with_every_deal():
    table = deal("R1", "R2", "R3", bids="1 1 1", deals=2).play("R1 R2 R3")
    assert table.phase == "deal"
    table.deal_shuffled(random.Random(3))
    assert table.beads == 15
    assert table.bids == [-1] * 3
    assert table.safety == table.tricks == [0] * 3


# --- tricks ---------------------------------------------------------------------------


@pytest.mark.clause("Z-8", "Z-9", "Z-11")
def test_the_trick_of_the_red_four():
    """The rulebook's example. A red 4 is led, a red 3 follows, a player
    without red throws a 3 of another colour, and a red 2 lets the leader have it."""
    table = deal(
        "R4 B1 B2", "R1 R3 G1", "G3 Y1 P5", "R2 R5 R9", bids="1 1 1 1", hand=10, tricks=[2, 2, 2, 1]
    )
    table.play("R4")
    assert table.legal == {"R1", "R3"}
    table.play("R3")
    assert table.legal == {"G3", "Y1", "P5"}  # even a trump would be legal
    table.play("G3")
    assert table.legal == {"R2", "R5", "R9"}
    table.play("R2")
    assert table.tricks == [3, 2, 2, 1]
    assert (table.seat, table.leader, table.in_trick) == (0, 0, 0)
    assert names(table.last_trick) == "R4 R3 G3 R2"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("R4 R3 R9 R2", 2),  # the highest of the led colour
        ("R4 G10 B10 P10", 0),  # other colours never win
        ("R4 Y1 R9 R2", 1),  # the lowest trump beats them all
        ("R4 Y1 Y3 Y2", 2),  # the highest trump
        ("R9 Y3 P10 Y2", 1),  # a lower trump after a higher one
        ("Y4 R10 Y9 G10", 2),  # trump led
        ("P1 R2 G3 B4", 0),
    ],
)
@pytest.mark.clause("Z-11", "Z-8")
def test_the_highest_trump_or_else_the_highest_of_the_led_colour_takes_the_trick(trick, winner):
    """Whoever wins leads to the next trick."""
    table = deal(*trick.split(), bids="0 0 0 0", hand=1, deals=2)
    table.play(trick)
    assert table.tricks == [int(seat == winner) for seat in range(4)]
    assert table.leader == winner
    assert table.last_leader == 0


@pytest.mark.parametrize("leader", range(3))
@pytest.mark.clause("Z-11")
def test_every_trick_of_three_cards_has_the_winner_that_the_clause_says(leader):
    """Z-11, against a sentence of its own: sort by trump, led colour, value."""
    deck = cards("R1 R2 R3 Y1 Y2 Y3 G1 G2 G3")
    for trick in permutations(deck, 3):
        table = Table(players=3, hand=1, colours=3, values=3, deals=2)
        rest = [card for card in deck if card not in trick]
        table.deal([*trick, *rest], (leader - 1) % 3).play("0 0 0")
        by_seat = dict(enumerate(trick))
        table.play(names(by_seat[(leader + step) % 3] for step in range(3)))
        led = by_seat[leader] // 12
        strength = {
            seat: (card // 12 == 1, card // 12 == led, card) for seat, card in by_seat.items()
        }
        assert table.tricks.index(1) == max(strength, key=strength.get)


@pytest.mark.clause("Z-9")
def test_a_player_follows_the_led_colour_while_holding_one_and_trump_is_no_way_out():
    """Both ways round."""
    table = deal("G1 R1", "G5 Y1", "B1 Y2", holder=0, bids="0 0 0").play("G1")
    assert table.legal == {"G5"}
    assert not table.attempt("Y1")
    assert table.play("G5").legal == {"B1", "Y2"}


@pytest.mark.clause("Z-10")
def test_a_card_is_chosen_by_its_place_and_lies_face_up_once_played():
    """A place stays a card's place until the end of the deal."""
    table = deal("R2 R5 R9", "R1 R3 R4", "R6 R7 R8", bids="0 0 0")
    assert table.moves == [22, 23, 24]
    LUZ.rules.apply(table.options, table.state, 23)
    assert names([table.trick[0]]) == "R5"
    table.play("R4 R6")
    assert table.seat == 2
    table.play("R7 R2 R3 R8")
    assert table.hand(0) == "R9"
    table.play("R9")
    assert table.state.hands.card[0].tolist()[:3] == cards("R2 R5 R9")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.clause("Z-8")
def test_ten_tricks_to_a_deal(players):
    dice = random.Random(players)
    table = Table(players=players).deal_shuffled(dice)
    moves = 0
    while table.phase in ("bid", "trick"):
        table.random_move(dice)
        moves += 1
    assert moves == players * 11
    assert table.tricks_done == sum(table.tricks) == 10
    assert table.phase == "deal"


@pytest.mark.clause("Z-10")
def test_a_turn_of_a_record_names_a_card_that_is_held_now():
    """Another's card, a card played before, a bid among the cards are not legal."""
    table = deal("R1 R5", "R2 R6", "R3 G1")
    assert not table.attempt("R1")  # cards before the bids
    table.play("0 0 0")
    assert not table.attempt("3")
    assert not table.attempt("R2")
    assert not table.attempt("P8")
    table.play("R5 R2")
    assert not table.attempt("G1")
    table.play("R3")
    assert not table.attempt("R5")
    assert table.attempt("R1")
