"""Tables of Oh Hell in a few words: hands, the card turned up, bids; then cards as a record
writes them.

    table = deal("C4 S2", "C3 D4", "C5 C6", trump="D2", bids="1 1 1")
    table.play("C4 C3 C5")
    assert table.tricks == [0, 0, 1]
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np

from tenluz_oh_hell import notation
from tenluz_oh_hell.game import GAME
from tenluz_oh_hell.rules.moves import BIDDING, CARDS, CUT, DEAL, OVER, PLAYING
from tenluz_oh_hell.rules.options import BY_CHANCE

PHASES = {DEAL: "deal", OVER: "over", BIDDING: "bidding", PLAYING: "playing"}


def cards(names: str) -> list[int]:
    """Cards by their names."""
    return [notation.read_card(name) for name in names.split()]


def names(numbers: Iterable[int]) -> str:
    """The names of cards, in their order."""
    return " ".join(notation.card_name(card) for card in numbers)


def cards_in(bits: int) -> set[int]:
    """A set of bits as a set of cards."""
    return {card for card in range(CARDS) if bits >> card & 1}


def cut(deck: Sequence[int], place: int) -> list[int]:
    """The same deck with the cut behind so many cards."""
    return [*deck[:place], CUT, *deck[place:]]


class Table:
    """One game in one state, with everything told in the words of the game."""

    def __init__(self, **options: Any) -> None:
        self.chosen = GAME.options(**options)
        self.options = self.chosen.packed()
        self.state = GAME.new_state(self.options)
        self.players = self.chosen.players

    def __getattr__(self, name: str) -> Any:
        """A field of the table: a number, or one number for each seat."""
        found = getattr(self.state.table, name)
        return found[: self.players].tolist() if isinstance(found, np.ndarray) else found

    @property
    def phase(self) -> str:
        return PHASES[self.state.table.phase]

    @property
    def moves(self) -> list[int]:
        return GAME.moves(self.options, self.state)

    @property
    def legal(self) -> str:
        """The legal turns, as a record writes them."""
        return " ".join(GAME.write_turn([move]) for move in self.moves)

    def hand(self, seat: int) -> str:
        """The cards that a seat still holds, by suit."""
        return " ".join(notation.hand_names(self.state.hands[seat]))

    def view(self, seat: int) -> Any:
        return GAME.view(self.options, self.state, seat)

    def plain_view(self, seat: int) -> Any:
        return GAME.plain_view(self.options, self.state, seat)

    def screen(self, seat: int) -> Any:
        return GAME.screen(self.options, self.plain_view(seat))

    def play(self, *turns: str) -> "Table":
        """Bids or cards, in the order in which they happen; each must be legal."""
        for turn in " ".join(turns).split():
            assert self.attempt(turn), f"{turn} is not legal, only {self.legal}"
        return self

    def attempt(self, turn: str) -> bool:
        """Make a turn if it is legal."""
        words = np.array(GAME.read_turn(turn), np.int64)
        return GAME.rules.turn(self.options, self.state, words, 0, len(words)) == -1

    def random_move(self, dice: Random) -> None:
        GAME.rules.apply(self.options, self.state, dice.choice(self.moves))

    def play_out(self, dice: Random) -> "Table":
        """Random moves to the end of the game."""
        while self.phase != "over":
            self.random_move(dice)
        return self

    def deal(self, deck: Sequence[int], first: int = 0) -> "Table":
        GAME.rules.deal(self.options, self.state, np.array(deck, np.int64), first)
        return self

    def deal_shuffled(self, dice: Random, first: int = 0) -> "Table":
        """A deck shuffled by Python's own dice."""
        deck = [card for card in GAME.deck(self.chosen) if card != CUT]
        dice.shuffle(deck)
        if self.chosen.tricks == BY_CHANCE:
            deck = cut(deck, self.players * dice.randint(1, self.chosen.hand))
        return self.deal(deck, first)


def deal(*hands: str, trump: str, first: int = 0, bids: str = "", **options: Any) -> Table:
    """A table with these hands and this card turned up; `bids` are made in turn order."""
    table = Table(players=len(hands), tricks=len(hands[0].split()), **options)
    dealt = cards(" ".join([*hands, trump]))
    rest = [card for card in GAME.deck(table.chosen) if card not in dealt]
    return table.deal(dealt + rest, first).play(bids)


def random_options(dice: Random) -> dict[str, Any]:
    """A game with the whole deck, or a smaller one."""
    players = dice.randint(3, 7)
    suits, ranks = 4, 13
    if dice.random() < 0.5:
        suits = dice.randint(1, 4)
        ranks = dice.randint(max(2, -(-(players + 1) // suits)), 13)
    return {
        "players": players,
        "suits": suits,
        "cards_per_suit": ranks,
        "tricks": dice.randint(0, (suits * ranks - 1) // players),
        "off_bid_penalty": dice.random() < 0.5,
        "points_per_trick": dice.choice([0, 1, 3, 100]),
    }


def positions(options: dict[str, Any], seed: int, every: int = 1) -> Iterable[Table]:
    """A random game: the table before its deal, after every few moves, and at its end."""
    dice = Random(seed)
    table = Table(**options)
    yield table
    table.deal_shuffled(dice, dice.randrange(table.players))
    while table.phase != "over":
        yield table
        for _ in range(every):
            if table.moves:
                table.random_move(dice)
    yield table
