"""A view of Luz with names, for a screen: hands, moves, refusals, points, the ranking."""

import random
from collections import Counter
from dataclasses import asdict, fields

import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.game import WATCHER
from tenluz.games.luz import screen
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import BID_SAFE, PLAY
from tests.games.luz.table import deal, positions, random_options

GAMES = 5 if INTERPRETED else 8


def look(table, seat=None):
    """What a seat sees; the one on turn unless said."""
    at = table.seat if seat is None else seat
    return LUZ.screen(table.options, LUZ.plain_view(table.options, table.state, at))


def some_positions(seed):
    """A random game of any size."""
    dice = random.Random(seed)
    for table in positions(random_options(dice), dice):
        if not INTERPRETED or table.phase in ("deal", "over") or dice.random() < 0.25:
            yield table


@pytest.mark.parametrize("seat", [0, WATCHER])
def test_a_screen_has_the_fields_of_its_type_and_no_other(seat):
    assert set(vars(look(next(some_positions(1)), seat))) == {
        field.name for field in fields(screen.Screen)
    }


def leaves(value):
    """The kinds of all values in it."""
    if isinstance(value, dict):
        return set().union(*(leaves(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(leaves(part) for part in value))
    return {type(value)}


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("Z-6", "S-2", "S-4", "S-6")
def test_own_cards_show_their_colour_and_all_others_their_face(seed):
    """Places that were played are empty; a watcher sees no hand."""
    for table in some_positions(seed):
        assert look(table, WATCHER).hands == []
        for seat in range(table.players):
            hands = look(table, seat).hands
            assert len(hands) == table.players
            for other, hand in enumerate(hands):
                assert [place.colour for place in hand] == [c[0] for c in table.hand(other).split()]
                faces = [place.card for place in hand]
                assert faces == ([None] * len(hand) if other == seat else table.hand(other).split())
                for place in hand:
                    card = LUZ.card_name(table.state.hands.card[other, place.place])
                    assert card[0] == place.colour
                    assert place.card in (None, card)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("Z-7", "Z-9", "S-5")
def test_moves_are_the_legal_ones_of_the_seat_on_turn(seed):
    """Bids with and without a safety bead, then places; nobody else has any."""
    for table in some_positions(seed):
        for seat in (WATCHER, *range(table.players)):
            moves = look(table, seat).moves
            assert [move.move for move in moves] == (table.moves if seat == table.seat else [])
            for move in moves:
                if move.kind == "bid":
                    assert table.phase == "bid"
                    assert move.move == move.tricks + (BID_SAFE if move.safety else 0)
                    assert move.place is None
                else:
                    assert table.phase == "trick"
                    assert (move.move, move.tricks) == (PLAY + move.place, None)
                    assert move.place in [place.place for place in look(table).hands[seat]]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("Z-9")
def test_places_that_may_not_be_played_have_their_reason(seed):
    """One for all of them, the colour that was led; none where every card may be played."""
    for table in some_positions(seed):
        for seat in (WATCHER, *range(table.players)):
            shown = look(table, seat)
            on_turn = seat == table.seat and table.phase == "trick"
            held = [PLAY + place.place for place in shown.hands[seat]] if on_turn else []
            wrong = [move for move in held if move not in table.moves]
            assert (shown.refused is not None) == bool(wrong)
            for move in wrong:
                reason = LUZ.why_not(table.options, table.view(seat), move)
                told = screen.WhyNot(reason.clause, str(reason), reason.code, reason.values)
                assert shown.refused == told
                assert shown.refused.code == "follow"
                led = LUZ.card_name(table.trick[table.leader])[0]
                assert shown.refused.values == {"colour": led}


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("S-1", "S-4")
def test_the_table_is_as_it_lies_for_every_viewer(seed):
    """Z-5 to Z-16, S-1, S-4: all see the same but for hands and moves."""
    own = {"seat", "hands", "moves", "refused"}
    for number, table in enumerate(some_positions(seed)):
        t = table.state.table
        watched = asdict(look(table, WATCHER))
        assert leaves(watched) <= {str, int, bool, type(None)}, "ready for a wire"
        public = {name: part for name, part in watched.items() if name not in own}
        for seat in range(table.players):
            mine = asdict(look(table, seat))
            assert mine["seat"] == seat
            assert leaves(mine) <= {str, int, bool, type(None)}
            assert {name: part for name, part in mine.items() if name not in own} == public
        assert watched["phase"] == table.phase
        assert watched["turn"] == (-1 if table.phase in ("deal", "over") else table.seat)
        assert (watched["deals"], watched["values"]) == (table.chosen.deals, table.chosen.values)
        assert watched["deal"] == min(t.deal, table.chosen.deals - 1)
        assert watched["beads"] == (t.beads if table.chosen.bead_limit else None)
        points = [t.points[before, : table.players].tolist() for before in range(t.deal)]
        assert watched["points"] == points
        assert watched["totals"] == [
            sum(row[seat] for row in points) for seat in range(table.players)
        ]
        if number == 0:
            continue  # nothing lies on a table before the first deal
        assert watched["bids"] == [None if bid < 0 else bid for bid in table.bids]
        assert watched["safety"] == [bool(bead) for bead in table.safety]
        assert (watched["tricks"], watched["cards"]) == (table.tricks, table.cards)
        for name in ("trick", "last_trick"):
            lies = [None if c < 0 else LUZ.card_name(c) for c in getattr(table, name)]
            assert watched[name] == lies
        assert watched["best"] == (t.best if t.in_trick else -1)
        assert [watched[name] for name in ("holder", "bidder", "leader", "last_leader")] == [
            t.holder,
            t.bidder,
            t.leader,
            t.last_leader,
        ]


@pytest.mark.parametrize("seed", range(2 * GAMES))
@pytest.mark.clause("Z-16", "Z-18")
def test_the_ranking_is_the_outcomes_and_comes_at_the_end(seed):
    for table in some_positions(seed):
        if table.phase != "over":
            assert look(table, WATCHER).ranking == []
    outcome = table.outcome
    for seat in (WATCHER, *range(table.players)):
        assert look(table, seat).ranking == outcome["ranking"]
        assert look(table, seat).totals == outcome["scores"]
        assert look(table, seat).points == outcome["deals"]


@pytest.mark.clause("Z-18")
def test_ties_are_broken_in_the_ranking():
    """The same points twice; the holder of the first-player card counts last."""
    table = deal("R1", "R2", "R3", deals=1, bids="0 0 1").play("R1 R2 R3")
    assert look(table).totals == [10, 10, 10]
    assert look(table).ranking == table.outcome["ranking"]


@pytest.mark.clause("S-4")
def test_a_trick_in_progress_and_the_one_before():
    """Who is winning it, and no earlier trick."""
    table = deal("R2 G9 Y1", "R1 R3 R5", "R4 R6 R8", bids="0 0 0").play("R2 R1 R4", "R6")
    shown = look(table, WATCHER)
    assert (shown.trick, shown.best, shown.leader) == ([None, None, "R6"], 2, 2)
    assert (shown.last_trick, shown.last_leader) == (["R2", "R1", "R4"], 0)
    table.play("Y1")
    assert look(table, WATCHER).best == 0


@pytest.mark.clause("Z-7", "Z-10")
def test_kinds_of_moves_come_up():
    kinds = Counter(move.kind for table in some_positions(3) for move in look(table).moves)
    assert kinds.keys() == {"bid", "card"}
