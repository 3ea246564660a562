"""Tables that were: a lesson's, made beforehand, and a finished game once more."""

import json
from pathlib import Path

import httpx
import pytest

from tenluz.server.replay import ReplayCache
from tests.games_played import GAMES
from tests.server.player import Guest, run
from tests.server.running import running
from tests.server.test_again import finished


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_goes_on_without_a_gap(address: str, name: str) -> None:
    found = httpx.get(f"http://{address}/api/games/{name}/lesson/en").json()
    assert found["game"] == name
    for scene in found["scenes"]:
        welcome = scene["welcome"]
        assert [entry["seq"] for entry in welcome["entries"]] == list(range(1, welcome["seq"] + 1))
        seq = welcome["seq"]
        screen = welcome["screen"]
        for step in scene["steps"]:
            legal = {move["move"] for move in screen["moves"]}
            if step["right"] is not None:
                assert screen["turn"] == welcome["you"]
                assert {step["right"], *map(int, step["wrong"])} == legal
            for news in step["news"]:
                seq += 1
                assert news["seq"] == seq
                screen = news["screen"]


def test_a_lesson_shows_no_card_that_a_learner_would_not_see(address: str) -> None:
    found = httpx.get(f"http://{address}/api/games/luz/lesson/en").json()
    for scene in found["scenes"]:
        news = [scene["welcome"], *(one for step in scene["steps"] for one in step["news"])]
        for one in news:
            assert all(place["card"] is None for place in one["screen"]["hands"][0])


def test_a_game_without_a_lesson_says_so(address: str) -> None:
    answer = httpx.get(f"http://{address}/api/games/oh_hello/lesson/en")
    assert answer.status_code == 400
    assert httpx.get(f"http://{address}/api/games/luz/lesson/xx").status_code == 422


def test_a_finished_game_is_shown_again_as_a_seat_saw_it(address: str) -> None:
    async def story() -> None:
        ana = Guest(address, "Ana")
        table, (player,), _ = await finished([ana], "me rules rules")
        again = ana.http.get(f"/api/tables/{table}/replay").json()
        assert again["welcome"]["you"] == player.you == 0
        assert again["news"][-1]["screen"] == player.screen
        told = [again["welcome"]["entries"][0], *(n["entries"][0] for n in again["news"])]
        assert {entry["seq"]: entry["events"] for entry in told}.items() >= {
            seq: events for seq, events in player.entries.items() if events
        }.items()
        other = httpx.get(f"http://{address}/api/tables/{table}/replay?seat=2").json()
        assert other["welcome"]["you"] == 2
        assert all(place["card"] is None for place in other["welcome"]["screen"]["hands"][2]), (
            "not even then one's own cards"
        )
        for seat, status in (("3", 409), ("8", 422), ("-1", 422)):
            refused = httpx.get(f"http://{address}/api/tables/{table}/replay?seat={seat}")
            assert refused.status_code == status, seat

    run(story())


def test_nobody_looks_at_a_running_game_in_this_way(address: str) -> None:
    ana = Guest(address, "Ana")
    table = ana.make_table("luz", "me free rules")
    for seat in ("", "?seat=1"):
        refused = ana.http.get(f"/api/tables/{table}/replay{seat}")
        assert refused.status_code == 409
        assert json.loads(refused.content)["error"]["code"] == "not_over"


def test_replays_are_not_to_be_had_without_end(tmp_path: Path) -> None:
    async def story(address: str) -> None:
        ana = Guest(address, "Ana")
        table, _, _ = await finished([ana], "me rules rules")
        answers = [ana.http.get(f"/api/tables/{table}/replay?seat={seat}") for seat in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]

    with running(tmp_path, tables_a_second=0.001, tables_at_once=2) as address:
        run(story(address))


def test_replays_that_are_kept_have_an_end_in_bytes() -> None:
    kept = ReplayCache(10)
    for name in "abc":
        kept.put(name, name.encode() * 3)
    assert kept.get("a") == b"aaa"
    kept.put("d", b"dddd")  # b was not asked for for longest
    assert [kept.get(name) for name in "abcd"] == [b"aaa", None, b"ccc", b"dddd"]
    kept.put("d", b"d")  # two asked at once
    kept.put("e", b"eee")
    assert [kept.get(name) for name in "acde"] == [b"aaa", b"ccc", b"d", b"eee"]
    kept.put("f", b"f" * 11)  # more than all of it
    assert [kept.get(name) for name in "adef"] == [None] * 4
    kept.put("g", b"g" * 10)
    assert kept.get("g") == b"g" * 10
