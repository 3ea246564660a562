"""Where the record of a finished game goes."""

import json
import time
from pathlib import Path

from tenluz.terminal.save import data_folder, write_whole
from tenluz.terminal.terminal_game import TerminalGame


def write_record(game: TerminalGame, path: Path | None) -> Path:
    """Write the record, and say where: the file asked for, or one among the kept records."""
    record = game.match.record
    if path is None:
        name = f"{record.game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{game.seed.hex()[:8]}.json"
        path = data_folder() / "records" / name
    written = {**record.to_json(), "players": [seat.name for seat in game.seats]}
    write_whole(path, json.dumps(written, ensure_ascii=False) + "\n")
    return path
