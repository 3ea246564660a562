"""Luz as a picture: the seats with their open hands, the trick, the own backs."""

from rich.text import Text

from tenluz.engine.game import NO_SEAT, OVER
from tenluz.games.luz.notation import COLOURS, card_name, place_name, places_of
from tenluz.games.luz.rules.moves import BID, COLOUR, NO_CARD, PLAY, TRICK, TRUMP
from tenluz.games.luz.terminal import score as scores
from tenluz.games.luz.terminal import turn
from tenluz.games.luz.terminal.memory import Trick
from tenluz.terminal.game_text import TableView
from tenluz.terminal.style import CARD, INK, Style

NAME = 14


def draw(table_view: TableView, style: Style) -> tuple[Text, Text]:
    """The seats and the trick above; the own hand below."""
    above = [_head(table_view, style), Text(), *_seats(table_view, style)]
    tricks = _tricks(table_view, style)
    if tricks:
        above += [Text(), *tricks]
    below = [] if table_view.names.me == NO_SEAT else _hand(table_view, style)
    return Text("\n").join(above), Text("\n").join(below)


def _head(table_view: TableView, style: Style) -> Text:
    t, o = table_view.view.table, table_view.options
    deal = f"deal {min(t.deal + 1, o.deals)} of {o.deals}"
    now = {BID: "bidding", OVER: "over"}.get(t.phase, f"trick {t.tricks_done + 1} of {o.hand}")
    line = Text.assemble((" Luz ", "bold reverse"), f"  {deal} · {now} · ")
    line.append(f"{style.signs.sun} yellow is trump", "bold yellow")
    return line


def _face(card: int, style: Style) -> Text:
    """` R7 `, and for a trump ` Y7☼`."""
    sun = style.signs.sun if card // COLOUR == TRUMP else ""
    name = card_name(card)
    return Text(f"{name}{sun}", CARD[name[0]])


def _seats(table_view: TableView, style: Style) -> list[Text]:
    t, players, me = table_view.view.table, table_view.options.players, table_view.names.me
    head = f"{'':{NAME + 2}}  bid took points   {style.signs.holder} first-player card"
    lines = [Text(head, "dim")]
    hands = {} if me == NO_SEAT else _hands(table_view, style)
    start = 0 if me == NO_SEAT else me
    for seat in [(start + n) % players for n in range(players)]:
        on_turn = seat == t.seat and t.phase != OVER
        mark = style.signs.turn if on_turn else " "
        holds = style.signs.holder if seat == t.holder else " "
        total = sum(t.points[deal, seat] for deal in range(t.deal))
        line = Text()
        line.append(f" {mark} {table_view.names[seat]:<12}{holds} ", "bold" if on_turn else "")
        line.append(f" {turn.bid_text(t, seat) or '-':>3} {t.tricks[seat]:>4} {total:>6}   ")
        if style.narrow and hands.get(seat):
            lines += [line, Text("     ") + hands[seat]]
        else:
            lines.append(line + hands.get(seat, Text()))
    return lines


def _hands(table_view: TableView, style: Style) -> dict[int, Text]:
    """The open hands of the others, colour under colour where there is room for it."""
    seats = [seat for seat in range(table_view.options.players) if seat != table_view.names.me]
    groups = {
        (seat, colour): Text(" ").join(
            _face(card, style) for card in turn.held(table_view, seat) if card // COLOUR == colour
        )
        for seat in seats
        for colour in range(table_view.options.colours)
    }
    colours = range(table_view.options.colours)
    widths = [max(len(groups[seat, colour]) for seat in seats) for colour in colours]
    room = style.width - (5 if style.narrow else 36)
    aligned = sum(widths) + 2 * len(widths) <= room
    hands = {}
    for seat in seats:
        line = Text()
        for colour in colours:
            group = groups[seat, colour]
            pad = widths[colour] - len(group) if aligned else 0
            line += group + Text(" " * pad + ("  " if group or aligned else ""))
        line.rstrip()
        hands[seat] = line
    return hands


def _tricks(table_view: TableView, style: Style) -> list[Text]:
    t = table_view.view.table
    lines = []
    if t.phase == TRICK:
        title = Text(" On the table  ", "bold")
        if t.in_trick:
            lines += _trick(table_view, style, title, Trick(t.trick, t.leader, t.best))
        else:
            lines.append(title + Text("nothing yet", "dim"))
    if table_view.options.open_tricks:
        for n, trick in enumerate(table_view.memory.tricks, 1):
            lines += _trick(table_view, style, Text(f" Trick {n:<2}      ", "dim"), trick)
    elif t.tricks_done:
        last = Trick(t.last_trick, t.last_leader, t.leader)
        lines += _trick(table_view, style, Text(" Last trick    ", "dim"), last)
    return lines


def _trick(table_view: TableView, style: Style, title: Text, trick: Trick) -> list[Text]:
    """The cards in the order of play, a star at the best; in as many lines as it takes."""
    lines, indent = [title], len(title)
    players = table_view.options.players
    for seat in [(trick.leader + n) % players for n in range(players)]:
        card = trick.cards[seat]
        if card == NO_CARD:
            continue
        shown = Text(f"{table_view.names[seat]} ") + _face(card, style)
        if seat == trick.winner:
            shown += Text(style.signs.best, "bold")
        if len(lines[-1]) + len(shown) > style.width:
            lines.append(Text(" " * indent))
        lines[-1] = lines[-1] + shown + Text("   ")
    return lines


def _hand(table_view: TableView, style: Style) -> list[Text]:
    """Backs in sorted order, the high end of each colour marked; numbers below."""
    numbers = {move - PLAY: n for n, move in enumerate(turn.numbered(table_view), 1)}
    label, gap = (" ", " ") if style.narrow else (" Hand  ", "  ")
    names, keys = Text(label), Text(" " * len(label))
    for colour in range(table_view.options.colours):
        places = places_of(table_view.view, colour)
        for place in places:
            name = place_name(table_view.view, place)
            high = "+" if place == places[-1] else " "
            on = not numbers or place in numbers
            letter = COLOURS[colour]
            names.append(f"{name}{high}", CARD[letter] if on else INK[letter])
            names.append(" ")
            keys.append(f"{numbers.get(place, '')}".ljust(len(name) + 2), "bold")
        if places:
            names.append(gap)
            keys.append(gap)
    return [names, keys] if numbers else [names]


def draw_score(table_view: TableView, style: Style) -> Text:
    """A row for each seat: bid / tricks taken and points of each deal, and the total."""
    names, deals = table_view.names, table_view.memory.deals
    gap = " " * (1 if style.narrow else 4)
    heads = "".join(f"{gap}{f'deal {n}':^9}" for n in range(1, len(deals) + 1))
    lines = [Text(f"{'bid/took pts':12}{heads}  total", "dim")]
    for seat in range(len(names)):
        line = Text(f"{names[seat]:<12}")
        for deal in deals:
            made = deal.points[seat] > 0
            line.append(f"{gap}{scores.bid(deal, seat):>3}/{deal.tricks[seat]:<2}")
            line.append(f"{deal.points[seat]:>+3d}", "green" if made else "red")
        line.append(f"{scores.total(table_view, seat):>7}", "bold")
        lines.append(line)
    lines += [Text(line) for line in scores.ranking_lines(table_view)]
    lines[-1].stylize("bold")
    return Text("\n").join(lines)
