"""Games on a real Ray: the same outcome on any number of machines, also when one is killed."""

import contextlib
import fcntl
import importlib.util
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tenluz.commands.simulate import WAITING
from tenluz.commands.waiting import COMPILING
from tenluz.engine import code_cache
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.lab import cluster, shares
from tenluz.lab import ray_connection as joining
from tenluz.lab.ray_connection import ClusterError
from tenluz.lab.simulate import Simulation, prepare, simulate
from tenluz.lab.tournament import Tournament, play_deals
from tests.commands.running import tenluz
from tests.conftest import RAY_TOKEN
from tests.games_played import GAMES
from tests.lab.test_simulate import between, numbers

pytest.importorskip("ray", reason="there is no Ray for this machine")

# Ray leaves it to Python to close the logs of processes that it starts.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed file .*/ray/session_:ResourceWarning")

SECONDS = r'"seconds": [0-9.]+, '
PATIENCE = 120.0  # seconds: a machine that runs tests is busy
LONG_AGO = time.time() - 24 * 3600


class TwoNodes:
    """A Ray of two nodes with one worker each, of which the second can be killed."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.port = free_port()
        head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": self.port}
        self._ray = Cluster(initialize_head=True, head_node_args=head)
        self.second = self._ray.add_node(num_cpus=1)
        self.address: str = self._ray.address

    def kill_the_second(self) -> None:
        """As when its plug is pulled: nothing of it has time for a last word."""
        import psutil  # Ray brings its own

        raylet = psutil.Process(self.second.all_processes["raylet"][0].process.pid)
        for process in [raylet, *raylet.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def stop(self) -> None:
        self._ray.shutdown()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _used(game: Game) -> Iterator[Path]:
    """The folders with the compiled code of a simulation."""
    rooms = (game.folder / "rules", game.folder / "bots", *code_cache.ROOMS[:2], code_cache.ENGINE)
    for room in rooms:  # what the engine makes for a game is for one table, not for many games
        made_for = None if room == code_cache.ENGINE else game.folder
        code = code_cache.code_of(room / "any.py", made_for)
        folder = None if code is None else code_cache.code_folder(code)
        if folder is not None:
            yield folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled code for workers, in a folder of its own that nobody has used for a day."""
    for game in GAMES:
        prepare(between(game, "random"))
    folder = tmp_path_factory.mktemp("cache")
    for each in sorted({used for game in GAMES.values() for used in _used(game)}):
        shutil.copytree(each, folder / each.name)
        os.utime(folder / each.name, (LONG_AGO, LONG_AGO))
    return folder


@pytest.fixture(scope="module")
def two_nodes(cache: Path) -> Iterator[TwoNodes]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in joining.SETTINGS.items():
            patch.setenv(name, value)
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "1")
        patch.setenv("TENLUZ_CACHE", str(cache))
        nodes = TwoNodes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joining, "KNOCK", PATIENCE)
        yield nodes
    nodes.stop()


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_a_killed_node_changes_nothing(
    two_nodes: TwoNodes, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SMALLEST", 400)  # games: a good part of a second
    simulation, games = between("level10", "rules", seed=11), 4_123
    expected = numbers(simulate(simulation, games, threads=2))
    compiled = files(cache)
    second = two_nodes.second.node_id
    finish, finished = cluster._Run._finish, []

    def finish_and_note(self: Any, number: int, report: dict[str, Any]) -> None:
        finish(self, number, report)
        finished.append(report["node"])

    monkeypatch.setattr(cluster._Run, "_finish", finish_and_note)
    with killed_in_its_second_share(two_nodes, tmp_path, monkeypatch):
        outcome = cluster.simulate(two_nodes.address, simulation, games)
    assert outcome.tally.games == games
    assert numbers(outcome) == expected
    assert outcome.lost == 1
    assert (outcome.nodes, finished.count(second)) == (2, 1)
    assert len(finished) == -(-games // 400)
    # TENLUZ_CACHE is honoured: what workers need they found there, and nothing was compiled.
    assert files(cache) == compiled
    used = [cache / folder.name for folder in _used(simulation.game)]
    assert all(folder.stat().st_mtime > LONG_AGO + 3600 for folder in used)


@contextlib.contextmanager
def killed_in_its_second_share(
    nodes: TwoNodes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The second node is killed when it has begun its second share, and before it tells of it.

    It says by a pipe when it begins, and by another it is let tell. Until it is killed the
    first node waits at a lock: so the run goes on for as long as that takes.
    """
    begun, tell, wait = str(folder / "begun"), str(folder / "tell"), str(folder / "wait")
    share, second = cluster._travelling(), nodes.second.node_id

    def travelling() -> Callable[..., Any]:
        def play_as_told(*order: object) -> object:
            import fcntl

            import ray

            if ray.get_runtime_context().get_node_id() != second:
                with open(wait) as waiting:
                    fcntl.flock(waiting, fcntl.LOCK_SH)
                return share(*order)
            with open(begun, "w") as told:
                told.write("begun")
            report = share(*order)
            with open(tell) as allowed:
                allowed.readline()
            return report

        return play_as_told

    def let_tell_then_kill() -> None:
        if heard():
            os.write(allow, b"\n")
            if heard():
                nodes.kill_the_second()
        fcntl.flock(held, fcntl.LOCK_UN)

    def heard() -> bytes:
        ready, _, _ = select.select([hear], [], [], PATIENCE)
        return os.read(hear, 100) if ready else b""

    monkeypatch.setattr(cluster, "_travelling", travelling)
    os.mkfifo(begun)
    os.mkfifo(tell)
    # Pipes are opened for both, so that neither end waits for the other or finds it closed.
    hear, allow = os.open(begun, os.O_RDWR), os.open(tell, os.O_RDWR)
    held = os.open(wait, os.O_RDWR | os.O_CREAT)
    fcntl.flock(held, fcntl.LOCK_EX)
    killer = threading.Thread(target=let_tell_then_kill)
    killer.start()
    try:
        yield
    finally:
        killer.join()
        for each in (hear, allow, held):
            os.close(each)


@pytest.mark.soak
def test_a_share_that_ends_every_worker_ends_the_run(
    two_nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def travelling() -> Callable[..., Any]:
        def end_the_worker(*order: object) -> object:
            import os

            os._exit(1)

        return end_the_worker

    monkeypatch.setattr(cluster, "_travelling", travelling)
    monkeypatch.setattr(cluster, "LOSSES", 2)
    with pytest.raises(ClusterError, match=r"games 0 to 9 went with its worker 2 times"):
        cluster.simulate(two_nodes.address, between("luz", "random"), 10)


def test_a_share_that_fails_is_told_and_not_played_again(two_nodes: TwoNodes) -> None:
    simulation = between("luz", "random")
    nobody = Simulation(simulation.game, simulation.options, ("nobody",) * 4)
    with pytest.raises(ClusterError, match=r"games 0 to 9 failed .* no bot 'nobody'") as caught:
        cluster.simulate(two_nodes.address, nobody, 10)
    assert "\n" not in str(caught.value)


@pytest.mark.soak
def test_a_worker_with_another_tenluz_is_refused(
    two_nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = cluster.code("luz")
    monkeypatch.setattr(cluster, "code", lambda game: "9.9 (newer)")
    with pytest.raises(ClusterError) as caught:
        cluster.simulate(two_nodes.address, between("luz", "random"), 10)
    assert f"there is Tenluz {there}; this is Tenluz 9.9 (newer)" in str(caught.value)
    assert "pip install 'tenluz[cluster]==" in str(caught.value)


def test_a_worker_without_tenluz_says_so() -> None:
    from ray import cloudpickle

    without = (
        "import sys; sys.modules['tenluz'] = None\n"
        "import ray; from ray import cloudpickle\n"
        "ray.get_runtime_context = lambda: type('', (), {'get_node_id': lambda self: ''})()\n"
        "print(cloudpickle.load(sys.stdin.buffer)('', {}, 0, 1)['wrong'])\n"
    )
    sent = cloudpickle.dumps(cluster._travelling())
    asked = [sys.executable, "-c", without]
    ran = subprocess.run(asked, input=sent, capture_output=True, check=False)
    assert b"Tenluz cannot be used (" in ran.stdout, ran.stderr


@pytest.mark.soak
def test_a_client_of_a_cluster_gets_the_same(two_nodes: TwoNodes) -> None:
    simulation = between("luz", "random", seed=4)
    outcome = cluster.simulate(f"ray://127.0.0.1:{two_nodes.port}", simulation, 1_000)
    assert numbers(outcome) == numbers(simulate(simulation, 1_000))


@pytest.mark.parametrize("way", ["address", pytest.param("client", marks=pytest.mark.soak)])
def test_a_tournament_has_the_same_rows_there(two_nodes: TwoNodes, way: str) -> None:
    game = GAMES["luz"]
    bots = ("random", "tests.bots.plain:lowest")
    tournament = Tournament(game, game.options(players=3, deals=1), bots)
    address = two_nodes.address if way == "address" else f"ray://127.0.0.1:{two_nodes.port}"
    results = shares.Results(tournament)
    assert shares.play(tournament, results, 30, cluster=address)
    for table, rows in results.rows(30).items():
        assert rows.tolist() == play_deals(tournament, table, 0, 30).tolist()


@pytest.mark.soak
def test_a_tournament_tells_of_a_worker_that_fails(two_nodes: TwoNodes) -> None:
    game = GAMES["luz"]
    tournament = Tournament(game, game.options(players=3), ("tests.bots.plain:wrong",))
    with pytest.raises(ClusterError, match="chose 127"):
        shares.play(tournament, shares.Results(tournament), 2, cluster=two_nodes.address)


def test_an_interrupt_keeps_the_first_games(two_nodes: TwoNodes) -> None:
    def interrupt(done: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)

    simulation = between("luz", "random")
    stopped = cluster.simulate(two_nodes.address, simulation, 10**9, at_once=1, watch=interrupt)
    assert stopped.interrupted
    assert 0 < stopped.tally.games < 10**9
    assert numbers(stopped) == numbers(simulate(simulation, stopped.tally.games))


# --- from the command line -----------------------------------------------------------------


def command(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    around = {name: value for name, value in os.environ.items() if name not in RAY_TOKEN}
    around |= {"HOME": str(home), "TENLUZ_CACHE": str(code_cache.base_folder())}
    asked = [sys.executable, "-m", "tenluz.cli", "simulate", *words]
    return subprocess.run(
        asked, env=around, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.soak
@pytest.mark.parametrize("workers", ["1", "2"])
def test_local_workers_print_what_threads_print(workers: str, tmp_path: Path) -> None:
    words = ["level10", "--games", "1000", "--seed", "8", "--threads", workers, "--json"]
    here = tenluz("simulate", *words)
    there = command(*words, "--cluster", "local", home=tmp_path)
    assert there.returncode == 0
    assert set(there.stderr.splitlines()) <= {COMPILING, WAITING}  # and nothing of Ray's
    assert re.sub(SECONDS, "", there.stdout) == re.sub(SECONDS, "", here.out)
    assert json.loads(there.stdout)["games"] == 1_000
    assert list(tmp_path.iterdir()) == []  # Ray leaves nothing at home


@pytest.mark.soak
def test_progress_is_shown(two_nodes: TwoNodes) -> None:
    words = ["luz", "--bot", "random", "--games", 1_000, "--json", "--cluster", two_nodes.address]
    ran = tenluz("simulate", *words, stderr_terminal=True)
    assert ran.status == 0
    assert "1000/1000" in ran.err
    assert json.loads(ran.out)["games"] == 1_000


# --- what cannot be joined -----------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["", "nowhere", "host:", "host:99999", "http://host:1", "a b:1"]
)
def test_what_is_no_address_is_not_understood(address: str) -> None:
    with pytest.raises(NotUnderstood, match="A cluster is local, auto, HOST:PORT or ray://"):
        cluster.simulate(address, between("luz", "random"), 10)


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_where_nothing_answers_there_is_no_waiting(scheme: str) -> None:
    address = f"{scheme}127.0.0.1:{free_port()}"
    start = time.monotonic()
    with pytest.raises(ClusterError, match=f"Nothing answers at {address}"):
        cluster.simulate(address, between("luz", "random"), 10)
    assert time.monotonic() - start < joining.REACH + 1


def test_where_something_else_answers_the_waiting_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "KNOCK", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(ClusterError, match=r"Ray did not let us in .* within 3 seconds"):
            cluster.simulate(address, between("luz", "random"), 10)


@pytest.mark.parametrize("failures", [2, 3])
def test_a_client_is_let_in_at_the_third_try(failures: int) -> None:
    class Ray:
        tries = 0

        def init(self, address: str, **how: object) -> None:
            self.tries += 1
            if self.tries <= failures:
                raise ConnectionAbortedError("RuntimeError: Starting Ray client server failed.")

        def shutdown(self) -> None:
            pass

    ray = Ray()
    expected = contextlib.nullcontext() if failures == 2 else pytest.raises(ClusterError)
    with expected:
        joining._join(ray, "ray://host:10001", 1)
    assert ray.tries == 3


def test_a_ray_that_is_in_use_is_left_alone(two_nodes: TwoNodes) -> None:
    import ray

    with joining.joined(two_nodes.address):
        with pytest.raises(ClusterError, match=r"call ray\.shutdown\(\) before"):
            cluster.simulate(two_nodes.address, between("luz", "random"), 10)
        assert ray.is_initialized()
    assert not ray.is_initialized()


def test_without_ray_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match=r"pip install 'tenluz\[cluster\]'"):
        joining.check("local")


def test_ray_is_imported_only_for_a_cluster() -> None:
    look = "import sys, tenluz.cli, tenluz.lab.cluster; sys.exit('ray' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0


# --- shares --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "size"),
    [
        (1, 64),
        (65_536, 64),
        (65_537, 65),
        (10**6, 977),
        (8_192 * 1_024 + 1, 8_192),
        (10**12, 8_192),
    ],
)
def test_the_size_of_a_share_follows_from_the_games_alone(games: int, size: int) -> None:
    assert cluster.share_size(games) == size
