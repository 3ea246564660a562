"""`sample` draws every state that agrees with a view as often as every other.

On small versions of the game all ways to lay the unseen cards are listed by brute force: every
card a thing of its own, as at a real table, so a state with two pauses changed round counts
twice. Those that do not give the same view, or in which the game could not be where it is, are
left out. Then `sample` must hit each as often as its share, within a generous bound on chi
square; the dice are fixed, so the outcome is too.
"""

from collections import Counter
from itertools import permutations

import pytest

from tenluz.engine.dice import new_dice
from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import OVER
from tenluz.games.level10.rules.view import sample
from tests.games.level10.hidden import hidden_places, possible
from tests.games.level10.strolls import many
from tests.games.level10.table import Table, hand_of, position, table

Deal = tuple[tuple[int, ...], tuple[int, ...]]  # hands, pile


def deal_of(seen: Table) -> Deal:
    """What a sample decides: who holds what, and in which order the pile lies."""
    t = seen.table
    hands = tuple(int(seen.state.hands[seat]) for seat in range(seen.options.players))
    return hands, tuple(int(seen.state.pile[at]) for at in range(t.head, t.tail))


def all_deals(seen: Table, seat: int) -> Counter[Deal]:
    """Every deal that agrees with what a seat sees, and in how many ways it comes about."""
    places = hidden_places(seen, seat)
    cards = [card for _, _, card in places]
    wanted = seen.view_bytes(seat)
    tried: Counter[Deal] = Counter()
    bare = seen.copy()
    for kind, at, card in places:
        if kind == "hand":
            bare.state.hands[at] -= 1 << card
    for order in permutations(cards):
        hands = [int(bare.state.hands[other]) for other in range(seen.options.players)]
        pile = list(deal_of(seen)[1])
        for (kind, at, _), card in zip(places, order):
            if kind == "hand":
                hands[at] += hand_of([card])
            else:
                pile[at - seen.table.head] = card
        tried[tuple(hands), tuple(pile)] += 1
    return Counter({deal: ways for deal, ways in tried.items() if agrees(seen, seat, deal, wanted)})


def agrees(seen: Table, seat: int, deal: Deal, wanted: bytes) -> bool:
    """Whether a deal looks the same to a seat and could have come about."""
    other = seen.copy()
    hands, pile = deal
    for at, hand in enumerate(hands):
        other.state.hands[at] = hand
    for at, card in enumerate(pile):
        other.state.pile[other.table.head + at] = card
    if other.table.phase != OVER:
        other.state.legal = moves_now(other.o, other.state)
    return possible(other) and other.view_bytes(seat) == wanted


def assert_uniform(seen: Table, seat: int, *, deals: int | None = None) -> None:
    """Compare `sample` with all deals there are. `deals` says how many there must be."""
    expected = all_deals(seen, seat)
    assert expected[deal_of(seen)], "the real deal is one of them"
    if deals is not None:
        assert len(expected) == deals
    rounds = len(expected) * many(60, 8)
    view, other, dice = seen.view(seat), seen.copy(), new_dice(len(expected), seat + 1)
    found: Counter[Deal] = Counter()
    for _ in range(rounds):
        sample(seen.o, view, dice, other.state)
        found[deal_of(other)] += 1
    assert not found.keys() - expected.keys(), "a state was drawn that does not agree"
    whole = sum(expected.values())
    square = sum(
        (found[deal] - rounds * ways / whole) ** 2 / (rounds * ways / whole)
        for deal, ways in expected.items()
    )
    free = len(expected) - 1
    assert square < free + 5 * (2 * free) ** 0.5 + 5


# Three worlds, three columns: values 1 and 2, one reset for each row, six level cards.
TINY = {"worlds": 3, "columns": 3, "hand": 2}
TWO = {**TINY, "players": 2, "pauses": 1}  # a pile of three
THREE = {**TINY, "players": 3, "pauses": 2}  # a pile of two
HANDS = ["D1 D2", "F1 P", "S1 S2"]


@pytest.mark.parametrize("open_counts", [False, True])
def test_nothing_told(open_counts: bool) -> None:
    """Every way to deal the unseen cards; with open counts, those that keep the counts."""
    seen = table(**TWO, hands=HANDS[:2], pile="S1 F2", open_counts=open_counts)
    assert_uniform(seen, 0, deals=None if open_counts else 60)
    assert_uniform(seen, 1)
    seen = table(**THREE, hands=HANDS, pile="P F2", open_counts=open_counts)
    assert_uniform(seen, 0)
    assert_uniform(seen, 1)


@pytest.mark.parametrize("open_counts", [False, True])
def test_what_a_watcher_sees(open_counts: bool) -> None:
    """Nobody's hand: all are drawn."""
    small = {"worlds": 2, "columns": 4, "hand": 2, "players": 2, "pauses": 1}
    seen = table(**small, hands=["D1 P", "F1 F2"], open_counts=open_counts)
    assert_uniform(seen, -1)


def test_alone_only_the_pile_is_drawn() -> None:
    """One player: no other hands."""
    seen = table(**{**TWO, "players": 1}, hands=["D1 P"])
    assert_uniform(seen, 0, deals=120)


@pytest.mark.parametrize("words", [["1 F"], ["1 F", "0 S"], ["0 D", "0 S", "1 F"]])
@pytest.mark.clause("L-22")
def test_some_counts_told(words: list[str]) -> None:
    """The table of counts first, then the cards."""
    seen = table(**TWO, hands=HANDS[:2], pile="S1 F2")
    for text in words:
        assert seen.say(1, text) is None
    assert_uniform(seen, 0)


@pytest.mark.clause("L-22")
def test_counts_told_by_several() -> None:
    """Two hands that share the unseen cards."""
    seen = table(**THREE, hands=HANDS, pile="P F2")
    assert seen.say(1, "1 F") is None
    assert_uniform(seen, 0)
    assert seen.say(2, "2 S") is None
    assert_uniform(seen, 0)
    assert_uniform(seen, 1)


@pytest.mark.clause("L-22")
def test_counts_told_of_which_only_bounds_are_left() -> None:
    """After a turn, the count of a world lies between at least and at most."""
    seen = table(**THREE, hands=["F1 P", "D1 D2", "S1 S2"], pile="F2 P")
    for text in ("1 F", "0 D"):
        assert seen.say(0, text) is None
    seen.play("F1")
    assert (seen.told(0, "F"), seen.told(0, "D")) == ((0, 1), (0, 1))
    assert_uniform(seen, 1)
    assert_uniform(seen, 2)


@pytest.mark.clause("L-22", "L-8")
def test_counts_told_before_a_swap() -> None:
    """At least one fewer, at most one more."""
    seen = table(**TWO, hands=["F1 P", "D1 D2"], pile="F2 S1")
    for text in ("1 F", "0 D"):
        assert seen.say(0, text) is None
    seen.play("R>S/P")
    assert (seen.told(0, "F"), seen.told(0, "D")) == ((0, 2), (0, 1))
    assert_uniform(seen, 1)


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("open_counts", [False, True])
@pytest.mark.clause("L-8")
def test_ones_own_tucked_card_in_the_pile(open_counts: bool, told: bool) -> None:
    """Its place is known; the cards above and below it are not."""
    seen = table(**TWO, hands=["D1 D2", "F1 P"], pile="S1 F2", open_counts=open_counts)
    seen.play("R>D/D1")
    assert seen.known(0) == {"pile": "? ? D1"}
    if told:
        assert seen.say(1, "1 F") is None
    assert_uniform(seen, 0)
    assert_uniform(seen, 1)


# Three worlds, six columns: values 1 to 4, two resets for each row.
SMALL = {"worlds": 3, "columns": 6, "players": 3}


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("open_counts", [False, True])
@pytest.mark.clause("L-8")
def test_ones_own_tucked_card_in_anothers_hand(open_counts: bool, told: bool) -> None:
    """It is there; the rest of that hand is drawn."""
    seen = position(
        **SMALL,
        pauses=1,
        rows="D3/1 F3/1 S3/1",
        hands=["D4 F1", "D1 S1", "F4 P"],
        tucked="0:D1@1 1:S4",
        open_counts=open_counts,
    )
    assert seen.known(0) == {"seat 1": "D1"}
    assert seen.known(1) == {"pile": "S4"}
    if told:
        assert seen.say(1, "1 D") is None
        assert seen.say(2, "1 F") is None
    for seat in range(3):
        assert_uniform(seen, seat)


@pytest.mark.parametrize("open_counts", [False, True])
@pytest.mark.clause("L-10")
def test_the_seat_on_turn_can_move(open_counts: bool) -> None:
    """A hand with which the game would have been lost is not drawn."""
    seen = position(
        **SMALL,
        pauses=0,
        rows="D-/0* F4/1* S3/2",
        hands=["D1 S1", "D2 S4", "D3 F1"],
        pile="F2",
        seat=1,
        open_counts=open_counts,
    )
    assert seen.legal == {"S4"}
    assert_uniform(seen, 0, deals=None if open_counts else 12)
    assert_uniform(seen, 2)
    assert seen.say(1, "1 S") is None
    assert_uniform(seen, 0)


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.clause("L-19")
def test_who_may_lay_a_card_under_need_not_have_one(told: bool) -> None:
    """The question tells nothing of the hand."""
    seen = position(
        **SMALL, pauses=1, rows="D3/1 F3/1 S3/1", hands=["D4 F1 P", "D1 S1", "F4 S4"]
    ).move("P>D")
    assert seen.phase == "UNDER"
    if told:
        assert seen.say(0, "1 F") is None
    assert_uniform(seen, 1, deals=4 if told else 6)
    assert_uniform(seen, 2)


@pytest.mark.clause("L-10")
def test_who_lost_the_game_was_stuck() -> None:
    """After the end the hands are still hidden, but one of them had no move."""
    seen = position(
        **SMALL,
        pauses=0,
        rows="D-/0* F4/1* S3/2",
        hands=["D1 S4", "D2 S1", "D3 F1"],
        pile="F2",
        seat=1,
    )
    assert seen.lost
    assert_uniform(seen, 0, deals=30)
    assert_uniform(seen, 2, deals=18)
