"""Oh Hell, clause by clause: the deal, the bids, the tricks, the points, the end."""

import random

import numpy as np
import pytest
from tenluz.engine.dice import new_dice
from tenluz.engine.game import MOVES as MOST_MOVES

from table import Table, cards, cards_in, cut, deal, names, random_options
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules import moves
from tenluz_oh_hell.rules.play import points_for

# --- cards, and the deal --------------------------------------------------------------


def test_four_suits_of_thirteen_cards_each_card_once():
    """O-1"""
    deck = [GAME.card_name(card) for card in GAME.deck(GAME.options())]
    assert deck == [suit + rank for rank in "23456789TJQKA" for suit in "CDSH"]


def test_smaller_decks_leave_out_the_last_suits_and_the_high_ranks():
    """O-1"""
    deck = GAME.deck(GAME.options(suits=2, cards_per_suit=4))
    assert names(deck) == "C2 D2 C3 D3 C4 D4 C5 D5"


def test_hands_are_dealt_seat_by_seat_then_a_card_is_turned_up():
    """O-2, O-3: the cards set aside are in no hand."""
    table = Table(players=3, tricks=2, suits=2, cards_per_suit=5)
    table.deal(cards("C2 D3 C3 D6 C4 D4 C5 D5 C6 D2"))
    assert [table.hand(seat) for seat in range(3)] == ["C2 D3", "C3 D6", "C4 D4"]
    assert names([table.trump]) == "C5"
    assert table.cards == [2, 2, 2]
    assert table.state.deck.tolist() == [moves.NO_CARD] * 52


def test_the_cut_of_a_deck_tells_how_many_cards_were_dealt():
    """O-2: where chance decides; it lies behind the last hand, and is no card."""
    table = Table(players=3, tricks=0, suits=2, cards_per_suit=5)
    deck = cards("C2 D3 C3 D6 C4 D4 C5 D5 C6 D2")
    table.deal(cut(deck, 6))
    assert [table.hand(seat) for seat in range(3)] == ["C2 D3", "C3 D6", "C4 D4"]
    assert (names([table.trump]), table.tricks_in_game, table.legal) == ("C5", 2, "0 1 2")
    table.play_out(random.Random(1))
    assert table.tricks_done == 2


@pytest.mark.parametrize(("place", "tricks"), [(0, 1), (2, 1), (5, 1), (8, 2), (10, 3)])
def test_a_cut_in_a_strange_place_is_still_a_game(place, tricks):
    """O-2: a record may come from anybody."""
    table = Table(players=3, tricks=0, suits=2, cards_per_suit=5)
    table.deal(cut(GAME.deck(table.chosen)[:-1], place))
    assert (table.tricks_in_game, table.cards) == (tricks, [tricks] * 3)
    assert table.play_out(random.Random(1)).tricks_done == tricks


@pytest.mark.parametrize("players", [3, 7])
def test_every_number_of_tricks_is_as_likely(players):
    """O-2: by the dice in simulation, by the seed for tables of people, who can check it."""
    one = Table(players=players, tricks=0)
    games, most = 200 * one.chosen.hand, one.chosen.hand
    drawn, dealt = np.zeros(most + 1, int), np.zeros(most + 1, int)
    for number in range(games):
        GAME.rules.start(one.options, one.state)
        GAME.rules.deal_at_random(one.options, one.state, new_dice(5, number))
        drawn[one.tricks_in_game] += 1
        deck = GAME.shuffled_deck(one.chosen, number.to_bytes(32, "big"), 0)
        tricks, beyond = divmod(deck.index(moves.CUT), players)
        assert beyond == 0
        dealt[tricks] += 1
    for counts in (drawn, dealt):
        assert counts[0] == 0
        # Mean `most - 1`, deviation sqrt(2 * (most - 1)): five deviations.
        spread = ((counts[1:] - 200) ** 2 / 200).sum()
        assert spread < most - 1 + 5 * (2 * (most - 1)) ** 0.5


@pytest.mark.parametrize("first", range(4))
def test_the_first_player_bids_first_and_leads(first):
    """O-4, O-7"""
    table = deal("C2", "C3", "C4", "C5", trump="D2", first=first)
    assert (table.phase, table.seat, table.first) == ("bidding", first, first)
    table.play("0 0 0 0")
    assert (table.phase, table.seat, table.leader) == ("playing", first, first)


def test_anybody_may_be_the_first_player():
    """O-4: by the seed for tables of people, by the dice in simulation."""
    options = GAME.options(players=7)
    assert {GAME.first_from_seed(options, bytes([n]) * 32) for n in range(60)} == set(range(7))
    drawn = set()
    for stream in range(80):
        table = Table(players=7)
        GAME.rules.deal_at_random(table.options, table.state, new_dice(1, stream))
        drawn.add(table.first)
    assert drawn == set(range(7))


@pytest.mark.parametrize("seed", range(10))
def test_a_random_deal_is_the_deck_of_its_dice(seed):
    """O-1 to O-4: every card at most once, none that is not of the deck."""
    options = random_options(random.Random(seed))
    one, other = Table(**options), Table(**options)
    GAME.rules.deal_at_random(one.options, one.state, new_dice(seed))
    deck = np.zeros(len(GAME.deck(one.chosen)), np.int64)
    first = GAME.rules.shuffle(other.options, other.state, new_dice(seed), deck)
    assert sorted(deck.tolist()) == GAME.deck(one.chosen)
    other.deal(deck.tolist(), first)
    assert one.state.tobytes() == other.state.tobytes()
    hands = [cards_in(one.state.hands[seat]) for seat in range(one.players)]
    assert [len(hand) for hand in hands] == [one.tricks_in_game] * one.players
    assert len(set.union({one.trump}, *hands)) == 1 + one.players * one.tricks_in_game


def test_a_state_that_has_been_played_starts_anew():
    """O-12: whatever was in it."""
    table = Table(players=4).deal_shuffled(random.Random(1)).play_out(random.Random(1))
    GAME.rules.start(table.options, table.state)
    assert table.state.tobytes() == Table(players=4).state.tobytes()
    assert table.moves == []


# --- bids -----------------------------------------------------------------------------


def test_a_bid_goes_from_no_trick_to_all():
    """O-5"""
    table = deal("C2 C3 C4", "D2 D3 D4", "S2 S3 S4", trump="H2")
    assert table.legal == "0 1 2 3"
    assert table.bids == [moves.NO_BID] * 3
    table.play("3")
    assert (table.bids, table.legal) == ([3, -1, -1], "0 1 2 3")


@pytest.mark.parametrize(
    ("before", "legal"),
    [("0 0", "0 1 2"), ("1 0", "0 1 3"), ("1 1", "0 2 3"), ("0 3", "1 2 3"), ("1 3", "0 1 2 3")],
)
def test_the_last_bid_must_not_make_the_sum_right(before, legal):
    """O-6: where the sum is too high already, any bid will do."""
    table = deal("C2 C3 C4", "D2 D3 D4", "S2 S3 S4", trump="H2", first=2)
    table.play(before)
    assert table.seat == 1  # the dealer
    assert table.legal == legal
    for bid in "0123":
        assert (bid in legal) == Table.attempt(copy_of(table), bid)


def copy_of(table):
    other = Table(**table.chosen.write())
    other.state = table.state.copy()
    return other


# --- tricks ---------------------------------------------------------------------------


def test_the_suit_led_is_followed():
    """O-8: also by who holds a trump; the leader plays anything."""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0")
    assert table.legal == "C2 D3"
    table.play("C2")
    assert table.legal == "C9"
    assert not table.attempt("DA")
    table.play("C9")
    assert table.legal == "D4 H5"  # no clubs: what they like


def test_who_does_not_follow_is_known_to_have_none():
    """O-8"""
    table = deal("C2 S3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0").play("C2 C9")
    assert table.voids == [0, 0, 0]
    table.play("H5")
    assert table.voids == [0, 0, 0b0001]  # clubs
    table.play("DA D4 S3")
    assert table.voids == [0b0010, 0, 0b0001]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("C2 C9 C5", 1),  # the highest of the suit led
        ("C2 HA SA", 0),  # no other suit beats it
        ("C2 CA D2", 2),  # a trump does
        ("CA D3 D2", 1),  # the higher trump
        ("D3 DA D9", 1),  # trump led
        ("D2 CA HA", 0),
        ("SA D2 S3", 1),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick, winner):
    """O-9, O-7: and leads to the next trick."""
    hands = [f"{card} H{rest}" for card, rest in zip(trick.split(), "234", strict=True)]
    table = deal(*hands, trump="DK", bids="0 0 0").play(trick)
    assert table.tricks == [int(seat == winner) for seat in range(3)]
    assert (table.seat, table.leader, table.in_trick) == (winner, winner, 0)
    assert names(table.last_trick) == trick
    assert table.trick == [moves.NO_CARD] * 3


# --- points ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "bid", "tricks", "points"),
    [
        ({}, 0, 0, 10),
        ({}, 3, 3, 13),
        ({}, 3, 2, 2),
        ({}, 0, 4, 4),
        ({"points_per_trick": 5}, 2, 2, 20),
        ({"points_per_trick": 5}, 2, 3, 15),
        ({"points_per_trick": 0}, 2, 2, 10),
        ({"off_bid_penalty": True}, 3, 3, 13),
        ({"off_bid_penalty": True}, 3, 1, -2),
        ({"off_bid_penalty": True}, 0, 4, -4),
        ({"off_bid_penalty": True, "points_per_trick": 100}, 17, 0, -1700),
        ({"points_per_trick": 100}, 17, 17, 1710),
    ],
)
def test_points(options, bid, tricks, points):
    """O-10, O-11"""
    packed = GAME.options(players=3, tricks=17, **options).packed()
    assert points_for(packed, bid, tricks) == points


def test_the_game_is_over_after_the_last_trick_of_one_deal():
    """O-12, O-10"""
    table = deal("C2 CA", "C3 C5", "C4 D2", trump="DK", bids="1 0 2")
    table.play("CA C3 C4", "C2 C5")
    assert (table.phase, table.points) == ("playing", [0, 0, 0])
    table.play("D2")
    assert (table.phase, table.legal) == ("over", "")
    outcome = GAME.outcome(table.options, table.state)
    assert outcome.scores == (11, 10, 1)
    assert (outcome.bids, outcome.tricks) == ((1, 0, 2), (1, 0, 1))
    assert outcome.to_json() == {"scores": [11, 10, 1], "bids": [1, 0, 2], "tricks": [1, 0, 1]}
    assert [GAME.rules.score(table.options, table.state, seat) for seat in range(3)] == [11, 10, 1]
    assert not any(table.attempt(turn) for turn in ("0", "C2", "D2"))


def test_the_largest_points_fit_the_state():
    """O-10, O-11: all tricks bid by all, and one seat takes them with trumps and high cards."""
    spades, diamonds = ([suit + rank for rank in "23456789TJQKA"] for suit in "SD")
    table = deal(
        " ".join(["C" + rank for rank in "23456789TJQKA"] + diamonds[:4]),
        " ".join(spades[1:] + diamonds[8:]),
        " ".join(["H" + rank for rank in "23456789TJQKA"] + diamonds[4:8]),
        trump="S2",
        first=1,
        bids="17 17 17",
        off_bid_penalty=True,
        points_per_trick=100,
    )
    while table.phase != "over":
        legal = table.legal.split()
        table.play(max(legal))  # by letter: spades before diamonds
    assert table.points == [-1700, 1710, -1700]
    assert GAME.score_range(table.chosen) == (-1700, 1710)


# --- what always holds -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed):
    """O-2, O-3, O-5, O-7, O-12: every card is in one place, at every step."""
    dice = random.Random(seed)
    table = Table(**random_options(dice))
    table.deal_shuffled(dice, dice.randrange(table.players))
    hands = [cards_in(table.state.hands[seat]) for seat in range(table.players)]
    made = 0
    while table.phase != "over":
        legal = table.moves
        assert legal
        assert max(legal) < moves.MOVES <= MOST_MOVES
        table.random_move(dice)
        made += 1
        held = [cards_in(table.state.hands[seat]) for seat in range(table.players)]
        gone = cards_in(table.played)
        assert set.union(gone, *held) == set.union(*hands)
        assert len(gone) + sum(map(len, held)) == table.players * table.tricks_in_game
        assert table.cards == [len(hand) for hand in held]
        assert table.bid_sum == sum(bid for bid in table.bids if bid >= 0)
        assert len(gone) == table.tricks_done * table.players + table.in_trick
        assert sum(table.tricks) == table.tricks_done
        for seat, hand in enumerate(held):  # O-8
            assert not any(table.voids[seat] >> card % 4 & 1 for card in hand)
    assert made == table.players * (1 + table.tricks_in_game)
    assert table.bid_sum != table.tricks_in_game == table.tricks_done  # O-6
    assert not any(table.state.hands)
