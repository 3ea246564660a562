"""Level 10 as a picture: the grid, the seats, the hand. Every sign has a letter beside it."""

from rich.text import Text

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Move as MoveNumber
from tenluz.games.level10.screen import Move
from tenluz.games.level10.terminal import turn
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.style import Style, headed, on_card

LABEL = 12
INK = {"D": "yellow", "F": "green", "S": "cyan", "V": "red", "M": "magenta", "pause": "bold"}
CARD = {**{letter: on_card(ink) for letter, ink in INK.items()}, "pause": on_card("white")}


def draw(text: GameText, table_view: TableView, style: Style) -> tuple[Text, Text]:
    """The table above; the hand and the moves below."""
    above = [*_head(text, table_view, style), Text(), *_grid(text, table_view, style)]
    if table_view.screen.phase != "over":
        above += [Text(), *_seats(text, table_view, style)]
    below = [] if table_view.reader == NO_SEAT else _below(text, table_view, style)
    return Text("\n").join(above), Text("\n").join(below)


def _head(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    say, screen = text.say, table_view.screen
    column = min(screen.column + 1, screen.columns)
    parts = [
        say(f"reading.pauses.{table_view.options.pauses}"),
        say("picture.column", column=column, columns=screen.columns),
        say("deck.count", count=screen.pile),
    ]
    if screen.phase != "over":
        parts.append(say("picture.reset", reset="yes" if screen.reset_here else "no"))
    return headed(text.game.title, [(part, "") for part in parts], style)


def _grid(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    screen = table_view.screen
    width = 3 if style.narrow else 5
    header = Text(" " * LABEL)
    for column in range(screen.columns):
        now = column == screen.column
        name = f"[{column + 1}]" if now else f"{column + 1} "
        header.append(name.rjust(width), "bold" if now else "dim")
    header.append(f"   {text.say('picture.resets')}", "dim")
    laid = turn.cells(table_view.events, screen)
    return [header, *(_row(text, table_view, style, row, laid[row]) for row in range(len(laid)))]


def _row(text: GameText, table_view: TableView, style: Style, row: int, laid: list[str]) -> Text:
    screen, signs = table_view.screen, style.signs
    width = 3 if style.narrow else 5
    letter = screen.worlds[row]
    name = f" {text.say('world.name', world=letter)}"
    line = Text.assemble(" ", (letter, CARD[letter]), name.ljust(LABEL - 2))
    for column, cell in enumerate(laid):
        if cell:
            face = signs.circle if cell == "R" else cell
            ink = CARD["pause"] if cell[0] == "P" else CARD[letter]
            face = face if len(face) > 2 else f"{face:>2} "
            line.append(" " * (width - len(face)))
            line.append(face, f"bold {INK[letter]}" if cell == "R" else ink)
        elif column == screen.column and screen.phase != "over" and screen.open[row]:
            line.append(f"{signs.square} ".rjust(width), f"bold {INK[letter]}")
        else:
            line.append(f"{signs.dot} ".rjust(width), "dim")
    line.append("    " + " ".join([signs.circle] * screen.resets[row]), INK[letter])
    if not screen.resets[row]:
        line.append(text.say("value.none"), "dim")
    return line


def _seats(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    say, screen, names = text.say, table_view.screen, table_view.names
    counts = [say("cards", count=count) for count in screen.cards]
    width = max(map(len, counts))
    lines = []
    for seat in range(len(names)):
        on_turn = seat == screen.turn
        mark = style.signs.arrow if on_turn else " "
        line = Text(f" {mark} {names[seat]:<12} ", "bold" if on_turn else "")
        line.append(f"{counts[seat]:<{width}} ")
        if screen.phase == "choose" and screen.proposed[seat] != NO_SEAT:
            first = names.subject(screen.proposed[seat])
            values = {"first": first["who"], "firstYou": first["you"]}
            line.append(f" {say('seat.proposes', you=names.subject(seat)['you'], **values)} ")
        own = seat == names.me
        known = turn.known_counts(say, table_view.public_screen if own else screen, seat)
        for world, count in known.items():
            line.append(f" {world}:{count}", INK[world])
        if known and own:
            line.append(f" ({say('picture.told')})", "dim")
        if wished := turn.wishes(say, screen, seat):
            line.append(f"  {', '.join(wished)}", "italic")
        line.truncate(style.width)
        lines.append(line)
    return lines


def _below(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    """The hand; under each card the number of the move that plays it; then the other moves."""
    say, screen, names = text.say, table_view.screen, table_view.names
    numbers = {move: n for n, move in enumerate(turn.numbered(table_view), 1)}
    moves = [move for move in screen.moves if move.move in numbers]
    by_card = {
        move.card: numbers[MoveNumber(move.move)]
        for move in moves
        if move.kind in ("card", "aside")
    }
    title = f" {say('picture.hand')}  "
    cards, keys = Text(title), Text(" " * len(title))
    gap = " " if style.narrow else "  "
    playable = turn.playable(screen)
    for card in screen.hand:
        ink = "pause" if card == "P" else card[0]
        star = card in playable
        cards.append(f" {card}{'*' if star else ' '}", CARD[ink] if star else INK[ink])
        cards.append(gap)
        keys.append(f" {by_card.get(card, '')!s:<2}".ljust(len(card) + 2 + len(gap)), "bold")
    if not screen.hand:
        cards.append(say("cards", count=0), "dim")
    lines = [cards, keys]
    for kind, label in (("pause", say("card.pause")), ("reset", say("card.reset")), ("done", "")):
        listed = [move for move in moves if move.kind == kind]
        if listed:
            lines.append(_listed(table_view, label, listed, numbers))
    if screen.phase == "choose":
        seats = "   ".join(f"{seat} {names[seat]}" for seat in range(len(names)))
        lines[-1] = Text(f"        {seats}")
    return lines


def _listed(
    table_view: TableView, title: str, moves: list[Move], numbers: dict[MoveNumber, int]
) -> Text:
    line = Text(f" {title:<6}")
    for move in moves:
        name = table_view.move_name(MoveNumber(move.move))
        line.append(f" {numbers[MoveNumber(move.move)]} ".rjust(4), "bold")
        line.append(f"{name} ", INK.get(name[-1], ""))
    return line
