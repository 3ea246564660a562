"""The audit finds a hint in talk, and none where only counts are told; and compares copies."""

import dataclasses
import json
from typing import Any

import numpy as np

from tenluz.bots.registry import bot_named
from tenluz.engine import bits
from tenluz.games.level10.bots.talk import to_tell
from tenluz.lab import collusion
from tenluz.lab.signals import Audit
from tests.commands.running import tenluz
from tests.games_played import GAMES

LEVEL10 = GAMES["level10"]


def hints_at_the_highest(o: Any, v: Any) -> dict[str, object] | None:
    """A cheat's talk: a wish, for the world that says whether its highest card is an 8."""
    if v.table.wishes[v.seat] or v.table.phase != 3:
        return None
    return {"kind": "card", "world": int(bits.size(int(v.hand) & 0x8080808080) > 0)}


def counts_alone(o: Any, v: Any) -> dict[str, object] | None:
    world = to_tell(o, v)
    return None if world is None else {"kind": "count", "world": world}


CHEAT = dataclasses.replace(bot_named(LEVEL10, "rules"), statement=hints_at_the_highest)
HONEST = dataclasses.replace(bot_named(LEVEL10, "rules"), statement=counts_alone)


def measured(bot: str) -> dict[str, Any]:
    options = LEVEL10.options(players=3, pauses=0, first_player="dealt")
    found = Audit(LEVEL10, options, 5, samples=15, every=8).of(f"tests.lab.test_signals:{bot}", 4)
    assert found.games == 4
    assert found.turns > 4
    return found.bits


def test_a_hint_at_values_is_found() -> None:
    assert measured("CHEAT")[""].value > 0.1


def test_counts_tell_nothing_more() -> None:
    found = measured("HONEST")
    assert found[""].value == 0
    assert found["count"].value == 0


def test_pairs_are_compared_on_the_same_cards() -> None:
    """A bot among copies of itself: all tables of a deal are the same, and so nothing differs."""
    game = GAMES["luz"]
    options = game.options(players=4, deals=1)
    rows = collusion.measured(game, options, "rules", "rules", 5, range(6))
    found = collusion.summarised("rules", "rules", rows)
    assert (found.deals, found.together.value, found.helps.value) == (6, 0, 0)
    again = collusion.measured(game, options, "rules", "novice", 5, range(2, 4))
    whole = collusion.measured(game, options, "rules", "novice", 5, range(6))
    assert np.array_equal(whole[2:4], again), "a deal follows from its number"


def test_the_command_tells_of_rivals_and_of_no_talk() -> None:
    words = ("audit", "luz", "--players", "3", "--bots", "rules", "--deals", "3", "--json")
    found = json.loads(tenluz(*words).out)
    assert [one["who"] for one in found["pairs"]] == ["rules"]
    assert found["talk"] == []
