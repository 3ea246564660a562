"""The empty deck, winning and losing: L-19, L-20, R-3, R-12, and the rulebooks' lost position."""

import pytest

from tests.games.level10.strolls import SMALL, many, stroll
from tests.games.level10.table import Table, position

EDITIONS = ("fr", "ru", "pl", "es")
EIGHT_COLUMNS = "D-/0 F-/0 S-/0 V8/1 M8/1"


def with_a_pause(pile: str = "") -> Table:
    """After eight columns; seat 0 has a pause. The volcano 3 is in the pile, or with seat 0."""
    hand = "D1 D2 F1 P" if pile else "D1 D2 F1 V3 P"
    return position(players=2, pauses=1, rows=EIGHT_COLUMNS, hands=[hand, "F2 S1 S2 M4"], pile=pile)


@pytest.mark.clause("L-19")
def test_a_card_goes_under_a_pause_on_an_empty_deck() -> None:
    """One level card of that row's world, from hand, face up."""
    seen = with_a_pause().move("P>D")
    assert (seen.phase, seen.seat) == ("UNDER", 0)
    assert seen.legal == {"/D1", "/D2", "done"}
    seen.move("/D1")
    assert (seen.phase, seen.seat) == ("TURN", 1)
    assert seen.hand(0) == "D2 F1 V3"
    assert seen.table.under == 1 << 0
    assert seen.table.placed_cards & seen.table.under == 0
    assert seen.table.cards[0] == 3


@pytest.mark.clause("L-19")
def test_nothing_needs_to_go_under() -> None:
    """It is a choice."""
    for seen in (with_a_pause().move("P>D", "done"), with_a_pause().play("P>D")):
        assert (seen.phase, seen.seat, seen.table.under) == ("TURN", 1, 0)
        assert seen.hand(0) == "D1 D2 F1 V3"


@pytest.mark.clause("L-19")
def test_only_that_rows_world_goes_under() -> None:
    """Never another pause, nor a card that is not in hand."""
    seen = with_a_pause()
    for turn in ("P>D/F1", "P>F/D1", "P>D/P", "P>D/M4", "P>D/D3"):
        assert seen.refused(turn).clause == "L-19"


@pytest.mark.clause("L-19")
def test_without_such_a_card_there_is_only_done() -> None:
    """It is asked all the same, so that nobody learns what the hand does not hold."""
    seen = with_a_pause().move("P>M")
    assert (seen.phase, seen.seat, seen.legal) == ("UNDER", 0, {"done"})
    seen.move("done")
    assert (seen.phase, seen.seat) == ("TURN", 1)


@pytest.mark.clause("L-19")
def test_at_most_one_card_under_each_pause() -> None:
    """After it the turn is over; a second pause takes one of its own."""
    seen = position(
        players=2,
        pauses=2,
        rows=EIGHT_COLUMNS,
        hands=["D1 D2 F1 V3 P P", "F2 S1 S2 M4"],
    )
    seen.move("P>D", "/D1")
    assert seen.seat == 1
    seen.play("F2", "P>V/V3")
    assert seen.table.under.bit_count() == 2
    assert seen.table.pauses == 2


@pytest.mark.clause("L-19")
def test_nothing_goes_under_while_the_deck_has_a_card() -> None:
    """The last card of the deck is drawn, and nothing goes under the pause."""
    seen = with_a_pause(pile="V3")
    assert "L-19" in seen.refused("P>D/D1").clause
    seen.move("P>D")
    assert (seen.phase, seen.seat, seen.pile) == ("TURN", 1, "")
    assert seen.hand(0) == "D1 D2 F1 V3"
    assert seen.table.under == 0


@pytest.mark.clause("L-19")
def test_no_more_draws_from_an_empty_deck() -> None:
    """Neither after a card nor after a pause nor after a reset."""
    for turn in ("D1", "P>D", "R>V"):
        seen = with_a_pause().play(turn)
        assert seen.table.cards[0] == 5 - (turn != "R>V")


@pytest.mark.clause("L-19", "L-18")
def test_a_card_under_a_pause_leaves_the_row_as_it_is() -> None:
    """The pause counts with the value on its left, whatever lies under it."""
    seen = with_a_pause().play("P>D/D2")
    assert seen.table.top[0] == 0


LAST_CELL = "D8/0* F8/0* S8/0* V-/0* M7/0"


@pytest.mark.clause("L-20")
def test_the_fiftieth_cell_wins() -> None:
    """At once, for all."""
    seen = position(players=2, pauses=0, rows=LAST_CELL, hands=["M8", ""]).play("M8")
    assert seen.won
    assert (seen.table.placed, seen.table.column) == (50, 10)
    assert seen.refused("M8").clause == "L-20"


@pytest.mark.parametrize("turn", ["M8", "P>M"])
@pytest.mark.clause("L-20")
def test_a_win_leaves_as_many_cards_as_pauses(turn: str) -> None:
    """Here in hands. After the last cell nothing goes under a pause any more."""
    seen = position(players=2, pauses=2, rows=LAST_CELL, hands=["M8 P", "P"]).play(turn)
    assert seen.won
    assert len((seen.hand(0) + " " + seen.hand(1)).split()) == 2
    assert seen.table.under == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("R-12")
def test_nothing_goes_under_a_pause_that_fills_the_fiftieth_cell(edition: str) -> None:
    """The deck is empty and the hand has a card of that world, but the game is over. In
    `ru` it could only have spoilt the full bonus."""
    seen = position(players=2, pauses=1, edition=edition, rows=LAST_CELL, hands=["M8 P", ""])
    assert seen.refused("P>M/M8").clause == "L-20"
    seen.move("P>M")
    assert seen.won
    assert seen.legal == set()
    assert (seen.hand(0), seen.table.under) == ("M8", 0)
    assert seen.outcome()["bonus"] == 30


@pytest.mark.clause("L-20")
def test_a_win_draws_no_card() -> None:
    """The cards left over may lie in the deck."""
    seen = position(players=2, pauses=2, rows=LAST_CELL, hands=["M8", ""], pile="P P").play("M8")
    assert seen.won
    assert seen.pile == "P P"


@pytest.mark.clause("L-20")
def test_a_reset_may_be_the_last_card() -> None:
    """No swap follows."""
    seen = position(
        players=2, pauses=2, rows="D8/0* F8/0* S8/0* V8/0* M8/1", hands=["P", ""], pile="P"
    )
    seen.move("R>M")
    assert seen.won
    assert seen.pile == "P"


@pytest.mark.clause("L-20")
def test_wins_of_many_games_leave_as_many_cards_as_pauses() -> None:
    """Under pauses, in hands or in the deck; in every won game."""
    wins = 0
    for seed in range(1, many(600, 80), 2):
        *_, seen = stroll(seed, **SMALL[seed // 2 % len(SMALL)])
        if seen.won:
            wins += 1
            held = sum(int(cards) for cards in seen.table.cards)
            pile = seen.table.tail - seen.table.head
            assert held + pile + seen.table.under.bit_count() == seen.options.pauses
            assert seen.table.placed == seen.options.worlds * seen.options.columns
    assert wins > many(60, 8)


NO_CARDS_LEFT = {
    "players": 2,
    "pauses": 0,
    "rows": "D8/0* F8/0* S8/0* V7/0 M8/1",
    "hands": ["V8", ""],
}


@pytest.mark.clause("R-3")
def test_the_last_reset_is_placed_when_no_cards_are_left() -> None:
    """An empty hand is no loss (L-11), and L-17 obliges the reset: all win."""
    seen = position(**NO_CARDS_LEFT).play("V8")
    assert seen.won
    t = seen.table
    assert (t.placed, t.column, t.open, t.stock) == (50, 10, 0, 0)
    assert list(t.resets) == [0] * 5
    assert t.top[4] == 0
    assert seen.outcome() == {"won": True, "placed": 50, "bonus": 50, "score": 100}


@pytest.mark.clause("R-3")
def test_the_last_reset_is_lost_by_the_other_reading() -> None:
    """R-3 `last_reset=lost`: nobody is there to play it."""
    seen = position(**NO_CARDS_LEFT, last_reset="lost").play("V8")
    assert seen.lost
    assert seen.table.placed == 49
    assert seen.refused("R>M").clause == "R-3"
    assert seen.outcome() == {"won": False, "placed": 49, "bonus": 40, "score": 89}


@pytest.mark.clause("R-3")
def test_a_player_with_cards_plays_the_last_reset_in_either_reading() -> None:
    """R-3 is only for when no cards are left anywhere."""
    for reading in ("placed", "lost"):
        seen = position(
            players=2,
            pauses=1,
            rows="D8/0* F8/0* S8/0* V7/0 M8/1",
            hands=["V8", "P"],
            last_reset=reading,
        ).play("V8", "R>M")
        assert seen.won


@pytest.mark.clause("R-3", "L-19")
def test_the_last_reset_comes_after_a_card_under_a_pause_too() -> None:
    """The last two cards leave the hands together."""
    seen = position(
        players=2, pauses=1, rows="D8/0* F8/0* S8/0* V7/0 M8/1", hands=["V8 P", ""]
    ).play("P>V/V8")
    assert seen.won
    assert seen.table.placed == 50


@pytest.mark.clause("R-3")
def test_a_missing_reset_whose_row_has_none_left_is_lost() -> None:
    """Nothing can be placed. (By counting cards it never comes to that: a row without
    resets that misses one card has more cards outside the grid than pauses to lie under.)"""
    seen = position(**NO_CARDS_LEFT)
    seen.table.resets[4] = 0
    seen.table.stock = 0
    seen.play("V8")
    assert seen.lost
    assert seen.table.placed == 49


# --- the lost position that every rulebook shows ----------------------------------------------

# Three worlds have reached column ten. The row that ends with 8 has no reset left, and the
# player on turn has the 6 of its world. The editions agree on the picture, and not on the name
# of that world: forest, or swamp.
LOST = {
    "F": {"rows": "D7/0 F8/0 S8/0* V-/0* M7/0", "six": "F6", "other": "M8"},
    "M": {"rows": "D7/0 F7/0 S8/0* V-/0* M8/0", "six": "M6", "other": "F8"},
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("world", LOST)
@pytest.mark.clause("L-10", "L-15", "L-9")
def test_the_rulebooks_lost_position(world: str, edition: str) -> None:
    """At master difficulty a single 6 before a row that ends with 8 and has
    used its resets can do nothing: the game is over, three of five worlds done."""
    scene = LOST[world]
    seen = position(
        players=3,
        pauses=0,
        edition=edition,
        rows=scene["rows"],
        hands=["D8", scene["six"], scene["other"]],
    )
    seen.play("D8")
    assert seen.lost
    assert seen.seat == 1
    assert seen.hand(1) == scene["six"]
    assert seen.table.column == 9
    assert seen.table.open.bit_count() == 2
    assert seen.outcome() == {"won": False, "placed": 48, "bonus": 40, "score": 88}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("world", LOST)
@pytest.mark.clause("L-19", "L-18")
def test_a_pause_would_have_saved_it(world: str, edition: str) -> None:
    """One difficulty easier, the 6 goes under a pause, and the game is won."""
    scene = LOST[world]
    seen = position(
        players=3,
        pauses=1,
        edition=edition,
        rows=scene["rows"],
        hands=["D8", f"{scene['six']} P", scene["other"]],
    )
    seen.play("D8", f"P>{world}/{scene['six']}", scene["other"])
    assert seen.won
    assert seen.table.under.bit_count() == 1


@pytest.mark.clause("L-15")
def test_a_higher_card_would_have_saved_it() -> None:
    """It is the value that loses, not the row."""
    seen = position(
        players=3,
        pauses=0,
        rows="D7/0 F6/0 S8/0* V-/0* M7/0",
        hands=["D8", "F8", "M8"],
    ).play("D8", "F8", "M8")
    assert seen.won
