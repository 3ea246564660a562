"""How well a network plays: whole games on deals of their own, beside the bots there are.

Games are numbered, and chance comes from a seed and that number: whoever plays, plays the same
deals. Where seats play against each other, the one that is looked at sits in another place each
game, and all others are the same bot.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from tenluz.bots.registry import bot_number, chooser, compiled_bots
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.options import Options
from tenluz.engine.types import Dice, Int8Array, Int64Array, OptionsRecord, Records
from tenluz.envs.encoding import encoding
from tenluz.envs.environment import EXTRA
from tenluz.envs.step import new_extra, steps
from tenluz.envs.vector.game_step import turns
from tenluz.lab.measures import Measure, Tally, counted
from tenluz.train.network import Network, forward, head_width
from tenluz.train.policy import greedy

NETWORK = "network"
A_NETWORK = -1  # in the place of a bot's number


@dataclass(frozen=True)
class Pairing:
    """Who is looked at, and who sits in all other seats; nobody else, if all seats are alike."""

    who: str  # NETWORK, or a bot's name
    others: str | None = None


def pairings(game: Game, together: bool) -> list[Pairing]:
    """What is played at the end of a run."""
    bots = [bot.name for bot in compiled_bots(game)]
    players = (NETWORK, *bots)
    if together:
        return [Pairing(who) for who in players]
    return [Pairing(who, others) for others in bots for who in players]


def play(
    pairing: Pairing,
    game: Game,
    options: Options,
    network: Network | None,
    count: int,
    seed: int,
) -> Tally:
    """`count` games. The network takes its likeliest action, always."""
    loops, o = _loops(game), options.packed()
    encoded = encoding(game, options)
    states = np.zeros(count, game.state_type)
    extras = np.zeros(count, EXTRA)
    extras[:] = new_extra(game, options)
    dice, bots = np.zeros((count, 2), np.uint64), _seated(game, pairing, count, options.players)
    views = np.zeros(1, game.view_type)
    waiting, actions = np.zeros(count, np.int64), np.zeros(count, np.int64)
    rows, masks = encoded.rows(count), encoded.masks(count)
    buffers = (views, rows, encoded.as_numbers(rows), masks, waiting)
    moves = 0
    loops.begin(o, states, extras, dice, np.uint64(seed))
    while True:
        left, made = loops.go_on(o, states, extras, dice, bots, *buffers)
        moves += made
        if left == 0:
            break
        assert network is not None
        actions[:left] = _choose(network, rows[:left], masks[:left])
        loops.act(o, states, extras, dice, waiting[:left], actions)
        moves += left
    return _counted(game, options, states, pairing, moves)


@torch.no_grad()
def _choose(network: Network, rows: Int64Array, masks: Int64Array) -> Int64Array:
    """The likeliest legal actions."""
    place = network.scale.device
    observation = torch.from_numpy(rows).view(torch.int8).to(place)
    head = forward(network.weights(), observation)
    given = torch.from_numpy(masks).view(torch.int8).to(place)
    action_mask = torch.zeros_like(head, dtype=torch.int8)
    width = min(given.shape[1], head_width(network.actions))
    action_mask[:, :width] = given[:, :width]
    return greedy(head, action_mask).cpu().numpy()


def _seated(game: Game, pairing: Pairing, count: int, players: int) -> Int64Array:
    """A bot's number for each seat of each game."""
    who = A_NETWORK if pairing.who == NETWORK else bot_number(game, pairing.who)
    if pairing.others is None:
        return np.full((count, players), who, np.int64)
    made = np.full((count, players), bot_number(game, pairing.others), np.int64)
    numbers = np.arange(count)
    made[numbers, numbers % players] = who
    return made


def _counted(game: Game, options: Options, states: Records, pairing: Pairing, moves: int) -> Tally:
    """What came of finished games: for the table, or for the seat that is looked at."""
    its = counted(game)
    measures = its.measures(options)
    rows = np.zeros((len(states), sum(measure.width for measure in measures)), np.int64)
    its.read(options.packed(), states, rows)
    kept, named, at = [], [], 0
    numbers = np.arange(len(states))
    for measure in measures:
        if not measure.labels:
            kept.append(rows[:, at])
            named.append(measure)
        elif len(measure.labels) == options.players and pairing.others is not None:
            kept.append(rows[numbers, at + numbers % options.players])
            named.append(
                Measure(measure.name, measure.title, share=measure.share, out_of=measure.out_of)
            )
        at += measure.width
    tally = Tally(tuple(named))
    tally.add(np.stack(kept, 1), moves)
    return tally


@dataclass(frozen=True)
class _PlayLoops:
    """The compiled loops of a game."""

    begin: Callable[[OptionsRecord, Records, Records, Dice, np.uint64], None]
    go_on: Callable[
        [OptionsRecord, Records, Records, Dice, Int64Array, Records,
         Int64Array, Int8Array, Int64Array, Int64Array], tuple[int, int]
    ]  # fmt: skip
    act: Callable[[OptionsRecord, Records, Records, Dice, Int64Array, Int64Array], None]


@functools.cache
def _loops(game: Game) -> _PlayLoops:
    rules, core, see, choose = game.rules, steps(game), turns(game).see, chooser(game)
    deal, view, apply = rules.deal_at_random, rules.view, rules.apply
    its_begin, its_act = core.begin, core.act

    def begin(
        o: OptionsRecord, states: Records, extras: Records, dice: Dice, seed: np.uint64
    ) -> None:
        for number in range(states.shape[0]):
            seat_dice(dice[number], seed, np.uint64(number))
            its_begin(o, states[number], extras[number], dice[number])

    def go_on(
        o: OptionsRecord, states: Records, extras: Records, dice: Dice, bots: Int64Array,
        views: Records, rows: Int64Array, numbers: Int8Array, masks: Int64Array,
        waiting: Int64Array,
    ) -> tuple[int, int]:  # fmt: skip
        """Let bots play until the network is on turn: the games where it is, in `waiting`, and
        what it sees there."""
        left, made = 0, 0
        v = views[0]
        for number in range(states.shape[0]):
            s, rolls = states[number], dice[number]
            while s.table.phase != OVER and bots[number, s.table.seat] != A_NETWORK:
                view(o, s, s.table.seat, v)
                apply(o, s, choose(bots[number, s.table.seat], o, v, rolls))
                made += 1
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
            if s.table.phase != OVER:
                see(o, s, extras[number], v, rows[left], numbers[left], masks[left])
                waiting[left] = number
                left += 1
        return left, made

    def act(
        o: OptionsRecord,
        states: Records,
        extras: Records,
        dice: Dice,
        waiting: Int64Array,
        actions: Int64Array,
    ) -> None:
        rewards = np.zeros(o.players, np.float32)
        for place in range(waiting.shape[0]):
            number = waiting[place]
            its_act(o, states[number], extras[number], dice[number], actions[place], rewards)

    return _PlayLoops(
        begin=compiled(begin, made_for=game),
        go_on=compiled(go_on, made_for=game),
        act=compiled(act, made_for=game, allocates=True),
    )
