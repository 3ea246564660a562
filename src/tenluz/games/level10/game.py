"""Level 10 behind the interface of `games/game.py`."""

from collections.abc import Mapping, Sequence
from typing import Any

from tenluz.games import bits, shuffle
from tenluz.games.errors import NotLegal, NotUnderstood
from tenluz.games.game import NO_SEAT, Event, Game, Look, Record, Rules
from tenluz.games.level10 import explain, legal, news, notation, rules, score, sight, talk, view
from tenluz.games.level10.moves import (
    ASIDE,
    CHOOSE,
    DEAL,
    DONE,
    FIRST,
    OVER,
    PAUSE,
    ROW,
    ROW_BITS,
    SWAP,
    UNDER,
)
from tenluz.games.level10.options import Level10Options
from tenluz.games.level10.state import STATE
from tenluz.games.plain import constant

TALK_KINDS = ("count", "card", "reset")  # in the order of talk.py


class Level10(Game):
    """Cooperative, 1 to 5 players."""

    name = "level10"
    title = "Level 10"
    options_type = Level10Options
    state_type = STATE
    view_type = view.VIEW
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
    )

    def deck(self, options: Level10Options) -> list[int]:
        levels = [w * ROW + v for w in range(options.worlds) for v in range(options.values)]
        return levels + [PAUSE] * options.pauses

    def deals(self, options: Level10Options) -> int:
        return 1

    def card_name(self, card: int) -> str:
        return notation.card_name(card)

    def first_from_seed(self, options: Level10Options, seed: bytes) -> int:
        if options.first_player == "dealt":
            return shuffle.draw_first(seed, options.players)
        return NO_SEAT  # L-5: the players choose

    def mid_turn(self, state: Record) -> bool:
        return state.table.phase in (SWAP, UNDER)

    def outcome(self, options: Record, state: Record) -> dict[str, Any]:
        table = state.table
        placed = score.counted(options, table)
        bonus = score.bonus(options, table)
        return {"won": bool(table.won), "placed": placed, "bonus": bonus, "score": placed + bonus}

    def sight(self, options: Record | Look, look: Look) -> sight.Sight:
        return sight.sight(constant(options), look)

    def news(
        self, options: Record | Look, before: Look, after: Look, own_move: int | None
    ) -> Sequence[Event]:
        return news.news(constant(options), before, after, own_move)

    talks = True

    def statement(
        self, options: Record, state: Record, seat: int, kind: str, world: int, to: int | None
    ) -> dict[str, Any]:
        number = TALK_KINDS.index(kind)
        count = None
        if number == talk.COUNT and 0 <= world < options.worlds:
            count = bits.size(state.hands[seat] & (ROW_BITS << (world * ROW)))
        addressed = NO_SEAT if to is None else to
        wrong = talk.may_say(options, state, seat, number, world, count or 0, addressed)
        if wrong != talk.FINE:
            raise explain.why_not_say(wrong)
        return {"seat": seat, "kind": kind, "world": world, "count": count, "to": to}

    def say(self, options: Record, state: Record, statement: Mapping[str, Any]) -> Event:
        seat, kind, world = statement["seat"], statement["kind"], statement["world"]
        count, to = statement["count"], statement["to"]
        addressed = NO_SEAT if to is None else to
        number = TALK_KINDS.index(kind)
        talk.say(options, state, seat, number, world, count or 0, addressed)
        return news.Said(seat, kind, notation.WORLDS[world], count, to)

    def read_turn(self, text: str) -> tuple[int, ...]:
        return notation.read_turn(text)

    def write_turn(self, words: Sequence[int]) -> str:
        return notation.write_turn(words)

    def word(self, state: Record, move: int) -> int | None:
        return None if move >= FIRST else move

    def read_move(self, options: Record, view: Record, text: str) -> tuple[int, ...]:
        typed = text.strip()
        phase = view.table.phase
        if phase == CHOOSE:
            number = typed.lower().removeprefix("first").strip()
            seats = [str(seat) for seat in range(options.players)]
            if number not in seats:
                raise NotUnderstood(
                    f"{text!r} is no seat: write first 0 to first {options.players - 1}."
                )
            return (FIRST + seats.index(number),)
        if phase in (SWAP, UNDER):
            if typed.lower() in ("done", "/"):
                return (DONE,)
            cards = typed.upper().removeprefix("/").split(",")
            return (*(ASIDE + notation.read_card(card.strip()) for card in cards), DONE)
        return (*notation.read_turn(typed.upper().replace(" ", "")), DONE)

    def move_name(self, options: Record, view: Record, move: int) -> str:
        return notation.move_name(move)

    def why_not(self, options: Record, view: Record, move: int) -> NotLegal:
        table = view.table
        if view.seat != table.seat and table.phase not in (DEAL, OVER):
            return NotLegal("Another player is on turn", "L-5", "not_your_turn", seat=table.seat)
        return explain.why_not(options, table, view.hand, move)

    def why_not_word(self, options: Record, state: Record, word: int) -> NotLegal:
        return explain.why_not(options, state.table, state.hands[state.table.seat], word)


LEVEL10 = Level10()
