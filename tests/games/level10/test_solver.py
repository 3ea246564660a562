"""Small games of Level 10 solved: values as checked in, and right by other ways."""

import functools

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import moves_in
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.solver import open_hands
from tenluz.games.level10.solver.hidden_hands import HiddenHands
from tenluz.games.level10.solver.positions import Positions, TooLarge
from tenluz.games.level10.solver.solve import solve
from tenluz.lab.simulate import Simulation, simulate
from tests.games.level10.solved import QUICK, SLOW, expected, names, solved


def small(**options):
    """Options of a small game."""
    return LEVEL10.options({"pauses": 0, "first_player": "dealt", **options})


@pytest.mark.parametrize("name", names(QUICK))
def test_values_are_as_checked_in(name):
    assert solved(name) == expected()[name]


def test_the_table_has_every_line_and_no_other():
    assert list(expected()) == names(QUICK + SLOW)


def test_values_and_bounds_fit_together():
    for name, found in expected().items():
        assert 0 < found["lower"] <= found["upper"], name
        if found["exact"]:
            assert found["value"] == found["lower"]
        if "--players 1" in name:
            assert found["exact"]
            assert found["value"] == found["upper"]
        if "--goal won" in name:
            assert found["upper"] <= 1


# --- the same by the plainest means ------------------------------------------------------


def _plain_value(positions, wanted):
    """The best from each position, without marks: every position apart."""

    @functools.cache
    def value(position):
        seen = positions.views_of(position)
        if seen.over:
            state = np.frombuffer(position, LEVEL10.state_type)[0]
            return open_hands.final_value(positions.options.packed(), state, wanted)
        return max(
            sum(chance * value(after) for after, chance in positions.after(position, move))
            for move in seen.moves
        )

    return sum(chance * value(position) for position, chance in positions.deals())


@pytest.mark.parametrize("wanted", [open_hands.WON, open_hands.SCORE])
@pytest.mark.parametrize(
    "sizes",
    [
        {"players": 1, "worlds": 2, "columns": 4, "hand": 2, "pauses": 1},
        {"players": 1, "worlds": 3, "columns": 3, "hand": 2},
        {"players": 2, "worlds": 2, "columns": 4, "hand": 2, "edition": "ru", "pauses": 1},
        *(
            pytest.param(long, marks=pytest.mark.soak)
            for long in (
                {"players": 2, "worlds": 2, "columns": 4, "hand": 1, "pauses": 1},
                {"players": 3, "worlds": 3, "columns": 3, "hand": 1, "extra_turn": "last_seat"},
            )
        ),
    ],
)
def test_marks_join_only_positions_of_the_same_value(sizes, wanted):
    options = small(**sizes)
    positions = Positions(options, wanted, 1_000_000)
    found = sum(chance * positions.open_value(at) for at, chance in positions.deals())
    assert found == pytest.approx(_plain_value(positions, wanted), abs=1e-9)


def _best_strategies(positions):
    """The best of all pairs of whole strategies, found by trying every one.

    A strategy of a seat is a move for each thing it can have seen: what it has seen of the
    position, and before.
    """
    moves = {}

    def collect(position, memories):
        seen = positions.views_of(position)
        if seen.over:
            return
        key = seen.seat, memories[seen.seat]
        moves[key] = seen.moves
        for move in seen.moves:
            for after, _ in positions.after(position, move):
                collect(after, _remember(positions, memories, seen.seat, move, after))

    beginnings = [
        (at, chance, tuple((view,) for view in positions.views_of(at).views))
        for at, chance in positions.deals()
    ]
    for at, _, memories in beginnings:
        collect(at, memories)
    keys = list(moves)
    best = 0.0

    def value(position, memories, strategy):
        seen = positions.views_of(position)
        if seen.over:
            return positions.open_value(position)
        move = strategy[seen.seat, memories[seen.seat]]
        return sum(
            chance * value(after, _remember(positions, memories, seen.seat, move, after), strategy)
            for after, chance in positions.after(position, move)
        )

    free = [key for key in keys if len(moves[key]) > 1]
    fixed = {key: moves[key][0] for key in keys if len(moves[key]) == 1}
    assert np.prod([float(len(moves[key])) for key in free]) <= 100_000
    for chosen in _products([moves[key] for key in free]):
        strategy = {**fixed, **dict(zip(free, chosen))}
        total = sum(chance * value(at, memories, strategy) for at, chance, memories in beginnings)
        best = max(best, total)
    return best


def _products(choices):
    if not choices:
        yield ()
        return
    for first in choices[0]:
        for rest in _products(choices[1:]):
            yield (first, *rest)


def _remember(positions, memories, seat, move, after):
    views = positions.views_of(after).views
    return tuple(
        (*memory, move if one == seat else None, view)
        for one, (memory, view) in enumerate(zip(memories, views))
    )


@pytest.mark.parametrize("wanted", [open_hands.WON, open_hands.SCORE])
@pytest.mark.parametrize("sizes", [{"players": 2, "worlds": 2, "columns": 2, "hand": 1}])
def test_plans_reach_what_the_best_of_all_strategies_reaches(sizes, wanted):
    positions = Positions(small(**sizes), wanted, 1_000_000)
    hidden = HiddenHands(positions, 100_000)
    assert hidden.find_best()
    assert hidden.reached == pytest.approx(_best_strategies(positions), abs=1e-9)


def test_hidden_hands_are_worth_no_more_than_open_ones_and_counts_help():
    sizes = {"players": 2, "worlds": 3, "columns": 3, "hand": 1}
    hidden, counts = (solve(small(open_counts=told, **sizes)) for told in (False, True))
    assert hidden.value < counts.value < hidden.upper == counts.upper


@pytest.mark.parametrize("bot", ["random", "rules"])
def test_no_bot_plays_better_than_perfectly(bot):
    options = small(players=1, worlds=3, columns=3, hand=2)
    simulation = Simulation(LEVEL10, options, (bot,), seed=3)
    estimates = dict(simulate(simulation, 4_000).tally.estimates())
    for goal, name in (("won", "win_rate"), ("score", "mean_score")):
        found = next(each for measure, each in estimates.items() if measure.name == name)
        assert found[0].interval[0] <= solve(options, goal).value


def test_playing_by_the_values_wins_as_often_as_they_say():
    """A move of the highest value each time, cards from a shuffled deck."""
    options = small(players=1, worlds=3, columns=3, hand=2)
    positions = Positions(options, open_hands.WON, 1_000_000)
    value = sum(chance * positions.open_value(at) for at, chance in positions.deals())
    o, dice = options.packed(), new_dice(8)
    won, games = 0, 400
    state = np.zeros(1, LEVEL10.state_type)[0]
    for _ in range(games):
        LEVEL10.rules.start(o, state)
        LEVEL10.rules.deal_at_random(o, state, dice)
        while state.table.phase != 1:
            moves = list(moves_in(*LEVEL10.rules.legal(o, state)))
            seen = _unseen_sorted(state, o)
            worth = {
                move: sum(
                    chance * positions.open_value(after)
                    for after, chance in positions.after(seen, move)
                )
                for move in moves
            }
            LEVEL10.rules.apply(o, state, max(moves, key=worth.get))
        won += state.table.won
    assert abs(won / games - value) < 3 * np.sqrt(value * (1 - value) / games)


def _unseen_sorted(state, o):
    """The position with the unseen cards in order, as nobody knows theirs."""
    copy = np.zeros(1, LEVEL10.state_type)
    copy[0] = state
    head = state.table.head
    copy["pile"][0, head : o.deck] = np.sort(copy["pile"][0, head : o.deck])
    return copy.tobytes()


# --- limits --------------------------------------------------------------------------------


def test_a_game_with_too_many_positions_or_deals_is_refused():
    with pytest.raises(TooLarge, match="more than 1,000 positions"):
        solve(small(players=1, worlds=4, columns=4, hand=3), positions=1_000)
    with pytest.raises(TooLarge, match="ways to deal this game"):
        solve(small(players=1))


def test_too_little_effort_leaves_bounds():
    found = solve(small(players=2, worlds=3, columns=3, hand=1), effort=100)
    assert found.value is None
    exact = solve(small(players=2, worlds=3, columns=3, hand=1))
    assert found.lower <= exact.value <= found.upper == exact.upper


def test_who_begins_must_be_dealt():
    with pytest.raises(NotUnderstood, match="first_player=dealt"):
        solve(small(players=2, first_player="together"))


def test_there_are_two_goals():
    with pytest.raises(NotUnderstood, match="won or score, not 'fame'"):
        solve(small(players=1, worlds=3, columns=3), "fame")


def test_the_share_worked_out_is_told():
    shares = []
    solve(small(players=1, worlds=3, columns=3, hand=2), watch=shares.append)
    assert len(shares) == 15
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
