"""Names as others see them, and cookies and links as their owners keep them."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, select

from tenluz.server import moderation, schema
from tenluz.server.data_folder import read_key
from tenluz.server.guests import Guest as Known
from tenluz.server.guests import Guests
from tenluz.server.names import LONGEST_LOOK, clean, distinct, looks
from tests.server.player import Guest, run
from tests.server.running import running
from tests.server.stores import KINDS, opened


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("A\u200bn\u200da\ufeff", "Ana"),  # zero width
        ("\u202eanA\u2066", "anA"),  # marks of direction
        ("Zoe\u0301", "Zoé"),
        ("Jose\u0301 Q\u0301\u0301\u0301\u0301\u0301", "José Q\u0301\u0301"),
        ("Олена", "Олена"),
        ("李雷", "李雷"),
        ("🂡 Ana", "🂡 Ana"),
        ("\u200b\u200b", ""),
        ("\u3164", ""),  # a letter that shows nothing
        ("\u0301", ""),
        ("\u00a0\u2003", ""),
        ("x" * 30, "x" * 24),
        *((f"Id{hidden}a", "Ida") for hidden in "\u034f\ufe0f\u180b\U000e0101\u17b4\u00ad"),
        ("e\u034f\u0301", "é"),
        ("\ufdfa" * 24, "\ufdfa"),  # a sentence of eighteen letters in one
    ],
)
def test_a_name_is_what_can_be_seen_of_it(given: str, shown: str) -> None:
    assert clean(given) == shown
    assert clean(shown) == shown


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Ana", ["Ben"], "Ana"),
        ("Ana", ["Ana"], "Ana 2"),
        ("ANA", ["Ana", "Ana 2"], "ANA 3"),
        ("Ａｎａ", ["Ana"], "Ａｎａ 2"),  # wide letters
        ("Іdа", ["Ida"], "Іdа 2"),  # Cyrillic
        ("Ιdα", ["Ida"], "Ιdα 2"),  # Greek
        ("lda", ["Ida", "1da 2"], "lda 3"),
        ("Вера", ["ВЕРА"], "Вера 2"),
        ("Вen", ["Ben"], "Вen 2"),
        ("Νick", ["Nick"], "Νick 2"),  # a capital of Greek, and a small letter
        ("Eνa", ["Eva"], "Eνa 2"),
        ("Zоё", ["Zoë"], "Zоё 2"),
        ("Bemd", ["Bernd"], "Bemd 2"),
        ("Zoë", ["Zoe"], "Zoë"),
        ("Олена", ["Олеся"], "Олена"),
        ("", ["", ""], ""),
        ("x" * 24, ["x" * 24], "x" * 22 + " 2"),
    ],
)
def test_the_second_of_two_alike_has_a_number(name: str, others: list[str], shown: str) -> None:
    assert distinct(name, others) == shown


def test_a_look_fits_the_database_and_looks_like_itself() -> None:
    for name in ("\ufdfa" * 24, "ß" * 24, "ΐ" * 24, "Bernd Illi 10", "Вера", "ΝΙΚΗ"):
        assert len(looks(name)) <= LONGEST_LOOK
        assert looks(looks(name)) == looks(name), "so names that were cleared before are known"


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_somebody_is_called_can_be_cleared(kind: str, tmp_path: Path) -> None:
    def cleared(connection: Connection) -> list[str]:
        return list(connection.execute(select(schema.cleared_names.c.name)).scalars())

    async def story() -> None:
        async with opened(kind, tmp_path) as (store,):
            await store.transact(moderation.clear_name, "g", "\ufdfa" * 24)
            assert [len(name) for name in await store.read(cleared)] == [LONGEST_LOOK]

    asyncio.run(story())


def test_names_are_cleaned_and_told_apart_at_a_table(address: str) -> None:
    async def story() -> None:
        ana, other, mila = (Guest(address, n) for n in ("Ana", "\u200bAna\u202e", "Mila"))
        assert other.http.get("/api/me").json()["name"] == "Ana"
        for invisible in ("\u200b", "\u2066\u2069"):
            asked = ana.http.put("/api/me", json={"name": invisible})
            assert (asked.status_code, asked.json()["error"]["code"]) == (422, "wrong_form")
        table = ana.make_table("level10", "me free rules")
        player = await other.at(table)
        await player.command("sit", seat=1)
        await player.until("welcome")
        assert [seat["name"] for seat in player.seats] == ["Ana", "Ana 2", "Mila"]
        own = await mila.at(mila.make_table("level10", "me free rules"))
        assert [seat["name"] for seat in own.seats] == ["Mila", "", "Mila 2"]

    run(story())


def test_two_servers_of_one_host_leave_each_others_cookies_alone(tmp_path: Path) -> None:
    """A browser sends a cookie to every port of a host."""
    with (
        running(tmp_path / "one") as one,
        running(tmp_path / "other") as other,
        httpx.Client(timeout=20) as browser,
    ):
        for address, name in ((one, "Ana"), (other, "Eva")):
            browser.put(f"http://{address}/api/me", json={"name": name})
        for address, name in ((one, "Ana"), (other, "Eva")):
            assert browser.get(f"http://{address}/api/me").json()["name"] == name


@pytest.mark.in_a_file
def test_a_cookie_of_before_is_still_known(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        signed = Guests(read_key(tmp_path)).cookie(Known("abc", "Ana\u200b"))
        cookie = {"cookie": f"tenluz={signed}"}
        assert httpx.get(f"http://{address}/api/me", headers=cookie).json()["name"] == "Ana"


@pytest.mark.in_a_file
def test_a_clock_set_back_takes_no_link_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as address:
        ana, phone = Guest(address, "Ana"), Guest(address)
        table = ana.make_table("level10", "me free")
        seat = {"table": table, "seat": 0, "moves": 0, "guest": "x"}
        tokens = {}
        for hours in (1, -25):
            now = time.time() + hours * 3600
            with monkeypatch.context() as patch:
                patch.setattr(time, "time", lambda now=now: now)
                tokens[hours] = Guests(read_key(tmp_path)).link(seat)
        early, old = (phone.http.get(f"/api/seat/{tokens[hours]}").json() for hours in (1, -25))
        assert early["error"]["code"] == "link_used", "read, though not by whom it was made"
        assert old["error"]["code"] == "no_link"
        for guest in (ana, phone):
            guest.http.close()
