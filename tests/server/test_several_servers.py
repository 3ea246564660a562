"""Two servers on one PostgreSQL behind a real nginx, by the files in deploy/: the people of a table
meet on one of them, and on the other when that one is gone."""

import asyncio
import contextlib
import os
import re
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tenluz.server.public_address import LOOPBACK
from tests.server.certificates import make_certificate
from tests.server.private_postgres import private_postgres
from tests.server.proxies import BY_HAND, PLACES, find
from tests.server.running import Killable, free_port, metrics_at, wait_until
from tests.server.test_proxies import DEPLOY, TABLE, Site, answers, changed, nginx


class Several:
    """The servers, and the site that nginx makes of them."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        trust = ssl.create_default_context(cafile=folder / "fullchain.pem")
        self.site = Site(f"https://localhost:{port}", "", folder, trust)
        self.numbers = [free_port(), free_port()]  # where each tells what it counts
        front: dict[str, Any] = {
            "database": private_postgres().database_of(folder),
            "public_url": self.site.url,
            "proxies": LOOPBACK,
        }
        self.servers = [
            Killable(folder / f"data{number}", metrics_port=number, **front)
            for number in self.numbers
        ]
        for one in self.servers:
            one.start()
        command = nginx(folder, port, self.servers[0].address)
        self._in_front_of_all(folder / "nginx.conf")
        self._proxy = subprocess.Popen(
            command,
            env={"HOME": str(folder), "PATH": os.pathsep.join([os.environ["PATH"], PLACES])},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: answers(self.site))

    def _in_front_of_all(self, whole: Path) -> None:
        """As docs/public-server.md says: one line of nginx.conf is another, and a file more."""
        changed(whole, (f"http://{self.servers[0].address}", "http://tenluz"))
        text = (DEPLOY / "nginx-several.conf").read_text()
        for given, one in zip(("127.0.0.1:8010", "10.0.0.2:8010"), self.servers, strict=True):
            assert text.count(f"server {given};") == 1
            text = text.replace(f"server {given};", f"server {one.address};")
        changed(whole, ("http {", f"http {{\n{text}"))

    def counted(self, what: str) -> list[float]:
        """A number of each server."""
        line = re.compile(rf"^{re.escape(what)} (\S+)$", re.M)
        found = (line.search(metrics_at(number)) for number in self.numbers)
        return [float(one[1]) if one else 0.0 for one in found]

    def close(self) -> None:
        self._proxy.terminate()
        self._proxy.wait(20)
        for one in self.servers:
            one.kill()


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    if find("nginx") is None:
        pytest.skip(BY_HAND.format("nginx", "nginx"))
    folder = tmp_path_factory.mktemp("several")
    make_certificate(folder)
    made = Several(folder)
    yield made
    made.close()


@contextlib.asynccontextmanager
async def at(site: Site, table: str, visitor: httpx.Client) -> AsyncIterator[Any]:
    """Somebody at a table, and what they are told there."""
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    async with connect(
        f"wss{site.url.removeprefix('https')}/ws/{table}",
        ssl=site.trust,
        origin=Origin(site.origin),
        additional_headers={"cookie": cookie},
    ) as line:
        await line.send(orjson.dumps({"type": "hello", "seen": 0}))
        yield orjson.loads(await line.recv())


def test_what_is_about_no_table_goes_to_all(several: Several) -> None:
    mine = requests("/api/tables/mine")
    with several.site.visitor() as anna:
        for _ in range(40):
            assert anna.get("/api/tables/mine").status_code == 200
    wait_until(lambda: sum(several.counted(mine)) == 40)
    assert min(several.counted(mine)) > 0


# Last in this file, as one of the servers is gone then.
def test_a_tables_people_meet_on_one_server_and_on_the_other_when_it_is_gone(
    several: Several,
) -> None:
    about_a_table = requests("/api/tables/{table}")
    site = several.site

    async def story(anna: httpx.Client, ben: httpx.Client) -> None:
        anna.put("/api/me", json={"name": "Anna"})
        ben.put("/api/me", json={"name": "Ben"})
        tables: dict[int, str] = {}  # one on each server
        asked_about = [0.0, 0.0]
        while len(tables) < 2:
            table = anna.post("/api/tables", json=TABLE).json()["table"]
            async with at(site, table, anna) as hers, at(site, table, ben) as his:
                assert (hers["type"], hers["you"]) == ("welcome", 0)
                assert (his["type"], his["you"]) == ("welcome", -1)
                wait_until(lambda: sum(several.counted("tenluz_connections")) == 2)
                met = several.counted("tenluz_connections")
                assert sorted(met) == [0, 2], "they are on one and the same"
            wait_until(lambda: sum(several.counted("tenluz_connections")) == 0)
            assert anna.get(f"/api/tables/{table}").status_code == 200
            asked_about[met.index(2)] += 1
            wait_until(lambda: several.counted(about_a_table) == asked_about)
            tables[met.index(2)] = table
        await asyncio.to_thread(several.servers[0].kill)
        for table in tables.values():
            async with at(site, table, anna) as told:
                assert (told["type"], told["you"]) == ("welcome", 0)
            assert anna.get(f"/api/tables/{table}").status_code == 200

    with site.visitor() as anna, site.visitor() as ben:
        asyncio.run(story(anna, ben))


def requests(route: str) -> str:
    """How many were answered."""
    return f'tenluz_requests_total{{method="GET",route="{route}",status="200"}}'
