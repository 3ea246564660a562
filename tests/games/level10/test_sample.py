"""States drawn from a view of Level 10 agree with it; how often each is drawn is tested apart."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from tenluz.engine.dice import new_dice
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.view import sample
from tests.games.level10.hidden import twin
from tests.games.level10.invariants import broken
from tests.games.level10.strolls import (
    FULL,
    SMALL,
    TALKATIVE,
    many,
    positions,
    under_a_pause,
)
from tests.games.level10.table import Table, position, table

PHASES = {"CHOOSE", "TURN", "SWAP", "UNDER", "OVER"}


def drawn(seen: Table, seat: int, dice: object) -> Table:
    """A table drawn from what a seat sees."""
    other = Table(seen.options)
    sample(seen.o, seen.view(seat), dice, other.state)
    return other


@pytest.mark.parametrize("talk", [0.0, 0.4])
@pytest.mark.parametrize("open_counts", [False, True])
def test_a_sample_gives_back_the_same_view(open_counts: bool, talk: float) -> None:
    """In every phase, for every seat and the watcher; and it is a sound position."""
    dice = new_dice(1)
    compared: Counter[tuple[str, bool]] = Counter()
    versions = TALKATIVE if talk else FULL + SMALL
    played = positions(many(39, 13), talk=talk, versions=versions, open_counts=open_counts)
    under = under_a_pause(many(8, 4), talk=talk > 0, open_counts=open_counts)
    for at, seen in enumerate(chain(under, played)):
        if at % 7 and seen.phase not in ("UNDER", "OVER"):
            continue
        for seat in seen.seats():
            other = drawn(seen, seat, dice)
            assert other.view_bytes(seat) == seen.view_bytes(seat)
            assert broken(other) == []
            compared[seen.phase, seat < 0] += 1
    expected = {(phase, watcher) for phase in PHASES for watcher in (True, False)}
    assert compared.keys() >= expected, expected - compared.keys()


def test_what_is_hidden_does_not_steer_a_sample() -> None:
    """Twins give the same samples from the same dice: a sample is made from the view alone."""
    compared = 0
    for seen in positions(many(52, 13), talk=0.2, versions=TALKATIVE):
        for seat in seen.seats():
            other = twin(seen, seat, Random(compared))
            if other is not None and compared < many(1000, 100):
                one, two = (drawn(table, seat, new_dice(compared)) for table in (seen, other))
                assert one.state.tobytes() == two.state.tobytes()
                compared += 1
    assert compared > many(500, 60)


def test_what_stood_in_the_state_before_does_not_matter() -> None:
    """`sample` writes a state over another one."""
    seen = table(players=3, hands=["D1 D2"]).play("R>D/D1")
    for old in positions(many(6, 3)):
        if old.options.players == 3:
            fresh = drawn(seen, 1, new_dice(4))
            used = old.copy()
            sample(seen.o, seen.view(1), new_dice(4), used.state)
            assert used.state.tobytes() == fresh.state.tobytes()


def test_before_the_deal_there_is_nothing_to_draw() -> None:
    """A view of a table that waits for its deal gives one back."""
    seen = Table(LEVEL10.options(players=3))
    for seat in seen.seats():
        other = drawn(seen, seat, new_dice(1))
        assert other.phase == "DEAL"
        assert other.view_bytes(seat) == seen.view_bytes(seat)


EIGHT_COLUMNS = "D-/0 F-/0 S-/0 V7/1 M7/1"


def test_others_remember_what_they_could() -> None:
    """Seat 2 saw seat 1 draw what seat 0 had tucked: in a sample, seat 0 knows one of its cards,
    and all cards of seat 1 take their turn at being that one."""
    seen = position(
        players=3,
        pauses=1,
        rows=EIGHT_COLUMNS,
        hands=["D2 F1 F2", "D1 S1 P", "S2 V8 M8"],
        tucked="0:D1@1",
    )
    dice = new_dice(2)
    known: Counter[str] = Counter()
    for _ in range(200):
        other = drawn(seen, 2, dice)
        card = other.known(0)["seat 1"]
        assert card in other.hand(1)
        known[card] += 1
    assert set(known) == {"D1", "D2", "F1", "F2", "S1", "P"}
    assert min(known.values()) > 10


def test_cards_that_ran_out_of_a_hand_were_played() -> None:
    """Seat 1 drew two tucked cards and has one card left: the other was played."""
    seen = position(
        players=3,
        pauses=0,
        rows=EIGHT_COLUMNS,
        hands=["F1 F2", "D1 D2", "S1 S2 V8 M8"],
        tucked="0:D1@1 0:D2@1",
        seat=1,
    ).play("D1")
    assert seen.known(0) == {"seat 1": "D2"}
    for seat in (-1, 0, 1, 2):
        other = drawn(seen, seat, new_dice(seat + 5))
        assert broken(other) == []
        assert other.view_bytes(seat) == seen.view_bytes(seat)
        assert other.known(0) == {"seat 1": other.hand(1)}
