"""Random games of Luz never break what must hold: every card in one place, tricks and beads that
add up. That each is what its record says, tests/engine/test_conformance.py shows for all games."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, OVER
from tenluz.engine.match import Match
from tenluz.games.luz.game import GAME as LUZ

FULL = {"players": st.integers(3, 5), "bead_limit": st.booleans(), "open_tricks": st.booleans()}
SMALL = {
    "players": st.integers(2, 5),
    "colours": st.integers(2, 5),
    "values": st.integers(2, 12),
    "hand": st.integers(1, 6),
    "deals": st.integers(1, 4),
    "bead_limit": st.booleans(),
}


def check(match, deals_before):
    """After a move; the next deal is not made yet."""
    o, s, t = match.options, match.state, match.state.table
    seats = range(o.players)
    held = [
        {s.hands.card[seat, place] for place in range(o.hand) if s.hands.held[seat] >> place & 1}
        for seat in seats
    ]
    gone = {card for card in range(60) if t.played >> card & 1}
    deck = match.record.decks[-1]
    aside = set(deck[o.players * o.hand :])
    # Every card is in exactly one place: a hand, among the played, or set aside.
    assert sum(map(len, held)) + len(gone) + len(aside) == len(deck)
    assert set().union(gone, aside, *held) == set(deck)
    assert t.cards[: o.players].tolist() == [len(hand) for hand in held]
    on_table = [t.trick[seat] for seat in seats if t.trick[seat] >= 0]
    assert len(on_table) == t.in_trick < o.players
    assert set(on_table) <= gone
    assert len(gone) == t.tricks_done * o.players + t.in_trick
    assert sum(t.tricks[seat] for seat in seats) == t.tricks_done <= o.hand
    assert t.beads == 15 - sum(max(0, t.bids[seat]) for seat in seats)
    if o.bead_limit:
        assert t.beads >= 0
    if t.phase in (DEAL, OVER):
        # Ten tricks to a deal (in small versions, as many as cards in a hand).
        assert t.tricks_done == sum(t.tricks[: o.players]) == o.hand
        assert t.deal == deals_before + 1
        assert (t.phase == OVER) == (t.deal == o.deals)


@settings(derandomize=True, deadline=None, max_examples=40 if INTERPRETED else 120)
@given(st.fixed_dictionaries(FULL) | st.fixed_dictionaries(SMALL), st.integers(0, 2**32))
@pytest.mark.clause("Z-2", "Z-8", "Z-12", "Z-16", "S-1")
def test_no_random_game_breaks_an_invariant(given, seed):
    try:
        options = LUZ.options(given)
    except NotUnderstood:
        assume(False)  # sizes that do not go together
    match, chance, moves = Match(LUZ, options, seed.to_bytes(32, "big")), random.Random(seed), 0
    while not match.over:
        deals_before = match.state.table.deal
        match.make(chance.choice(match.moves()))
        moves += 1
        check(match, deals_before)
        if match.undealt:
            match.deal()
    assert moves == options.deals * options.players * (1 + options.hand)
    outcome = match.outcome().to_json()
    assert sorted(outcome["ranking"]) == list(range(options.players))
    assert outcome["scores"][outcome["winner"]] == max(outcome["scores"])
