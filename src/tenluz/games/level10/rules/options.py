"""What a table of Level 10 agrees on before the first card: sizes, difficulty, rulings.

The rulings (R-2 ... R-13) are the points on which editions differ or are silent; each is
an option, with the default that the clauses give. R-1, R-8, R-12, R-14 and R-15 leave nothing to
choose.
"""

import dataclasses

from tenluz.engine.compiled import Fields, int8, record
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.options import Options, choice, switch, whole
from tenluz.engine.types import JsonObject

EDITIONS = ("fr", "ru", "pl", "es")
DIFFICULTIES = {"easy": 3, "normal": 2, "hard": 1, "master": 0}  # pauses in the deck
HANDS = {1: 10, 2: 7, 3: 6, 4: 5, 5: 4}  # L-4

MOST_SEATS = 5
MOST_WORLDS = 5
MOST_VALUES = 8
MOST_COLUMNS = 10
MOST_PAUSES = 3


class Packed(Fields):
    """The same as compiled rules read it."""

    players = int8()
    pauses = int8()
    worlds = int8()
    values = int8()
    columns = int8()
    resets = int8()
    hand = int8()
    deck = int8()
    last_reset = int8()
    full_bonus = int8()
    pause_scores = int8()
    one_pause_per_column = int8()
    dead_end = int8()
    box_pauses = int8()
    extra_turn = int8()
    swap_whole_hand = int8()
    first_player = int8()
    open_counts = int8()
    advice = int8()


PACKED = record(Packed)

# Readings, in the order in which the flat record numbers them.
PLACED, LOST = 0, 1
ALL_LEVEL_CARDS, NO_CARD_UNDER_PAUSE, WON = 0, 1, 2
LEGAL, ILLEGAL = 0, 1
COMPLETER, LAST_SEAT = 0, 1
TOGETHER, DEALT = 0, 1
NO_ADVICE, RESETS, ALL_ADVICE = 0, 1, 2  # as many kinds of wishes


@dataclasses.dataclass(frozen=True)
class Level10Options(Options):
    """Everything that must be agreed. `read` fills in what follows."""

    players: int = whole(1, MOST_SEATS, "how many seats", 3, shown="never")
    pauses: int = whole(
        0,
        MOST_PAUSES,
        "pause cards in the deck (L-3, R-10)",
        2,
        DIFFICULTIES,
        "difficulty",
        "first",
    )
    edition: str = choice(
        EDITIONS,
        "whose rulebook decides where they differ (R-4, R-6, R-13)",
        "fr",
        packed=False,
        by_language=True,
    )

    last_reset: str = choice(
        ("placed", "lost"), "R-3: no cards left anywhere and one reset missing", "placed"
    )
    full_bonus: str = choice(
        ("all_level_cards", "no_card_under_pause", "won"), "R-4: when the full bonus is due"
    )
    pause_scores: bool | None = switch("R-6: a pause in the grid counts in the score")
    one_pause_per_column: bool = switch("R-7: at most one pause in a column", default=False)
    dead_end: str = choice(
        ("legal", "illegal"), "R-2: a level card that leaves only a row without resets", "legal"
    )
    box_pauses: bool = switch("R-5: pauses left in the box count as not played", default=True)
    extra_turn: str = choice(
        ("completer", "last_seat"), "R-9: who takes the extra turn (L-12)", "completer"
    )
    swap_whole_hand: bool = switch("R-11: a swap may empty the hand", default=True)
    advice: str = choice(
        ("none", "resets", "all"), "R-13: which wishes may be addressed to somebody else (L-23)"
    )

    first_player: str = choice(
        ("together", "dealt"), "L-5: chosen by the players, or given with the deal", "together"
    )
    open_counts: bool = switch("every seat's count of each world is in every view", default=False)

    worlds: int = whole(2, MOST_WORLDS, "rows of the grid", MOST_WORLDS, shown="never")
    columns: int = whole(2, MOST_COLUMNS, "columns of the grid", shown="never")
    values: int = whole(1, MOST_VALUES, "highest value in a world", shown="never")
    hand: int = whole(1, 20, "cards in a hand at the start", shown="never")

    def complete(self) -> "Level10Options":
        """Sizes must leave one reset for each column and as many for each row."""
        columns = self.columns
        if columns < 0 and self.values > 0:
            columns = self.values * self.worlds // (self.worlds - 1)
        elif columns < 0:
            columns = 2 * self.worlds
        resets = columns // self.worlds
        values = self.values if self.values > 0 else columns - resets
        fits = resets * self.worlds == columns and values == columns - resets
        if not fits or columns > MOST_COLUMNS:
            raise NotUnderstood(
                f"A grid of {self.worlds} worlds, {columns} columns and values up to {values} "
                f"cannot be filled: columns must be a multiple of worlds, at most {MOST_COLUMNS}, "
                f"and values = columns - columns / worlds."
            )
        deck = self.worlds * values + self.pauses
        hand = self.hand
        if hand < 0:
            hand = max(1, min(HANDS[self.players], deck // self.players))
        if hand * self.players > deck:
            raise NotUnderstood(
                f"{self.players} hands of {hand} cards need more than the {deck} cards of the deck."
            )
        russian = self.edition == "ru"
        return dataclasses.replace(
            self,
            columns=columns,
            values=values,
            hand=hand,
            full_bonus=self.full_bonus or ("no_card_under_pause" if russian else "won"),
            pause_scores=russian if self.pause_scores is None else self.pause_scores,
            advice=self.advice or ("all" if russian else "resets"),
        )

    def _always(self) -> JsonObject:
        return {"players": self.players, "pauses": self.pauses, "edition": self.edition}

    @property
    def resets(self) -> int:
        """Reset cards of each world (L-2)."""
        return self.columns // self.worlds

    @property
    def deck(self) -> int:
        """Cards in the deck (L-4)."""
        return self.worlds * self.values + self.pauses

    def packed(self) -> Packed:
        """The flat record that the compiled rules read."""
        packed: Packed = self.pack(PACKED)
        packed.resets = self.resets
        packed.deck = self.deck
        return packed
