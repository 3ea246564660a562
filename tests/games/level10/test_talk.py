"""What may be said, and what everybody knows from it: L-22, L-23, R-13."""

from random import Random

import pytest

from tenluz.games.level10 import explain
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import talk
from tests.games.level10.strolls import careful_move, many, moves_at, positions, stroll, tell
from tests.games.level10.table import Table, position, random_table, table

NOTHING = (0, 8)  # at least 0, at most 8


@pytest.mark.clause("L-22")
def test_a_true_count_may_be_said() -> None:
    """L-22 (a): how many cards of a world one holds."""
    seen = table(players=2, pauses=1, hands=["D1 D5 F2 S1 S2 S3 P"])
    for text, bounds in (("2 D", (2, 2)), ("1 F", (1, 1)), ("3 S", (3, 3)), ("0 M", (0, 0))):
        assert seen.told(0, text[-1]) == NOTHING
        assert seen.say(0, text) is None
        assert seen.told(0, text[-1]) == bounds
    assert seen.told(1, "D") == NOTHING


@pytest.mark.parametrize("text", ["1 D", "3 D", "0 D", "8 D", "1 M"])
@pytest.mark.clause("L-22")
def test_a_false_count_may_not_be_said(text: str) -> None:
    """L-22 (a): the rules check it for truth; nothing changes."""
    seen = table(players=2, hands=["D1 D5 F2 F3 F4 F5 S1"])
    before = seen.state.tobytes()
    wrong = seen.say(0, text)
    assert wrong is not None
    assert wrong.clause == "L-22"
    assert "must be true" in str(wrong)
    assert seen.state.tobytes() == before


@pytest.mark.clause("L-22")
def test_a_pause_is_of_no_world() -> None:
    """L-22 (a): it is not counted, and cannot be told."""
    seen = table(players=2, pauses=2, hands=["D1 P P F1 F2 F3 F4"])
    assert seen.say(0, "1 D") is None
    assert seen.say(0, "2 P") is not None


@pytest.mark.parametrize("text", ["1 X", "card X", "reset X"])
@pytest.mark.clause("L-22")
def test_only_worlds_of_this_game_can_be_named(text: str) -> None:
    """Five worlds; a small game has fewer."""
    wrong = table(players=2).say(0, text)
    assert wrong is not None
    assert "no such world" in str(wrong)
    small = table(players=2, worlds=3, hand=2)
    assert small.say(0, "card S") is None
    assert small.say(0, "card V") is not None


@pytest.mark.clause("L-22")
def test_wishes_may_be_said() -> None:
    """L-22 (b), (c): where one would like to play a card, or a reset; true or not."""
    seen = table(players=3, hands=["D1"])
    assert seen.say(1, "card D") is None
    assert seen.say(1, "reset M") is None
    assert seen.say(2, "card S") is None
    assert list(seen.table.wishes[:3]) == [0, 1 << 0 | 1 << 9, 1 << 2]
    assert not any(seen.table.advised)


@pytest.mark.clause("L-22")
def test_wishes_last_until_the_speakers_turn_is_over() -> None:
    """They are for the speaker's next turn."""
    seen = table(players=3, hands=["D1", "F1", "S1"])
    for seat in range(3):
        seen.say(seat, "card D")
    seen.play("D1")
    assert list(seen.table.wishes[:3]) == [0, 1, 1]
    seen.move("R>M")
    assert list(seen.table.wishes[:3]) == [0, 1, 1]
    seen.move("done")
    assert list(seen.table.wishes[:3]) == [0, 0, 1]


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.clause("L-22")
def test_talk_is_open_from_the_first_look_to_the_end(players: int) -> None:
    """For every seat, in every phase, on turn or not; not before the deal, nor after."""
    seen = Table(LEVEL10.options(players=players))
    wrong = seen.say(0, "card D")
    assert wrong is not None
    assert wrong.clause == "L-22"
    phases = set()
    for seen in stroll(players, players=players, pauses=2):
        phases.add(seen.phase)
        for seat in range(players):
            assert (seen.say(seat, "card D") is None) == (seen.phase != "OVER")
            assert (seen.say(seat, f"{seen.count(seat, 1)} F") is None) == (seen.phase != "OVER")
    assert phases >= {"TURN", "SWAP", "OVER"} | ({"CHOOSE"} if players > 1 else set())


@pytest.mark.clause("L-22")
def test_talk_is_open_while_a_card_goes_under() -> None:
    """Also in the middle of a turn."""
    seen = position(
        players=2,
        pauses=1,
        rows="D-/0 F-/0 S-/0 V8/1 M8/1",
        hands=["D1 D2 F1 V3 P", "F2 S1 S2 M4"],
    ).move("P>D")
    assert seen.phase == "UNDER"
    assert seen.say(0, "2 D") is None
    seen.move("/D1")
    assert seen.told(0, "D") == (1, 1)


@pytest.mark.clause("L-22")
def test_no_word_can_be_about_a_value() -> None:
    """Three kinds of statement, each about a world; there is no text."""
    assert (talk.COUNT, talk.WISH_CARD, talk.WISH_RESET) == (0, 1, 2)


@pytest.mark.parametrize("edition", ["fr", "pl", "es", "ru"])
@pytest.mark.clause("L-23", "R-13")
def test_who_resets_and_where_may_be_agreed_in_every_edition(edition: str) -> None:
    """A wish for a reset may be addressed to somebody else."""
    seen = table(players=3, edition=edition)
    assert seen.say(0, "reset D to 2") is None
    assert seen.say(1, "reset M to 2") is None
    assert list(seen.table.advised[:3]) == [0, 0, 1 << 5 | 1 << 9]
    assert not any(seen.table.wishes)


@pytest.mark.parametrize("edition", ["fr", "pl", "es"])
@pytest.mark.clause("L-23", "R-13")
def test_cards_are_advised_in_one_edition_only(edition: str) -> None:
    """Elsewhere one speaks of one's own cards."""
    seen = table(players=3, edition=edition)
    wrong = seen.say(0, "card D to 1")
    assert wrong is not None
    assert (wrong.clause, wrong.code) == ("R-13", "not_to_others")
    assert "where to reset, not what to play" in str(wrong)
    assert not any(seen.table.advised)


@pytest.mark.parametrize("edition", ["fr", "ru"])
@pytest.mark.parametrize(
    ("reading", "allowed"), [("none", ""), ("resets", "reset"), ("all", "card reset")]
)
@pytest.mark.clause("R-13")
def test_what_may_be_said_to_others_is_an_option(reading: str, allowed: str, edition: str) -> None:
    """That any edition may be played with."""
    seen = table(players=3, edition=edition, advice=reading)
    for kind in ("card", "reset"):
        wrong = seen.say(0, f"{kind} D to 1")
        if kind in allowed:
            assert wrong is None
        else:
            assert wrong is not None
            assert wrong.clause == "R-13"
            assert ("nobody is advised" in str(wrong)) == (reading == "none")
        assert seen.say(0, f"{kind} D") is None  # one's own wish, in any case
    assert seen.table.advised[1] == ("card" in allowed) << 0 | ("reset" in allowed) << 5


@pytest.mark.clause("L-23")
def test_advice_in_the_russian_edition() -> None:
    """Advise another player to play a world, agree who plays the reset and where."""
    seen = table(players=3, edition="ru", hands=["D1", "F1"])
    assert seen.say(0, "card F to 1") is None
    assert seen.say(2, "reset M to 1") is None
    assert seen.say(1, "card S to 0") is None
    assert list(seen.table.advised[:3]) == [1 << 2, 1 << 1 | 1 << 9, 0]
    assert not any(seen.table.wishes)
    seen.play("D1")
    assert list(seen.table.advised[:3]) == [0, 1 << 1 | 1 << 9, 0]
    seen.play("F1")
    assert not any(seen.table.advised)


@pytest.mark.clause("L-23")
def test_counts_are_never_addressed() -> None:
    """L-23 names only (b) and (c)."""
    for reading in ("none", "resets", "all"):
        seen = table(players=3, advice=reading, hands=["D1 F1 F2 F3 F4 F5"])
        wrong = seen.say(0, "1 D to 1")
        assert wrong is not None
        assert wrong.clause == "L-23"


@pytest.mark.parametrize("to", [0, 3, 4, 7])
@pytest.mark.clause("L-23")
def test_advice_goes_to_another_seat_at_the_table(to: int) -> None:
    """Not to oneself, and not to an empty chair."""
    wrong = table(players=3, edition="ru").say(0, f"card D to {to}")
    assert wrong is not None
    assert "no such seat" in str(wrong)


@pytest.mark.parametrize("seat", [-1, 3])
@pytest.mark.clause("L-22")
def test_only_seats_speak(seat: int) -> None:
    """A watcher says nothing."""
    assert table(players=3).say(seat, "card D") is not None


@pytest.mark.clause("L-22", "L-23", "R-13")
def test_every_reason_has_words_and_a_clause() -> None:
    """What may be wrong with a statement."""
    reasons = range(talk.NOT_NOW, talk.NO_SUCH_SEAT + 1)
    assert {explain.why_not_say(reason).clause for reason in reasons} == {"L-22", "L-23", "R-13"}
    assert len({str(explain.why_not_say(reason)) for reason in reasons}) == len(reasons)


# --- what follows from counts ------------------------------------------------------------------


@pytest.mark.clause("L-22")
def test_a_card_played_is_one_fewer() -> None:
    """Everybody sees it. The card drawn may be of any world."""
    seen = table(players=2, hands=["D1 D5 F2 F3 S1 S2 S3"])
    seen.say(0, "2 D")
    seen.say(0, "2 F")
    seen.say(0, "0 M")
    seen.play("D1")
    assert seen.told(0, "D") == (1, 2)
    assert seen.told(0, "F") == (2, 3)
    assert seen.told(0, "M") == (0, 1)
    assert seen.told(0, "V") == NOTHING


@pytest.mark.clause("L-22")
def test_a_pause_played_leaves_the_counts() -> None:
    """It is of no world; a card is drawn for it."""
    seen = table(players=2, pauses=1, hands=["D1 D5 P"])
    seen.say(0, "2 D")
    seen.play("P>F")
    assert seen.told(0, "D") == (2, 3)


@pytest.mark.clause("L-22")
def test_a_reset_without_a_swap_leaves_the_counts() -> None:
    """The hand has not changed."""
    seen = table(players=2, hands=["D1 D5"])
    seen.say(0, "2 D")
    seen.play("R>D")
    assert seen.told(0, "D") == (2, 2)


@pytest.mark.clause("L-22")
def test_a_swap_makes_counts_unsure() -> None:
    """Nobody knows which cards were tucked, nor which were drawn."""
    seen = table(players=2, hands=["D1 D5 F1 F2 F3 S1 S2"])
    seen.say(0, "2 D")
    seen.say(0, "3 F")
    seen.say(0, "0 M")
    seen.move("R>D", "/D1")
    assert (seen.told(0, "D"), seen.told(0, "F"), seen.told(0, "M")) == ((1, 2), (2, 3), (0, 0))
    seen.move("/S1")
    assert (seen.told(0, "D"), seen.told(0, "F"), seen.told(0, "M")) == ((0, 4), (1, 5), (0, 2))


@pytest.mark.clause("L-22")
def test_a_new_count_replaces_the_old_one() -> None:
    """It is said again, and sure again."""
    seen = table(players=2, hands=["D1 D5 F1 F2 F3 S1 S2", "F4"], pile="M1 M2")
    seen.say(0, "2 D")
    seen.play("R>D/D1,F1", "F4")
    assert seen.told(0, "D") == (0, 4)
    assert seen.say(0, "1 D") is None
    assert seen.told(0, "D") == (1, 1)


@pytest.mark.clause("L-22")
def test_others_turns_leave_ones_counts() -> None:
    """Only the speaker's own hand is meant."""
    seen = table(players=2, hands=["D1 D5", "F1 F2"])
    seen.say(0, "2 D")
    seen.move("R>M", "done")
    seen.play("F1")
    assert seen.told(0, "D") == (2, 2)


@pytest.mark.clause("L-22")
def test_what_is_known_of_a_count_is_always_true() -> None:
    """In every position of many games with much talk, between at least and at most."""
    sharp = 0
    for seen in positions(many(260, 26), talk=0.5):
        for seat in range(seen.options.players):
            for world in range(seen.options.worlds):
                least, most = seen.told(seat, "DFSVM"[world])
                assert 0 <= least <= seen.count(seat, world) <= most <= 8
                sharp += (least, most) != NOTHING
    assert sharp > 1000


@pytest.mark.clause("L-22")
def test_silence_tells_nothing() -> None:
    """Without talk nothing is known of any count, whatever happens."""
    for seen in positions(many(52, 13)):
        assert {
            seen.told(seat, world) for seat in range(seen.options.players) for world in "DFSVM"
        } == {NOTHING}


@pytest.mark.clause("L-22")
def test_talk_never_changes_what_may_be_played() -> None:
    """The same game with and without talk has the same moves, cards and end."""
    for seed in range(many(30, 6)):
        silent, loud = (random_table(seed, players=3, pauses=2) for _ in range(2))
        choose = careful_move if seed % 2 else moves_at
        chance, words = Random(seed), Random(seed)
        while silent.phase != "OVER":
            tell(loud, words)
            move = choose(silent, chance)
            assert loud.moves == silent.moves
            silent.move(move)
            loud.move(move)
        assert loud.state.hands.tobytes() == silent.state.hands.tobytes()
        assert loud.outcome() == silent.outcome()
