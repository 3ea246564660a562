"""The step under every interface: the rules' own moves, wishes beside them, rewards that add up."""

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, OVER
from tenluz.envs.step import new_extra, steps
from tenluz.games.level10 import environment as level10_env
from tenluz.games.level10.rules import score
from tenluz.games.level10.rules.moves import CHOOSE, SWAP, TURN, UNDER
from tenluz.games.level10.rules.moves import MOVES as LEVEL10_MOVES
from tests.envs.cases import CASES, choose, moments, name, over, raw
from tests.games_played import GAMES

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=name)
WISH = level10_env.WISH


def mask_of(table):
    return table.observe(table.agent_selection)["action_mask"]


@every_case
def test_the_mask_is_the_legal_set(game, options):
    rules_game = GAMES[game]
    for seed in range(3):
        table = raw(game, options, seed)
        single_game, moves = table._single_game, steps(rules_game).moves
        for moment in moments(table, seed):
            state = single_game.state
            assert state.table.phase != DEAL
            legal = rules_game.moves(single_game.options, state)
            for seat, agent in enumerate(table.possible_agents):
                mask = moment.observe(agent)["action_mask"]
                if seat != state.table.seat or state.table.phase == OVER:
                    assert not mask.any()
                    continue
                assert mask[:moves].nonzero()[0].tolist() == legal
                assert (moment.infos[agent]["action_mask"] == mask).all()


# --- wishes -------------------------------------------------------------------------------


def test_wishes_are_legal_once_before_a_turns_first_move():
    phases = set()
    for seed in range(40):
        table = raw("level10", {"players": 3, "talk": True, "first_player": "together"}, seed)
        wished_by = None
        dice = new_dice(seed)
        while not over(table):
            phase, seat = table._single_game.state.table.phase, table._single_game.state.table.seat
            phases.add(phase)
            wishes = mask_of(table)[WISH:]
            if phase == TURN and wished_by != seat:
                assert wishes.all()
            else:
                assert not wishes.any()
            action = choose(table, dice)
            table.step(action)
            if action >= WISH:
                wished_by = seat
                assert table.agent_selection == f"player_{seat}"
                assert not any(table.rewards.values())
            elif table._single_game.state.table.phase not in (SWAP, UNDER):
                wished_by = None
    assert {CHOOSE, TURN, SWAP} <= phases


def test_a_wish_is_heard_by_all_until_its_seat_has_moved_again():
    table = raw("level10", {"players": 3, "talk": True}, 4)
    here = table.encoding.slices["wishes"]
    first = table.possible_agents.index(table.agent_selection)

    def heard(agent):
        """Of the first seat, by this agent: worlds to play, worlds to reset."""
        wishes = table.observe(agent)["observation"][here].reshape(3, 2, 5)
        return wishes[(first - table.possible_agents.index(agent)) % 3].tolist()

    table.step(WISH + 5 + 3)  # a reset in the volcano's row
    wanted = [[0, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
    for _ in range(4):  # at once, when the turn is over, and through the turns of the others
        assert [heard(agent) for agent in table.possible_agents] == [wanted] * 3
        table.step(int(mask_of(table)[:WISH].nonzero()[0][0]))
    assert heard("player_0") == [[0] * 5, [0] * 5]  # the first seat moved and wished nothing new


def test_a_new_wish_takes_the_place_of_the_last():
    table = raw("level10", {"players": 2, "talk": True}, 1)
    seat = table._single_game.state.table.seat
    table.step(WISH)
    table.step(int(mask_of(table)[:WISH].nonzero()[0][0]))
    table.step(int(mask_of(table)[:WISH].nonzero()[0][0]))
    assert table._single_game.state.table.seat == seat
    assert table._single_game.state.table.wishes[seat] == 1
    table.step(WISH + 1)
    assert table._single_game.state.table.wishes[seat] == 2


def test_a_wish_stands_after_a_reset_with_a_swap():
    table = raw("level10", {"players": 3, "talk": True}, 2)
    state = table._single_game.state
    seat = state.table.seat
    table.step(WISH + 2)
    table.step(45)  # a reset in the desert's row
    assert state.table.phase == SWAP
    assert state.table.wishes[seat] == 1 << 2
    table.step(int(mask_of(table).nonzero()[0][0]))
    table.step(105)
    assert state.table.seat != seat
    assert state.table.wishes[seat] == 1 << 2


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 1, "talk": True}], ids=name)
def test_without_talk_or_company_nothing_is_wished(options):
    for moment in moments(raw("level10", options)):
        assert not mask_of(moment)[LEVEL10_MOVES:].any()


def test_a_small_game_has_no_wishes_for_worlds_that_are_not_there():
    table = raw("level10", {"worlds": 2, "columns": 4, "players": 2, "talk": True})
    assert mask_of(table)[WISH:].tolist() == [1, 1, 0, 0, 0, 1, 1, 0, 0, 0]


def test_proposals_count_seats_from_the_proposer_on():
    table = raw("level10", {"players": 3, "first_player": "together"})
    block = table.encoding.slices["proposed"]
    table.step(106 + 2)  # player_0 proposes the seat before it, player_2
    assert table._single_game.state.table.proposed.tolist()[:3] == [2, -1, -1]
    seen = table.observe("player_1")["observation"][block].reshape(3, 3)
    assert seen.tolist() == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]  # for player_1 it is the next
    table.step(106 + 1)
    table.step(106)  # player_2 agrees to begin
    assert table.agent_selection == "player_2"
    assert table._single_game.state.table.phase == TURN


# --- rewards --------------------------------------------------------------------------------


def paid(table, seed):
    """All rewards of a game, a row for each step and a number for each seat."""
    rows = []
    for moment in moments(table, seed):
        rows.append([moment.rewards[agent] for agent in table.possible_agents])
    return np.array(rows)


LEVEL10_PAID = [
    {"players": players, "pauses": pauses, **more}
    for players, pauses in ((1, 3), (3, 2), (5, 0))
    for more in ({}, {"edition": "ru"}, {"box_pauses": False}, {"worlds": 2, "columns": 6})
    if not (players == 5 and "worlds" in more)
]


@pytest.mark.parametrize("options", LEVEL10_PAID, ids=name)
@pytest.mark.parametrize("shaped", [False, True])
def test_level10_pays_its_score_its_win_or_its_cells_once(options, shaped):
    for seed in range(15):
        for reward in ("score", "win", "filled"):
            table = raw("level10", {**options, "reward": reward, "shaped": shaped}, seed)
            o = table._single_game.options
            rewards = paid(table, seed)
            result = GAMES["level10"].outcome(o, table._single_game.state).to_json()
            unplayed = 3 if o.box_pauses else o.pauses
            best = o.worlds * o.columns + {0: 0, 1: 10, 2: 30, 3: 50}[unplayed]
            wanted = {
                "score": result["score"] / best,
                "win": float(result["won"]),
                "filled": table._single_game.state.table.placed / (o.worlds * o.columns),
            }[reward]
            assert rewards.sum(axis=0) == pytest.approx([wanted] * o.players, abs=1e-6)
            assert (rewards == rewards[:, :1]).all()  # everybody the same
            if not shaped:
                assert not rewards[:-1].any()


def test_the_best_score_is_a_reward_of_one():
    """A grid of all level cards and resets, no pause played: won by hand in the smallest game."""
    options = {"worlds": 2, "columns": 2, "players": 1, "pauses": 0, "hand": 2}
    best = 0.0
    for seed in range(200):
        best = max(best, paid(raw("level10", options, seed), seed).sum())
    assert best == pytest.approx(1.0)


def test_shaped_rewards_pay_each_cell_when_it_is_filled():
    table = raw("level10", {"players": 3, "shaped": True, "pauses": 3}, 5)
    dice, state = new_dice(5), table._single_game.state
    while True:
        before = score.counted(table._single_game.options, state.table)
        table.step(choose(table, dice))
        if over(table):
            break
        filled = score.counted(table._single_game.options, state.table) - before
        assert table.rewards["player_1"] == pytest.approx(filled / 100)


@pytest.mark.parametrize(
    "options", [{"players": 3}, {"players": 5}, {"players": 4, "deals": 2, "hand": 3}], ids=name
)
def test_luz_pays_the_points_of_each_deal(options):
    for seed in range(5):
        table = raw("luz", options, seed)
        rewards = paid(table, seed)
        result = (
            GAMES["luz"].outcome(table._single_game.options, table._single_game.state).to_json()
        )
        of_deals = rewards[rewards.any(axis=1)]
        scored = [deal for deal in result["deals"] if any(deal)]
        assert of_deals == pytest.approx(np.array(scored) / 10)
        assert rewards.sum(axis=0) == pytest.approx(np.array(result["scores"]) / 10)


def test_luz_pays_the_first_rank():
    for seed in range(5):
        table = raw("luz", {"players": 4, "reward": "rank"}, seed)
        rewards = paid(table, seed)
        result = (
            GAMES["luz"].outcome(table._single_game.options, table._single_game.state).to_json()
        )
        assert not rewards[:-1].any()
        assert rewards[-1].tolist() == [float(seat == result["winner"]) for seat in range(4)]


@pytest.mark.parametrize(
    ("game", "terms", "words"),
    [
        ("level10", {"reward": "points"}, "score, win, filled"),
        ("luz", {"reward": "win"}, "points, rank"),
        ("luz", {"talk": True}, "no talk in Luz"),
        ("luz", {"shaped": True}, "not shaped"),
    ],
)
def test_terms_that_a_game_does_not_have_are_refused(game, terms, words):
    with pytest.raises(NotUnderstood, match=words):
        new_extra(GAMES[game], GAMES[game].options(), **terms)
