"""Moves of Level 10 when nobody knows yet what lies in the pile, compiled.

A record holds a card at every place of the pile. Where it matters what chance may still
bring, the cards that nobody has seen lie there in ascending order, which says nothing, and
each is decided when it is drawn: `unseen_draws` tells how many cards a move needs from chance,
`turn_up` lays one of them on top. Cards that somebody has tucked lie where they are.
"""

from tenluz.engine.compiled import compiled
from tenluz.games.level10.rules.apply import apply
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import State


@compiled
def unseen(o: Packed, s: State) -> int:
    """How many cards of the pile nobody has seen: those of the deck as it was dealt."""
    return max(0, o.deck - s.table.head)


@compiled
def unseen_draws(o: Packed, s: State, after: State, move: int) -> int:
    """Make a move in `after`, a copy of `s`: how many cards it drew that nobody had seen.

    If that is 0 the move is made; else `after` is good for nothing, as they are undecided.
    """
    apply(o, after, move)
    return unseen(o, s) - unseen(o, after)


@compiled
def turn_up(s: State, place: int, card: int) -> None:
    """Let a card that nobody has seen lie at a place; those below it stay in order."""
    at = place
    while s.pile[at] != card:
        at += 1
    while at > place:
        s.pile[at] = s.pile[at - 1]
        at -= 1
    s.pile[place] = card
