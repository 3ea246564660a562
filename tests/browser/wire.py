"""What goes over a page's socket, overheard: the last thing the server said, and whether
everything the page asked has been answered. Says nothing itself.

Tests wait on it instead of sleeping. What a frame brings is on the page when Playwright next
looks at it: the browser reports a frame just before it hands it to the page.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Frame, Page, WebSocket

PATIENCE = 60_000  # milliseconds, for a machine with other things to do


class Wire:
    """The newest socket of a page."""

    def __init__(self, page: Page) -> None:
        self.welcomes = 0  # how often the server has said who this is
        self.received: list[str] = []  # everything, for who looks for secrets
        self.table = ""
        self.game = ""
        self.options: dict[str, Any] = {}  # what was agreed at the table
        self.seats: list[dict[str, Any]] = []  # who sat there when the page came
        self.seq = 0
        self.you = -1
        self.screen: dict[str, Any] = {}
        self.made: list[int] = []  # the moves this page has asked for
        self.refused: list[dict[str, Any]] = []  # of the last command
        self._page = page
        self._socket: WebSocket | None = None
        self._commands = 0
        self._asked: set[str] = set()
        self._to_come = 0  # the entry that an accepted command became
        page.on("websocket", self._open)
        page.on("framenavigated", self._went)

    # --- what is -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.screen.get("phase") == "over"

    @property
    def moves(self) -> list[dict[str, Any]]:
        """What this page's player may do now."""
        return list(self.screen.get("moves", ()))

    @property
    def settled(self) -> bool:
        """Whether every command is answered, and what it brought is told."""
        return not self._asked and self.seq >= self._to_come

    # --- waiting -------------------------------------------------------------------------------

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until the server has said something that makes this true."""
        end = time.monotonic() + 2 * PATIENCE / 1000  # it says something now and then for ever
        while not true():
            assert time.monotonic() < end, f"after entry {self.seq} nothing happens any more"
            socket = self._socket
            if socket is None or socket.is_closed():
                self._page.wait_for_event("websocket", timeout=PATIENCE)
                continue
            try:
                socket.wait_for_event("framereceived", timeout=PATIENCE)
            except Error:
                if not socket.is_closed():
                    raise

    def after(self, act: Callable[[], None]) -> None:
        """Do something that sends a command, and wait until the page knows what came of it."""
        commands = self._commands
        act()
        self.until(lambda: self._commands > commands and self.settled)

    def until_asked(self) -> bool:
        """Wait for this player's turn, or the end; whether it is a turn."""
        self.until(lambda: self.over or bool(self.moves))
        return not self.over

    def until_welcome(self, welcomes: int = 0) -> None:
        """Wait until the server has said hello more often than this."""
        self.until(lambda: self.welcomes > welcomes)

    # --- hearing -------------------------------------------------------------------------------

    def _open(self, socket: WebSocket) -> None:
        self._socket = socket
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._heard)

    def _went(self, frame: Frame) -> None:
        """To another page: the socket of the last says no more, not even that it is closed."""
        if frame == self._page.main_frame:
            self._socket = None

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if "id" in message:
            self.refused.clear()
            self._commands += 1
            self._asked.add(message["id"])
        if message["type"] == "move":
            self.made.append(message["move"])

    def _heard(self, frame: str | bytes) -> None:
        self.received.append(str(frame))
        message = json.loads(frame)
        kind = message["type"]
        if kind == "welcome":
            self.welcomes += 1
            self.you = message["you"]
            self.game, self.options = message["game"], message["options"]
            self.seats = message["seats"]
            if message["table"] != self.table:
                self.table, self._to_come = message["table"], 0
        if kind in ("welcome", "news"):
            self.seq, self.screen = message["seq"], message["screen"]
        elif kind in ("accepted", "refused", "hinted"):
            self._asked.discard(message["id"])
            if kind == "accepted":
                self._to_come = message["seq"]
            elif kind == "refused":
                self.refused.append(message)
