"""Which process has a table: told by its name, and by any path that names it."""

import tracemalloc

from tenluz.server.guests import Guests
from tenluz.server.table_sharding import LETTERS, new_name, shard_of, table_in


def test_a_new_name_is_at_the_home_it_was_made_for() -> None:
    for shards in (1, 2, 3, 7, 64):
        for shard in range(shards):
            names = {new_name(shard, shards) for _ in range(20)}
            assert len(names) == 20
            assert {shard_of(name, shards) for name in names} == {shard}
            assert {len(name) for name in names} == {12}


def test_a_table_beside_another_has_its_home_whatever_their_number() -> None:
    for _ in range(200):
        one = new_name(0, 1)
        other = new_name(beside=one)
        assert other != one
        assert all(shard_of(one, shards) == shard_of(other, shards) for shards in range(1, 65))


def test_names_are_spread_over_the_shards() -> None:
    shards = [shard_of(new_name(), 4) for _ in range(4000)]
    assert all(800 < shards.count(shard) < 1200 for shard in range(4))
    assert len(set(LETTERS)) == 64


def test_what_is_no_name_has_a_home_as_well() -> None:
    assert [shard_of(name, 4) for name in ("", "é", "%41")] == [0, 0, 0]


GUESTS = Guests(b"k" * 32)


def told(path: str) -> str | None:
    return table_in(path, GUESTS.read_link)


def test_a_path_tells_its_table() -> None:
    token = GUESTS.link({"table": "Qab", "seat": 1, "guest": "g", "moves": 0})
    tables = {
        "/ws/abc": "abc",
        "/ws/abc?x=1": "abc",
        "/api/tables/a-_9": "a-_9",
        "/api/tables/abc/record": "abc",
        "/api/tables/abc/move-device?x": "abc",
        f"/api/seat/{token}": "Qab",
        "/api/tables/mine": None,
        "/api/tables": None,
        "/api/tables/": None,
        "/": None,
        "/table/abc": None,
        "": None,
    }
    assert {path: told(path) for path in tables} == tables


def test_a_table_has_one_spelling() -> None:
    for path in (
        "/under/ws/abc",
        "/ws/x/ws/abc",
        "/ws/abc/",
        "//ws/abc",
        "/ws/%61bc",
        "/ws/abc%20",
        "http://host/ws/abc",
        "/api/tables/x/../abc",
        "/api//tables/abc",
    ):
        assert told(path) is None, path


def test_a_token_of_anybody_is_read_without_harm() -> None:
    for token in ("", ".", "a.b.c", "W10.x.y", "IjEi.x.y", "eyJ0YWJsZSI6MX0.x.y", "é" * 9):
        assert told(f"/api/seat/{token}") is None


def test_nothing_is_unpacked_before_its_signature_is_verified() -> None:
    """A token may be compressed: 5 kB of one become 4 MB."""
    forged = Guests(b"f" * 32).link({"table": "a" * 4_000_000})
    assert forged.startswith(".")
    assert len(forged) < 7_000
    tracemalloc.start()
    assert told(f"/api/seat/{forged}") is None
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 500_000
