"""The coloured screen on a real pseudo-terminal, and when the plain one takes its place."""

import re

import pytest

from tests.terminal.at_keyboard import ESCAPES, SEED, Terminal, picture, table

COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38|48)[;m]")
ASKED = "(? explains) >"


def test_level_10_on_80_columns_and_24_lines(tmp_path):
    terminal = Terminal(tmp_path, "--seed", SEED, "--pace", "0")
    first = terminal.until("Who should start? (Enter: you) >")
    assert COLOUR.search(first)
    terminal.type("")
    lines = picture(terminal.until(ASKED))
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for row in ("D Desert", "F Forest", "S Sky", "V Volcano", "M Swamp"):
        assert row in text
    assert "[1]" in text
    assert re.search(r"▶ You +6 cards", text)
    assert re.search(r"Otto +6 cards +[DFSVM]:\d", text)
    assert " Hand " in text
    assert " Reset " in text
    assert lines[-1].strip() == f"Your move {ASKED}"
    terminal.type("?")
    assert "Legal: " in terminal.until(ASKED)
    terminal.type("want D")
    assert "would play D" in "\n".join(picture(terminal.until(ASKED)))
    terminal.type("quit")
    goodbye = terminal.until("--resume")
    assert "The game is saved in " in goodbye
    assert terminal.close() == 0


@pytest.mark.parametrize("columns", [60, pytest.param(80, marks=pytest.mark.soak)])
def test_luz_to_the_end(columns, tmp_path):
    record = tmp_path / "record.json"
    words = ["luz", "--players", "3", "--seed", SEED, "--pace", "0", "--record", str(record)]
    terminal = Terminal(tmp_path, *words, "--option", "deals=1", columns=columns)
    lines = picture(terminal.until(f"Your bid {ASKED}"))
    assert max(map(len, lines)) <= columns
    terminal.type("3+")
    for _ in range(10):
        lines = picture(terminal.until(f"Your card {ASKED}"))
        assert max(map(len, lines)) <= columns
        terminal.type("1")
    text = ESCAPES.sub("", terminal.until("record.json."))
    assert re.search(r"deal +1 +Total", text)
    assert re.search(r"(You|Otto|Mila) won!", text)
    assert terminal.close() == 0
    assert record.exists()


def test_no_color_is_respected(tmp_path):
    terminal = Terminal(tmp_path, "--seed", SEED, NO_COLOR="1")
    assert not COLOUR.search(terminal.until("Who should start? (Enter: you) >"))
    terminal.type("quit")
    assert terminal.close() == 0


@pytest.mark.parametrize("how", ["--plain", "dumb"])
def test_a_plain_terminal_gets_lines(how, tmp_path):
    words = ["--plain"] if how == "--plain" else []
    more = {"TERM": "dumb"} if how == "dumb" else {}
    terminal = Terminal(tmp_path, "--seed", SEED, *words, **more)
    shown = terminal.until("Who should start? (Enter: you) >")
    assert "\x1b[2J" not in shown
    assert not COLOUR.search(shown)
    assert "Your hand (* can go now): " in shown
    terminal.type("quit")
    assert terminal.close() == 0


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path):
    terminal = Terminal(tmp_path, "--seed", SEED, "--pace", "0")
    terminal.until("Who should start? (Enter: you) >")
    terminal.type("")
    terminal.until(ASKED)
    terminal.interrupt()
    shown = ESCAPES.sub("", terminal.until("--resume"))
    assert "Traceback" not in shown
    assert terminal.close() == 130
    assert len(list((tmp_path / "saved").glob("level10-*.json"))) == 1


def test_a_move_that_loses_is_asked_about_first(tmp_path):
    """R-2: with two worlds and one reset each, the second column has a dead end."""
    words = ["--players", "1", "--option", "worlds=2", "--option", "columns=2", "--pauses", "3"]
    options = {"players": 1, "worlds": 2, "columns": 2, "pauses": 3}
    seed, keys = _dead_end(options)
    terminal = Terminal(tmp_path, *words, "--seed", seed)
    for key in keys:
        terminal.until(" >")
        terminal.type(key)
    shown = ESCAPES.sub("", terminal.until("(y: yes, n: no) >"))
    assert "the game would be lost" in shown
    terminal.type("n")
    terminal.until(ASKED)
    terminal.type(keys[-1])
    terminal.until("(y: yes, n: no) >")
    terminal.type("y")
    assert "You lost together" in ESCAPES.sub("", terminal.until("record"))
    assert terminal.close() == 0


def _dead_end(options: dict[str, int]) -> tuple[str, list[str]]:
    """A seed, and keys that lead to a move that loses while another does not."""
    for number in range(200):
        seed = f"{number:064x}"
        at = table("level10", seats=["me"], seed=seed, **options)
        keys: list[str] = []
        while not at.match.over:
            table_view = at.table_view(0)
            losing = [m for m in table_view.choices() if at.text.warning(table_view, [m])]
            move = losing[0] if losing else table_view.choices()[-1]
            keys.append(at.text.move_text(table_view, move).lstrip("/"))
            if losing:
                at.play(0, move)
                if at.match.over and not at.match.state.table.won:
                    return seed, keys
                break
            for each in at.match.plan_turn(0, at.text.read(table_view, keys[-1])):
                at.play(0, each)
    raise AssertionError("no dead end in sight")
