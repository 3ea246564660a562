"""Games written down with every state, for machine code elsewhere to play again (`driver.c`).

A recording is a row of 64-bit words. Each event is its letter, what it takes, and what it gives:

    G  options                         the state of a new game
    D  first, number of cards, cards   the state
    L                                  two words of legal moves
    M  move                            the state
    S  seat, kind, world, number, to   the state
    V  number of views                 the views of a watcher and of every seat

The loop that plays them is compiled here by Numba, with the rules joined into it: no code that was
compiled ahead of time has a part in it.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from tenluz.bots.registry import bot_named
from tenluz.engine import dice
from tenluz.engine.compiled import compiled
from tenluz.engine.game import DEAL, OVER, Game
from tenluz.engine.types import Int64Array
from tests.differential.play import ASIDE, SAID, SEED, STATEMENT, block_options

EVENTS = b"GDLMSV"
NEW_GAME, DEALT, LEGAL, MOVE, STATED, VIEWS = EVENTS
EVERY = 8  # moves, about: the views, and at the end
MOST_CARDS = 128  # of a deck
MOST_WORDS = 1 << 17  # of a game


class Recording(NamedTuple):
    """Games, and how many events of each kind are in them."""

    words: Int64Array
    counts: dict[str, int]


@compiled
def put(words, at, number):
    words[at] = number
    return at + 1


@compiled
def put_all(words, at, numbers):
    for number in numbers:
        words[at] = number
        at += 1
    return at


@functools.cache
def recorder(game: Game) -> Any:
    """record(options, state, views, deck, rolls, careful, counts, words) -> how many words.

    Options, state and views come twice: as the rules take them, and as words."""
    rules = game.rules
    start, shuffle, deal = rules.start, rules.shuffle, rules.deal
    legal, apply, view = rules.legal, rules.apply, rules.view
    any_move, say, *_ = ASIDE[game.name]
    good_move = bot_named(game, "novice").choose

    def record(options, state, views, deck, rolls, careful, counts, words):
        o, o_words = options
        s, s_words = state
        seen, v_words = views
        statement = np.empty(STATEMENT, np.int64)
        turn = MOST_CARDS + len(v_words) + 3 * len(s_words) + 20  # words, at most
        start(o, s)
        at = put_all(words, put(words, 0, NEW_GAME), o_words)
        at = put_all(words, at, s_words)
        counts[NEW_GAME] += 1
        while s.table.phase != OVER and at + turn <= len(words):
            if s.table.phase == DEAL:
                cards = deck[: o.deck]
                first = shuffle(o, s, rolls, deck)
                deal(o, s, cards, first)
                at = put(words, put(words, put(words, at, DEALT), first), len(cards))
                at = put_all(words, put_all(words, at, cards), s_words)
                counts[DEALT] += 1
            else:
                low, high = legal(o, s)
                at = put(words, put(words, put(words, at, LEGAL), low), high)
                counts[LEGAL] += 1
                if careful:
                    view(o, s, s.table.seat, seen[0])
                    move = int(good_move(o, seen[0], rolls))
                else:
                    move = int(any_move(o, s, low, high, rolls))
                apply(o, s, move)
                at = put_all(words, put(words, put(words, at, MOVE), move), s_words)
                counts[MOVE] += 1
            if say(o, s, rolls, statement) == SAID:
                at = put_all(words, put(words, at, STATED), statement)
                at = put_all(words, at, s_words)
                counts[STATED] += 1
            if s.table.phase == OVER or dice.below(rolls, EVERY) == 0:
                v_words[:] = 0
                for number in range(len(seen)):
                    view(o, s, number - 1, seen[number])
                at = put(words, put(words, at, VIEWS), len(seen))
                at = put_all(words, at, v_words)
                counts[VIEWS] += 1
        return at

    return compiled(record, made_for=game, allocates=True, keep=False)


def recorded(game: Game, games: int) -> Recording:
    """So many games, with all the options that differential tests have, every other one by a bot
    that plays well enough to get far."""
    every = block_options(game.name)
    words = np.empty(MOST_WORDS, np.int64)
    counts = np.zeros(max(EVENTS) + 1, np.int64)
    parts = []
    for number in range(games):
        options = game.options(every[number // 2 % len(every)]).packed()
        state = np.zeros(1, game.state_type)
        views = np.zeros(options.players + 1, game.view_type)
        size = recorder(game)(
            (options, as_words(options)),
            (state[0], state.view(np.int64)),
            (views, views.view(np.int64)),
            np.empty(MOST_CARDS, np.int64),
            dice.new_dice(SEED, number),
            number % 2 == 1,
            counts,
            words,
        )
        assert state["table"]["phase"][0] == OVER, (
            f"game {number} is longer than {MOST_WORDS} words"
        )
        parts.append(words[:size].copy())
    return Recording(np.concatenate(parts), {chr(each): int(counts[each]) for each in EVENTS})


def as_words(record: Any) -> Int64Array:
    """A record of any size, filled up with zeros."""
    raw = record.tobytes()
    return np.frombuffer(raw.ljust(-(-len(raw) // 8) * 8, b"\0"), np.int64)
