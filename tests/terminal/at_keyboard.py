"""A person at the keyboard, for tests: keys in, what the screen showed out.

`tenluz` runs as a process of its own, behind a pipe or behind a real pseudo-terminal; in this
process, where all keys are known before; or, where many games are wanted, behind a screen that
listens (`Listener`).
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from tenluz.engine.catalogue import game_named
from tenluz.engine.record import GameRecord, parse_json
from tenluz.engine.table import Learnt
from tenluz.lab.checking import play_again
from tenluz.terminal.display import Left, PlainDisplay
from tenluz.terminal.seats import read_seats
from tenluz.terminal.session import Session
from tenluz.terminal.terminal_game import TerminalGame
from tests.commands.running import tenluz

TENLUZ = [sys.executable, "-m", "tenluz.cli"]
PATIENCE = 120.0  # a cold cache compiles
SEED = "5e" * 32
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()=>][0-9A-B]?")


def environment(data: Path, **more: str) -> dict[str, str]:
    """An environment whose games are kept in a folder of the test."""
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    return {
        **plain,
        "TENLUZ_DATA": str(data),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        **more,
    }


def with_bots(words: Sequence[str]) -> Sequence[str]:
    """A new table has the quickest bots that play to a rule, unless a test names others."""
    return words if {"--bot", "--resume"} & {*words} else (*words, "--bot", "rules")


def play(
    data: Path, *words: str, keys: Iterable[str] = (), **more: str
) -> subprocess.CompletedProcess[str]:
    """`tenluz play` behind pipes, all keys typed ahead. In this process, which takes a tenth of
    the time: what needs one of its own is a `Conversation`."""
    with mock.patch.dict(os.environ, environment(data, **more), clear=True):
        ran = tenluz("play", *with_bots(words), stdin="".join(f"{key}\n" for key in keys))
    return subprocess.CompletedProcess(words, ran.status, ran.out, ran.err)


def check(record: Path) -> dict[str, Any]:
    """What the rules say of a record."""
    return play_again(GameRecord.from_json(parse_json(record.read_bytes()))).to_json()


class Conversation:
    """`tenluz play` behind pipes, key by key."""

    def __init__(self, data: Path, *words: str, **more: str) -> None:
        self.process = subprocess.Popen(
            [*TENLUZ, "play", *with_bots(words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(data, **more),
        )
        self.lines: list[str] = []

    def heard(self) -> list[str]:
        """The lines up to the next question, or to the end."""
        assert self.process.stdout is not None
        found: list[str] = []
        for line in self.process.stdout:
            found.append(line.rstrip("\n"))
            if line.endswith(" >\n"):
                break
        self.lines += found
        return found

    def type(self, text: str) -> list[str]:
        """Type a line, and hear what follows."""
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self.heard()

    def end(self) -> int:
        """Wait for the end; its status."""
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def kill(self) -> None:
        """The machine stops: no goodbye."""
        self.process.kill()
        self.process.communicate()


class Terminal:
    """`tenluz play` in a pseudo-terminal of a given size."""

    def __init__(
        self, data: Path, *words: str, columns: int = 80, rows: int = 24, **more: str
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = environment(data, **more)
        env.pop("COLUMNS", None)
        env.pop("LINES", None)
        self.process = subprocess.Popen(
            [*TENLUZ, "play", *with_bots(words)],
            stdin=slave,
            stdout=slave,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        os.close(slave)
        self.raw = ""
        self.waiting = ""  # read already, and not yet asked for

    def until(self, what: str) -> str:
        """All that was written since the last call, once `what` is there; codes included."""
        found, end = self.waiting, time.monotonic() + PATIENCE
        self.waiting = ""
        while what not in ESCAPES.sub("", found):
            left = max(0.0, end - time.monotonic())
            if not select.select([self.master], [], [], left)[0]:
                self.process.kill()  # or it would trouble the tests after this one
                self.process.wait()
                raise AssertionError(f"{what!r} never came: {found!r}")
            chunk = self._read()
            if not chunk:
                break
            found += chunk
        self.raw += found
        return found

    def _read(self) -> str:
        """What is there to be read; nothing once the other side has closed."""
        try:
            return os.read(self.master, 65536).decode("utf-8", "replace")
        except OSError:  # Linux says so when the other side has closed
            return ""

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.master, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C, and again if nothing is said, as a person would: Python's readline does not
        notice one that comes between showing the prompt and waiting for a key."""
        end = time.monotonic() + PATIENCE
        while not ESCAPES.sub("", self.waiting).strip() and time.monotonic() < end:
            self.process.send_signal(signal.SIGINT)
            # What is left of the prompt is no answer: only words are.
            while select.select([self.master], [], [], 2.0)[0]:
                chunk = self._read()
                self.waiting += chunk
                if not chunk or ESCAPES.sub("", chunk).strip():
                    return

    def close(self) -> int:
        """Wait for the end; its status."""
        self.until("\0never")
        status = self.process.wait(PATIENCE)
        os.close(self.master)
        return status


def picture(raw: str) -> list[str]:
    """What stands on the screen: everything after it was last cleared, without codes."""
    return ESCAPES.sub("", raw.rpartition("\x1b[2J")[2]).replace("\r", "").split("\n")


class Listener(PlainDisplay):
    """A plain screen that keeps its lines, and gets its keys from a list."""

    def __init__(self, keys: Iterable[str]) -> None:
        super().__init__()
        self.interactive = False
        self.keys = iter(keys)
        self.lines: list[str] = []

    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        self.lines += lines

    def refuse(self, line: str) -> None:
        self.lines.append(line)

    def farewell(self, lines: Iterable[str]) -> None:
        self.lines += lines

    def ask(self, question: str) -> str:
        self.lines.append(f"{question} >")
        for key in self.keys:
            return key
        raise Left


def table(
    game: str,
    *,
    seats: Sequence[str] = (),
    seed: str = SEED,
    language: str = "en",
    **options: Any,
) -> TerminalGame:
    """A table of `rules` bots, with people in the seats named."""
    found = game_named(game)
    chosen = found.options(options)
    sitting = read_seats(found, seats, None, chosen.players, language, ["rules"])
    return TerminalGame(found, chosen, bytes.fromhex(seed), sitting, language)


def told_by(at: TerminalGame, learnt: Learnt, reader: int) -> list[str]:
    """What a reader hears of a move or a statement."""
    table_view = at.table_view(reader)
    return [line for event in learnt[reader] for line in at.text.tell(table_view, event)]


def sit(at: TerminalGame, keys: Iterable[str], data: Path) -> tuple[Session, Listener]:
    """A session in this process, played until the keys are used up or the game is over."""
    screen = Listener(keys)
    session = Session(at, screen, data / "saved.json", data / "record.json", 0.0)
    session.run(fresh=not at.log)
    return session, screen
