"""The games of a simulation, and the deals of a tournament, on many machines, by Ray.

Games are numbered, and a share is a range of numbers whose length follows from the number
of games alone. A share's tally is sums of whole numbers, so the outcome is that of one
machine, whoever played which share and however often. A share that is lost with its worker
is played again; one that fails is not, as it would fail again. How a run gets to Ray and
leaves it again: `ray_connection.py`.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import ModuleType

from tenluz import __version__
from tenluz.engine.catalogue import game_named
from tenluz.engine.code_cache import ENGINE, ROOMS, text_digest
from tenluz.engine.types import Int64Array, JsonObject
from tenluz.lab.measures import Tally
from tenluz.lab.ray_connection import LOCAL, ClusterError, joined
from tenluz.lab.simulate import (
    Simulation,
    SimulationResult,
    TallySoFar,
    Watch,
    empty_tally,
    play_share,
)
from tenluz.lab.tournament import TableOf, Tournament, play_deals
from tenluz.lab.work_pool import POLL

SMALLEST, LARGEST = 64, 8_192  # games of a share: milliseconds to seconds of work
SHARES = 1_024  # of a run, between these two: enough for hundreds of workers
AHEAD = 2  # shares for each worker: one is played, and the next is there when it is done
LOSSES = 10  # of one share. Machines come and go; a share that always goes with them is at fault
COUNT = 1.0  # seconds between two counts of the workers, which may come and go


def simulate(
    address: str,
    simulation: Simulation,
    games: int,
    *,
    at_once: int | None = None,
    watch: Watch | None = None,
) -> SimulationResult:
    """Play games number 0 to `games` - 1 on a cluster, `local` or at an address.

    `at_once` is the number of workers of a local one; elsewhere it bounds the shares that are
    played at a time, and without it all workers play. `watch` is told how many games are
    finished. After an interrupt those count that were finished up to the first that was not:
    so the outcome is that of a shorter simulation.
    """
    with joined(address, at_once) as ray:
        run = _Run(ray, simulation, games, None if address == LOCAL else at_once)
        start = time.perf_counter()
        interrupted = False
        try:
            run.play(watch)
        except KeyboardInterrupt:
            interrupted = True
        seconds = time.perf_counter() - start
    return SimulationResult(simulation, run.tally, seconds, interrupted, len(run.nodes), run.lost)


def share_size(games: int) -> int:
    """Games of a share (the last may have fewer), whoever plays them."""
    return min(LARGEST, max(SMALLEST, -(-games // SHARES)))


class _Run:
    """The shares of one run: to be played, on their way, finished."""

    def __init__(
        self, ray: ModuleType, simulation: Simulation, games: int, at_once: int | None
    ) -> None:
        lost = ray.exceptions
        self._ray = ray
        self._lost_with = (
            lost.WorkerCrashedError,
            lost.NodeDiedError,
            lost.ObjectLostError,
            lost.OutOfMemoryError,
        )
        # Ray itself would play a share again without end, if that share ends every worker.
        self._task = ray.remote(max_retries=0)(_travelling())
        self._order = simulation.write()
        self._code = code(simulation.game.name)
        self._size = share_size(games)
        self._games = games
        self._at_once = at_once
        self._workers, self._counted = 0, float("-inf")
        self._next = 0  # share that nobody was given yet
        self._again: list[int] = []
        self._flying: dict[object, int] = {}
        self._losses: Counter[int] = Counter()
        self._so_far = TallySoFar(empty_tally(simulation))
        self.nodes: set[str] = set()

    @property
    def tally(self) -> Tally:
        """Of all games up to the first that is not finished."""
        return self._so_far.tally

    @property
    def lost(self) -> int:
        """How often a share had to be played again."""
        return self._losses.total()

    def play(self, watch: Watch | None) -> None:
        """Play all shares; ClusterError if that cannot be done.

        What is on its way when this ends is not cancelled: workers drop it when we leave.
        (A task that is cancelled at the moment in which it ends aborts Ray, and us with it.)
        """
        while self._so_far.finished < self._games:
            try:
                self._send()
                ready, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=POLL)
                for ref in ready:
                    self._receive(ref)
            except ConnectionError as error:  # by ray:// there is a connection that can break
                raise ClusterError(f"The cluster is gone: {_why(error)}") from None
            if watch:
                watch(self._so_far.finished)

    def _send(self) -> None:
        """Give out shares, no more than workers will soon want; first those that were lost."""
        now = time.monotonic()
        if now - self._counted > COUNT:
            self._workers = int(self._ray.cluster_resources().get("CPU", 0))
            self._counted = now
        most = self._at_once or AHEAD * max(1, self._workers)
        while len(self._flying) < most:
            if self._again:
                number = self._again.pop()
            elif self._next * self._size < self._games:
                number = self._next
                self._next += 1
            else:
                return
            share = self._share(number)
            ref = self._task.remote(self._code, self._order, share.start, len(share))
            self._flying[ref] = number

    def _receive(self, ref: object) -> None:
        """A share that has come to its end: finished, lost or failed."""
        number = self._flying.pop(ref)
        try:
            report = self._ray.get(ref)
        except self._lost_with as error:
            self._lose(number, error)
        except self._ray.exceptions.RayError as error:
            raise ClusterError(f"{self._named(number)} failed on a worker: {_why(error)}") from None
        else:
            self._finish(number, report)

    def _finish(self, number: int, report: JsonObject) -> None:
        if report["wrong"]:
            raise _other_code(report, self._code)
        self.nodes.add(report["node"])
        self._so_far.add(self._share(number), report["tally"])

    def _lose(self, number: int, error: Exception) -> None:
        """A worker went, and its share with it."""
        self._losses[number] += 1
        if self._losses[number] == LOSSES:
            raise ClusterError(
                f"{self._named(number)} went with its worker {LOSSES} times, "
                f"the last time so: {_why(error)}"
            )
        self._again.append(number)

    def _share(self, number: int) -> range:
        first = number * self._size
        return range(first, min(first + self._size, self._games))

    def _named(self, number: int) -> str:
        share = self._share(number)
        return f"The share of games {share.start} to {share.stop - 1}"


def _why(error: Exception) -> str:
    """The error at the heart of one of Ray's, in a line."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, BaseException):
        return f"{type(cause).__name__}: {cause}".splitlines()[0]
    return (str(error).strip() or type(error).__name__).splitlines()[0]


# --- on a worker ---------------------------------------------------------------------------


def code(game: str) -> str:
    """What must be the same on all machines: the version, and the text of all that plays."""
    return f"{__version__} ({text_digest((ENGINE, *ROOMS, game_named(game).folder))})"


def played(order: JsonObject, first: int, count: int) -> Tally | Int64Array:
    """A worker's part: one share of the simulation that was written as `order`; or of one table of
    a tournament, which `order` names."""
    if "table" in order:
        return play_deals(Tournament.read(order), TableOf(*order["table"]), first, count)
    return play_share(Simulation.read(order), first, count)


@contextlib.contextmanager
def tournament_workers(
    address: str, tournament: Tournament, at_once: int | None
) -> Iterator[Callable[[TableOf, int, int], "Future[Int64Array]"]]:
    """WorkPool for the deals of a tournament: play(table, first, count) gives a future of rows.

    A share that goes with its machine is played again by Ray, some times.
    """
    with joined(address, at_once) as ray:
        task = ray.remote(max_retries=LOSSES)(_travelling())
        expected, order = code(tournament.game.name), tournament.write()

        def play(table: TableOf, first: int, count: int) -> "Future[Int64Array]":
            found: Future[Int64Array] = Future()
            sent = task.remote(expected, {**order, "table": list(table)}, first, count)
            sent.future().add_done_callback(lambda done: _pass_on(done, found, expected))
            return found

        yield play


def _pass_on(done: "Future[JsonObject]", found: "Future[Int64Array]", expected: str) -> None:
    """What a worker has reported, to whoever waits for its rows."""
    try:
        report = done.result()
        if report["wrong"]:
            raise _other_code(report, expected)
        found.set_result(report["tally"])
    except Exception as error:  # Ray's own, of many kinds
        failure = error if isinstance(error, ClusterError) else ClusterError(_why(error))
        found.set_exception(failure)


def _other_code(report: JsonObject, expected: str) -> ClusterError:
    return ClusterError(
        f"On {report['host']} {report['wrong']}; this is Tenluz {expected}. All machines "
        f"of a cluster must have the same: pip install 'tenluz[cluster]=={__version__}' "
        "there."
    )


def _travelling() -> Callable[[str, JsonObject, int, int], JsonObject]:
    """The function that is sent to workers.

    As it is made inside another, Ray sends its text and not its name: so a worker without
    Tenluz, or with another one, is able to say so.
    """

    def share(expected: str, order: dict[str, object], first: int, count: int) -> dict[str, object]:
        import platform

        import ray

        report: dict[str, object] = {"host": platform.node(), "wrong": "", "tally": None}
        report["node"] = ray.get_runtime_context().get_node_id()
        try:
            from tenluz.lab.cluster import code, played

            found = code(str(order["game"]))
        except Exception as error:  # it, or this game, is not installed
            report["wrong"] = f"Tenluz cannot be used ({error})"
            return report
        if found != expected:
            report["wrong"] = f"there is Tenluz {found}"
        else:
            report["tally"] = played(order, first, count)
        return report

    return share
