"""A table of Tenluz for `crowd.py`: Luz with four people, each on a socket."""

from typing import Any

import orjson

from bench.crowd import SEATS, Crowd, Table
from bench.wire import Wire, connect


class OurTable(Table):
    """Four guests, the same at every table. Nobody moves before all have sat down: who comes later
    would have to ask."""

    _sitting = 0  # who have not sat down yet
    _turn: tuple[Wire, Any] | None = None  # of somebody who waits for them

    async def open(self) -> None:
        self._sitting, self._turn = SEATS - 1, None
        cookies = await guests(self.crowd)
        seats = [{"kind": "me"}] + [{"kind": "free"}] * (SEATS - 1)
        asked = {"game": "luz", "seats": seats, "pace": 0}
        made = await self.crowd.http.post("/api/tables", json=asked, headers={"cookie": cookies[0]})
        table = made.json()["table"]
        for seat, cookie in enumerate(cookies):
            wire = await self.connect(table, seat, cookie)
            self.wires.append(wire)
            wire.send(b'{"type":"hello"}')
            if seat:
                wire.send(orjson.dumps({"type": "sit", "id": "sit", "seat": seat}))

    async def connect(self, table: str, seat: int, cookie: str) -> Wire:
        """The connection of one seat."""
        return await connect(self.crowd.address, f"/ws/{table}", self.hear, cookie)

    def hear(self, wire: Wire, text: bytes) -> None:
        """One client: sees what happens, and moves when it can."""
        if text.startswith(b'{"id":'):  # accepted or refused
            if b'"refused"' in text:
                assert not text.startswith(b'{"id":"sit"'), text
                self.crowd.refused += 1
            elif text.startswith(b'{"id":"sit"'):
                self._sitting -= 1
                if not self._sitting and self._turn is not None:
                    self.on_turn(*self._turn)
            return
        if text.startswith(b'{"seq":'):  # news
            self.seen(wire)
        if b'"phase":"over"' in text:
            self.over.set()
        elif b'"moves":[{' in text:
            self._turn = wire, orjson.loads(text)
            if not self._sitting:
                self.on_turn(*self._turn)

    def answer(self, wire: Wire, turn: Any) -> bytes:
        seq = turn["seq"]
        move = self.choice.choice(turn["screen"]["moves"])["move"]
        return orjson.dumps({"type": "move", "id": f"m{seq}", "at": seq, "move": move})


async def guests(crowd: Crowd) -> list[str]:
    """The guests of a crowd, made when they are first needed."""
    found: list[str] = crowd.__dict__.setdefault("cookies", [])
    while len(found) < SEATS:
        crowd.http.cookies.clear()
        answer = await crowd.http.get("/api/me")
        ((name, value),) = answer.cookies.items()
        found.append(f"{name}={value}")
    crowd.http.cookies.clear()
    return found[:SEATS]
