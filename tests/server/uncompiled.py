"""A server that starts for the first time: `tenluz serve` in a process of its own, with an empty
folder for compiled code."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.server.running import free_port, wait_until


@contextlib.contextmanager
def serving_uncompiled(folder: Path) -> Iterator[str]:
    """One of which nothing is compiled yet, as after an update."""
    compiles = {"TENLUZ_CACHE": str(folder / "cache"), "TENLUZ_COMPILE": "always"}
    command = [sys.executable, "-m", "tenluz.cli"]
    with serving(folder, command, {**os.environ, **compiles}) as address:
        yield address


@contextlib.contextmanager
def serving(folder: Path, command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """Its address without the scheme, once its pages are up; `folder` gets a file `log`."""
    address = f"127.0.0.1:{free_port()}"
    where = ["--data", str(folder / "data"), "--port", address.rpartition(":")[2]]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [*command, "serve", "--no-open", *where],
            env=environment,
            stdout=log,
            stderr=log,
        ) as process,
    ):
        try:
            wait_until(lambda: process.poll() is not None or _answers(address))
            assert process.poll() is None, (folder / "log").read_text()
            yield address
        finally:
            process.kill()  # the compiler does not listen


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/healthz").is_success
    except httpx.TransportError:
        return False
