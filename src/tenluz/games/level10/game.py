"""Level 10 behind the interface of `engine/game.py`."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.engine import shuffle, types
from tenluz.engine.errors import NotLegal, NotUnderstood, Reason
from tenluz.engine.game import NO_SEAT, Game, Outcome, Rules
from tenluz.engine.plain import constant
from tenluz.engine.types import Card, Event, JsonObject, Move, Seat, Word
from tenluz.games.level10 import explain, news, notation
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules import legal, score, view
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    MOVES,
    OVER,
    PAUSE,
    ROW,
    SWAP,
    UNDER,
)
from tenluz.games.level10.rules.options import Level10Options, Packed
from tenluz.games.level10.rules.score import highest_score, lowest_score
from tenluz.games.level10.rules.state import STATE, State
from tenluz.games.level10.rules.view import View
from tenluz.games.level10.screen import Screen, final_screen, make_screen
from tenluz.games.level10.talk import Statement, checked, say


@dataclass(frozen=True)
class Level10Outcome(Outcome):
    """L-20, L-21: won or lost together, and the score with its parts."""

    won: bool
    placed: int  # cards in the grid that count
    bonus: int  # for pauses not played

    def to_json(self) -> JsonObject:
        score = self.placed + self.bonus
        return {"won": self.won, "placed": self.placed, "bonus": self.bonus, "score": score}


class Level10(Game[Level10Options, Packed, State, View]):
    """Cooperative, 1 to 5 players."""

    name = "level10"
    title = "Level 10"
    options_type = Level10Options
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
        legal=legal.legal,
        apply=rules.apply,
        turn=rules.turn,
        view=view.view,
        choices=view.choices,
        sample=view.sample,
        score=score.total,
    )

    def deck(self, options: Level10Options) -> list[Card]:
        levels = [Card(w * ROW + v) for w in range(options.worlds) for v in range(options.values)]
        return levels + [Card(PAUSE)] * options.pauses

    def deals(self, options: Level10Options) -> int:
        return 1

    def longest(self, options: Level10Options) -> int:
        """A move for each cell, two more for each reset, one for each pause. Proposals of who is
        first (L-5), of which records keep no trace, do not count."""
        return options.worlds * options.columns + 2 * options.columns + options.pauses

    def card_name(self, card: Card) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: Level10Options, seed: bytes) -> Seat:
        if options.first_player == "dealt":
            return shuffle.draw_first(seed, options.players)
        return NO_SEAT  # L-5: the players choose

    def score_range(self, options: Level10Options) -> tuple[int, int]:
        return lowest_score(options), highest_score(options)

    def mid_turn(self, state: State) -> bool:
        return state.table.phase in (SWAP, UNDER)

    def stands_still(self, options: Packed, state: State, move: Move) -> bool:
        """L-5: to propose somebody else than the seat before did. Who always agrees begins soon."""
        if move < FIRST:
            return False
        table = state.table
        before = table.proposed[(table.seat - 1) % options.players]
        return bool(before not in (NO_SEAT, move - FIRST))

    def outcome(self, options: Packed, state: State) -> Level10Outcome:
        table = state.table
        placed, bonus = score.counted(options, table), score.bonus(options, table)
        scores = (placed + bonus,) * options.players
        return Level10Outcome(scores, bool(table.won), placed, bonus)

    def screen(self, options: Packed, view: View) -> Screen:
        return make_screen(constant(options), view)

    def final_screen(self, options: Packed, state: State, screen: types.Screen) -> Screen:
        assert isinstance(screen, Screen)
        return final_screen(constant(options), state, screen)

    def news(
        self, options: Packed, before: View, after: View, own_move: Move | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after, own_move)

    statement_type = Statement

    def statement(
        self, options: Packed, state: State, seat: Seat, said: types.Statement
    ) -> JsonObject:
        assert isinstance(said, Statement)
        return checked(options, state, seat, said)

    def say(self, options: Packed, state: State, statement: JsonObject) -> Event:
        return say(options, state, statement)

    def read_turn(self, text: str) -> tuple[Word, ...]:
        return notation.read_turn(text)

    def write_turn(self, words: Sequence[Word]) -> str:
        return notation.write_turn(words)

    def word(self, state: State, move: Move) -> Word | None:
        return None if move >= FIRST else Word(move)

    def read_move(self, options: Packed, view: View, text: str) -> tuple[Move, ...]:
        typed = text.strip()
        phase = view.table.phase
        if phase == CHOOSE:
            number = typed.lower().removeprefix("first").strip()
            seats = [str(seat) for seat in range(options.players)]
            if number not in seats:
                raise NotUnderstood(
                    f"{text!r} is no seat: write first 0 to first {options.players - 1}."
                )
            return (Move(FIRST + seats.index(number)),)
        if phase in (SWAP, UNDER):
            if typed.lower() in ("done", "/"):
                return (Move(DONE),)
            cards = typed.upper().removeprefix("/").split(",")
            return (*(Move(ASIDE + notation.read_card(card.strip())) for card in cards), Move(DONE))
        words = notation.read_turn(typed.upper().replace(" ", ""))
        return (*map(Move, words), Move(DONE))

    def move_name(self, options: Packed, view: View, move: Move) -> str:
        return notation.move_name(move)

    @property
    def reasons(self) -> Sequence[Reason[NotLegal]]:
        return tuple(explain.REASONS.values())

    def why_not(self, options: Packed, view: View, move: Move) -> NotLegal:
        table = view.table
        if view.seat != table.seat and table.phase not in (DEAL, OVER):
            reason = explain.REASONS["not_your_turn"]
            return reason.error("Another player is on turn", seat=table.seat)
        return explain.why_not(options, table, view.hand, move)

    def why_not_word(self, options: Packed, state: State, word: Word) -> NotLegal:
        return explain.why_not(options, state.table, state.hands[state.table.seat], word)


GAME = Level10()
