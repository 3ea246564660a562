"""An environment of PettingZoo in use: seeds, copies, what is kept, what is refused."""

import copy
import pickle

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotLegal, NotUnderstood
from tenluz.envs import level10_v0, luz_v0
from tests.envs.cases import CASES, choose, moments, name, over, raw

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=name)


def told(table, seed):
    """Everything that an environment says in a game, as bytes."""
    said = []
    for moment in moments(table, seed):
        for agent in table.possible_agents:
            seen = moment.observe(agent)
            said += [seen["observation"].tobytes(), seen["action_mask"].tobytes()]
        said.append(repr((moment.agent_selection, moment.rewards, moment.terminations)).encode())
    return b"|".join(said)


@every_case
def test_the_same_seed_gives_the_same_bytes(game, options):
    assert told(raw(game, options, 7), 1) == told(raw(game, options, 7), 1)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5])
def test_a_number_that_is_no_seed_is_refused(seed):
    table = raw("luz", {}, 7)
    before = told(raw("luz", {}, 7), 1)
    with pytest.raises(NotUnderstood, match="A seed is a whole number from 0 to"):
        table.reset(seed=seed)
    assert told(table, 1) == before  # and the game goes on


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_other_seeds_and_the_next_games_of_a_seed_are_others(game):
    table = raw(game, {}, 7)
    of_seven = [told(table, 1)]
    for _ in range(3):
        table.reset()
        of_seven.append(told(table, 1))
    assert len(set(of_seven)) == 4
    again = raw(game, {}, 7)
    for wanted in of_seven:
        assert told(again, 1) == wanted
        again.reset()
    assert told(raw(game, {}, 8), 1) not in of_seven


@pytest.mark.parametrize("game", ["level10", "luz"])
@pytest.mark.parametrize("steps", [1, 2, 9, 1_000])
def test_a_new_game_knows_nothing_of_the_last(game, steps):
    options = {"talk": True, "shaped": True} if game == "level10" else {}
    wanted = told(raw(game, options, 7), 1)
    table = raw(game, options, 8)
    if game == "level10":
        table.step(111)  # a wish, and no move after it if there is but one step
    dice = new_dice(8)
    for _ in range(steps - 1):
        if not over(table):
            table.step(choose(table, dice))
    table.reset(seed=7)
    assert told(table, 1) == wanted


def test_unseeded_environments_play_different_games():
    games = set()
    for _ in range(4):
        table = luz_v0.raw_env()
        table.reset()
        games.add(table.observe("player_0")["observation"].tobytes())
    assert len(games) > 1


@pytest.mark.parametrize("seed", [0, 2**31, 2**63, 2**64 - 1])
def test_any_whole_number_of_64_bits_is_a_seed(seed):
    assert told(raw("level10", {}, seed), 1) == told(raw("level10", {}, seed), 1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("module", [level10_v0, luz_v0])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize("mode", [None, "ansi"])
def test_a_copy_is_a_branch_of_the_game(copied, module, kind, mode):
    table = getattr(module, kind)(render_mode=mode)
    table.reset(seed=3)
    dice = new_dice(3)
    for _ in range(8):
        table.step(choose(table, dice))
    branch = copied(table)
    rest = told(branch, 9)
    assert told(table, 9) == rest
    assert branch.render() == table.render()


def test_what_was_seen_is_the_agents_to_keep():
    table = raw("luz", {}, 1)
    kept, copies = [], []
    dice = new_dice(1)
    while not over(table):
        seen, *_, info = table.last()
        kept += [seen["observation"], seen["action_mask"], info["action_mask"]]
        copies += [each.copy() for each in kept[-3:]]
        table.step(choose(table, dice))
    assert all((each == before).all() for each, before in zip(kept, copies, strict=True))


def test_the_mask_in_info_is_fresh_for_who_is_on_turn_and_empty_for_others():
    for moment in moments(raw("luz", {}, 2)):
        for agent in moment.agents:
            mask = moment.infos[agent]["action_mask"]
            if agent == moment.agent_selection and not over(moment):
                assert mask is moment.last()[0]["action_mask"]
            else:
                assert not mask.any()


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing():
    table = raw("level10", {}, 1)
    before = table.last()[0]["observation"].copy()
    held = set(table.last()[0]["action_mask"].nonzero()[0].tolist())
    not_held = next(card for card in range(40) if card not in held)
    with pytest.raises(NotLegal, match="not in the hand"):
        table.step(not_held)
    for nonsense in (-1, 50, 111, 121, 10**6):
        with pytest.raises(NotLegal, match="none of the legal actions"):
            table.step(nonsense)
    with pytest.raises(TypeError):
        table.step(None)
    with pytest.raises(TypeError):
        table.step(1.5)
    assert (table.last()[0]["observation"] == before).all()
    assert table.terminations["player_0"] is False


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_actions_may_be_any_kind_of_whole_number(kind):
    table = raw("level10", {}, 1)
    table.step(kind(choose(table, new_dice(1))))


def test_a_finished_seat_takes_no_action():
    table = raw("level10", {}, 1)
    for _ in moments(table):
        pass
    with pytest.raises(ValueError, match="only valid action is None"):
        table.step(0)
    for left in (2, 1, 0):
        table.step(None)
        assert len(table.agents) == len(table.rewards) == len(table.infos) == left
    with pytest.raises(NotLegal, match="reset"):
        table.step(None)


@pytest.mark.parametrize(
    ("module", "options", "words"),
    [
        (level10_v0, {"plyers": 3}, "no option 'plyers'"),
        (level10_v0, {"players": 6}, "players must be a whole number from 1 to 5"),
        (luz_v0, {"players": 2}, "3 to 5"),
        (luz_v0, {"reward": "score"}, "points, rank"),
    ],
)
def test_wrong_options_are_told_in_words(module, options, words):
    with pytest.raises(NotUnderstood, match=words):
        module.env(**options)


def test_a_wrong_render_mode_is_told_in_words():
    with pytest.raises(ValueError, match="human, ansi, rgb_array"):
        luz_v0.env(render_mode="video")


def test_the_first_player_is_dealt_unless_the_players_are_to_choose():
    assert level10_v0.raw_env().encoding.options.first_player == "dealt"
    together = raw("level10", {"first_player": "together"})
    assert together.last()[0]["action_mask"].nonzero()[0].tolist() == [106, 107, 108]
