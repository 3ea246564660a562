"""Where a card may lie: L-13 to L-18, R-1, R-2, R-7, R-15."""

from collections import Counter
from operator import ge, gt
from random import Random

import pytest

from tenluz.games.level10.rules.moves import ASIDE
from tests.games.level10.grid import Grid
from tests.games.level10.strolls import FULL, SMALL, careful_move, many, moves_at
from tests.games.level10.table import Table, position, random_table, table


@pytest.mark.clause("L-13")
def test_a_level_card_goes_into_its_own_row() -> None:
    """One row for each world; there is no move that puts a card elsewhere."""
    seen = table(players=2, hands=["D5", "F3"]).play("D5", "F3")
    assert list(seen.table.top) == [5, 3, 0, 0, 0]
    assert seen.table.open == 0b11100


@pytest.mark.clause("L-13")
def test_ten_columns() -> None:
    """Five rows, ten columns: 50 cells."""
    options = table().options
    assert (options.worlds, options.columns) == (5, 10)


@pytest.mark.clause("L-14")
def test_a_row_takes_one_card_in_a_column() -> None:
    """A card, a pause or a reset; nothing more until the column is complete."""
    for begin in ("D1", "P>D", "R>D"):
        seen = table(players=2, pauses=2, hands=["D1 P", "D2 P"]).play(begin)
        for turn in ("D2", "P>D", "R>D"):
            assert seen.refused(turn).clause == "L-14"


@pytest.mark.clause("L-14")
def test_the_next_column_begins_when_all_rows_have_a_card() -> None:
    """Then every row is open again."""
    seen = table(players=2, hands=["D1 S1 D2", "F1 V1"]).play("D1", "F1", "S1", "V1")
    assert (seen.table.column, seen.table.open) == (0, 0b10000)
    seen.play("R>M")
    assert (seen.table.column, seen.table.open) == (1, 0b11111)


FIRST_COLUMN = ("D5", "F1", "S1", "V1", "R>M")


@pytest.mark.clause("L-15")
def test_values_may_not_fall_along_a_row() -> None:
    """At least the value of the card on the left."""
    seen = table(players=2, hands=["D5 S1 D3 D6", "F1 V1 D4 D7"]).play(*FIRST_COLUMN)
    assert seen.refused("D4").clause == "L-15"
    seen.play("D7")
    assert seen.table.top[0] == 7


@pytest.mark.clause("L-15")
def test_an_empty_row_takes_any_value() -> None:
    """A row with nothing yet."""
    hand = "D1 D8 F4 S2 V7 M8 M1"
    assert set(hand.split()) <= table(players=2, hands=[hand]).legal


@pytest.mark.clause("L-15")
def test_a_row_that_ends_with_a_reset_takes_any_value() -> None:
    """After a reset it begins again."""
    seen = table(players=2, hands=["D5 S1 M8", "F1 V1 M1"]).play(*FIRST_COLUMN)
    assert "M1" in seen.legal
    seen = seen.play("M1")
    assert seen.table.top[4] == 1


@pytest.mark.parametrize("last", ["D8", "D1", "P>D"])
@pytest.mark.clause("L-16")
def test_a_reset_may_follow_any_card(last: str) -> None:
    """Whatever lies on the left, also a pause; a reset after a reset is shown below."""
    hands = ["D8 D1 S1 P", "F1 V1"]
    seen = table(players=2, pauses=1, hands=hands).play(last, *FIRST_COLUMN[1:], "R>D")
    assert seen.table.top[0] == 0
    assert seen.table.resets[0] == 1


@pytest.mark.clause("L-16")
def test_a_reset_may_follow_a_reset() -> None:
    """Both resets of a row, side by side."""
    seen = table(players=2, hands=["D5 S1", "F1 V1"]).play(*FIRST_COLUMN, "R>M")
    assert seen.table.resets[4] == 0


@pytest.mark.clause("L-17")
def test_four_level_cards_oblige_the_reset() -> None:
    """Only the reset of the fifth row may be played."""
    hands = ["D1 S1 M1 P", "F1 V1 M2 P"]
    seen = table(players=2, pauses=2, hands=hands).play("D1", "F1", "S1", "V1")
    assert seen.legal == {"R>M"}
    assert seen.refused("M1").clause == "L-17"
    assert seen.refused("P>M").clause == "L-17"


@pytest.mark.clause("L-17", "L-18")
def test_a_pause_counts_among_the_four() -> None:
    """Three level cards and a pause oblige the reset as well."""
    hands = ["D1 S1 M1", "F1 P"]
    seen = table(players=2, pauses=1, hands=hands).play("D1", "F1", "S1", "P>V")
    assert seen.legal == {"R>M"}


@pytest.mark.clause("L-17", "L-10")
def test_four_level_cards_and_no_reset_left_lose() -> None:
    """The reset is wanted in a row that has none."""
    seen = position(
        players=2,
        pauses=0,
        rows="D8/0* F8/0* S8/1* V5/0 M7/1",
        hands=["M8 V7", "V8 D1 F1"],
    ).play("M8")
    assert seen.lost


@pytest.mark.parametrize("edition", ["fr", "ru", "pl", "es"])
@pytest.mark.parametrize("following", ["D1", "D8", "P>D", "R>D"])
@pytest.mark.clause("L-18", "R-15")
def test_a_pause_in_the_first_column_has_the_value_0(following: str, edition: str) -> None:
    """There is nothing on its left, so any card may follow; in every edition."""
    hands = ["P S1", "F1 V1 D1 D8 P"]
    seen = table(players=2, pauses=2, edition=edition, hands=hands)
    seen.play("P>D", "F1", "S1", "V1", "R>M")
    assert seen.table.top[0] == 0
    seen.play(following)
    assert seen.table.top[0] == (int(following[1:]) if following[0] == "D" else 0)


@pytest.mark.clause("L-18")
def test_a_pause_repeats_the_value_on_its_left() -> None:
    """The row goes on from there, also after two pauses."""
    seen = table(players=2, pauses=2, hands=["D5 S1 S2 P D4 D6", "F1 F2 V1 V2 P"])
    seen.play("D5", "F1", "S1", "V1", "R>M", "P>D")
    assert (seen.table.top[0], seen.table.pauses) == (5, 1)
    seen.play("S2", "F2", "R>M", "V2")
    assert seen.table.column == 2
    assert seen.refused("D4").clause == "L-15"
    assert "D6" in seen.legal
    seen.play("P>D")
    assert (seen.table.top[0], seen.table.pauses) == (5, 2)


@pytest.mark.clause("L-18")
def test_a_pause_after_a_reset_has_the_value_0() -> None:
    """Any card may follow it."""
    seen = table(players=2, pauses=1, hands=["D5 S1 M1", "F1 V1 P"]).play(*FIRST_COLUMN, "P>M")
    assert seen.table.top[4] == 0
    assert seen.table.ahead >> 32 == 0xFF


@pytest.mark.clause("L-18")
def test_a_pause_may_go_into_any_open_row() -> None:
    """Whatever the row's last value is."""
    seen = table(players=2, pauses=1, hands=["D8 S8", "F8 V8 P"])
    seen.play("D8", "F8", "S8", "V8", "R>M")
    assert {f"P>{world}" for world in "DFSVM"} < seen.legal


DEAD_END = {
    "players": 2,
    "pauses": 1,
    "rows": "D8/0* F8/0* S8/1* V5/0 M7/1",
    "hands": ["M8 V7 P", "V8 D1 F1"],
}


@pytest.mark.parametrize("turn", ["M8", "P>M"])
@pytest.mark.clause("R-2")
def test_a_dead_end_is_legal_and_lost(turn: str) -> None:
    """The 4th level card leaves the volcano row, which has no reset."""
    seen = position(**DEAD_END).play(turn)
    assert seen.lost


@pytest.mark.parametrize("turn", ["M8", "P>M"])
@pytest.mark.clause("R-2")
def test_a_dead_end_is_illegal_by_the_other_reading(turn: str) -> None:
    """R-2 `dead_end=illegal`: refused, and the other row is still free."""
    seen = position(**DEAD_END, dead_end="illegal")
    assert seen.refused(turn).clause == "R-2"
    assert seen.legal == {"V7", "P>V", "R>M"}


@pytest.mark.clause("R-2")
def test_the_strict_reading_forbids_only_the_fourth_card() -> None:
    """R-2 `dead_end=illegal`: with the reset in the column, or three rows open, nothing changes."""
    three = position(
        players=2,
        pauses=0,
        rows="D8/0* F8/0* S8/1 V5/0 M7/1",
        hands=["M8 V7 S1", "V8 D1 F1"],
        dead_end="illegal",
    )
    assert three.legal == {"M8", "V7", "R>S", "R>M"}
    has_reset = position(
        players=2,
        pauses=0,
        rows="D-/0* F8/0* S8/0* V5/0 M7/1",
        hands=["M8 V7", "V8 D1 F1 S1"],
        dead_end="illegal",
    )
    assert has_reset.legal == {"M8", "V7"}


@pytest.mark.clause("R-2", "L-10")
def test_no_way_out_is_lost_by_the_strict_reading_too() -> None:
    """With `dead_end=illegal`: if every card is a dead end, the player can do nothing."""
    seen = position(
        players=2,
        pauses=0,
        rows="D8/1* F8/1* S8/0* V5/0 M6/0",
        hands=["M8 V7", "V8 M7 S1"],
        dead_end="illegal",
    )
    assert seen.lost


@pytest.mark.clause("R-7")
def test_a_column_takes_several_pauses() -> None:
    """One advice in one edition is read as a slip for *reset*."""
    seen = table(players=2, pauses=3, edition="ru", hands=["P P", "P"]).play("P>D", "P>F", "P>S")
    assert seen.table.pauses == 3


@pytest.mark.clause("R-7")
def test_a_column_takes_one_pause_by_the_other_reading() -> None:
    """R-7 `one_pause_per_column`: a second one is refused until the next column."""
    hands = ["P P S1", "P F1 V1"]
    seen = table(players=2, pauses=3, one_pause_per_column=True, hands=hands).play("P>D")
    assert seen.refused("P>F").clause == "R-7"
    assert not {name for name in seen.legal if name.startswith("P")}
    seen.play("F1", "S1", "V1", "R>M")
    assert {f"P>{world}" for world in "DFSVM"} < seen.legal


def walk_beside_the_grid(seen: Table, chance: Random, careful: bool) -> Counter[str]:
    """Play a game to its end; in every turn both readings of R-1 and the rules must agree."""
    counted: Counter[str] = Counter()
    grid = Grid(seen)
    while seen.phase != "OVER":
        if seen.phase == "TURN":
            hand = int(seen.state.hands[seen.seat])
            at_least = grid.plays(hand, ge)
            assert at_least == grid.plays(hand, gt) == set(seen.moves)
            counted["turns"] += 1
        move = careful_move(seen, chance) if careful else moves_at(seen, chance)
        if move < ASIDE:
            grid.place(move)
        seen.move(move)
    if seen.lost and seen.table.cards[seen.seat]:  # L-10
        hand = int(seen.state.hands[seen.seat])
        assert grid.plays(hand, ge) == grid.plays(hand, gt) == set()
    counted["won"] += seen.won
    counted["columns"] += seen.table.column
    for column in zip(*grid.rows):  # complete columns only
        assert [kind for kind, _ in column].count("reset") == 1  # L-17
    return counted


@pytest.mark.clause("R-1")
def test_both_readings_of_the_left_neighbour_accept_the_same_plays() -> None:
    """*greater* and *equal or greater* never differ, in any turn of many games, and both
    agree with the rules (L-9, L-13 to L-18); each finished column has one reset (L-17)."""
    counted: Counter[str] = Counter()
    versions = FULL + SMALL
    for game in range(many(40, 2) * len(versions)):
        seen = random_table(game, **versions[game % len(versions)])
        counted += walk_beside_the_grid(seen, Random(game), careful=game % 4 > 0)
    assert counted["turns"] > many(10_000, 500)
    assert counted["won"] > 0


@pytest.mark.clause("L-17")
def test_each_row_of_a_won_game_has_its_resets() -> None:
    """So each row ends with exactly two (in small versions: as many as it was given)."""
    wins = 0
    for game in range(many(400, 60)):
        seen = random_table(game, **SMALL[game % len(SMALL)])
        chance = Random(game)
        while seen.phase != "OVER":
            seen.move(careful_move(seen, chance))
        if seen.won:
            wins += 1
            assert not any(seen.table.resets)
            assert seen.table.stock == 0
    assert wins > many(50, 8)
