"""What a player on turn does, and who is next: L-6 to L-12, R-9, R-11."""

import pytest

from tests.games.level10.strolls import many, positions
from tests.games.level10.table import Table, position, table

# After eight columns, nothing in the ninth. Out of the grid: two cards of each of the first
# three worlds, one of each of the others.
EIGHT_COLUMNS = "D-/0 F-/0 S-/0 V8/1 M8/1"
# The ninth column wants only its swamp; the reset lies in the desert row.
WANTS_SWAMP = "D-/0* F7/0* S7/0* V7/0* M7/1"


@pytest.mark.clause("L-6")
def test_a_turn_is_a_card_from_hand_or_a_reset() -> None:
    """Level cards, pauses and resets are offered, and nothing else."""
    seen = table(players=2, pauses=1, hands=["D1 D5 F3 S2 V8 V2 P"])
    cards = {"D1", "D5", "F3", "S2", "V2", "V8"}
    pauses = {f"P>{world}" for world in "DFSVM"}
    resets = {f"R>{world}" for world in "DFSVM"}
    assert seen.legal == cards | pauses | resets


@pytest.mark.clause("L-6")
def test_a_turn_is_exactly_one_of_them() -> None:
    """After one card, the next seat is on turn."""
    seen = table(players=2, hands=["D1 F1"]).play("D1")
    assert seen.seat == 1
    assert seen.refused("F1").clause == "L-6"


@pytest.mark.clause("L-6")
def test_what_is_not_in_hand_cannot_be_played() -> None:
    """Neither a level card nor a pause."""
    seen = table(players=2, pauses=1, hands=["D1", "P"])
    assert seen.refused("M1").clause == "L-6"
    assert seen.refused("P>D").clause == "L-6"


@pytest.mark.parametrize("turn", ["D1", "P>D"])
@pytest.mark.clause("L-7")
def test_after_a_card_one_is_drawn(turn: str) -> None:
    """One card from the top of the pile."""
    seen = table(players=2, pauses=1, hands=["D1 F1 P"], pile="M1 M2").play(turn)
    assert "M1" in seen.hand(0)
    assert "M2" not in seen.hand(0)
    assert seen.table.cards[0] == len(seen.hand(0).split()) == 7
    assert seen.pile.startswith("M2 ")


@pytest.mark.clause("L-7")
def test_no_card_is_drawn_from_an_empty_deck() -> None:
    """If the deck has one."""
    seen = position(
        players=2, pauses=0, rows=EIGHT_COLUMNS, hands=["D1 D2 F1 F2", "S1 S2 V1 M1"]
    ).play("D1")
    assert seen.hand(0) == "D2 F1 F2"


@pytest.mark.clause("L-8")
def test_tucked_cards_go_under_the_deck_in_the_order_of_choice() -> None:
    """The first one tucked lies above the second, and as many are drawn from the top."""
    seen = table(players=2, hands=["D1 F1 F2"], pile="M1 M2 M3")
    other = seen.copy().play("R>D/F2,F1")
    seen.play("R>D/F1,F2")
    assert seen.pile.endswith("F1 F2")
    assert other.pile.endswith("F2 F1")
    assert seen.hand(0) == other.hand(0)
    assert {"M1", "M2"} < set(seen.hand(0).split())
    assert seen.pile.startswith("M3 ")


@pytest.mark.parametrize(("turn", "drawn"), [("R>D", 0), ("R>D/F1", 1), ("R>D/F1,P", 2)])
@pytest.mark.clause("L-8")
def test_a_swap_takes_none_one_or_two(turn: str, drawn: int) -> None:
    """0, 1 or 2 cards, a pause among them if one likes."""
    seen = table(players=2, pauses=1, hands=["D1 F1 P"], pile="M1 M2")
    before = len(seen.pile.split())
    seen.play(turn)
    assert len(seen.hand(0).split()) == 7
    assert len(set(seen.hand(0).split()) & {"M1", "M2"}) == drawn
    assert len(seen.pile.split()) == before
    assert seen.seat == 1


@pytest.mark.clause("L-8")
def test_a_swap_is_chosen_card_by_card() -> None:
    """All of the hand is offered; after the second card the swap is over by itself."""
    seen = table(players=2, pauses=1, hands=["D1 F1 P"], pile="M1 M2").move("R>V")
    assert (seen.phase, seen.seat) == ("SWAP", 0)
    assert seen.legal == {f"/{card}" for card in seen.hand(0).split()} | {"done"}
    seen.move("/F1")
    assert (seen.phase, seen.seat) == ("SWAP", 0)
    assert "M1" not in seen.hand(0), "drawn only when all are tucked"
    assert "/F1" not in seen.legal
    finished = seen.copy().move("done")
    assert (finished.phase, finished.seat) == ("TURN", 1)
    assert "M1" in finished.hand(0)
    seen.move("/P")
    assert (seen.phase, seen.seat) == ("TURN", 1)
    assert seen.pile.endswith("F1 P")


@pytest.mark.clause("L-8")
def test_a_card_is_tucked_only_once() -> None:
    """What lies under the deck is not in the hand any more."""
    assert table(hands=["D1"]).refused("R>D/D1,D1").clause == "L-8"


@pytest.mark.clause("L-8")
def test_a_short_deck_gives_back_what_was_just_tucked() -> None:
    """With fewer cards in the deck than tucked, one's own card comes back."""
    hands, start = ["D1 D2 F1 V3", "F2 S1 S2"], {"players": 2, "pauses": 0, "rows": EIGHT_COLUMNS}
    seen = position(hands=hands, pile="M4", **start).play("R>V/D1,D2")
    assert seen.hand(0) == "D1 F1 V3 M4"
    assert seen.pile == "D2"
    other = position(hands=hands, pile="M4", **start).play("R>V/D2,D1")
    assert other.hand(0) == "D2 F1 V3 M4"
    assert other.pile == "D1"


@pytest.mark.clause("L-8")
def test_no_swap_on_an_empty_deck() -> None:
    """A reset then ends the turn at once."""
    seen = position(players=2, pauses=0, rows=EIGHT_COLUMNS, hands=["D1 D2 F1 V3", "F2 S1 S2 M4"])
    assert "L-8" in seen.refused("R>V/D1").clause
    seen.move("R>V")
    assert (seen.phase, seen.seat, seen.hand(0)) == ("TURN", 1, "D1 D2 F1 V3")


def one_card(**options: bool) -> Table:
    """Seat 0 has a single card, and the pile is not empty."""
    return position(
        players=2,
        pauses=0,
        rows=EIGHT_COLUMNS,
        hands=["F1", "D1 D2 F2 S1"],
        pile="S2 V3 M4",
        **options,
    )


@pytest.mark.clause("R-11")
def test_a_swap_may_empty_the_hand() -> None:
    """The only card may be tucked before drawing; then nothing is left to choose."""
    seen = one_card().move("R>V")
    assert seen.legal == {"/F1", "done"}
    seen.move("/F1")
    assert (seen.seat, seen.hand(0), seen.pile) == (1, "S2", "V3 M4 F1")


@pytest.mark.clause("R-11")
def test_a_swap_may_not_empty_the_hand_by_the_other_reading() -> None:
    """R-11 `swap_whole_hand=false`: with one card there is no swap, with two only one goes."""
    seen = one_card(swap_whole_hand=False)
    assert "R-11" in seen.refused("R>V/F1").clause
    seen.move("R>V")
    assert (seen.phase, seen.seat, seen.hand(0)) == ("TURN", 1, "F1")
    two = position(
        players=2,
        pauses=0,
        rows=EIGHT_COLUMNS,
        hands=["F1 F2", "D1 D2 S1"],
        pile="S2 V3 M4",
        swap_whole_hand=False,
    )
    assert "R-11" in two.refused("R>V/F1,F2").clause
    two.move("R>V", "/F1")
    assert (two.phase, two.seat, two.hand(0)) == ("TURN", 1, "F2 S2")


@pytest.mark.clause("L-9")
def test_no_reset_in_a_row_that_has_none_left() -> None:
    """Each row has two."""
    seen = position(players=2, pauses=0, rows=EIGHT_COLUMNS, hands=["D1 D2 F1 V3", "F2 S1 S2 M4"])
    assert seen.refused("R>D").clause == "L-9"
    assert {name for name in seen.legal if name.startswith("R")} == {"R>V", "R>M"}


@pytest.mark.clause("L-9")
def test_no_second_reset_in_a_column() -> None:
    """Nor in a column that already has one."""
    seen = table(players=2).play("R>D")
    assert seen.refused("R>F").clause == "L-9"
    assert not {name for name in seen.legal if name.startswith("R")}


@pytest.mark.clause("L-10")
def test_who_can_do_nothing_loses_for_all() -> None:
    """The game ends at once."""
    seen = position(
        players=3,
        pauses=0,
        rows="D-/0* F7/0* S7/0* V7/0 M7/1",
        hands=["M8", "D1 F8", "S8 V8 V6"],
    )
    seen.play("M8")
    assert seen.lost
    assert seen.moves == []
    assert seen.refused("V8").clause == "L-10"


@pytest.mark.clause("L-10")
def test_who_can_still_reset_has_not_lost() -> None:
    """A hand without a fitting card is no loss while a reset is possible (B)."""
    seen = position(players=2, pauses=0, rows=EIGHT_COLUMNS, hands=["V3 M4", "D1 D2 F1 F2 S1 S2"])
    assert seen.legal == {"R>V", "R>M"}


@pytest.mark.clause("L-11")
def test_who_has_no_cards_is_skipped() -> None:
    """For the rest of the game, which goes on."""
    seen = position(
        players=4, pauses=0, rows=EIGHT_COLUMNS, hands=["D1 D2 F1", "", "", "F2 S1 S2 V3 M4"]
    )
    seen.play("D1")
    assert seen.seat == 3
    seen.play("F2")
    assert seen.seat == 0


@pytest.mark.clause("L-11")
def test_one_player_left_plays_on_alone() -> None:
    """Turn after turn."""
    seen = position(players=3, pauses=0, rows=EIGHT_COLUMNS, hands=["", "D1 D2 F1 F2 S1 S2 V3 M4"])
    for turn in ("D1", "F1", "S1"):
        assert seen.seat == 1
        seen.play(turn)
    assert seen.seat == 1


@pytest.mark.clause("L-11")
def test_emptying_the_hand_ends_ones_turns() -> None:
    """The last card played, the player is skipped from then on."""
    seen = position(players=2, pauses=0, rows=EIGHT_COLUMNS, hands=["D1", "D2 F1 F2 S1 S2 V3 M4"])
    seen.play("D1", "F1")
    assert (seen.hand(0), seen.seat) == ("", 1)


@pytest.mark.clause("L-12")
def test_with_five_the_completer_goes_again() -> None:
    """So begins the next column; each column is begun by another player."""
    hands = ["D1 D2", "F1 F2", "S1 S2", "V1 V2", "M1 M2"]
    seen = table(players=5, pauses=0, hands=hands).play("D1", "F1", "S1", "V1", "R>M")
    assert (seen.seat, seen.table.beginner, seen.table.column) == (4, 4, 1)
    seen.play("M1")
    assert seen.seat == 0
    seen.play("D2", "F2", "S2", "R>V")
    assert (seen.seat, seen.table.beginner, seen.table.column) == (3, 3, 2)


@pytest.mark.clause("L-12")
def test_a_swap_after_the_completing_reset_comes_first() -> None:
    """The reset that completes a column has its swap, then the same player goes again."""
    hands = ["D1", "F1", "S1", "V1", "M1 M2"]
    seen = table(players=5, pauses=0, hands=hands).play("D1", "F1", "S1", "V1").move("R>M")
    assert (seen.phase, seen.seat) == ("SWAP", 4)
    seen.move("/M1", "done")
    assert (seen.phase, seen.seat) == ("TURN", 4)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.clause("L-12")
def test_with_fewer_the_turn_passes_on(players: int) -> None:
    """L-12 is for five players alone."""
    hands = {2: ["D1 S1", "F1 V1"], 3: ["D1 V1", "F1", "S1"], 4: ["D1", "F1", "S1", "V1"]}[players]
    seen = table(players=players, hands=hands).play("D1", "F1", "S1", "V1", "R>M")
    assert seen.table.column == 1
    assert seen.seat == 5 % players


@pytest.mark.clause("L-12", "L-11")
def test_a_completer_without_cards_leaves_the_next_to_begin() -> None:
    """The next seat with cards begins the column."""
    seen = position(
        players=5, pauses=0, rows=WANTS_SWAMP, hands=["M8", "", "D1", "F8", "S8 V8"], beginner=1
    ).play("M8")
    assert (seen.seat, seen.table.beginner, seen.table.column) == (2, 2, 9)


@pytest.mark.parametrize(("reading", "next_seat"), [("completer", 1), ("last_seat", 0)])
@pytest.mark.clause("R-9")
def test_who_takes_the_extra_turn_once_somebody_is_skipped(reading: str, next_seat: int) -> None:
    """Seat 1 began, seat 3 is skipped, so seat 1 completes; the last in order is seat 0."""
    seen = position(
        players=5,
        pauses=0,
        rows=WANTS_SWAMP,
        hands=["D1", "M8 F8", "S8", "", "V8"],
        seat=1,
        beginner=1,
        extra_turn=reading,
    ).play("M8")
    assert (seen.seat, seen.table.beginner, seen.table.column) == (next_seat, next_seat, 9)


@pytest.mark.clause("R-9")
def test_both_readings_of_the_extra_turn_agree_while_nobody_is_skipped() -> None:
    """They differ only then."""
    hands = ["D1 D2", "F1 F2", "S1 S2", "V1 V2", "M1 M2"]
    turns = ["D1", "F1", "S1", "V1", "R>M", "M1", "D2", "F2", "S2", "R>V"]
    by_reading = [
        table(players=5, pauses=0, hands=hands, extra_turn=reading).play(*turns).state.tobytes()
        for reading in ("completer", "last_seat")
    ]
    assert by_reading[0] == by_reading[1]


@pytest.mark.clause("R-9", "L-11")
def test_the_last_seat_without_cards_leaves_the_next_to_begin() -> None:
    """By `last_seat` seat 0 would be last in order but has no cards, so seat 1 begins."""
    seen = position(
        players=5,
        pauses=0,
        rows=WANTS_SWAMP,
        hands=["", "D1", "S8", "F8", "M8 V8"],
        seat=4,
        beginner=1,
        extra_turn="last_seat",
    ).play("M8")
    assert (seen.seat, seen.table.beginner) == (1, 1)


@pytest.mark.clause("L-10", "L-11")
def test_the_turn_is_always_with_somebody_who_can_move() -> None:
    """In every position there is a legal move, or the game is over."""
    for seen in positions(many(300, 26)):
        if seen.phase == "OVER":
            assert seen.moves == []
        else:
            assert seen.moves
            assert seen.phase == "CHOOSE" or seen.table.cards[seen.seat] or seen.phase == "SWAP"
