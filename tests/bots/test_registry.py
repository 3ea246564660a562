"""Bots by name: the game's own in their order, those of others, and clear words otherwise."""

import logging
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

from tenluz.bots import outside, registry
from tenluz.bots.bot import Bot, BotFailed, Why, player
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.match import Match
from tests.bots import plain
from tests.games_played import GAMES

LUZ = GAMES["luz"]


def dealt() -> Match:
    return Match(LUZ, LUZ.options(players=3), bytes(32))


@pytest.mark.parametrize("name", GAMES)
def test_levels_are_names_in_an_order(name: str) -> None:
    game = GAMES[name]
    names = registry.bot_names(game)
    assert names[:3] == ["random", "novice", "rules"]
    assert registry.best_bot(game) == [bot.name for bot in registry.bots(game) if not bot.slow][-1]
    assert registry.quick_bot(game) in names
    assert registry.bot_named(game, "casual") is registry.bot_named(game, "rules")
    for bot in registry.bots(game):
        assert bot.game == name
        assert bot.may[:2] == ("choose", "propose")
        assert ("talk" in bot.may) <= game.talks


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    for find in (registry.bot_named, registry.find_bot):
        with pytest.raises(NotUnderstood, match=r"Luz has no bot 'clever'.*random, novice, rules"):
            find(LUZ, "clever")
    with pytest.raises(NotUnderstood, match="module:function"):
        registry.find_bot(LUZ, "clever")


def test_a_seat_at_a_server_takes_registered_names_only() -> None:
    with pytest.raises(NotUnderstood, match="has no bot"):
        registry.bot_named(LUZ, "tests.bots.plain:lowest")


@pytest.mark.parametrize("name", ["lowest", "Highest", "Chancy"])
def test_a_function_or_a_class_of_a_module_is_a_bot(name: str) -> None:
    bot = registry.find_bot(LUZ, f"tests.bots.plain:{name}")
    assert not bot.compiled
    match = dealt()
    moves = {player(bot).move(match.packed, match.view(match.seat), new_dice(3)) for _ in range(3)}
    assert len(moves) == 1
    assert moves <= set(match.moves())


def test_a_module_where_the_command_is_run_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot_beside.py").write_text("def choose(o, v, dice):\n    return 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    assert registry.find_bot(LUZ, "bot_beside:choose").choose(None, None, None) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no.such.module:choose", "cannot be loaded: No module"),
        ("tests.bots.plain:missing", "there is no missing in it"),
        ("tests.bots.plain:NOTHING", "is no bot"),
        ("tests.bots.plain:OF_LEVEL10", "plays level10, not luz"),
        ("runs/nowhere/checkpoint.pt", "There is no checkpoint"),
        ("runs/nowhere/expert.npz", "There are no weights"),
        (f"{300 * 'x'}.npz", "xxx.npz cannot be read: File name too long."),
    ],
)
def test_what_cannot_be_loaded_says_why(text: str, told: str) -> None:
    with pytest.raises(BotFailed, match=told):
        registry.find_bot(LUZ, text)


def test_a_mistake_inside_a_module_is_shown_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mistaken_bot.py").write_text("import math\nmath.no_such_function\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(AttributeError, match="no_such_function"):
        registry.find_bot(LUZ, "mistaken_bot:choose")


def test_a_checkpoint_without_pytorch_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(b"")
    monkeypatch.setattr(outside, "TORCH", outside.TORCH._replace(what="no_such_torch"))
    for text in (str(tmp_path / "checkpoint.pt"), str(tmp_path)):
        with pytest.raises(BotFailed, match=r"PyTorch \(pip install 'tenluz\[train\]'\)"):
            registry.find_bot(LUZ, text)


def test_weights_are_a_bot_that_is_the_expert_in_all_else(tmp_path: Path) -> None:
    for game in GAMES.values():
        path = tmp_path / f"{game.name}.npz"
        path.write_bytes((game.folder / "bots" / "expert.npz").read_bytes())
        bot, expert = registry.find_bot(game, str(path)), registry.bot_named(game, "expert")
        assert (bot.name, bot.may, bot.explain) == (str(path), expert.may, expert.explain)
        assert registry.find_bot(game, str(path)) is bot
        match = Match(game, game.options(players=3), bytes(32))
        for made in range(12):
            if match.over:
                assert made > 5
                break
            given = (match.packed, match.view(match.seat))
            move = player(bot).move(*given, new_dice(3))
            assert move == player(expert).move(*given, new_dice(3))
            match.play(match.seat, move)


def test_weights_of_nothing_known_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "torn.npz"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(NotUnderstood, match="has no weights of an expert, or not all of them"):
        player(registry.find_bot(LUZ, str(path)))
    np.savez(path, other=np.zeros(3))
    path = path.rename(tmp_path / "other.npz")
    with pytest.raises(NotUnderstood, match="has no weights of an expert"):
        player(registry.find_bot(LUZ, str(path)))


def test_a_game_without_an_expert_has_no_use_for_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "expert.npz").write_bytes(b"")
    monkeypatch.delattr(LUZ.part("bots"), "expert_with")
    with pytest.raises(BotFailed, match="Luz has no expert that could play by"):
        registry.find_bot(LUZ, str(tmp_path / "expert.npz"))


@pytest.mark.parametrize(("name", "move"), [("wrong", "127"), ("nothing", "None")])
def test_a_move_that_is_not_legal_is_the_bots_fault(name: str, move: str) -> None:
    match = dealt()
    its = player(registry.find_bot(LUZ, f"tests.bots.plain:{name}"))
    with pytest.raises(BotFailed, match=f"chose {move}, which is none of its legal moves: 0, 1"):
        its.move(match.packed, match.view(match.seat), new_dice(1))


def test_one_move_of_many_that_is_not_legal_is_found() -> None:
    match = dealt()
    views = np.array([match.view(match.seat)] * 3)
    its = player(registry.find_bot(LUZ, "tests.bots.plain:OnceWrong"))
    with pytest.raises(BotFailed, match="chose 127, which is none of its legal moves: 0, 1"):
        its.moves(match.packed, views, np.zeros((3, 2), np.uint64))


def test_a_bot_says_why_if_it_can() -> None:
    match = dealt()
    view, move = match.view(match.seat), match.moves()[0]
    silent = player(registry.bot_named(LUZ, "random"))
    assert silent.explanation(match.packed, view, move) == Why()
    told = Bot("told", plain.lowest, game="luz", explain=lambda o, v, move: f"It is {move}.")
    assert "explain" in told.may
    for bot in (told, Bot("telling", make=plain.Telling, game="luz")):
        assert player(bot).explanation(match.packed, view, move) == Why(f"It is {move}.")


def test_a_bot_has_either_a_function_or_a_policy() -> None:
    for given in ({}, {"choose": plain.lowest, "make": plain.Highest}):
        with pytest.raises(NotUnderstood, match="either `choose` or `make`"):
            Bot("both", **given)


# --- other distributions -----------------------------------------------------------------


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch):
    """Let these entry points be all there are, as `name=module:attribute`."""

    def register(*points: str) -> None:
        made = [EntryPoint(*point.split("=", 1), group=outside.GROUP) for point in points]
        monkeypatch.setattr(outside, "entry_points", lambda group: made)
        outside._registered.cache_clear()

    yield register
    monkeypatch.undo()
    outside._registered.cache_clear()


def test_another_distribution_adds_a_bot_that_is_not_the_best(registered) -> None:
    registered("other=tests.bots.plain:OF_LEVEL10")
    level10 = GAMES["level10"]
    assert registry.bot_names(level10)[0] == "other"
    assert registry.bot_names(level10)[-1] == registry.bots(level10)[-1].name
    assert registry.best_bot(level10) != "other"
    assert "other" not in registry.bot_names(LUZ)
    assert registry.bot_named(level10, "other").choose is plain.OF_LEVEL10.choose


def test_what_a_bot_needs_is_told_and_without_it_nobody_is_offered_it(registered) -> None:
    registered("needy=tests.bots.plain:NEEDY")
    assert "needy" not in registry.bot_names(LUZ)
    with pytest.raises(NotUnderstood, match="needs no_such_module: pip install it"):
        registry.bot_named(LUZ, "needy")


def test_a_bot_that_cannot_be_loaded_is_left_out(registered, caplog) -> None:
    registered("gone=no.such.module:BOT", "odd=tests.bots.plain:lowest")
    with caplog.at_level(logging.WARNING):
        assert registry.bot_names(LUZ) == [bot.name for bot in registry.bots(LUZ)]
    assert "gone" in caplog.text
    assert "odd" in caplog.text


# --- compiled ----------------------------------------------------------------------------


def test_many_choose_as_one_does() -> None:
    match = dealt()
    names = ["rules", "random", "novice", "random"]
    views = np.array([match.view(match.seat)] * 4, LUZ.view_type)
    dice = np.array([new_dice(9, number) for number in range(4)])
    each = [
        player(registry.bot_named(LUZ, name)).move(match.packed, view, rolls.copy())
        for name, view, rolls in zip(names, views, dice)
    ]
    moves = np.zeros(4, np.int64)
    numbers = np.array([registry.bot_number(LUZ, name) for name in names])
    registry.choose_many(LUZ)(numbers, match.packed, views, dice, moves, 0, 4)
    assert moves.tolist() == each


def test_a_plain_bot_has_no_number(registered) -> None:
    registered("other=tests.bots.plain:OF_LEVEL10")
    with pytest.raises(NotUnderstood, match="'other' is not compiled"):
        registry.bot_number(GAMES["level10"], "other")
