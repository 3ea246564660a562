"""Behind a real nginx and a real Caddy, with TLS and sockets, by the files in deploy/."""

import asyncio
import json
import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import httpx
import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tenluz.server.public_address import (
    LOOPBACK,
)
from tests.commands.running import tenluz
from tests.server.certificates import make_certificate
from tests.server.proxies import BY_HAND, PLACES, find
from tests.server.running import free_port, running, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
BELOW = "/some/games"  # a path of somebody's site
TABLE = {"game": "luz", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "free"}]}


class Site(NamedTuple):
    """A server as people reach it."""

    origin: str
    path: str  # below which everything lies
    folder: Path
    trust: ssl.SSLContext

    @property
    def url(self) -> str:
        return self.origin + self.path

    def visitor(self) -> httpx.Client:
        headers = {"origin": self.origin}
        return httpx.Client(base_url=self.url, verify=self.trust, headers=headers)

    def welcome(self, table: str, cookie: str, origin: str = "") -> Any:
        """What a table says to who comes by a socket. Not by the library's threads: over TLS they
        may wait for each other when a handshake is refused."""

        async def come() -> Any:
            address = f"wss{self.url.removeprefix('https')}/ws/{table}"
            given: Any = {"origin": origin or self.origin, "additional_headers": {"cookie": cookie}}
            async with asyncio.timeout(20), connect(address, ssl=self.trust, **given) as line:
                await line.send(orjson.dumps({"type": "hello", "seen": 0}))
                return orjson.loads(await line.recv())

        return asyncio.run(come())


def nginx(folder: Path, port: int, server: str, *, keeps_host: bool = True) -> list[str]:
    """Our file for nginx, with names and ports of here, and the command that runs it."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = "\n".join(line for line in text.splitlines() if "[::]" not in line)
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    text = text.replace("/etc/letsencrypt/live/games.example.org", str(folder))
    text = text.replace("games.example.org", "localhost").replace("127.0.0.1:8010", server)
    if not keeps_host:
        text = text.replace("proxy_set_header Host $host;", "")
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; error_log {folder}/log; daemon off; events {{}}\n"
    whole += f"http {{ access_log off; {paths}\n{text}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    return ["nginx", "-e", f"{folder}/log", "-c", str(folder / "nginx.conf")]


def nginx_with_another_host(folder: Path, port: int, server: str) -> list[str]:
    """The same, as people have it who leave out a line: the host is the server's own."""
    return nginx(folder, port, server, keeps_host=False)


def caddy(folder: Path, port: int, server: str) -> list[str]:
    """Our file for Caddy, with names and ports of here, and the command that runs it."""
    text = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8010", server)
    text = text.replace(
        "games.example.org {",
        f"https://localhost:{port} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem",
    )
    here = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(here + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


# Below a path, as docs/serving.md says: a line or two of those files are others. One proxy of
# each kind passes the path on, the other does not.


def nginx_below_a_path(folder: Path, port: int, server: str) -> list[str]:
    """It passes the path on."""
    command = nginx(folder, port, server)
    changed(folder / "nginx.conf", ("location / {", f"location {BELOW}/ {{"))
    return command


def nginx_that_strips(folder: Path, port: int, server: str) -> list[str]:
    """A slash at the end of proxy_pass: the server is asked without the path."""
    command = nginx_below_a_path(folder, port, server)
    changed(
        folder / "nginx.conf", (f"proxy_pass http://{server};", f"proxy_pass http://{server}/;")
    )
    return command


def caddy_below_a_path(folder: Path, port: int, server: str) -> list[str]:
    """It passes the path on."""
    command = caddy(folder, port, server)
    changed(folder / "Caddyfile", ("reverse_proxy", f"reverse_proxy {BELOW}*"))
    return command


def caddy_that_strips(folder: Path, port: int, server: str) -> list[str]:
    """The server is asked without the path."""
    command = caddy(folder, port, server)
    line = f"reverse_proxy {server}"
    below = f"redir {BELOW} {BELOW}/\n\thandle_path {BELOW}/* {{\n\t\t{line}\n\t}}"
    changed(folder / "Caddyfile", (line, below))
    return command


def changed(file: Path, change: tuple[str, str]) -> None:
    text = file.read_text()
    assert text.count(change[0]) == 1
    file.write_text(text.replace(*change))


AT_ROOT = (nginx, nginx_with_another_host, caddy)
BELOW_A_PATH = (nginx_below_a_path, nginx_that_strips, caddy_below_a_path, caddy_that_strips)


@pytest.fixture(scope="module", params=[*AT_ROOT, *BELOW_A_PATH], ids=lambda one: one.__name__)
def site(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    command = request.param.__name__.partition("_")[0]
    path = BELOW if request.param in BELOW_A_PATH else ""
    if find(command) is None:
        pytest.skip(BY_HAND.format(command, command))
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    make_certificate(folder)
    origin = f"https://localhost:{port}"
    trust = ssl.create_default_context(cafile=folder / "fullchain.pem")
    found = Site(origin, path, folder, trust)
    front = {
        "public_url": found.url,
        "proxies": LOOPBACK,
        "tables_at_once": 3,
        "tables_a_second": 0,
    }
    with running(folder / "data", **front) as server:
        proxy = subprocess.Popen(
            request.param(folder, port, server),
            env={"HOME": str(folder), "PATH": os.pathsep.join([os.environ["PATH"], PLACES])},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: answers(found))
            yield found
        finally:
            proxy.terminate()
            proxy.wait(20)


def answers(site: Site) -> bool:
    try:
        with site.visitor() as visitor:
            return visitor.get("/healthz").is_success
    except httpx.TransportError:
        return False


def test_a_table_is_made_and_played_at(site: Site) -> None:
    with site.visitor() as anna:
        page = anna.get("/")
        assert "<title>" in page.text
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        told = anna.put("/api/me", json={"name": "Anna"})
        assert "Secure" in told.headers["set-cookie"]
        assert f"Path={site.path}/;" in told.headers["set-cookie"]
        assert told.headers["cache-control"] == "no-store"
        made = anna.post("/api/tables", json=TABLE).json()
        table = made["table"]
        assert made["link"] == f"{site.path}/table/{table}"
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        welcome = site.welcome(table, cookie)
        assert (welcome["type"], welcome["you"]) == ("welcome", 0)
        with pytest.raises(InvalidStatus):
            site.welcome(table, cookie, origin="https://elsewhere.example.org")


def test_every_file_of_the_page_is_there(site: Site) -> None:
    """At any depth: what the page names, what that loads, and what is kept for later."""
    with site.visitor() as anna:
        for place in ("", "/table/x", "/replay/x", "/rules/luz", "/learn/luz"):
            page = anna.get(f"{place or '/'}")
            assert page.status_code == 200
            assert "unsafe" not in page.headers["content-security-policy"]
            named = re.findall(r'(?:href|src)="([^"]+)"', page.text)
            assert len(named) > 5
            assert all(one.startswith(f"{site.path}/") for one in named)
        wanted = {urljoin(f"{site.url}/", one) for one in named}
        manifest = anna.get("/manifest.webmanifest")
        assert urljoin(str(manifest.url), manifest.json()["start_url"]) == f"{site.url}/"
        wanted |= {urljoin(str(manifest.url), one["src"]) for one in manifest.json()["icons"]}
        worker = anna.get("/sw.js")
        built = json.JSONDecoder().raw_decode(worker.text.partition("BUILT = ")[2])[0]
        wanted |= {urljoin(str(worker.url), one) for one in built["shell"] + built["catalogues"]}
        scripts = sum(one.endswith(".js") for one in wanted)
        assert scripts > 10
        for one in wanted:
            answer = anna.get(one)
            assert answer.status_code == 200, one
            kind = {"js": "javascript", "css": "css"}.get(one.rpartition(".")[2], "")
            assert kind in answer.headers["content-type"], one
        docs = anna.get("/api/docs")
        for one in re.findall(r'(?:href|src)="([^#"]+)"', docs.text):
            assert anna.get(urljoin(str(docs.url), one)).status_code == 200, one


def test_the_path_alone_leads_below_it(site: Site) -> None:
    with site.visitor() as anna:
        found = anna.get(site.url, follow_redirects=True)
        assert found.url.path == f"{site.path}/"
        assert "<title>" in found.text


def test_another_site_speaks_for_nobody(site: Site) -> None:
    with site.visitor() as anna:
        elsewhere = {"origin": "https://elsewhere.example.org"}
        refused = anna.put("/api/me", json={"name": "Eve"}, headers=elsewhere)
        assert refused.status_code == 403


def test_what_a_client_says_of_its_address_is_not_believed(site: Site) -> None:
    """The limit on new tables is its address's: three, with the one of the test above."""
    with site.visitor() as anna:
        made = [
            anna.post("/api/tables", json=TABLE, headers={"x-forwarded-for": f"203.0.113.{n}"})
            for n in range(4)
        ]
    assert made[-1].status_code == 429


def looked_at(site: Site, monkeypatch: pytest.MonkeyPatch, data: str = "data") -> list[str]:
    """What the doctor says is wrong there."""
    monkeypatch.setenv("SSL_CERT_FILE", str(site.folder / "fullchain.pem"))
    words = ("doctor", "--data", site.folder / data, "--public-url", site.url, "--json")
    ran = tenluz(*words)
    wrong = [one["what"] for one in json.loads(ran.out) if not one["well"]]
    assert ran.status == bool(wrong)
    assert any("WebSockets get through" in one["what"] for one in json.loads(ran.out))
    return wrong


@pytest.mark.in_a_file
def test_the_doctor_looks_from_outside(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    # The certificate of this test holds for two days.
    assert looked_at(site, monkeypatch) == ["its certificate holds 1 more days"]
    (site.folder / "other").mkdir(mode=0o700, exist_ok=True)
    (site.folder / "other" / "key").write_bytes(bytes(32))
    wrong = looked_at(site, monkeypatch, "other")
    assert "and it is another server than that of these tables" in wrong
    assert f"others can read {site.folder / 'other' / 'key'}" in wrong
