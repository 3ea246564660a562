"""Level 10 in letters: everything that can be written can be read back, and nothing else."""

from itertools import permutations

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.games.level10 import notation
from tenluz.games.level10.rules.moves import ASIDE, DONE, FIRST, MOVES, PAUSE, PAUSE_IN, RESET_IN

CARDS = range(PAUSE + 1)


@pytest.mark.clause("L-1", "L-3")
def test_every_card_has_its_own_name() -> None:
    """D1 to M8, and P."""
    found = [notation.card_name(card) for card in CARDS]
    assert len(set(found)) == 41
    assert found[:3] == ["D1", "D2", "D3"]
    assert found[-2:] == ["M8", "P"]
    assert [notation.read_card(name) for name in found] == list(CARDS)


def test_every_turn_comes_back() -> None:
    """Level cards; pauses with at most one card under them; resets with up to two tucked."""
    turns: list[tuple[int, ...]] = [(card,) for card in range(PAUSE)]
    for row in range(5):
        turns.append((PAUSE_IN + row,))
        turns += [(PAUSE_IN + row, ASIDE + card) for card in CARDS]
        turns.append((RESET_IN + row,))
        turns += [(RESET_IN + row, ASIDE + card) for card in CARDS]
    turns += [(RESET_IN, ASIDE + one, ASIDE + two) for one, two in permutations(CARDS, 2)]
    texts = [notation.write_turn(turn) for turn in turns]
    assert len(set(texts)) == len(turns)
    assert [notation.read_turn(text) for text in texts] == turns


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("D5", (4,)),
        ("P>S", (42,)),
        ("P>S/S3", (42, ASIDE + 18)),
        ("R>V/M8,D2", (48, ASIDE + 39, ASIDE + 1)),
        ("R>D/F2,P", (45, ASIDE + 9, ASIDE + 40)),
        ("R>M/P,P", (49, ASIDE + 40, ASIDE + 40)),
    ],
)
def test_turns_of_the_record_format(text: str, words: tuple[int, ...]) -> None:
    """As the format's description has them."""
    assert notation.read_turn(text) == words
    assert notation.write_turn(words) == text


def test_done_leaves_no_trace() -> None:
    """A record understands it."""
    assert notation.write_turn((RESET_IN, DONE)) == "R>D"
    assert notation.write_turn((RESET_IN, ASIDE + 9, DONE)) == "R>D/F2"


@pytest.mark.parametrize(
    "text",
    [
        *("", "D", "D0", "D9", "d5", "X1", "D5 ", " D5", "D55", "5D", "P", "R", "R>", "R>X"),
        *("P>D5", "R>D/", "R>d", "R>D F2", "D5/F2", "R>D/\n", "D5\n", "D５", "RD", "P>"),
        *("first 0", "done"),
    ],
)
def test_what_is_not_a_turn(text: str) -> None:
    """Not understood, with examples of what would be."""
    with pytest.raises(NotUnderstood, match=r"is not a turn of Level 10\. Turns look like D5"):
        notation.read_turn(text)


@pytest.mark.parametrize("text", ["R>D/F9", "R>D/F2,", "R>D/,F2", "R>D/F2 P", "P>D/x", "P>D/R"])
def test_what_is_not_a_card(text: str) -> None:
    """The card in question is named."""
    with pytest.raises(NotUnderstood, match="is not a card of Level 10: write D1"):
        notation.read_turn(text)


@pytest.mark.parametrize(("text", "most"), [("P>D/D1,D2", 1), ("R>D/F1,F2,F3", 2)])
@pytest.mark.clause("L-19", "L-8")
def test_too_many_cards_aside(text: str, most: int) -> None:
    """One under a pause, two under the deck."""
    with pytest.raises(NotUnderstood, match=f"at most {most} can go there"):
        notation.read_turn(text)


def test_every_move_has_its_own_name() -> None:
    """Small moves, as a player types them."""
    moves = [*range(RESET_IN + 5), *range(ASIDE, MOVES)]
    assert MOVES <= 128
    assert len({notation.move_name(move) for move in moves}) == len(moves)
    assert notation.move_name(4) == "D5"
    assert notation.move_name(RESET_IN + 4) == "R>M"
    assert notation.move_name(ASIDE + PAUSE) == "/P"
    assert notation.move_name(DONE) == "done"
    assert notation.move_name(FIRST + 2) == "first 2"
