"""Whole games between any bots, compiled or not, many side by side.

Compiled bots play in a compiled loop, until one in plain Python is on turn; those are asked
together, for all games in which they are waited for, in one call. Cards and choices have dice of
their own, game by game: so the same cards can be dealt again whoever plays.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tenluz.bots.bot import Bot, player
from tenluz.bots.registry import chooser, compiled_bots
from tenluz.engine.compiled import compiled
from tenluz.engine.dice import new_dice, seat_dice
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Dice, Int64Array, OptionsRecord, Records, Seat, StateRecord

PLAIN = -1  # the first plain bot's number; the next is -2, and so on


def dice_of_streams(seed: int, streams: Sequence[int] | Int64Array) -> Dice:
    """Dice for many games: a row for each stream of a seed."""
    return np.array([new_dice(seed, int(stream)) for stream in streams], np.uint64).reshape(-1, 2)


def all_compiled(game: Game, bots: Sequence[Bot]) -> bool:
    """Whether games between them need no Python."""
    return all(bot in compiled_bots(game) for bot in bots)


def play_games(
    game: Game,
    o: OptionsRecord,
    bots: Sequence[Bot],
    seats: Int64Array,
    cards: Dice,
    choices: Dice,
) -> tuple[Records, int]:
    """Play a game for each row of `seats`, which says whose number among `bots` sits where.

    `cards` and `choices` are dice, a row for each game; one array may be both. Gives the finished
    states, and how many moves there were.
    """
    states = np.zeros(len(seats), game.state_type)
    if any(bot.history for bot in bots):
        made = 0
        for number, row in enumerate(seats):
            state: Any = states[number]
            sitting = [bots[one] for one in row]
            made += _play_with_history(game, o, state, sitting, cards[number], choices[number])
        return states, made
    own = compiled_bots(game)
    plain = [bot for bot in bots if bot not in own]
    numbers = [own.index(bot) if bot in own else PLAIN - plain.index(bot) for bot in bots]
    who = np.array(numbers, np.int64)[seats]
    its = loops(game)
    views = np.zeros(len(seats), game.view_type)
    waiting = np.zeros(len(seats), np.int64)
    for state in states:
        game.rules.start(o, state)
    moves = 0
    while True:
        left, made = its.go_on(o, states, cards, choices, who, views, waiting)
        moves += made + left
        if left == 0:
            return states, moves
        games = waiting[:left]
        chosen = np.zeros(left, np.int64)
        on_turn = who[games, views["seat"][:left]]
        for number in np.unique(on_turn):
            here = np.flatnonzero(on_turn == number)
            dice = choices[games[here]]
            chosen[here] = player(plain[PLAIN - number]).moves(o, views[here], dice)
            choices[games[here]] = dice
        its.apply_all(o, states, games, chosen)


def _play_with_history(
    game: Game, o: OptionsRecord, state: StateRecord, bots: Sequence[Bot], cards: Dice, dice: Dice
) -> int:
    """One game move by move, for bots that look back."""
    rules = game.rules
    rules.start(o, state)
    histories: list[list[object]] = [[] for _ in bots]
    moves = 0
    while state.table.phase != OVER:
        if state.table.phase == DEAL:
            rules.deal_at_random(o, state, cards)
            continue
        on_turn = state.table.seat
        views = [game.view(o, state, Seat(seat)) for seat in range(len(bots))]
        history = np.array(histories[on_turn], game.view_type)
        move = player(bots[on_turn]).move(o, views[on_turn], dice, history)
        for seat, bot in enumerate(bots):
            if bot.history:
                histories[seat].append(views[seat])
        rules.apply(o, state, move)
        moves += 1
    return moves


# --- compiled ------------------------------------------------------------------------------


class BotLoops:
    """The compiled loops of a game."""

    begin: Callable[[OptionsRecord, Records, Dice, np.uint64, int], None]
    go_on: Callable[
        [OptionsRecord, Records, Dice, Dice, Int64Array, Records, Int64Array], tuple[int, int]
    ]
    apply_all: Callable[[OptionsRecord, Records, Int64Array, Int64Array], None]

    def __init__(self, game: Game) -> None:
        rules = game.rules
        start, deal, view, apply = rules.start, rules.deal_at_random, rules.view, rules.apply
        choose = chooser(game)

        def begin(
            o: OptionsRecord, states: Records, rolls: Dice, seed: np.uint64, first: int
        ) -> None:
            """New games, numbered from `first` on, with dice of their own."""
            for number in range(states.shape[0]):
                seat_dice(rolls[number], seed, np.uint64(first + number))
                start(o, states[number])

        def go_on(
            o: OptionsRecord,
            states: Records,
            cards: Dice,
            choices: Dice,
            who: Int64Array,
            views: Records,
            waiting: Int64Array,
        ) -> tuple[int, int]:
            """Play on until a plain bot is on turn: how many games wait for one, in `waiting`
            with what it sees in `views`, and how many moves were made. `who` says who sits where,
            a row for each game or one for all."""
            left, made = 0, 0
            for number in range(states.shape[0]):  # no more views than games, one for each
                s, v = states[number], views[left]
                mine, rolls = who[number % who.shape[0]], choices[number]
                while s.table.phase != OVER:
                    if s.table.phase == DEAL:
                        deal(o, s, cards[number])
                    else:
                        seat = s.table.seat
                        view(o, s, seat, v)
                        if mine[seat] < 0:
                            waiting[left] = number
                            left += 1
                            break
                        apply(o, s, choose(mine[seat], o, v, rolls))
                        made += 1
            return left, made

        def apply_all(
            o: OptionsRecord, states: Records, games: Int64Array, moves: Int64Array
        ) -> None:
            for at in range(games.shape[0]):
                apply(o, states[games[at]], moves[at])

        self.begin = compiled(begin, made_for=game)
        self.go_on = compiled(go_on, made_for=game)
        self.apply_all = compiled(apply_all, made_for=game)


@functools.cache
def loops(game: Game) -> BotLoops:
    """The loops of a game, compiled when they are first called."""
    return BotLoops(game)
