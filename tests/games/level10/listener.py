"""Games of Level 10 as each viewer was told them, and what a mere listener makes of that."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from tenluz.engine.dice import new_dice
from tenluz.games.level10 import news
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.notation import WORLDS
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules.moves import NO_SEAT, RESET_IN
from tests.games.level10.grid import Grid
from tests.games.level10.strolls import FULL, SMALL, careful_move, moves_at
from tests.games.level10.table import Table, cards, cards_in

VERSIONS = SMALL + FULL
RULINGS: tuple[dict[str, Any], ...] = (
    {},
    {"dead_end": "illegal", "one_pause_per_column": True},
    {"last_reset": "lost", "swap_whole_hand": False},
    {"edition": "ru", "extra_turn": "last_seat"},
    {"open_counts": True, "first_player": "dealt"},
)

Heard = dict[int, list[Any]]
LAST_COLUMN = "D8/0* F8/0* S8/0* V7/0 M8/1"


def looks(seen: Table) -> dict[int, Any]:
    return {viewer: LEVEL10.plain_view(seen.o, seen.state, viewer) for viewer in seen.seats()}


def learned(seen: Table, before: dict[int, Any], mover: int, move: int) -> Heard:
    """What each viewer learns from a move that has just been made."""
    after = looks(seen)
    return {
        viewer: list(
            LEVEL10.news(
                seen.o, before[viewer], after[viewer], move if viewer == mover >= 0 else None
            )
        )
        for viewer in seen.seats()
    }


def heard(seen: Table, *moves: str | int) -> Heard:
    """Make moves, and what each viewer learns from the last of them."""
    seen.move(*moves[:-1])
    before, mover = looks(seen), seen.seat
    legal = {name: number for number, name in zip(seen.moves, map(_name, seen.moves), strict=True)}
    move = moves[-1] if isinstance(moves[-1], int) else legal[moves[-1]]
    seen.move(move)
    return learned(seen, before, mover, move)


def _name(move: int) -> str:
    return LEVEL10.move_name(None, None, move)


class Memory:
    """Everything that one viewer was told, put together."""

    def __init__(self, seen: Table, viewer: int) -> None:
        self.viewer = viewer
        self.cells = [[""] * seen.options.columns for _ in range(seen.options.worlds)]
        self.under: list[str] = []
        self.hand: Counter[str] = Counter()
        self.sizes = [seen.options.hand] * seen.options.players
        self.pile = seen.options.deck - seen.options.hand * seen.options.players
        self.over: news.Over | None = None
        self.first = NO_SEAT
        self.proposed: dict[int, int] = {}
        self.out: set[int] = set()
        self.last = (NO_SEAT, NO_SEAT)  # who placed a card last, and in which column

    def hear(self, events: Iterable[Any]) -> None:
        for event in events:
            assert self.over is None, "nothing happens after the end"
            getattr(self, f"_{event.event}")(event)

    def _loses(self, seat: int, card: str) -> None:
        self.sizes[seat] -= 1
        if seat == self.viewer:
            assert self.hand[card] > 0
            self.hand[card] -= 1

    def _dealt(self, event: news.Dealt) -> None:
        self.hand.update(event.hand)

    def _proposed(self, event: news.Proposed) -> None:
        self.proposed[event.seat] = event.first

    def _begins(self, event: news.Begins) -> None:
        self.first = event.seat

    def _placed(self, event: news.Placed) -> None:
        assert self.cells[event.row][event.column] == "", "one card a cell"
        self.cells[event.row][event.column] = event.card
        self.last = (event.seat, event.column)
        if event.card != "R":
            self._loses(event.seat, event.card)

    def _under(self, event: news.Under) -> None:
        assert "P" in self.cells[event.row]
        assert event.card[0] == WORLDS[event.row]
        self.under.append(event.card)
        self._loses(event.seat, event.card)

    def _tucked(self, event: news.Tucked) -> None:
        assert (event.card is not None) == (event.seat == self.viewer)
        self._loses(event.seat, event.card or "")
        self.pile += 1

    def _drew(self, event: news.Drew) -> None:
        assert (event.cards is not None) == (event.seat == self.viewer)
        if event.cards is not None:
            assert len(event.cards) == event.count
            self.hand.update(event.cards)
        self.sizes[event.seat] += event.count
        self.pile -= event.count

    def _plays_again(self, event: news.PlaysAgain) -> None:
        seat, column = self.last
        assert event.seat == seat
        assert all(row[column] for row in self.cells), "the column is complete"

    def _out_of_cards(self, event: news.OutOfCards) -> None:
        assert self.sizes[event.seat] == self.pile == 0
        assert event.seat not in self.out, "once and for all"
        self.out.add(event.seat)

    def _over(self, event: news.Over) -> None:
        self.over = event

    def is_the_truth(self, seen: Table) -> None:
        """Cell by cell, as far as the state tells."""
        t = seen.table
        kinds = Counter(card for row in self.cells for card in row if card)
        levels = [card for card in kinds if card not in "PR"]
        assert sorted(cards(" ".join(levels))) == cards_in(int(t.placed_cards))
        assert all(kinds[card] == 1 for card in levels)
        assert sorted(cards(" ".join(self.under))) == cards_in(int(t.under))
        assert (kinds["P"], kinds.total()) == (t.pauses, t.placed)
        for world, row in enumerate(self.cells):
            assert t.resets[world] == seen.o.resets - row.count("R")
            filled = "".join(row).replace("P", "").replace("R", "R0")
            assert t.top[world] == int(filled[-1:] or 0), "L-15, L-18"
            length = sum(card != "" for card in row)
            assert all(row[:length]), "no gaps"
            if seen.phase != "OVER":
                assert length == t.column + (not t.open >> world & 1)
        columns = [column for column in zip(*self.cells, strict=True) if all(column)]
        assert len(columns) == t.column
        assert self.sizes == list(t.cards[: seen.options.players])
        assert self.pile == t.tail - t.head
        if self.viewer != NO_SEAT:
            assert sorted(self.hand.elements()) == sorted(seen.hand(self.viewer).split())
        assert (self.over is not None) == (seen.phase == "OVER")
        if self.over is not None:
            assert self.over.won == seen.won
        assert self.first == t.first
        if seen.phase == "CHOOSE":
            told = [self.proposed.get(seat, NO_SEAT) for seat in range(seen.options.players)]
            assert told == list(t.proposed[: seen.options.players])


def told_games(games: int) -> Iterator[tuple[Table, Heard, Grid]]:
    """Games of all player counts and rulings: after the deal and after every move the table,
    what everybody learned, and the grid as a second reading of the rules has it."""
    for game in range(games):
        ruling = RULINGS[game % len(RULINGS)]
        seen = Table(LEVEL10.options({**VERSIONS[game % len(VERSIONS)], **ruling}))
        before = looks(seen)
        rules.deal_at_random(seen.o, seen.state, new_dice(game))
        grid, chance = Grid(seen), Random(game)
        choose = careful_move if game % 4 else moves_at
        yield seen, learned(seen, before, NO_SEAT, 0), grid
        while seen.phase != "OVER":
            before, mover, phase = looks(seen), seen.seat, seen.phase
            placed, left = seen.table.placed, seen.table.resets.tolist()
            move = choose(seen, chance)
            seen.move(move)
            if phase == "TURN":
                grid.place(move)
                placed += 1
            if seen.table.placed > placed:
                rows = [row for row, had in enumerate(left) if seen.table.resets[row] < had]
                grid.place(RESET_IN + rows[-1])
            yield seen, learned(seen, before, mover, move), grid
