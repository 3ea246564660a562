"""Luz behind the interface of `games/game.py`."""

from collections.abc import Sequence
from typing import Any

from tenluz.games import shuffle
from tenluz.games.errors import NotLegal
from tenluz.games.game import Event, Game, Look, Record, Rules
from tenluz.games.luz import explain, news, notation, rules, sight, view
from tenluz.games.luz.moves import BID, COLOUR, PLAY, TRICK, WORD_CARD
from tenluz.games.luz.options import LuzOptions
from tenluz.games.luz.state import STATE
from tenluz.games.plain import constant


class Luz(Game):
    """Trick-taking, 3 to 5 players."""

    name = "luz"
    title = "Luz"
    options_type = LuzOptions
    state_type = STATE
    view_type = view.VIEW
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
    )

    def deck(self, options: LuzOptions) -> list[int]:
        return [c * COLOUR + v for c in range(options.colours) for v in range(options.values)]

    def deals(self, options: LuzOptions) -> int:
        return options.deals

    def card_name(self, card: int) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: LuzOptions, seed: bytes) -> int:
        return shuffle.draw_first(seed, options.players)  # Z-3

    def mid_turn(self, state: Record) -> bool:
        return False

    def outcome(self, options: Record, state: Record) -> dict[str, Any]:
        table = state.table
        seats = range(options.players)
        deals = [[table.points[deal, seat] for seat in seats] for deal in range(options.deals)]
        ranking = sight.ranking(options, table)
        return {
            "scores": [sum(points) for points in zip(*deals, strict=True)],
            "deals": deals,
            "ranking": ranking,
            "winner": ranking[0],
        }

    def sight(self, options: Record | Look, look: Look) -> sight.Sight:
        return sight.sight(constant(options), look)

    def news(
        self, options: Record | Look, before: Look, after: Look, own_move: int | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after, own_move)

    def still_told(
        self, options: Record, look: Look, told: Sequence[Sequence[Event]]
    ) -> list[list[Event]]:
        return news.still_told(options, look.table, told)

    def read_turn(self, text: str) -> tuple[int, ...]:
        return notation.read_turn(text)

    def write_turn(self, words: Sequence[int]) -> str:
        (word,) = words
        if word < WORD_CARD:
            return notation.bid_name(word)
        return notation.card_name(word - WORD_CARD)

    def word(self, state: Record, move: int) -> int | None:
        if move < PLAY:
            return move
        return WORD_CARD + state.hands.card[state.table.seat, move - PLAY]

    def read_move(self, options: Record, view: Record, text: str) -> tuple[int, ...]:
        typed = text.strip().upper().replace(" ", "")
        if view.table.phase == BID:
            return (notation.read_bid(typed),)
        return (notation.read_place(view, typed),)

    def move_name(self, options: Record, view: Record, move: int) -> str:
        return notation.bid_name(move) if move < PLAY else notation.place_name(view, move - PLAY)

    def why_not(self, options: Record, view: Record, move: int) -> NotLegal:
        return explain.why_not(options, view.table, view.hands.held[view.seat], move)

    def why_not_word(self, options: Record, state: Record, word: int) -> NotLegal:
        if word < WORD_CARD or state.table.phase != TRICK:
            return explain.why_not(options, state.table, 0, min(word, PLAY))
        seat = state.table.seat
        held = [
            state.hands.card[seat, place]
            for place in range(options.hand)
            if state.hands.held[seat] >> place & 1
        ]
        return explain.why_not_card(state.table, held, word - WORD_CARD)


LUZ = Luz()
