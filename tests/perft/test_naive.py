"""The compiled rules against the naive ones: legal turns and outcomes, step by step.

Perft pins whatever the rules do; this says that it is what the clauses say. Both sides are
compared on whole turns in a record's letters, so they share not even the move numbers.
"""

import dataclasses
import random

import numpy as np
import pytest

from tenluz.engine.catalogue import game_named
from tenluz.engine.game import DEAL, NO_SEAT, OVER
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.moves import FIRST
from tenluz.games.level10.rules.options import MOST_VALUES
from tenluz.games.luz.game import GAME as LUZ
from tests.games.level10.careful import cost_in_python
from tests.games_played import GAMES
from tests.perft.lines import END, LINES, expected, total
from tests.perft.naive_level10 import NaiveLevel10
from tests.perft.naive_luz import NaiveLuz

GAMES_IN_A_TEST = 100


def blocks(count):
    """Blocks of games: the first two have games of every kind, more of them are for a soak."""
    more = [pytest.param(block, marks=pytest.mark.soak) for block in range(2, count)]
    return pytest.mark.parametrize("block", [0, 1, *more])


def whole_turns(game, options, state, only=None):
    """Every turn from here in letters, by way of the small moves; `only` one first move."""
    found = []
    begun = [(state, ())]
    while begun:
        here, words = begun.pop()
        if words and not game.mid_turn(here):
            found.append(game.write_turn(words))
            continue
        for move in game.moves(options, here):
            if not words and only not in (None, move):
                continue
            word = game.word(here, move)
            if word is None:
                found.append(f"first {move - FIRST}")
            else:
                after = here.copy()
                game.rules.apply(options, after, move)
                begun.append((after, (*words, word)))
    assert len(set(found)) == len(found), "two ways to say the same turn"
    return set(found)


def make(game, options, state, turn):
    if turn.startswith("first"):
        game.rules.apply(options, state, FIRST + int(turn[6:]))
        return
    words = np.array(game.read_turn(turn), np.int64)
    assert game.rules.turn(options, state, words, 0, len(words)) == -1, turn


# --- Level 10 -----------------------------------------------------------------------------


def level10_options(dice):
    given = {
        "players": dice.randint(1, 5),
        "pauses": dice.randint(0, 3),
        "edition": dice.choice(["fr", "ru", "pl", "es"]),
        "last_reset": dice.choice(["placed", "lost"]),
        "one_pause_per_column": dice.random() < 0.3,
        "dead_end": dice.choice(["legal", "illegal"]),
        "extra_turn": dice.choice(["completer", "last_seat"]),
        "swap_whole_hand": dice.random() < 0.5,
        "box_pauses": dice.random() < 0.8,
        "first_player": dice.choice(["together", "dealt"]),
    }
    if dice.random() < 0.2:
        given["full_bonus"] = dice.choice(["all_level_cards", "no_card_under_pause", "won"])
        given["pause_scores"] = dice.random() < 0.5
    if given["players"] > 2:
        given["first_player"] = "dealt"  # dice would talk for ever before they agree
    if dice.random() < 0.5:
        worlds = dice.randint(2, 5)
        most = min(10 // worlds, MOST_VALUES // (worlds - 1))
        given |= {"worlds": worlds, "columns": worlds * dice.randint(1, most)}
        cards = given["columns"] * (worlds - 1) + given["pauses"]
        given["players"] = min(given["players"], cards)
        given["hand"] = dice.randint(1, min(6, cards // given["players"]))
    return LEVEL10.options(given)


def by_name(chosen):
    return {field.name: getattr(chosen, field.name) for field in dataclasses.fields(chosen)}


def cheap(naive, table, starts, dice):
    """A turn that spends little, so that games come to their end; now and then any turn."""
    turns = naive.turns()
    if naive.choosing or dice.random() < 0.1:
        return dice.choice(turns)
    dice.shuffle(turns)
    turns.sort(key=lambda turn: cost_in_python(table, starts[turn.partition("/")[0]]))
    for turn in turns[:6]:
        after = naive.copy()
        after.play(turn)
        if after.result is not False:
            return turn
    return turns[0]


def compare_level10(seed, ends):
    dice = random.Random(seed)
    chosen = level10_options(dice)
    options = chosen.packed()
    deck = LEVEL10.shuffled_deck(chosen, seed.to_bytes(32, "big"), 0)
    first = dice.randrange(chosen.players) if chosen.first_player == "dealt" else None
    naive = NaiveLevel10(by_name(chosen), [LEVEL10.card_name(card) for card in deck], first)
    state = LEVEL10.new_state(options)
    dealt_first = NO_SEAT if first is None else first
    LEVEL10.rules.deal(options, state, np.array(deck, np.int64), dealt_first)
    while not naive.over:
        assert state.table.seat == naive.seat
        turns = naive.turns()
        moves = LEVEL10.moves(options, state)
        starts = {LEVEL10.move_name(options, None, move): move for move in moves}
        assert set(starts) == {turn.partition("/")[0] for turn in turns}
        start = dice.choice(sorted(starts))
        if dice.random() < 0.4:  # and one of them to the end of the turn, in all its ways
            assert whole_turns(LEVEL10, options, state, starts[start]) == {
                turn for turn in turns if turn.partition("/")[0] == start
            }
        turn = cheap(naive, state.table, starts, dice)
        naive.play(turn)
        make(LEVEL10, options, state, turn)
        ends["under"] = ends.get("under", 0) + bool(naive.under)
        ends["swaps"] = ends.get("swaps", 0) + (turn.startswith("R>") and "/" in turn)
        ends["empty hands"] = ends.get("empty hands", 0) + ([] in naive.hands)
    assert LEVEL10.moves(options, state) == []
    assert LEVEL10.outcome(options, state).to_json() == naive.outcome()
    ends[naive.result] = ends.get(naive.result, 0) + 1
    by_itself = naive.result and not any(naive.hands)
    ends["last reset"] = ends.get("last reset", 0) + by_itself


@blocks(6)
def test_level10_is_what_the_clauses_say(block):
    """200 games, or 600: all player counts, editions and rulings, half of them small versions."""
    ends = {}
    for number in range(GAMES_IN_A_TEST):
        compare_level10(1000 * block + number, ends)
    # Enough of what is rare, or the test would say little about it.
    assert ends[True] > 9
    assert ends["swaps"] > 100
    for rare in ("under", "empty hands", "last reset"):
        assert ends[rare] > 0


# --- Luz ----------------------------------------------------------------------------------


def luz_options(dice):
    given = {"players": dice.randint(3, 5), "bead_limit": dice.random() < 0.3}
    if dice.random() < 0.4:
        players, colours = dice.randint(2, 5), dice.randint(2, 5)
        values = dice.randint(-(-players // colours), 12)
        hand = dice.randint(1, min(10, colours * values // players))
        given |= {"players": players, "colours": colours, "values": values, "hand": hand}
        given["deals"] = dice.randint(1, 4)
    return LUZ.options(given)


def compare_luz(seed):
    dice = random.Random(seed)
    chosen = luz_options(dice)
    options = chosen.packed()
    first = dice.randrange(chosen.players)
    naive = NaiveLuz(chosen.players, chosen.hand, chosen.deals, chosen.bead_limit, first)
    state = LUZ.new_state(options)
    dealt = 0
    while not naive.over:
        if naive.waits_for_a_deal:
            deck = LUZ.shuffled_deck(chosen, seed.to_bytes(32, "big"), dealt)
            dealt += 1
            naive.deal([LUZ.card_name(card) for card in deck])
            LUZ.rules.deal(options, state, np.array(deck, np.int64), first)
        assert state.table.seat == naive.seat()
        assert state.table.holder == naive.holder
        words = {LUZ.word(state, move) for move in LUZ.moves(options, state)}
        turns = naive.turns()
        assert {LUZ.write_turn([word]) for word in words} == set(turns)
        turn = dice.choice(turns)
        naive.play(turn)
        make(LUZ, options, state, turn)
        if naive.hands is not None:
            assert state.table.tricks[: chosen.players].tolist() == naive.taken
    assert LUZ.moves(options, state) == []
    assert LUZ.outcome(options, state).to_json() == naive.outcome()


@blocks(4)
def test_luz_is_what_the_clauses_say(block):
    """200 games, or 400: all player counts, with a limit of beads or none, small versions too."""
    for number in range(GAMES_IN_A_TEST):
        compare_luz(1000 * block + number)


# --- whole game trees ---------------------------------------------------------------------


def every_game(naive, decks=()):
    """How many complete games there are from here, and how they end."""
    ends = {}
    begun = [(naive, 0)]
    while begun:
        here, dealt = begun.pop()
        if here.over:
            end = str(here.outcome())
            ends[end] = ends.get(end, 0) + 1
            continue
        if dealt < len(decks) and here.waits_for_a_deal:
            here.deal(decks[dealt])
            dealt += 1
        for turn in here.turns():
            after = here.copy()
            after.play(turn)
            begun.append((after, dealt))
    return ends


def every_compiled_game(game, chosen, decks, first):
    """The same by the compiled rules."""
    options = chosen.packed()
    ends = {}
    begun = [(game.new_state(options), 0)]
    while begun:
        here, dealt = begun.pop()
        if here.table.phase == OVER:
            end = str(game.outcome(options, here).to_json())
            ends[end] = ends.get(end, 0) + 1
            continue
        if here.table.phase == DEAL:
            game.rules.deal(options, here, np.array(decks[dealt], np.int64), first)
            dealt += 1
        for move in game.moves(options, here):
            after = here.copy()
            game.rules.apply(options, after, move)
            begun.append((after, dealt))
    return ends


SMALL = [line for line in LINES if line.depth == END and total(expected()[line.name])[1] <= 4000]


@pytest.mark.parametrize("line", SMALL, ids=lambda line: line.name)
def test_all_games_of_a_small_version(line):
    """L-20, Z-18: every complete game there is, and every way in which it ends; and their
    number is the one in the perft table."""
    game = game_named(line.game)
    chosen = game.options(line.options)
    seed = bytes([line.seed]) * 32
    decks = [game.shuffled_deck(chosen, seed, n) for n in range(game.deals(chosen))]
    letters = [[game.card_name(card) for card in deck] for deck in decks]
    if game is LUZ:
        naive = NaiveLuz(chosen.players, chosen.hand, chosen.deals, chosen.bead_limit, line.first)
        found = every_game(naive, letters)
    else:
        found = every_game(NaiveLevel10(by_name(chosen), letters[0], line.first))
    assert found == every_compiled_game(game, chosen, decks, line.first)
    assert [0, sum(found.values())] == total(expected()[line.name])


def test_there_are_small_versions_of_both_games():
    assert {line.game for line in SMALL} == set(GAMES)
    assert len(SMALL) > 8
