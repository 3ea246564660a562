"""Oh Hell beside OpenSpiel's, move by move: the same cards, the same legal moves, the same seat
on turn, the same points.

OH_HELL_GAMES says how many games; OpenSpiel's parameters go through every number of players.
"""

import os
from random import Random
from typing import Any

import pytest
from tenluz.engine.errors import NotUnderstood

from table import Table, cut
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.moves import BID, CUT, SUITS
from tenluz_oh_hell.rules.options import BY_CHANCE

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("OH_HELL_GAMES", "2000"))

PARAMETERS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 3, "num_tricks_fixed": 17},
    {"players": 3, "num_suits": 1, "num_cards_per_suit": 4},
    {"players": 3, "num_suits": 2, "num_cards_per_suit": 5, "off_bid_penalty": True},
    {"players": 4, "off_bid_penalty": True, "points_per_trick": 3},
    {"players": 4, "num_suits": 3, "num_cards_per_suit": 8, "points_per_trick": 5},
    {"players": 5, "num_tricks_fixed": 10, "points_per_trick": 100, "off_bid_penalty": True},
    {"players": 5, "num_suits": 4, "num_cards_per_suit": 2},
    {"players": 6, "num_tricks_fixed": 1, "points_per_trick": 0},
    {"players": 6, "num_cards_per_suit": 9, "off_bid_penalty": True},
    {"players": 7, "num_tricks_fixed": 7},
    {"players": 7, "num_suits": 2, "num_cards_per_suit": 13, "off_bid_penalty": True},
]


def options_from(parameters: dict[str, Any]) -> dict[str, Any]:
    """Our options from OpenSpiel's parameters."""
    names = {"num_suits": "suits", "num_cards_per_suit": "cards_per_suit"}
    kept = {name: value for name, value in parameters.items() if name != "num_tricks_fixed"}
    tricks = parameters.get("num_tricks_fixed", BY_CHANCE)
    return {"tricks": tricks, **{names.get(name, name): value for name, value in kept.items()}}


class Beside:
    """One game in both, from the same deal on."""

    def __init__(self, parameters: dict[str, Any], dice: Random) -> None:
        self.game = pyspiel.load_game("oh_hell", parameters)
        self.theirs = self.game.new_initial_state()
        self.ours = Table(**options_from(parameters))
        numbers = dict(self.theirs.chance_outcomes())
        ways = GAME.ways_to_deal(self.ours.chosen)  # O-2
        assert numbers == {way[0]: pytest.approx(1 / len(ways)) for way in ways}
        tricks = self.chance(dice.choice(sorted(numbers)))
        dealer = self.chance(dice.randrange(self.ours.players))
        deck = [card for card in GAME.deck(self.ours.chosen) if card != CUT]
        self.number = {card: place for place, card in enumerate(deck)}  # OpenSpiel's
        dice.shuffle(deck)
        for card in range(tricks):  # round the table, where ours deals seat by seat
            for seat in range(self.ours.players):
                self.chance(self.number[deck[seat * tricks + card]])
        self.chance(self.number[deck[tricks * self.ours.players]])
        if self.ours.chosen.tricks == BY_CHANCE:
            deck = cut(deck, tricks * self.ours.players)
        self.ours.deal(deck, (dealer + 1) % self.ours.players)
        self.tricks = tricks

    def chance(self, action: int) -> int:
        """What chance decides in OpenSpiel's game, decided here."""
        assert self.theirs.is_chance_node()
        self.theirs.apply_action(action)
        return action

    def action(self, move: int) -> int:
        """OpenSpiel's number for one of our moves."""
        if move >= BID:
            return len(self.number) + move - BID
        return self.number[move]

    def check(self) -> None:
        assert self.theirs.is_terminal() == (self.ours.phase == "over")
        assert self.theirs.legal_actions() == [self.action(move) for move in self.ours.moves]
        if self.ours.phase == "over":
            outcome = GAME.outcome(self.ours.options, self.ours.state)
            assert self.theirs.returns() == list(outcome.scores)
        else:
            assert self.theirs.current_player() == self.ours.seat

    def move(self, move: int) -> None:
        self.theirs.apply_action(self.action(move))
        GAME.rules.apply(self.ours.options, self.ours.state, move)


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_every_step_is_as_in_openspiel(parameters: dict[str, Any]) -> None:
    """O-1 to O-12"""
    moves = 0
    for number in range(-(-GAMES // len(PARAMETERS))):
        dice = Random(number)
        game = Beside(parameters, dice)
        game.check()
        while game.ours.phase != "over":
            game.move(dice.choice(game.ours.moves))
            moves += 1
            game.check()
        assert game.ours.tricks_done == game.ours.tricks_in_game == game.tricks
        low, high = GAME.score_range(game.ours.chosen)
        assert game.game.min_utility() <= low <= high <= game.game.max_utility()
        if game.ours.chosen.tricks == BY_CHANCE:
            assert high == game.game.max_utility()
    assert moves > 0


def test_a_full_deck_has_openspiels_cards() -> None:
    """O-1: numbers and names."""
    state = pyspiel.load_game("oh_hell").new_initial_state()
    state.apply_action(5)
    state.apply_action(0)
    names = [state.action_to_string(pyspiel.PlayerId.CHANCE, card) for card in range(52)]
    assert [GAME.card_name(card) for card in range(52)] == names
    assert GAME.deck(GAME.options()) == list(range(13 * SUITS))


def test_options_are_refused_where_openspiel_has_no_game() -> None:
    """O-2, O-3: it needs a card for everybody and one to turn up."""
    for players in range(3, 8):
        for suits in range(1, 5):
            for ranks in range(2, 14):
                sizes = {"players": players, "num_suits": suits, "num_cards_per_suit": ranks}
                try:
                    most = pyspiel.load_game("oh_hell", sizes).max_chance_nodes_in_history()
                except pyspiel.SpielError:
                    most = 0
                given = options_from(sizes)
                if most == 0:
                    for agreed in (given, {**given, "tricks": 1}):
                        with pytest.raises(NotUnderstood, match="need more than"):
                            GAME.options(agreed)
                    continue
                tricks = (most - 3) // players  # all chance is two draws, the hands and the trump
                assert GAME.options({**given, "tricks": tricks}).tricks == tricks
                assert GAME.options(given).hand == tricks
