"""The bot of docs/protocol.md plays whole games, as whoever copies it would run it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tenluz.lab.checking import check
from tests.games_played import GAMES
from tests.server.player import Guest

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PATIENCE = 120
ENDS = {
    "level10": r"Over\. \{'placed': \d+, .*'total': \d+\}",
    "luz": r"Over\. \[-?\d+, -?\d+, -?\d+\]",
}


def run_bot(where: str) -> "subprocess.CompletedProcess[str]":
    """The bot in a process of its own, with nothing of ours to import."""
    left_out = ("PYTHONPATH", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        [sys.executable, str(BOT), where],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment,
        check=False,
    )


@pytest.mark.parametrize("game", GAMES)
def test_it_sits_down_at_a_friends_table_and_plays_to_the_end(address: str, game: str) -> None:
    ana = Guest(address)
    table = ana.make_table(game, "rules free rules")
    ran = run_bot(f"http://{address}/table/{table}")
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(ENDS[game], ran.stdout.strip())
    seen = ana.http.get(f"/api/tables/{table}").json()
    assert seen["over"]
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("person", "Robo")
    record = ana.http.get(f"/api/tables/{table}/record")
    told = check(record.content)
    assert told["ok"], told
    assert told["over"]
    ana.http.close()


def test_it_makes_a_table_of_its_own(address: str) -> None:
    ran = run_bot(f"http://{address}/level10")
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(ENDS["level10"], ran.stdout.strip())


@pytest.mark.parametrize(
    ("path", "why"),
    [("table/nowhere", "no_table"), ("chess", "There is no game")],
)
def test_what_it_cannot_play_it_says(address: str, path: str, why: str) -> None:
    ran = run_bot(f"http://{address}/{path}")
    assert ran.returncode == 1
    assert why in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_table_without_a_free_seat_is_said(address: str) -> None:
    ana = Guest(address)
    table = ana.make_table("level10", "me rules")
    ran = run_bot(f"http://{address}/table/{table}")
    assert ran.returncode == 1
    assert "no free seat" in ran.stderr
    ana.http.close()
