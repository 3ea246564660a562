"""What a player of Level 10 may say, as a client sends it and as a log keeps it.

What the rules make of it, and whether it is true, is in rules/talk.py.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from tenluz.engine import bits
from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import JsonObject, Seat
from tenluz.games.level10 import explain, news, notation
from tenluz.games.level10.rules import talk
from tenluz.games.level10.rules.moves import ROW, ROW_BITS
from tenluz.games.level10.rules.options import Packed
from tenluz.games.level10.rules.state import State

Kind = Literal["count", "card", "reset"]
KINDS: tuple[Kind, ...] = ("count", "card", "reset")  # in the order of rules/talk.py


@dataclass(frozen=True)
class Statement:
    """Something to say (L-22, L-23). A count is filled in by the game, so it is always true."""

    kind: Kind
    world: int  # the row, from 0
    to: int | None = None  # whom it advises, where that is allowed (L-23, R-13)

    # Whoever reads one from outside takes exactly these fields.
    __pydantic_config__: ClassVar[JsonObject] = {"extra": "forbid"}


def checked(options: Packed, state: State, seat: Seat, said: Statement) -> JsonObject:
    """The statement, complete and true, as a log keeps it; NotLegal if it may not be made."""
    number = KINDS.index(said.kind)
    count = None
    if number == talk.COUNT and 0 <= said.world < options.worlds:
        count = bits.size(state.hands[seat] & (ROW_BITS << (said.world * ROW)))
    to = NO_SEAT if said.to is None else said.to
    wrong = talk.may_say(options, state, seat, number, said.world, count or 0, to)
    if wrong != talk.FINE:
        raise explain.why_not_say(wrong)
    return {"seat": seat, "kind": said.kind, "world": said.world, "count": count, "to": said.to}


def say(options: Packed, state: State, statement: JsonObject) -> news.Said:
    """Make a statement of a log, and tell what everybody hears."""
    seat, kind, world = statement["seat"], statement["kind"], statement["world"]
    count, to = statement["count"], statement["to"]
    addressed = NO_SEAT if to is None else to
    talk.say(options, state, seat, KINDS.index(kind), world, count or 0, addressed)
    return news.Said(seat, kind, notation.WORLDS[world], count, to)
