"""A whole game in each language: nothing of it is left in English."""

import re

import pytest

from tenluz.terminal.messages import LANGUAGES, SOURCE
from tests.terminal.at_keyboard import Conversation, play, sit, table

# Everything that can be typed once, and then moves by number.
ASKED = {
    "level10": ["", "help", "rules", "?", "? 1", "? D1", "look", "score", "hint", "say", "want D",
                "reset D", "advise Otto reset D", "advise Otto D", "advise", "advise Nobody D",
                "say X", "say 9 D", "say always", "say never", "undo", "hello", "99", "record",
                "R>D", "save", "ask"],
    "luz": ["11", "hello", "2", "help", "rules", "?", "look", "score", "hint", "say", "undo",
            "hello", "99", "record", "save"],
}  # fmt: skip
ENGLISH = re.compile(
    r"\b(the|you|your|is|are|of|card|cards|plays|play|row|column|deck|bid|bids|won|hand|takes|"
    r"deal|trick|tricks|legal|move|moves|saved|and|with|other|others|points)\b",
    re.IGNORECASE,
)
KEY = re.compile(r"\b[a-z]+\.[a-z][a-zA-Z_]+\b")
# What is typed is the same in every language.
TYPED = re.compile(
    r"^(say( \w+)?|want D|reset D|advise .*?D|ask|look|score|rules|hint|undo|save( \w+)?|quit|help)"
    r"  "
    r"|advise OTTO (reset )?D|“[^”]*”|«[^»]*»|„[^”]*”|\bbot \w+|бот \w+"
)


def heard(game: str, language: str, tmp_path) -> list[str]:
    at = table(game, seats=["me"], language=language, players=3)
    _, screen = sit(at, [*ASKED[game], *["1"] * 400], tmp_path)
    assert at.match.over
    return [line for line in screen.lines if str(tmp_path) not in line]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_whole_game_is_told_in_the_language_and_in_no_other(game, language, tmp_path):
    lines, english = heard(game, language, tmp_path), heard(game, SOURCE, tmp_path)
    assert len(lines) > 200
    # The same game, told line by line; the rules are wrapped where their words end.
    assert abs(len(lines) - len(english)) < 12
    for line in lines:
        assert not KEY.search(line), line
        own = TYPED.sub("", line)
        if language != "fr":  # where `pause`, `points`, `or` and more are words too
            assert not ENGLISH.search(own), line
    # Nothing but names, numbers and letters of cards reads alike.
    alike = {line for line in set(lines) & set(english) if re.search(r"[a-z]{4}", line)}
    assert {line for line in alike if not re.fullmatch(r"\d\. \w+, -?\d+ pts\.", line)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["level10", "luz"])
def test_pictures_fit_the_terminal_in_every_language(game, language):
    from tenluz.engine.game import WATCHER
    from tenluz.terminal.style import Signs, Style

    at = table(game, seats=["me"], language=language, players=3)
    style = Style(80, 24, Signs())
    for _ in range(60):
        for reader in (0, WATCHER):
            above, below = at.text.draw(at.table_view(reader), style)
            for line in (above.plain + "\n" + below.plain).split("\n"):
                assert len(line.rstrip()) <= 80, line
        if not at.match.over:
            at.play(at.match.seat, at.match.moves()[0])


def test_the_command_line_chooses_the_language(tmp_path):
    ran = play(tmp_path, "luz", "--language", "pl", keys=["2"])
    assert ran.stdout.startswith("Luz: Ile lew weźmiesz")
    assert "Deklarujesz: 2 lewy." in ran.stdout
    assert "Gra jest zapisana w " in ran.stdout
    # A game goes on in whatever language it is resumed in.
    again = play(tmp_path, "--resume", LC_ALL="fr_FR.UTF-8")
    assert again.stdout.startswith("Luz\u202f: la partie reprend après ")
    assert "Tu annonces 2 plis." in again.stdout
    assert "--seat" not in again.stdout


def test_a_terminal_without_the_letters_does_not_stop_the_game(tmp_path):
    talk = Conversation(tmp_path, "luz", "--language", "uk", PYTHONIOENCODING="latin-1")
    assert talk.heard()[0].startswith("Luz: ?")
    talk.type("2")
    assert talk.end() == 0
