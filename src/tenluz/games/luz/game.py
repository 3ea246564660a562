"""Luz behind the interface of `engine/game.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from tenluz.engine import shuffle
from tenluz.engine.errors import NotLegal, Reason
from tenluz.engine.game import Game, Outcome, Rules
from tenluz.engine.plain import constant
from tenluz.engine.types import Card, Event, JsonObject, Move, Seat, Word
from tenluz.games.luz import explain, news, notation
from tenluz.games.luz.rules import apply as rules
from tenluz.games.luz.rules import view
from tenluz.games.luz.rules.moves import BID, COLOUR, MOVES, PLAY, TRICK, WORD_CARD
from tenluz.games.luz.rules.options import LuzOptions, Packed
from tenluz.games.luz.rules.state import STATE, State
from tenluz.games.luz.rules.view import View
from tenluz.games.luz.screen import Screen, make_screen, ranking


@dataclass(frozen=True)
class LuzOutcome(Outcome):
    """Z-16, Z-18: the points of every deal, and who finished where."""

    deals: tuple[tuple[int, ...], ...]  # the points of each seat in each deal
    ranking: tuple[int, ...]  # seats from first to last

    def to_json(self) -> JsonObject:
        return {
            "scores": list(self.scores),
            "deals": [list(points) for points in self.deals],
            "ranking": list(self.ranking),
            "winner": self.ranking[0],
        }


class Luz(Game[LuzOptions, Packed, State, View]):
    """Trick-taking, 3 to 5 players."""

    name = "luz"
    title = "Luz"
    options_type = LuzOptions
    state_type = STATE
    view_type = view.VIEW
    screen_type = Screen
    event_type = news.Event
    moves_end = MOVES
    rules = Rules(
        start=rules.start,
        deal=rules.deal,
        shuffle=rules.shuffle,
        deal_at_random=rules.deal_at_random,
        legal=rules.legal,
        apply=rules.apply,
        turn=rules.turn,
        view=view.view,
        choices=view.choices,
        sample=view.sample,
        score=rules.score,
    )

    def deck(self, options: LuzOptions) -> list[Card]:
        colours, values = range(options.colours), range(options.values)
        return [Card(colour * COLOUR + value) for colour in colours for value in values]

    def deals(self, options: LuzOptions) -> int:
        return options.deals

    def card_name(self, card: Card) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: LuzOptions, seed: bytes) -> Seat:
        return shuffle.draw_first(seed, options.players)  # Z-3

    def score_range(self, options: LuzOptions) -> tuple[int, int]:
        deals = range(options.deals)  # every bid as wrong as can be; every bid made (Z-13, Z-15)
        worst = sum(rules.points_for(deal, 0, 0, options.hand) for deal in deals)
        return worst, sum(rules.points_for(deal, 0, 0, 0) for deal in deals)

    def mid_turn(self, state: State) -> bool:
        return False

    def outcome(self, options: Packed, state: State) -> LuzOutcome:
        table = state.table
        seats = range(options.players)
        deals = tuple(
            tuple(table.points[deal, seat] for seat in seats) for deal in range(options.deals)
        )
        scores = tuple(sum(points) for points in zip(*deals, strict=True))
        return LuzOutcome(scores, deals, tuple(ranking(options, table)))

    def screen(self, options: Packed, view: View) -> Screen:
        return make_screen(constant(options), view)

    def news(
        self, options: Packed, before: View, after: View, own_move: Move | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after, own_move)

    def retell(
        self, options: Packed, view: View, steps: Sequence[Sequence[Event]]
    ) -> list[list[Event]]:
        return news.retell(options, view.table, steps)

    def read_turn(self, text: str) -> tuple[Word, ...]:
        return notation.read_turn(text)

    def write_turn(self, words: Sequence[Word]) -> str:
        (word,) = words
        if word < WORD_CARD:
            return notation.bid_name(word)
        return notation.card_name(word - WORD_CARD)

    def word(self, state: State, move: Move) -> Word | None:
        if move < PLAY:
            return Word(move)
        # By [] and not by name: a server asks for every move, and that is four times as quick.
        its = cast(np.void, state)
        return Word(WORD_CARD + its["hands"]["card"].item(its["table"]["seat"], move - PLAY))

    def read_move(self, options: Packed, view: View, text: str) -> tuple[Move, ...]:
        typed = text.strip().upper().replace(" ", "")
        if view.table.phase == BID:
            return (notation.read_bid(typed),)
        return (notation.read_place(view, typed),)

    def move_name(self, options: Packed, view: View, move: Move) -> str:
        return notation.bid_name(move) if move < PLAY else notation.place_name(view, move - PLAY)

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        return tuple(explain.REASONS.values())

    def why_not(self, options: Packed, view: View, move: Move) -> NotLegal:
        return explain.why_not(options, view.table, view.hands.held[view.seat], move)

    def why_not_word(self, options: Packed, state: State, word: Word) -> NotLegal:
        if word < WORD_CARD or state.table.phase != TRICK:
            return explain.why_not(options, state.table, 0, min(word, PLAY))
        seat = state.table.seat
        held = [
            state.hands.card[seat, place]
            for place in range(options.hand)
            if state.hands.held[seat] >> place & 1
        ]
        return explain.why_not_card(state.table, held, word - WORD_CARD)


GAME = Luz()
