"""Whole games at the terminal: from the command line to a record that holds to the rules."""

import re

import pytest

from tests.terminal.at_keyboard import SEED, Conversation, check, play, sit, table

PROMPT = " >"


def first_of_list(lines: list[str]) -> str:
    """A move from the list that the terminal offers; a bid or Enter where there is none."""
    for line in reversed(lines):
        if line.startswith("Moves: "):
            return line.removeprefix("Moves: ").split(",")[0].split()[1].rstrip(".")
    return "2" if "bid" in lines[-1] else ""


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_game_through_pipes_by_notation(game, tmp_path):
    record = tmp_path / "out" / "game.json"
    talk = Conversation(tmp_path, game, "--seed", SEED, "--record", str(record))
    heard = talk.heard()
    asked = 0
    while heard and heard[-1].endswith(PROMPT):
        heard = talk.type(first_of_list(heard))
        asked += 1
    assert talk.end() == 0
    assert asked > 3
    assert heard[-1] == f"The record of the game is in {record}."
    found = check(record)
    assert found["ok"]
    assert found["over"]
    assert not list((tmp_path / "saved").glob("*"))  # a finished game is no longer kept as one


def test_the_first_card_is_on_the_screen_before_the_first_question(tmp_path):
    ran = play(tmp_path, "--seed", SEED)
    lines = ran.stdout.splitlines()
    question = next(at for at, line in enumerate(lines) if line.endswith(PROMPT))
    assert any(line.startswith("Your hand") for line in lines[:question])
    assert lines[question] == "Who should start? (Enter: you) >"


def test_one_enter_is_enough_to_begin(tmp_path):
    ran = play(tmp_path, "--seed", SEED, keys=[""])
    assert "Agreed: you start.\n" in ran.stdout
    assert ran.stdout.count("(Enter: you)") == 1


CASES = [
    ("level10", {"players": players, "pauses": pauses, "edition": edition})
    for players in (1, 2, 3, 4, 5)
    for pauses, edition in ((3, "fr"), (0, "ru"))
]
CASES += [("luz", {"players": 3}), ("luz", {"players": 4, "deals": 1, "open_tricks": True})]
CASES += [("luz", {"players": 5, "deals": 1})]
CASES += [("level10", {"players": 2, "worlds": 3, "columns": 3, "pauses": 1})]
CASES += [("luz", {"players": 2, "colours": 3, "values": 4, "hand": 4, "deals": 2})]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_kind_of_table_plays_to_the_end(game, options, tmp_path):
    for number in range(8):
        keys = (str(1 + (number + n) % 3) for n in range(5000))
        at = table(game, seats=["me"], seed=f"{number:064x}", **options)
        session, screen = sit(at, keys, tmp_path)
        assert session.game.match.over
        found = check(tmp_path / "record.json")
        assert found["ok"]
        assert found["outcome"] == at.match.outcome().to_json()
        for line in screen.lines:
            # The spaces that do not break are signs of print.
            assert re.sub("[\u00a0\u202f]", " ", line).isprintable(), line
            assert "{" not in line, line


def test_bots_play_alone_while_people_watch(tmp_path):
    ran = play(tmp_path, "luz", "--people", "0", "--seed", SEED, "--players", "3")
    assert ran.returncode == 0
    assert "Hand" not in ran.stdout  # S-6: who watches sees no hand
    assert re.search(r"^(Ida|Otto|Mila) won!$", ran.stdout, re.MULTILINE)


def test_plain_output_is_lines_of_text_and_nothing_else(tmp_path):
    ran = play(tmp_path, "luz", "--plain", keys=["1"] * 60)
    assert "\x1b" not in ran.stdout
    assert not re.search("[\u2500-\u257f]", ran.stdout)


def test_the_level_10_score_is_shown_with_its_parts(tmp_path):
    at = table("level10", seats=["me"], players=2)
    _, screen = sit(at, ["1"] * 400, tmp_path)
    outcome = at.match.outcome().to_json()
    lines = screen.lines[-7:]
    assert lines[0] == ("You won together!" if outcome["won"] else "You lost together")
    assert f"Cards in the grid: {outcome['placed']}" in lines
    assert any(re.fullmatch(rf"\w+ bonus.*: {outcome['bonus']}|Bonus.*", line) for line in lines)
    assert f"Score: {outcome['score']}, of 100 at most" in lines


def test_the_luz_score_is_shown_deal_by_deal_with_the_ranking(tmp_path):
    at = table("luz", seats=["me"], players=3)
    _, screen = sit(at, ["1"] * 400, tmp_path)
    outcome = at.match.outcome().to_json()
    names = ["You", "Otto", "Mila"]
    totals = ", ".join(f"{names[seat]} {outcome['scores'][seat]}" for seat in range(3))
    assert f"Total: {totals}." in screen.lines
    assert sum(re.match(r"Deal \d: You: bid ", line) is not None for line in screen.lines) == 4
    places = [line for line in screen.lines if re.match(r"[123]\. ", line)]
    assert [names.index(line.split()[1].rstrip(",")) for line in places] == outcome["ranking"]
    winner = names[outcome["winner"]]
    assert f"{winner} won!" in screen.lines
