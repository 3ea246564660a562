"""Level 10 behind the interface that the rest programs against."""

import pytest

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import NO_SEAT
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.moves import ASIDE, DONE, FIRST, RESET_IN
from tests.games.level10.table import Table, names, position, table
from tests.games_played import GAMES

SEED = bytes(range(32))


def read(seen: Table, text: str) -> tuple[int, ...]:
    return LEVEL10.read_move(seen.o, seen.view(seen.seat), text)


def test_it_is_in_the_catalogue() -> None:
    """By its name in records."""
    assert game_named("level10") is LEVEL10
    assert GAMES["level10"].title == "Level 10"
    for name in ("level 10", "Level10", 10, None, ["level10"]):
        with pytest.raises(NotUnderstood, match="There is no game"):
            game_named(name)


@pytest.mark.clause("L-4")
def test_one_deck_a_game() -> None:
    """The published shuffle lays the canonical order out anew."""
    options = LEVEL10.options(pauses=3)
    assert LEVEL10.deals(options) == 1
    deck = LEVEL10.shuffled_deck(options, SEED, 0)
    assert sorted(deck) == sorted(LEVEL10.deck(options))
    assert deck != LEVEL10.deck(options)
    assert deck == LEVEL10.shuffled_deck(options, SEED, 0)
    assert LEVEL10.card_name(deck[0]) == names(deck[:1])


@pytest.mark.clause("L-5")
def test_the_seed_names_no_first_player() -> None:
    """The players choose."""
    assert LEVEL10.first_from_seed(LEVEL10.options(), SEED) == NO_SEAT


@pytest.mark.clause("L-5")
def test_the_seed_names_a_first_player_where_the_deal_does() -> None:
    """L-5 with `first_player=dealt`: every seat is named by some seed, and none besides."""
    options = LEVEL10.options(players=3, first_player="dealt")
    firsts = {LEVEL10.first_from_seed(options, bytes([n]) * 32) for n in range(20)}
    assert firsts == {0, 1, 2}


@pytest.mark.clause("L-8", "L-19")
def test_in_the_middle_of_a_turn() -> None:
    """While cards are laid aside."""
    seen = table(players=2, hands=["D1 F1"])
    assert not LEVEL10.mid_turn(seen.state)
    assert LEVEL10.mid_turn(seen.move("R>D").state)
    assert not LEVEL10.mid_turn(seen.move("done").state)
    seen = position(
        players=2,
        pauses=1,
        rows="D-/0 F-/0 S-/0 V8/1 M8/1",
        hands=["D1 D2 F1 V3 P", "F2 S1 S2 M4"],
    ).move("P>D")
    assert LEVEL10.mid_turn(seen.state)


@pytest.mark.clause("L-5")
def test_records_keep_no_trace_of_the_choice() -> None:
    """Only of who was chosen."""
    seen = table(first=None)
    assert LEVEL10.word(seen.state, FIRST + 1) is None
    assert LEVEL10.word(seen.state, 4) == 4
    assert LEVEL10.word(seen.state, DONE) == DONE


@pytest.mark.clause("L-5")
def test_typing_the_first_player() -> None:
    """`first 2`, or the number alone."""
    seen = table(players=3, first=None)
    for text in ("first 2", "First 2", " first2 ", "2"):
        assert read(seen, text) == (FIRST + 2,)
    for text in ("first", "first 3", "-1", "", "D5", "²", "first ²", "٢", "1.0", "9" * 5000):
        with pytest.raises(NotUnderstood, match="write first 0 to first 2"):
            read(seen, text)


def test_typing_a_turn() -> None:
    """In the record's notation; capitals and blanks do not matter."""
    seen = table(players=2, hands=["D5 F2 M8"])
    assert read(seen, "d5") == (4, DONE)
    assert read(seen, " r > v / m8, f2 ") == (RESET_IN + 3, ASIDE + 39, ASIDE + 9, DONE)
    assert LEVEL10.read_turn("R>V/M8,F2") == read(seen, "R>V/M8,F2")[:-1]
    assert LEVEL10.write_turn(read(seen, "R>V/M8,F2")) == "R>V/M8,F2"
    for text in ("", "D", "done", "/D5", "first 0", "ß5"):
        with pytest.raises(NotUnderstood, match="is not a turn"):
            read(seen, text)


@pytest.mark.clause("L-8")
def test_typing_cards_to_lay_aside() -> None:
    """`/F2`, `F2`, `F2,M8`, `done`."""
    seen = table(players=2, hands=["D5 F2 M8"]).move("R>D")
    assert read(seen, "/F2") == read(seen, "f2") == (ASIDE + 9, DONE)
    assert read(seen, "f2, m8") == read(seen, "/F2,M8") == (ASIDE + 9, ASIDE + 39, DONE)
    for text in ("done", "Done", "/", " done "):
        assert read(seen, text) == (DONE,)
    for text in ("", "F9", "R>D", "F2;M8", "first 0"):
        with pytest.raises(NotUnderstood, match="is not a card"):
            read(seen, text)
