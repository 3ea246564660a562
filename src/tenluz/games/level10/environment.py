"""Level 10 as a program sees and plays it: observations, wishes as actions, rewards.

Actions are the moves of the rules, numbered as in rules/moves.py, and after them
ten wishes: a world to play, a world to reset (L-22). Only proposals differ (L-5): an
observation counts seats from the viewer on, and so do they.

A wish is stated before one's move and meant for the others until one's next turn. The rules
drop a seat's wishes when its turn ends, so `extra` keeps the new one until then, and it is
said again.
"""

import numpy as np

from tenluz.engine.compiled import compiled
from tenluz.engine.plain import in_python
from tenluz.engine.types import Float32Array, Int8Array, Int64Array, Ints
from tenluz.envs.bit_writer import (
    NEW,
    Pen,
    finish,
    put_bits,
    put_many,
    put_one,
    put_up_to,
    seat_after,
    steps_to,
)
from tenluz.envs.environment import Block, Environment, Extra, Meaning
from tenluz.games.level10.rules import score, talk
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    FIRST,
    LEVEL,
    MOST,
    MOVES,
    NO_CARD,
    NO_SEAT,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
    UNDER,
)
from tenluz.games.level10.rules.options import MOST_SEATS, MOST_WORLDS, Level10Options, Packed
from tenluz.games.level10.rules.score import highest_score
from tenluz.games.level10.rules.state import OpenTable, State
from tenluz.games.level10.rules.view import View

WISH = MOVES  # + world: play there; + 5 + world: reset there
ACTIONS = WISH + 2 * MOST_WORLDS
MEANINGS = (
    Meaning(LEVEL, PAUSE, "play a level card", "D1 ... D8, then F, S, V, M"),
    Meaning(PAUSE_IN, MOST_WORLDS, "play a pause in a row", "D F S V M"),
    Meaning(RESET_IN, MOST_WORLDS, "play a reset in a row", "D F S V M"),
    Meaning(ASIDE, PAUSE + 1, "tuck a card, or lay it under the pause", "as cards, then a pause"),
    Meaning(DONE, 1, "done: tuck no more, lay nothing under the pause"),
    Meaning(FIRST, MOST_SEATS, "propose who begins", "oneself, the next seat, and so on"),
    Meaning(WISH, MOST_WORLDS, "wish to play in a world", "D F S V M"),
    Meaning(WISH + MOST_WORLDS, MOST_WORLDS, "wish to reset in a world", "D F S V M"),
)
ADVISED = ("", "worlds that others advise each to reset (L-23)", "the same, as others advise each")
PHASES = 4  # choose, turn, swap, under

REWARDS = ("score", "win", "filled")
SCORE, WIN, FILLED = 0, 1, 2


@compiled
def advised_kinds(o: Packed) -> int:
    """How many kinds of wishes may be for somebody else, which is how the readings of R-13 are
    numbered: none, resets, resets and cards."""
    return 0 if o.players == 1 else o.advice


def blocks(o: Packed) -> list[Block]:
    """What an observation is made of, in order."""
    cards = (o.worlds, o.values)
    others = o.players - 1
    kinds = in_python(advised_kinds)(o)
    return [
        Block("phase", (PHASES,), "choose a first player, take a turn, swap, lay under a pause"),
        Block("turn", (o.players,), "who is on turn"),
        Block("hand", cards, "my level cards"),
        Block("hand_pauses", (o.pauses,), "my pauses, as many ones"),
        Block("open", (o.worlds,), "rows without a card in the current column"),
        Block("top", (o.worlds, o.values + 1), "value at the end of each row; first: none"),
        Block("resets", (o.worlds, o.resets), "resets beside each row, as many ones"),
        Block("column", (o.columns,), "the current column"),
        Block("here", (2,), "the column has its reset; it has a pause"),
        Block("fits", cards, "level cards that fit the column now"),
        Block("placed", cards, "level cards in the grid"),
        Block("under", cards, "level cards under pauses"),
        Block("tucked", (1,), "one card is tucked in the swap in progress: one more may be"),
        Block("pause_row", (o.worlds,), "the row of the pause just played"),
        Block("pile", (1,), "cards in the draw pile", high=o.deck - o.players * o.hand + 1),
        Block("cards", (o.players,), "hand sizes", high=o.hand),
        Block("in_pile", cards, "cards in the pile, tucked by me"),
        Block("seen", (others, *cards), "cards that I tucked and somebody surely holds"),
        Block("least", (o.players, o.worlds), "at least so many cards of a world", high=o.values),
        Block("most", (o.players, o.worlds), "at most so many cards of a world", high=o.values),
        Block("wishes", (o.players, 2, o.worlds), "worlds each wants to play, to reset"),
        Block("advised", (o.players, kinds, o.worlds), ADVISED[kinds]),
        Block("proposed", (o.players, o.players), "whom each proposes to begin"),
        Block("beginner", (o.players,), "who began the current column"),
    ]


@compiled
def write_bits(o: Packed, v: View, row: Int64Array) -> tuple[int, int, int]:
    """Write the blocks of zeros and ones of a view; where among them other numbers go, those
    from `pile` on and those from `least` on, and how many numbers there are in all."""
    t = v.table
    me = v.seat
    pen = put_one(row, NEW, t.phase - CHOOSE, PHASES)
    pen = put_one(row, pen, steps_to(o, me, t.seat), o.players)
    pen = _cards(o, row, pen, v.hand)
    pen = put_up_to(row, pen, v.hand >> PAUSE, o.pauses)
    pen = put_bits(row, pen, t.open, o.worlds)
    tops, resets = 0, 0
    for world in range(o.worlds):
        tops |= 1 << (world * (o.values + 1) + t.top[world])
        resets |= ((1 << t.resets[world]) - 1) << (world * o.resets)
    pen = put_many(row, pen, tops, o.worlds * (o.values + 1))
    pen = put_many(row, pen, resets, o.worlds * o.resets)
    pen = put_one(row, pen, t.column, o.columns)
    pen = put_bits(row, pen, t.reset_here | t.pause_here << 1, 2)
    pen = _cards(o, row, pen, t.fits)
    pen = _cards(o, row, pen, t.placed_cards)
    pen = _cards(o, row, pen, t.under)
    pen = put_bits(row, pen, t.tucked, 1)
    pen = put_one(row, pen, t.pause_row if t.phase == UNDER else -1, o.worlds)
    pile = pen[1]
    pen = put_bits(row, pen, 0, 1 + o.players)
    pen = _cards(o, row, pen, _in_pile(o, v))
    for steps in range(1, o.players):
        pen = _cards(o, row, pen, v.seen[seat_after(o, me, steps)])
    least = pen[1]
    pen = put_many(row, pen, 0, 2 * o.players * o.worlds)
    pen = _wishes(o, row, pen, me, t.wishes, 2)
    if advised_kinds(o):
        pen = _wishes(o, row, pen, me, t.advised, advised_kinds(o))
    proposals = 0
    for steps in range(o.players):
        proposed = t.proposed[seat_after(o, me, steps)]
        if proposed != NO_SEAT:
            proposals |= 1 << (steps * o.players + steps_to(o, me, proposed))
    pen = put_bits(row, pen, proposals, o.players * o.players)
    pen = put_one(row, pen, steps_to(o, me, t.beginner), o.players)
    return pile, least, finish(row, pen)


@compiled
def write_numbers(o: Packed, v: View, out: Int8Array, places: tuple[int, int, int]) -> None:
    """Write the other blocks into their places: `pile` and `cards`, `least` and `most`."""
    t = v.table
    pile, least, _ = places
    out[np.uint64(pile)] = t.tail - t.head
    most = least + o.players * o.worlds
    for steps in range(o.players):
        seat = seat_after(o, v.seat, steps)
        out[np.uint64(pile + 1 + steps)] = t.cards[seat]
        for world in range(o.worlds):
            out[np.uint64(most + world)] = o.values
        if o.open_counts:
            for world in range(o.worlds):
                out[np.uint64(least + world)] = v.counts[seat, world]
                out[np.uint64(most + world)] = v.counts[seat, world]
        elif t.spoken >> seat & 1:  # who told nothing has 0 and all
            for world in range(o.worlds):
                told = t.told[seat, world]
                out[np.uint64(least + world)] = told % MOST
                out[np.uint64(most + world)] = min(o.values, told // MOST)
        least += o.worlds
        most += o.worlds


@compiled
def _cards(o: Packed, row: Int64Array, pen: Pen, cards: int) -> Pen:
    together = 0
    for world in range(o.worlds):
        of_world = cards >> (world * ROW) & ((1 << o.values) - 1)
        together |= of_world << (world * o.values)
    return put_many(row, pen, together, o.worlds * o.values)


@compiled
def _in_pile(o: Packed, v: View) -> int:
    """Level cards that this seat tucked and that lie in the pile: below all that were dealt."""
    cards = 0
    for place in range(max(v.table.head, o.deck), v.table.tail):
        if v.pile[place] != NO_CARD and v.pile[place] != PAUSE:
            cards |= 1 << v.pile[place]
    return cards


@compiled
def _wishes(o: Packed, row: Int64Array, pen: Pen, me: int, of_seats: Ints, kinds: int) -> Pen:
    """Worlds to play and to reset; of one kind alone, those to reset."""
    together = 0
    worlds = (1 << o.worlds) - 1
    for steps in range(o.players):
        bits = of_seats[seat_after(o, me, steps)]
        said = bits >> MOST_WORLDS & worlds
        if kinds == 2:
            said = (bits & worlds) | said << o.worlds
        together |= said << (steps * kinds * o.worlds)
    return put_many(row, pen, together, o.players * kinds * o.worlds)


# --- actions, and wishes among them ----------------------------------------------------


@compiled
def move(o: Packed, s: State, action: int) -> int:
    """The move of the rules that a legal action stands for."""
    if action >= FIRST:
        return FIRST + seat_after(o, s.table.seat, action - FIRST)
    return action


@compiled
def talk_actions(o: Packed, s: State, extra: Extra) -> int:
    """The wishes that may be stated, as bits: one a turn, before its first move, where there
    is talk and somebody to hear it."""
    if not extra.talk or extra.said or s.table.phase != TURN or o.players == 1:
        return 0
    found = 0
    for number in range(2 * MOST_WORLDS):
        kind, world = _wish(number)
        if talk.may_say(o, s, s.table.seat, kind, world, 0, NO_SEAT) == talk.FINE:
            found |= 1 << number
    return found


@compiled
def say_wish(o: Packed, s: State, extra: Extra, action: int) -> None:
    """State a wish, in place of the last. The seat is still on turn."""
    s.table.wishes[s.table.seat] = 0
    kind, world = _wish(action - WISH)
    talk.say(o, s, s.table.seat, kind, world, 0, NO_SEAT)
    extra.said = action - WISH + 1


@compiled
def keep_talk(o: Packed, s: State, extra: Extra, seat: int) -> None:
    """When the turn of the seat that stated a wish has ended, it still stands."""
    phase = s.table.phase
    if extra.said == 0 or phase in (SWAP, UNDER):
        return
    if phase != OVER:
        kind, world = _wish(extra.said - 1)
        talk.say(o, s, seat, kind, world, 0, NO_SEAT)
    extra.said = 0


@compiled
def _wish(number: int) -> tuple[int, int]:
    """A wish's kind and world."""
    if number < MOST_WORLDS:
        return talk.WISH_CARD, number
    return talk.WISH_RESET, number - MOST_WORLDS


# --- rewards ---------------------------------------------------------------------------


def out_of(o: Level10Options, reward: int) -> int:
    """The best score there is (L-21); else the cells of the grid."""
    return highest_score(o) if reward == SCORE else o.worlds * o.columns


@compiled
def pay(o: Packed, s: State, extra: Extra, rewards: Float32Array) -> bool:
    """Everybody is paid the same: what the game is worth now, less what was paid before."""
    total = _total_reward(o, s.table, extra)
    if total == extra.paid:
        return False
    share = (total - extra.paid) / extra.out_of
    extra.paid = total
    for seat in range(o.players):
        rewards[seat] = share
    return True


@compiled
def _total_reward(o: Packed, t: OpenTable, extra: Extra) -> int:
    """In parts. On the way the cells count that are filled, if rewards are shaped."""
    if t.phase == OVER:
        if extra.reward == WIN:
            return extra.out_of if t.won else 0
        if extra.reward == FILLED:
            return t.placed
        return score.counted(o, t) + score.bonus(o, t)
    if not extra.shaped:
        return 0
    return score.counted(o, t) if extra.reward == SCORE else t.placed


ENVIRONMENT = Environment(
    actions=ACTIONS,
    moves=MOVES,
    meanings=MEANINGS,
    rewards=REWARDS,
    blocks=blocks,
    write_bits=write_bits,
    write_numbers=write_numbers,
    out_of=out_of,
    pay=pay,
    move=move,
    talk_actions=talk_actions,
    talk=say_wish,
    keep_talk=keep_talk,
    shaped=True,
    # Agents that know nothing yet would propose first players for a long time. No action advises
    # somebody else, so an observation need not tell of it.
    defaults={"first_player": "dealt", "advice": "none"},
)
