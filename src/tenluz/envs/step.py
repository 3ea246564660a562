"""One step of an environment, compiled: the same core under every interface.

Knows games through their rules and their environments; knows no interface, no names, no text.
Nothing here allocates, so a kernel on a GPU calls the same functions.

    begin(o, s, extra, rolls)                       a new game, dealt
    begin_from(o, s, extra, rolls, deck)            the same, shuffled in a place of one's own
    allows(o, s, extra, action) -> bool             whether the seat on turn may do that
    legal_actions(o, s, extra, mask)                the same for all actions: a byte each, 1
                                                    or 0, eight to a 64-bit word of the mask
    act(o, s, extra, rolls, action, rewards) -> bool
                                                    do it; trusts its caller
    pay(o, s, extra, rewards) -> bool               the game's own: what is due now

An *action* is a move of the rules or, after those, something to say. After `begin`
and `act` somebody is on turn or the game is over: deals are made here, by dice. `rewards` are
those of this step alone, one for each seat: written only where something is due, which `act`
and `pay` tell.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, Game
from tenluz.engine.instructions import to_bytes
from tenluz.engine.options import Options
from tenluz.engine.types import Dice, Float32Array, Int64Array, OptionsRecord, StateRecord
from tenluz.envs.environment import EXTRA, Extra, Meaning, environment


@dataclass(frozen=True)
class Steps:
    """The compiled functions of a game's environment. Signatures: see the head of this file."""

    moves: int  # actions below this are moves of the rules
    meanings: tuple[Meaning, ...]  # of every action there is
    begin: Callable[[OptionsRecord, StateRecord, Extra, Dice], None]
    begin_from: Callable[[OptionsRecord, StateRecord, Extra, Dice, Int64Array], None]
    allows: Callable[[OptionsRecord, StateRecord, Extra, int], bool]
    legal_actions: Callable[[OptionsRecord, StateRecord, Extra, Int64Array], None]
    act: Callable[[OptionsRecord, StateRecord, Extra, Dice, int, Float32Array], bool]
    pay: Callable[[OptionsRecord, StateRecord, Extra, Float32Array], bool]


def new_extra(
    game: Game, options: Options, *, reward: str = "", shaped: bool = False, talk: bool = False
) -> Extra:
    """The `extra` of a game with these options (of the game's own options type)."""
    env = environment(game)
    rewards = env.rewards
    if reward and reward not in rewards:
        raise NotUnderstood(f"reward must be one of {', '.join(rewards)}, not {reward!r}.")
    if talk and not game.talks:
        raise NotUnderstood(f"There is no talk in {game.title}.")
    if shaped and not env.shaped:
        raise NotUnderstood(f"The rewards of {game.title} are not shaped.")
    extra: Extra = np.zeros(1, EXTRA)[0]
    extra.reward = rewards.index(reward) if reward else 0
    extra.out_of = env.out_of(options, extra.reward)
    extra.shaped = shaped
    extra.talk = talk
    return extra


@functools.cache
def steps(game: Game) -> Steps:
    """The functions of a game, compiled when they are first called."""
    env = environment(game)
    rules = game.rules
    start, deal, legal, apply = rules.start, rules.deal_at_random, rules.legal, rules.apply
    shuffle, lay_out = rules.shuffle, rules.deal
    moves, actions = env.moves, env.actions
    move, talk_actions = env.move, env.talk_actions
    talk, keep_talk = env.talk, env.keep_talk
    pay = env.pay

    def begin(o: OptionsRecord, s: StateRecord, extra: Extra, rolls: Dice) -> None:
        start(o, s)
        deal(o, s, rolls)
        extra.paid = 0
        extra.said = 0

    def begin_from(
        o: OptionsRecord, s: StateRecord, extra: Extra, rolls: Dice, deck: Int64Array
    ) -> None:
        start(o, s)
        lay_out(o, s, deck, shuffle(o, s, rolls, deck))
        extra.paid = 0
        extra.said = 0

    def legal_words(o: OptionsRecord, s: StateRecord, extra: Extra) -> tuple[int, int]:
        low, high = legal(o, s)  # whose proposals are legal for all seats or for none
        return low, high | talk_actions(o, s, extra) << (moves & 63)  # moves end in the high word

    legal_words = compiled(legal_words, made_for=game)

    def allows(o: OptionsRecord, s: StateRecord, extra: Extra, action: int) -> bool:
        if action < 0 or action >= actions:
            return False
        low, high = legal_words(o, s, extra)
        word = low if action < 64 else high
        return word >> (action & 63) & 1 == 1

    def legal_actions(o: OptionsRecord, s: StateRecord, extra: Extra, mask: Int64Array) -> None:
        low, high = legal_words(o, s, extra)
        for word in range(mask.shape[0]):
            bits = low >> (8 * word) if word < 8 else high >> (8 * (word - 8))
            mask[np.uint64(word)] = to_bytes(bits & 255)

    def act(
        o: OptionsRecord,
        s: StateRecord,
        extra: Extra,
        rolls: Dice,
        action: int,
        rewards: Float32Array,
    ) -> bool:
        if action >= moves:
            talk(o, s, extra, action)
            return False
        seat = s.table.seat
        apply(o, s, move(o, s, action))
        keep_talk(o, s, extra, seat)
        paid = pay(o, s, extra, rewards)
        if s.table.phase == DEAL:
            deal(o, s, rolls)
        return paid

    return Steps(
        moves=moves,
        meanings=env.meanings,
        begin=compiled(begin, made_for=game),
        begin_from=compiled(begin_from, made_for=game),
        allows=compiled(allows, made_for=game),
        legal_actions=compiled(legal_actions, made_for=game),
        act=compiled(act, made_for=game),
        pay=pay,
    )
