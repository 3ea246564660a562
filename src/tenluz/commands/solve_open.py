"""`tenluz solve RECORD`, `tenluz solve GAME --deals N`: what could be done with all cards seen."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.commands.options import read_options
from tenluz.commands.waiting import compiling_notice, progress

if TYPE_CHECKING:
    from tenluz.engine.game import Game
    from tenluz.engine.record import GameRecord
    from tenluz.lab.open_cards import Watch

STANDARD_INPUT = "-"
LINES = 20  # of a pipe: told about so often how far it is


def is_record(what: str) -> bool:
    """Whether a word on the command line means a record, and not a game."""
    return what == STANDARD_INPUT or "/" in what or "." in what or Path(what).exists()


def solve_record(what: str, after: int | None, limit: int | None, *, as_json: bool) -> None:
    """Every position of a record that its game says, or the one after so many turns."""
    from tenluz.commands.solve import away, stoppable
    from tenluz.lab.open_cards import positions, solver_of

    record = _read(what)
    game, options = record.game, record.options
    solver = solver_of(game)
    most = solver.OPEN_POSITIONS if limit is None else limit
    begin = time.perf_counter()
    solved = []
    with stoppable(), compiling_notice():
        for position in positions(record, after):
            found = away(partial(solver.solve_open, options, position.state, most))
            solved.append((position, found))
    seconds = time.perf_counter() - begin
    if as_json:
        each = [
            {"title": where.title, "turns": where.turns, "exact": one.exact, **one.to_json()}
            for where, one in solved
        ]
        values = {"game": game.name, "options": options.write(), "positions": each}
        print(json.dumps({**values, "seconds": round(seconds, 3)}))
        return
    agreed = ", ".join(f"{name} {value}" for name, value in options.write().items())
    print(f"{game.title}: {agreed}")
    for where, one in solved:
        print(f"{where.title[:1].upper()}{where.title[1:]}:")
        print("\n".join(one.lines()))
    print(f"{seconds:.1f} s")


def _read(what: str) -> "GameRecord":
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.record import GameRecord, parse_json

    try:
        text = sys.stdin.buffer.read() if what == STANDARD_INPUT else Path(what).read_bytes()
    except OSError as error:
        raise NotUnderstood(f"{what}: {error.strerror or error}.") from None
    return GameRecord.from_json(parse_json(text))


def solve_deals(
    game: "Game",
    players: int | None,
    option: Sequence[str],
    deals: int,
    seed: int | None,
    limit: int | None,
    threads: int | None,
    *,
    as_json: bool,
) -> None:
    """Many deals, and what they come to together."""
    from tenluz.commands.solve import away, stoppable
    from tenluz.engine.seeds import checked
    from tenluz.lab import open_cards
    from tenluz.lab.measures import counted

    solver = open_cards.solver_of(game)
    agreed = counted(game).agreed
    _, options = read_options(game.name, players=players, option=option, defaults=agreed)
    seed = checked(open_cards.SEED if seed is None else seed)
    begin = time.perf_counter()
    with stoppable(), _progress() as watch:
        found = away(
            lambda: open_cards.solve_deals(
                game, options, deals, seed=seed, positions=limit, threads=threads, watch=watch
            )
        )
    seconds = time.perf_counter() - begin
    values, lines = solver.summary(found)
    if as_json:
        each = [{"deal": at, "exact": one.exact, **one.to_json()} for at, one in enumerate(found)]
        written = {"game": game.name, "options": options.write(), "seed": seed, "summary": values}
        print(json.dumps({**written, "deals": each, "seconds": round(seconds, 3)}))
        return
    named = ", ".join(f"{name} {value}" for name, value in options.write().items())
    print(f"{game.title}: {named}; seed {seed}")
    print("\n".join(lines))
    print(f"{seconds:.1f} s")


@contextmanager
def _progress() -> Iterator["Watch | None"]:
    """A bar where somebody watches, else a line now and then."""
    if not sys.stderr.isatty():

        def tell(done: int, total: int) -> None:
            if total >= LINES and done % (total // LINES) == 0 and done < total:
                print(f"{done:,} of {total:,} deals", file=sys.stderr, flush=True)

        with compiling_notice():
            yield tell
        return
    with progress("deals") as bar:
        yield bar
