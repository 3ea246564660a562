"""Accounts: a passkey is made and signs in elsewhere; what is wrong with an answer is refused; who
signs out is signed out, everywhere if they want; and nobody sees two hands of a table that way."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import httpx
import pytest

from tenluz.engine.record import GameRecord
from tenluz.lab.checking import play_again
from tenluz.server.guests import BEFORE
from tenluz.server.operator_session import new_secret
from tenluz.server.postgres_store import PostgresStore
from tenluz.server.sign_outs import sign_out
from tenluz.server.sqlite_store import SqliteStore
from tests.server.authenticator import Authenticator, content, text
from tests.server.player import Guest, run
from tests.server.private_postgres import private_postgres
from tests.server.running import ON_POSTGRES, kept, running, wait_until
from tests.server.test_operator import Operator

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


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("data")
    with running(data, look=0.05) as found:
        yield found


# --- the way it should go -------------------------------------------------------------------


def test_a_passkey_brings_name_seats_and_games_to_another_device(address: str) -> None:
    async def story() -> None:
        phone = Device(address, "Ana")
        over = await phone.play()
        table = phone.make_table("luz", "me rules rules", options=SMALL)
        passkey = phone.register("Phone")
        laptop = Device(address)
        assert laptop.sign_in(passkey).json()["name"] == "Ana"
        assert laptop.http.get("/api/me").json()["name"] == "Ana"
        assert [one["table"] for one in laptop.http.get("/api/tables/mine").json()] == [table]
        assert (await laptop.at(table)).you == 0
        games = laptop.games()
        ((game,), (total,)) = games["games"], games["totals"]
        assert (game["table"], game["seat"], game["players"], game["kept"]) == (over, 0, 3, True)
        assert (total["games"], total["won"], total["score"]) == (1, game["won"], game["score"])
        laptop.http.put("/api/me", json={"name": "Anna"})
        tablet = Device(address)
        assert tablet.sign_in(passkey).json()["name"] == "Anna", "an account keeps the name"

    run(story())


def test_guests_without_a_passkey_have_their_games_too(address: str) -> None:
    async def story() -> None:
        ana = Device(address, "Ana")
        assert ana.games() == {"totals": [], "games": [], "more": False}
        table = await ana.play()
        games = ana.games()
        assert [one["table"] for one in games["games"]] == [table]
        record = GameRecord.from_json(ana.http.get(f"/api/tables/{table}/record").json())
        outcome = play_again(record).to_json()["outcome"]
        assert games["games"][0]["score"] == outcome["scores"][0]
        assert games["games"][0]["won"] == (outcome["winner"] == 0)
        assert ana.account()["passkeys"] == []
        assert Device(address).games()["games"] == []

    run(story())


def test_passkeys_are_named_and_removed_by_who_has_shown_one(address: str) -> None:
    ana = Device(address, "Ana")
    first = ana.register("Phone")
    assert code(ana.post("/passkeys/options")) == "no_proof", "a stolen cookie adds none"
    proof = ana.sign_in(first, again=True).json()["proof"]
    second = ana.register("Key", proof)
    names = [one["name"] for one in ana.account()["passkeys"]]
    assert names == ["Phone", "Key"]
    place = f"/api/account/passkeys/{text(second.id)}"
    assert ana.http.put(place, json={"name": "Blue key"}).json()["name"] == "Blue key"
    eve = Device(address, "Eve")
    hers = eve.sign_in(eve.register(), again=True).json()["proof"]
    assert code(eve.http.put(place, json={"name": "Mine"})) == "unknown_passkey"
    assert code(eve.http.post(f"{place}/remove", json={"proof": hers})) == "unknown_passkey"
    assert code(ana.http.post(f"{place}/remove", json={"proof": "x"})) == "no_proof"
    assert code(ana.http.post(f"{place}/remove", json={"proof": hers})) == "no_ticket"
    assert ana.http.post(f"{place}/remove", json={"proof": proof}).is_success
    assert code(Device(address).sign_in(second)) == "unknown_passkey"
    last = f"/api/account/passkeys/{text(first.id)}/remove"
    assert ana.http.post(last, json={"proof": proof}).is_success
    assert ana.account()["passkeys"] == []
    assert ana.http.get("/api/me").json()["name"] == "Ana", "the guest stays"
    ana.register("Again")


def test_there_is_an_end_to_passkeys(address: str) -> None:
    ana = Device(address, "Ana")
    proof = ana.sign_in(ana.register(), again=True).json()["proof"]
    for _ in range(9):
        ana.register(proof=proof)
    assert code(ana.post("/passkeys/options", proof=proof)) == "enough_passkeys"


def test_where_passkeys_cannot_work_it_says_so(address: str, tmp_path: Path) -> None:
    plain = Guest(address)
    assert plain.http.get("/api/account").json()["works_at"] == ""
    assert code(plain.http.post("/api/account/passkeys/options", json={})) == "no_passkeys_here"
    local = Device(address)
    assert local.account()["works_at"] == local.origin
    origins = {"https://games.example.org": True, "http://games.example.org": False}
    for origin, works in {**origins, "https://10.0.0.7": False}.items():
        with running(tmp_path / "other", public_url=origin) as other:
            asked = httpx.get(f"http://{other}/api/account").json()
            assert asked["works_at"] == (origin if works else "")


# --- answers that are not true --------------------------------------------------------------


def test_a_challenge_is_answered_once_by_who_was_asked(address: str) -> None:
    ana, eve = Device(address, "Ana"), Device(address, "Eve")
    passkey = ana.register()
    ticket, options = eve.ask("/sign-in/options")
    answer = passkey.get(options)
    assert code(ana.post("/sign-in", ticket=ticket, answer=answer)) == "no_ticket", "another's"
    assert eve.post("/sign-in", ticket=ticket, answer=answer).is_success
    third = Device(address)
    third.http.cookies.clear()
    third.http.cookies.update(eve.http.cookies)
    assert code(third.post("/sign-in", ticket=ticket, answer=answer)) == "no_ticket", "replayed"
    # Even if Eve is who she was when she asked.
    back = Device(address)
    ticket, options = back.ask("/sign-in/options")
    before, answer = dict(back.http.cookies), passkey.get(options)
    assert back.post("/sign-in", ticket=ticket, answer=answer).is_success
    back.http.cookies.clear()
    back.http.cookies.update(before)
    assert code(back.post("/sign-in", ticket=ticket, answer=answer)) in (
        "no_ticket",
        "not_verified",
    )


def test_a_ticket_is_for_one_purpose_and_from_here(address: str) -> None:
    ana = Device(address, "Ana")
    passkey = Authenticator(ana.origin)
    ticket, options = ana.ask("/passkeys/options")
    made = passkey.create(options)
    for wrong in ("x", "x.y.z", ticket[:-3] + "AAA", ana.ask("/sign-in/options")[0]):
        assert code(ana.post("/passkeys", ticket=wrong, name="P", answer=made)) == "no_ticket"
    assert ana.post("/passkeys", ticket=ticket, name="P", answer=made).is_success
    assert code(ana.post("/passkeys", ticket=ticket, name="P", answer=made)) == "passkey_there"
    proof = ana.sign_in(passkey, again=True).json()["proof"]
    answer = passkey.get(ana.ask("/sign-in/options", again=True)[1])
    assert code(ana.post("/sign-in", ticket=proof, answer=answer)) == "no_ticket"
    assert code(Device(address).post("/sign-in/options", again=True)) == "no_account"


def test_what_is_wrong_with_a_new_passkey_is_refused(address: str) -> None:
    ana = Device(address, "Ana")
    deep = b"\x81" * 3000 + b"\x00"
    for changes in (
        {"client": {"origin": "https://evil.example"}},
        {"client": {"challenge": text(b"other")}},
        {"client": {"type": "webauthn.get"}},
        {"attestation": {"fmt": "tpm"}},
        {"attestation": {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"x", "x5c": [b"y"]}}},
        {"attestation": {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"x"}}},
        {"attestation": {"authData": b"short"}},
        {"public_key": cbor2.dumps({1: 3, 3: -257, -1: b"n" * 2000, -2: b"e" * 600})},
        {"public_key": b"\xff"},
    ):
        ticket, options = ana.ask("/passkeys/options")
        answer = Authenticator(ana.origin).create(options, **changes)
        refused = ana.post("/passkeys", ticket=ticket, name="P", answer=answer)
        assert code(refused) == "not_verified", changes
    ticket, options = ana.ask("/passkeys/options")
    answer = {**Authenticator(ana.origin).create(options), "attestation": text(deep)}
    assert code(ana.post("/passkeys", ticket=ticket, name="P", answer=answer)) == "not_verified"
    assert ana.account()["passkeys"] == []


def test_what_is_wrong_with_a_sign_in_is_refused(address: str) -> None:
    ana, eve = Device(address, "Ana"), Device(address, "Eve")
    passkey, hers = ana.register(), eve.register()
    passkey.counter = 5
    assert ana.sign_in(passkey, again=True).is_success
    device = Device(address)
    assert code(device.sign_in(Authenticator(device.origin))) == "unknown_passkey"
    for changes in (
        {"client": {"origin": "https://evil.example"}},
        {"client": {"origin": "http://localhost"}},
        {"client": {"challenge": text(b"other")}},
        {"client": {"type": "webauthn.create"}},
        {"counts": 0},  # as often as before
        {"counts": -1},  # a copy of it has been used
    ):
        passkey.counter = 6
        assert code(device.sign_in(passkey, **changes)) == "not_verified", changes
    stolen = Authenticator(ana.origin, id=passkey.id, user=passkey.user, counter=10)
    assert code(device.sign_in(stolen)) == "not_verified", "another key"
    mixed = Authenticator(ana.origin, id=passkey.id, key=hers.key, user=hers.user, counter=10)
    assert code(device.sign_in(mixed)) == "not_verified"
    absent = Authenticator(ana.origin, passkey.id, passkey.key, passkey.user, 10, flags=0)
    assert code(device.sign_in(absent)) == "not_verified", "nobody was there"
    assert code(eve.sign_in(passkey, again=True)) == "unknown_passkey", "it is not Eve's"
    ticket, options = device.ask("/sign-in/options")
    nameless = {**passkey.get(options), "user": ""}
    assert code(device.post("/sign-in", ticket=ticket, answer=nameless)) == "not_verified"
    assert device.sign_in(passkey).is_success, "and nothing was wrong but that"


def test_what_is_too_large_is_refused_unread(address: str) -> None:
    ana = Device(address, "Ana")
    answer = {"id": "a", "client_data": "b", "attestation": "c"}
    for name, size in (("id", 1365), ("client_data", 3001), ("attestation", 6001)):
        body = {"ticket": "t", "name": "P", "answer": {**answer, name: "A" * size}}
        assert ana.http.post("/api/account/passkeys", json=body).status_code == 422
    assert code(ana.post("/passkeys", ticket="t" * 20_000, name="P", answer=answer)) == "too_large"
    assert ana.http.put(f"/api/account/passkeys/{'a' * 1365}", json={"name": "x"}).is_error


def test_who_asks_too_often_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, accounts_a_second=0.001, accounts_at_once=5) as address:
        ana = Device(address)
        answers = [ana.post("/sign-in/options") for _ in range(6)]
        assert [one.status_code for one in answers] == [200] * 5 + [429]
        assert ana.http.get("/api/me").is_success


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


def test_an_answer_is_bytes_in_one_spelling() -> None:
    assert content(text(b"\xff\xfe")) == b"\xff\xfe"
