"""One game behind an interface: its records in one place, and one compiled call a step.

Calling a compiled function from Python costs more than a move of the rules, most of it for
the arguments. So everything about a game lies in one array, and a step gives back all that an
interface asks for: who is next, whether something was paid, whether it is over, and what the
next seat sees and may do.

    out       what a seat sees and what it may do, each from a whole word on: `sees`, `may`
    told      seat on turn, + PAID, + OVER
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tenluz.engine.compiled import Flat, compiled
from tenluz.engine.dice import seat_dice
from tenluz.engine.errors import NotLegal
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.engine.game import OVER as GAME_OVER
from tenluz.engine.types import (
    Dice,
    Int8Array,
    JsonObject,
    Move,
    OptionsRecord,
    Records,
    Seat,
    StateRecord,
)
from tenluz.envs.encoding import WORD, Encoding, writers
from tenluz.envs.environment import EXTRA, Extra
from tenluz.envs.step import steps

SEAT, PAID, OVER = MOST_SEATS - 1, MOST_SEATS, 2 * MOST_SEATS
assert MOST_SEATS & SEAT == 0, "a seat is a few whole bits of what a step tells"
REFUSED = -1

INT8 = np.dtype(np.int8)
Out = Int8Array


class SingleGame:
    """A game in progress, for an interface that has one at a time."""

    step: Callable[[int, Out], int]
    """Do it, if the seat on turn may: else REFUSED, and nothing has changed."""

    observe: Callable[[int, Out], None]
    """What any seat sees; nothing that it may do, unless it is on turn."""

    def __init__(self, encoding: Encoding, extra: Extra) -> None:
        self.encoding = encoding
        masked = encoding.rows().nbytes  # where what a seat may do begins
        self.row_bytes = masked + encoding.masks().nbytes
        self.sees = slice(0, encoding.size)
        self.may = slice(masked, masked + encoding.actions)
        packed: Any = encoding.options.packed()
        self._single_game = np.zeros(1, _single_game_type(encoding.game, packed.dtype))
        self._single_game["options"] = packed
        self._single_game["extra"] = extra
        self._attach()

    def _attach(self) -> None:
        """What follows from the rest: left out of a copy, and made again."""
        begin, step, observe = _calls(self.encoding.game, self.encoding.actions)
        self._begin = functools.partial(begin, self._single_game)
        self.step = functools.partial(step, self._single_game)
        self.observe = functools.partial(observe, self._single_game)
        self.rewards = self._single_game["rewards"][0]

    def __getstate__(self) -> JsonObject:
        left_out = ("_begin", "step", "observe", "rewards")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, kept: JsonObject) -> None:
        self.__dict__.update(kept)
        self._attach()

    def new_out(self) -> Out:
        """Room for what a seat sees and may do. Fresh each time: whoever gets it may keep it."""
        return np.empty(self.row_bytes, INT8)

    def begin(self, seed: int, number: int, out: Out) -> int:
        """A new game: game `number` of this seed, which is one (engine/seeds.py)."""
        return int(self._begin(_word(seed), number, out))

    def begin_again(self, out: Out) -> int:
        """Another game, by the dice that are left."""
        game = self._single_game[0]
        steps(self.encoding.game).begin(game.options, game.state, game.extra, game.rolls)
        self.observe(game.state.table.seat, out)
        return int(game.state.table.seat)

    @property
    def options(self) -> OptionsRecord:
        """The packed options, of the game's own type."""
        return self._single_game[0].options

    @property
    def rolls(self) -> Dice:
        """Its dice: an array that moves on with them."""
        return self._single_game[0].rolls

    @property
    def state(self) -> StateRecord:
        """The whole state, of the game's own type. Only views of it may be told."""
        return self._single_game[0].state

    def refusal(self, action: int) -> NotLegal:
        """Why the seat on turn may not do that."""
        game, state = self.encoding.game, self.state
        stepping = steps(game)
        known = any(action in meaning.numbers for meaning in stepping.meanings)
        if not known or action >= stepping.moves:
            return NotLegal(f"{action} is none of the legal actions now: see action_mask")
        view = game.view(self.options, state, Seat(state.table.seat))
        return game.why_not(self.options, view, Move(action))


def _word(seed: int) -> np.int64:
    """A seed as the signed number of the same bits: other numbers would be other types to compiled
    code, and compile again."""
    return np.int64(seed - (1 << 64) if seed >> 63 else seed)


@functools.cache
def _single_game_type(game: Game, options: np.dtype[np.void]) -> np.dtype[np.void]:
    fields = [
        ("state", game.state_type),
        ("seen", game.view_type),
        ("rolls", "<u8", (2,)),
        ("rewards", "<f4", (MOST_SEATS,)),
        ("extra", EXTRA),
        ("options", options),  # last: their size is not a multiple of eight bytes
    ]
    return np.dtype((Flat, np.dtype(fields, align=True)))


@functools.cache
def _calls(
    game: Game, actions: int
) -> tuple[
    Callable[[Records, np.int64, int, Out], int],
    Callable[[Records, int, Out], int],
    Callable[[Records, int, Out], None],
]:
    stepping, view, write = steps(game), game.rules.view, writers(game).write
    mask_words = -(-actions // WORD)
    begin_game, allows, act, legal_actions = (
        stepping.begin,
        stepping.allows,
        stepping.act,
        stepping.legal_actions,
    )

    def observe(single_game: Records, seat: int, out: Out) -> None:
        d = single_game[0]
        o, s, v = d.options, d.state, d.seen
        view(o, s, seat, v)
        words = out.view(np.int64)
        masked = words.shape[0] - mask_words
        write(o, v, words[:masked], out)
        mask = words[masked:]
        if seat == s.table.seat:
            legal_actions(o, s, d.extra, mask)
        else:
            for word in range(mask_words):
                mask[word] = 0

    observe = compiled(observe, made_for=game)

    def begin(single_game: Records, seed: np.int64, number: int, out: Out) -> int:
        d = single_game[0]
        seat_dice(d.rolls, np.uint64(seed), np.uint64(number))
        begin_game(d.options, d.state, d.extra, d.rolls)
        observe(single_game, d.state.table.seat, out)
        return d.state.table.seat

    def step(single_game: Records, action: int, out: Out) -> int:
        d = single_game[0]
        if not allows(d.options, d.state, d.extra, action):
            return REFUSED
        paid = act(d.options, d.state, d.extra, d.rolls, action, d.rewards)
        result = d.state.table.seat
        observe(single_game, result, out)
        if paid:
            result |= PAID
        return result | OVER if d.state.table.phase == GAME_OVER else result

    return compiled(begin, made_for=game), compiled(step, made_for=game), observe
