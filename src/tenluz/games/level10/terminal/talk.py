"""Talk in Level 10 as people type it and read it (L-22, L-23).

There are only counts and wishes, so nothing else can be said; what is true and allowed,
the rules decide (games/level10/talk.py). Counts are filled in from the speaker's own hand.
"""

from collections.abc import Sequence
from typing import Any

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Record
from tenluz.games.level10 import explain
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS
from tenluz.games.level10.rules import talk
from tenluz.games.level10.rules.moves import LEAST, MOST, NO_SEAT, ROW, ROW_BITS, UNTOLD
from tenluz.games.level10.rules.options import MOST_WORLDS
from tenluz.terminal.game_text import Statement, TableView, Talk
from tenluz.terminal.names import Names, number_of

HELP = """\
say                 tell how many cards of each world you hold
say D               tell how many desert cards you hold
say always          tell your counts after each of your turns (say never: stop)
want D              say that you would like to play a desert card
reset D             say that you would like to reset the desert row
advise ADA reset D  advise Ada to reset the desert row
advise ADA D        advise Ada to play a desert card (only with advice all, as in edition ru)
ask                 let all bots tell their counts"""


class Level10Talk(Talk):
    """Statements are (kind, world, number, to)."""

    help = HELP

    def read(self, table_view: TableView, text: str) -> tuple[Statement, ...] | None:
        verb, *words = text.lower().split()
        if verb == "say":
            return self._counts(table_view, words)
        if verb == "want":
            return ((talk.WISH_CARD, _only_world(table_view, words, "want D"), 0, NO_SEAT),)
        if verb == "reset":
            return ((talk.WISH_RESET, _only_world(table_view, words, "reset D"), 0, NO_SEAT),)
        if verb == "advise":
            return (_advice(table_view, words),)
        return None

    def _counts(self, table_view: TableView, words: Sequence[str]) -> tuple[Statement, ...]:
        if not words or words == ["all"]:
            worlds = range(table_view.options.worlds)
            return tuple((talk.COUNT, world, count(table_view, world), NO_SEAT) for world in worlds)
        number = None
        if words[0].isdecimal() and len(words[0]) < 3:
            number, words = int(words[0]), words[1:]
        world = _only_world(table_view, words, "say D")
        told = count(table_view, world) if number is None else number
        return ((talk.COUNT, world, told, NO_SEAT),)

    def everything(self, table_view: TableView) -> tuple[Statement, ...]:
        """All counts, if one of them is not known to everybody."""
        o, t, seat = table_view.options, table_view.view.table, table_view.view.seat
        if o.open_counts or o.players == 1:
            return ()
        known = True
        for world in range(o.worlds):
            number = count(table_view, world)
            known &= t.told[seat, world] == number * MOST + number * LEAST
        return () if known else self._counts(table_view, ())

    def say(self, packed: Record, state: Record, seat: int, statement: Statement) -> None:
        if len(statement) != 4 or not talk.COUNT <= statement[0] <= talk.WISH_RESET:
            raise NotUnderstood(f"{statement} is no statement: kind, world, number, to.")
        kind, world, number, to = statement
        reason = talk.may_say(packed, state, seat, kind, world, number, to)
        if reason != talk.FINE:
            raise explain.why_not_say(reason)
        talk.say(packed, state, seat, kind, world, number, to)

    def tell(self, names: Names, seat: int, statements: Sequence[Statement]) -> str:
        counts = [f"{WORLDS[w]}{n}" for kind, w, n, _ in statements if kind == talk.COUNT]
        if len(counts) > 1:
            return f"{names.does(seat, 'hold')} {' '.join(counts)}."
        kind, world, number, to = statements[0]
        name = WORLD_NAMES[world]
        if kind == talk.COUNT:
            return f"{names.does(seat, 'hold')} {number_of(number, name + ' card')}."
        act = f"play a {name} card" if kind == talk.WISH_CARD else f"reset the {name} row"
        if to != NO_SEAT:
            return f"{names.does(seat, 'advise')} {names.in_clause(to)} to {act}."
        return f"{names[seat]} would like to {act}."


def count(table_view: TableView, world: int) -> int:
    """How many cards of a world the reader holds."""
    return int(table_view.view.hand & (ROW_BITS << (world * ROW))).bit_count()


def _only_world(table_view: TableView, words: Sequence[str], example: str) -> int:
    if len(words) == 1 and words[0]:
        for world in range(table_view.options.worlds):
            if words[0] == WORLDS[world].lower() or words[0] == WORLD_NAMES[world]:
                return world
    letters = ", ".join(
        f"{WORLDS[world]} {WORLD_NAMES[world]}" for world in range(table_view.options.worlds)
    )
    raise NotUnderstood(f"Name one world, as in {example!r}: {letters}.")


def _advice(table_view: TableView, words: Sequence[str]) -> Statement:
    if len(words) < 2:
        raise NotUnderstood("Say whom and what you advise: advise ADA D, or advise ADA reset D.")
    to = named(table_view.names, words[0])
    kind, rest = talk.WISH_CARD, words[1:]
    if rest[0] == "reset":
        kind, rest = talk.WISH_RESET, rest[1:]
    return (kind, _only_world(table_view, rest, "advise ADA D"), 0, to)


def named(names: Names, text: str) -> int:
    """The seat of a name; the reader's own is also `me`."""
    for seat in range(len(names)):
        own = seat == names.me and text.lower() in ("me", "you")
        if own or names.names[seat].lower() == text.lower():
            return seat
    raise NotUnderstood(f"Nobody here is called {text!r}: there are {', '.join(names.names)}.")


# --- what everybody has heard, for the table's display -----------------------------------------


def heard(o: Any, view: Any, seat: int) -> str:
    """What is known of a seat's counts: `D2 F0 S1-2`; worlds never told are left out."""
    parts = []
    for world in range(o.worlds):
        if o.open_counts:
            parts.append(f"{WORLDS[world]}{view.counts[seat, world]}")
            continue
        told = view.table.told[seat, world]
        least, most = told % MOST, min(told // MOST, view.table.cards[seat])
        if told != UNTOLD:
            parts.append(f"{WORLDS[world]}{least}" + (f"-{most}" if most > least else ""))
    return " ".join(parts)


def wishes(o: Any, t: Any, seat: int) -> list[str]:
    """What a seat has said it would like, and what others have advised it."""
    found = []
    for bits, word in ((t.wishes[seat], "would"), (t.advised[seat], "is advised to")):
        for world in range(o.worlds):
            if bits >> world & 1:
                found.append(f"{word} play {WORLDS[world]}")
            if bits >> (MOST_WORLDS + world) & 1:
                found.append(f"{word} reset {WORLDS[world]}")
    return found
