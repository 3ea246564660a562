"""The bot `rules` for Luz: legal, blind to its own cards, and better than chance."""

from typing import Any

import numpy as np
import pytest

from tenluz.bots.registry import bot_number
from tenluz.engine.compiled import INTERPRETED, allocating
from tenluz.engine.dice import new_dice, seat_dice
from tenluz.games.luz.bots.rules_bot import choose
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.notation import read_bid, read_card
from tenluz.games.luz.rules import apply as rules
from tenluz.games.luz.rules.moves import BID, BID_SAFE, DEAL, OVER, PLAY, TRICK, WORD_CARD
from tenluz.games.luz.rules.view import sample, view
from tenluz.lab.playouts import bot_playouts

SIZES = [
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 4, "bead_limit": True},
    {"players": 5, "bead_limit": True, "hand": 9},
    {"players": 3, "colours": 3, "values": 4, "hand": 3, "deals": 2},
    {"players": 2, "values": 4, "hand": 3},
    {"players": 2, "colours": 2, "values": 1, "hand": 1, "deals": 1},
    {"players": 3, "colours": 2, "values": 6, "hand": 4},
]
GAMES = 5 if INTERPRETED else 1_000
RANDOM, RULES = (bot_number(LUZ, name) for name in ("random", "rules"))


def named(size: dict[str, Any]) -> str:
    return "-".join(f"{name}{value}" for name, value in size.items())


# --- any table --------------------------------------------------------------------------


@allocating
def illegal_moves(o: Any, s: Any, v: Any, seed: Any, games: int) -> int:
    """Games of the bot with itself, stopped at the first move that is not legal."""
    rolls = np.empty(2, np.uint64)
    for number in range(games):
        seat_dice(rolls, seed, np.uint64(number))
        rules.start(o, s)
        while s.table.phase != OVER:
            if s.table.phase == DEAL:
                rules.deal_at_random(o, s, rolls)
                continue
            view(o, s, s.table.seat, v)
            move = choose(o, v, rolls)
            if move < 0 or not rules.legal(o, s)[0] >> move & 1:
                return 1
            rules.apply(o, s, move)
    return 0


@pytest.mark.parametrize("size", SIZES, ids=named)
def test_no_move_is_ever_illegal(size: dict[str, Any]) -> None:
    o = LUZ.options(size).packed()
    s, v = LUZ.new_state(o), np.zeros(1, LUZ.view_type)[0]
    assert illegal_moves(o, s, v, np.uint64(1), GAMES) == 0


@pytest.mark.parametrize("size", SIZES, ids=named)
def test_the_move_depends_on_the_view_alone(size: dict[str, Any]) -> None:
    """Other own cards that look the same from here, and other dice, change nothing."""
    o = LUZ.options(size).packed()
    other = LUZ.new_state(o)
    rolls = new_dice(2)
    hidden = 0
    for number in range(2 if INTERPRETED else 20):
        s = LUZ.new_state(o)
        game_rolls = new_dice(3, number)
        while s.table.phase != OVER:
            if s.table.phase == DEAL:
                rules.deal_at_random(o, s, game_rolls)
                continue
            seat = s.table.seat
            seen = LUZ.view(o, s, seat)
            move = choose(o, seen, new_dice(4))
            sample(o, seen, rolls, other)
            again = LUZ.view(o, other, seat)
            assert again.tobytes() == seen.tobytes()
            hidden += list(other.hands.card[seat]) != list(s.hands.card[seat])
            assert choose(o, again, new_dice(5)) == move
            rules.apply(o, s, move)
    assert hidden > 0 or o.deck == o.players * o.hand


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_among_random_players_wins_by_a_mile(players: int) -> None:
    o = LUZ.options(players=players).packed()
    games = 8 if INTERPRETED else 400
    states = np.zeros(games, LUZ.state_type)
    views = np.zeros(1, LUZ.view_type)
    bots = np.array([RULES] + [RANDOM] * (players - 1))
    bot_playouts(LUZ)(o, states, views, np.uint64(6), 0, bots)
    totals = states["table"]["points"].astype(int).sum(axis=1)[:, :players]
    wins = (totals[:, 0] > totals[:, 1:].max(axis=1)).mean()
    assert wins > 0.9
    assert totals[:, 0].mean() > totals[:, 1:].mean() + 60


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_among_themselves_most_bids_are_made(players: int) -> None:
    o = LUZ.options(players=players).packed()
    states = np.zeros(500, LUZ.state_type)
    views = np.zeros(1, LUZ.view_type)
    bot_playouts(LUZ)(o, states, views, np.uint64(7), 0, np.full(players, RULES))
    points = states["table"]["points"][:, :, :players]
    assert (points > 0).mean() > 0.5
    assert points.astype(int).sum(axis=1).mean() > 25


# --- bids -------------------------------------------------------------------------------


def dealt(options: dict[str, Any], *hands: str, first: int = 0) -> tuple[Any, Any]:
    """Options and a state with these hands, by seat, and the rest of the deck set aside.

    Seat `first` bids first.
    """
    chosen = LUZ.options(options)
    o = chosen.packed()
    cards = [read_card(name) for hand in hands for name in hand.split()]
    deck = cards + [card for card in LUZ.deck(chosen) if card not in cards]
    s = LUZ.new_state(o)
    rules.deal(o, s, np.array(deck, np.int64), (first - 1) % o.players)
    return o, s


def answer(o: Any, s: Any) -> int:
    """The bot's move for the seat on turn."""
    return choose(o, LUZ.view(o, s, s.table.seat), new_dice(0))


def bid(o: Any, s: Any) -> int:
    """The number of tricks that the bot bids, with or without a safety bead."""
    move = answer(o, s)
    assert s.table.phase == BID
    assert move < PLAY
    return move % BID_SAFE


HOPELESS = "R1 R2 G1 G2 B1 B2 P1 P2 R3 G3"
CERTAIN = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10"


def test_low_cards_under_high_ones_bid_nothing() -> None:
    o, s = dealt(
        {"players": 4},
        HOPELESS,
        "Y10 Y9 Y8 R10 R9 G10 G9 B10 P10 P9",
        "Y7 Y6 Y5 R8 R7 G8 G7 B9 B8 P8",
        "Y4 Y3 Y2 R6 G6 B7 B6 P7 P6 Y1",
    )
    assert bid(o, s) == 0


def test_all_trumps_bid_all_tricks() -> None:
    o, s = dealt(
        {"players": 4},
        CERTAIN,
        "R10 R9 R8 G10 G9 G8 B10 B9 B8 P10",
        "R7 R6 R5 G7 G6 G5 B7 B6 B5 P9",
        "R4 R3 R2 G4 G3 G2 B4 B3 B2 P8",
    )
    assert answer(o, s) == 10  # and no bead: nothing can go wrong


def test_higher_cards_bid_higher() -> None:
    bids = []
    for own, out in (("Y3 Y1", "Y10 Y9"), ("Y10 Y1", "Y3 Y9"), ("Y10 Y9", "Y3 Y1")):
        o, s = dealt(
            {"players": 4},
            f"R8 R4 G7 G3 B8 B2 P6 P5 {own}",
            f"R9 R7 R6 G10 G9 B7 B6 P10 {out}",
            "Y8 Y6 Y4 R5 R3 G8 G6 B10 B9 P9",
            "Y7 Y5 Y2 R10 R2 G5 G4 B5 P8 P7",
        )
        bids.append(bid(o, s))
    assert bids == sorted(bids)
    assert bids[0] < bids[-1]


@pytest.mark.clause("S-1")
def test_a_bid_keeps_to_the_beads_that_are_left() -> None:
    """With a limit, all trumps bid what the others leave."""
    hands = (
        "R10 R9 R8 G10 G9 G8 B10 B9 B8 P10",
        "R7 R6 R5 G7 G6 G5 B7 B6 B5 P9",
        "R4 R3 R2 G4 G3 G2 B4 B3 B2 P8",
        CERTAIN,
    )
    o, s = dealt({"players": 4, "bead_limit": True}, *hands)
    for others in ("4", "4", "3"):
        rules.apply(o, s, read_bid(others))
    assert answer(o, s) % BID_SAFE == 4


# --- cards ------------------------------------------------------------------------------

# Three hands of four are the whole deck, so everybody knows the own cards too.
WHOLE_DECK = {"players": 3, "colours": 2, "values": 6, "hand": 4}


def played(o: Any, s: Any, bids: str, cards: str) -> None:
    """Bid and play these words."""
    words = [read_bid(word) for word in bids.split()]
    words += [WORD_CARD + read_card(name) for name in cards.split()]
    assert rules.turn(o, s, np.array(words, np.int64), 0, len(words)) == -1


def card(o: Any, s: Any) -> int:
    """The card at the place that the bot plays."""
    assert s.table.phase == TRICK
    return int(s.hands.card[s.table.seat, answer(o, s) - PLAY])


@pytest.mark.parametrize(
    ("bids", "expected"),
    [("1 1 2", "R6"), ("2 2 0", "R4")],
    ids=["wins when it wants tricks", "else throws the highest that loses"],
)
def test_the_last_to_play_takes_what_it_wants(bids: str, expected: str) -> None:
    o, s = dealt(WHOLE_DECK, "R3 R5 Y1 Y2", "R1 Y4 Y5 Y6", "R2 R4 R6 Y3")
    played(o, s, bids, "R5 R1")
    assert card(o, s) == read_card(expected)


@pytest.mark.parametrize(
    ("bids", "expected"),
    [("1 1 2", "Y1"), ("2 2 0", "R4")],
    ids=["ruffs when it wants tricks", "else throws its highest card away"],
)
def test_without_the_led_colour_it_ruffs_or_throws(bids: str, expected: str) -> None:
    o, s = dealt(
        {"players": 3, "colours": 3, "values": 4, "hand": 4},
        "G1 G3 R3 Y3",
        "G2 G4 Y2 Y4",
        "R1 R2 R4 Y1",
    )
    played(o, s, bids, "G1 G2")
    assert card(o, s) == read_card(expected)


@pytest.mark.parametrize(
    ("bids", "expected"),
    [("4 0 0", {"R6", "Y5", "Y6"}), ("0 2 2", {"R1"})],
    ids=["leads a sure winner", "leads a sure loser"],
)
def test_a_leader_knows_what_will_happen(bids: str, expected: set[str]) -> None:
    o, s = dealt(WHOLE_DECK, "R1 R6 Y5 Y6", "R2 R3 Y1 Y2", "R4 R5 Y3 Y4")
    played(o, s, bids, "")
    assert card(o, s) in {read_card(name) for name in expected}
