"""What happens in Level 10, one line an event, from views alone.

The public lines come from two watchers' views, before and after a move: a tucked card or a
drawn one is in neither, so it cannot be told. The mover's own lines come from the mover's.
"""

from collections.abc import Sequence
from typing import Any

from tenluz.games.level10.notation import WORLD_NAMES, card_name
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    LEVEL_BITS,
    NO_SEAT,
    OVER,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
)
from tenluz.games.level10.rules.options import DIFFICULTIES
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import Names, and_list, number_of


def opening(table_view: TableView) -> list[str]:
    """What is played, by whom."""
    o = table_view.options
    level = {pauses: name for name, pauses in DIFFICULTIES.items()}[o.pauses]
    players = [
        table_view.names[seat] if kind == "person" else f"{table_view.names[seat]} (bot {kind})"
        for seat, kind in enumerate(table_view.players)
    ]
    return [
        f"Level 10, {level}: {number_of(o.pauses, 'pause')} in the deck, edition {o.edition}.",
        f"At the table: {and_list(players)}.",
    ]


def tell(names: Names, before: Any, after: Any, own: Sequence[str] = ()) -> list[str]:
    """The public lines for one change of the table, with the mover's own among them."""
    if before.phase == CHOOSE:
        return _choosing(names, before, after)
    who = before.seat
    lines = []
    if before.phase == TURN:
        lines.append(_placed(names, before, after))
    elif before.phase == SWAP and after.phase != SWAP and who != names.me:
        tucked = before.tucked + after.tail - before.tail
        if tucked:
            drawn = after.head - before.head
            lines.append(
                f"{names.does(who, 'tuck')} {number_of(tucked, 'card')} under the deck "
                f"and {'draw' if who == names.me else 'draws'} {drawn}{_left(after)}."
            )
    lines += own
    covered = after.under & ~before.under
    if covered:
        card = card_name(covered.bit_length() - 1)
        lines.append(f"{names.does(who, 'lay')} {card} under the pause.")
    lines += _r3(before, after)
    if after.column > before.column:
        lines.append(f"Column {after.column} is complete.")
    if after.cards[who] == 0 and before.cards[who] > 0 and after.phase != OVER:
        lines.append(f"{names.does(who, 'have')} no cards left (L-11).")
    if after.phase == OVER:
        lines.append(_end(names, after))
    elif after.seat == who and not _mid_turn(after) and len(names) > 1:
        lines.append(f"{names.does(who, 'play')} again.")
    return lines


def _mid_turn(t: Any) -> bool:
    return t.phase >= SWAP


def _choosing(names: Names, before: Any, after: Any) -> list[str]:
    """L-5: somebody proposes, the others agree."""
    who = before.seat
    proposed = after.proposed[who]
    latest = before.proposed[(who - 1) % len(names)]
    if proposed == latest:
        line = f"{names.does(who, 'agree')}."
    else:
        begins = "to begin" if proposed == who else f"that {names.does(proposed, 'begin')}"
        line = f"{names.does(who, 'propose')} {begins}."
    if after.phase == CHOOSE:
        return [line]
    return [line, f"{names.does(after.first, 'begin')}."]


def _placed(names: Names, before: Any, after: Any) -> str:
    who = before.seat
    level = after.placed_cards & ~before.placed_cards
    if level:
        text = f"{names.does(who, 'play')} {card_name(level.bit_length() - 1)}"
    elif after.pauses > before.pauses:
        row = _filled_row(before, after)
        text = f"{names.does(who, 'play')} a pause in the {WORLD_NAMES[row]} row"
        text += f" (counts as {before.top[row]})"
    else:
        row = _reset_row(before, after)
        text = f"{names.does(who, 'reset')} the {WORLD_NAMES[row]} row"
        text += f", {number_of(after.resets[row], 'reset')} left there"
    if after.head > before.head and who != names.me:
        text += f" and draws a card{_left(after)}"
    return text + "."


def _filled_row(before: Any, after: Any) -> int:
    filled = before.open if after.column > before.column else before.open & ~after.open
    reset = _reset_row(before, after)
    if reset != NO_SEAT:
        filled &= ~(1 << reset)
    return int(filled).bit_length() - 1


def _reset_row(before: Any, after: Any) -> int:
    for row in range(len(before.resets)):
        if after.resets[row] < before.resets[row]:
            return row
    return NO_SEAT


def _left(t: Any) -> str:
    return f" (deck {t.tail - t.head})"


def _r3(before: Any, after: Any) -> list[str]:
    """A reset that nobody played: beside a card, or when the last card goes under a pause."""
    if after.placed - before.placed > (before.phase == TURN):
        row = WORLD_NAMES[_reset_row(before, after)]
        return [f"No cards are left anywhere; the last reset goes to the {row} row (R-3)."]
    return []


def _end(names: Names, t: Any) -> str:
    if t.won:
        return "The grid is full: the game is won!"
    if t.cards[t.seat] > 0:
        return (
            f"{names.does(t.seat, 'can')} play neither a card nor a reset: the game is lost (L-10)."
        )
    return "No cards are left anywhere and one reset is missing: the game is lost (R-3)."


def tell_own(before: Any, after: Any, move: int) -> list[str]:
    """What only the mover may know: the cards tucked and drawn, from the mover's views."""
    lines = []
    gone = 0
    if move < PAUSE_IN:
        gone = 1 << move
    elif move < RESET_IN:
        gone = 1 << PAUSE
    elif ASIDE <= move < DONE:
        gone = 1 << (move - ASIDE)
        if before.table.phase == SWAP:
            lines.append(f"You tuck {card_name(move - ASIDE)} under the deck.")
    drawn = after.hand - before.hand + gone
    if drawn:
        cards = and_list([card_name(card) for card in cards_of(drawn)])
        lines.append(f"You draw {cards}{_left(after.table)}.")
    return lines


def uncover(names: Names, table_views: Sequence[TableView]) -> list[str]:
    """The hands that are left when the game is over."""
    hands = [
        f"{names[seat]} {' '.join(card_name(card) for card in cards_of(table_view.view.hand))}"
        for seat, table_view in enumerate(table_views)
        if table_view.view.hand
    ]
    return [f"Hands at the end: {'; '.join(hands)}."] if hands else []


def cards_of(hand: int) -> list[int]:
    """The cards of a hand in order: by world, by value, pauses last."""
    levels = hand & LEVEL_BITS
    cards = [card for card in range(PAUSE) if levels >> card & 1]
    return cards + [PAUSE] * (hand >> PAUSE)


def world_of(card: int) -> int:
    """A level card's row."""
    return card // ROW
