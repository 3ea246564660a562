"""Every line of the perft table, and what a wrong count looks like."""

import copy

import pytest

from tests.games_played import GAMES
from tests.perft import __main__ as perft
from tests.perft import lines
from tests.perft.lines import END, LINES, Line, difference, expected, split, total


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_a_line_is_as_the_table_says(line):
    known, found = expected()[line.name], split(line)
    assert found == known, "\n".join(difference(known, found))


def test_the_table_has_every_line_and_no_other():
    assert list(expected()) == [line.name for line in LINES]


def test_both_games_are_counted_for_every_number_of_players():
    for name, few in [("level10", 1), ("luz", 3)]:
        counted = {line.options["players"] for line in LINES if line.game == name}
        assert counted >= set(range(few, 6))


def test_games_counted_to_the_end_all_end():
    for line in LINES:
        sequences, games = total(expected()[line.name])
        assert (sequences == 0) == (line.depth == END)
        assert games > 0 or line.depth != END


@pytest.fixture
def one_line(monkeypatch):
    """A table of one line of each game, of few games, free to be damaged."""
    few = {}
    for line in LINES:
        if line.depth == END and total(expected()[line.name])[1] < 1_000:
            few[line.game] = line
    table = {line.name: copy.deepcopy(expected()[line.name]) for line in few.values()}
    monkeypatch.setattr(perft, "LINES", list(few.values()))
    monkeypatch.setattr(perft, "expected", lambda: table)
    assert set(few) == set(GAMES)
    return table


def test_right_counts_are_ok(one_line, capsys):
    assert perft.main([]) == 0
    printed = capsys.readouterr().out
    assert printed.count("  ok  ") == 2
    assert "2 lines, 0 wrong" in printed


def test_a_wrong_count_fails_and_prints_the_split_by_first_move(one_line, capsys):
    name, counts = next(iter(one_line.items()))
    move, (sequences, games) = next(iter(counts.items()))
    counts[move] = [sequences, games + 1]
    assert perft.main([]) == 1
    printed = capsys.readouterr().out
    assert f"WRONG  {name}" in printed
    assert "2 lines, 1 wrong" in printed
    rows = [row for row in printed.splitlines() if " expected " in row]
    assert len(rows) == len(counts)  # all first moves, so that one sees where it goes wrong
    (row,) = [row for row in rows if "differs" in row]
    assert row.split()[0] == move
    assert f"expected {sequences:,} / {games + 1:,} " in row
    assert f"found {sequences:,} / {games:,} " in row


def test_a_first_move_that_ends_the_game_is_counted():
    """It has no sequences below it, but is a complete game."""
    options = {"players": 2, "colours": 2, "values": 3, "hand": 2, "deals": 1}
    for depth, counts in [(1, [1, 1]), (2, [0, 1])]:
        line = Line("luz", depth, options, after="0 0 R2 R1 Y1")
        assert split(line) == {"R": counts}


def test_a_move_that_is_not_legal_any_more_is_named(one_line, capsys):
    counts = next(iter(one_line.values()))
    counts["X9"] = [1, 1]
    assert perft.main([]) == 1
    (row,) = [row for row in capsys.readouterr().out.splitlines() if "differs" in row]
    assert " ".join(row.split()) == "X9 expected 1 / 1 found not legal <-- differs"


def test_a_line_that_is_not_in_the_table_fails(one_line, capsys):
    del one_line[next(iter(one_line))]
    assert perft.main([]) == 1
    assert "not in the table: python -m tests.perft --write" in capsys.readouterr().out


def test_a_table_written_is_the_table_read(one_line, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(lines, "TABLE", tmp_path / "table.json")
    assert perft.main(["--write"]) == 0
    assert lines.expected() == one_line
    assert capsys.readouterr().out.count("  ok  ") == 2


def test_other_arguments_are_answered_with_help(capsys):
    assert perft.main(["--what"]) == 2
    assert "python -m tests.perft" in capsys.readouterr().out
