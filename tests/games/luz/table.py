"""Tables of Luz in a few words: hands, bids, points; then turns as a record writes them.

    table = deal("R4 B1", "R3 R1", "G3 B2", "R2 G1", bids="1 0 0 1")
    table.play("R4 R3 G3 R2")
    assert table.tricks == [1, 0, 0, 0]

Hands shorter than the game's are hands after some tricks: the cards missing were played.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from tenluz.engine.game import DEAL, OVER
from tenluz.games.luz import notation
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import BID, PLAY, TRICK

PHASES = {DEAL: "deal", OVER: "over", BID: "bid", TRICK: "trick"}


def cards(names: str) -> list[int]:
    """Cards by their names."""
    return [notation.read_card(name) for name in names.split()]


def names(numbers: Iterable[int]) -> str:
    """The names of cards, in their order."""
    return " ".join(notation.card_name(card) for card in numbers)


class Table:
    """One game in one state, with everything told in the words of the game."""

    def __init__(self, **options: Any) -> None:
        self.chosen = LUZ.options(**options)
        self.options = self.chosen.packed()
        self.state = LUZ.new_state(self.options)
        self.players = self.chosen.players

    def __getattr__(self, name: str) -> Any:
        """A field of the table: a number, or one number for each seat."""
        found = getattr(self.state.table, name)
        return found[: self.players].tolist() if isinstance(found, np.ndarray) else found

    @property
    def phase(self) -> str:
        return PHASES[self.state.table.phase]

    @property
    def totals(self) -> list[int]:
        return LUZ.outcome(self.options, self.state).to_json()["scores"]

    @property
    def outcome(self) -> dict[str, Any]:
        return LUZ.outcome(self.options, self.state).to_json()

    @property
    def moves(self) -> list[int]:
        return LUZ.moves(self.options, self.state)

    @property
    def legal(self) -> set[str]:
        """The legal turns, as a record writes them."""
        return {LUZ.write_turn([LUZ.word(self.state, move)]) for move in self.moves}

    def hand(self, seat: int) -> str:
        """The cards that a seat still holds."""
        hands = self.state.hands
        held = hands.held[seat]
        return names(hands.card[seat, place] for place in range(10) if held >> place & 1)

    def view(self, seat: int) -> Any:
        return LUZ.view(self.options, self.state, seat)

    def play(self, *turns: str) -> "Table":
        """Bids or cards, in the order in which they happen; each must be legal."""
        for turn in " ".join(turns).split():
            assert self.attempt(turn), f"{turn} is not legal, only {sorted(self.legal)}"
        return self

    def attempt(self, turn: str) -> bool:
        """Make a turn if it is legal."""
        words = np.array(LUZ.read_turn(turn), np.int64)
        return LUZ.rules.turn(self.options, self.state, words, 0, len(words)) == -1

    def play_out(self, dice: Any) -> "Table":
        """Random moves to the end of the deal."""
        while self.state.table.phase not in (DEAL, OVER):
            self.random_move(dice)
        return self

    def random_move(self, dice: Any) -> None:
        LUZ.rules.apply(self.options, self.state, dice.choice(self.moves))

    def deal(self, deck: Sequence[int], first: int = 0) -> "Table":
        LUZ.rules.deal(self.options, self.state, np.array(deck, np.int64), first)
        return self

    def deal_shuffled(self, dice: Any, first: int = 0) -> "Table":
        """A deck shuffled by Python's own dice."""
        deck = LUZ.deck(self.chosen)
        dice.shuffle(deck)
        return self.deal(deck, first)


def deal(
    *hands: str,
    holder: int = 0,
    number: int = 1,
    bids: str = "",
    tricks: Sequence[int] = (),
    points: Sequence[Sequence[int]] = (),
    **options: Any,
) -> Table:
    """A table in deal `number`, with these hands, the first-player card at `holder`.

    `points` are those of the deals before; `bids` are made in turn order, and `tricks` says
    how many tricks each seat has taken with the cards that are missing from the hands.
    """
    players = len(hands)
    options.setdefault("hand", 10 if tricks else len(hands[0].split()))
    table = Table(players=players, **options)
    t = table.state.table
    t.deal = number - 1
    t.first = (holder - number) % players
    for before, row in enumerate(points):
        for seat, earned in enumerate(row):
            t.points[before, seat] = earned
    held = [cards(hand) for hand in hands]
    known = {card for hand in held for card in hand}
    rest = [card for card in LUZ.deck(table.chosen) if card not in known]
    deck = []
    for hand in held:
        missing = table.chosen.hand - len(hand)
        deck += hand + rest[:missing]
        rest = rest[missing:]
    table.deal(deck + rest, t.first)
    table.play(bids)
    if tricks:
        _take_back(table, held, tricks)
    return table


def _take_back(table: Table, held: list[list[int]], tricks: Sequence[int]) -> None:
    """Make it so that the cards missing from the hands were played."""
    s, t = table.state, table.state.table
    assert sum(tricks) == table.chosen.hand - len(held[0])
    t.tricks_done = sum(tricks)
    for seat, hand in enumerate(held):
        t.tricks[seat] = tricks[seat]
        t.cards[seat] = len(hand)
        for place in range(table.chosen.hand):
            card = s.hands.card[seat, place]
            if card not in hand:
                s.hands.held[seat] &= ~(1 << place)
                t.played |= 1 << card
    s.legal = sum(1 << (PLAY + p) for p in range(10) if s.hands.held[t.seat] >> p & 1)


def random_options(dice: Any) -> dict[str, Any]:
    """A full game, or a small version of one."""
    if dice.random() < 0.4:
        return {"players": dice.randint(3, 5), "bead_limit": dice.random() < 0.3}
    players, colours = dice.randint(2, 5), dice.randint(2, 5)
    values = dice.randint(max(1, -(-players // colours)), 12)
    return {
        "players": players,
        "colours": colours,
        "values": values,
        "hand": dice.randint(1, min(10, colours * values // players)),
        "deals": dice.randint(1, 4),
        "bead_limit": dice.random() < 0.3,
        "open_tricks": dice.random() < 0.3,
    }


def positions(options: dict[str, Any], seed: int | Random, every: int = 1) -> Iterator[Table]:
    """A random game: the table before each deal, after every few moves, and at its end."""
    dice = seed if isinstance(seed, Random) else Random(seed)
    table = Table(**options)
    while True:
        yield table
        if table.phase == "over":
            return
        if table.phase == "deal":
            table.deal_shuffled(dice, dice.randrange(table.players))
        else:
            for _ in range(every):
                if table.moves:
                    table.random_move(dice)
