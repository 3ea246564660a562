"""Search: the same dice give the same move, samples agree with the view, and it plays better."""

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.registry import best_bot, bot_named, bots, play_many
from tenluz.bots.search import Search
from tenluz.engine.dice import new_dice
from tenluz.engine.game import moves_in
from tenluz.engine.match import Match
from tests.games_played import GAMES

LUZ = GAMES["luz"]


def deal_of_luz(number, choose, seat):
    """The points of one seat for a first deal among `rules`."""
    match = Match(LUZ, LUZ.options(players=4, deals=1), number.to_bytes(32, "big"))
    others, dice = player(bot_named(LUZ, "rules")), new_dice(number)
    while not match.over:
        view = match.view(match.seat)
        move = choose if match.seat == seat else others.move
        match.play(match.seat, int(move(match.packed, view, dice)))
    return LUZ.rules.score(match.packed, match.state, seat)


def test_it_plays_better_than_the_bot_that_it_plays_on_with():
    search = Search(LUZ, play_many(LUZ, "rules"), LUZ.rules.score, playouts=100)
    rules = player(bot_named(LUZ, "rules"))
    found = [deal_of_luz(number, search.choose, number % 4) for number in range(24)]
    usual = [deal_of_luz(number, rules.move, number % 4) for number in range(24)]
    # About 9 of 10 points, and 5: the difference is many standard errors.
    assert np.mean(found) > np.mean(usual) + 1.5


@pytest.mark.parametrize("name", GAMES)
def test_the_same_dice_give_the_same_move(name):
    game = GAMES[name]
    match = Match(game, game.options(players=3), bytes(32))
    for bot in ("expert", "champion"):
        its = player(bot_named(game, bot))
        view = match.view(match.seat)
        moves = {its.move(match.packed, view, new_dice(5)) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(moves_in(*game.rules.choices(match.packed, view)))


def test_only_the_likeliest_moves_are_tried():
    tried = set()
    game = LUZ

    def judge(o, views):
        scores = np.zeros((len(views), 128), np.float32)
        scores[:, :128] = -np.arange(128)
        return scores

    search = Search(
        game, play_many(game, "rules"), game.rules.score, playouts=8, judge=judge, candidates=2
    )
    match = Match(game, game.options(players=3), bytes(32))
    view = match.view(match.seat)
    legal = [int(move) for move in moves_in(*game.rules.choices(match.packed, view))]
    for seed in range(6):
        tried.add(search.choose(match.packed, view, new_dice(seed)))
    assert tried <= set(legal[:2])
    assert len(legal) > 2


@pytest.mark.parametrize("name", GAMES)
def test_who_takes_long_sits_only_where_asked_for(name):
    game = GAMES[name]
    slow = [bot.name for bot in bots(game) if bot.slow]
    assert slow == ["champion"]
    assert best_bot(game) == "expert"
