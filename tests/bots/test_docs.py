"""docs/writing-a-bot.md is true: its examples run, in a folder of somebody's own."""

import json
import re
import sys
from pathlib import Path

import pytest

from tenluz.bots.bot import Bot, player
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tests.commands.running import tenluz
from tests.games_played import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_worked_example_plays_and_beats_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_bot.py").write_text(EXAMPLES[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    words = ("tournament", "luz", "--players", 3, "--hand", 4, "--option", "deals=1")
    ran = tenluz(*words, "--bots", "my_bot:Sampler,random", "--deals", 12, "--threads", 1, "--json")
    assert ran.status == 0, ran.err
    [difference] = json.loads(ran.out)["differences"]
    assert (difference["who"], difference["sure"]) == ("my_bot:Sampler", True)


@pytest.mark.parametrize("number", range(1, len(EXAMPLES)))
def test_the_other_examples_run(number: int) -> None:
    made: dict[str, object] = {}
    exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), made)
    game = GAMES["luz"]
    match = Match(game, game.options(players=3), bytes(32))
    bot = made.get("BOT") or Bot("compiled", made["choose"], game="luz")
    assert isinstance(bot, Bot)
    assert player(bot).move(match.packed, match.view(match.seat), new_dice(1)) in match.moves()
