"""What a seat of Luz may see, and what follows from it: hands, chances, samples."""

import itertools
import math
import random

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.game import WATCHER
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules import view as views
from tenluz.games.luz.rules.moves import NO_CARD
from tests.games.luz.table import Table, cards, deal, names, positions, random_options

SMALL = [
    {"players": 2, "colours": 2, "values": 4, "hand": 3, "deals": 2},
    {"players": 3, "colours": 3, "values": 4, "hand": 3, "deals": 2},
    {"players": 2, "colours": 3, "values": 5, "hand": 4, "deals": 1},
]
FULL = [{"players": 3}, {"players": 4}, {"players": 5}]


def seen_by(table, seat):
    return table.view(seat).tobytes()


# --- what is seen ---------------------------------------------------------------------


@pytest.mark.clause("Z-6")
def test_a_player_sees_all_faces_but_the_own_and_of_those_colours_and_order():
    table = deal("R2 R9 Y5", "R1 G3 B3", "Y1 Y2 Y3", "P1 P2 P3")
    view = table.view(1)
    assert [names(view.hands.card[seat, :3]) for seat in (0, 2, 3)] == [
        "R2 R9 Y5",
        "Y1 Y2 Y3",
        "P1 P2 P3",
    ]
    assert view.hands.card[1].tolist() == [NO_CARD] * 10
    assert view.hands.held[1] == 0b111
    assert view.hands.of_colour[1].tolist() == [0b001, 0, 0b010, 0b100, 0]


@pytest.mark.clause("Z-6", "Z-10")
def test_an_own_card_is_known_once_played_and_stays_known():
    """No other own card is."""
    table = deal("R2 R9", "R1 G3", "Y1 Y2", bids="0 0 0").play("R9 R1")
    for _ in range(2):
        assert names(table.view(0).hands.card[0, 1:2]) == "R9"
        assert table.view(0).hands.card[0, 0] == NO_CARD
        if table.in_trick:
            table.play("Y2")


@pytest.mark.clause("Z-7", "Z-9")
def test_moves_are_in_the_view_of_the_seat_on_turn_alone():
    table = deal("R2 R9", "R1 R3", "R4 R5", holder=1, bids="0 0 0")
    for seat in range(3):
        low, high = LUZ.rules.choices(table.options, table.view(seat))
        assert high == 0
        assert low == (table.state.legal if seat == 1 else 0)
    assert LUZ.rules.choices(table.options, table.view(WATCHER)) == (0, 0)


@pytest.mark.clause("S-4", "Z-12")
def test_the_running_trick_and_the_last_one_are_shown_and_no_earlier_one():
    """Who played what in earlier tricks is nowhere on the table; the number of
    tricks is, and which cards are gone, which everybody has seen."""
    table = deal("R2 R9 Y1", "R1 R3 R5", "R4 R6 R8", bids="0 0 0").play("R2 R1 R4", "R6", "R9 R3")
    for seat in (0, 1, 2, WATCHER):
        shown = table.view(seat).table
        assert names(shown.last_trick[:3]) == "R9 R3 R6"
        assert shown.trick.tolist() == [NO_CARD] * 5
        assert shown.tricks.tolist()[:3] == [1, 0, 1]
        assert shown.played == sum(1 << card for card in cards("R1 R2 R3 R4 R6 R9"))
    table.play("Y1")
    assert names(table.view(WATCHER).table.trick[:1]) == "Y1"


@pytest.mark.clause("S-4")
def test_what_a_seat_has_seen_it_remembers():
    """Cards played long ago are still excluded from what the own hand may be."""
    table = deal("R2 G1 G2", "R3 G3 G4", "R4 G5 G6", bids="0 0 0", values=8)
    table.play("R2 R3 R4", "G5 G1 G3", "G6 G2")
    assert table.seat == 1
    gone = cards("R2 R3 R4 G5 G1 G3 G6 G2")
    assert all(views.seen(table.options, table.view(1)) >> card & 1 for card in gone)
    assert not views.seen(table.options, table.view(1)) >> cards("G4")[0] & 1
    # The own last card is above the green 3 that it lay beside: 4, 7 or 8.
    assert views.hands(table.options, table.view(1)) == 3


@pytest.mark.parametrize("open_tricks", [False, True])
@pytest.mark.clause("S-4")
def test_open_tricks_changes_no_rule(open_tricks):
    """What is shown is the screen's; cards played in this deal are in every view."""
    table = deal("R2 R9", "R1 R3", "R4 R5", bids="0 0 0", open_tricks=open_tricks)
    assert table.options.open_tricks == open_tricks
    table.play("R2 R1 R4")
    assert table.view(WATCHER).table.played == sum(1 << card for card in cards("R1 R2 R4"))


@pytest.mark.clause("S-6")
def test_a_watcher_sees_the_table_and_no_hand_in_any_phase():
    for table in positions({"players": 4}, seed=3):
        view = table.view(WATCHER)
        assert view.table.tobytes() == table.state.table.tobytes()
        assert view.hands.card.tolist() == [[NO_CARD] * 10] * 5
        assert not view.hands.held.any()
        assert not view.hands.of_colour.any()
        assert view.legal == 0


@pytest.mark.clause("Z-12")
def test_the_cards_set_aside_are_in_no_view():
    """Whatever their order was, no view has a byte of it."""
    dice = random.Random(4)
    table = Table(players=3)
    deck = LUZ.deck(table.chosen)
    dice.shuffle(deck)
    aside = deck[30:]
    dice.shuffle(aside)
    one = Table(players=3).deal(deck)
    other = Table(players=3).deal(deck[:30] + aside)
    for seat in (0, 1, 2, WATCHER):
        assert seen_by(one, seat) == seen_by(other, seat)
        shown = one.view(seat).hands.card
        assert not set(deck[30:]) & set(shown.ravel().tolist())


# --- two states that differ only in what a seat may not see --------------------------------


def consistent(options, view):
    """Every hand that a seat may hold, by colour: lists of (places, possible cards).

    Tries all combinations of the cards that the seat has not seen, and keeps those that
    lie in order around the cards it has played: nothing is taken from view.py.
    """
    seat = view.seat
    deck = {c * 12 + v for c in range(options.colours) for v in range(options.values)}
    others = {
        view.hands.card[other, place]
        for other in range(options.players)
        for place in range(options.hand)
        if other != seat
    }
    own = [view.hands.card[seat, place] for place in range(options.hand)]
    unseen = deck - others - set(own)
    found = []
    for colour in range(options.colours):
        places = [p for p in range(options.hand) if view.hands.of_colour[seat, colour] >> p & 1]
        hidden = [place for place in places if own[place] == NO_CARD]
        pool = sorted(card for card in unseen if card // 12 == colour)
        fits = []
        for choice in itertools.combinations(pool, len(hidden)):
            hand = dict(zip(hidden, choice))
            row = [hand.get(place, own[place]) for place in places]
            if row == sorted(row):
                fits.append(choice)
        found.append((hidden, fits))
    return found


def any_hand(options, view, dice):
    """One of those hands, as {place: card}."""
    return {
        place: card
        for hidden, fits in consistent(options, view)
        for place, card in zip(hidden, dice.choice(fits))
    }


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.clause("Z-6", "Z-12", "S-6")
def test_states_that_differ_in_what_a_seat_may_not_see_look_the_same_to_it(seed):
    """The own hand is swapped with cards set aside, in every phase."""
    dice = random.Random(seed)
    swapped = 0
    for table in positions([*FULL, random_options(dice)][seed % 4], seed, every=7):
        for seat in range(table.players):
            before = seen_by(table, seat)
            watched = seen_by(table, WATCHER)
            other = Table(**table.chosen.write())
            other.state = table.state.copy()
            if table.phase in ("bid", "trick"):
                for place, card in any_hand(table.options, table.view(seat), dice).items():
                    swapped += other.state.hands.card[seat, place] != card
                    other.state.hands.card[seat, place] = card
            other.state.deck[:] = dice.randrange(60)  # no view reads the deck
            assert seen_by(other, seat) == before
            assert seen_by(other, WATCHER) == watched
    assert swapped or table.chosen.hand < 4


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("S-6")
def test_a_watcher_cannot_tell_any_two_deals_with_the_same_table_apart(seed):
    """All cards not yet played are dealt anew, backs and all."""
    dice = random.Random(seed)
    for table in positions([*FULL, *SMALL][seed], seed, every=2):
        watched = seen_by(table, WATCHER)
        hands = table.state.hands
        hidden = [
            (seat, place)
            for seat in range(table.players)
            for place in range(table.chosen.hand)
            if hands.held[seat] >> place & 1
        ]
        faces = [hands.card[where] for where in hidden]
        kept = table.state.copy()
        dice.shuffle(faces)
        for where, face in zip(hidden, faces):
            hands.card[where] = face
            for colour in range(5):
                hands.of_colour[where[0], colour] = dice.randrange(1 << 10)
        assert seen_by(table, WATCHER) == watched
        table.state = kept


@pytest.mark.clause("Z-6")
def test_another_seat_sees_the_swapped_cards():
    """What is hidden from one is open to the others."""
    one = deal("R2 G1", "R3 B1", "R4 P1")
    other = deal("R5 G1", "R3 B1", "R4 P1")
    assert seen_by(one, 0) == seen_by(other, 0)
    assert seen_by(one, 1) != seen_by(other, 1)
    assert seen_by(one, 2) != seen_by(other, 2)


# --- counting -----------------------------------------------------------------------------


def expected_chances(found):
    out = np.zeros((10, 12))
    for hidden, fits in found:
        for choice in fits:
            for place, card in zip(hidden, choice):
                out[place, card % 12] += 1 / len(fits)
    return out


@pytest.mark.parametrize("options", [*SMALL, *FULL], ids=str)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.clause("Z-6")
def test_hands_and_chances_are_what_enumeration_finds(options, seed):
    """Exactly, at every moment of a game, for every seat."""
    every = 1 if "values" in options else 7
    for table in positions(options, seed, every):
        if table.phase not in ("bid", "trick"):
            continue
        for seat in range(table.players):
            view = table.view(seat)
            found = consistent(table.options, view)
            assert views.hands(table.options, view) == math.prod(len(fits) for _, fits in found)
            out = np.full((10, 12), 9.0)
            views.chances(table.options, view, out)
            expected = expected_chances(found)
            for place in range(table.chosen.hand):
                card = view.hands.card[seat, place]
                if card != NO_CARD:
                    expected[place, card % 12] = 1.0
            np.testing.assert_allclose(out, expected, rtol=0, atol=1e-12)


@pytest.mark.clause("Z-6")
def test_once_all_is_played_there_is_one_hand():
    table = Table(players=3).deal_shuffled(random.Random(1)).play_out(random.Random(2))
    assert table.phase == "deal"
    for seat in range(3):
        assert views.hands(table.options, table.view(seat)) == 1


# --- samples ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.clause("Z-6")
def test_a_sample_gives_back_the_view_and_is_a_state_of_the_game(seed):
    """For every seat, in every phase."""
    dice = random.Random(seed)
    rolls = new_dice(seed)
    options = [*FULL, *SMALL, random_options(dice), random_options(dice)][seed]
    for table in positions(options, seed, every=7):
        for seat in range(table.players):
            view = table.view(seat)
            drawn = Table(**table.chosen.write())
            drawn.state.deck[:] = 5
            LUZ.rules.sample(table.options, view, rolls, drawn.state)
            assert seen_by(drawn, seat) == view.tobytes()
            if table.phase in ("bid", "trick"):
                assert drawn.state.legal == table.state.legal
                everybody = [drawn.hand(n).split() for n in range(table.players)]
                held = [card for hand in everybody for card in hand]
                gone = [c for c in range(60) if table.state.table.played >> c & 1]
                assert len(set(held)) == len(held) == sum(table.cards)
                assert not set(cards(" ".join(held))) & set(gone)
                for hand in everybody:
                    assert cards(" ".join(hand)) == sorted(cards(" ".join(hand)))  # Z-5
            else:
                assert drawn.state.legal == 0
            drawn.state.deck[:] = table.state.deck
            if table.phase == "over":
                assert drawn.state.tobytes() == table.state.tobytes()


@pytest.mark.parametrize(("options", "moves"), [(SMALL[0], 0), (SMALL[1], 5), (SMALL[2], 5)])
@pytest.mark.clause("Z-6")
def test_samples_are_uniform(options, moves):
    """Chi-square over all hands that a seat may hold, with fixed dice."""
    dice = random.Random(11)
    rolls = new_dice(12)
    table = Table(**options).deal_shuffled(dice)
    for _ in range(moves):
        table.random_move(dice)
    for seat in range(table.players):
        view = table.view(seat)
        every = views.hands(table.options, view)
        draws = 40 * every
        counts = {}
        drawn = table.state.copy()
        for _ in range(draws):
            LUZ.rules.sample(table.options, view, rolls, drawn)
            hand = tuple(drawn.hands.card[seat].tolist())
            counts[hand] = counts.get(hand, 0) + 1
        assert len(counts) == every
        spread = sum((count - 40) ** 2 / 40 for count in counts.values())
        # Mean every - 1, deviation sqrt(2 (every - 1)): four deviations is one in ten thousand.
        assert spread < every - 1 + 4 * math.sqrt(2 * every)
