"""A finished game once more, as one seat saw it: what its table said, entry by entry."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Seat
from tenluz.server.http_models import Replay
from tenluz.server.protocol import News, Told, Welcome, to_json_bytes
from tenluz.server.refusals import refusal
from tenluz.server.table_log import TableLog

KEPT_BYTES = 64 << 20  # of replays that were asked for lately; one of a long game has up to 42 MB


def replay(log: TableLog, seat: Seat) -> bytes:
    """The game of a log as JSON; refused while it is not over, as it would show a hand."""
    if not log.over:
        raise refusal("not_over")
    if seat >= len(log.seating.chairs):
        raise refusal("no_such_seat", seat=seat)
    asked = (log.row.id, log.row.rewritten, log.seq, seat)
    found = _cache.get(asked)
    if found is None:
        found = _replay(log, seat)
        _cache.put(asked, found)
    return found


class ReplayCache:
    """What was asked for lately, of so many bytes at most: a whole game is folded for each. Several
    threads may ask."""

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self._found: OrderedDict[Hashable, bytes] = OrderedDict()  # the latest at the end
        self._lock = threading.Lock()

    def get(self, asked: Hashable) -> bytes | None:
        """What was found for it, if that is still kept."""
        with self._lock:
            if asked in self._found:
                self._found.move_to_end(asked)
            return self._found.get(asked)

    def put(self, asked: Hashable, found: bytes) -> None:
        """Keep this, and let go of what was not asked for for longest."""
        with self._lock:
            self._bytes += len(found) - len(self._found.pop(asked, b""))
            self._found[asked] = found
            while self._bytes > self._most:
                self._bytes -= len(self._found.popitem(last=False)[1])


_cache = ReplayCache(KEPT_BYTES)


def _replay(log: TableLog, seat: Seat) -> bytes:
    again = TableLog(log.row)
    seats = [replace(one, online=True) for one in log.seating.seats(())]
    begin, *later = log.entries
    dealt = again.apply(begin, (seat,))[seat]
    welcome = Welcome(
        table=log.row.id,
        game=log.game.name,
        options=log.row.options,
        you=seat,
        old_seat=NO_SEAT,
        seats=seats,
        watchers=0,
        bots=[],
        best_bot="",
        seq=begin.seq,
        since=0,
        entries=[Told(begin.seq, dealt)],
        screen=again.screen(seat),
    )
    news = []
    for entry in later:
        events = again.apply(entry, (seat,))[seat]
        if entry.kind in ("move", "say"):
            news.append(News(entry.seq, [Told(entry.seq, events)], again.screen(seat)))
    return to_json_bytes(Replay(welcome, news))
