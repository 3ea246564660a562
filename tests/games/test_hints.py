"""Why a bot would move so: a code with values, a sentence for each in six languages."""

import json
from typing import Any

import pytest

from tenluz.bots.bot import Why, player
from tenluz.bots.registry import bot_named
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.games.level10.bots.reasons import explain
from tenluz.terminal.messages import Messages
from tests.games.level10.table import MOVE_NUMBERS, Table, table
from tests.games_played import GAMES
from tests.server.test_words import LANGUAGES, placeholders


def declared(name: str) -> dict[str, tuple[str, ...]]:
    part: Any = GAMES[name].part("bots")
    found: dict[str, tuple[str, ...]] = part.WHY
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_words_and_the_values_they_name(name: str, language: str) -> None:
    path = GAMES[name].folder / "words" / f"{language}.json"
    words = json.loads(path.read_text(encoding="utf-8"))
    has = {key.removeprefix("hint."): text for key, text in words.items() if key[:5] == "hint."}
    assert set(has) == set(declared(name))
    for code, values in declared(name).items():
        assert placeholders(has[code]) == set(values), code
    say = Messages(language, GAMES[name])
    for code, values in declared(name).items():
        for count in (1, 2, 5):
            given = {value: "D5" if value == "card" else count for value in values}
            assert say(f"hint.{code}", **given)


@pytest.mark.parametrize(
    ("name", "players"), [("level10", 1), ("level10", 3), ("luz", 3), ("luz", 5)]
)
def test_every_move_of_whole_games_has_a_reason_that_is_declared(name: str, players: int) -> None:
    game = GAMES[name]
    its = player(bot_named(game, "rules"))
    found = set()
    for number in range(4):
        match = Match(game, game.options(players=players), number.to_bytes(32, "big"))
        while not match.over:
            view = match.view(match.seat)
            move = its.move(match.packed, view, new_dice(1))
            why = its.explanation(match.packed, view, move)
            assert set(why.values) == set(declared(name)[why.code])
            assert why.text
            assert "{" not in why.text
            found.add(why.code)
            match.play(match.seat, move)
    assert len(found) >= 4


def why(seen: Table, move: str) -> Why:
    return explain(seen.o, seen.view(seen.seat), MOVE_NUMBERS[move])


def test_what_is_said_of_a_move_in_level10() -> None:
    seen = table(players=3, pauses=0, hands=["D1 D3 F2 V8"])
    assert why(seen, "D1").code == "lowest"
    assert why(seen, "D3") == Why(
        "It skips 2 cards of its row; looking ahead, it does least harm.", "skips", {"count": 2}
    )
    seen.say(0, "card V")
    assert why(seen, "V8").code == "as_said"
    seen.say(1, "reset S to 0")
    assert why(seen, "R>S").code == "as_advised"
    seen = table(players=3, pauses=0, hands=["D1", "F1 V1", "D2 D3 D4 D5 D6 D7"]).play("D1")
    seen.say(2, "reset V")
    assert why(seen, "F1").code == "leaves"
    seen.play("F1")
    assert why(seen, "R>S").code == "reset_only"
