"""Random games of both games never break what must always hold.

Options are drawn by Hypothesis over player counts, rulings and small versions; the moves
by dice from a drawn seed. Each game is played with a second account of it kept in plain
lists, and then once more from its record.
"""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import DEAL, MOVES, NO_SEAT, OVER
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import moves as level10_moves
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules import moves as luz_moves

steady = settings(derandomize=True, deadline=None, max_examples=60 if INTERPRETED else 300)
seeds = st.integers(0, 2**32)


def options_of(game, given):
    try:
        return game.options(given)
    except NotUnderstood:
        assume(False)  # sizes that do not go together


luz_options = st.fixed_dictionaries(
    {"players": st.integers(3, 5), "bead_limit": st.booleans(), "open_tricks": st.booleans()}
) | st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "colours": st.integers(2, 5),
        "values": st.integers(2, 12),
        "hand": st.integers(1, 6),
        "deals": st.integers(1, 4),
        "bead_limit": st.booleans(),
    }
)

rulings = {
    "players": st.sampled_from([3, 5, 4, 2, 1]),
    "pauses": st.sampled_from([2, 0, 1, 3]),
    "edition": st.sampled_from(["fr", "ru", "pl", "es"]),
    "last_reset": st.sampled_from(["placed", "lost"]),
    "one_pause_per_column": st.booleans(),
    "dead_end": st.sampled_from(["legal", "illegal"]),
    "extra_turn": st.sampled_from(["completer", "last_seat"]),
    "swap_whole_hand": st.booleans(),
    "open_counts": st.booleans(),
}
# Choosing together by dice takes long with many seats, so small tables do it.
level10_options = (
    st.fixed_dictionaries({**rulings, "first_player": st.just("dealt")})
    | st.fixed_dictionaries({**rulings, "players": st.sampled_from([2, 1])})
    | st.fixed_dictionaries(
        {
            **rulings,
            "first_player": st.just("dealt"),
            "worlds": st.integers(2, 5),
            "columns": st.sampled_from([4, 3, 6, 2, 8, 9, 10, 5]),
        }
    )
)


class Played:
    """A game played by dice, with its record: decks, who was first, and turns in letters."""

    def __init__(self, game, options, seed, check):
        self.game, self.chosen, self.options = game, options, options.packed()
        self.dice = random.Random(seed)
        self.state = game.new_state(self.options)
        self.decks, self.turns = [], []
        self.first = self.dice.randrange(options.players)
        self.words = []
        self.moves = 0
        while self.state.table.phase != OVER:
            if self.state.table.phase == DEAL:
                self._deal()
            else:
                legal = game.moves(self.options, self.state)
                assert legal, "somebody is on turn and cannot move"
                assert all(0 <= move < MOVES for move in legal)
                assert 0 <= self.state.table.seat < options.players
                self._move(self._choose(legal), check)
        assert game.moves(self.options, self.state) == []

    def _choose(self, legal):
        """Any move; in Level 10 mostly a cheap one, or games would end long before the deck."""
        if self.game is LUZ or self.dice.random() < 0.2:
            return self.dice.choice(legal)
        return min(legal, key=lambda move: (step(self.state.table, move), self.dice.random()))

    def _deal(self):
        deck = self.game.deck(self.chosen)
        self.dice.shuffle(deck)
        self.decks.append(deck)
        self._lay_out(self.state, deck, self._dealt_first())

    def _dealt_first(self):
        together = self.game is LEVEL10 and self.chosen.first_player == "together"
        return NO_SEAT if together else self.first

    def _lay_out(self, state, deck, first):
        self.game.rules.deal(self.options, state, np.array(deck, np.int64), first)

    def _move(self, move, check):
        word = self.game.word(self.state, move)
        before = self.state.copy()
        self.game.rules.apply(self.options, self.state, move)
        self.moves += 1
        check(self, before, move)
        if word is None:
            self.first = self.state.table.first
            return
        self.words.append(word)
        if not self.game.mid_turn(self.state):
            self.turns.append(self.game.write_turn(self.words))
            self.words = []

    def replay(self):
        """The state that the record leads to."""
        state = self.game.new_state(self.options)
        decks = iter(self.decks)
        for turn in [*self.turns, None]:
            while state.table.phase == DEAL:
                self._lay_out(state, next(decks), self.first)
            if turn is not None:
                words = np.array(self.game.read_turn(turn), np.int64)
                stuck_at = self.game.rules.turn(self.options, state, words, 0, len(words))
                assert stuck_at == -1, turn
        assert next(decks, None) is None
        return state


def step(table, move):
    """How much a move of Level 10 costs: what it skips in its row, what a reset gives up."""
    if move < level10_moves.PAUSE_IN:
        return move % level10_moves.ROW + 1 - table.top[move // level10_moves.ROW]
    if move < level10_moves.RESET_IN:
        return 4
    if move < level10_moves.ASIDE:
        return 7 - table.top[move - level10_moves.RESET_IN]
    return 0


# --- Luz --------------------------------------------------------------------------------


def check_luz(played, before, move):
    o, s, t = played.chosen, played.state, played.state.table
    seats = range(o.players)
    held = [
        {s.hands.card[seat, place] for place in range(o.hand) if s.hands.held[seat] >> place & 1}
        for seat in seats
    ]
    gone = {card for card in range(60) if t.played >> card & 1}
    deck = set(played.decks[-1])
    aside = set(played.decks[-1][o.players * o.hand :])
    # Every card is in exactly one place: a hand, among the played, or set aside.
    assert sum(map(len, held)) + len(gone) + len(aside) == len(deck)
    assert set().union(gone, aside, *held) == deck
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
        assert t.deal == before.table.deal + 1
        assert (t.phase == OVER) == (t.deal == o.deals)


@steady
@given(luz_options, seeds)
@pytest.mark.clause("Z-2", "Z-8", "Z-12", "Z-16", "S-1")
def test_random_games_of_luz(options, seed):
    """Each game is what its record says, byte for byte."""
    options = options_of(LUZ, options)
    played = Played(LUZ, options, seed, check_luz)
    assert played.moves == options.deals * options.players * (1 + options.hand)
    assert played.replay().tobytes() == played.state.tobytes()
    assert luz_moves.MOVES <= MOVES
    outcome = LUZ.outcome(played.options, played.state).to_json()
    assert sorted(outcome["ranking"]) == list(range(options.players))
    assert outcome["scores"][outcome["winner"]] == max(outcome["scores"])


# --- Level 10 -----------------------------------------------------------------------------


def level10_cards(hand):
    """A hand as a counter of cards."""
    levels = Counter(card for card in range(level10_moves.PAUSE) if hand >> card & 1)
    pauses = hand >> level10_moves.PAUSE
    return levels + Counter({level10_moves.PAUSE: pauses})


class GridCheck:
    """Keeps the grid as columns of {row: kind}, from the moves alone."""

    def __init__(self):
        self.columns = [{}]

    def __call__(self, played, before, move):
        o, s, t = played.chosen, played.state, played.state.table
        hands = [level10_cards(s.hands[seat]) for seat in range(o.players)]
        places = [
            *hands,
            level10_cards(t.placed_cards),
            level10_cards(t.under),
            Counter(s.pile[place] for place in range(t.head, t.tail)),
            Counter({level10_moves.PAUSE: t.pauses}),
        ]
        assert sum(places, Counter()) == Counter(played.decks[0])
        assert t.cards[: o.players].tolist() == [hand.total() for hand in hands]
        if before.table.phase == level10_moves.TURN:
            self.fill(o, move)
            assert t.placed - sum(map(len, self.columns)) in (0, int(t.phase == OVER))
        won = t.phase == OVER and t.won
        if won:
            self.last_reset(o)
            assert t.placed == o.worlds * o.columns
        if t.phase in (level10_moves.TURN, OVER):
            done = [column for column in self.columns if len(column) == o.worlds]
            assert t.column == len(done)
            for column in done:
                assert list(column.values()).count("reset") == 1  # L-17
        resets = Counter(row for column in self.columns for row in column if column[row] == "reset")
        for row in range(o.worlds):
            assert t.resets[row] == o.resets - resets[row] >= 0

    def fill(self, o, move):
        if len(self.columns[-1]) == o.worlds:
            self.columns.append({})
        if move < level10_moves.PAUSE_IN:
            row, kind = move // level10_moves.ROW, "level"
        elif move < level10_moves.RESET_IN:
            row, kind = move - level10_moves.PAUSE_IN, "pause"
        else:
            row, kind = move - level10_moves.RESET_IN, "reset"
        assert row not in self.columns[-1]
        self.columns[-1][row] = kind

    def last_reset(self, o):
        """R-3: laid by itself when nobody has a card left."""
        missing = set(range(o.worlds)) - self.columns[-1].keys()
        assert len(missing) <= 1
        for row in missing:
            self.columns[-1][row] = "reset"


@steady
@given(level10_options, seeds)
@pytest.mark.clause("L-4", "L-14", "L-17", "R-3")
def test_random_games_of_level10(options, seed):
    """Each game is what its record says, byte for byte."""
    options = options_of(LEVEL10, options)
    played = Played(LEVEL10, options, seed, GridCheck())
    assert played.replay().tobytes() == played.state.tobytes()
    assert level10_moves.MOVES <= MOVES
