"""Small games of Level 10 and their solved values, as checked in beside this.

python -m tests.games.level10.solved            solve them all, some minutes, and compare
python -m tests.games.level10.solved --write    keep what was found

Each is named by the command that reproduces it.
"""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

from tests.commands.running import tenluz

TABLE = Path(__file__).with_name("solved.json")
KEPT = ("exact", "value", "lower", "upper", "positions")

QUICK = [  # a second or so
    *(f"--players 1 --worlds 3 --columns 3 --hand {hand}" for hand in (1, 2, 3)),
    "--players 1 --worlds 3 --columns 3 --hand 2 --pauses 1",
    "--players 1 --worlds 2 --columns 4 --hand 1",
    "--players 1 --worlds 4 --columns 4 --hand 1",
    "--players 2 --worlds 2 --columns 2 --hand 1 --pauses 1",
    "--players 2 --worlds 2 --columns 4 --hand 1 --pauses 1",
    "--players 2 --worlds 3 --columns 3 --hand 1",
    "--players 2 --worlds 3 --columns 3 --hand 1 --option open_counts=true",
    "--players 3 --worlds 3 --columns 3 --hand 1",
]
SLOW = [
    *(f"--players 1 --worlds 4 --columns 4 --hand {hand}" for hand in (2, 3, 4)),
    "--players 1 --worlds 4 --columns 4 --hand 3 --pauses 1",
    "--players 2 --worlds 3 --columns 3 --hand 1 --pauses 1",
    "--players 2 --worlds 3 --columns 3 --hand 1 --pauses 1 --option open_counts=true",
    "--players 2 --worlds 3 --columns 3 --hand 2",
    "--players 2 --worlds 3 --columns 3 --hand 2 --option open_counts=true",
    "--players 3 --worlds 3 --columns 3 --hand 2",
]


def command(words: str, goal: str) -> str:
    """What to type."""
    return f"tenluz solve level10 {words} --goal {goal}"


def solved(name: str) -> dict[str, Any]:
    """What the command finds."""
    ran = tenluz(*shlex.split(name)[1:], "--json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    return {field: found[field] for field in KEPT}


def expected() -> dict[str, Any]:
    """The table as checked in."""
    return dict(json.loads(TABLE.read_text(encoding="utf-8")))


def names(lines: list[str]) -> list[str]:
    """Their commands, for both goals."""
    return [command(words, goal) for words in lines for goal in ("won", "score")]


def main(arguments: list[str]) -> int:
    """The exit status: 0 when all values are right."""
    table = {} if arguments == ["--write"] else expected()
    wrong = 0
    for name in names(QUICK + SLOW):
        found = solved(name)
        fine = table.setdefault(name, found) == found
        wrong += not fine
        print(f"{'ok' if fine else 'WRONG'}  {name}  {found}", flush=True)
    if arguments == ["--write"]:
        rows = [f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in table.items()]
        TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
