"""Who signs out is signed out, everywhere if they want; and nobody sees two hands of a table by
being two guests on one device."""

from pathlib import Path

import httpx

from tenluz.server.guests import BEFORE
from tenluz.server.operator_session import new_secret
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.sign_outs import sign_out
from tenluz.server.sqlite_store import SqliteStore
from tests.server.device import Device, code
from tests.server.operating import Operator
from tests.server.player import run
from tests.server.private_postgres import private_postgres
from tests.server.running import ON_POSTGRES, kept, running

SETTINGS = {"look": 0.05}


# --- signed out -----------------------------------------------------------------------------


def test_who_signs_out_everywhere_is_believed_nowhere(address: str) -> None:
    async def story() -> None:
        phone, laptop = Device(address, "Ana"), Device(address)
        passkey = phone.register()
        laptop.sign_in(passkey)
        stolen = phone.cookie
        table = phone.make_table("luz", "me free free")
        there = [await phone.at(table), await laptop.at(table)]
        assert phone.post("/sign-out", everywhere=True).is_success
        for player in there:
            assert (await player.until("bye"))["reason"] == "signed_out"
        for cookie in (stolen, laptop.cookie):
            asked = httpx.get(f"http://{address}/api/tables/mine", headers={"cookie": cookie})
            assert asked.json() == []
            named = httpx.get(f"http://{address}/api/me", headers={"cookie": cookie})
            assert named.json()["name"] == ""
        laptop.http.cookies.clear()
        again = await phone.connect(table, cookie=stolen)
        assert (await again.hear())["reason"] == "signed_out"
        assert phone.http.get("/api/me").json()["name"] == "", "this device is somebody new"
        laptop.http.get("/api/me")
        assert laptop.sign_in(passkey).json()["name"] == "Ana", "who has a passkey comes back"
        assert (await laptop.at(table)).you == 0

    run(story())


def test_links_to_a_seat_end_with_the_cookies(address: str) -> None:
    """Who has had somebody's cookie may have made one before it counted no more."""
    ana, ben = Device(address, "Ana"), Device(address, "Ben")
    passkey = ana.register()
    table = ana.make_table("luz", "me free free")
    link = ana.http.post(f"/api/tables/{table}/move-device").json()["token"]
    assert ben.http.get(f"/api/seat/{link}").is_success
    assert ana.post("/sign-out", everywhere=True).is_success
    for ask in (ben.http.get, ben.http.post):
        assert code(ask(f"/api/seat/{link}")) == "no_link"
    assert ana.sign_in(passkey).is_success
    link = ana.http.post(f"/api/tables/{table}/move-device").json()["token"]
    assert ben.http.post(f"/api/seat/{link}").is_success, "new ones work"


def test_what_others_write_to_the_database_is_heard(tmp_path: Path) -> None:
    """Another worker, or an operator, has signed somebody out."""

    async def story() -> None:
        with running(tmp_path, look=0.05) as address:
            ana = Device(address, "Ana")
            player = await ana.at(ana.make_table("luz", "me free free"))
            ((guest,),) = kept(tmp_path, "select maker from tables")
            store: PostgresStore | SqliteStore
            if ON_POSTGRES:
                store = PostgresStore(private_postgres().database_of(tmp_path))
            else:
                store = SqliteStore(tmp_path / "tables.db")
            await store.start()
            await sign_out(store, guest)
            await store.stop()
            assert (await player.until("bye"))["reason"] == "signed_out"
            assert ana.http.get("/api/me").json()["name"] == ""

    run(story())


def test_signing_out_gives_back_who_the_device_was(address: str) -> None:
    ana, device = Device(address, "Ana"), Device(address, "Mum")
    passkey = ana.register()
    table = device.make_table("luz", "me free free")
    device.sign_in(passkey)
    assert device.http.get("/api/me").json()["name"] == "Ana"
    assert any(name.endswith(BEFORE) for name in device.http.cookies)
    assert device.post("/sign-out").is_success
    assert device.http.get("/api/me").json()["name"] == "Mum"
    assert [one["table"] for one in device.http.get("/api/tables/mine").json()] == [table]
    assert not any(name.endswith(BEFORE) for name in device.http.cookies)
    assert ana.http.get("/api/me").json()["name"] == "Ana", "on this device alone"


# --- two guests on one device ---------------------------------------------------------------


def test_what_was_played_before_is_taken_along_if_wanted(address: str) -> None:
    async def story() -> None:
        ana, device = Device(address, "Ana"), Device(address, "Guest")
        passkey = ana.register()
        over = await device.play()
        table = device.make_table("luz", "me free free")
        assert code(device.http.post(f"/api/tables/{table}/take-along")) == "not_seated"
        assert code(device.post("/take-along")) == "no_account"
        device.sign_in(passkey)
        assert device.account()["before"] == {"tables": [table], "finished": 1}
        assert device.games()["games"] == [], "not without being asked"
        assert ana.account()["before"] is None
        assert device.http.post(f"/api/tables/{table}/take-along").is_success
        assert device.post("/take-along").json() == {"finished": 1}
        assert device.account()["before"] is None
        assert (await ana.at(table)).you == 0, "on all devices"
        assert [one["table"] for one in ana.games()["games"]] == [over]
        device.post("/sign-out")
        assert device.games()["games"] == []
        assert (await device.at(table)).you == -1

    run(story())


def test_a_banned_guest_does_not_play_on_as_somebody_else(tmp_path: Path) -> None:
    """A new cookie is a new guest, without a seat: an account must not bring the seat along."""

    async def story() -> None:
        ana, device = Device(address, "Ana"), Device(address, "Guest")
        passkey = ana.register()
        table = device.make_table("luz", "me free free")
        ((guest,),) = kept(tmp_path, "select guest from sat")
        device.sign_in(passkey)
        ban = {"kind": "guest", "subject": guest, "reason": "rude", "hours": 1}
        operator = Operator(address, secret)
        operator.do("POST", "/bans", ban)
        operator.http.close()
        assert code(device.http.post(f"/api/tables/{table}/take-along")) == "banned"
        assert code(device.post("/take-along")) == "banned"
        assert (await device.at(table)).you == -1
        device.post("/sign-out")
        assert (await (await device.connect(table)).hear())["reason"] == "banned"

    secret = new_secret(tmp_path / "operator-secret")
    with running(tmp_path, look=0.05) as address:
        run(story())


def test_a_banned_guest_does_not_play_on_by_a_link(tmp_path: Path) -> None:
    secret = new_secret(tmp_path / "operator-secret")
    with running(tmp_path) as address:
        ana, device = Device(address, "Ana"), Device(address)
        table = ana.make_table("luz", "me free free")
        link = ana.http.post(f"/api/tables/{table}/move-device").json()["token"]
        operator = Operator(address, secret)
        guest = operator.seat(table, 0)["guest"]
        operator.do("POST", "/bans", {"kind": "guest", "subject": guest, "hours": 1})
        operator.http.close()
        assert code(device.http.post(f"/api/seat/{link}")) == "banned"


def test_nobody_sees_a_second_hand_by_signing_in_or_out(address: str) -> None:
    async def story() -> None:
        host, ana, device = Device(address, "Host"), Device(address, "Ana"), Device(address, "D")
        passkey = ana.register()
        table = host.make_table("luz", "me free free")
        seen = await device.at(table)
        assert (await seen.command("sit", seat=1))["type"] == "accepted"
        device.sign_in(passkey)
        refused = await (await device.at(table)).command("sit", seat=2)
        assert refused["code"] == "other_seat", "by the account on the same device"
        assert refused["values"] == {"seat": 1}
        elsewhere = await (await ana.at(table)).command("sit", seat=2)
        assert elsewhere["code"] == "other_seat", "and on any other"
        # The other way round: an account that has a seat, and who comes after it.
        second = host.make_table("luz", "me free free")
        assert (await (await ana.at(second)).command("sit", seat=1))["type"] == "accepted"
        device.post("/sign-out")
        assert device.http.get("/api/me").json()["name"] == "D"
        refused = await (await device.at(second)).command("sit", seat=2)
        assert refused["code"] == "other_seat"
        fresh = Device(address)
        fresh.sign_in(passkey)
        fresh.http.cookies.delete(next(n for n in fresh.http.cookies if n.endswith(BEFORE)))
        fresh.post("/sign-out")
        refused = await (await fresh.at(second)).command("sit", seat=2)
        assert refused["code"] == "other_seat", "somebody new who was not new"
        # At a table of which the device knows nothing they are as free as anybody.
        third = host.make_table("luz", "me free free")
        assert (await (await fresh.at(third)).command("sit", seat=2))["type"] == "accepted"

    run(story())


def test_a_seat_is_not_taken_along_to_who_has_another(address: str) -> None:
    async def story() -> None:
        ana, device = Device(address, "Ana"), Device(address, "D")
        passkey = ana.register()
        table = ana.make_table("luz", "me free free")
        assert (await (await device.at(table)).command("sit", seat=1))["type"] == "accepted"
        device.sign_in(passkey)
        place = f"/api/tables/{table}/take-along"
        assert code(device.http.post(place)) == "has_seat"
        removed = Device(address, "Host")
        other = removed.make_table("luz", "me free free")
        assert (await (await ana.at(other)).command("sit", seat=1))["type"] == "accepted"
        host = await removed.at(other)
        assert (await host.command("remove", seat=1))["type"] == "accepted"
        friend = Device(address, "F")
        assert (await (await friend.at(other)).command("sit", seat=1))["type"] == "accepted"
        friend.sign_in(passkey)
        assert code(friend.http.post(f"/api/tables/{other}/take-along")) == "removed"

    run(story())
