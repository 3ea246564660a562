"""A turn of Level 10 in words: what lies on the table, what may be done and what not."""

from collections.abc import Sequence
from typing import Any

from tenluz.games.level10 import sight
from tenluz.games.level10.moves import (
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
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS, card_name, move_name
from tenluz.terminal.level10.events import cards_of
from tenluz.terminal.level10.talk import heard, named, wishes
from tenluz.terminal.names import number_of
from tenluz.terminal.words import Scene


def position(scene: Scene) -> list[str]:
    """Lines for a reader on turn."""
    t = scene.view.table
    if t.phase == SWAP:
        left = 2 - t.tucked
        return [hand(scene), f"You may tuck {number_of(left, 'card')}. {moves(scene)}"]
    if t.phase == UNDER:
        return [hand(scene), f"A card may go under the pause. {moves(scene)}"]
    lines = [table(scene), rows(scene), hand(scene)]
    if len(scene.names) > 1:
        lines.insert(2, "Others: " + "; ".join(others(scene)) + ".")
    if t.phase == CHOOSE:
        names = ", ".join(f"{seat} {scene.names[seat]}" for seat in range(len(scene.names)))
        return [*lines, f"Choose together who takes the first turn (L-5): {names}."]
    return [*lines, moves(scene)]


def table(scene: Scene) -> str:
    """`Column 3 of 10, its reset is still to come. Deck 20 cards.`"""
    t = scene.view.table
    reset = "it has its reset" if t.reset_here else "its reset is still to come"
    deck = number_of(t.tail - t.head, "card")
    return f"Column {t.column + 1} of {scene.options.columns}, {reset}. Deck: {deck}."


def rows(scene: Scene) -> str:
    """Each row's end, whether it is open in this column, and its resets."""
    t = scene.view.table
    found = []
    for row in range(scene.options.worlds):
        state = "open" if t.open >> row & 1 else "filled"
        ends = f"from {t.top[row]} up" if t.top[row] else "any value"
        resets = number_of(t.resets[row], "reset")
        found.append(f"{WORLDS[row]} {WORLD_NAMES[row]} {state}, {ends}, {resets}")
    return "Rows: " + "; ".join(found) + "."


def others(scene: Scene) -> list[str]:
    """What everybody knows of the other hands; of the own one, what others were told."""
    return [
        f"{name} {seat_line(scene, seat)}"
        for seat, name in enumerate(scene.names.names)
        if seat != scene.names.me
    ]


def seat_line(scene: Scene, seat: int) -> str:
    """`has 6 cards, D2 F1, would play D`."""
    t = scene.view.table
    parts = [f"has {number_of(t.cards[seat], 'card')}"]
    known = heard(scene.options, scene.view, seat)
    if known:
        parts.append(known)
    return ", ".join(parts + wishes(scene.options, t, seat))


def playable(scene: Scene) -> set[int]:
    """The cards of the reader's hand that some legal move takes."""
    found = set()
    for move in scene.choices():
        if move < PAUSE_IN:
            found.add(move)
        elif move < RESET_IN:
            found.add(PAUSE)
        elif ASIDE <= move < DONE:
            found.add(move - ASIDE)
    return found


def hand(scene: Scene) -> str:
    """`Your hand: D2 D5* P*` with a star on what can be played."""
    stars = playable(scene)
    cards = " ".join(
        card_name(card) + ("*" if card in stars else "") for card in cards_of(scene.view.hand)
    )
    return f"Your hand (* can go now): {cards or 'no cards'}."


def moves(scene: Scene) -> str:
    """`Moves: 1 D5, 2 P>D.`"""
    listed = [f"{n} {move_name(move)}" for n, move in enumerate(numbered(scene), 1)]
    return f"Moves: {', '.join(listed)}."


def numbered(scene: Scene) -> list[int]:
    """Moves by number, but not where a number is a seat."""
    return [] if scene.view.table.phase == CHOOSE else scene.choices()


def look(scene: Scene) -> list[str]:
    """The whole grid and all seats."""
    t, grid, o = scene.view.table, scene.memory, scene.options
    lines = [table(scene)]
    for row in range(o.worlds):
        cells = [grid.cell(row, column) or "-" for column in range(o.columns)]
        resets = number_of(t.resets[row], "reset")
        lines.append(f"{WORLDS[row]} {WORLD_NAMES[row]}: {' '.join(cells)}; {resets} left.")
    lines.append(
        "In a row, R is a reset, P a pause, P/3 a pause with a 3 under it, - an empty cell."
    )
    lines += [f"{line}." for line in others(scene)]
    if scene.names.me != NO_SEAT:
        told = heard(o, scene.view, scene.names.me)
        lines.append(f"Of your hand the others were told: {told or 'nothing'}.")
        lines.append(hand(scene))
    return lines


def question(scene: Scene) -> str:
    """What a reader on turn is asked."""
    phase = scene.view.table.phase
    if phase == CHOOSE:
        usual_seat = (usual(scene) or FIRST) - FIRST
        return f"Who begins? (Enter: {scene.names.in_clause(usual_seat)})"
    if phase == SWAP:
        return "Tuck a card, or two as F2,P (Enter: no more)"
    if phase == UNDER:
        return "A card under the pause (Enter: none)"
    return "Your move (? explains)"


def move_text(scene: Scene, move: int) -> str:
    """A move as the reader would type it; seats by name."""
    return scene.names[move - FIRST] if move >= FIRST else move_name(move)


def usual(scene: Scene) -> int | None:
    """What an empty line means."""
    t, me = scene.view.table, scene.view.seat
    if t.phase == CHOOSE:
        latest = t.proposed[(me - 1) % scene.options.players]
        return FIRST + (me if latest == NO_SEAT else latest)
    if t.phase in (SWAP, UNDER):
        return DONE
    choices = scene.choices()
    return choices[0] if len(choices) == 1 else None


def read(scene: Scene, text: str) -> tuple[int, ...]:
    """The record's notation; names where seats are meant."""
    seats = [str(seat) for seat in range(len(scene.names))]
    if scene.view.table.phase == CHOOSE and not text.lower().startswith("first"):
        if text in seats:
            return (FIRST + seats.index(text),)
        return (FIRST + named(scene.names, text),)
    return scene.game.read_move(scene.packed, scene.view, text)


def refusals(scene: Scene) -> list[str]:
    """Each card and each row that cannot be played now, with the reason."""
    view = scene.view
    legal = set(scene.choices())
    if view.table.phase != TURN:
        return []
    held = list(dict.fromkeys(card for card in cards_of(view.hand) if card < PAUSE_IN))
    tried = [card for card in held if card not in legal]
    if view.hand > LEVEL_BITS:
        tried += [PAUSE_IN + row for row in range(scene.options.worlds)]
    tried += [RESET_IN + row for row in range(scene.options.worlds)]
    return [
        f"{move_name(move)}: {scene.game.why_not(scene.packed, view, move)}."
        for move in tried
        if move not in legal
    ]


def loses(scene: Scene, chosen: Sequence[int]) -> str | None:
    """R-2: no row left open in this column could still take its reset."""
    t = scene.view.table
    choices = scene.choices()
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
    return sight.loses(t, move // ROW if move < PAUSE_IN else move - PAUSE_IN)


def reveals(before: Any, after: Any) -> str | None:
    """Taking a move back is fair while it has shown its player nothing."""
    if after.table.head > before.table.head:
        return "You have drawn since, and have seen the card."
    return None
