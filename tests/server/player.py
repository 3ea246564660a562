"""A player at a table over real sockets. Every byte received is kept and checked."""

import asyncio
import itertools
import random
from collections.abc import Coroutine
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from tenluz.server.guide.reasons import codes
from tenluz.server.protocol import to_client

PATIENCE = 60
DECLARED = set().union(*codes().values())  # all that a command can be refused for

_opened: list[Any] = []  # what the running test must close


def run(story: Coroutine[Any, Any, None]) -> None:
    """Let a test's people act, and close all that they opened."""

    async def tell() -> None:
        try:
            await story
        finally:
            for one in _opened:
                if isinstance(one, Guest):
                    one.http.close()
                else:
                    await one.socket.close()
            _opened.clear()

    asyncio.run(tell())


class Guest:
    """Somebody with a cookie."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"http://{address}", timeout=PATIENCE)
        _opened.append(self)
        if name:
            self.http.put("/api/me", json={"name": name}).raise_for_status()
        else:
            self.http.get("/api/me").raise_for_status()

    @property
    def cookie(self) -> str:
        ((name, value),) = self.http.cookies.items()
        return f"{name}={value}"

    def make_table(self, game: str, seats: str, **more: Any) -> str:
        """A table with seats like "me bot free"."""
        kinds = [
            {"kind": kind} if kind in ("me", "bot", "free") else {"kind": "bot", "bot": kind}
            for kind in seats.split()
        ]
        made = self.http.post("/api/tables", json={"game": game, "seats": kinds, **more})
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    async def at(self, table: str, **hello: Any) -> "Player":
        """Go to a table and say hello."""
        player = await self.connect(table)
        try:
            await player.send({"type": "hello", **hello})
            await player.until("welcome")
        except BaseException:  # who gives up is gone
            player.socket.transport.abort()
            raise
        return player

    async def connect(self, table: str, sock: Any = None, **headers: str) -> "Player":
        """Open a connection, perhaps over a socket of one's own, and say nothing."""
        headers = {"cookie": self.cookie, "origin": f"http://{self.address}", **headers}
        socket = await connect(
            f"ws://{self.address}/ws/{table}",
            additional_headers=headers,
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
            sock=sock,
        )
        return Player(socket)


class Player:
    """One connection: what it was told, and what it knows from that."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        _opened.append(self)
        self.received: list[bytes] = []
        self.messages: list[dict[str, Any]] = []
        self.seq = 0
        self.you = -1
        self.screen: dict[str, Any] = {}
        self.seats: list[dict[str, Any]] = []
        self.entries: dict[int, list[dict[str, Any]]] = {}
        self._numbers = itertools.count(random.getrandbits(40))

    async def send(self, message: Any) -> None:
        await self.socket.send(
            message if isinstance(message, str) else orjson.dumps(message).decode()
        )

    async def hear(self) -> dict[str, Any]:
        """The next message; it must be one of the protocol's."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.received.append(text.encode())
        to_client.validate_json(text)
        message: dict[str, Any] = orjson.loads(text)
        if message["type"] == "refused":
            assert message["code"] in DECLARED, message
        self.messages.append(message)
        self._learn(message)
        return message

    def _learn(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.you = message["you"]
            if message["since"] == 0:
                self.entries.clear()
        if kind in ("welcome", "news"):
            last = message.get("since", self.seq)
            for entry in message["entries"]:
                last += 1
                assert entry["seq"] == last, "entries come one by one"
                self.entries[last] = entry["events"]
            assert message["seq"] == last, "and none is missing"
            self.seq, self.screen = last, message["screen"]
        if message.get("seats") is not None:
            self.seats = message["seats"]

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Hear until a message of one of these kinds."""
        while (message := await self.hear())["type"] not in kinds:
            pass
        return message

    async def hear_answer(self) -> dict[str, Any]:
        """The next message that is not about who came and went."""
        while (message := await self.hear())["type"] == "people":
            pass
        return message

    async def until_seq(self, seq: int) -> None:
        """Hear until this entry is known."""
        while self.seq < seq:
            await self.hear()

    def new_id(self) -> str:
        return f"c{next(self._numbers)}"

    async def command(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """Give a command, and hear until it is answered."""
        command = {"type": type, "id": self.new_id(), **fields}
        await self.send(command)
        while (answer := await self.hear()).get("id") != command["id"]:
            pass
        return answer

    @property
    def over(self) -> bool:
        return bool(self.screen) and self.screen["phase"] == "over"

    def some_move(self, choice: random.Random) -> int:
        """A legal move, of those that do not lose at once where there are any."""
        moves = self.screen["moves"]
        fine = [move for move in moves if not move.get("loses")]
        return int(choice.choice(fine or moves)["move"])

    async def play_on(self, choice: random.Random) -> None:
        """Play to the end, whenever it is this seat's turn."""
        while not self.over:
            if self.screen["moves"]:
                answer = await self.command("move", at=self.seq, move=self.some_move(choice))
                assert answer["type"] == "accepted", answer
                await self.until_seq(answer["seq"])
            else:
                await self.until("news")
