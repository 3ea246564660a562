"""No bot knows more than its seat: other hidden cards, the same view, and the same move, talk and
reason."""

from collections import Counter
from typing import Any

import pytest

from tenluz.bots import search
from tenluz.bots.bot import Player, Why, player
from tenluz.bots.look_ahead import LookAhead
from tenluz.bots.registry import bot_named, bots
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.engine.types import Seat
from tests.games_played import GAMES

# Those who think for seconds take their time in `make soak` alone. With a small part of it they are
# tested below, far into games.
TABLES = [
    pytest.param(
        name,
        {**options, "players": players},
        bot.name,
        marks=[pytest.mark.soak] if bot.slow else [],
    )
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


def does(its: Player, o: Any, v: Any, effort: float = 1.0) -> tuple[int, object, Why]:
    """The move and the talk of a bot, and its reason, by dice that are always the same."""
    said = its.statement(o, v)
    move = its.move(o, v, new_dice(77), effort=effort)
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
        for _ in range(1 if its.bot.slow else 2):
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


EFFORT = 0.05  # of a champion's thinking: some playouts, which take hundredths of a second
EVERY = 2  # turns, of which it thinks about one


@pytest.mark.parametrize(
    ("name", "options", "among", "ways"),
    [
        ("level10", {"players": 3, "pauses": 0, "open_counts": False}, "expert", {"playouts"}),
        ("level10", {"players": 5, "edition": "ru"}, "rules", {"playouts"}),
        ("luz", {"players": 3, "deals": 1}, "expert", {"playouts", "last tricks"}),
        ("luz", {"players": 4, "deals": 1}, "rules", {"look ahead"}),
    ],
    ids=lambda one: str(one).replace(" ", "") if isinstance(one, dict) else None,
)
def test_who_thinks_does_so_by_its_view_alone(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    options: dict[str, Any],
    among: str,
    ways: set[str],
) -> None:
    """Champions, at games that others play, so that they come far: they try moves out on states
    that they draw themselves, and never on the true one."""
    game = GAMES[name]
    thought: Counter[str] = Counter()
    for way, where, what in [
        ("playouts", search.Search, "_played_on"),
        ("last tricks", search, "best_course"),
        ("look ahead", LookAhead, "choose_within"),
    ]:
        monkeypatch.setattr(where, what, _counted(thought, way, getattr(where, what)))
    (its,) = (player(bot) for bot in bots(game) if bot.slow)
    mover, rolls, hidden = player(bot_named(game, among)), new_dice(8), 0
    match = Match(game, game.options(options), bytes(31) + b"\x11")
    o, other, turns = match.packed, game.new_state(match.packed), 0
    while not match.over:
        seat, turns = match.seat, turns + 1
        seen = match.view(seat)
        if turns % EVERY == 0:
            now = does(its, o, seen, EFFORT)
            for _ in range(2):
                game.rules.sample(o, seen, rolls, other)
                hidden += other.tobytes() != match.state.tobytes()
                assert does(its, o, game.view(o, other, seat), EFFORT) == now
        match.play(seat, mover.move(o, seen, new_dice(turns)))
    assert ways <= set(thought)
    assert hidden > 0


def _counted(counts: Counter[str], name: str, function: Any) -> Any:
    def call(*given: Any, **more: Any) -> Any:
        counts[name] += 1
        return function(*given, **more)

    return call


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.talks])
def test_talk_of_seats_that_wait_follows_from_their_views_too(name: str) -> None:
    game = GAMES[name]
    talkers = [player(bot) for bot in bots(game) if "talk" in bot.may]
    assert talkers
    mover = player(next(bot for bot in bots(game) if bot.name == "novice"))
    rolls, kinds = new_dice(3), set()
    for number in range(6):
        match = Match(game, game.options(players=3, pauses=0), number.to_bytes(32, "big"))
        other, turn = game.new_state(match.packed), number
        while not match.over:
            its, turn = talkers[turn % len(talkers)], turn + 1
            for seat in range(3):
                kinds.add(_spoken(match, its, Seat(seat), other, rolls))
            match.play(match.seat, mover.move(match.packed, match.view(match.seat), rolls))
    assert len(kinds - {None}) > 1, "not only counts"


def _spoken(match: Match, its: Player, seat: Seat, other: Any, rolls: Any) -> object:
    """What kind of thing a seat says; it would with any other hidden cards."""
    game, o, seen = match.game, match.packed, match.view(seat)
    now = its.statement(o, seen)
    for _ in range(2):
        game.rules.sample(o, seen, rolls, other)
        assert its.statement(o, game.view(o, other, seat)) == now
    if now is None:
        return None
    said: Any = game.statement_type
    game.say(o, match.state, game.statement(o, match.state, seat, said(**now)))
    return now["kind"]
