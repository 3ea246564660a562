"""Bots in some seats of an environment: whoever learns sees and plays the others alone.

`opponents` is one bot for all seats but the first, a bot for each of those, or an entry for each
seat with None where the learner plays. Bots are named as everywhere (bots/registry.py); each gets
the view of its seat. Cards go round the table and the first player is drawn, so no seat is better
than another.
"""

from collections.abc import Sequence
from typing import Any

from tenluz.bots.bot import Bot, player
from tenluz.bots.registry import find_bot
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game, moves_in
from tenluz.engine.types import Dice, Move, Seat
from tenluz.envs.environment import environment
from tenluz.envs.render.painter import Painter
from tenluz.envs.single_game import OVER, PAID, SEAT, Out, SingleGame

Opponents = str | Sequence[str | None]
Seated = tuple[Bot | None, ...]  # by seat; None where the learner plays


def seated(game: Game, players: int, opponents: Opponents) -> Seated:
    """Who sits where; NotUnderstood says what does not fit."""
    names: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
    for name in names:
        if not isinstance(name, str | None):
            raise NotUnderstood(
                f"A bot is given by its name, like 'rules' or 'module:function', not as {name!r}."
            )
    if len(names) == 1 and names[0] is not None:
        names = names * (players - 1)
    if len(names) == players - 1 and None not in names:
        names = [None, *names]
    if len(names) != players or None not in names:
        raise NotUnderstood(
            f"opponents are one bot for all other seats, {players - 1} of them for {players} "
            f"players, or one entry for each seat with None for yours; not {opponents!r}."
        )
    found = tuple(None if name is None else find_bot(game, name) for name in names)
    for bot in found:
        if bot is not None and bot.history:
            raise NotUnderstood(
                f"The bot {bot.name} looks back at the game, which environments do not keep: "
                "it can sit at tables and in tournaments."
            )
    return found


class Answers:
    """The moves of opponents in one game, made when it is their turn."""

    def __init__(
        self, single_game: SingleGame, seats: Seated, painter: Painter | None = None
    ) -> None:
        self._single_game, self._seats, self._painter = single_game, seats, painter

    def __reduce__(self) -> tuple[object, ...]:  # bots go by their names
        names = [None if bot is None else bot.name for bot in self._seats]
        return _answers, (self._single_game, names, self._painter)

    def begin(self, seat: int, out: Out) -> tuple[Seat, list[float]]:
        """Play up to the learner's first turn in a new game: whose of its seats that is, and what
        was paid before it. A game that is over before is played anew, by the dice that are left."""
        result, paid = self.go_on(seat, out)
        while result & OVER:
            again = self._single_game.begin_again(out)
            if self._painter:
                self._painter.begin()
            result, paid = self.go_on(again, out)
        return Seat(result & SEAT), paid

    def go_on(self, result: int, out: Out) -> tuple[int, list[float]]:
        """Play on until the learner is on turn or the game is over: what the last step told, and
        what each seat was paid on the way."""
        paid = [0.0] * len(self._seats)
        while not result & OVER and (bot := self._seats[result & SEAT]) is not None:
            before = self._painter.before() if self._painter else None
            result = self._single_game.step(self._action(bot, Seat(result & SEAT)), out)
            if self._painter:
                self._painter.after(before)
            if result & PAID:
                paid = [a + b for a, b in zip(paid, self._single_game.rewards.tolist())]
        return result, paid

    def _action(self, bot: Bot, seat: Seat) -> int:
        """A bot's move, as the action that stands for it."""
        its = self._single_game
        game, o, s = its.encoding.game, its.options, its.state
        view: Any = game.view(o, s, seat)
        dice: Dice = its.rolls
        move: Move = player(bot).move(o, view, dice)
        stands_for = environment(game).move
        actions = moves_in(*game.rules.choices(o, view))
        return next(one for one in (move, *actions) if int(stands_for(o, s, one)) == move)


def _answers(
    single_game: SingleGame, names: Sequence[str | None], painter: Painter | None
) -> Answers:
    seats = seated(single_game.encoding.game, len(names), names)
    return Answers(single_game, seats, painter)
