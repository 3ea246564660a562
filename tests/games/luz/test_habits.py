"""What an expert of Luz makes of the others: who plays as `rules`, and what to do among them."""

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.registry import bot_named
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.games.luz.bots import expert_bot, rules_bot
from tenluz.games.luz.bots.company import InCompany
from tenluz.games.luz.bots.habits import AS_RULES, as_rules
from tenluz.games.luz.game import GAME
from tenluz.games.luz.rules.moves import BID, TRICK

SEEDS = range(6)


def views_among(bot, seed, players, seat=0):
    """Each view in which a seat is to play a card, among copies of a bot."""
    match = Match(GAME, GAME.options(players=players, deals=1), seed.to_bytes(32, "big"))
    own, others = player(bot_named(GAME, "rules")), player(bot_named(GAME, bot))
    dice = new_dice(seed)
    while not match.over:
        view = match.view(match.seat)
        its = own if match.seat == seat else others
        if match.seat == seat and view.table.phase == TRICK:
            yield match, view
        match.play(match.seat, int(its.move(match.packed, view, dice)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rules_is_known_by_what_it_does_and_others_are_too(players):
    known = {
        bot: [
            as_rules(match.packed, view, new_dice(1)).sum() > 0
            for seed in SEEDS
            for match, view in views_among(bot, seed, players)
        ]
        for bot in ("rules", "novice", "expert")
    }
    assert len(known["rules"]) == 10 * len(SEEDS)
    assert np.mean(known["rules"]) > 0.8
    assert np.mean(known["novice"]) < 0.2
    assert np.mean(known["expert"]) < 0.25


def test_before_anybody_has_done_anything_nothing_is_known():
    match = Match(GAME, GAME.options(players=4), bytes(32))
    assert match.view(match.seat).table.phase == BID
    assert not as_rules(match.packed, match.view(match.seat), new_dice(1)).any()


def test_each_decision_of_the_others_counts_and_none_of_ones_own():
    (match, view), *_ = views_among("rules", 3, 4)
    odds = as_rules(match.packed, view, new_dice(1))
    assert odds[view.seat] == 0
    bids = [seat for seat in range(4) if seat != view.seat]
    assert all(odds[seat] != 0 for seat in bids)
    assert not odds[4:].any()
    assert set(odds[bids] / AS_RULES) <= {1.0, 2.0, -7.0, -6.0, -14.0}  # a bid, and a card


def test_a_position_that_is_turned_back_leaves_the_view_as_it_was():
    for match, view in views_among("rules", 5, 5):
        before = view.tobytes()
        as_rules(match.packed, view, new_dice(1))
        assert view.tobytes() == before


def test_among_rules_an_expert_makes_more_than_its_network():
    """20 and 16 points a deal over thousands of games (docs/strength.md)."""
    network, expert = expert_bot.network_policy(), expert_bot.make()
    assert isinstance(expert, InCompany)

    def points(policy):
        total = 0
        for number in range(60):
            match = Match(GAME, GAME.options(players=4), number.to_bytes(32, "big"))
            rules, dice, seat = player(bot_named(GAME, "rules")), new_dice(number), number % 4
            while not match.over:
                choose = policy.choose if match.seat == seat else rules.move
                move = choose(match.packed, match.view(match.seat), dice)
                match.play(match.seat, int(move))
            total += GAME.rules.score(match.packed, match.state, seat)
        return total / 240

    assert points(expert) > points(network) + 1


def test_a_part_of_the_effort_is_a_part_of_the_look_ahead():
    """And all of it is what there is without a word about it."""
    its = InCompany(rules_bot, 40_000)
    match, view = next(
        (match, view)
        for match, view in views_among("rules", 2, 4)
        if as_rules(match.packed, view, new_dice(1)).sum() > 0 and view.legal & (view.legal - 1)
    )
    whole, usually, part = new_dice(1), new_dice(1), new_dice(1)
    move = its.choose_within(match.packed, view, whole, 1.0)
    assert its.choose(match.packed, view, usually) == move
    assert whole.tolist() == usually.tolist()
    its.choose_within(match.packed, view, part, 0.1)
    assert 5 * part[1] < whole[1] < 20 * part[1]  # how often they were rolled


def test_many_games_at_once_get_the_moves_that_each_gets_alone():
    expert = expert_bot.make()
    found = [(match.packed, view.copy()) for match, view in views_among("rules", 2, 4)]
    o = found[0][0]
    views = np.array([np.asarray(view) for _, view in found], GAME.view_type)
    dice = np.array([new_dice(9, at) for at in range(len(views))])
    alone = [expert.choose(o, views[at], new_dice(9, at)) for at in range(len(views))]
    assert expert.choose_many(o, views, dice).tolist() == alone
