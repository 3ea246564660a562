"""The power goes, again and again, while people play: no acknowledged move is missing.

The server keeps its tables on a file system of its own, in an image. What the image holds at a
moment is what a disk would hold if the power went then: what the system has yet to write is not in
it. So copies of the image, taken under load, are mounted elsewhere and looked through, and a server
plays on from one of them. That each acknowledgement waits for the disk is also counted, in every
run of the tests (test_store.py).
"""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.player import Guest, run
from tests.server.running import Killable, wait_until

MEGABYTES = 64
TABLES = 6
CUTS = 12
SMALL = {"players": 3, "hand": 4, "deals": 1}
# Tables and commands, and the entries that they became.
Acknowledged = dict[tuple[str, str], int]


@contextlib.contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    """An image as a file system."""
    place.mkdir()
    done = subprocess.run(
        ["mount", "-o", "loop,noatime", image, place], check=False, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True, capture_output=True)


def made_image(image: Path) -> Path:
    with image.open("wb") as file:
        file.truncate(MEGABYTES << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True, capture_output=True)
    return image


def stopped(number: int) -> bool:
    """Whether every thread of a process stands still: one may yet be waiting for the disk."""
    states = [
        task.read_text().rpartition(")")[2].split()[0]
        for task in Path(f"/proc/{number}/task").glob("*/stat")
    ]
    return set(states) == {"T"}


async def plays(
    guest: Guest, choice: random.Random, done: Acknowledged, owners: dict[str, str]
) -> None:
    """One game after the other, until somebody ends it."""
    while True:
        table = await asyncio.to_thread(guest.make_table, "luz", "me rules rules", options=SMALL)
        owners[table] = guest.cookie
        player = await guest.at(table)
        while not player.over:
            if player.screen["moves"]:
                move = player.some_move(choice)
                answer = await player.command("move", at=player.seq, move=move)
                assert answer["type"] == "accepted", answer
                done[table, answer["id"]] = answer["seq"]
                await player.until_seq(answer["seq"])
            else:
                await player.until("news")
        await player.socket.close()


def missing(data: Path, acknowledged: Acknowledged) -> set[tuple[str, str]]:
    """What is not in a database, whole as it must be."""
    with contextlib.closing(sqlite3.connect(data / "tables.db")) as found:
        assert found.execute("pragma integrity_check").fetchall() == [("ok",)]
        rows = found.execute("select table_id, command_id, seq from log").fetchall()
    kept = {(table, command.rpartition(":")[2]): seq for table, command, seq in rows}
    return {one for one, seq in acknowledged.items() if kept.get(one) != seq}


@pytest.mark.soak
@pytest.mark.in_a_file
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mkfs.ext4") is None,
    reason="mounts a file system, which only root may",
)
@pytest.mark.parametrize("durable", [True, False])
def test_the_power_goes_while_people_play(durable: bool, tmp_path: Path) -> None:
    """The second time the disk is not waited for: then moves must be missing, or else this test
    would find nothing."""
    image = made_image(tmp_path / "disk")
    cuts: list[Acknowledged] = []
    owners: dict[str, str] = {}  # the cookie of who plays at a table

    async def story(server: Killable) -> None:
        choice, done = random.Random(1), Acknowledged()
        guests = [Guest(server.address, f"Ana {number}") for number in range(TABLES)]
        playing = [asyncio.create_task(plays(guest, choice, done, owners)) for guest in guests]
        while len(cuts) < CUTS:
            before = len(done)
            await asyncio.sleep(choice.uniform(0.1, 0.5))  # the power goes at any moment
            if len(done) < before + TABLES:
                continue  # it goes while they play
            os.kill(server.number, signal.SIGSTOP)
            cuts.append(dict(done))
            await asyncio.to_thread(wait_until, lambda: stopped(server.number))
            copy = ["cp", "--sparse=always", image, tmp_path / f"cut{len(cuts)}"]
            await asyncio.to_thread(subprocess.run, copy, check=True)
            os.kill(server.number, signal.SIGCONT)
        for task in playing:
            assert not task.done(), task
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    with mounted(image, tmp_path / "here") as place:
        server = Killable(place / "data", durable=durable)
        server.start()
        try:
            run(story(server))
        finally:
            server.kill()
    lost = []
    for number, acknowledged in enumerate(cuts, 1):
        with mounted(tmp_path / f"cut{number}", tmp_path / f"elsewhere{number}") as place:
            try:
                lost.append(len(missing(place / "data", acknowledged)))
            except sqlite3.Error:  # not even the tables that hold tables
                assert not durable
                lost.append(len(acknowledged))
            if durable and number == CUTS:
                play_on(place / "data", acknowledged, owners)
    print(f"of {[len(one) for one in cuts]} acknowledged moves were missing: {lost}")
    if durable:
        assert sum(lost) == 0
    else:
        assert sum(lost) > 0


def play_on(data: Path, acknowledged: Acknowledged, owners: dict[str, str]) -> None:
    """A server that starts where the power went leads every game to its end."""
    server = Killable(data)
    server.start()

    async def story() -> None:
        tables = list(dict.fromkeys(table for table, _ in acknowledged))[-TABLES:]
        assert tables
        for table in tables:
            me = Guest(server.address)
            me.http.cookies.clear()
            me.http.cookies.set(*owners[table].split("=", 1))
            player = await me.at(table)
            assert player.you == 0
            assert player.seq >= max(seq for (one, _), seq in acknowledged.items() if one == table)
            await player.play_on(random.Random(2))

    try:
        run(story())
    finally:
        server.stop()
