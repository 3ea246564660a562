"""Luz as a picture: the seats with their open hands, the trick, the backs of your own hand."""

from rich.text import Text

from tenluz.engine.game import NO_SEAT
from tenluz.games.luz.notation import COLOURS
from tenluz.games.luz.rules.moves import PLAY
from tenluz.games.luz.terminal import score as scores
from tenluz.games.luz.terminal import turn
from tenluz.games.luz.terminal.turn import Taken
from tenluz.terminal.game_text import GameText, TableView
from tenluz.terminal.style import Style, headed, on_card

NAME = 14
TRUMP = "Y"
INK = {"R": "red", "Y": "yellow", "G": "green", "B": "cyan", "P": "magenta"}
CARD = {letter: on_card(ink) for letter, ink in INK.items()}


def draw(text: GameText, table_view: TableView, style: Style) -> tuple[Text, Text]:
    """The seats and the trick above; your own hand below."""
    above = [*_head(text, table_view, style), Text(), *_seats(text, table_view, style)]
    tricks = _tricks(text, table_view, style)
    if tricks:
        above += [Text(), *tricks]
    below = [] if table_view.reader == NO_SEAT else _hand(text, table_view, style)
    return Text("\n").join(above), Text("\n").join(below)


def _head(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    say, screen = text.say, table_view.screen
    deal = {"deal": screen.deal + 1, "deals": screen.deals}
    if screen.phase == "trick":
        tricks = table_view.options.hand
        now = say("picture.trick", **deal, trick=sum(screen.tricks) + 1, tricks=tricks)
    else:
        now = say("picture.bidding" if screen.phase == "bid" else "picture.over", **deal)
    trump = f"{style.signs.sun} {say('trump')}"
    return headed(text.game.title, [(now, ""), (trump, "bold yellow")], style)


def _face(card: str, style: Style) -> Text:
    """`R7`, and for a trump `Y7☼`."""
    sun = style.signs.sun if card[0] == TRUMP else ""
    return Text(f"{card}{sun}", CARD[card[0]])


def _seats(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    say, screen, names = text.say, table_view.screen, table_view.names
    players, me = len(names), names.me
    titles = [say(f"picture.{title}") for title in ("bid", "won", "points")]
    widths = [max(len(title), 3) for title in titles]
    head = " ".join(title.rjust(width) for title, width in zip(titles, widths))
    lines = [
        Text(f"{'':{NAME + 2}}  {head}   {style.signs.diamond} {say('picture.holder')}", "dim")
    ]
    hands = {} if me == NO_SEAT else _hands(table_view, style)
    start = max(me, 0)
    for seat in [(start + n) % players for n in range(players)]:
        on_turn = seat == screen.turn
        mark = style.signs.arrow if on_turn else " "
        holds = style.signs.diamond if seat == screen.holder else " "
        values = (turn.bid_text(screen, seat) or "-", screen.tricks[seat], screen.totals[seat])
        line = Text()
        line.append(f" {mark} {names[seat]:<12}{holds} ", "bold" if on_turn else "")
        numbers = " ".join(f"{value!s:>{width}}" for value, width in zip(values, widths))
        line.append(f" {numbers}   ")
        if style.narrow and hands.get(seat):
            lines += [line, Text("     ") + hands[seat]]
        else:
            lines.append(line + hands.get(seat, Text()))
    return lines


def _hands(table_view: TableView, style: Style) -> dict[int, Text]:
    """The open hands of the others, colour under colour where there is room for it."""
    screen, names = table_view.screen, table_view.names
    seats = [seat for seat in range(len(names)) if seat != names.me]
    groups = {
        (seat, colour): Text(" ").join(
            _face(card, style) for card in turn.held(screen, seat) if card[0] == colour
        )
        for seat in seats
        for colour in COLOURS
    }
    widths = {colour: max(len(groups[seat, colour]) for seat in seats) for colour in COLOURS}
    room = style.width - (5 if style.narrow else 40)
    aligned = sum(widths.values()) + 2 * len(widths) <= room
    hands = {}
    for seat in seats:
        line = Text()
        for colour in COLOURS:
            group = groups[seat, colour]
            pad = widths[colour] - len(group) if aligned else 0
            line += group + Text(" " * pad + ("  " if group or aligned else ""))
        line.rstrip()
        hands[seat] = line
    return hands


def _tricks(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    say, screen = text.say, table_view.screen
    lines = []
    width = max(len(say("trick")), len(say("lastTrick")))
    if screen.phase == "trick":
        title = f" {say('trick'):<{width}}  "
        if any(screen.trick):
            now = Taken(screen.trick, screen.leader, screen.best)
            lines += _trick(table_view, style, Text(title, "bold"), now)
        else:
            lines.append(Text(title, "bold") + Text(say("position.noCard"), "dim"))
    if table_view.options.open_tricks:
        tricks = turn.taken_tricks(table_view.events, len(table_view.names))
        for number, trick in enumerate(tricks, 1):
            lines += _trick(table_view, style, Text(f" {number:>2}.  ", "dim"), trick)
    elif sum(screen.tricks):
        last = Taken(screen.last_trick, screen.last_leader, screen.leader)
        lines += _trick(table_view, style, Text(f" {say('lastTrick'):<{width}}  ", "dim"), last)
    return lines


def _trick(table_view: TableView, style: Style, title: Text, trick: Taken) -> list[Text]:
    """The cards in the order of play, a star at the best; in as many lines as it takes."""
    lines, indent = [title], len(title)
    players = len(table_view.names)
    for seat in [(trick.leader + n) % players for n in range(players)]:
        card = trick.cards[seat]
        if card is None:
            continue
        shown = Text(f"{table_view.names[seat]} ") + _face(card, style)
        if seat == trick.winner:
            shown += Text(style.signs.star, "bold")
        if len(lines[-1]) + len(shown) > style.width:
            lines.append(Text(" " * indent))
        lines[-1] = lines[-1] + shown + Text("   ")
    return lines


def _hand(text: GameText, table_view: TableView, style: Style) -> list[Text]:
    """Backs in sorted order, the high end of each colour marked; numbers below."""
    numbers = {move - PLAY: n for n, move in enumerate(text.numbered(table_view), 1)}
    title = f" {text.say('picture.hand')}  "
    label, gap = (" ", " ") if style.narrow else (title, "  ")
    names, keys = Text(label), Text(" " * len(label))
    for colour in COLOURS:
        places = [p.place for p in table_view.screen.hands[table_view.reader] if p.colour == colour]
        for place in places:
            name = table_view.move_name(PLAY + place)
            high = "+" if place == places[-1] else " "
            on = not numbers or place in numbers
            names.append(f"{name}{high}", CARD[colour] if on else INK[colour])
            names.append(" ")
            keys.append(f"{numbers.get(place, '')}".ljust(len(name) + 2), "bold")
        if places:
            names.append(gap)
            keys.append(gap)
    return [names, keys] if numbers else [names]


def draw_score(text: GameText, table_view: TableView, style: Style) -> Text:
    """A row for each seat: bid / tricks won and points of each deal, and the total."""
    say, names, screen = text.say, table_view.names, table_view.screen
    deals = scores.finished(table_view.events)
    gap = " " * (1 if style.narrow else 4)
    total = say("total")
    heads = "".join(f"{gap}{deal.deal + 1:^9}" for deal in deals)
    lines = [Text(f"{say('picture.deal'):<12}{heads}  {total}", "dim")]
    for seat in range(len(names)):
        line = Text(f"{names[seat]:<12}")
        for deal in deals:
            line.append(f"{gap}{scores.bid(deal, seat):>3}/{deal.tricks[seat]:<2}")
            line.append(f"{deal.points[seat]:>+3d}", "green" if deal.points[seat] > 0 else "red")
        line.append(f"{screen.totals[seat]:>{len(total) + 2}}", "bold")
        lines.append(line)
    lines += [Text(line) for line in scores.ranking_lines(text, names, screen)]
    lines[-1].stylize("bold")
    return Text("\n").join(lines)
