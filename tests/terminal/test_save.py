"""Nothing is ever lost: a game that stops anywhere goes on exactly as it would have."""

import json
import os
from pathlib import Path

import pytest

from tests.terminal.at_keyboard import SEED, Conversation, play, sit, table

LEVEL10 = ["", "say always", "1", "1", "1", "want D", "1", "2", "1", "1", "1", "1", "1", "1", "1"]
LUZ = ["3+"] + ["1"] * 50


def keys_of(game: str) -> list[str]:
    return LEVEL10 + ["1"] * 100 if game == "level10" else LUZ


def uninterrupted(game: str, data: Path) -> dict[str, object]:
    record = data / "whole.json"
    assert (
        play(data, game, "--seed", SEED, "--record", str(record), keys=keys_of(game)).returncode
        == 0
    )
    return json.loads(record.read_text())


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_game_left_and_resumed_ends_like_one_that_was_not(game, tmp_path):
    whole = uninterrupted(game, tmp_path)
    keys, stop = keys_of(game), 4
    left = play(tmp_path, game, "--seed", SEED, keys=keys[:stop])
    assert left.returncode == 0
    assert "Go on with: tenluz play --resume " in left.stdout
    record = tmp_path / "resumed.json"
    resumed = play(tmp_path, "--resume", "--record", str(record), keys=keys[stop:])
    assert resumed.returncode == 0
    assert json.loads(record.read_text()) == whole


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_game_killed_and_resumed_ends_like_one_that_was_not(game, tmp_path):
    whole = uninterrupted(game, tmp_path)
    keys = keys_of(game)
    talk = Conversation(tmp_path, game, "--seed", SEED)
    talk.heard()
    for key in keys[:5]:
        talk.type(key)
    talk.kill()
    record = tmp_path / "resumed.json"
    assert play(tmp_path, game, "--resume", "--record", str(record), keys=keys[5:]).returncode == 0
    assert json.loads(record.read_text()) == whole


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_every_point_of_a_game_can_be_resumed(game, tmp_path):
    """In this process, after every single key; also in the middle of a turn."""
    options = {"players": 3, "edition": "ru"} if game == "level10" else {"players": 3, "deals": 1}
    keys = {
        "level10": ["", "11", "say", "1", "2", "advise Otto D", "1", "2", "1"],
        "luz": ["2", *["1"] * 6],
    }[game]
    from tenluz.terminal.save import read_save

    whole, _ = sit(table(game, seats=["me"], **options), keys, tmp_path)
    for stop in range(len(keys)):
        sit(table(game, seats=["me"], **options), keys[:stop], tmp_path)
        again = read_save(tmp_path / "saved.json")
        sit(again, keys[stop:], tmp_path)
        assert again.log == whole.game.log
        assert again.kept == whole.game.kept
        assert again.match.record.to_json() == whole.game.match.record.to_json()


def test_what_was_said_is_kept(tmp_path):
    from tenluz.terminal.save import read_save

    sit(table("level10", seats=["me"]), ["", "want D"], tmp_path)
    silent = table("level10", seats=["me"])
    sit(silent, [""], tmp_path / "other")
    again = read_save(tmp_path / "saved.json")
    assert again.kept[1] != silent.kept[1]
    assert again.match.state.table.wishes[0] == 1


def test_resume_takes_the_latest_unfinished_game(tmp_path):
    play(tmp_path, "level10", "--seed", "aa" * 32, keys=[""])
    play(tmp_path, "luz", "--seed", "bb" * 32)
    for path in (tmp_path / "saved").glob("level10*"):
        os.utime(path, (1, 1))
    assert play(tmp_path, "--resume").stdout.startswith("Luz goes on")
    assert play(tmp_path, "level10", "--resume").stdout.startswith("Level 10 goes on")


def test_resume_without_a_game_says_so(tmp_path):
    ran = play(tmp_path, "--resume")
    assert ran.returncode == 2
    assert ran.stderr.startswith("tenluz: There is no unfinished game in ")


def test_a_file_for_the_game_can_be_named(tmp_path):
    file = tmp_path / "evening.json"
    play(tmp_path, "--save", str(file), "--seed", SEED, keys=["", "1"])
    moves = len(json.loads(file.read_text())["log"])
    assert not (tmp_path / "saved").exists()
    again = play(tmp_path, "--save", str(file))
    assert again.returncode == 2
    assert "--resume" in again.stderr
    third = tmp_path / "third.json"
    third.write_text("{}")
    assert play(tmp_path, "--resume", str(file), "--save", str(third)).returncode == 2
    assert third.read_text() == "{}"
    play(tmp_path, "--resume", str(file), keys=["1"])
    assert len(json.loads(file.read_text())["log"]) > moves


def test_a_copy_never_overwrites_something_else(tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada")
    copy = tmp_path / "copy.json"
    orders = ["", f"save {other}", f"save {copy}", f"save {copy}", "save ~nobody-at-all/x"]
    _, screen = sit(table("level10", seats=["me"]), orders, tmp_path)
    assert other.read_text() == "Dear Ada"
    assert any(line.startswith("Not legal: ") and "letter.txt" in line for line in screen.lines)
    assert screen.lines.count(f"A copy of the game is saved in {copy}.") == 2
    assert json.loads(copy.read_text())["tenluz-save"] == 2


def test_a_game_that_cannot_be_saved_goes_on_and_says_so_once(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    ran = play(blocked, "--seed", SEED, keys=["", "1", "1"])
    assert ran.returncode == 0
    assert ran.stdout.count("The game is not being saved.") == 1
    assert ran.stdout.endswith("The game is not saved.\n")
    assert play(tmp_path, "--save", str(blocked / "x.json")).returncode == 2


COUNT = {"seat": 0, "kind": "count", "world": 0, "count": 0, "to": None}

# --- damage -----------------------------------------------------------------------------------


def saved(tmp_path: Path) -> Path:
    sit(table("level10", seats=["me"]), ["", "1", "1"], tmp_path)
    return tmp_path / "saved.json"


def damaged(tmp_path: Path, **changed: object) -> str:
    """What is said of a save with some fields changed, or taken away with None."""
    path = saved(tmp_path)
    found = {**json.loads(path.read_text()), **changed}
    path.write_text(json.dumps({k: v for k, v in found.items() if v is not None}))
    return said(tmp_path, path)


def said(tmp_path: Path, path: Path) -> str:
    from tests.commands.running import tenluz

    ran = tenluz("play", "--resume", path)
    assert ran.status == 2
    assert ran.err.startswith("tenluz: ")
    assert ran.err.count("\n") == 1
    assert str(path) in ran.err
    return ran.err


def test_damaged_text_is_named_by_line_and_column(tmp_path):
    path = saved(tmp_path)
    text = path.read_text()
    path.write_text(text[: text.index('"log"')])
    assert "line 9, column 2" in said(tmp_path, path)
    path.write_bytes(b"\xff\xfe\x00")
    assert "damaged" in said(tmp_path, path)
    path.write_text("[]")
    assert "no saved game" in said(tmp_path, path)
    assert "Cannot read" in said(tmp_path, tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"tenluz-save": 7}, "saved in format 7"),
        ({"tenluz-save": 1}, "the version that wrote it can go on with it"),
        ({"tenluz-save": None}, "no saved game"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"options": {"players": 9}}, "players must be"),
        ({"options": None}, '"options"'),
        ({"seed": "12"}, '"seed"'),
        ({"seats": [{"name": "You"}]}, "1 seats for 3 players"),
        ({"seats": [{"name": "You"}, {"name": "A", "bot": "hal"}, {"name": "B"}]}, "no bot 'hal'"),
        ({"seats": [1, 2, 3]}, "A seat needs a name"),
        ({"log": 3}, '"log"'),
    ],
)
def test_damaged_fields_are_named(changed, why, tmp_path):
    assert why in damaged(tmp_path, **changed)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"seat": 0, "move": 39}, "M8 is not in the hand"),
        ({"seat": 1, "move": 0}, "Seat 1 is not on turn"),
        ({"seat": 0, "move": 4711}, "There is no move 4711"),
        ({"say": {**COUNT, "count": 9}}, "That cannot be said here"),
        ({"say": {**COUNT, "extra": 1}}, "That cannot be said here"),
        ({"say": {"seat": 0, "kind": "count"}}, "is no statement"),
        ({"say": {**COUNT, "kind": "sing"}}, "is no statement"),
        ({"say": {**COUNT, "world": "0"}}, "is no statement"),
        ({"say": {**COUNT, "world": 9}}, "no such world"),
        ({"say": {**COUNT, "seat": 77}}, "no such seat"),
        ({"say": {**COUNT, "seat": "0"}}, "no such seat"),
        ({"seat": 0, "say": [0, 0, 9, -1]}, "An entry is"),
        ({"seat": 0, "move": "D5"}, "An entry is"),
        ("D5", "An entry is"),
    ],
)
def test_a_damaged_log_is_named_by_its_entry(entry, why, tmp_path):
    path = saved(tmp_path)
    log = json.loads(path.read_text())["log"]
    at = next(
        n for n, each in enumerate(log) if each.get("seat") == 0 and each.get("move", 99) < 50
    )
    log[at] = entry
    text = damaged(tmp_path, log=log)
    assert f"log[{at}]" in text
    assert why in text


def test_a_log_that_leads_elsewhere_is_noticed(tmp_path):
    log = json.loads(saved(tmp_path).read_text())["log"]
    assert "does not lead to the position" in damaged(tmp_path, log=log[:-1])


def test_a_damaged_latest_game_is_not_passed_over(tmp_path):
    play(tmp_path, "luz", "--seed", SEED)
    (tmp_path / "saved" / "zzz.json").write_text("{")
    ran = play(tmp_path, "--resume")
    assert ran.returncode == 2
    assert "zzz.json" in ran.stderr
