"""Level 10 as a picture: the grid, the seats, the hand. Every sign is told by a letter too."""

from rich.text import Text

from tenluz.engine.game import OVER
from tenluz.games.level10.notation import WORLD_NAMES, WORLDS, card_name, move_name
from tenluz.games.level10.rules.moves import (
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
from tenluz.games.level10.rules.options import DIFFICULTIES
from tenluz.games.level10.terminal import turn
from tenluz.games.level10.terminal.events import cards_of
from tenluz.games.level10.terminal.grid import PAUSE as PAUSE_CELL
from tenluz.games.level10.terminal.grid import RESET
from tenluz.games.level10.terminal.talk import heard, wishes
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import number_of
from tenluz.terminal.style import CARD, INK, Style

LABEL = 11


def draw(table_view: TableView, style: Style) -> tuple[Text, Text]:
    """The table above; the hand and the moves below."""
    above = [_head(table_view), Text(), *_grid(table_view, style)]
    if table_view.view.table.phase != OVER:
        above += [Text(), *_seats(table_view, style)]
    below = [] if table_view.names.me == NO_SEAT else _below(table_view, style)
    return Text("\n").join(above), Text("\n").join(below)


def _head(table_view: TableView) -> Text:
    o, t = table_view.options, table_view.view.table
    level = {pauses: name for name, pauses in DIFFICULTIES.items()}[o.pauses]
    deck = t.tail - t.head
    parts = [f"{level}", f"column {min(t.column + 1, o.columns)} of {o.columns}", f"deck {deck}"]
    if t.phase != OVER:
        parts.append("reset played" if t.reset_here else "reset to come")
    return Text.assemble((" Level 10 ", "bold reverse"), "  " + " · ".join(parts))


def _grid(table_view: TableView, style: Style) -> list[Text]:
    o, t = table_view.options, table_view.view.table
    width = 3 if style.narrow else 5
    header = Text(" " * LABEL)
    for column in range(o.columns):
        now = column == t.column
        name = f"[{column + 1}]" if now else f"{column + 1} "
        header.append(name.rjust(width), "bold" if now else "dim")
    header.append("   resets", "dim")
    return [header] + [_row(table_view, style, row, width) for row in range(o.worlds)]


def _row(table_view: TableView, style: Style, row: int, width: int) -> Text:
    o, t, grid, signs = table_view.options, table_view.view.table, table_view.memory, style.signs
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


def _seats(table_view: TableView, style: Style) -> list[Text]:
    o, t = table_view.options, table_view.view.table
    lines = []
    for seat in range(o.players):
        on_turn = seat == t.seat and t.phase != OVER
        mark = style.signs.turn if on_turn else " "
        line = Text(f" {mark} {table_view.names[seat]:<12} ", "bold" if on_turn else "")
        line.append(f"{number_of(t.cards[seat], 'card'):<9}")
        if t.phase == CHOOSE and t.proposed[seat] != NO_SEAT:
            line.append(f" proposes {table_view.names.in_clause(t.proposed[seat])} ")
        known = heard(o, table_view.view, seat)
        for part in known.split():
            line.append(f" {part}", INK[part[0]])
        if known and seat == table_view.names.me:
            line.append(" (told)", "dim")
        said = wishes(o, t, seat)
        if said:
            line.append(f"  “{', '.join(said)}”", "italic")
        line.truncate(style.width)
        lines.append(line)
    return lines


def _below(table_view: TableView, style: Style) -> list[Text]:
    """The hand; under each card the number of the move that plays it; then the other moves."""
    numbers = {move: n for n, move in enumerate(turn.numbered(table_view), 1)}
    aside = table_view.view.table.phase in (SWAP, UNDER)
    cards, keys = Text(" Hand  "), Text("       ")
    playable = turn.playable(table_view)
    gap = " " if style.narrow else "  "
    for card in cards_of(table_view.view.hand):
        name = card_name(card)
        ink = "pause" if card == PAUSE else name[0]
        number = numbers.get(ASIDE + card if aside else card) if card != PAUSE or aside else None
        star = card in playable
        cards.append(f" {name}{'*' if star else ' '}", CARD[ink] if star else INK[ink])
        cards.append(gap)
        keys.append(f" {number or '':<2}".ljust(len(name) + 2 + len(gap)), "bold")
    if not table_view.view.hand:
        cards.append("no cards", "dim")
    lines = [cards, keys]
    for title, first, last in (("Pause", PAUSE_IN, RESET_IN), ("Reset", RESET_IN, ASIDE)):
        listed = [move for move in numbers if first <= move < last]
        if listed:
            lines.append(_listed(title, listed, numbers))
    if DONE in numbers:
        lines.append(_listed("", [DONE], numbers))
    if table_view.view.table.phase == CHOOSE:
        names = "   ".join(
            f"{seat} {table_view.names[seat]}" for seat in range(len(table_view.names))
        )
        lines[-1] = Text(f"        {names}")
    return lines


def _listed(title: str, moves: list[int], numbers: dict[int, int]) -> Text:
    line = Text(f" {title:<6}")
    for move in moves:
        name = move_name(move)
        line.append(f" {numbers[move]} ".rjust(4), "bold")
        line.append(f"{name} ", INK.get(name[-1], ""))
    return line
