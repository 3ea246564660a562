"""The expert of Luz: what its network sees and says, how it is trained, and that it plays well."""

import numpy as np
import pytest

from tenluz.bots.bot import player
from tenluz.bots.group_network import GroupNetwork
from tenluz.bots.registry import bot_named
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.match import Match
from tenluz.games.luz.bots import champion_bot, expert_bot
from tenluz.games.luz.bots.belief import by_guess
from tenluz.games.luz.bots.expert_bot import WEIGHTS
from tenluz.games.luz.bots.expert_view import (
    BEADS_AT,
    CHANCES_AT,
    HELD_AT,
    NUMBERS_END,
    OF_COLOUR,
    OWN,
    STANDS,
    STANDS_AT,
    TABLE,
    VIEW,
    WANTS_AT,
    WHOLE,
)
from tenluz.games.luz.expert import EXPERT, HIDDEN, ROOM, RULES, SLIPPING
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, PLAY, TRICK, TRUMP
from tenluz.games.luz.rules.options import MOST_COLOURS, MOST_HAND, MOST_VALUES
from tenluz.games.luz.rules.view import chances


def positions(players, number=1, **options):
    """A game by `rules`, decision by decision."""
    match = Match(LUZ, LUZ.options(players=players, deals=1, **options), number.to_bytes(32, "big"))
    rules, dice = player(bot_named(LUZ, "rules")), new_dice(number)
    while not match.over:
        view = match.view(match.seat)
        yield match, view
        match.play(match.seat, int(rules.move(match.packed, view, dice)))


def row_of(match, view):
    row = np.full(VIEW.sees, 99, np.int8)  # whatever was there before
    VIEW.write(match.packed, view, row)
    return row


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_number_is_a_flag_a_count_or_a_chance(players):
    for match, view in positions(players, bead_limit=players == 4):
        row = row_of(match, view)
        assert ((row[:WANTS_AT] == 0) | (row[:WANTS_AT] == 1)).all()
        assert row[BEADS_AT] == view.table.beads
        assert not row[NUMBERS_END:TABLE].any()
        for colour in row[TABLE : VIEW.shown].reshape(MOST_COLOURS, OF_COLOUR):
            of_own, rest = colour[CHANCES_AT:HELD_AT], np.delete(colour, range(CHANCES_AT, HELD_AT))
            assert ((rest == 0) | (rest == 1)).all()
            assert (of_own >= 0).all()
            assert (of_own <= WHOLE).all()
        assert (np.abs(row[: VIEW.shown] * np.array(VIEW.scale(), np.float32)) <= 4).all()


def test_what_a_card_may_be_is_exact():
    """The chances of the rules, in hundredths, and what follows from them."""
    for match, view in positions(4, 3):
        row = row_of(match, view)
        chance = np.zeros((MOST_HAND, MOST_VALUES))
        chances(match.packed, view, chance)
        for colour in range(MOST_COLOURS):
            own = int(view.hands.of_colour[view.seat][colour])
            held = own & int(view.hands.held[view.seat])
            places = [place for place in range(MOST_HAND) if own >> place & 1]
            of_colour = row[TABLE + colour * OF_COLOUR :][:OF_COLOUR]
            shown = of_colour[CHANCES_AT:STANDS_AT].reshape(OWN, MOST_VALUES)
            stands = of_colour[STANDS_AT:HELD_AT].reshape(OWN, STANDS)
            others = [
                int(view.hands.card[seat][place]) % COLOUR
                for seat in range(4)
                for place in range(MOST_HAND)
                if seat != view.seat
                and int(view.hands.of_colour[seat][colour])
                & int(view.hands.held[seat])
                & (1 << place)
            ]
            for number, place in enumerate(places):
                expected = chance[place] if held >> place & 1 else np.zeros(MOST_VALUES)
                assert np.abs(shown[number] - WHOLE * expected).max() <= 0.51
                highest = max(others, default=-1)
                above = expected[highest + 1 :].sum()
                assert abs(stands[number][1] - WHOLE * above) <= 0.51
            assert not shown[len(places) :].any()


def test_every_move_finds_its_score():
    for match, view in positions(5, 2):
        where = row_of(match, view)[VIEW.shown :]
        assert where[:PLAY].tolist() == [MOST_COLOURS * OWN + bid for bid in range(PLAY)]
        of_cards = where[PLAY:].tolist()
        assert len(set(of_cards)) == MOST_HAND  # in this deal nobody has nine of a colour
        for place, said in enumerate(of_cards):
            assert int(view.hands.of_colour[view.seat][said // OWN]) >> place & 1


def test_plain_colours_are_alike_to_it():
    """Exchange two plain colours in what it sees, and what it says of them is exchanged."""
    network = GroupNetwork(LUZ, VIEW, WEIGHTS)
    rows = np.random.default_rng(1).integers(0, 2, (4, VIEW.sees)).astype(np.int8)
    rows[:, VIEW.shown :] = np.arange(VIEW.moves)
    other = rows.copy()
    colours = other[:, TABLE : VIEW.shown].reshape(4, MOST_COLOURS, OF_COLOUR)
    colours[:, [0, 2]] = colours[:, [2, 0]].copy()
    said, exchanged = network.scores(rows)[:, :24], network.scores(other)[:, :24]
    order = [*range(16, 24), *range(8, 16), *range(8)]
    np.testing.assert_allclose(exchanged, said[:, order], rtol=1e-3, atol=1e-3)
    assert not np.allclose(said[:, :8], said[:, 16:24], atol=1e-3)


def test_a_critic_sees_the_own_hand():
    for match, _ in positions(3, 4):
        row = np.full(MOST_COLOURS * HIDDEN, 99, np.int8)
        EXPERT.write_hidden(match.packed, match.state, np.zeros(5, np.int8), row)
        seat = match.state.table.seat
        held = int(match.state.hands.held[seat])
        cards = {int(match.state.hands.card[seat][p]) for p in range(10) if held >> p & 1}
        shown = np.flatnonzero(row)
        assert {int(at) // HIDDEN * COLOUR + int(at) % HIDDEN for at in shown} == cards


def test_what_a_deal_pays():
    for given, often in EXPERT.variants():
        assert often > 0
        assert LUZ.options(given).players in (3, 4, 5)
    match = Match(LUZ, LUZ.options(players=3), bytes(32))
    t = match.state.table
    t.deal, t.points[0, 1], t.points[1, 1] = 2, 10, -5
    t.points[1, 0] = 20
    assert EXPERT.worth(match.packed, match.state, 1) == pytest.approx(1 - 5 / 20)
    assert EXPERT.worth(match.packed, match.state, 2) == 0
    assert EXPERT.succeeded(match.packed, match.state)


def test_it_begins_with_bids_without_a_bead():
    for match, view in positions(3, 5):
        low = int(view.legal)
        kept, high = EXPERT.narrow(match.packed, view, low, 0)
        without = low & ((1 << BID_SAFE) - 1)
        assert (kept, high) == (without if view.table.phase == BID else low, 0)
    view.table.phase = BID
    assert EXPERT.narrow(match.packed, view, 1 << BID_SAFE, 0) == (1 << BID_SAFE, 0)


def test_strangers_are_rules_and_one_who_slips():
    rules, room = player(bot_named(LUZ, "rules")), np.zeros(1, ROOM)
    dice, slips, moves = new_dice(1), 0, 0
    for match, view in positions(4, 6):
        expected = rules.move(match.packed, view, new_dice(1))
        assert EXPERT.stranger(RULES, match.packed, view, dice, room[0]) == expected
        move = EXPERT.stranger(SLIPPING, match.packed, view, dice, room[0])
        assert int(view.legal) >> move & 1
        slips += move != expected
        moves += 1
    assert 0 < slips < moves / 3


def test_a_guess_makes_likely_hands_likelier():
    """Where the network is sure of a card, hands with it weigh more than those without."""

    class Sure:
        def rows(self, o, views):
            return None

        def guesses(self, rows):
            found = np.zeros((1, MOST_COLOURS, MOST_VALUES), np.float32)
            found[0, TRUMP] = np.linspace(-3, 3, MOST_VALUES)
            return found

    match, view = next(iter(positions(4, 2)))
    states = np.zeros(400, LUZ.state_type)
    dice = new_dice(2)
    for state in states:
        LUZ.rules.sample(match.packed, view, dice, state)
    weights = np.ones(len(states))
    by_guess(Sure())(match.packed, view, states, weights)
    cards = states["hands"]["card"][:, view.seat]
    height = np.where(cards // COLOUR == TRUMP, cards % COLOUR, 0).sum(1)
    assert np.ptp(height) > 0
    assert np.average(height, weights=weights) > height.mean() + 0.3
    assert (weights > 0).all()


@pytest.mark.skipif(INTERPRETED, reason="whole games, which are the same compiled")
def test_it_makes_more_of_its_cards_than_rules():
    """Among equals 19 points a deal, `rules` 11 (docs/strength.md)."""
    points = dict.fromkeys(("expert", "rules"), 0)
    for bot in points:
        its, dice = player(bot_named(LUZ, bot)), new_dice(1)
        for number in range(6):
            match = Match(LUZ, LUZ.options(players=4), number.to_bytes(32, "big"))
            while not match.over:
                match.play(match.seat, int(its.move(match.packed, match.view(match.seat), dice)))
            points[bot] += sum(LUZ.outcome(match.packed, match.state).to_json()["scores"])
    assert points["expert"] > points["rules"] + 6 * 4 * 4 * 3


@pytest.mark.skipif(INTERPRETED, reason="whole looks ahead, which are the same compiled")
def test_small_games_it_leaves_to_rules():
    """But for what it knows of the others: who sits among copies of `rules` looks ahead by it."""
    for options in ({"players": 2, "values": 6, "hand": 5}, {"players": 3, "hand": 4}):
        match = Match(LUZ, LUZ.options(options), bytes(32))
        for _ in range(6):
            view = match.view(match.seat)
            move = player(bot_named(LUZ, "rules")).move(match.packed, view, new_dice(1))
            alone = expert_bot.network_policy()
            assert alone.choose(match.packed, view, new_dice(1)) == move
            assert champion_bot.search().choose(match.packed, view, new_dice(1)) == move
            for bot in ("expert", "champion"):
                its = player(bot_named(LUZ, bot)).move(match.packed, view, new_dice(1))
                assert its == move or view.table.phase == TRICK
                assert match.allows(its)
            match.play(match.seat, int(move))
