"""What a seat of Oh Hell may see, and the states that agree with it."""

import itertools
import math
import random
from collections import Counter

import pytest
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.game import WATCHER

from table import Table, cards, cards_in, deal, positions, random_options
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.moves import CUT

FULL = [{"players": players} for players in range(3, 8)]
EVERYBODY = [*FULL, {"players": 3, "tricks": 17}, {"players": 4, "tricks": 0}]


def viewers(table):
    return (WATCHER, *range(table.players))


def seen_by(table, seat):
    return table.view(seat).tobytes()


def at(table, state):
    """The same table in another state."""
    other = Table(**table.chosen.write())
    other.state = state
    return other


def hidden_from(table, viewer):
    """The seats whose hands a viewer does not see, and the cards it has not seen."""
    seats = [seat for seat in range(table.players) if seat != viewer]
    own = table.state.hands[viewer] if viewer >= 0 else 0
    seen = cards_in(own | table.played) | {table.trump}
    return seats, set(GAME.deck(table.chosen)) - seen - {CUT}


def fits(table, seat, hand):
    """O-8: no card of a suit that the seat did not follow."""
    return not any(table.voids[seat] >> card % 4 & 1 for card in hand)


def every_deal(table, viewer, most):
    """All ways to deal the unseen cards to the hidden hands, tried one by one; of many ways no
    more than so many."""
    seats, unseen = hidden_from(table, viewer)

    def rest(left, cards_left):
        if not left:
            yield ()
            return
        seat = left[0]
        for hand in itertools.combinations(sorted(cards_left), table.cards[seat]):
            if fits(table, seat, hand):
                for others in rest(left[1:], cards_left - set(hand)):
                    yield (sum(1 << card for card in hand), *others)

    return list(itertools.islice(rest(seats, unseen), most))


# --- what is seen ---------------------------------------------------------------------


def test_a_player_sees_the_table_and_one_hand():
    """O-13"""
    table = deal("C2 D3", "C9 DA", "H5 D4", trump="DK", bids="0 0 0").play("C2 C9")
    for seat in range(3):
        view = table.view(seat)
        assert view.table.tobytes() == table.state.table.tobytes()
        assert (view.seat, view.hand) == (seat, table.state.hands[seat])
    assert cards_in(table.view(0).hand) == set(cards("D3"))


def test_a_watcher_sees_the_table_and_no_hand():
    """O-13: in any phase."""
    for table in positions({"players": 4}, seed=3):
        view = table.view(WATCHER)
        assert view.table.tobytes() == table.state.table.tobytes()
        assert (view.hand, view.legal) == (0, 0)


def test_moves_are_in_the_view_of_the_seat_on_turn_alone():
    """O-5, O-8"""
    for table in positions({"players": 5}, seed=4):
        for viewer in viewers(table):
            found = GAME.rules.choices(table.options, table.view(viewer))
            mine = table.phase not in ("deal", "over") and viewer == table.seat
            assert found == (GAME.rules.legal(table.options, table.state) if mine else (0, 0))


@pytest.mark.parametrize("seed", range(12))
def test_states_that_differ_in_what_a_viewer_may_not_see_look_the_same(seed):
    """O-3, O-13: the hidden hands are dealt anew, and the cards set aside with them."""
    dice = random.Random(seed)
    swapped = 0
    options = [*EVERYBODY, *(random_options(dice) for _ in range(6))][seed]
    for table in positions(options, seed, every=3):
        for viewer in viewers(table):
            seats, unseen = hidden_from(table, viewer)
            pool = sorted(unseen)
            dice.shuffle(pool)
            other = at(table, table.state.copy())
            for seat in seats:
                hand, pool = pool[: table.cards[seat]], pool[table.cards[seat] :]
                swapped += table.state.hands[seat] != sum(1 << card for card in hand)
                other.state.hands[seat] = sum(1 << card for card in hand)
            if table.seat != viewer:
                other.state.legal = dice.randrange(1 << 52)
            other.state.deck[:] = dice.randrange(52)  # no view reads the deck
            assert seen_by(other, viewer) == seen_by(table, viewer)
    assert swapped


def test_another_seat_sees_the_swapped_cards():
    """O-13: what is hidden from one is not hidden from its owner."""
    one = deal("C2 D3", "C9 DA", "H5 D4", trump="DK")
    other = deal("C2 D3", "C8 DA", "H5 D4", trump="DK")
    assert seen_by(one, 0) == seen_by(other, 0)
    assert seen_by(one, WATCHER) == seen_by(other, WATCHER)
    assert seen_by(one, 1) != seen_by(other, 1)


# --- samples ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_a_sample_gives_back_the_view_and_is_a_state_of_the_game(seed):
    """O-8, O-13: for every viewer, in every phase."""
    dice = random.Random(seed)
    rolls = new_dice(seed)
    options = [*EVERYBODY, *(random_options(dice) for _ in range(10))][seed]
    for table in positions(options, seed, every=4):
        for viewer in viewers(table):
            drawn = at(table, table.state.copy())
            drawn.state.deck[:] = 5
            drawn.state.hands[:] = -1
            GAME.rules.sample(table.options, table.view(viewer), rolls, drawn.state)
            assert seen_by(drawn, viewer) == seen_by(table, viewer)
            _, unseen = hidden_from(table, viewer)
            hands = [cards_in(drawn.state.hands[seat]) for seat in range(table.players)]
            assert [len(hand) for hand in hands] == table.cards
            assert len(set().union(*hands)) == sum(table.cards)
            for seat, hand in enumerate(hands):
                assert seat == viewer or hand <= unseen
                assert fits(table, seat, hand)
            assert not any(drawn.state.hands[table.players :])
            if table.phase in ("deal", "over"):
                assert drawn.state.tobytes() == table.state.tobytes()
            elif viewer == table.seat:
                assert drawn.state.legal == table.state.legal
            else:
                drawn.play_out(dice)
                assert drawn.tricks_done == table.tricks_in_game


SMALL = [
    {"players": 3, "suits": 4, "cards_per_suit": 4, "tricks": 5},  # no card is set aside
    {"players": 3, "suits": 3, "cards_per_suit": 4, "tricks": 3},
    {"players": 4, "suits": 4, "cards_per_suit": 3, "tricks": 2},
    {"players": 5, "suits": 3, "cards_per_suit": 4, "tricks": 2},
    {"players": 4, "suits": 4, "cards_per_suit": 4, "tricks": 3},
]
MOST = 20 if INTERPRETED else 100  # deals to choose from


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_samples_are_uniform(options):
    """O-8, O-13: chi-square over all that a viewer may hold possible, with fixed dice."""
    rolls = new_dice(12)
    voids = Counter()
    spread = freedom = 0
    for seed in range(9):
        for table in positions(options, seed):
            viewer = table.seat if seed % 3 else WATCHER
            if table.phase != "playing" or len(every := every_deal(table, viewer, MOST + 1)) > MOST:
                continue
            seats, _ = hidden_from(table, viewer)
            counts = Counter(draws(table, viewer, rolls, 40 * len(every)))
            assert counts.keys() <= set(every)
            spread += sum((counts[hands] - 40) ** 2 / 40 for hands in every)
            freedom += len(every) - 1
            voids[sum(table.voids[seat] > 0 < table.cards[seat] for seat in seats)] += 1
    # Mean `freedom`, deviation sqrt(2 * freedom): four deviations is one in ten thousand.
    assert spread < freedom + 4 * math.sqrt(2 * freedom)
    assert freedom > MOST
    assert voids.keys() >= {0, 1, 2}  # several hands with voids at once


def draws(table, viewer, rolls, count):
    """The hidden hands of so many samples."""
    view, drawn = table.view(viewer), table.state.copy()
    seats, _ = hidden_from(table, viewer)
    for _ in range(count):
        GAME.rules.sample(table.options, view, rolls, drawn)
        yield tuple(drawn.hands[seats].tolist())


def test_hands_that_follow_from_the_voids_are_found():
    """O-8: two seats without a suit, so the third has all of it, whatever the dice say."""
    table = deal("C2 H2 H3", "S2 C4 C5", "D2 C6 S4", "D3 D4 S5", trump="C3", cards_per_suit=5)
    table.play("0 0 0 0", "C2 C4 C6 D3", "D2 D4 H2 S2")
    assert table.voids == [0b0010, 0b0010, 0, 0b0001]
    rolls = new_dice(3)
    for _ in range(200):
        drawn = at(table, table.state.copy())
        GAME.rules.sample(table.options, table.view(2), rolls, drawn.state)
        assert "D" not in drawn.hand(0) + drawn.hand(1)
        assert "C" not in drawn.hand(3)
