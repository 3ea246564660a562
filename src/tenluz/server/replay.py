"""A finished game once more, as one seat saw it: what its table said, entry by entry."""

import functools
from dataclasses import replace

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Seat
from tenluz.server.http_models import Replay
from tenluz.server.protocol import News, Told, Welcome, to_json_bytes
from tenluz.server.refusals import refusal
from tenluz.server.table_log import TableLog


def replay(log: TableLog, seat: Seat) -> bytes:
    """The game of a log as JSON; refused while it is not over, as it would show a hand."""
    if not log.over:
        raise refusal("not_over")
    if seat >= len(log.seating.chairs):
        raise refusal("no_such_seat", seat=seat)
    return _replay(log, seat)


@functools.lru_cache(maxsize=16)  # a whole game is folded for it, and it never changes
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
