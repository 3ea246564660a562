"""What happens to one game of a batch, compiled: the same on the CPU and in a kernel.

turn(o, s, extra, rolls, action, reward, returns, taken, done, at) -> refused
                                                 act once, and begin again if that was the end
see(o, s, extra, v, row, out, mask) -> seat
                                                 for whoever acts next
random_action(o, s, rolls) -> action             a legal move
to_end(o, s, extra, rolls, reward, returns)      play on by random moves
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass

from tenluz.engine.compiled import compiled
from tenluz.engine.dice import pick
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import (
    BoolArray,
    Dice,
    Float32Array,
    Int8Array,
    Int32Array,
    Int64Array,
    OptionsRecord,
    StateRecord,
    ViewRecord,
)
from tenluz.envs.encoding import writers
from tenluz.envs.environment import Extra
from tenluz.envs.step import steps


@dataclass(frozen=True)
class Turns:
    """The compiled functions of a game. Signatures: see the head of this file."""

    turn: Callable[
        [OptionsRecord, StateRecord, Extra, Dice, int,
         Float32Array, Float32Array, Int32Array, BoolArray, int], bool
    ]  # fmt: skip
    see: Callable[
        [OptionsRecord, StateRecord, Extra, ViewRecord, Int64Array, Int8Array, Int64Array], int
    ]
    to_end: Callable[[OptionsRecord, StateRecord, Extra, Dice, Float32Array, Float32Array], int]
    random_action: Callable[[OptionsRecord, StateRecord, Dice], int]


@functools.cache
def turns(game: Game) -> Turns:
    """The functions of a game, compiled when they are first called."""
    core = steps(game)
    begin, allows, act, legal_actions = core.begin, core.allows, core.act, core.legal_actions
    rules = game.rules
    view, legal, apply, deal = rules.view, rules.legal, rules.apply, rules.deal_at_random
    pay = core.pay
    write = writers(game).write

    def turn(
        o: OptionsRecord,
        s: StateRecord,
        extra: Extra,
        rolls: Dice,
        action: int,
        reward: Float32Array,
        returns: Float32Array,
        taken: Int32Array,
        done: BoolArray,
        at: int,
    ) -> bool:
        if done[at]:  # what was told of the game before this one
            done[at] = False
            taken[at] = 0
            for seat in range(o.players):
                returns[seat] = 0.0
        for seat in range(o.players):
            reward[seat] = 0.0
        if not allows(o, s, extra, action):
            return True
        taken[at] += 1
        if act(o, s, extra, rolls, action, reward):
            for seat in range(o.players):
                returns[seat] += reward[seat]
        if s.table.phase == OVER:
            done[at] = True
            begin(o, s, extra, rolls)
        return False

    def see(
        o: OptionsRecord,
        s: StateRecord,
        extra: Extra,
        v: ViewRecord,
        row: Int64Array,
        out: Int8Array,
        mask: Int64Array,
    ) -> int:
        seat = s.table.seat
        view(o, s, seat, v)
        write(o, v, row, out)
        legal_actions(o, s, extra, mask)
        return seat

    def random_action(o: OptionsRecord, s: StateRecord, rolls: Dice) -> int:
        low, high = legal(o, s)
        return pick(low, high, rolls)

    random_action = compiled(random_action, made_for=game)

    def to_end(
        o: OptionsRecord,
        s: StateRecord,
        extra: Extra,
        rolls: Dice,
        reward: Float32Array,
        returns: Float32Array,
    ) -> int:
        moves = 0
        for seat in range(o.players):
            returns[seat] = 0.0
        while s.table.phase != OVER:
            apply(o, s, random_action(o, s, rolls))
            moves += 1
            if s.table.phase == OVER or s.table.phase == DEAL:
                if pay(o, s, extra, reward):  # all that is due since it was called before
                    for seat in range(o.players):
                        returns[seat] += reward[seat]
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
        return moves

    return Turns(
        turn=compiled(turn, made_for=game),
        see=compiled(see, made_for=game),
        to_end=compiled(to_end, made_for=game),
        random_action=random_action,
    )
