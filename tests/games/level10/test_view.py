"""What a seat may see of Level 10, and what it must not: views are equal where they should be."""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.moves import DONE
from tests.games.level10.hidden import twin
from tests.games.level10.strolls import (
    SMALL,
    careful_move,
    many,
    moves_at,
    positions,
    tell,
    under_a_pause,
)
from tests.games.level10.table import Table, cards_in, names, position, random_table, table

PHASES = {"CHOOSE", "TURN", "SWAP", "UNDER", "OVER"}


@pytest.mark.parametrize("open_counts", [False, True])
def test_what_is_hidden_leaves_no_trace(open_counts: bool) -> None:
    """Two states that differ only in what a seat may not see give it byte-equal views: every
    phase, all player counts, every seat and the watcher, with talk."""
    compared: Counter[tuple[str, bool]] = Counter()
    played = positions(many(39, 13), talk=0.3, open_counts=open_counts)
    for seen in chain(played, under_a_pause(12, talk=True, open_counts=open_counts)):
        for seat in seen.seats():
            other = twin(seen, seat, Random(compared.total()))
            if other is not None:
                assert other.state.tobytes() != seen.state.tobytes()
                assert other.view_bytes(seat) == seen.view_bytes(seat)
                compared[seen.phase, seat < 0] += 1
    expected = {(phase, watcher) for phase in PHASES for watcher in (True, False)}
    assert compared.keys() >= expected, expected - compared.keys()


@pytest.mark.parametrize("open_counts", [False, True])
def test_games_that_look_the_same_go_on_looking_the_same(open_counts: bool) -> None:
    """Twins are played on with the same public moves. As long as nothing is shown that tells
    them apart, a seat's views stay byte-equal: nothing that happens leaks what is hidden."""
    followed = 0
    for game in range(many(160, 65)):
        version = (*SMALL, {"players": 3, "pauses": 3}, {"players": 5, "pauses": 2})[game % 8]
        seen = random_table(game, **version, open_counts=open_counts)
        chance = Random(game)
        choose = careful_move if game % 3 else moves_at
        for _ in range(chance.randrange(18)):
            if seen.phase != "OVER":
                seen.move(choose(seen, chance))
        for seat in seen.seats():
            followed += follow(seen.copy(), seat, chance)
    assert followed > many(330, 125)


def follow(seen: Table, seat: int, chance: Random) -> int:
    """Play a table and its twin on side by side; how many positions could be compared."""
    other = twin(seen, seat, chance)
    steps = 0
    while other is not None and seen.phase != "OVER" and steps < 12:
        moves = set(seen.moves) & set(other.moves)
        hidden = seen.phase == "SWAP" and seen.seat != seat
        if not moves:
            break
        move = same = chance.choice(sorted(moves))
        if hidden and move != DONE:  # any card of each hand: nobody sees which
            move, same = (
                chance.choice(sorted(set(table.moves) - {DONE})) for table in (seen, other)
            )
        if chance.random() < 0.3:
            tell_both(seen, other, chance)
        seen.move(move)
        other.move(same)
        if told_apart(seen, other, seat):
            break
        assert other.view_bytes(seat) == seen.view_bytes(seat)
        steps += 1
    return steps


def tell_both(seen: Table, other: Table, chance: Random) -> None:
    """Say the same at both tables, if it is true at both."""
    trial = seen.copy()
    state = chance.getstate()
    tell(trial, chance)
    chance.setstate(state)
    twin_trial = other.copy()
    try:
        tell(twin_trial, chance)
    except AssertionError:
        return
    if trial.table.tobytes() == twin_trial.table.tobytes():
        seen.state, other.state = trial.state, twin_trial.state


def told_apart(seen: Table, other: Table, seat: int) -> bool:
    """Whether something was shown that differs: a card drawn by the seat itself, a game that
    ends or goes on, a choice of a card under a pause, or an open count."""
    if seat >= 0 and seen.state.hands[seat] != other.state.hands[seat]:
        return True
    if seen.phase != other.phase:
        assert {seen.phase, other.phase} & {"OVER", "UNDER"}
        return True
    if seen.o.open_counts:
        return any(
            seen.count(other_seat, world) != other.count(other_seat, world)
            for other_seat in range(seen.options.players)
            for world in range(seen.options.worlds)
        )
    return False


def test_what_is_seen_is_in_the_view() -> None:
    """The other side of it: another card in one's own hand gives another view."""
    one = table(players=2, hands=["D1 D2", "F1"])
    two = table(players=2, hands=["D1 D3", "F1"])
    assert one.view_bytes(0) != two.view_bytes(0)
    assert one.view_bytes(-1) == two.view_bytes(-1)


def test_a_view_holds_the_table_and_ones_own_hand() -> None:
    """All that lies open, one's own cards, one's own moves, and no others."""
    for seen in positions(many(26, 13)):
        for seat in range(seen.options.players):
            v = seen.view(seat)
            assert v.table.tobytes() == seen.table.tobytes()
            assert v.hand == seen.state.hands[seat]
            assert v.seat == seat
            on_turn = seat == seen.seat and seen.phase != "OVER"
            assert list(LEVEL10.rules.choices(seen.o, v)) == (
                list(LEVEL10.rules.legal(seen.o, seen.state)) if on_turn else [0, 0]
            )


def test_a_watcher_has_the_table_alone() -> None:
    """No hand, no moves, no memory of tucked cards."""
    for seen in positions(many(26, 13)):
        v = seen.view(-1)
        assert (v.hand, v.legal, v.seat) == (0, 0, -1)
        assert not any(v.seen)
        assert set(v.pile) == {-1}


@pytest.mark.clause("L-22")
def test_open_counts_are_in_every_view() -> None:
    """L-22 (a): as players may always tell them; without the option they are unknown."""
    for open_counts in (False, True):
        for seen in positions(many(26, 8), open_counts=open_counts):
            for seat in seen.seats():
                counts = seen.view(seat).counts
                for other in range(5):
                    for world in range(5):
                        here = other < seen.options.players and world < seen.options.worlds
                        shown = seen.count(other, world) if open_counts and here else -1
                        assert counts[other, world] == shown


# --- memory of one's own tucked cards ---------------------------------------------------------

# After eight columns. Out of the grid: two cards each of desert, forest and sky, V8 and M8.
EIGHT_COLUMNS = "D-/0 F-/0 S-/0 V7/1 M7/1"


def three(*hands: str, **more: Any) -> Table:
    """Three players after eight columns."""
    return position(**{"players": 3, "pauses": 0, "rows": EIGHT_COLUMNS, **more}, hands=hands)


@pytest.mark.clause("L-8")
def test_a_tucked_card_is_known_by_its_place() -> None:
    """To whoever tucked it, and to nobody else."""
    seen = three("D1 D2 F1", "S1 S2", "M8 F2", pile="V8").play("R>V/D1,D2")
    assert seen.pile == "D2"
    assert seen.known(0) == {"pile": "D2"}, "D1 came back into the hand"
    for other in (-1, 1, 2):
        assert seen.known(other) == {}


@pytest.mark.clause("L-8")
def test_a_tucked_card_is_known_in_the_hand_that_drew_it() -> None:
    """Everybody saw who drew it; only the tucker knows what it is."""
    seen = three("D1 D2 F1", "S1 S2", "M8 F2", pile="V8").play("R>V/D1")
    assert seen.known(0) == {"pile": "D1"}
    seen.play("S1")
    assert seen.hand(1) == "D1 S2"
    assert seen.known(0) == {"seat 1": "D1"}
    assert seen.known(2) == {}
    seen.play("M8", "F1")
    assert seen.known(0) == {"seat 1": "D1"}, "others' turns change nothing"
    seen.play("D1")
    assert seen.known(0) == {}, "it lies in the grid"


@pytest.mark.clause("L-8")
def test_another_card_played_leaves_it_known() -> None:
    """The tucked card is still in that hand."""
    seen = three("D2 F1 F2", "D1 S1 S2", "M8 V8", tucked="0:D1@1", seat=1).play("S1")
    assert seen.known(0) == {"seat 1": "D1"}


@pytest.mark.clause("L-8")
def test_a_swap_makes_a_hand_unsure() -> None:
    """Whoever tucks face down may have tucked any card. What that hand draws then, and was
    tucked by somebody, is known anew."""
    start = {"tucked": "0:D1@1 0:V8", "seat": 1}
    seen = three("D2 F1 F2", "D1 S1 S2", "M8", **start)
    assert seen.known(0) == {"seat 1": "D1", "pile": "V8"}
    assert seen.copy().play("R>V").known(0) == {"seat 1": "D1", "pile": "V8"}, "nothing tucked"
    seen.play("R>V/S1")
    assert seen.known(0) == {"seat 1": "V8"}
    assert seen.known(1) == {"pile": "S1"}


@pytest.mark.clause("L-8")
def test_ones_own_card_drawn_back_is_simply_in_hand() -> None:
    """Nothing is left to remember."""
    seen = three("D2 F1 F2 V8", "D1 S1 S2", "", tucked="0:M8").play("D2")
    assert seen.hand(0) == "F1 F2 V8 M8"
    assert seen.known(0) == {}


@pytest.mark.clause("L-3")
def test_pauses_are_alike_in_memory_too() -> None:
    """Who knows of two pauses in a hand that plays one knows of one."""
    seen = three("D2 F1 F2", "D1 S1 P P", "S2 V8 M8", tucked="0:P@1 0:P@1", pauses=2, seat=1)
    assert seen.known(0) == {"seat 1": "P P"}
    seen.play("P>V")
    assert seen.known(0) == {"seat 1": "P"}
    assert seen.known(2) == {}


@pytest.mark.clause("L-3")
def test_a_pause_played_may_have_been_another_one() -> None:
    """Of two pauses in a hand one was tucked; after one is played, nothing is sure."""
    seen = three("D2 F1 F2", "D1 S1 P P", "S2 V8 M8", tucked="0:P@1", pauses=2, seat=1)
    assert seen.known(0) == {"seat 1": "P"}
    assert seen.play("P>V").known(0) == {}


@pytest.mark.clause("L-3")
def test_two_who_know_of_a_pause_each_know_of_one_fewer() -> None:
    """Neither can tell whose it was."""
    seen = three("D2 F1 F2", "D1 S1 P P", "S2 V8 M8", tucked="0:P@1 2:P@1", pauses=2, seat=1)
    assert (seen.known(0), seen.known(2)) == ({"seat 1": "P"}, {"seat 1": "P"})
    seen.play("P>V")
    assert (seen.known(0), seen.known(2)) == ({}, {})


@pytest.mark.clause("L-19")
def test_a_card_laid_under_a_pause_is_known_no_more() -> None:
    """It was shown to all."""
    seen = three("D2 F1 F2", "D1 S1 P", "S2 V8 M8", tucked="0:D1@1", pauses=1, seat=1)
    assert seen.play("P>D/D1").known(0) == {}


@pytest.mark.parametrize("edition", ["fr", "ru", "pl", "es"])
@pytest.mark.clause("R-14")
def test_a_card_under_a_pause_lies_open(edition: str) -> None:
    """In every view from then on, also of who comes later."""
    seen = three("D2 F1 F2", "D1 S1 P", "S2 V8 M8", pauses=1, seat=1, edition=edition)
    seen.play("P>D/D1", "V8")
    for viewer in seen.seats():
        assert names(cards_in(int(seen.view(viewer).table.under))) == "D1"


@pytest.mark.parametrize("shown", ["D1", "D2"])
@pytest.mark.clause("L-8")
def test_nobody_else_learns_which_card_was_tucked(shown: str) -> None:
    """Seat 1 holds two cards, one of them tucked by seat 0. When one is played, seat 0
    knows whether that was it; seat 2 and a watcher cannot."""
    one, two = (
        three("F1 F2", "D1 D2 S1", "S2 V8 M8", tucked=tucked, seat=1).play(shown)
        for tucked in ("0:D1@1", "0:D2@1")
    )
    assert one.known(0) == ({} if shown == "D1" else {"seat 1": "D1"})
    assert two.known(0) == ({} if shown == "D2" else {"seat 1": "D2"})
    for seat in (-1, 2):
        assert one.view_bytes(seat) == two.view_bytes(seat)
    assert one.view_bytes(0) != two.view_bytes(0)


def test_every_memory_is_true() -> None:
    """What a seat knows of the pile and of other hands is so, in every position."""
    known = 0
    for seen in positions(many(130, 26)):
        for seat in range(seen.options.players):
            for where, what in seen.known(seat).items():
                known += 1
                if where == "pile":
                    real = seen.pile.split()
                    assert all(card in ("?", held) for card, held in zip(what.split(), real))
                else:
                    held = Counter(seen.hand(int(where.split()[1])).split())
                    assert not Counter(what.split()) - held
    assert known > 100
