"""Cards, deal and the choice of the first player: L-1 to L-5, R-10."""

from collections import Counter

import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules.moves import FIRST
from tenluz.games.level10.rules.options import DIFFICULTIES, HANDS
from tests.games.level10.table import Table, names, random_table, table

PLAYERS = range(1, 6)


def all_cards(seen: Table) -> Counter[str]:
    """Every card in a hand or in the pile."""
    hands = [seen.hand(seat) for seat in range(seen.options.players)]
    return Counter(" ".join([*hands, seen.pile]).split())


@pytest.mark.clause("L-1")
def test_forty_level_cards_one_of_each() -> None:
    """Five worlds, values 1 to 8, one of each."""
    deck = LEVEL10.deck(LEVEL10.options(pauses=0))
    assert len(deck) == 40
    assert names(deck).split() == [f"{world}{value}" for world in "DFSVM" for value in range(1, 9)]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.clause("L-2")
def test_resets_lie_open_and_never_in_deck_or_hand(players: int) -> None:
    """Two for each world, beside their row; the deck has level cards and pauses only."""
    seen = table(players=players, pauses=3)
    assert list(seen.table.resets) == [2] * 5
    assert {name[0] for name in all_cards(seen)} == set("DFSVMP")
    before = all_cards(seen)
    seen.play("R>D")
    assert list(seen.table.resets) == [1, 2, 2, 2, 2]
    assert all_cards(seen) == before


@pytest.mark.clause("L-3", "R-10")
def test_difficulty_says_how_many_pauses() -> None:
    """Easy 3, normal 2, hard 1, master 0; the others stay in the box."""
    assert DIFFICULTIES == {"easy": 3, "normal": 2, "hard": 1, "master": 0}
    for pauses in DIFFICULTIES.values():
        options = LEVEL10.options(pauses=pauses)
        assert names(LEVEL10.deck(options)).split().count("P") == pauses
        assert options.deck == 40 + pauses
        assert all_cards(random_table(1, pauses=pauses))["P"] == pauses
    with pytest.raises(NotUnderstood, match="from 0 to 3"):
        LEVEL10.options(pauses=4)


@pytest.mark.clause("L-3")
def test_pauses_are_all_alike() -> None:
    """One card number for all of them."""
    seen = table(pauses=3, hands=["P P P"])
    assert seen.hand(0).endswith("P P P")
    assert {name for name in seen.legal if name.startswith("P")} == {f"P>{w}" for w in "DFSVM"}


@pytest.mark.parametrize("pauses", range(4))
@pytest.mark.parametrize(("players", "size"), [(1, 10), (2, 7), (3, 6), (4, 5), (5, 4)])
@pytest.mark.clause("L-4")
def test_hands_and_what_is_left(players: int, size: int, pauses: int) -> None:
    """10 / 7 / 6 / 5 / 4 cards; the rest of the shuffled deck is the pile."""
    assert HANDS[players] == size
    whole = Counter(names(LEVEL10.deck(LEVEL10.options(pauses=pauses))).split())
    for seed in range(3):
        seen = random_table(seed, players=players, pauses=pauses)
        assert [len(seen.hand(seat).split()) for seat in range(players)] == [size] * players
        assert list(seen.table.cards) == [size] * players + [0] * (5 - players)
        assert len(seen.pile.split()) == 40 + pauses - players * size
        assert all_cards(seen) == whole


@pytest.mark.clause("L-4")
def test_deck_order_is_hands_then_pile() -> None:
    """Seat 0's hand comes first, then seat 1's; the rest is the pile, top first."""
    hands = ["D1 D2 D3 D4 D5 D6 D7", "F1 F2 F3 F4 F5 F6 P"]
    seen = table(players=2, pauses=1, hands=hands, pile="M8 S1")
    assert [seen.hand(0), seen.hand(1)] == hands
    assert seen.pile.startswith("M8 S1 ")


@pytest.mark.clause("L-4")
def test_shuffles_differ() -> None:
    """Another seed, another deal; the same seed, the same deal."""
    deals = {random_table(seed).pile for seed in range(20)}
    assert len(deals) == 20
    assert random_table(5).pile in deals


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.clause("L-5")
def test_players_choose_the_first_together(players: int) -> None:
    """After looking at their hands, each seat proposes; play begins when all agree."""
    seen = table(players=players, first=None)
    assert seen.phase == "CHOOSE"
    for seat in range(players):
        assert seen.view(seat).hand == seen.state.hands[seat] != 0
        assert seen.seat == seat
        assert seen.legal == {f"first {other}" for other in range(players)}
        assert seen.table.first == -1
        seen.move(f"first {players - 1}")
    assert (seen.phase, seen.seat, seen.table.first) == ("TURN", players - 1, players - 1)


@pytest.mark.clause("L-5")
def test_disagreement_goes_round_until_all_agree() -> None:
    """Nobody is outvoted, and a seat may change its mind."""
    seen = table(players=3, first=None)
    seen.move("first 0", "first 1", "first 1")
    assert (seen.phase, seen.seat) == ("CHOOSE", 0)
    assert list(seen.table.proposed[:3]) == [0, 1, 1]
    seen.move("first 2", "first 2")
    assert (seen.phase, seen.seat) == ("CHOOSE", 2)
    seen.move("first 1", "first 1")
    assert (seen.phase, seen.seat) == ("CHOOSE", 1)
    seen.move("first 1")
    assert (seen.phase, seen.seat) == ("TURN", 1)


@pytest.mark.parametrize("players", range(2, 6))
def test_who_agrees_with_the_seat_before_brings_a_game_to_its_beginning(players: int) -> None:
    """And only that: other proposals could be made without end."""
    seen = table(players=players, first=None)
    assert stands_still(seen) == [], "nobody has proposed anything"
    for seat in range(players):
        seen.move(f"first {seat}")
    for _ in range(players - 1):
        assert seen.phase == "CHOOSE"
        assert stands_still(seen) == list(range(players - 1))
        seen.move(f"first {players - 1}")
    assert seen.phase == "TURN"
    assert stands_still(seen) == []


def stands_still(seen: Table) -> list[int]:
    """Whom somebody may propose without bringing the game on."""
    moves = LEVEL10.moves(seen.o, seen.state)
    return [move - FIRST for move in moves if LEVEL10.stands_still(seen.o, seen.state, move)]


@pytest.mark.clause("L-5")
def test_nothing_is_played_before_the_choice() -> None:
    """A card before that is refused."""
    seen = table(players=2, hands=["D1"], first=None)
    assert seen.refused("D1").clause == "L-5"
    assert seen.say(0, "1 D") is None, "talk serves to choose the first player (L-22)"


@pytest.mark.parametrize("first", [None, 0])
@pytest.mark.clause("L-5")
def test_alone_there_is_nothing_to_choose(first: int | None) -> None:
    """A single player simply begins."""
    seen = table(players=1, first=first)
    assert (seen.phase, seen.seat, seen.table.first) == ("TURN", 0, 0)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.clause("L-5")
def test_play_goes_clockwise(first: int) -> None:
    """From the first player on, each seat in turn."""
    seen = table(players=4, hands=["D1 D2", "F1 F2", "S1 S2", "V1 V2"], first=first)
    for turn in range(8):
        seat = (first + turn) % 4
        assert seen.seat == seat
        seen.play("R>M" if turn == 4 else f"{'DFSV'[seat]}{1 if turn < 4 else 2}")


@pytest.mark.clause("L-5")
def test_first_player_dealt_by_the_dice() -> None:
    """L-5 for simulation: with `first_player=dealt` the deal names the first player, fairly."""
    options = LEVEL10.options(players=4, first_player="dealt")
    seen = Table(options)
    dice = new_dice(3)
    firsts: Counter[int] = Counter()
    for _ in range(80):
        rules.deal_at_random(seen.o, seen.state, dice)
        assert seen.phase == "TURN"
        assert seen.seat == seen.table.first
        firsts[seen.seat] += 1
    assert sorted(firsts) == [0, 1, 2, 3]
    assert min(firsts.values()) > 8


@pytest.mark.clause("L-4")
def test_before_the_deal_nothing_can_be_done() -> None:
    """A new game waits for its deal."""
    seen = Table(LEVEL10.options())
    assert seen.phase == "DEAL"
    assert seen.moves == []
    assert seen.refused("D1").clause == "L-4"
