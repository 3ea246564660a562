"""Golden games come out as they always did, and none is missing."""

from pathlib import Path
from typing import Any

import pytest

from tenluz.engine.game import Game
from tests import golden
from tests.commands.running import tenluz

WANTED = list(golden.wanted())
PATHS = golden.paths()


def name(value: object) -> str | None:
    return value.stem if isinstance(value, Path) else None


@pytest.mark.parametrize(
    ("game", "given"), WANTED, ids=[golden.path(*wanted).stem for wanted in WANTED]
)
def test_every_game_player_count_and_edition_has_one(game: Game, given: dict[str, Any]) -> None:
    path = golden.path(game, given)
    assert path.exists(), f"{path.name} is missing: python -m tests.golden.make"
    record, _ = golden.read(path)
    assert record.game is game
    for option, value in given.items():
        assert getattr(record.options, option) == value
    assert record.seed is not None


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_golden_game_is_whole_and_comes_out_as_it_did(path: Path) -> None:
    record, expected = golden.read(path)
    assert expected["check"]["ok"]
    assert expected["check"]["over"]
    assert golden.results(record) == expected


def test_tenluz_check_accepts_them_all() -> None:
    ran = tenluz("check", *PATHS)
    assert ran.status == 0
    assert len(ran.lines) == len(PATHS)


def moves(game: str) -> set[str]:
    """All moves of all golden games of a game."""
    records = [golden.read(path)[0] for path in PATHS]
    return {move for record in records if record.game.name == game for move in record.moves}


def test_golden_games_of_level10_show_every_kind_of_turn() -> None:
    played = moves("level10")
    resets = {move.count(",") + move.count("/") for move in played if move.startswith("R>")}
    pauses = {move.count("/") for move in played if move.startswith("P>")}
    assert resets == {0, 1, 2}  # L-8: cards tucked
    assert pauses == {0, 1}  # L-19: a card under it
    outcomes = [golden.read(path)[1]["check"]["outcome"] for path in PATHS]
    assert {outcome["won"] for outcome in outcomes if "won" in outcome} == {True, False}


def test_golden_games_of_luz_show_low_and_high_bids_with_safety_and_without() -> None:
    bids = {move for move in moves("luz") if move[0].isdigit()}
    plain = {int(bid) for bid in bids if not bid.endswith("+")}
    safe = {int(bid[:-1]) for bid in bids if bid.endswith("+")}
    assert min(plain) == 0
    assert max(plain | safe) == 10
    assert len(safe) >= 5
