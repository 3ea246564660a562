"""How long a newcomer waits: commands with an empty cache of compiled code."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from bench.server import free_port
from bench.wire import Wire, connect

TENLUZ = (sys.executable, "-m", "tenluz.cli")
SIMULATE = "simulate level10 --players 3 --bot expert --games 20"
PLAY = "play level10 --players 3 --bot expert --plain"
SERVE = "serve"
GAMES = ("level10", "luz")  # whose tables are opened, one server for each
PATIENCE = 300.0  # seconds

Found = dict[str, Any]


def command(words: str, env: dict[str, str]) -> Found:
    """A command to its end, which comes where it would wait for an answer."""
    with tempfile.TemporaryDirectory() as folder:
        env = _fresh(env, folder)
        begun = time.perf_counter()
        process = subprocess.Popen(
            (*TENLUZ, *words.split()),
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, _, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = 0  # it has been waited for
        return _found(seconds, used.ru_utime + used.ru_stime, folder)


def table(game: str, env: dict[str, str]) -> Found:
    """A server: until its page is there, and from a click on Play to the first hand of a table
    with experts, a click in the same moment."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        begun = time.perf_counter()
        process = subprocess.Popen(
            (*TENLUZ, SERVE, "--port", str(port), "--data", f"{folder}/data", "--no-open"),
            env=_fresh(env, folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            address = f"127.0.0.1:{port}"
            _page(address, process)
            page = time.perf_counter()
            asyncio.run(asyncio.wait_for(_click(address, game), PATIENCE))
            seconds = time.perf_counter() - page
            return {"page_s": round(page - begun, 2)} | _found(
                seconds, _processor_time(process.pid), folder
            )
        finally:
            process.terminate()
            process.wait()


def _fresh(env: dict[str, str], folder: str) -> dict[str, str]:
    return {
        **env,
        "TENLUZ_CACHE": f"{folder}/cache",
        "XDG_DATA_HOME": f"{folder}/home",
        "XDG_STATE_HOME": f"{folder}/home",
    }


def _found(seconds: float, processor: float | None, folder: str) -> Found:
    files = [path for path in Path(folder, "cache").rglob("*") if path.is_file()]
    return {
        "seconds": round(seconds, 2),
        "processor_s": None if processor is None else round(processor, 2),
        "cache_files": len(files),
        "cache_mb": round(sum(path.stat().st_size for path in files) / 1e6, 2),
    }


def _page(address: str, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"http://{address}/").close()
        except urllib.error.HTTPError:  # pages that are not built are not there, the server is
            return
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise SystemExit("The server has ended before its page was there.")


async def _click(address: str, game: str) -> None:
    """What the page does: a guest, a table, a connection; until there is a hand to look at."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "expert"}] * 2]
    request = urllib.request.Request(f"http://{address}/api/me")
    with await asyncio.to_thread(urllib.request.urlopen, request, timeout=PATIENCE) as answer:
        cookie = answer.headers["set-cookie"].partition(";")[0]
    request = urllib.request.Request(
        f"http://{address}/api/tables",
        json.dumps({"game": game, "seats": seats}).encode(),
        {"cookie": cookie, "content-type": "application/json"},
    )
    with await asyncio.to_thread(urllib.request.urlopen, request, timeout=PATIENCE) as answer:
        made = json.loads(answer.read())["table"]
    hand = asyncio.Event()

    def hear(wire: Wire, text: bytes) -> None:
        if b'"screen":{' in text:
            hand.set()

    wire = await connect(address, f"/ws/{made}", hear, cookie)
    wire.send(b'{"type":"hello"}')
    await hand.wait()
    wire.transport.close()


def _processor_time(process: int) -> float | None:
    """Seconds that a process has worked so far, where the system tells."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return None
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
