"""What a viewer of Oh Hell is shown, and what it is told when something happens."""

import random
from dataclasses import asdict

import pytest
from tenluz.engine.game import WATCHER
from tenluz.engine.match import Match

from table import deal, positions, random_options
from tenluz_oh_hell import news
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.moves import BID


def viewers(table):
    return (WATCHER, *range(table.players))


def leaves(value):
    """The kinds of all values in it."""
    if isinstance(value, dict):
        return set().union(*(leaves(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(leaves(part) for part in value))
    return {type(value)}


# --- the screen ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_viewer_is_shown_its_own_hand_and_moves_and_the_table(seed):
    """O-13: all see the same but for that."""
    own = {"seat", "hand", "moves", "refused"}
    for table in positions(random_options(random.Random(seed)), seed):
        watched = asdict(table.screen(WATCHER))
        assert (watched["hand"], watched["moves"], watched["refused"]) == ([], [], None)
        for seat in range(table.players):
            shown = asdict(table.screen(seat))
            assert leaves(shown) <= {str, int, type(None)}, "ready for a wire"
            assert shown["hand"] == table.hand(seat).split()
            on_turn = seat == table.seat
            assert [m["move"] for m in shown["moves"]] == (table.moves if on_turn else [])
            assert {n: shown[n] for n in shown if n not in own} == {
                n: watched[n] for n in watched if n not in own
            }
        assert (watched["phase"], watched["tricks"]) == (table.phase, table.tricks)
        assert watched["turn"] == (-1 if table.phase in ("deal", "over") else table.seat)
        assert watched["points"] == (table.points if table.phase == "over" else [])


def test_a_trick_in_progress_and_the_one_before():
    """O-3, O-5, O-9"""
    table = deal("C2 D3 S4", "C9 DA S5", "H5 D4 S6", trump="DK", bids="0 2 0")
    shown = table.play("D3 DA D4", "S5 S6").screen(0)
    assert (shown.trump, shown.first, shown.bids) == ("DK", 0, [0, 2, 0])
    assert (shown.trick, shown.leader, shown.best) == ([None, "S5", "S6"], 1, 2)
    assert (shown.last_trick, shown.last_leader) == (["D3", "DA", "D4"], 0)
    assert (shown.tricks, shown.cards, shown.tricks_in_game) == ([0, 1, 0], [2, 1, 1], 3)
    assert [(move.kind, move.card) for move in shown.moves] == [("card", "S4")]
    shown = table.play("S4").screen(0)
    assert (shown.leader, shown.best, shown.last_leader) == (2, -1, 1)


def test_what_may_not_be_chosen_has_its_reason():
    """O-6, O-8: a bid, or the cards that do not follow; none where all may be chosen."""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK")
    assert [move.tricks for move in table.screen(0).moves] == [0, 1, 2]
    assert table.screen(0).refused is None
    table.play("0 1")
    assert [move.tricks for move in table.screen(2).moves] == [0, 2]
    assert table.screen(2).refused.code == "sum_of_bids"
    assert table.screen(2).refused.values["bid"] == 1
    table.play("0")
    assert table.screen(0).refused is None
    table.play("C2")
    assert table.screen(1).refused.clause == "O-8"
    assert table.screen(1).refused.values == {"card": "DA", "suit": "C"}
    assert table.screen(2).refused is None


# --- news ----------------------------------------------------------------------------


def heard(table, turn):
    """Make a turn as a record writes it, and what each viewer learns: the same."""
    before = {viewer: table.plain_view(viewer) for viewer in viewers(table)}
    table.play(turn)
    told = [
        GAME.news(table.options, view, table.plain_view(viewer), None)
        for viewer, view in before.items()
    ]
    assert all(events == told[0] for events in told)
    return told[0]


def test_what_is_told_of_a_game():
    """O-2 to O-12: in order, to everybody alike."""
    table = deal("C2 CA", "C3 C5", "C4 D2", trump="DK", first=2)
    before = type(table)(players=3, tricks=2).plain_view(WATCHER)
    after = table.plain_view(WATCHER)
    assert GAME.news(table.options, before, after, None) == [news.Dealt(2, "DK", 2)]
    assert heard(table, "1") == [news.Bid(2, 1)]
    table.play("1 1")
    assert heard(table, "C4") == [news.Card(2, "C4")]
    table.play("CA")
    assert heard(table, "C3") == [news.Card(1, "C3"), news.Trick(0)]
    table.play("C2 C5")
    assert heard(table, "D2") == [
        news.Card(2, "D2"),
        news.Trick(2),
        news.Over([1, 1, 1], [1, 0, 1], [11, 0, 11]),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_put_together_is_the_truth(seed):
    """O-5, O-8, O-9: bids, cards and tricks of whole games."""
    game = positions(random_options(random.Random(seed)), seed)
    before = next(iter(game)).plain_view(0)
    bids, played, tricks = {}, 0, {}
    for table in game:
        after = table.plain_view(0)
        for event in GAME.news(table.options, before, after, None):
            if event.event == "bid":
                bids[event.seat] = event.tricks
            elif event.event == "card":
                played |= 1 << GAME.read_turn(event.card)[0]
            elif event.event == "trick":
                tricks[event.seat] = tricks.get(event.seat, 0) + 1
        before = after
        assert bids == {seat: bid for seat, bid in enumerate(table.bids) if bid >= 0}
        assert played == table.played
        assert tricks == {seat: taken for seat, taken in enumerate(table.tricks) if taken}
    assert played


def test_everything_may_be_told_again():
    """O-13: nothing that was open is covered up."""
    table = deal("C2 CA", "C3 C5", "C4 D2", trump="DK")
    told = [heard(table, turn) for turn in ("1", "1", "1", "C2", "C3", "C4")]
    assert GAME.retell(table.options, table.plain_view(0), told) == told


def test_several_views_at_once_are_those_of_each():
    """O-13"""
    match = Match(GAME, GAME.options(players=3), bytes(32))
    everybody = (WATCHER, 0, 1, 2)
    found = match.plain_views(everybody)
    for viewer in everybody:
        assert found[viewer].raw == match.view(viewer).tobytes()


def test_the_number_of_a_bid_is_its_own():
    """O-5: what a screen sends for a bid of none."""
    table = deal("C2 CA", "C3 C5", "C4 D2", trump="DK")
    assert table.screen(0).moves[0].move == BID
