"""Oh Hell behind the interface of `tenluz.engine.game`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenluz.engine import shuffle
from tenluz.engine.errors import NotLegal, Reason
from tenluz.engine.game import Event, Game, Outcome, PlainView, Record, Rules
from tenluz.engine.plain import constant

from tenluz_oh_hell import explain, news, notation
from tenluz_oh_hell.rules import play, sample, view
from tenluz_oh_hell.rules.moves import MOVES, SUITS
from tenluz_oh_hell.rules.options import OhHellOptions
from tenluz_oh_hell.rules.state import STATE
from tenluz_oh_hell.screen import Screen, make_screen


@dataclass(frozen=True)
class OhHellOutcome(Outcome):
    """O-10 to O-12: the points of each seat, and what they come from."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "scores": list(self.scores),
            "bids": list(self.bids),
            "tricks": list(self.tricks),
        }


class OhHell(Game):
    """Trick-taking, 3 to 7 players."""

    name = "oh_hell"
    title = "Oh Hell"
    options_type = OhHellOptions
    state_type = STATE
    view_type = view.VIEW
    screen_type = Screen
    event_type = news.Event
    moves_end = MOVES
    rules = Rules(
        start=play.start,
        deal=play.deal,
        shuffle=play.shuffle,
        deal_at_random=play.deal_at_random,
        legal=play.legal,
        apply=play.apply,
        turn=play.turn,
        view=view.view,
        choices=view.choices,
        sample=sample.sample,
        score=play.score,
    )

    def deck(self, options: OhHellOptions) -> list[int]:
        ranks, suits = range(options.cards_per_suit), range(options.suits)
        return [rank * SUITS + suit for rank in ranks for suit in suits]

    def deals(self, options: OhHellOptions) -> int:
        return 1  # O-12

    def dealt(self, options: OhHellOptions) -> tuple[int, ...]:
        return (*super().dealt(options), 1)  # O-3: a card is turned up

    def card_name(self, card: int) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: OhHellOptions, seed: bytes) -> int:
        return shuffle.draw_first(seed, options.players)  # O-4

    def score_range(self, options: OhHellOptions) -> tuple[int, int]:
        packed, tricks = options.packed(), options.tricks  # all bid; none taken, or all
        return play.points_for(packed, tricks, 0), play.points_for(packed, tricks, tricks)

    def mid_turn(self, state: Record) -> bool:
        return False

    def outcome(self, options: Record, state: Record) -> OhHellOutcome:
        table, seats = state.table, range(options.players)
        return OhHellOutcome(
            scores=tuple(table.points[seat] for seat in seats),
            bids=tuple(table.bids[seat] for seat in seats),
            tricks=tuple(table.tricks[seat] for seat in seats),
        )

    # --- for a screen ----------------------------------------------------------------

    def screen(self, options: Record | PlainView, view: PlainView) -> Screen:
        return make_screen(constant(options), view)

    def news(
        self, options: Record | PlainView, before: PlainView, after: PlainView, own_move: int | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after)

    # --- notation: a word is the move itself, as players know their own cards ----------

    def read_turn(self, text: str) -> tuple[int, ...]:
        return (notation.read_move(text),)

    def write_turn(self, words: Sequence[int]) -> str:
        (word,) = words
        return notation.move_name(word)

    def word(self, state: Record, move: int) -> int | None:
        return move

    def read_move(self, options: Record, view: Record, text: str) -> tuple[int, ...]:
        return (notation.read_move(text.strip().upper()),)

    def move_name(self, options: Record, view: Record, move: int) -> str:
        return notation.move_name(move)

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        return tuple(explain.REASONS.values())

    def why_not(self, options: Record, view: Record, move: int) -> NotLegal:
        return explain.why_not(options, view.table, view.hand, move)

    def why_not_word(self, options: Record, state: Record, word: int) -> NotLegal:
        hand = state.hands[state.table.seat]
        return explain.why_not(options, state.table, hand, word)


GAME = OhHell()
