"""The expert of Level 10: what its network sees and says, and that it plays well."""

import contextlib
import itertools

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.group_network import GroupNetwork
from tenluz.bots.registry import bot_named
from tenluz.engine import bits
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import GameError, NotUnderstood
from tenluz.engine.game import moves_in
from tenluz.engine.match import Match
from tenluz.engine.types import Seat
from tenluz.games.level10.bots import expert_view, rules_bot
from tenluz.games.level10.bots.expert_bot import WEIGHTS
from tenluz.games.level10.bots.expert_view import OF_WORLD, TABLE, VIEW, WORLD
from tenluz.games.level10.expert import COMING, EXPERT, HIDDEN, RULES, SLIPPING
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.moves import FIRST, MOVES, NO_CARD, OVER, ROW, ROW_BITS, TURN
from tests.games.level10.strolls import FULL, TALKATIVE, many, positions, under_a_pause

# Numbers that are counts, in the row of the table and in that of a world.
COUNTS = [expert_view.PILE_AT, *range(expert_view.CARDS_AT, expert_view.CARDS_AT + 5)]
OF_WORLDS = range(expert_view.COUNTS_AT, expert_view.COUNTS_AT + 10)


def row_of(seen, seat):
    row = np.full(VIEW.sees, 99, np.int8)  # whatever was there before
    VIEW.write(seen.o, seen.view(seat), row)
    return row


@pytest.mark.parametrize("open_counts", [False, True])
def test_every_number_is_a_flag_or_a_count(open_counts):
    counts = [*COUNTS]
    counts += [TABLE + world * WORLD + at for world in range(5) for at in OF_WORLDS]
    played = positions(many(26, 13), talk=0.3, versions=TALKATIVE, open_counts=open_counts)
    found = 0
    for seen in itertools.chain(played, under_a_pause(4, talk=True, open_counts=open_counts)):
        if seen.phase in ("DEAL", "OVER"):
            continue
        row = row_of(seen, seen.state.table.seat)
        flags = np.delete(row, counts)
        assert ((flags == 0) | (flags == 1)).all()
        assert (np.abs(row * np.array(VIEW.scale(), np.float32)) <= 2.5).all()
        found += 1
    assert found > 100


def test_counts_that_were_told_stand_in_its_row():
    """Where they do not lie open it sees a guess, and what was told in its place."""
    guessed, checked = 0, 0
    for number in range(3):
        match = Match(LEVEL10, LEVEL10.options(players=3, pauses=0), bytes(31) + bytes([number]))
        its, dice = player(bot_named(LEVEL10, "rules")), new_dice(number)
        while not match.over and checked < 120 * (number + 1):
            o, state, viewer = match.packed, match.state, match.seat
            if state.table.phase == TURN:
                places = {
                    (seat, world): TABLE
                    + world * WORLD
                    + expert_view.COUNTS_AT
                    + 2 * ((seat - viewer) % 3)
                    for seat in range(3)
                    for world in range(5)
                }
                true = [bits.size(int(state.hands[s]) & ROW_BITS << w * ROW) for s, w in places]
                before, told = rows_before_and_after_counts(o, state, viewer)
                for at, count in zip(places.values(), true, strict=True):
                    assert told[at] == told[at + 1] == count
                    guessed += before[at] != count
                    checked += 1
            match.play(viewer, its.move(o, match.view(viewer), dice))
    assert checked >= 300
    assert guessed > 30, "without talk it would have been wrong"


def rows_before_and_after_counts(o, state, viewer):
    """What it sees before and after all others have told all their counts, in a copy."""
    rows, copy = [], np.array(state).reshape(1)[0]
    for others in ([], [seat for seat in range(3) if seat != viewer]):
        for seat in others:
            for world in range(5):
                told = LEVEL10.statement_type(kind="count", world=world)
                with contextlib.suppress(GameError):  # it was told before
                    LEVEL10.say(o, copy, LEVEL10.statement(o, copy, Seat(seat), told))
        row = np.full(VIEW.sees, 99, np.int8)
        VIEW.write(o, LEVEL10.view(o, copy, viewer), row)
        rows.append(row)
    return rows


def test_a_critic_sees_the_other_hands_and_what_comes_next():
    for seen in positions(many(6, 3), versions=FULL):
        if seen.phase in ("DEAL", "OVER"):
            continue
        s, t, o = seen.state, seen.state.table, seen.o
        row = np.full(5 * HIDDEN, 99, np.int8)
        kinds = np.array([0, 2, 0, 1, 3], np.int8)
        EXPERT.write_hidden(o, s, kinds, row)
        of_worlds = row.reshape(5, HIDDEN // ROW, ROW)
        for steps in range(1, 5):
            hand = s.hands[(t.seat + steps) % o.players] if steps < o.players else 0
            shown = of_worlds[:, steps - 1].ravel()
            assert shown.tolist() == [hand >> card & 1 for card in range(5 * ROW)]
        coming = [s.pile[place] for place in range(t.head, min(t.tail, t.head + COMING))]
        coming += [NO_CARD] * (COMING - len(coming))
        for ahead, card in enumerate(coming):
            shown = of_worlds[:, 4 + ahead].ravel()
            assert shown.tolist() == [int(card == each) for each in range(5 * ROW)]
        strange = [int(kinds[(t.seat + steps) % o.players] != 0) for steps in range(o.players)]
        assert (of_worlds[:, 4 + COMING] == strange + [0] * (ROW - o.players)).all()


def test_strangers_are_rules_and_one_who_slips():
    """Each makes legal moves; the first those of `rules`, the second another one now and then."""
    room = np.zeros(1, EXPERT.room)[0]
    dice, same = new_dice(3), {RULES: 0, SLIPPING: 0}
    seen_so_often = 0
    for seen in positions(many(24, 12), versions=FULL):
        if seen.phase in ("DEAL", "OVER"):
            continue
        v = seen.view(seen.state.table.seat)
        legal = list(moves_in(*LEVEL10.rules.choices(seen.o, v)))
        usual = rules_bot.choose(seen.o, v, dice)
        for kind in same:
            move = EXPERT.stranger(kind, seen.o, v, dice, room)
            assert move in legal
            same[kind] += move == usual
        seen_so_often += 1
    assert same[RULES] == seen_so_often
    assert 0.8 * seen_so_often < same[SLIPPING] < seen_so_often


def test_what_a_game_pays():
    for given, often in EXPERT.variants():
        assert often > 0
        assert LEVEL10.options(given).players in range(1, 6)
    for seen in positions(many(30, 10), versions=FULL):
        assert EXPERT.worth(seen.o, seen.state, 0) == pytest.approx(seen.state.table.placed / 150)
        assert not EXPERT.succeeded(seen.o, seen.state)
    t = seen.state.table
    t.phase, t.placed, t.won = OVER, 50, 1
    assert EXPERT.worth(seen.o, seen.state, 0) == pytest.approx(1.0)
    assert EXPERT.succeeded(seen.o, seen.state)


def test_the_hardest_tables_are_those_without_pauses_as_printed():
    found = {}
    for given, _ in EXPERT.variants():
        if often := EXPERT.hard(given):
            assert given["pauses"] == 0
            assert "last_reset" not in given
            assert given["players"] not in found
            found[given["players"]] = often
    assert max(found, key=found.get) == 5
    assert 2 not in found  # it has learnt those long before


def test_every_move_but_a_proposal_has_a_score_of_its_own():
    places = VIEW.places()
    asked = [place for place in places if place >= 0]
    assert len(places) == MOVES
    assert len(asked) == len(set(asked)) == 5 * OF_WORLD + 2
    assert places[FIRST:] == [-1] * 5


def test_worlds_are_alike_to_it():
    """Exchange two worlds in what it sees, and what it says of them is exchanged."""
    network = GroupNetwork(LEVEL10, VIEW, WEIGHTS)
    rows = np.random.default_rng(1).integers(0, 2, (4, VIEW.sees)).astype(np.int8)
    other = rows.copy()
    worlds = other[:, TABLE:].reshape(4, 5, WORLD)
    worlds[:, [1, 4]] = worlds[:, [4, 1]].copy()
    said, exchanged = network.scores(rows), network.scores(other)
    cards = said[:, :40].reshape(4, 5, ROW)
    assert not np.allclose(cards[:, 1], cards[:, 4], atol=1e-3)
    expected = cards[:, [0, 4, 2, 3, 1]]
    np.testing.assert_allclose(exchanged[:, :40].reshape(4, 5, ROW), expected, rtol=1e-3, atol=1e-3)


def test_weights_for_other_inputs_are_refused(tmp_path):
    other = tmp_path / "other.npz"
    with np.load(WEIGHTS) as kept:
        weights = {name: kept[name] for name in kept.files}
    weights["body.of_table.weight"] = np.zeros((256, VIEW.table + 1), np.float16)
    np.savez(other, **weights)
    with pytest.raises(NotUnderstood, match="other inputs"):
        GroupNetwork(LEVEL10, VIEW, other)


def result(bot, number, **options):
    match = Match(LEVEL10, LEVEL10.options(options), bytes(31) + bytes([number]))
    its, dice = player(bot_named(LEVEL10, bot)), new_dice(1)
    while not match.over:
        match.play(match.seat, its.move(match.packed, match.view(match.seat), dice))
    return match.state.table.won


@pytest.mark.skipif(INTERPRETED, reason="whole games, which are the same compiled")
def test_it_wins_where_rules_do_not():
    """At master two experts win 97 of 100 games, two casual players 51 (docs/strength.md)."""
    won = {
        bot: sum(result(bot, number, players=2, pauses=0, open_counts=True) for number in range(30))
        for bot in ("expert", "rules")
    }
    assert won["expert"] >= 27
    assert won["expert"] > won["rules"] + 3


def test_who_begins_and_small_games_it_leaves_to_rules():
    for options in ({"players": 3}, {"players": 2, "worlds": 2, "columns": 4}):
        match = Match(LEVEL10, LEVEL10.options(options), bytes(32))
        both = [
            player(bot_named(LEVEL10, bot)).move(match.packed, match.view(match.seat), new_dice(1))
            for bot in ("expert", "rules")
        ]
        assert both[0] == both[1]
