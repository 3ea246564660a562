"""Accounts: a passkey is made and signs in elsewhere, and what is wrong with an answer is refused.
Who signs out is in `test_signed_out.py`."""

from pathlib import Path

import cbor2
import httpx

from tenluz.engine.record import GameRecord
from tenluz.lab.checking import play_again
from tests.server.authenticator import Authenticator, content, text
from tests.server.device import SMALL, Device, code
from tests.server.player import Guest, run
from tests.server.running import running

SETTINGS = {"look": 0.05}


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


def test_an_answer_is_bytes_in_one_spelling() -> None:
    assert content(text(b"\xff\xfe")) == b"\xff\xfe"


# --- what a cookie alone does not do --------------------------------------------------------------


def test_ten_passkeys_are_enough_however_early_they_were_asked_for(address: str) -> None:
    ana = Device(address, "Ana")
    proof = ana.sign_in(ana.register(), again=True).json()["proof"]
    asked = [ana.ask("/passkeys/options", proof=proof) for _ in range(12)]
    kept = []
    for ticket, options in asked:
        answer = Authenticator(ana.origin).create(options)
        kept.append(ana.post("/passkeys", ticket=ticket, name="One more", answer=answer))
    assert [one.status_code for one in kept[:9]] == [201] * 9
    assert [code(one) for one in kept[9:]] == ["enough_passkeys"] * 3
    assert len(ana.account()["passkeys"]) == 10


def test_an_account_is_deleted_by_who_has_shown_its_passkey(address: str) -> None:
    ana = Device(address, "Ana")
    passkey = ana.register()
    assert code(ana.http.delete("/api/me/data")) == "no_proof"
    eve = Device(address, "Eve")
    hers = eve.sign_in(eve.register(), again=True).json()["proof"]

    def delete(proof: str) -> httpx.Response:
        return ana.http.request("DELETE", "/api/me/data", json={"proof": proof})

    assert code(delete(hers)) == "no_ticket"
    assert len(ana.account()["passkeys"]) == 1
    assert delete(ana.sign_in(passkey, again=True).json()["proof"]).is_success
    assert code(Device(address).sign_in(passkey)) == "unknown_passkey"
