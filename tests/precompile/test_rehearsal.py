"""A rehearsal has a step for the rules of each game and for each of its bots."""

import pytest

from tenluz.bots.registry import bots
from tenluz.engine import catalogue
from tenluz.engine.compiled import INTERPRETED
from tenluz.precompile.rehearsal import steps

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def test_rules_come_before_the_bots_that_answer_at_once() -> None:
    for game in catalogue.games():
        found = list(steps([game]))
        assert [step.game for step in found] == [game.name] * len(found)
        assert [step.bot for step in found] == [None, *(b.name for b in bots(game) if not b.slow)]


def test_bots_that_think_for_long_have_steps_of_their_own() -> None:
    found = [(step.game, step.bot) for step in steps(catalogue.games(), slow=True)]
    slow = [(bot.game, bot.name) for game in catalogue.games() for bot in bots(game) if bot.slow]
    assert found == slow != []


def test_every_step_begins_a_game() -> None:
    for step in steps(catalogue.games()):
        step()
