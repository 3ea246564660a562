"""An operator of a server, for tests: somebody who knows its secret."""

from typing import Any

import httpx
from pydantic import TypeAdapter

from tenluz.server.operator_models import Overview

OURS = {"x-tenluz-operator": "1"}


class Operator:
    """Somebody who knows the secret."""

    def __init__(self, address: str, secret: str) -> None:
        self.http = httpx.Client(
            base_url=f"http://{address}/api/operator", headers=OURS, timeout=60
        )
        self.http.post("/session", json={"secret": secret}).raise_for_status()

    def see(self) -> dict[str, Any]:
        answer = self.http.get("/overview").raise_for_status()
        TypeAdapter(Overview).validate_json(answer.content, strict=True)
        assert answer.headers["cache-control"] == "no-store"
        return dict(answer.json())

    def do(self, method: str, path: str, body: Any = None) -> Any:
        return self.http.request(method, path, json=body).raise_for_status().json()

    def seat(self, table: str, seat: int) -> dict[str, Any]:
        (found,) = [one for one in self.see()["workers"][0]["tables"] if one["table"] == table]
        return dict(found["seats"][seat])
