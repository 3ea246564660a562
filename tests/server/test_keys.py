"""Keys that sign cookies: changed while servers run, without making anybody a stranger; and what is
no whole set of keys is refused."""

import os
import time
from pathlib import Path

import httpx
import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server import data_folder
from tenluz.server.backup import back_up, restore
from tenluz.server.data_folder import read_key, read_keys, rotate_key
from tenluz.server.guests import Guest as Known
from tenluz.server.guests import Guests
from tenluz.server.keys import DAY, MOST_KEYS, Key, KeyRing, parse_keys, write_keys
from tenluz.server.operator_session import new_secret
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.workers import _link_reader
from tests.commands.running import tenluz
from tests.server.operating import OURS, Operator
from tests.server.player import Guest
from tests.server.running import running, wait_until

ANA = Known("ana", "Ana")


def test_the_newest_signs_and_older_ones_are_believed_for_their_time() -> None:
    now = time.time()
    first = KeyRing.of(b"1" * 32)
    second = first.rotated(now, keep=100)
    third = second.rotated(now + 50, keep=100)
    assert third.mark == first.mark, "the server is the same"
    assert third.newest not in (first.newest, second.newest)
    assert third.believed(now + 60) == [third.newest, second.newest, first.newest]
    assert third.believed(now + 110) == [third.newest, second.newest]
    assert third.believed(now + 160) == [third.newest]
    assert [key.id for key in third.rotated(now + 110, 100).keys][1:] == [
        key.id for key in third.keys[:2]
    ], "what has had its end is gone"
    assert len(third.rotated(now + 60, keep=0).keys) == 1, "all strangers, where a key is known"


def test_a_cookie_of_an_older_key_counts_until_its_end_and_is_known_as_old() -> None:
    now = time.time()
    first = KeyRing.of(b"1" * 32)
    cookie = Guests(first).cookie(ANA)
    rotated = Guests(first.rotated(now, keep=100))
    assert rotated.read_cookie(cookie) == ANA
    assert Guests(first.rotated(now - 200, keep=100)).read_cookie(cookie) is None
    assert Guests(first.rotated(now, keep=0)).read_cookie(cookie) is None
    assert rotated.read_link(Guests(first).link({"table": "t"})) == {"table": "t"}
    stranger = Guests(b"2" * 32).cookie(ANA)
    assert rotated.read_cookie(stranger) is None
    signed, _, signature = rotated.cookie(ANA).rpartition(".")
    assert rotated.read_cookie(f"{signed}.{signature[:-2]}AA") is None


def test_there_is_an_end_to_the_number_of_keys() -> None:
    ring = KeyRing.of(b"1" * 32)
    for _ in range(MOST_KEYS - 1):
        ring = ring.rotated(time.time(), DAY)
    with pytest.raises(NotUnderstood, match="24 keys already"):
        ring.rotated(time.time(), DAY)
    assert parse_keys(write_keys(ring)) == ring


RING = KeyRing.of(b"1" * 32).rotated(1000.0, DAY)
WHOLE = write_keys(RING)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (WHOLE[:-1], "it is not whole"),
        (WHOLE[: len(WHOLE) // 2], "it is not whole"),
        (b"{" + b" " * 9000, "it has more than 8192 bytes"),
        (WHOLE.replace(b'"31', b'"32', 1), "the key [0-9a-f]{8} is damaged"),
        (WHOLE.replace(RING.mark.encode(), b"x" * 32), "it does not say whose it is"),
        (b'{"keys": [], "mark": "%s"}' % RING.mark.encode(), "none of its keys signs"),
        (write_keys(KeyRing((Key(b"1" * 32), Key(b"2" * 32)), RING.mark)), "or several do"),
        (write_keys(KeyRing((Key(b""),), RING.mark)), "it is not whole"),
        (b'{"keys": 7}', "it is not whole"),
    ],
)
def test_what_is_not_whole_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(NotUnderstood, match=f"holds no key: .*{why}"):
        read_keys(tmp_path)
    with pytest.raises(NotUnderstood, match="holds no key"):
        rotate_key(tmp_path, DAY)
    assert (tmp_path / "key").read_bytes() == content, "and left as it is"


def test_a_new_key_is_on_the_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_key(tmp_path)
    done: list[str] = []
    sync, move = os.fsync, os.replace

    def synced(number: int) -> None:
        done.append(f"sync {Path(os.readlink(f'/proc/self/fd/{number}')).name.partition('.')[0]}")
        sync(number)

    def replaced(one: Path, other: Path) -> None:
        assert one.stat().st_mode & 0o777 == 0o600
        done.append("replace")
        move(one, other)

    monkeypatch.setattr(data_folder.os, "fsync", synced)
    monkeypatch.setattr(data_folder.os, "replace", replaced)
    ring = rotate_key(tmp_path, DAY)
    assert done == ["sync key", "replace", f"sync {tmp_path.name}"]
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert read_keys(tmp_path) == ring


def test_the_command_names_keys_and_never_shows_one(tmp_path: Path) -> None:
    assert tenluz("keys", "list", "--data", tmp_path).status == 2
    assert not (tmp_path / "key").exists()
    first = read_key(tmp_path)
    ran = tenluz("keys", "rotate", "--data", tmp_path, "--keep-days", "30")
    assert ran.status == 0, ran.out
    ring = read_keys(tmp_path)
    new, old = ring.keys
    assert f"{new.id}  made " in ran.out
    assert f"{old.id}  the first, valid until " in ran.out
    assert tenluz("keys", "list", "--data", tmp_path).out == ran.out
    for secret in (first, new.secret):
        assert secret.hex() not in ran.out
    assert old.until is not None
    assert 29 * DAY < old.until - time.time() < 31 * DAY


def test_a_backup_takes_all_keys_along(tmp_path: Path) -> None:
    data = tmp_path / "data"
    read_key(data)
    SqliteStore(data / "tables.db").close()
    ring = rotate_key(data, DAY)
    back_up(data, tmp_path / "copy")
    restore(tmp_path / "copy", tmp_path / "other")
    assert read_keys(tmp_path / "other") == ring


def test_who_hands_connections_to_workers_reads_links_of_a_new_key(tmp_path: Path) -> None:
    """Else a private link to a seat would go to a worker that does not have its table."""
    keys = read_keys(tmp_path)
    read = _link_reader(ServerSettings(tmp_path, look=0), keys)
    assert read(Guests(keys).link({"table": "t"})) == {"table": "t"}
    link = Guests(rotate_key(tmp_path, DAY)).link({"table": "t"})
    assert read(link) == {"table": "t"}
    (tmp_path / "key").write_bytes(b"")
    assert read(link) == {"table": "t"}, "it goes on with what it has"


@pytest.mark.in_a_file
def test_a_server_that_runs_takes_a_new_key_up_and_keeps_its_guests(tmp_path: Path) -> None:
    with running(tmp_path, look=0.05) as address:
        ana = Guest(address, "Ana")
        before, whose = ana.cookie, httpx.get(f"http://{address}/healthz").headers["tenluz-whose"]
        newest = Guests(rotate_key(tmp_path, DAY))

        def signs() -> bool:
            return newest.read_cookie(Guest(address).cookie.partition("=")[2]) is not None

        wait_until(lambda: ana.http.get("/api/me").is_success and ana.cookie != before)
        assert ana.http.get("/api/me").json()["name"] == "Ana", "nobody is signed out"
        again = ana.cookie.partition("=")[2]
        assert Guests(read_key(tmp_path)).read_cookie(again) is not None, "signed by the newest"
        assert signs()
        assert httpx.get(f"http://{address}/healthz").headers["tenluz-whose"] == whose
        # Somebody else may have the key: all of it counts no more.
        rotate_key(tmp_path, 0)
        wait_until(lambda: Guest(address).cookie and not _known(address, ana.cookie))
        (tmp_path / "key").write_bytes(b"")  # broken: it goes on with what it has
        assert Guest(address, "Ben").http.get("/api/me").json()["name"] == "Ben"


@pytest.mark.in_a_file
def test_a_new_key_signs_no_operator_out(tmp_path: Path) -> None:
    secret = new_secret(tmp_path / "operator-secret")
    with running(tmp_path, look=0.05) as address:
        ana, before = Guest(address, "Ana"), _operator(address, secret)
        assert _is_open(address, before)
        old = ana.cookie
        rotate_key(tmp_path, DAY)
        wait_until(lambda: ana.http.get("/api/me").is_success and ana.cookie != old)
        assert _is_open(address, before)
        after = _operator(address, secret)
        ana.http.close()
    with running(tmp_path, look=0.05) as address:  # as a worker that was started later
        assert _is_open(address, before)
        assert _is_open(address, after), "where the newest key signs, the newest has signed"
        rotate_key(tmp_path, 0)
        wait_until(lambda: not _is_open(address, before) and not _is_open(address, after))


def _operator(address: str, secret: str) -> str:
    """The cookie of somebody who knows the secret."""
    operator = Operator(address, secret)
    ((name, value),) = operator.http.cookies.items()
    operator.http.close()
    return f"{name}={value}"


def _is_open(address: str, cookie: str) -> bool:
    headers = {"cookie": cookie, **OURS}
    return bool(httpx.get(f"http://{address}/api/operator/session", headers=headers).json()["open"])


def _known(address: str, cookie: str) -> bool:
    asked = httpx.get(f"http://{address}/api/me", headers={"cookie": cookie})
    return bool(asked.json()["name"])
