"""`tenluz check` reads records from wherever they lie, and prints one line of JSON for each."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.running import Ran, tenluz
from tests.games_played import played

GOOD = played("luz", 1, players=3).record.to_json()
SHORT = {**GOOD, "moves": GOOD["moves"][:5]}
BAD = {**GOOD, "moves": ["3", "17"]}


def text(*records: dict[str, Any]) -> str:
    """Records as JSON lines."""
    return "".join(json.dumps(record) + "\n" for record in records)


def results(ran: Ran) -> list[Any]:
    """The lines printed, each a JSON object."""
    return [json.loads(line) for line in ran.lines]


def oks(ran: Ran) -> list[bool]:
    return [result["ok"] for result in results(ran)]


# --- files -------------------------------------------------------------------------------------


def test_a_record_that_holds_ends_with_status_0(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD, indent=2))
    ran = tenluz("check", path)
    (result,) = results(ran)
    assert (ran.status, ran.err) == (0, "")
    assert list(result) == ["ok", "over", "turns", "outcome"]
    assert list(result["outcome"]) == ["scores", "deals", "ranking", "winner"]


def test_a_record_that_does_not_ends_with_status_1(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(BAD))
    ran = tenluz("check", path)
    assert ran.status == 1
    (result,) = results(ran)
    assert list(result) == ["ok", "at", "move", "why"]
    assert (result["at"], result["move"]) == (1, "17")


def test_a_file_of_lines_has_one_record_a_line_and_blank_lines_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n" + text(GOOD) + "\n  \n" + text(BAD, SHORT) + "{\n")
    ran = tenluz("check", path)
    assert ran.status == 1
    assert oks(ran) == [True, False, True, False]
    assert results(ran)[1]["why"].startswith("line 5: ")
    assert results(ran)[3]["why"].startswith("line 7: Not JSON")


def test_lines_may_end_as_windows_ends_them_and_the_last_may_not_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(text(GOOD, SHORT).replace("\n", "\r\n").encode() + json.dumps(GOOD).encode())
    assert oks(tenluz("check", path)) == [True, True, True]


def test_files_are_told_in_order_and_a_bad_record_says_its_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.jsonl"
    one.write_text(json.dumps(BAD))
    two.write_text(text(GOOD, BAD))
    ran = tenluz("check", one, two)
    assert ran.status == 1
    assert oks(ran) == [False, True, False]
    assert results(ran)[0]["why"].startswith(f"{one}: ")
    assert results(ran)[2]["why"].startswith(f"{two}, line 2: ")


def test_a_file_that_is_not_there_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    missing, there = tmp_path / "missing.json", tmp_path / "there.json"
    there.write_text(json.dumps(GOOD))
    ran = tenluz("check", missing, tmp_path, there)
    assert ran.status == 1
    first, folder, last = results(ran)
    assert first == {
        "ok": False,
        "at": -1,
        "move": None,
        "why": f"{missing}: No such file or directory.",
    }
    assert "directory" in folder["why"]
    assert last["ok"]


def test_a_json_file_holds_one_record_and_no_list(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(json.dumps([GOOD, GOOD]))
    (result,) = results(tenluz("check", path))
    assert (result["ok"], result["at"]) == (False, -1)
    assert "A record is an object" in result["why"]


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_a_file_without_records_is_remarked_on(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("\n\n")
    ran = tenluz("check", path)
    assert (ran.status, ran.out) == (0, "")
    assert "holds no records" in ran.err


def test_a_file_of_any_other_name_may_be_either(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text(json.dumps(GOOD, indent=1))
    assert oks(tenluz("check", path)) == [True]
    path.write_text(text(GOOD, BAD))
    assert oks(tenluz("check", path)) == [True, False]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01",
        b"\xff\xfe{",
        b"[" * 50_000,
        b'{"tenluz": NaN}',
        b'{"tenluz": 1, "tenluz": 1}',
        b"9" * 10_000,
        b'{"tenluz": 1, "game": "\\ud800"}',
        b'{"tenluz": 1, "game": "luz", "options": {"players": 1e999}}',
    ],
)
def test_whatever_a_file_holds_it_is_told_on_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    ran = tenluz("check", path)
    (result,) = results(ran)
    assert (ran.status, result["ok"], result["at"], result["move"]) == (1, False, -1, None)


# --- standard input ------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["-"], []])
def test_standard_input_is_read_as_lines(words: list[str]) -> None:
    ran = tenluz("check", *words, stdin="\n" + text(GOOD, BAD, SHORT))
    assert ran.status == 1
    assert oks(ran) == [True, False, True]
    assert results(ran)[1]["why"].startswith("line 3: ")


@pytest.mark.parametrize("words", [["-"], []])
def test_standard_input_may_be_one_record_over_many_lines(words: list[str]) -> None:
    ran = tenluz("check", *words, stdin=json.dumps(GOOD, indent=2))
    assert (ran.status, oks(ran)) == (0, [True])


def test_one_damaged_record_over_many_lines_is_one_fault() -> None:
    ran = tenluz("check", "-", stdin=json.dumps(GOOD, indent=2)[:-2])
    (result,) = results(ran)
    assert result["why"].startswith("Not JSON")


def test_a_damaged_first_line_does_not_hide_the_lines_after_it() -> None:
    ran = tenluz("check", "-", stdin="\n{oops\n" + text(GOOD, BAD))
    assert oks(ran) == [False, True, False]
    assert results(ran)[0]["why"].startswith("line 2: Not JSON")
    assert results(ran)[2]["why"].startswith("line 4: ")


def test_standard_input_may_stand_among_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD))
    ran = tenluz("check", path, "-", stdin=text(BAD))
    assert oks(ran) == [True, False]
    assert results(ran)[1]["why"].startswith("standard input, line 1: ")


def test_without_files_at_a_terminal_it_says_how_it_is_used() -> None:
    ran = tenluz("check", stdin_terminal=True)
    assert ran.status == 2
    assert "Usage" in ran.out


# --- at a terminal ----------------------------------------------------------------------


def test_who_watches_many_records_sees_how_far_it_has_come(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text(SHORT) * 600)
    ran = tenluz("check", path, stderr_terminal=True)
    assert len(ran.lines) == 600
    assert "records" in ran.err


def test_who_watches_few_records_sees_none_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text(SHORT) * 20)
    assert tenluz("check", path, stderr_terminal=True).err == ""


def test_an_unknown_switch_ends_with_status_2() -> None:
    assert tenluz("check", "--loud").status == 2


def test_the_command_works_in_a_pipe_whose_reader_leaves_early() -> None:
    command = [sys.executable, "-m", "tenluz.cli", "check", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(text(GOOD).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]  # answered before the input ends
        process.stdout.close()
        process.stdin.write(text(GOOD, GOOD).encode())
        process.stdin.close()
        assert b"Traceback" not in process.stderr.read()
