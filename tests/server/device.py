"""A browser that has passkeys, for tests: it makes them, signs in and out, and plays."""

import random
from typing import Any

import httpx

from tests.server.authenticator import Authenticator
from tests.server.player import Guest
from tests.server.running import wait_until

SMALL = {"hand": 1, "deals": 1}


class Device(Guest):
    """A browser at `localhost`, where passkeys work without TLS."""

    def __init__(self, address: str, name: str = "") -> None:
        super().__init__(address, name)
        self.host = f"localhost:{address.rpartition(':')[2]}"
        self.origin = f"http://{self.host}"
        self.http.headers.update({"host": self.host, "origin": self.origin})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/account{path}", json=body)

    def ask(self, path: str, **body: Any) -> tuple[str, dict[str, Any]]:
        """A ticket, and what the browser is asked for."""
        asked = self.post(path, **body)
        assert asked.is_success, asked.text
        return asked.json()["ticket"], asked.json()["options"]

    def register(self, name: str = "Phone", proof: str | None = None) -> Authenticator:
        made = Authenticator(self.origin)
        ticket, options = self.ask("/passkeys/options", proof=proof)
        kept = self.post("/passkeys", ticket=ticket, name=name, answer=made.create(options))
        assert kept.status_code == 201, kept.text
        return made

    def sign_in(self, by: Authenticator, *, again: bool = False, **changes: Any) -> httpx.Response:
        ticket, options = self.ask("/sign-in/options", again=again)
        return self.post("/sign-in", ticket=ticket, answer=by.get(options, **changes))

    def account(self) -> dict[str, Any]:
        return dict(self.http.get("/api/account").json())

    def games(self) -> dict[str, Any]:
        return dict(self.http.get("/api/account/games").json())

    async def play(self, **more: Any) -> str:
        """A small game to its end."""
        table = self.make_table("luz", "me rules rules", options=SMALL, **more)
        await (await self.at(table)).play_on(random.Random(1))
        # It is over a moment before that is written down for its people.
        wait_until(lambda: table in [one["table"] for one in self.games()["games"]])
        return table


def code(answer: httpx.Response) -> str:
    assert not answer.is_success, answer.text
    return str(answer.json()["error"]["code"])
