"""A table of a boardgame.io server for `crowd.py`, playing `boardgame/luz.cjs`.

Speaks socket.io as its client does over a WebSocket: a digit for the kind of packet, then
for an event the namespace and a JSON list.
"""

from typing import Any

import orjson

from bench.crowd import SEATS, Table
from bench.wire import Wire, connect

EVENT = b"42/luz,"
PATH = "/socket.io/?EIO=4&transport=websocket"


class TheirTable(Table):
    """Four players of one match."""

    async def open(self) -> None:
        http = self.crowd.http
        made = await http.post("/games/luz/create", json={"numPlayers": SEATS})
        self.match = made.json()["matchID"]
        self.keys: list[str] = []
        for seat in range(SEATS):
            asked = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = await http.post(f"/games/luz/{self.match}/join", json=asked)
            self.keys.append(joined.json()["playerCredentials"])
        for _ in range(SEATS):
            await connect(self.crowd.address, PATH, self.hear, opened=self.wires.append)

    def hear(self, wire: Wire, text: bytes) -> None:
        """One client: sees what happens, and moves when it can."""
        if wire not in self.wires:
            return  # the table was left
        if text.startswith(b'42/luz,["update"'):
            self.seen(wire)
            if b'"gameover":' in text:
                self.over.set()
            else:
                self._perhaps_my_turn(wire, text, lambda args: args[2])
        elif text.startswith(b'42/luz,["sync"'):
            self._perhaps_my_turn(wire, text, lambda args: args[2]["state"])
        elif text == b"2":  # still there?
            wire.send(b"3")
        elif text.startswith(b"0"):
            wire.send(b"40/luz,")
        elif text.startswith(b"40/luz,"):
            seat = self.wires.index(wire)
            sync = ["sync", self.match, str(seat), self.keys[seat], SEATS]
            wire.send(EVENT + orjson.dumps(sync))

    def _perhaps_my_turn(self, wire: Wire, text: bytes, state_of: Any) -> None:
        seat = self.wires.index(wire)
        if b'"currentPlayer":"%d"' % seat in text:
            self.on_turn(wire, state_of(orjson.loads(text[len(EVENT) :])))

    def answer(self, wire: Wire, turn: Any) -> bytes:
        seat = self.wires.index(wire)
        table = turn["G"]
        hand = table["hands"][seat]
        if table["bids"][seat] is None:
            kind, args = "bid", [self.choice.randrange(len(hand) + 1), False]
        else:
            led = table["trick"][table["leader"]]
            follows = [
                at for at, card in enumerate(hand) if led and card["colour"] == led["colour"]
            ]
            kind, args = "play", [self.choice.choice(follows or range(len(hand)))]
        payload = {
            "type": kind,
            "args": args,
            "playerID": str(seat),
            "credentials": self.keys[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        message = ["update", action, turn["_stateID"], self.match, str(seat)]
        return EVENT + orjson.dumps(message)
