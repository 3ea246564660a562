"""Deals with all cards seen: what the solvers find is what trying everything finds."""

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.registry import bot_named
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, OVER, moves_in
from tenluz.engine.match import Match
from tenluz.lab.open_cards import positions, seeded, solve_deals, solver_of
from tests.games_played import GAMES

LEVEL10, LUZ = GAMES["level10"], GAMES["luz"]


def copy(game, state):
    room = np.zeros(1, game.state_type)
    room[0] = state
    return room[0]


def tried(game, o, state, best, worth):
    """The best of all courses from a state, by trying them: `best` of those of each move."""
    if state.table.phase in (DEAL, OVER):
        return worth(state)
    found = []
    for move in moves_in(*game.rules.legal(o, state)):
        after = copy(game, state)
        game.rules.apply(o, after, move)
        found.append(tried(game, o, after, best, worth))
        if found[-1] is True:
            break
    return best(found)


@pytest.mark.parametrize(
    "small",
    [
        {"players": 1, "worlds": 3, "columns": 3, "hand": 1, "pauses": 0},
        {"players": 2, "worlds": 3, "columns": 3, "hand": 1, "pauses": 0},
        {"players": 2, "worlds": 2, "columns": 4, "hand": 1, "pauses": 1},
        {"players": 3, "worlds": 3, "columns": 3, "hand": 1, "pauses": 0, "last_reset": "lost"},
    ],
)
def test_a_deal_of_level10_can_be_won_where_some_course_wins(small):
    options = LEVEL10.options(small, first_player="dealt")
    o = options.packed()
    found = solve_deals(LEVEL10, options, 12, threads=1)
    for number, one in enumerate(found):
        state = seeded(LEVEL10, options, 2**63 + 2, number)
        won = tried(LEVEL10, o, state, any, lambda s: bool(s.table.won))
        assert one.verdict == ("won" if won else "lost")
        assert one.exact
        assert bool(one.line) == won
    if small["worlds"] == 3 and small["players"] < 3:
        assert len({one.verdict for one in found}) == 2  # both are among them


def test_a_winning_line_of_a_whole_game_wins_by_the_rules():
    options = LEVEL10.options(players=3, pauses=0, first_player="dealt")
    state = seeded(LEVEL10, options, 1, 0)
    found = solver_of(LEVEL10).solve_open(options, state, 4096)
    assert found.verdict == "won"
    o, s = options.packed(), copy(LEVEL10, state)
    for seat, turn in found.line:
        assert s.table.seat == seat
        words = np.array(LEVEL10.read_turn(turn), np.int64)
        assert LEVEL10.rules.turn(o, s, words, 0, len(words)) == -1
    assert s.table.won
    assert len(found.lines()) == 11  # a line for each column, and one before them


def test_who_begins_is_chosen_so_that_it_can_be_won():
    small = {"players": 2, "worlds": 3, "columns": 3, "hand": 1, "pauses": 0}
    together, dealt = LEVEL10.options(small), LEVEL10.options(small, first_player="dealt")
    solve = solver_of(LEVEL10).solve_open
    differs = 0
    for number in range(12):
        state = seeded(LEVEL10, together, 3, number)
        deck = np.array([*(hand.bit_length() - 1 for hand in map(int, state["hands"][:2])),
                         *state["pile"][2:6]], np.int64)  # fmt: skip
        found = []
        for first in range(2):
            begun = LEVEL10.new_state(dealt.packed())
            LEVEL10.rules.deal(dealt.packed(), begun, deck, first)
            found.append(solve(dealt, begun, 100).verdict)
        assert solve(together, state, 100).verdict == ("won" if "won" in found else "lost")
        differs += found[0] != found[1]
    assert differs


def test_too_narrow_a_search_decides_nothing():
    options = LEVEL10.options(players=5, pauses=0, first_player="dealt")
    found = solve_deals(LEVEL10, options, 2, positions=1, threads=1)
    assert [one.verdict for one in found] == ["undecided"] * 2
    values, (line,) = solver_of(LEVEL10).summary(found)
    assert values == {"won": 0, "lost": 0, "undecided": 2}
    assert "2 are undecided" in line


def best_among_rules(o, state, seat):
    """The most points of a deal for one seat, by trying all its moves."""
    rules = player(bot_named(LUZ, "rules"))

    def go_on(s):
        deal = state.table.deal
        while s.table.phase not in (DEAL, OVER) and s.table.seat != seat:
            turn = s.table.seat
            LUZ.rules.apply(o, s, rules.move(o, LUZ.view(o, s, turn), new_dice(0)))
        if s.table.phase in (DEAL, OVER):
            return int(s.table.points[deal, seat])
        found = []
        for move in moves_in(*LUZ.rules.legal(o, s)):
            after = copy(LUZ, s)
            LUZ.rules.apply(o, after, move)
            found.append(go_on(after))
        return max(found)

    return go_on(copy(LUZ, state))


def test_nobody_makes_more_of_a_deal_of_luz():
    options = LUZ.options(players=3, hand=4, deals=1)
    o = options.packed()
    seen = set()
    for number in range(6):
        state = seeded(LUZ, options, 5, number)
        while state.table.phase != 3:  # everybody bids 2, so that not all can make it
            LUZ.rules.apply(o, state, 2)
        found = solver_of(LUZ).solve_open(options, state, 10**6)
        assert found.exact
        for one in found.seats:
            assert one.points == best_among_rules(o, state, one.seat)
            assert len(one.line) == 4
            seen.add(one.points)
    assert len(seen) > 1
    values, _ = solver_of(LUZ).summary([found])
    assert values["exact"] == 1


def test_a_short_search_of_luz_says_that_there_may_be_more():
    options = LUZ.options(players=4, deals=1)
    found = solver_of(LUZ).solve_open(options, seeded(LUZ, options, 5, 0), 3)
    assert not found.exact
    assert "at least" in found.lines()[0]


def test_a_record_is_looked_at_where_its_game_says():
    match = Match(LUZ, LUZ.options(players=3, deals=2), bytes(32))
    rules, dice = player(bot_named(LUZ, "rules")), new_dice(0)

    def play(turns):
        while len(match.record.moves) < turns:
            match.play(match.seat, rules.move(match.packed, match.view(match.seat), dice))
        return [(where.title, where.turns) for where in positions(match.record)]

    bids = "with the bids as they were"
    assert play(2) == [("deal 1, from the record's end on", 2)]
    assert play(5) == [(f"deal 1, {bids}", 3)]
    assert play(66) == [(f"deal 1, {bids}", 3), (f"deal 2, {bids}", 36)]
    (there,) = positions(match.record, 40)
    assert there.state.table.deal == 1
    assert there.state.table.in_trick == 1
    with pytest.raises(NotUnderstood, match="from 0 to 66"):
        positions(match.record, 67)
    with pytest.raises(NotUnderstood, match="over after 66 turns"):
        positions(match.record, 66)


def test_a_game_without_a_solver_says_so():
    class Bare:
        title = "Bare"

        def part(self, name):
            return None

    with pytest.raises(NotUnderstood, match="Bare has no solver with all cards seen"):
        solver_of(Bare())
