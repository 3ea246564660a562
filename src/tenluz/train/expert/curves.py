"""The curves of an expert's training, as one picture: how often it succeeds at the first table of
each number of players, and what its learning looks like."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tenluz.bots.expert_game import expert_game
from tenluz.engine.game import Game
from tenluz.engine.types import JsonObject
from tenluz.train import plot
from tenluz.train.expert.learner import FIGURES

METRICS, PICTURE = "metrics.jsonl", "curves.svg"


def table_name(options: JsonObject) -> str:
    """What the figures of a table are kept under."""
    return " ".join(str(value) for value in options.values())


def draw(game: Game, folders: Iterable[Path], out: Path) -> Path | None:
    """Draw the pieces of a run, one after the other; None where nothing can be drawn."""
    if not plot.installed("matplotlib"):
        print(plot.advice("No picture", "matplotlib"))
        return None
    rows = [json.loads(line) for folder in folders for line in _lines(folder / METRICS)]
    if not rows:
        return None
    path = out / PICTURE
    about = f"{rows[-1]['decisions']:,} decisions; moves drawn by chance, as in training"
    plot.save(path, f"Training the expert of {game.title}", about, _curves(game, rows))
    return path


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _curves(game: Game, rows: Sequence[JsonObject]) -> list[plot.Curve]:
    first: dict[object, JsonObject] = {}
    for options, _ in expert_game(game).variants():
        first.setdefault(options["players"], options)
    found = []
    for players, options in first.items():
        title = f"successes, {players} {'player' if players == 1 else 'players'}"
        points = [(row["decisions"], row["won"][table_name(options)]) for row in rows]
        found.append(plot.Curve(f"won_{players}", title, True, points))
    for name in FIGURES:
        points = [(row["decisions"], row[name]) for row in rows]
        found.append(plot.Curve(name, name.replace("_", " "), False, points))
    return found
