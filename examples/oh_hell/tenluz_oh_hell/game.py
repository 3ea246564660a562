"""Oh Hell behind the interface of `tenluz.engine.game`."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.engine import shuffle
from tenluz.engine.errors import NotLegal, Reason
from tenluz.engine.game import Game, Outcome, Rules
from tenluz.engine.plain import constant
from tenluz.engine.types import Card, Event, JsonObject, Move, Seat, Word

from tenluz_oh_hell import explain, news, notation
from tenluz_oh_hell.rules import play, sample, view
from tenluz_oh_hell.rules.moves import CUT, MOVES, SUITS
from tenluz_oh_hell.rules.options import BY_CHANCE, OhHellOptions, Packed
from tenluz_oh_hell.rules.state import STATE, State
from tenluz_oh_hell.rules.view import View
from tenluz_oh_hell.screen import Screen, make_screen


@dataclass(frozen=True)
class OhHellOutcome(Outcome):
    """O-10 to O-12: the points of each seat, and what they come from."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]

    def to_json(self) -> JsonObject:
        return {
            "scores": list(self.scores),
            "bids": list(self.bids),
            "tricks": list(self.tricks),
        }


class OhHell(Game[OhHellOptions, Packed, State, View]):
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

    def deck(self, options: OhHellOptions) -> list[Card]:
        ranks, suits = range(options.cards_per_suit), range(options.suits)
        cards = [Card(rank * SUITS + suit) for rank in ranks for suit in suits]
        return [*cards, Card(CUT)] if options.tricks == BY_CHANCE else cards

    def deals(self, options: OhHellOptions) -> int:
        return 1  # O-12

    def dealt(self, options: OhHellOptions) -> tuple[int, ...]:
        return (*super().dealt(options), 1)  # O-3: a card is turned up

    def ways_to_deal(self, options: OhHellOptions) -> Sequence[tuple[int, ...]]:
        least = 1 if options.tricks == BY_CHANCE else options.hand  # O-2
        every = range(least, options.hand + 1)
        return [(*(tricks,) * options.players, 1) for tricks in every]

    def cut_card(self, options: OhHellOptions) -> Card | None:
        return Card(CUT) if options.tricks == BY_CHANCE else None

    def card_name(self, card: Card) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: OhHellOptions, seed: bytes) -> Seat:
        return shuffle.draw_first(seed, options.players)  # O-4

    def score_range(self, options: OhHellOptions) -> tuple[int, int]:
        packed, tricks = options.packed(), options.hand  # all bid; none taken, or all
        return play.points_for(packed, tricks, 0), play.points_for(packed, tricks, tricks)

    def mid_turn(self, state: State) -> bool:
        return False

    def outcome(self, options: Packed, state: State) -> OhHellOutcome:
        table, seats = state.table, range(options.players)
        return OhHellOutcome(
            scores=tuple(table.points[seat] for seat in seats),
            bids=tuple(table.bids[seat] for seat in seats),
            tricks=tuple(table.tricks[seat] for seat in seats),
        )

    # --- for a screen ----------------------------------------------------------------

    def screen(self, options: Packed, view: View) -> Screen:
        return make_screen(constant(options), view)

    def news(
        self, options: Packed, before: View, after: View, own_move: Move | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after)

    # --- notation: a word is the move itself, as players know their own cards ----------

    def read_turn(self, text: str) -> tuple[Word, ...]:
        return (Word(notation.read_move(text)),)

    def write_turn(self, words: Sequence[Word]) -> str:
        (word,) = words
        return notation.move_name(word)

    def word(self, state: State, move: Move) -> Word | None:
        return Word(move)

    def read_move(self, options: Packed, view: View, text: str) -> tuple[Move, ...]:
        return (notation.read_move(text.strip().upper()),)

    def move_name(self, options: Packed, view: View, move: Move) -> str:
        return notation.move_name(move)

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        return tuple(explain.REASONS.values())

    def why_not(self, options: Packed, view: View, move: Move) -> NotLegal:
        return explain.why_not(view.table, view.hand, move)

    def why_not_word(self, options: Packed, state: State, word: Word) -> NotLegal:
        hand = state.hands[state.table.seat]
        return explain.why_not(state.table, hand, word)


GAME = OhHell()
