"""Which port a server takes, whose server is on one that is taken, and who gets in."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server import ports
from tenluz.server.data_folder import read_key
from tenluz.server.ports import find_listener
from tenluz.server.settings import ServerSettings
from tests.server.player import Guest, run
from tests.server.running import free_port, running

HERE = "127.0.0.1"


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The usual port, where something listens that is no server of ours."""
    monkeypatch.setattr(ports, "PATIENCE", 0.1)
    with socket.socket() as other:
        other.bind((HERE, 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr(ServerSettings, "port", port)
        yield port


def test_the_usual_port_is_taken_where_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ServerSettings, "port", free_port())
    found = find_listener(HERE, None, tmp_path)
    assert found.listening is not None
    with found.listening:
        assert found.port == ServerSettings.port
        assert found.address == f"http://127.0.0.1:{ServerSettings.port}/"
        # It listens from now on: nobody else gets it while the server still starts.
        with pytest.raises(NotUnderstood, match="is in use"):
            find_listener(HERE, found.port, tmp_path / "of another person")


def test_another_program_on_the_usual_port_is_passed_by(tmp_path: Path, busy: int) -> None:
    read_key(tmp_path)
    found = find_listener(HERE, None, tmp_path)
    assert found.listening is not None
    with found.listening:
        assert busy < found.port < busy + ports.TRIED


def test_a_port_asked_for_is_not_exchanged_for_another(tmp_path: Path, busy: int) -> None:
    with pytest.raises(NotUnderstood, match=rf"Port {busy} is in use. Port \d+ is free"):
        find_listener(HERE, busy, tmp_path)


def test_where_all_are_taken_it_says_so(
    tmp_path: Path, busy: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "TRIED", 1)
    with pytest.raises(NotUnderstood, match="--port"):
        find_listener(HERE, None, tmp_path)


def test_an_address_that_is_not_this_machines_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood, match=r"Cannot listen on 203\.0\.113\.1"):
        find_listener("203.0.113.1", free_port(), tmp_path)


@pytest.mark.in_a_file
def test_ones_own_server_is_found_and_that_of_others_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "mine") as address:
        port = int(address.rpartition(":")[2])
        monkeypatch.setattr(ServerSettings, "port", port)
        for asked in (None, port):
            found = find_listener(HERE, asked, tmp_path / "mine")
            assert (found.port, found.listening) == (port, None)
        read_key(tmp_path / "other")
        others = find_listener(HERE, None, tmp_path / "other")
        assert others.listening is not None
        with others.listening:
            assert others.port > port


def test_the_mark_of_a_server_does_not_tell_its_key(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        told = httpx.get(f"http://{address}/healthz").headers[ports.WHOSE]
    key = read_key(tmp_path)
    assert len(told) == 32
    assert told not in key.hex()


def test_addresses_of_this_machine_lead_to_it(tmp_path: Path) -> None:
    found = ports.network_addresses()
    assert HERE not in found
    with running(tmp_path, host="0.0.0.0") as address:
        port = address.rpartition(":")[2]
        for one in found:
            assert httpx.get(f"http://{one}:{port}/healthz").is_success


def test_a_browser_brackets_addresses_with_colons() -> None:
    assert ports.address("::1", 8010) == "http://[::1]:8010/"
    assert ports.Listener("::", 8010, None).address == "http://[::1]:8010/"


# --- who gets in --------------------------------------------------------------------------

FRIENDS = "192.168.7.7"  # what a friend's browser calls this machine


def as_a_friend_asks(address: str) -> httpx.Client:
    host = f"{FRIENDS}:{address.rpartition(':')[2]}"
    headers = {"host": host, "origin": f"http://{host}"}
    return httpx.Client(base_url=f"http://{address}", headers=headers)


def test_a_server_for_everybody_answers_to_its_name_in_the_network(tmp_path: Path) -> None:
    with running(tmp_path, host="0.0.0.0") as address, as_a_friend_asks(address) as friend:
        assert friend.put("/api/me", json={"name": "Eva"}).json()["name"] == "Eva"
        seats = [{"kind": "me"}, {"kind": "free"}]
        made = friend.post("/api/tables", json={"game": "level10", "seats": seats})
        assert made.status_code == 201
        host = str(friend.headers["host"])

        async def plays() -> None:
            guest = Guest(address)
            table = made.json()["table"]
            player = await guest.connect(table, host=host, origin=f"http://{host}")
            await player.send({"type": "hello"})
            assert (await player.until("welcome"))["table"] == table

        run(plays())


def test_a_server_for_this_machine_does_not(tmp_path: Path) -> None:
    with running(tmp_path) as address, as_a_friend_asks(address) as friend:
        answer = friend.get("/api/games")
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "other_host"
