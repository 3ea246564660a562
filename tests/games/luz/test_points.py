"""Luz, clause by clause: what bids earn, who begins the last deal of three, and who wins."""

import random
from itertools import product

import pytest

from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.apply import points_for
from tests.games.luz.table import Table, deal

# --- points ---------------------------------------------------------------------------


@pytest.mark.parametrize(("tricks", "points"), [(3, 5), (6, -15), (2, -5)])
@pytest.mark.clause("Z-13", "Z-14", "Z-15")
def test_a_bid_of_three_with_safety(tricks, points):
    """The rulebook's example, in deal 1."""
    others = [[9 - tricks + 1, 0, 0], [0, 10 - tricks, 0]]
    for rest in others:
        table = deal("Y9", "R1", "R2", "R3", bids="3+ 0 0 0", tricks=[tricks - 1, *rest])
        table.play("Y9 R1 R2 R3")
        assert table.tricks[0] == tricks
        assert table.outcome["deals"][0][0] == points


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.clause("Z-13", "Z-14", "Z-15")
def test_what_a_bid_earns_in_each_deal(number):
    """For every bid, with and without safety, and every number of tricks."""
    for bid, safety, tricks in product(range(11), (0, 1), range(11)):
        made = tricks == bid or (safety == 1 and tricks == bid + 1)
        earned = {0: (10, 20, 30, 40), 1: (5, 10, 15, 20)}[safety][number - 1]
        expected = earned if made else -5 * abs(tricks - bid)
        assert points_for(number - 1, bid, safety, tricks) == expected


@pytest.mark.clause("Z-15")
def test_a_safety_bead_helps_upwards_only_and_costs_nothing_below():
    """One trick short is one trick short; two over count from the bid, not from b + 1."""
    assert [points_for(0, 3, 1, tricks) for tricks in range(2, 7)] == [-5, 5, 5, -10, -15]
    assert [points_for(0, 3, 0, tricks) for tricks in range(2, 7)] == [-5, 10, -5, -10, -15]


@pytest.mark.clause("Z-14", "Z-7")
def test_a_bid_of_nought_with_safety_is_made_by_one_trick():
    """Or by none."""
    for tricks, earned in [([0, 9, 0], 10), ([1, 8, 0], 10), ([2, 7, 0], -10)]:
        table = deal("R1", "R2", "R3", bids="0+ 0 0", number=2, tricks=tricks)
        table.play("R1 R2 R3")
        assert table.state.table.points[1, 0] == earned


@pytest.mark.clause("Z-16")
def test_points_add_up_and_may_be_negative():
    before = [[10, -50, 5], [-30, 20, 10], [15, -5, -5]]
    table = deal("R1", "R2", "R3", bids="0 10 0", number=4, points=before, tricks=[0, 0, 9])
    table.play("R3 R1 R2")
    assert table.outcome["deals"] == [*before, [-50, 40, -50]]
    assert table.totals == [-55, 5, -40]


# --- three players --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "holder", "bidder"),
    [
        ((10, 20, 15), 0, 1),
        ((10, 20, 15), 2, 1),
        ((30, 20, 15), 1, 0),
        ((-5, -10, -15), 2, 0),  # all negative
        ((20, 20, 5), 0, 0),  # the holder is one of the tied
        ((20, 20, 5), 1, 1),
        ((20, 20, 5), 2, 0),  # the holder is not: the next in turn order
        ((5, 20, 20), 0, 1),
        ((20, 5, 20), 1, 2),
        ((0, 0, 0), 2, 2),  # all tied
    ],
)
@pytest.mark.clause("Z-17", "S-3")
def test_in_deal_four_of_three_players_the_one_with_most_points_begins(totals, holder, bidder):
    """Tied, the nearest to the holder by rotation, the holder included."""
    table = deal("R1 R2", "R3 R4", "R5 R6", holder=holder, number=4, points=[totals])
    assert table.holder == holder
    assert table.bidder == table.seat == bidder
    order = [(bidder + step) % 3 for step in range(3)]
    for seat in order:
        assert table.seat == seat
        table.play("1")
    assert (table.phase, table.seat, table.leader) == ("trick", bidder, bidder)


@pytest.mark.parametrize(("players", "number"), [(3, 1), (3, 2), (3, 3), (4, 4), (5, 4)])
@pytest.mark.clause("Z-17")
def test_no_other_deal_asks_who_has_most_points(players, number):
    """Z-17 is for deal 4 of three players alone."""
    hands = [f"R{value + 1}" for value in range(players)]
    table = deal(*hands, number=number, points=[[0] * (players - 1) + [40]])
    assert table.bidder == table.holder == 0


@pytest.mark.clause("Z-17", "Z-16")
def test_the_points_of_all_deals_decide_who_begins():
    table = deal("R1", "R2", "R3", number=4, points=[[30, 0, 5], [-40, 5, 10], [0, 5, 5]])
    assert table.bidder == 2


# --- the end --------------------------------------------------------------------------


def finished(points, players=3, holder=0):
    """A game whose deals ended with these points."""
    hands = [f"R{value + 1}" for value in range(players)]
    table = deal(*hands, holder=holder, number=4, points=points)
    table.state.table.deal = 4
    table.state.table.phase = 1
    return table.outcome


@pytest.mark.clause("Z-18")
def test_most_points_win():
    assert finished([[10, 30, 20]])["ranking"] == [1, 2, 0]
    assert finished([[10, 30, 20]])["winner"] == 1


@pytest.mark.clause("Z-18")
def test_a_tie_goes_to_most_points_in_deal_four():
    outcome = finished([[30, 0, 0], [0, 0, 0], [0, 0, 0], [10, 40, 20]], holder=0)
    assert outcome["scores"] == [40, 40, 20]
    assert outcome["ranking"] == [1, 0, 2]


@pytest.mark.parametrize("holder", range(4))
@pytest.mark.clause("Z-18", "S-3")
def test_a_tie_in_deal_four_too_goes_to_the_nearest_the_holder(holder):
    """In turn order, the holder included."""
    equal = [[10, 10, 10, 10], [0, 0, 0, 0], [0, 0, 0, 0], [20, 20, 20, 20]]
    outcome = finished(equal, players=4, holder=holder)
    assert outcome["ranking"] == [(holder + step) % 4 for step in range(4)]


@pytest.mark.clause("S-3")
def test_the_holder_of_the_last_tie_break_is_by_rotation_whoever_bids_first():
    """Seat 1 has most points and bids first in deal 4, but seat 2 holds the card; at
    the end seats 0 and 1 are tied in everything, and seat 0 is nearer to seat 2."""
    before = [[-10, 0, -30], [0, 0, 0], [0, 0, 0]]
    table = deal("R1", "R3", "R2", holder=2, number=4, points=before, hand=1)
    assert (table.holder, table.bidder) == (2, 1)
    table.state.table.points[0, 1] = -10  # now tied
    table.play("1 0 0").play("R3 R2 R1")
    assert table.outcome["deals"][3] == [40, 40, 40]
    assert table.outcome["ranking"] == [0, 1, 2]


@pytest.mark.clause("Z-18", "Z-16")
def test_a_game_is_over_after_its_last_deal_and_nothing_is_legal():
    dice = random.Random(5)
    table = Table(players=4)
    for _ in range(4):
        assert table.phase == "deal"
        assert table.moves == []
        table.deal_shuffled(dice, 2).play_out(dice)
    assert table.phase == "over"
    assert table.moves == []
    assert not table.attempt("3")
    assert not table.attempt("R1")
    outcome = table.outcome
    assert outcome["scores"] == [sum(deal[seat] for deal in outcome["deals"]) for seat in range(4)]


@pytest.mark.clause("Z-13")
def test_the_highest_score_is_that_of_four_bids_made():
    """10, 20, 30 and 40; at worst ten tricks off in each deal."""
    assert LUZ.score_range(LUZ.options()) == (-200, 100)
