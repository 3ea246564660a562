"""No bot knows more than its seat: other hidden cards, the same view, and the same move, talk and
reason."""

from typing import Any

import pytest

from tenluz.bots.bot import Player, Why, player
from tenluz.bots.registry import bots
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.engine.types import Seat
from tests.games_played import GAMES

TABLES = [
    (name, {**options, "players": players}, bot.name)
    for name, players, options in [
        ("level10", 1, {"pauses": 2}),
        ("level10", 3, {}),
        ("level10", 3, {"pauses": 0, "last_reset": "lost", "first_player": "dealt"}),
        ("level10", 5, {"edition": "ru"}),
        ("luz", 3, {}),
        ("luz", 4, {"bead_limit": True}),
        ("luz", 5, {"open_tricks": True}),
    ]
    for bot in bots(GAMES[name])
    if not bot.history
]


def does(its: Player, o: Any, v: Any) -> tuple[int, object, Why]:
    """The move and the talk of a bot, and its reason, by dice that are always the same."""
    said = its.statement(o, v)
    move = its.move(o, v, new_dice(77))
    return int(move), None if said is None else dict(said), its.explanation(o, v, move)


@pytest.mark.parametrize(
    ("name", "options", "bot"), TABLES, ids=lambda one: str(one).replace(" ", "")
)
def test_what_it_does_follows_from_its_view(name: str, options: dict[str, Any], bot: str) -> None:
    game = GAMES[name]
    its = player(next(one for one in bots(game) if one.name == bot))
    match = Match(game, game.options(options), bytes(31) + b"\x05")
    o, other, hidden = match.packed, game.new_state(match.packed), 0
    rolls = new_dice(8)
    turns, reasons = 0, set()
    most = 120 if its.bot.compiled and not INTERPRETED else 10  # turns; others take their time
    most = 1 if its.bot.slow else most
    while not match.over and turns < most:
        seat, turns = match.seat, turns + 1
        seen = match.view(seat)
        before = seen.tobytes()
        now = does(its, o, seen)
        assert seen.tobytes() == before, "a view is only read"
        for _ in range(2):
            game.rules.sample(o, seen, rolls, other)
            again = game.view(o, other, seat)
            assert again.tobytes() == before
            hidden += other.tobytes() != match.state.tobytes()
            assert does(its, o, again) == now
        match.play(seat, now[0])
        reasons.add(now[2].code)
    assert hidden > 0 or options["players"] == 1
    assert "explain" not in its.bot.may or "" not in reasons
    assert turns > 3 or its.bot.slow


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.talks])
def test_talk_of_seats_that_wait_follows_from_their_views_too(name: str) -> None:
    game = GAMES[name]
    talkers = [player(bot) for bot in bots(game) if "talk" in bot.may]
    assert talkers
    mover = player(next(bot for bot in bots(game) if bot.name == "rules"))
    match = Match(game, game.options(players=3), bytes(32))
    other, rolls, kinds = game.new_state(match.packed), new_dice(3), set()
    for turn in range(30):  # so that wishes and answers come up
        its = talkers[turn % len(talkers)]
        for seat in range(3):
            seen = match.view(Seat(seat))
            now = its.statement(match.packed, seen)
            for _ in range(3):
                game.rules.sample(match.packed, seen, rolls, other)
                again = game.view(match.packed, other, Seat(seat))
                assert its.statement(match.packed, again) == now
            if now is not None:
                kinds.add(now["kind"])
                said: Any = game.statement_type
                told = game.statement(match.packed, match.state, Seat(seat), said(**now))
                game.say(match.packed, match.state, told)
        if match.over:
            break
        match.play(match.seat, mover.move(match.packed, match.view(match.seat), rolls))
    assert len(kinds) > 1, "not only counts"
