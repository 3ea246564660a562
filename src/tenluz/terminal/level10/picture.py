"""Level 10 as a picture: the grid, the seats, the hand. Every sign is told by a letter too."""

from rich.text import Text

from tenluz.games.game import OVER
from tenluz.games.level10.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    NO_SEAT,
    PAUSE,
    PAUSE_IN,
    RESET_IN,
    SWAP,
    UNDER,
)
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS, card_name, move_name
from tenluz.games.level10.options import DIFFICULTIES
from tenluz.terminal.level10 import turn
from tenluz.terminal.level10.events import cards_of
from tenluz.terminal.level10.grid import PAUSE as PAUSE_CELL
from tenluz.terminal.level10.grid import RESET
from tenluz.terminal.level10.talk import heard, wishes
from tenluz.terminal.names import number_of
from tenluz.terminal.style import CARD, INK, Style
from tenluz.terminal.words import Scene

LABEL = 11


def draw(scene: Scene, style: Style) -> tuple[Text, Text]:
    """The table above; the hand and the moves below."""
    above = [_head(scene), Text(), *_grid(scene, style)]
    if scene.view.table.phase != OVER:
        above += [Text(), *_seats(scene, style)]
    below = [] if scene.names.me == NO_SEAT else _below(scene, style)
    return Text("\n").join(above), Text("\n").join(below)


def _head(scene: Scene) -> Text:
    o, t = scene.options, scene.view.table
    level = {pauses: name for name, pauses in DIFFICULTIES.items()}[o.pauses]
    deck = t.tail - t.head
    parts = [f"{level}", f"column {min(t.column + 1, o.columns)} of {o.columns}", f"deck {deck}"]
    if t.phase != OVER:
        parts.append("reset played" if t.reset_here else "reset to come")
    return Text.assemble((" Level 10 ", "bold reverse"), "  " + " · ".join(parts))


def _grid(scene: Scene, style: Style) -> list[Text]:
    o, t = scene.options, scene.view.table
    width = 3 if style.narrow else 5
    header = Text(" " * LABEL)
    for column in range(o.columns):
        now = column == t.column
        name = f"[{column + 1}]" if now else f"{column + 1} "
        header.append(name.rjust(width), "bold" if now else "dim")
    header.append("   resets", "dim")
    return [header] + [_row(scene, style, row, width) for row in range(o.worlds)]


def _row(scene: Scene, style: Style, row: int, width: int) -> Text:
    o, t, grid, signs = scene.options, scene.view.table, scene.memory, style.signs
    letter = WORLDS[row]
    line = Text.assemble(" ", (letter, CARD[letter]), f" {WORLD_NAMES[row]}".ljust(LABEL - 2))
    for column in range(o.columns):
        cell = grid.cell(row, column)
        here = column == t.column and t.phase != OVER
        if cell:
            kind = grid.cells[row][column]
            text = signs.reset if kind == RESET else cell
            ink = {RESET: f"bold {INK[letter]}", PAUSE_CELL: CARD["pause"]}.get(kind, CARD[letter])
            face = text if len(text) > 2 else f"{text:>2} "
            line.append(" " * (width - len(face)))
            line.append(face, ink)
        elif here and t.open >> row & 1:
            line.append(f"{signs.open} ".rjust(width), f"bold {INK[letter]}")
        else:
            line.append(f"{signs.empty} ".rjust(width), "dim")
    line.append("    " + " ".join([signs.reset] * t.resets[row]), INK[letter])
    if not t.resets[row]:
        line.append("none", "dim")
    return line


def _seats(scene: Scene, style: Style) -> list[Text]:
    o, t = scene.options, scene.view.table
    lines = []
    for seat in range(o.players):
        on_turn = seat == t.seat and t.phase != OVER
        mark = style.signs.turn if on_turn else " "
        line = Text(f" {mark} {scene.names[seat]:<12} ", "bold" if on_turn else "")
        line.append(f"{number_of(t.cards[seat], 'card'):<9}")
        if t.phase == CHOOSE and t.proposed[seat] != NO_SEAT:
            line.append(f" proposes {scene.names.in_clause(t.proposed[seat])} ")
        known = heard(o, scene.view, seat)
        for part in known.split():
            line.append(f" {part}", INK[part[0]])
        if known and seat == scene.names.me:
            line.append(" (told)", "dim")
        said = wishes(o, t, seat)
        if said:
            line.append(f"  “{', '.join(said)}”", "italic")
        line.truncate(style.width)
        lines.append(line)
    return lines


def _below(scene: Scene, style: Style) -> list[Text]:
    """The hand; under each card the number of the move that plays it; then the other moves."""
    numbers = {move: n for n, move in enumerate(turn.numbered(scene), 1)}
    aside = scene.view.table.phase in (SWAP, UNDER)
    cards, keys = Text(" Hand  "), Text("       ")
    playable = turn.playable(scene)
    gap = " " if style.narrow else "  "
    for card in cards_of(scene.view.hand):
        name = card_name(card)
        ink = "pause" if card == PAUSE else name[0]
        number = numbers.get(ASIDE + card if aside else card) if card != PAUSE or aside else None
        star = card in playable
        cards.append(f" {name}{'*' if star else ' '}", CARD[ink] if star else INK[ink])
        cards.append(gap)
        keys.append(f" {number or '':<2}".ljust(len(name) + 2 + len(gap)), "bold")
    if not scene.view.hand:
        cards.append("no cards", "dim")
    lines = [cards, keys]
    for title, first, last in (("Pause", PAUSE_IN, RESET_IN), ("Reset", RESET_IN, ASIDE)):
        listed = [move for move in numbers if first <= move < last]
        if listed:
            lines.append(_listed(title, listed, numbers))
    if DONE in numbers:
        lines.append(_listed("", [DONE], numbers))
    if scene.view.table.phase == CHOOSE:
        names = "   ".join(f"{seat} {scene.names[seat]}" for seat in range(len(scene.names)))
        lines[-1] = Text(f"        {names}")
    return lines


def _listed(title: str, moves: list[int], numbers: dict[int, int]) -> Text:
    line = Text(f" {title:<6}")
    for move in moves:
        name = move_name(move)
        line.append(f" {numbers[move]} ".rjust(4), "bold")
        line.append(f"{name} ", INK.get(name[-1], ""))
    return line
