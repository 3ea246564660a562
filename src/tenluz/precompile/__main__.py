"""Compile ahead of time what tables need, from the Python source: python -m tenluz.precompile

Without arguments for this machine alone, with the best code that its processor can run; for all
machines that a wheel is for with --all. A process for each game, as many as there are cores.
"""

import argparse
import functools
import json
import multiprocessing
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numba

from tenluz.engine import catalogue, precompiled
from tenluz.engine.code_cache import ENGINE, PACKAGE, ROOMS, text_digest
from tenluz.engine.compiled import cores
from tenluz.engine.game import Game
from tenluz.precompile.objects import TARGETS, Target, best_here, write_objects

HERE = Path(__file__).parent
REHEARSAL = 0.5  # of the time that it takes


class BuildProgress:
    """One line for all processes, as a percentage that grows."""

    def __init__(self, games: list[str]) -> None:
        self._played = dict.fromkeys(games, 0.0)
        self._written, self._to_write = 0, 1  # characters, roughly as long as LLVM takes for them
        self._lock = threading.Lock()
        self._told = -1

    def played(self, game: str, part: float) -> None:
        """So much of a game's rehearsal is done."""
        with self._lock:
            self._played[game] = part
            self._tell()

    def to_write(self, size: int) -> None:
        """A function more."""
        with self._lock:
            self._to_write += size

    def written(self, size: int, _: object) -> None:
        """A function is done."""
        with self._lock:
            self._written += size
            self._tell()

    def _tell(self) -> None:
        played = sum(self._played.values()) / len(self._played)
        part = played * (REHEARSAL + (1 - REHEARSAL) * self._written / self._to_write)
        percent, step = int(100 * part), 1 if sys.stderr.isatty() else 20
        if percent // step > self._told // step:
            self._told = percent
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"Compiling the games: {percent} %", end=end, file=sys.stderr, flush=True)


def own_games() -> list[Game]:
    """Those that come with Tenluz: other people's are compiled on the spot."""
    return [game for game in catalogue.games() if game.folder.is_relative_to(PACKAGE)]


def made_of() -> dict[str, str]:
    """What the code follows from: another of these makes other code."""
    texts = {game.name: text_digest((ENGINE, *ROOMS, HERE, game.folder)) for game in own_games()}
    return {"numba": numba.__version__, **texts}


def outdated(targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """Those whose archive is missing, made of something else, or for fewer processors."""
    found = []
    for target in targets:
        index = precompiled.read_index(precompiled.ARCHIVES / f"{target.name}.zip")
        wanted = {variant.name for variant in target.variants}
        if (
            index is None
            or index["made_of"] != made_of()
            or not wanted <= {variant["name"] for variant in index["variants"]}
        ):
            found.append(target)
    return tuple(found)


def build(targets: tuple[Target, ...]) -> list[Path]:
    """Archives for these kinds of machines, with the code of every game that comes with Tenluz."""
    games = [game.name for game in own_games()]
    progress = BuildProgress(games)
    workers = cores()
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool,
        ThreadPoolExecutor(workers) as threads,
    ):
        for target in targets:
            Path(folder, target.name).mkdir()
        rehearse = functools.partial(_rehearse, Path(folder), targets, pool, progress)
        functions: dict[str, str] = {}
        for made in threads.map(rehearse, games):
            functions.update(made)
        return [_pack(Path(folder, target.name), target, functions) for target in targets]


def _rehearse(
    folder: Path,
    targets: tuple[Target, ...],
    pool: ProcessPoolExecutor,
    progress: BuildProgress,
    game: str,
) -> dict[str, str]:
    """Play a game in a process of its own, and have its functions written: names and titles."""
    command = [sys.executable, "-m", "tenluz.precompile.worker", game, str(folder)]
    functions: dict[str, str] = {}
    writing = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        for line in worker.stdout:
            said = json.loads(line)
            if "part" in said:
                progress.played(game, said["part"])
            elif (name := said["function"]) not in functions:
                functions[name] = said["title"]
                size = (folder / name).stat().st_size
                progress.to_write(size)
                if targets == (best_here(),):
                    progress.written(size, None)  # the worker has done it
                    continue
                job = pool.submit(write_objects, folder, name, said["symbols"], targets)
                job.add_done_callback(functools.partial(progress.written, size))
                writing.append(job)
    if worker.returncode != 0:
        sys.exit(f"{game} could not be compiled ahead of time; the reason is above.")
    for job in writing:
        job.result()
    return functions


def _pack(folder: Path, target: Target, functions: dict[str, str]) -> Path:
    """An archive, put in its place when it is whole."""
    precompiled.ARCHIVES.mkdir(exist_ok=True)
    path = precompiled.ARCHIVES / f"{target.name}.zip"
    index = {
        "made_of": made_of(),
        "variants": [{"name": each.name, "needs": each.needs} for each in target.variants],
        "functions": functions,
    }
    part = path.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(precompiled.INDEX, json.dumps(index))
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    part.replace(path)
    return path


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tenluz.precompile", description=__doc__)
    parser.add_argument("--all", action="store_true", help="for every machine that a wheel is for")
    here = best_here()
    wanted = TARGETS if parser.parse_args().all or here is None else (here,)
    if here is None:
        print(f"Nothing is compiled ahead of time on {precompiled.machine()}.", file=sys.stderr)
        return
    missing = outdated(wanted)
    for target in set(wanted) - set(missing):  # packing looks at the time of their last check
        (precompiled.ARCHIVES / f"{target.name}.zip").touch()
    begun = time.monotonic()
    for path in build(missing) if missing else ():
        size = path.stat().st_size / 1e6
        print(f"{path.name}: {size:.1f} MB, {time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
