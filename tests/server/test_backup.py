"""A backup of a server that runs, put back elsewhere, and played on; and what is refused."""

import asyncio
import contextlib
import gzip
import random
import re
import shutil
import sqlite3
import tarfile
from pathlib import Path

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server.backup import back_up, restore
from tenluz.server.data_folder import read_keys, rotate_key
from tests.commands.running import tenluz
from tests.server.player import Guest, Player, run
from tests.server.running import running
from tests.server.test_disk_trouble import no_room

pytestmark = pytest.mark.in_a_file


async def played_on(guest: Guest, table: str, moves: int) -> Player:
    """Somebody who has come to a table and made so many moves there, or all that there are."""
    me = await guest.at(table)
    choice = random.Random(3)
    while moves and not me.over:
        if me.screen["moves"]:
            answer = await me.command("move", at=me.seq, move=me.some_move(choice))
            await me.until_seq(answer["seq"])
            moves -= 1
        else:
            await me.until("news")
    return me


def test_a_server_goes_on_from_a_backup_taken_while_it_was_played_on(tmp_path: Path) -> None:
    file, other = tmp_path / "copy.tar.gz", tmp_path / "elsewhere"

    async def story() -> None:
        with running(tmp_path / "data") as address:
            anna = Guest(address, "Anna")
            table = anna.make_table("luz", "me rules rules", options={"deals": 1})
            before = (await played_on(anna, table, 3)).seq
            busy = asyncio.create_task(played_on(anna, table, 3))
            kept = await asyncio.to_thread(back_up, tmp_path / "data", file)
            await busy
            after = (await anna.at(table)).seq  # now, as bots have moved on meanwhile
            cookies = anna.http.cookies
        assert kept.tables == 1
        assert before <= kept.entries <= after
        assert restore(file, other) == kept
        with running(other) as address:
            anna = Guest(address)
            anna.http.cookies = cookies  # the key is the same: she is who she was
            me = await played_on(anna, table, 1000)
            assert me.you == 0
            assert me.over

    run(story())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that has been used."""
    found = tmp_path_factory.mktemp("kept") / "data"
    with running(found) as address:
        guest = Guest(address)
        guest.make_table("luz", "me rules rules")
        guest.http.close()
    return found


def test_the_commands_say_what_was_copied_and_what_comes_next(folder: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "copy.tar.gz", tmp_path / "new"
    made = tenluz("backup", file, "--data", folder)
    assert re.fullmatch(rf"{file}: 1 table, \d+ entries of their logs\n", made.out)
    assert file.stat().st_mode & 0o777 == 0o600
    back = tenluz("restore", file, "--data", other)
    assert f"tenluz serve --data {other}" in back.out
    assert (other / "key").read_bytes() == (folder / "key").read_bytes()
    assert {path.stat().st_mode & 0o077 for path in (other, *other.iterdir())} == {0}


def test_nothing_is_written_over(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.tar.gz"
    back_up(folder, file)
    was = file.read_bytes()
    with pytest.raises(NotUnderstood, match="there already"):
        back_up(folder, file)
    assert file.read_bytes() == was
    with pytest.raises(NotUnderstood, match=r"has tables already \(tables.db and key\)"):
        restore(file, folder)


def test_a_place_for_it_that_cannot_be_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood) as problem:
        back_up(folder, tmp_path / "none" / "copy.tar.gz")
    assert str(problem.value) == (
        f"Cannot write {tmp_path / 'none' / 'copy.tar.gz'}: No such file or directory. "
        "Choose another place for it."
    )
    with pytest.raises(NotUnderstood, match=r"^Cannot read .*: Is a directory\.$"):
        restore(tmp_path, tmp_path / "new")


def test_a_folder_in_use_and_one_of_something_else_are_refused(
    folder: Path, tmp_path: Path
) -> None:
    back_up(folder, tmp_path / "copy.tar.gz")
    with running(tmp_path / "busy"), pytest.raises(NotUnderstood, match="Another Tenluz"):
        restore(tmp_path / "copy.tar.gz", tmp_path / "busy")
    with pytest.raises(NotUnderstood, match="no data folder of Tenluz"):
        back_up(tmp_path, tmp_path / "other.tar.gz")


def test_a_key_that_is_changed_meanwhile_is_in_the_backup(folder: Path, tmp_path: Path) -> None:
    """Whoever was given a cookie since is known after a restore; older keys are in there too."""
    used = tmp_path / "used"
    shutil.copytree(folder, used)

    def change(_: float) -> None:
        if len(read_keys(used).keys) == 1:
            rotate_key(used, 1000.0)

    back_up(used, tmp_path / "copy.tar.gz", change)
    restore(tmp_path / "copy.tar.gz", tmp_path / "new")
    assert len(read_keys(used).keys) == 2
    assert read_keys(tmp_path / "new") == read_keys(used)


def test_where_there_is_no_room_for_it_is_said(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.tar.gz"
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as served:
        served.execute("select count(*) from log").fetchall()  # the files beside it are there
        with no_room(), pytest.raises(NotUnderstood) as problem:
            back_up(folder, file)
    assert str(problem.value).startswith(f"Cannot write {file}: ")
    assert str(folder) not in str(problem.value)
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_cannot_be_read_is_said(folder: Path, tmp_path: Path) -> None:
    used = tmp_path / "used"
    used.mkdir()
    shutil.copy(folder / "tables.db", used)
    (used / "key").mkdir()
    with pytest.raises(NotUnderstood, match=f"^Cannot use {used / 'key'}: Is a directory"):
        back_up(used, tmp_path / "copy.tar.gz")
    assert list(tmp_path.iterdir()) == [used]


def packed(path: Path, **contents: bytes) -> Path:
    with tarfile.open(path, "w") as tar:
        for name, content in contents.items():
            made = path.with_name(name)
            made.write_bytes(content)
            tar.add(made, name.replace("_", "."))
    return path


def test_what_is_no_backup_changes_nothing(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "tables.db").read_bytes()
    damaged = whole[:4096] + bytes(4096) + whole[8192:]
    wrong = {
        "no backup": [
            packed(tmp_path / "a.tar", key=bytes(32)),
            packed(tmp_path / "b.tar", key=b"short", tables_db=whole),
            packed(tmp_path / "c.tar", key=bytes(32), tables_db=whole, more=b""),
        ],
        "is damaged": [
            packed(tmp_path / "d.tar", key=bytes(32), tables_db=damaged),
            packed(tmp_path / "e.tar", key=bytes(32), tables_db=b"hello"),
        ],
    }
    (tmp_path / "f.tar").write_bytes(b"hello")
    # Packed as it is: another sum at its end, another length of its second block, and half of it.
    raw = packed(tmp_path / "g.tar", key=bytes(32), tables_db=whole).read_bytes()[
        : 3 * 512 + len(whole)
    ]
    zipped = gzip.compress(raw, compresslevel=0)
    second = 10 + 5 + int.from_bytes(zipped[11:13], "little")
    for name, at in (("g.tar.gz", len(zipped) - 8), ("h.tar.gz", second + 3)):
        other = bytes([zipped[at] ^ 1])
        (tmp_path / name).write_bytes(zipped[:at] + other + zipped[at + 1 :])
    (tmp_path / "i.tar.gz").write_bytes(zipped[: len(zipped) // 2])
    wrong["no backup"] += [
        tmp_path / name for name in ("f.tar", "g.tar.gz", "h.tar.gz", "i.tar.gz")
    ]
    for why, files in wrong.items():
        for file in files:
            with pytest.raises(NotUnderstood, match=why):
                restore(file, tmp_path / "new")
            assert [path.name for path in (tmp_path / "new").iterdir()] == ["lock"]
    with pytest.raises(NotUnderstood, match=r"There is no file .*missing\.tar"):
        restore(tmp_path / "missing.tar", tmp_path / "new")


def test_a_damaged_database_is_told_not_copied(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "key").write_bytes(bytes(32))
    with sqlite3.connect(broken / "tables.db") as made:
        made.execute("CREATE TABLE tables (x)")
    made.close()
    with pytest.raises(NotUnderstood, match="no such table: log"):
        back_up(broken, tmp_path / "copy.tar.gz")
    whole = (folder / "tables.db").read_bytes()
    (broken / "tables.db").write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    with pytest.raises(NotUnderstood, match=f"{broken / 'tables.db'} is damaged"):
        back_up(broken, tmp_path / "copy.tar.gz")
    assert not (tmp_path / "copy.tar.gz").exists()
