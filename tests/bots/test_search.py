"""Search: the same dice give the same move, samples agree with the view, and it plays better."""

import functools
import importlib
import time

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.look_ahead import LookAhead
from tenluz.bots.registry import best_bot, bot_named, bots
from tenluz.bots.search import Search
from tenluz.bots.search_loops import Playing, kept_apart
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import new_dice
from tenluz.engine.game import moves_in
from tenluz.engine.match import Match, Prepared
from tenluz.games.luz.bots import rules_bot
from tests.games_played import GAMES

LUZ = GAMES["luz"]


@functools.cache
def by_rules():
    """Everybody in a playout of Luz moves as the bot `rules`."""
    choose = rules_bot.choose

    def choose_many(o, views, dice, moves, work):
        for at in range(views.shape[0]):
            moves[at] = choose(o, views[at], dice[at])

    return Playing(compiled(choose_many, made_for=LUZ, keep=False))


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
    search = Search(LUZ, by_rules(), LUZ.rules.score, playouts=100)
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


@pytest.mark.parametrize("name", GAMES)
def test_a_part_of_the_effort_is_a_part_of_the_playouts(name):
    """And all of it is what there is without a word about it, dice and all."""
    game = GAMES[name]
    match = Match(game, game.options(players=3), bytes(32))
    its = player(bot_named(game, "champion"))
    policy = getattr(its._within, "__self__", None) or its._choose.__self__._policy
    search = getattr(policy, "usual", policy)  # a champion of Luz may do without it
    played = search._played_on
    count = 0

    def counted(o, v, samples, moves, dice):
        nonlocal count
        count += len(samples) * len(moves)
        return played(o, v, samples, moves, dice)

    spent, found = {}, {}
    search._played_on = counted
    try:
        while not spent.get(1.0):  # a champion that is sure searches for nothing
            view, at = match.view(match.seat), match.seat
            for effort in (1.0, 0.1):
                count = 0
                found[effort] = its.move(match.packed, view, new_dice(5), effort=effort)
                spent[effort] = count
            assert found[1.0] == its.move(match.packed, view, new_dice(5))
            match.play(at, found[1.0])
    finally:
        del search._played_on
    assert 0 < spent[0.1] < spent[1.0] / 3


def test_only_the_likeliest_moves_are_tried():
    tried = set()
    game = LUZ

    def judge(o, views):
        scores = np.zeros((len(views), 128), np.float32)
        scores[:, :128] = -np.arange(128)
        return scores

    search = Search(game, by_rules(), game.rules.score, playouts=8, judge=judge, candidates=2)
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


def test_a_budget_in_seconds_ends_in_time_with_a_legal_move():
    search = Search(LUZ, by_rules(), LUZ.rules.score, playouts=1, seconds=0.05)
    match = Match(LUZ, LUZ.options(players=3), bytes(32))
    view = match.view(match.seat)
    search.choose(match.packed, view, new_dice(1))  # compiled now
    begun = time.process_time()
    move = search.choose(match.packed, view, new_dice(1))
    assert 0.01 < time.process_time() - begun < 2
    assert match.allows(move)


def counted(search):
    """Lists of how many playouts each batch of a search has, and how many decisions they take."""
    played_on, begun, spent = search._played_on, [], []

    def count(o, v, samples, moves, dice):
        worth, decisions = played_on(o, v, samples, moves, dice)
        begun.append(len(samples) * len(moves))
        spent.append(decisions)
        return worth, decisions

    search._played_on = count
    return begun, spent


def tried_with(left, decisions):
    """How many playouts begin, and how many decisions they take, with so many cards left."""
    match = last_tricks(2, left)
    search = Search(LUZ, by_rules(), LUZ.rules.score, playouts=10_000, decisions=decisions)
    begun, spent = counted(search)
    search.choose(match.packed, match.view(match.seat), new_dice(1))
    return sum(begun), sum(spent)


def test_a_budget_of_decisions_gives_short_playouts_more_of_them():
    many, spent = tried_with(3, 12_000)
    few, also = tried_with(9, 12_000)
    assert many > 2 * few
    assert 10_000 < spent < 14_000
    assert 10_000 < also < 14_000


def test_with_a_value_playouts_end_some_decisions_ahead():
    match = last_tricks(2, 9)
    seat = match.seat

    def value(o, views, values, work):
        # Dearest are positions where the seat on turn has played its lowest places.
        for at in range(views.shape[0]):
            values[at] = -views[at].hands.held[seat]

    playing = by_rules()._replace(value=compiled(value, made_for=LUZ, keep=False))
    search = Search(LUZ, playing, LUZ.rules.score, playouts=64, candidates=2, ahead=1)
    begun, spent = counted(search)
    found = search.choose(match.packed, match.view(match.seat), new_dice(1))
    legal = [
        int(move) for move in moves_in(*LUZ.rules.choices(match.packed, match.view(match.seat)))
    ]
    assert len(legal) > 1
    assert found == legal[-1]
    # One decision of each playout, and then its value; where only one card fits nobody decides.
    assert spent == [2 * count for count in begun]


def test_a_move_that_the_judge_is_sure_of_takes_no_playouts():
    def never(o, views, dice, moves, work):
        raise AssertionError("nothing is to be tried")

    def judge(o, views):
        scores = np.zeros((len(views), 128), np.float32)
        scores[:, 3] = 9
        return scores

    search = Search(LUZ, Playing(never), LUZ.rules.score, playouts=100, judge=judge, margin=5)
    match = Match(LUZ, LUZ.options(players=3), bytes(32))
    assert search.choose(match.packed, match.view(match.seat), new_dice(1)) == 3


# --- the last tricks of Luz ------------------------------------------------------------------


def last_tricks(number, left):
    """A deal of three among `rules`, when the seat on turn has so many cards left."""
    match = Match(LUZ, LUZ.options(players=3, deals=1), number.to_bytes(32, "big"))
    rules, dice = player(bot_named(LUZ, "rules")), new_dice(0)
    while match.state.table.phase != 3 or match.state.table.cards[match.seat] > left:
        match.play(match.seat, int(rules.move(match.packed, match.view(match.seat), dice)))
    return match


def plainly(o, seat, states):
    """The best total that a seat can reach in some states that look the same to it, by move."""
    rules = player(bot_named(LUZ, "rules"))
    found = {}
    for move in moves_in(*LUZ.rules.legal(o, states[0])):
        total, seen = 0, {}
        for state in states:
            room = np.zeros(1, LUZ.state_type)
            room[0] = state
            s = room[0]
            LUZ.rules.apply(o, s, move)
            while s.table.phase == 3 and s.table.seat != seat:
                view = LUZ.view(o, s, s.table.seat)
                LUZ.rules.apply(o, s, int(rules.move(o, view, new_dice(0))))
            if s.table.phase == 3:
                seen.setdefault(LUZ.view(o, s, seat).tobytes(), []).append(s)
            else:
                total += LUZ.rules.score(o, s, seat)
        total += sum(max(plainly(o, seat, each).values()) for each in seen.values())
        found[int(move)] = total
    return found


def test_the_last_tricks_are_played_as_well_as_can_be():
    belief = importlib.import_module("tenluz.games.luz.bots.belief")
    search = Search(LUZ, by_rules(), LUZ.rules.score, playouts=600, ending=belief.few_hands)
    several = differs = 0
    for number in range(12):
        match = last_tricks(number, 3)
        view = match.view(match.seat)
        states = belief.few_hands(match.packed, view, new_dice(3), 600)
        if states is None:
            continue
        seen = {LUZ.view(match.packed, state, match.seat).tobytes() for state in states}
        assert seen == {view.tobytes()}
        values = plainly(match.packed, match.seat, list(states))
        chosen = search.choose(match.packed, view, new_dice(4))
        assert values[chosen] == max(values.values())
        several += len(states) > 1
        differs += len(set(values.values())) > 1
    assert several > 3
    assert differs > 1


# --- the last cards of Level 10 --------------------------------------------------------------


@pytest.mark.parametrize(("players", "hand"), [(1, 6), (2, 3), (3, 2)])
def test_a_seat_that_knows_all_cards_plays_a_winning_line(players, hand):
    game = GAMES["level10"]
    endings = importlib.import_module("tenluz.games.level10.solver.endings")
    agreed = {"worlds": 3, "columns": 3, "pauses": 0, "first_player": "dealt"}
    options = game.options(agreed, players=players, hand=hand)
    known = won = 0
    for number in range(5):
        match = Match(game, options, number.to_bytes(32, "big")) if players == 1 else None
        if match is None:
            deck = game.shuffled_deck(options, number.to_bytes(32, "big"), 0)
            match = Match(game, options, None, Prepared([deck], 0))
        move = endings.winning_move(match.packed, match.view(match.seat), new_dice(0))
        while move is not None and not match.over:
            known += 1
            match.play(match.seat, move)
            if not match.over:
                move = endings.winning_move(match.packed, match.view(match.seat), new_dice(0))
        won += match.over and match.outcome().to_json()["won"]
    if players == 3:
        assert known == 0  # two hands are hidden
    else:
        assert won > 0
        assert known > 0


def test_a_look_ahead_plays_better_than_the_bot_that_plays_on_and_keeps_its_budget():
    made = []
    ahead = LookAhead(LUZ, rules_bot.choose, LUZ.rules.score, 2_000)
    rules = player(bot_named(LUZ, "rules"))
    found = [deal_of_luz(number, ahead.choose, number % 4) for number in range(24)]
    usual = [deal_of_luz(number, rules.move, number % 4) for number in range(24)]
    assert np.mean(found) > np.mean(usual) + 1.5
    match = last_tricks(2, 9)
    view = match.view(match.seat)
    for decisions in (1_000, 16_000):
        its = LookAhead(LUZ, rules_bot.choose, LUZ.rules.score, decisions)
        dice, again = new_dice(3), new_dice(3)
        move = its.choose(match.packed, view, dice)
        assert match.allows(move)
        assert its.choose(match.packed, view, again) == move
        made.append(int(dice[1]))  # how often they were rolled: for every sample, some times
    assert 8 * made[0] < made[1] < 24 * made[0]


def test_looks_ahead_of_one_game_are_kept_apart():
    """By what a deal is worth to them: code on disk is found by the names of what it calls."""

    score = LUZ.rules.score

    def against(o, s, seat):
        return -score(o, s, seat)

    match = last_tricks(2, 4)
    view = match.view(match.seat)
    against_it = compiled(against, made_for=LUZ, keep=False)
    both = [LookAhead(LUZ, rules_bot.choose, worth, 8_000) for worth in (score, against_it)]
    best, worst = (its.choose(match.packed, view, new_dice(1)) for its in both)
    assert best != worst
    assert kept_apart(LUZ, rules_bot.choose, LUZ.rules.score)["keep"]
    assert not kept_apart(LUZ, rules_bot.choose, against_it)["keep"]
    found = [kept_apart(LUZ, each)["variant"] for each in (LUZ.rules.score, against_it)]
    assert len(set(found)) == 2


def test_code_is_not_kept_of_functions_that_share_a_name():
    """What one factory makes has one name, whatever it was made with, and so have lambdas."""
    text = "def times(n):\n    return lambda o, s, seat: n * seat\nplain = times(1)\n"
    made = {"__name__": LUZ.rules.score.__module__}
    exec(compile(text, str(LUZ.folder / "rules" / "made.py"), "exec"), made)
    for function in (made["times"](2), made["plain"]):
        assert not kept_apart(LUZ, function)["keep"]
