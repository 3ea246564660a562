"""A turn of Level 10 in words: what lies on the table, what may be done."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Event, Move
from tenluz.games.level10 import news
from tenluz.games.level10.rules.moves import DONE, FIRST
from tenluz.games.level10.screen import KnownCount, Screen
from tenluz.games.level10.terminal.talk import seat_named
from tenluz.terminal.game_text import GameText, TableView

if TYPE_CHECKING:
    from tenluz.terminal.messages import Messages

WISHES = {False: ("card", "reset"), True: ("adviceCard", "adviceReset")}


def position(text: GameText, table_view: TableView) -> list[str]:
    """Lines for a reader on turn."""
    say, screen = text.say, table_view.screen
    moves = text.listed_moves(table_view)
    if screen.phase == "swap":
        return [swap(text, table_view), hand(say, screen), moves]
    if screen.phase == "under":
        return [say("prompt.under"), hand(say, screen), moves]
    lines = [where(say, screen), rows(say, screen)]
    if len(table_view.names) > 1:
        others = say.parted(seat_lines(text, table_view))
        lines.append(say("position.others", others=others))
    lines.append(hand(say, screen))
    if screen.phase == "choose":
        names = table_view.names
        seats = ", ".join(f"{seat} {names[seat]}" for seat in range(len(names)))
        return [*lines, f"{say('prompt.first')} {seats}."]
    return [*lines, say("prompt.terminalTurn"), moves]


def swap(text: GameText, table_view: TableView) -> str:
    """L-8: what may be tucked, and what has been."""
    tucked = []
    for event in reversed(table_view.events):
        if not isinstance(event, news.Tucked):
            break
        tucked.append(text.card(event.card or ""))
    if not tucked:
        return text.say("prompt.swap")
    return text.say("prompt.swapMore", cards=text.say.listed(tucked[::-1]))


def where(say: "Messages", screen: Screen) -> str:
    """`Column 3 of 10, its reset is still to come. 20 cards in the deck.`"""
    reset = "yes" if screen.reset_here else "no"
    column = min(screen.column + 1, screen.columns)
    deck = say("deck.count", count=screen.pile)
    return say("position.where", column=column, columns=screen.columns, reset=reset, deck=deck)


def rows(say: "Messages", screen: Screen) -> str:
    """Each row's end, whether it is open in this column, and its resets."""
    found = [
        say(
            "position.row",
            letter=world,
            name=say("world.name", world=world),
            open="yes" if screen.open[row] else "no",
            top=screen.tops[row],
            resets=screen.resets[row],
        )
        for row, world in enumerate(screen.worlds)
    ]
    return say("position.rows", rows=say.parted(found))


def seat_lines(text: GameText, table_view: TableView) -> list[str]:
    """What everybody knows of each of the other seats."""
    say, names = text.say, table_view.names
    return [
        say("people.does", who=names[seat], what=seat_line(say, table_view, seat))
        for seat in range(len(names))
        if seat != names.me
    ]


def seat_line(say: "Messages", table_view: TableView, seat: int) -> str:
    """`6 cards (Desert: 2, Forest: 1–2), would play D`."""
    screen = table_view.screen
    cards = say("cards", count=screen.cards[seat])
    if known := counts(say, screen, seat):
        cards += f" ({known})"
    return ", ".join([cards, *wishes(say, screen, seat)])


def counts(say: "Messages", screen: Screen, seat: int) -> str:
    """What is known of a seat's counts in words: `Desert: 2, Forest: 1–2`."""
    known = known_counts(say, screen, seat)
    return ", ".join(say("known.world", world=world, text=text) for world, text in known.items())


def known_counts(say: "Messages", screen: Screen, seat: int) -> dict[str, str]:
    """What is known of a seat's counts: `2` or `1–2` for D; worlds never told are left out."""
    found = {}
    for world, known in zip(screen.worlds, screen.told[seat]):
        if known.least or known.most is not None:
            found[world] = _known(say, known, screen.cards[seat])
    return found


def _known(say: "Messages", known: KnownCount, held: int) -> str:
    if known.most is None:
        return say("known.least", least=known.least)
    most = min(known.most, held)  # what was told grows with each card drawn, the hand does not
    return say("known.between", least=known.least, most=most) if most > known.least else f"{most}"


def wishes(say: "Messages", screen: Screen, seat: int) -> list[str]:
    """What a seat has said it would like, and what others have advised it."""
    found = []
    for advised, wanted in ((False, screen.wishes[seat]), (True, screen.advised[seat])):
        card, reset = WISHES[advised]
        for wish in wanted:
            kind = reset if wish.startswith("R>") else card
            found.append(say(f"wish.{kind}", letter=wish[-1]))
    return found


def hand(say: "Messages", screen: Screen) -> str:
    """`Your hand (* can go now): D2 D5* P*.`"""
    stars = playable(screen)
    cards = " ".join(f"{card}*" if card in stars else card for card in screen.hand)
    return say("position.hand", cards=cards or say("cards", count=0))


def playable(screen: Screen) -> set[str]:
    """The cards of the reader's hand that some legal move takes."""
    return {move.card for move in screen.moves if move.card is not None}


def numbered(table_view: TableView) -> list[Move]:
    """Moves by number, but not where a number is a seat."""
    return [] if table_view.screen.phase == "choose" else table_view.choices()


# --- the whole table --------------------------------------------------------------------


def cells(events: Sequence[Event], screen: Screen) -> list[list[str]]:
    """The grid as it lies, by row and column: `5`, `R`, `P`, `P/3` with a card under the pause,
    or nothing. A fold over what was told: a card lies where it was placed."""
    found = [[""] * screen.columns for _ in screen.worlds]
    for event in events:
        if isinstance(event, news.Placed):
            level = event.card not in ("P", "R")
            found[event.row][event.column] = event.card[1:] if level else event.card
        elif isinstance(event, news.Under):
            found[event.row][event.column] = f"P/{event.card[1:]}"
    return found


def look(text: GameText, table_view: TableView) -> list[str]:
    """The whole grid and all seats."""
    say, screen, names = text.say, table_view.screen, table_view.names
    lines = [where(say, screen)]
    for row, line in enumerate(cells(table_view.events, screen)):
        world, laid = screen.worlds[row], " ".join(cell or "-" for cell in line)
        name = f"{world} {say('world.name', world=world)}"
        resets = say("look.resets", count=screen.resets[row])
        lines.append(f"{say.parted([say.named(name, laid), resets])}.")
    lines.append(say("look.legend"))
    lines += [f"{line}." for line in seat_lines(text, table_view)]
    if names.me != NO_SEAT:
        told = counts(say, table_view.public_screen, names.me)
        lines.append(say("look.told", told=told or say("value.nothing")))
        lines.append(hand(say, screen))
    return lines


# --- typing -----------------------------------------------------------------------------


def question(text: GameText, table_view: TableView) -> str:
    """What a reader on turn is asked."""
    say, phase = text.say, table_view.screen.phase
    if phase == "choose":
        first = table_view.names.subject((usual(table_view) or FIRST) - FIRST)
        return say("question.first", first=first["who"], firstYou=first["you"])
    if phase in ("swap", "under"):
        return say(f"question.{phase}")
    return say("question.move")


def move_text(table_view: TableView, move: Move) -> str:
    """A move as the reader would type it; seats by name."""
    return table_view.names[move - FIRST] if move >= FIRST else table_view.move_name(move)


def usual(table_view: TableView) -> Move | None:
    """What an empty line means."""
    screen, me = table_view.screen, table_view.reader
    if screen.phase == "choose":
        latest = screen.proposed[(me - 1) % len(screen.proposed)]
        return Move(FIRST + (me if latest == NO_SEAT else latest))
    if screen.phase in ("swap", "under"):
        return Move(DONE)
    choices = table_view.choices()
    return choices[0] if len(choices) == 1 else None


def read(text: GameText, table_view: TableView, typed: str) -> Sequence[Move]:
    """The record's notation; names where seats are meant."""
    names = table_view.names
    if table_view.screen.phase == "choose" and not typed.lower().startswith("first"):
        seats = [str(seat) for seat in range(len(names))]
        seat = seats.index(typed) if typed in seats else seat_named(text.say, names, typed)
        return (Move(FIRST + seat),)
    return table_view.game.read_move(table_view.packed, table_view.view, typed)
