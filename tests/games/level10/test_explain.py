"""Why a move is not legal: every reason comes up somewhere and names its clause."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.moves import MOVES
from tests.games.level10.strolls import many, positions, under_a_pause
from tests.games.level10.table import MOVE_NUMBERS, Table, position, table

COLUMN_ONE = ("D5", "F1", "S1", "V1", "R>M")


def deep(hands: list[str], **more: Any) -> Table:
    return position(**{"players": 2, "pauses": 1, **more}, hands=hands)


def dead_end(**more: Any) -> Table:
    return deep(["M8 V7 P", "V8 D1 F1"], rows="D8/0* F8/0* S8/1* V5/0 M7/1", **more)


def under() -> Table:
    rows = "D-/0 F-/0 S-/0 V8/1 M8/1"
    return deep(["D1 D2 F1 V3 P", "F2 S1 S2 M4"], rows=rows).move("P>D")


def no_cards_left() -> Table:
    rows = "D8/0* F8/0* S8/0* V7/0 M8/1"
    return deep(["V8", ""], rows=rows, pauses=0, last_reset="lost").play("V8")


REASONS = [
    (lambda: Table(LEVEL10.options()), "D1", "The cards have not been dealt yet", "L-4"),
    (lambda: table(first=None), "D1", "First choose together who begins", "L-5"),
    (lambda: table(first=None), "done", "First choose together who begins", "L-5"),
    (lambda: table(first=None), "first 4", "There is no seat 4 at this table", "L-5"),
    (table, "first 1", "The first player has been chosen already", "L-5"),
    (table, "/D1", "Cards are laid aside only after a reset or a pause", "L-8, L-19"),
    (table, "done", "Cards are laid aside only after a reset or a pause", "L-8, L-19"),
    (lambda: table(swap_whole_hand=False), "/D1", "while the rules allow it", "L-8, L-19, R-11"),
    (lambda: table(worlds=3), "V1", "This game has no volcano row", "L-13"),
    (lambda: table(worlds=3), "R>M", "This game has no swamp row", "L-13"),
    (lambda: table(hands=["D1"]), "D2", "D2 is not in the hand", "L-6"),
    (lambda: table(hands=["D1"]), "P>D", "There is no pause in the hand", "L-6"),
    (
        lambda: table(hands=["D1", "D2"]).play("D1"),
        "D2",
        "D2 cannot be played: the desert row already has its card in column 1",
        "L-14",
    ),
    (
        lambda: table(hands=["D1", "P"]).play("D1"),
        "P>D",
        "A pause cannot go there: the desert row already has its card in column 1",
        "L-14",
    ),
    (
        lambda: table(hands=["D1"]).play("D1"),
        "R>D",
        "A reset cannot go there: the desert row already has its card in column 1",
        "L-14",
    ),
    (
        lambda: table().play("R>D"),
        "R>F",
        "A reset cannot go there: column 1 already has its reset",
        "L-9",
    ),
    (
        dead_end,
        "R>V",
        "A reset cannot go there: both resets of the volcano row are used",
        "L-9",
    ),
    (
        lambda: table(players=2, hands=["D5 S1 M1", "F1 V1"]).play(*COLUMN_ONE[:4]),
        "M1",
        "M1 cannot be played: column 1 still needs its reset, in this last row",
        "L-17",
    ),
    (
        lambda: table(players=2, hands=["D5 S1 P", "F1 V1"]).play(*COLUMN_ONE[:4]),
        "P>M",
        "A pause cannot go there: column 1 still needs its reset, in this last row",
        "L-17",
    ),
    (
        lambda: table(players=2, hands=["D5 S1", "F1 V1 D4"]).play(*COLUMN_ONE),
        "D4",
        "D4 cannot be played: the desert row ends with 5, and values may not fall",
        "L-15",
    ),
    (
        lambda: table(players=2, hands=["P", "P"], one_pause_per_column=True).play("P>D"),
        "P>F",
        "A pause cannot go there: column 1 already has a pause",
        "R-7",
    ),
    (
        lambda: dead_end(dead_end="illegal"),
        "M8",
        "M8 cannot be played: the row left open would have no reset for the column",
        "R-2",
    ),
    (
        lambda: dead_end(dead_end="illegal"),
        "P>M",
        "A pause cannot go there: the row left open would have no reset for the column",
        "R-2",
    ),
    (
        lambda: table(hands=["D1"]).move("R>D"),
        "D1",
        "The turn is not finished: tuck cards, or say done",
        "L-8",
    ),
    (
        lambda: table(hands=["D1"]).move("R>D"),
        "first 0",
        "The turn is not finished: tuck cards, or say done",
        "L-8",
    ),
    (lambda: table(hands=["D1"]).move("R>D"), "/D2", "D2 is not in the hand", "L-8"),
    (lambda: table(hands=["D1"]).move("R>D"), "/P", "P is not in the hand", "L-8"),
    (under, "D1", "The turn is not finished: lay a card under the pause, or say done", "L-19"),
    (under, "/D3", "D3 is not in the hand", "L-19"),
    (under, "/P", "P is not in the hand", "L-19"),
    (under, "/F1", "Only a level card of the desert world goes under this pause", "L-19"),
    (lambda: dead_end().play("M8"), "D1", "The game is over", "L-10"),
    (no_cards_left, "R>M", "The game is over", "R-3"),
    (
        lambda: deep(["M8", ""], rows="D8/0* F8/0* S8/0* V-/0* M7/0", pauses=0).play("M8"),
        "M8",
        "The game is over",
        "L-20",
    ),
]


@pytest.mark.parametrize(
    ("make", "move", "text", "clause"), REASONS, ids=[f"{r[3]}-{r[1]}" for r in REASONS]
)
@pytest.mark.clause("R-2", "R-3", "R-7", "R-11")
def test_every_reason(make: Any, move: str, text: str, clause: str) -> None:
    """L-4 to L-20, R-2, R-3, R-7, R-11: in plain words, with the clause. A record's reader and
    the seat on turn are told the same."""
    seen, number = make(), MOVE_NUMBERS[move]
    assert number not in seen.moves
    for why in (
        LEVEL10.why_not(seen.o, seen.view(seen.seat), number),
        LEVEL10.why_not_word(seen.o, seen.state, number),
    ):
        assert isinstance(why, NotLegal)
        assert text in str(why)
        assert str(why).endswith(f"({clause})")
        assert why.clause == clause


@pytest.mark.clause("L-19")
def test_a_pause_in_hand_does_not_go_under_a_pause() -> None:
    """A level card does."""
    seen = position(
        players=2,
        pauses=2,
        rows="D-/0 F-/0 S-/0 V8/1 M8/1",
        hands=["D1 D2 F1 V3 P P", "F2 S1 S2 M4"],
    )
    why = seen.refused("P>D/P")
    assert (why.clause, "Only a level card" in str(why)) == ("L-19", True)


@pytest.mark.clause("L-5")
def test_whoever_is_not_on_turn_is_told_so() -> None:
    """Whatever the move; not with a reason that would hold for the seat on turn."""
    for seen in (table(first=None), table(), table().move("R>D"), under()):
        for seat in (1, -1):
            for move in range(MOVES):
                why = LEVEL10.why_not(seen.o, seen.view(seat), move)
                assert (str(why), why.clause) == ("Another player is on turn (L-5)", "L-5")


CLAUSES = {"L-4", "L-5", "L-6", "L-8", "L-9", "L-10", "L-13", "L-14", "L-15", "L-17", "L-19"}
CLAUSES |= {"L-20", "R-2", "R-3", "R-7", "L-8, L-19", "L-8, L-19, R-11"}


def test_every_move_that_is_not_legal_has_a_reason() -> None:
    """In every phase of many games, for every number that a move can have."""
    found: Counter[str] = Counter()
    phases = set()
    rulings = [
        {},
        {"dead_end": "illegal", "one_pause_per_column": True},
        {"last_reset": "lost", "swap_whole_hand": False},
    ]
    for ruling in rulings:
        for at, seen in enumerate(chain(positions(many(52, 13), **ruling), under_a_pause(4))):
            if at % many(10, 9) and seen.phase != "UNDER":
                continue
            phases.add(seen.phase)
            view, legal = seen.view(seen.seat), set(seen.moves)
            for move in range(128):
                if move not in legal:
                    why = LEVEL10.why_not(seen.o, view, move)
                    assert str(why) == str(LEVEL10.why_not_word(seen.o, seen.state, move))
                    found[why.clause] += 1
    assert phases == {"CHOOSE", "TURN", "SWAP", "UNDER", "OVER"}
    assert found.keys() <= CLAUSES
    assert len(found) > 10


def test_three_kinds_of_error() -> None:
    """Not understood, not legal, not yours; all are for people."""
    for kind in (NotUnderstood, NotLegal, NotYours):
        assert issubclass(kind, GameError)
        assert str(kind("Words.")) == "Words."
    assert NotLegal("Words").clause == ""
    assert str(NotLegal("Words", "L-1")) == "Words (L-1)"


PLACE = {"what", "world", "column"}
VALUES: dict[str, set[str]] = {
    "over": set(),
    "not_dealt": set(),
    "no_seat": {"seat"},
    "choose_first": set(),
    "first_chosen": set(),
    "not_aside_now": set(),
    "no_such_row": PLACE,
    "not_in_hand": set(),
    "no_pause": PLACE,
    "row_filled": PLACE,
    "column_has_reset": PLACE,
    "no_resets_left": PLACE,
    "needs_reset": PLACE,
    "values_fall": PLACE | {"top"},
    "column_has_pause": PLACE,
    "dead_end": PLACE,
    "finish_swap": set(),
    "finish_pause": set(),
    "other_world": {"card", "world"},
}


@pytest.mark.parametrize(
    ("make", "move", "text", "clause"), REASONS, ids=[f"{r[3]}-{r[1]}" for r in REASONS]
)
def test_every_code_has_the_values_of_its_sentence(
    make: Any, move: str, text: str, clause: str
) -> None:
    """So that a screen can say it in any language: numbers and names, ready for a wire."""
    seen = make()
    why = LEVEL10.why_not(seen.o, seen.view(seen.seat), MOVE_NUMBERS[move])
    assert why.code in VALUES
    assert why.values.keys() - {"card"} >= VALUES[why.code] - {"card"}
    assert all(type(value) in (int, str) for value in why.values.values())
    if why.values.get("what") == "card" or why.code in ("not_in_hand", "other_world"):
        assert why.values["card"] == move.removeprefix("/")
    if "what" in why.values:
        assert why.values["what"] == {"P>": "pause", "R>": "reset"}.get(move[:2], "card")
        assert why.values["world"] == (move[2] if ">" in move else move[0])
        assert why.values["column"] == seen.table.column + 1
    words = str(why)
    assert why.code != "values_fall" or f"ends with {why.values['top']}," in words
    assert why.code != "no_seat" or f"no seat {why.values['seat']} " in words


def test_each_reason_has_a_code_of_its_own() -> None:
    """All of them come up above, and whoever is not on turn has one too."""
    codes = set()
    for make, move, _, _ in REASONS:
        seen = make()
        codes.add(LEVEL10.why_not(seen.o, seen.view(seen.seat), MOVE_NUMBERS[move]).code)
    assert codes == VALUES.keys()
    other = LEVEL10.why_not(table().o, table().view(1), 0)
    assert (other.code, other.values) == ("not_your_turn", {"seat": 0})
