"""OpenSpiel's own algorithms and bots run on both games, unmodified."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
)

from tenluz.games.level10.solver.solve import solve
from tests.envs.openspiel.games import SMALL, TINY
from tests.games_played import GAMES

SMALLEST_LUZ = "tenluz_luz(players=2,colours=2,values=2,hand=1,deals=1)"


def play_out(game, chance, choose):
    """A whole game: what each seat gets."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(chance.choice(outcomes, p=chances))
        else:
            state.apply_action(choose(state))
    return state.returns()


@pytest.mark.parametrize(
    ("name", "simulations"),
    [
        ("tenluz_level10", 3),
        ("tenluz_luz(players=3)", 3),
        ("tenluz_level10(players=2,open_counts=True)", 3),
        (SMALL[1], 10),
        (SMALL[2], 10),
        (SMALL[4], 10),
    ],
)
def test_ismcts_plays_to_the_end(name, simulations):
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    seats = range(game.num_players())
    bots = [
        ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, chance),
            uct_c=game.max_utility() - game.min_utility(),
            max_simulations=simulations,
            random_state=chance,
        )
        for _ in seats
    ]
    returns = play_out(game, chance, lambda state: bots[state.current_player()].step(state))
    assert len(returns) == len(seats)


@pytest.mark.soak
def test_ismcts_plays_a_small_level10_better_than_chance():
    game = pyspiel.load_game("tenluz_level10(players=1,worlds=3,columns=3,hand=2,utility=won)")
    chance = np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chance), 1.4, 40, random_state=chance
    )

    def share_won(choose, games):
        return sum(play_out(game, chance, choose)[0] for _ in range(games)) / games

    at_random = share_won(lambda state: chance.choice(state.legal_actions()), 200)
    assert at_random < 0.45  # perfect play wins 0.97
    assert share_won(bot.step, 40) > at_random + 0.2


@pytest.mark.parametrize(
    "solver",
    [
        pyspiel.CFRSolver,
        pytest.param(cfr.CFRSolver, marks=pytest.mark.soak),
        pytest.param(cfr.CFRPlusSolver, marks=pytest.mark.soak),
    ],
)
def test_cfr_comes_nearer_to_equilibrium_on_the_smallest_luz(solver):
    game = pyspiel.load_game(SMALLEST_LUZ)
    solving = solver(game)
    measure = pyspiel.nash_conv if solver is pyspiel.CFRSolver else exploitability.nash_conv
    distances = []
    for rounds in (2, 8, 15):
        for _ in range(rounds):
            solving.evaluate_and_update_policy()
        distances.append(measure(game, solving.average_policy()))
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert uniform == pytest.approx(15.0)
    assert uniform > distances[0] > distances[1] > distances[2]
    assert distances[2] < 1.0


def test_sampling_cfr_runs():
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(TINY[7]))
    for _ in range(30):
        solver.iteration()
    assert solver.average_policy()


@pytest.mark.parametrize(
    "sizes",
    [
        "worlds=2,columns=4,hand=1,pauses=0",
        "worlds=2,columns=2,hand=1,pauses=2",
        "worlds=2,columns=2,hand=2,pauses=1",
    ],
)
@pytest.mark.parametrize("goal", ["won", "score"])
def test_openspiel_finds_the_solved_value_of_level10_alone(sizes, goal):
    """A best response without anybody to respond to is perfect play."""
    game = pyspiel.load_game(f"tenluz_level10(players=1,{sizes},utility={goal})")
    anybody = policy.UniformRandomPolicy(game)
    found = best_response.BestResponsePolicy(game, 0, anybody).value(game.new_initial_state())
    scale = game.best_score if goal == "score" else 1
    assert found * scale == pytest.approx(solve(game.options, goal).value, abs=1e-9)


@pytest.mark.parametrize("goal", ["won", "score"])
def test_no_best_responses_in_turn_beat_the_solved_value_of_level10_for_two(goal):
    """Two players who improve in turn reach the solved value from some start, and no more."""
    game = pyspiel.load_game(f"{TINY[2][:-1]},utility={goal})")
    scale = game.best_score if goal == "score" else 1
    solved = solve(game.options, goal).value
    found = []
    for number in range(6):
        joint = policy.TabularPolicy(game)
        chance = np.random.RandomState(number)
        for row, mask in zip(joint.action_probability_array, joint.legal_actions_mask):
            row[:] = np.eye(len(row))[chance.choice(np.flatnonzero(mask))]
        value, before = 0.0, -1.0
        while value > before + 1e-9:
            before = value
            for seat in (0, 1):
                response = best_response.BestResponsePolicy(game, seat, joint)
                value = response.value(game.new_initial_state()) * scale
                for text, at in joint.state_lookup.items():
                    if text.startswith(f"seat {seat};"):
                        action = response.best_response_action(text)
                        joint.action_probability_array[at] = np.eye(game.num_distinct_actions())[
                            action
                        ]
        found.append(value)
    assert max(found) == pytest.approx(solved, abs=1e-9)


@pytest.mark.parametrize("name", ["tenluz_level10", SMALL[4]])
def test_an_environment_for_learning_runs_on_it(name):
    environment = rl_environment.Environment(pyspiel.load_game(name))
    environment.seed(1)
    chance = np.random.RandomState(1)
    time_step = environment.reset()
    total = np.zeros(environment.num_players)
    while not time_step.last():
        seat = time_step.observations["current_player"]
        moves = time_step.observations["legal_actions"][seat]
        time_step = environment.step([int(chance.choice(moves))])
        total += time_step.rewards
    assert total == pytest.approx(environment.get_state.returns())


def test_bots_of_openspiel_play_it():
    for name in ("tenluz_level10", "tenluz_luz"):
        game = pyspiel.load_game(name)
        seats = range(game.num_players())
        bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in seats]
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
        assert len(returns) == game.num_players()


def test_small_versions_are_the_same_game():
    """Options of the rules, and no other code: a small game is a game of the catalogue."""
    game = pyspiel.load_game(SMALLEST_LUZ)
    sizes = {"players": 2, "colours": 2, "values": 2, "hand": 1, "deals": 1}
    assert game.options == GAMES["luz"].options(sizes)
