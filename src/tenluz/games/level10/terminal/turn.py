"""A turn of Level 10 in words: what lies on the table, what may be done and what not."""

from collections.abc import Sequence
from typing import Any

from tenluz.engine.types import Move
from tenluz.games.level10 import screen
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS, card_name, move_name
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    FIRST,
    LEVEL_BITS,
    NO_SEAT,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    ROW,
    SWAP,
    TURN,
    UNDER,
)
from tenluz.games.level10.terminal.events import cards_of
from tenluz.games.level10.terminal.talk import heard, named, wishes
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import number_of


def position(table_view: TableView) -> list[str]:
    """Lines for a reader on turn."""
    t = table_view.view.table
    if t.phase == SWAP:
        left = 2 - t.tucked
        return [hand(table_view), f"You may tuck {number_of(left, 'card')}. {moves(table_view)}"]
    if t.phase == UNDER:
        return [hand(table_view), f"A card may go under the pause. {moves(table_view)}"]
    lines = [table(table_view), rows(table_view), hand(table_view)]
    if len(table_view.names) > 1:
        lines.insert(2, "Others: " + "; ".join(others(table_view)) + ".")
    if t.phase == CHOOSE:
        names = ", ".join(
            f"{seat} {table_view.names[seat]}" for seat in range(len(table_view.names))
        )
        return [*lines, f"Choose together who takes the first turn (L-5): {names}."]
    return [*lines, moves(table_view)]


def table(table_view: TableView) -> str:
    """`Column 3 of 10, its reset is still to come. Deck 20 cards.`"""
    t = table_view.view.table
    reset = "it has its reset" if t.reset_here else "its reset is still to come"
    deck = number_of(t.tail - t.head, "card")
    return f"Column {t.column + 1} of {table_view.options.columns}, {reset}. Deck: {deck}."


def rows(table_view: TableView) -> str:
    """Each row's end, whether it is open in this column, and its resets."""
    t = table_view.view.table
    found = []
    for row in range(table_view.options.worlds):
        state = "open" if t.open >> row & 1 else "filled"
        ends = f"from {t.top[row]} up" if t.top[row] else "any value"
        resets = number_of(t.resets[row], "reset")
        found.append(f"{WORLDS[row]} {WORLD_NAMES[row]} {state}, {ends}, {resets}")
    return "Rows: " + "; ".join(found) + "."


def others(table_view: TableView) -> list[str]:
    """What everybody knows of the other hands; of the own one, what others were told."""
    return [
        f"{name} {seat_line(table_view, seat)}"
        for seat, name in enumerate(table_view.names.names)
        if seat != table_view.names.me
    ]


def seat_line(table_view: TableView, seat: int) -> str:
    """`has 6 cards, D2 F1, would play D`."""
    t = table_view.view.table
    parts = [f"has {number_of(t.cards[seat], 'card')}"]
    known = heard(table_view.options, table_view.view, seat)
    if known:
        parts.append(known)
    return ", ".join(parts + wishes(table_view.options, t, seat))


def playable(table_view: TableView) -> set[int]:
    """The cards of the reader's hand that some legal move takes."""
    found = set()
    for move in table_view.choices():
        if move < PAUSE_IN:
            found.add(move)
        elif move < RESET_IN:
            found.add(PAUSE)
        elif ASIDE <= move < DONE:
            found.add(move - ASIDE)
    return found


def hand(table_view: TableView) -> str:
    """`Your hand: D2 D5* P*` with a star on what can be played."""
    stars = playable(table_view)
    cards = " ".join(
        card_name(card) + ("*" if card in stars else "") for card in cards_of(table_view.view.hand)
    )
    return f"Your hand (* can go now): {cards or 'no cards'}."


def moves(table_view: TableView) -> str:
    """`Moves: 1 D5, 2 P>D.`"""
    listed = [f"{n} {move_name(move)}" for n, move in enumerate(numbered(table_view), 1)]
    return f"Moves: {', '.join(listed)}."


def numbered(table_view: TableView) -> list[int]:
    """Moves by number, but not where a number is a seat."""
    return [] if table_view.view.table.phase == CHOOSE else table_view.choices()


def look(table_view: TableView) -> list[str]:
    """The whole grid and all seats."""
    t, grid, o = table_view.view.table, table_view.memory, table_view.options
    lines = [table(table_view)]
    for row in range(o.worlds):
        cells = [grid.cell(row, column) or "-" for column in range(o.columns)]
        resets = number_of(t.resets[row], "reset")
        lines.append(f"{WORLDS[row]} {WORLD_NAMES[row]}: {' '.join(cells)}; {resets} left.")
    lines.append(
        "In a row, R is a reset, P a pause, P/3 a pause with a 3 under it, - an empty cell."
    )
    lines += [f"{line}." for line in others(table_view)]
    if table_view.names.me != NO_SEAT:
        told = heard(o, table_view.view, table_view.names.me)
        lines.append(f"Of your hand the others were told: {told or 'nothing'}.")
        lines.append(hand(table_view))
    return lines


def question(table_view: TableView) -> str:
    """What a reader on turn is asked."""
    phase = table_view.view.table.phase
    if phase == CHOOSE:
        usual_seat = (usual(table_view) or FIRST) - FIRST
        return f"Who begins? (Enter: {table_view.names.in_clause(usual_seat)})"
    if phase == SWAP:
        return "Tuck a card, or two as F2,P (Enter: no more)"
    if phase == UNDER:
        return "A card under the pause (Enter: none)"
    return "Your move (? explains)"


def move_text(table_view: TableView, move: int) -> str:
    """A move as the reader would type it; seats by name."""
    return table_view.names[move - FIRST] if move >= FIRST else move_name(move)


def usual(table_view: TableView) -> int | None:
    """What an empty line means."""
    t, me = table_view.view.table, table_view.view.seat
    if t.phase == CHOOSE:
        latest = t.proposed[(me - 1) % table_view.options.players]
        return FIRST + (me if latest == NO_SEAT else latest)
    if t.phase in (SWAP, UNDER):
        return DONE
    choices = table_view.choices()
    return choices[0] if len(choices) == 1 else None


def read(table_view: TableView, text: str) -> tuple[int, ...]:
    """The record's notation; names where seats are meant."""
    seats = [str(seat) for seat in range(len(table_view.names))]
    if table_view.view.table.phase == CHOOSE and not text.lower().startswith("first"):
        if text in seats:
            return (FIRST + seats.index(text),)
        return (FIRST + named(table_view.names, text),)
    return table_view.game.read_move(table_view.packed, table_view.view, text)


def refusals(table_view: TableView) -> list[str]:
    """Each card and each row that cannot be played now, with the reason."""
    view = table_view.view
    legal = set(table_view.choices())
    if view.table.phase != TURN:
        return []
    held = list(dict.fromkeys(card for card in cards_of(view.hand) if card < PAUSE_IN))
    tried = [card for card in held if card not in legal]
    if view.hand > LEVEL_BITS:
        tried += [PAUSE_IN + row for row in range(table_view.options.worlds)]
    tried += [RESET_IN + row for row in range(table_view.options.worlds)]
    return [
        f"{move_name(move)}: {table_view.game.why_not(table_view.packed, view, Move(move))}."
        for move in tried
        if move not in legal
    ]


def loses(table_view: TableView, chosen: Sequence[int]) -> str | None:
    """R-2: no row left open in this column could still take its reset."""
    t = table_view.view.table
    choices = table_view.choices()
    if t.phase != TURN or not _dead_end(t, chosen[0]):
        return None
    if all(_dead_end(t, move) for move in choices):
        return None
    return (
        f"{move_name(chosen[0])} loses: no row left open in column {t.column + 1} "
        "would have a reset for it (R-2)."
    )


def _dead_end(t: Any, move: int) -> bool:
    if move >= RESET_IN:
        return False
    return screen.loses(t, move // ROW if move < PAUSE_IN else move - PAUSE_IN)


def reveals(before: Any, after: Any) -> str | None:
    """Taking a move back is fair while it has shown its player nothing."""
    if after.table.head > before.table.head:
        return "You have drawn since, and have seen the card."
    return None
