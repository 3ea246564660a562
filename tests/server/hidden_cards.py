"""Whether somebody was told more than their seat may know.

Every screen is held against that of another deal, which the rules draw from the seat's view alone:
the two agree in all that the seat may know, and the cards that it may not are others. What each
entry tells is held against what the log tells that seat. Only digests are kept of what was heard,
so that it can be all that hundreds of people hear for minutes.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from tenluz.engine import dice
from tenluz.engine.types import Seat
from tenluz.server.protocol import to_json_bytes
from tenluz.server.store import Entry, TableRow
from tenluz.server.table_log import TableLog

Digest = bytes


def _digest(value: Any) -> Digest:
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(text, digest_size=8).digest()


def _sent(value: Any) -> Digest:
    """The same, of something that has yet to be written as JSON."""
    return _digest(orjson.loads(to_json_bytes(value)))


class Heard:
    """All that one seat was told at one table."""

    def __init__(self) -> None:
        self.screens: dict[int, set[Digest]] = {}  # by the entry after which they are
        self.events: dict[int, set[Digest]] = {}  # by their entry

    def note(self, message: Mapping[str, Any]) -> None:
        """A message that this seat was sent."""
        if "screen" not in message:
            assert "entries" not in message, "cards are told with a screen alone"
            return
        self.screens.setdefault(message["seq"], set()).add(_digest(message["screen"]))
        for entry in message["entries"]:
            told = self.events.setdefault(entry["seq"], set())
            told.update(_digest(event) for event in entry["events"])


def told_too_much(row: TableRow, entries: Iterable[Entry], seat: Seat, heard: Heard) -> list[str]:
    """What a seat heard that its view does not hold; the log is that of the whole table."""
    log, rolls = TableLog(row), dice.new_dice(1)
    game = log.game
    found = []
    others = 0
    for entry in entries:
        learnt = {_sent(event) for event in log.apply(entry, (seat,))[seat]}
        if not heard.events.get(entry.seq, set()) <= learnt:
            found.append(f"{row.id}: seat {seat} was told more of entry {entry.seq}")
        if log.over:
            allowed = log.screen(seat)  # at the end a game lays open what was hidden
        else:
            packed, true = log.match.packed, log.match.state
            other = game.new_state(packed)
            game.rules.sample(packed, log.match.view(seat), rolls, other)
            others += other.tobytes() != true.tobytes()
            allowed = game.screen(log._options, game.plain_view(packed, other, seat))
        if not heard.screens.get(entry.seq, set()) <= {_sent(allowed)}:
            found.append(f"{row.id}: seat {seat} saw more after entry {entry.seq}")
    assert others, "some of the deals that were drawn are others than the true one"
    return found
