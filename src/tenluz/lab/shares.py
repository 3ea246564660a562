"""The work of a tournament in shares, on all cores, kept in a file that a second run goes on from.

    {"tenluz-tournament": 1, "code": "...", "game": ..., "options": {...}, "seed": ...,
     "talk": false, "bots": {"rules": "", "expert": "5f0c..."}}
    {"who": "rules", "others": "novice", "first": 0, "rows": [[...], ...]}
    ...

A share is a range of deals at one table. The head says what all shares have in common, and by which
weights or module each bot plays; bots and deals may be added later, and a bot that joins has a line
{"bots": {...}} of its own. A line that was cut short, by whatever stopped the run, is played again.
"""

import contextlib
import functools
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tenluz import __version__
from tenluz.engine.code_cache import ENGINE, ROOMS, text_digest
from tenluz.engine.compiled import cores
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import Int64Array, JsonObject
from tenluz.lab.tournament import TableOf, Tournament, play_deals
from tenluz.lab.work_pool import AHEAD, WorkPool, finished

FORMAT = 1
SIZE, FEW = 25, 10  # deals of a share, and of one for bots that are not asked for many games

Watch = Callable[[int, int], None]  # games finished, of how many


@dataclass(frozen=True)
class Share:
    """Some deals at one table."""

    table: TableOf
    first: int
    count: int

    def __len__(self) -> int:
        return self.count


class Results:
    """The rows of a tournament, in memory and in a file."""

    def __init__(self, tournament: Tournament, path: Path | None = None) -> None:
        self._tournament, self._path = tournament, path
        self._versions = _versions(tournament)
        self._found: dict[TableOf, dict[int, list[int]]] = {}
        if path is not None:
            self._open(path)

    def _head(self) -> JsonObject:
        its = self._tournament
        code = text_digest((ENGINE, *ROOMS, its.game.folder))
        agreed = {"game": its.game.name, "options": its.options.write(), "seed": its.seed}
        how = {"code": f"{__version__} {code}", "talk": its.talk}
        return {"tenluz-tournament": FORMAT, **how, **agreed}

    def _open(self, path: Path) -> None:
        """Read what is there, or begin the file; NotUnderstood where it is of something else."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except OSError as error:
            raise NotUnderstood(f"{path} cannot be used: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise NotUnderstood(f"{path} is no file of a tournament: name another.") from None
        lines = text.splitlines()
        if not lines:
            self._append({**self._head(), "bots": self._versions})
            return
        head = _parsed(lines[0])
        if not isinstance(head, dict) or "tenluz-tournament" not in head:
            raise NotUnderstood(f"{path} is no file of a tournament: name another.")
        differs = [name for name, value in self._head().items() if head.get(name) != value]
        if differs:
            raise NotUnderstood(
                f"The results in {path} are of another tournament ({', '.join(differs)} differs): "
                "name another file."
            )
        if not text.endswith("\n"):  # the last line was cut short, and what follows is another
            self._write("\n")
        kept = [found for line in lines if (found := _parsed(line)) is not None]
        self._hold_to(
            path, {name: one for each in kept for name, one in each.get("bots", {}).items()}
        )
        for found in kept:
            if "rows" in found:
                table = TableOf(found["who"], found["others"])
                self._keep(Share(table, found["first"], len(found["rows"])), found["rows"])

    def _hold_to(self, path: Path, known: dict[str, str]) -> None:
        """Refuse bots that are not those that played, and note who joins."""
        for name, version in self._versions.items():
            if known.get(name, version) != version:
                raise NotUnderstood(
                    f"The results in {path} were played by another {name}: its weights or its "
                    "code have changed. Name another file."
                )
        joins = {name: one for name, one in self._versions.items() if name not in known}
        if joins:
            self._append({"bots": joins})

    def _append(self, line: JsonObject) -> None:
        self._write(f"{json.dumps(line)}\n")

    def _write(self, text: str) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NotUnderstood(f"{self._path} cannot be written: {error.strerror}.") from None

    def _keep(self, share: Share, rows: list[list[int]]) -> None:
        mine = self._found.setdefault(share.table, {})
        mine.update(zip(range(share.first, share.first + share.count), rows))

    def add(self, share: Share, rows: Int64Array) -> None:
        """Keep the rows of a share that was played; NotUnderstood where a bot is no longer the one
        that began, so that nobody knows which of the two played."""
        for name, version in _versions(self._tournament).items():
            if version != self._versions[name]:
                raise NotUnderstood(
                    f"{name} has changed while it played. Let it play from a copy that nobody "
                    "writes to; what was played before is kept."
                )
        values = rows.tolist()
        self._keep(share, values)
        who, others = share.table
        self._append({"who": who, "others": others, "first": share.first, "rows": values})

    def missing(self, deals: int) -> list[Share]:
        """What is still to be played, deals before tables: so an early end leaves all tables
        with as many deals."""
        todo = []
        size = SIZE if self._tournament.asked_together else FEW
        for first in range(0, deals, size):
            for table in self._tournament.tables:
                there = self._found.get(table, {})
                left = [d for d in range(first, min(first + size, deals)) if d not in there]
                if left:  # the last share of an earlier run may have been shorter
                    todo.append(Share(table, left[0], left[-1] - left[0] + 1))
        return todo

    def rows(self, deals: int) -> dict[TableOf, Int64Array]:
        """All rows up to the first deal that is missing, of every table."""
        width = 2 + len(self._tournament.measures)
        made = {}
        for table in self._tournament.tables:
            there = self._found.get(table, {})
            end = next((deal for deal in range(deals) if deal not in there), deals)
            each = [there[deal] for deal in range(end)]
            made[table] = np.array(each, np.int64).reshape(end, width)
        return made


def _versions(tournament: Tournament) -> dict[str, str]:
    """By which weights or module each bot plays now."""
    return {name: bot.version for name, bot in zip(tournament.bots, tournament.found())}


def _parsed(line: str) -> JsonObject | None:
    """A line of the file; None for one that was cut short."""
    with contextlib.suppress(ValueError):
        found: JsonObject = json.loads(line)
        return found
    return None


def play(
    tournament: Tournament,
    results: Results,
    deals: int,
    *,
    at_once: int | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> bool:
    """Play what is missing; whether all of it was finished.

    On all cores or, with the address of a `cluster`, there. `watch` is told now and then how far it
    is. An interrupt ends it, and what is finished is kept.
    """
    todo = results.missing(deals)
    total = sum(tournament.games(share.table) * share.count for share in todo)
    done, count = 0, max(1, min(at_once or cores(), len(todo)))
    here = _here(tournament, count, todo)
    workers = here if cluster is None or not todo else _there(tournament, cluster, at_once)
    try:
        with workers as submit:
            # A cluster's workers come and go: it has everything.
            for piece in finished(submit, todo, AHEAD * count if workers is here else len(todo)):
                if piece is not None:
                    share, rows = piece
                    results.add(share, rows)
                    done += tournament.games(share.table) * share.count
                if watch:
                    watch(done, total)
    except KeyboardInterrupt:
        return False
    return True


def _here(tournament: Tournament, count: int, todo: list[Share]) -> WorkPool[Share, Int64Array]:
    """The cores of this machine."""
    return WorkPool(
        count,
        functools.partial(_played, tournament),
        processes=not tournament.compiled,
        total=sum(map(len, todo)),
    )


@contextlib.contextmanager
def _there(
    tournament: Tournament, cluster: str, at_once: int | None
) -> Iterator[Callable[[Share], "Future[Int64Array]"]]:
    """Machines with the same code."""
    from tenluz.lab.cluster import tournament_workers

    with tournament_workers(cluster, tournament, at_once) as play:
        yield lambda share: play(share.table, share.first, share.count)


def _played(tournament: Tournament, share: Share) -> Int64Array:
    return play_deals(tournament, share.table, share.first, share.count)
