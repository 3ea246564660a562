"""Observations say what the view says, all of it in its place, and nothing else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.game import OVER
from tenluz.engine.plain import constant
from tenluz.envs.encoding import encoding
from tenluz.games.level10.talk import Statement
from tests.envs.cases import CASES, choose, choose_well, moments, name, over, raw
from tests.envs.naive import NAIVE
from tests.games_played import GAMES, played

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=name)
steady = settings(derandomize=True, deadline=None, max_examples=20 if INTERPRETED else 100)


def check_blocks(encoded, o, s, look, seen):
    wanted = NAIVE[encoded.game.name](o, s, look)
    assert [block.name for block in encoded.blocks] == [
        block for block, numbers in wanted.items() if np.size(numbers)
    ]
    for block in encoded.blocks:
        found = seen[encoded.slices[block.name]].reshape(block.shape)
        assert found.tolist() == wanted[block.name], block.name


@every_case
def test_every_block_is_what_plain_python_makes_of_the_view(game, options):
    for seed, how in enumerate([choose, choose, choose_well, choose_well, choose_well]):
        table = raw(game, options, seed)
        encoded, single_game = table.encoding, table._single_game
        o = constant(single_game.options)
        for moment in moments(table, seed, how):
            for seat, agent in enumerate(table.possible_agents):
                look = GAMES[game].plain_view(single_game.options, single_game.state, seat)
                screen = GAMES[game].screen(single_game.options, look)
                check_blocks(encoded, o, screen, look, moment.observe(agent)["observation"])


@pytest.mark.parametrize(("edition", "advised"), [("ru", "card"), ("fr", "reset")])
def test_what_is_said_at_a_table_is_in_the_blocks_too(edition, advised):
    """Counts, and what may be said to somebody else in an edition (R-13)."""
    game = GAMES["level10"]
    for small in ({}, {"worlds": 3, "values": 4}):
        match = played("level10", 5, 3, players=3, first_player="dealt", edition=edition, **small)
        encoded = encoding(game, match.options)
        for turn in range(12):
            for seat in range(3):
                for world in range(match.options.worlds):
                    if (turn + seat + world) % 4 == 0:
                        said = game.statement(
                            match.packed, match.state, seat, Statement("count", world)
                        )
                        game.say(match.packed, match.state, said)
            advice = game.statement(match.packed, match.state, 0, Statement(advised, turn % 3, 1))
            game.say(match.packed, match.state, advice)
            match.play(match.seat, match.moves()[0])
            if match.over:
                break
            for seat in range(3):
                look = game.plain_view(match.packed, match.state, seat)
                screen = game.screen(match.packed, look)
                row = np.full_like(encoded.rows(), -1)
                assert encoded.observe(match.packed, look.record, row) == encoded.size
                seen = encoded.as_numbers(row)
                check_blocks(encoded, constant(match.packed), screen, look, seen)
                assert (encoded.low <= seen).all()
                assert (seen <= encoded.high).all()


@every_case
def test_observations_lie_in_their_space(game, options):
    for seed in range(3):
        table = raw(game, options, seed)
        space = table.observation_space("player_0")
        for moment in moments(table, seed):
            for agent in table.possible_agents:
                assert space.contains(moment.observe(agent))


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("level10", {"players": 3}),
        ("level10", {"players": 5, "pauses": 3}),
        ("luz", {"players": 3, "bead_limit": True}),
        ("luz", {"players": 4, "deals": 1}),
    ],
    ids=name,
)
def test_the_greatest_of_every_count_is_reached(game, options):
    """The space is exact: no count has a range that it never fills."""
    table = raw(game, options)
    encoded = table.encoding
    highest = np.full(encoded.size, -99, np.int8)
    for seed in range(150):
        table.reset(seed=seed)
        for moment in moments(table, seed, choose_well):
            for agent in table.possible_agents:
                np.maximum(highest, moment.observe(agent)["observation"], out=highest)
    for block in encoded.blocks:
        if block.high > 1 and block.name not in ("least", "most"):  # nobody tells counts here
            assert (highest[encoded.slices[block.name]] == block.high).all(), block.name


# --- secrecy -----------------------------------------------------------------------------------


@steady
@given(
    case=st.sampled_from(CASES),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 60),
    seat=st.integers(0, 4),
)
def test_the_same_view_gives_the_same_observation(case, seed, steps, seat):
    """What a seat cannot see is dealt out anew: neither it nor its mask may change."""
    game, options = case
    table = raw(game, options, seed)
    single_game, rules = table._single_game, GAMES[game].rules
    dice = new_dice(seed, 2)
    for _ in range(steps):
        if over(table):
            break
        table.step(choose(table, dice))
    if single_game.state.table.phase == OVER and game == "luz":
        return  # everything was played
    seat %= len(table.possible_agents)
    agent = table.possible_agents[seat]
    view = GAMES[game].view(single_game.options, single_game.state, seat)
    before = table._observation(agent)
    for _ in range(3):
        rules.sample(single_game.options, view, dice, single_game.state)
        again = GAMES[game].view(single_game.options, single_game.state, seat)
        assert again.tobytes() == view.tobytes()
        after = table._observation(agent)
        for part in ("observation", "action_mask"):
            assert after[part].tobytes() == before[part].tobytes()
