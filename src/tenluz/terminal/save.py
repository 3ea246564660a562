"""A game as a file: one JSON document with the log that the game is a fold of.

    {"tenluz-save": 2,
     "version": "0.1.0",
     "game": ..., "options": {...}, "seed": "...", "seats": [...], "over": false,
     "state": "sha256 of the state after the log",
     "log": [
      {"seat": 0, "move": 106},
      {"say": {"seat": 0, ...}},
      ...
    ]}

A file is replaced whole or not at all, so that whatever happens one good save is there.
It holds every card: who reads it spoils the game.
"""

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from tenluz import __version__
from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import GameError, NotUnderstood
from tenluz.engine.record import parse_json
from tenluz.engine.shuffle import parse_seed
from tenluz.terminal.seats import TerminalPlayer
from tenluz.terminal.terminal_game import DamagedLog, TerminalGame

FORMAT = 2  # 1 wrote what was said as a list of numbers


def data_folder() -> Path:
    """Where games are kept. `TENLUZ_DATA` moves it."""
    chosen = os.environ.get("TENLUZ_DATA")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_dir

    return Path(user_data_dir("tenluz", appauthor=False))


def new_place(game: TerminalGame) -> Path:
    """A file for a new game."""
    return data_folder() / "saved" / _name_of(game)


def _name_of(game: TerminalGame) -> str:
    """By the game, the time and the seed."""
    when = time.strftime("%Y%m%d-%H%M%S")
    return f"{game.match.game.name}-{when}-{game.seed.hex()[:8]}.json"


def is_automatic(path: Path) -> bool:
    """Whether a save lies where nobody but this program put it."""
    return path.parent == data_folder() / "saved"


def write_whole(path: Path, text: str) -> None:
    """Put a text in place of a file in one step; NotUnderstood if that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise NotUnderstood(
            f"Cannot write {path}: {why}.", code="cannot_write", path=str(path), why=str(why)
        ) from None


def write_save(game: TerminalGame, path: Path) -> None:
    """Keep a game in a file."""
    length, digest = game.kept
    match = game.match
    head = {
        "tenluz-save": FORMAT,
        "version": __version__,
        "game": match.game.name,
        "options": match.options.write(),
        "seed": game.seed.hex(),
        "seats": [seat.to_json() for seat in game.seats],
        "over": match.over,
        "state": digest,
    }
    lines = [f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in head.items()]
    log = ",\n".join(f"  {json.dumps(entry)}" for entry in game.log[:length])
    write_whole(path, "{" + ",\n ".join([*lines, f'"log": [\n{log}\n]}}\n']))


def read_save(path: Path, language: str = "en", trusted: Sequence[str] = ()) -> TerminalGame:
    """The game kept in a file; NotUnderstood says where the file is damaged. `trusted` are bots
    from outside that it may seat."""
    try:
        found = parse_json(path.read_bytes())
        if not isinstance(found, Mapping) or "tenluz-save" not in found:
            raise NotUnderstood("This is no saved game of tenluz.")
        if found["tenluz-save"] != FORMAT:
            raise _other_format(path, found)
        return _game(found, language, trusted)
    except OSError as error:
        raise NotUnderstood(f"Cannot read {path}: {error.strerror or error}.") from None
    except OtherFormat:
        raise
    except DamagedLog as error:
        raise NotUnderstood(f"{path} is damaged at log[{error.at}]: {error}") from None
    except GameError as error:
        raise NotUnderstood(f"{path} is damaged: {error}") from None


Kind = TypeVar("Kind")


class OtherFormat(NotUnderstood):
    """A good save that this version cannot read."""


def _other_format(path: Path, found: Mapping[str, object]) -> OtherFormat:
    return OtherFormat(
        f"{path} is a game saved in format {found['tenluz-save']!r} by tenluz "
        f"{found.get('version', '?')}. This version reads format {FORMAT}; the file is as it was, "
        "and the version that wrote it can go on with it."
    )


def _field(found: Mapping[str, object], name: str, kind: type[Kind]) -> Kind:
    value = found.get(name)
    if not isinstance(value, kind):
        raise NotUnderstood(f'The field "{name}" is missing or of the wrong kind.')
    return value


def _game(found: Mapping[str, object], language: str, trusted: Sequence[str]) -> TerminalGame:
    game = game_named(_field(found, "game", str))
    options = game.options(_field(found, "options", dict))
    try:
        seed = parse_seed(_field(found, "seed", str))
    except ValueError as error:
        raise NotUnderstood(f'"seed": {error}.') from None
    seats = [TerminalPlayer.from_json(game, seat, trusted) for seat in _field(found, "seats", list)]
    if len(seats) != options.players:
        raise NotUnderstood(f'"seats" has {len(seats)} seats for {options.players} players.')
    terminal_game = TerminalGame(game, options, seed, seats, language)
    log = _field(found, "log", list)
    terminal_game.replay(log)
    # Another version may lay out its state otherwise; then only the rules can judge the log.
    if found.get("version") == __version__ and found.get("state") != terminal_game.kept[1]:
        raise DamagedLog(
            len(log), "the log can be played, but does not lead to the position that was saved."
        )
    return terminal_game


def unfinished(game_name: str | None = None) -> Iterator[Path]:
    """Saved games that are not over, the latest first. A damaged one is among them: whoever
    looks for the latest game must hear that it cannot be read, not get an older one."""
    folder = data_folder() / "saved"
    files: list[Path] = []
    with contextlib.suppress(OSError):
        files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        found: object = None
        with contextlib.suppress(OSError, GameError):
            found = parse_json(path.read_bytes())
        if not isinstance(found, Mapping):
            yield path
        elif not found.get("over") and game_name in (None, found.get("game")):
            yield path


def write_record(game: TerminalGame, path: Path | None) -> Path:
    """Write the record of a finished game, and say where: the file asked for, or one among the
    kept records."""
    record = game.match.record
    if path is None:
        path = data_folder() / "records" / _name_of(game)
    written = {**record.to_json(), "players": [seat.name for seat in game.seats]}
    write_whole(path, json.dumps(written, ensure_ascii=False) + "\n")
    return path
