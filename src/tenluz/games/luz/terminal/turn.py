"""A turn of Luz in words: what a reader may see, what may be done and what not.

Of the own hand a view has colours and order only, so nothing here could print its values.
"""

from typing import Any

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Move
from tenluz.games.luz.notation import COLOUR_NAMES, COLOURS, card_name, place_name, places_of
from tenluz.games.luz.rules.moves import BID, BID_SAFE, COLOUR, NO_BID, NO_CARD, PLAY, TRICK
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import number_of


def position(table_view: TableView) -> list[str]:
    """Lines for a reader on turn."""
    t = table_view.view.table
    lines = [where(table_view), *others(table_view), own(table_view)]
    if t.phase == BID:
        return [*lines, bids_line(table_view)]
    if t.tricks_done:
        lines.insert(1, last_trick(table_view))
    lines.append(running(table_view))
    listed = [f"{n} {name(table_view, move)}" for n, move in enumerate(table_view.choices(), 1)]
    return [*lines, f"Moves: {', '.join(listed)}."]


def where(table_view: TableView) -> str:
    """`Deal 2 of 4, trick 4 of 10. Yellow is trump.`"""
    t, o = table_view.view.table, table_view.options
    deal = f"Deal {t.deal + 1} of {o.deals}"
    now = "bidding" if t.phase == BID else f"trick {t.tricks_done + 1} of {o.hand}"
    return f"{deal}, {now}. Yellow is trump."


def status(table_view: TableView, seat: int) -> str:
    """`bid 3+, took 1, 10 points`."""
    t = table_view.view.table
    bid = "no bid yet" if t.bids[seat] == NO_BID else f"bid {bid_text(t, seat)}"
    total = sum(t.points[deal, seat] for deal in range(t.deal))
    took = f", took {t.tricks[seat]}" if t.phase != BID else ""
    return f"{bid}{took}, {total} points"


def bid_text(t: Any, seat: int) -> str:
    """`3`, or `3+` with a safety bead; nothing before the bid."""
    if t.bids[seat] == NO_BID:
        return ""
    return f"{t.bids[seat]}{'+' if t.safety[seat] else ''}"


def held(table_view: TableView, seat: int) -> list[int]:
    """The cards of another seat that are still in its hand; a watcher sees none (S-6)."""
    hands = table_view.view.hands
    places = [place for place in range(table_view.options.hand) if hands.held[seat] >> place & 1]
    return [hands.card[seat, place] for place in places]


def others(table_view: TableView) -> list[str]:
    """The other seats, from the reader's left, with the faces of their cards (Z-6)."""
    players, me = table_view.options.players, table_view.names.me
    seats = range(players) if me == NO_SEAT else [(me + n) % players for n in range(1, players)]
    lines = []
    for seat in seats:
        line = f"{table_view.names[seat]}: {status(table_view, seat)}"
        if me != NO_SEAT:
            cards = " ".join(card_name(card) for card in held(table_view, seat))
            line += f". Hand: {cards or 'no cards'}"
        lines.append(line + ".")
    return lines


def own(table_view: TableView) -> str:
    """`You: bid 2, took 1. Your hand, low to high: red R:1 R:2; yellow Y.`"""
    groups = []
    for colour in range(table_view.options.colours):
        places = places_of(table_view.view, colour)
        if places:
            names = " ".join(place_name(table_view.view, place) for place in places)
            groups.append(f"{COLOUR_NAMES[colour]} {names}")
    cards = "; ".join(groups) or "no cards"
    return f"You: {status(table_view, table_view.view.seat)}. Your hand, low to high: {cards}."


def trick_line(table_view: TableView, cards: Any, leader: int) -> str:
    """`Ada R7, Bruno Y2`, in the order of play."""
    played = []
    for step in range(table_view.options.players):
        seat = (leader + step) % table_view.options.players
        if cards[seat] != NO_CARD:
            played.append(f"{table_view.names[seat]} {card_name(cards[seat])}")
    return ", ".join(played)


def running(table_view: TableView) -> str:
    """The trick on the table."""
    t = table_view.view.table
    if t.in_trick == 0:
        return f"{table_view.names.does(t.leader, 'lead')} to this trick."
    led = COLOUR_NAMES[t.trick[t.leader] // COLOUR]
    best = table_view.names.does(t.best, "are")
    line = trick_line(table_view, t.trick, t.leader)
    return f"On the table: {line}. Led: {led}. {best} winning it."


def last_trick(table_view: TableView) -> str:
    """S-4: the one just taken, and no other unless tricks stay open."""
    t = table_view.view.table
    line = trick_line(table_view, t.last_trick, t.last_leader)
    winner = t.leader  # who took it leads, until the next one is taken
    return f"Last trick: {line}; {table_view.names.does(winner, 'take')} it."


def open_tricks(table_view: TableView) -> list[str]:
    """All tricks of the deal, where the table has agreed on that."""
    if not table_view.options.open_tricks:
        return []
    return [
        f"Trick {n}: {trick_line(table_view, trick.cards, trick.leader)}; "
        f"{table_view.names.does(trick.winner, 'take')} it."
        for n, trick in enumerate(table_view.memory.tricks, 1)
    ]


def look(table_view: TableView) -> list[str]:
    """Everything that the reader may know."""
    t = table_view.view.table
    lines = [where(table_view), *others(table_view)]
    if table_view.names.me != NO_SEAT:
        lines.append(own(table_view))
    if table_view.options.open_tricks:
        lines += open_tricks(table_view)
    elif t.tricks_done:
        lines.append(last_trick(table_view))
    if t.phase == TRICK:
        lines.append(running(table_view))
    return lines


def bids_line(table_view: TableView) -> str:
    """Which bids are open."""
    most = max(move % BID_SAFE for move in table_view.choices())
    beads = ""
    if table_view.options.bead_limit:
        beads = f" {number_of(table_view.view.table.beads, 'bet bead')} left (S-1)."
    return f"Bids: 0 to {most}; with a + a safety bead, and one trick more is also right.{beads}"


def name(table_view: TableView, move: int) -> str:
    """A move as the reader types it."""
    return table_view.game.move_name(table_view.packed, table_view.view, Move(move))


def question(table_view: TableView) -> str:
    """What a reader on turn is asked."""
    if table_view.view.table.phase == BID:
        return "Your bid (? explains)"
    return "Your card (? explains)"


def numbered(table_view: TableView) -> list[int]:
    """Cards by number; in the bidding a number is a bid."""
    return [] if table_view.view.table.phase == BID else table_view.choices()


def usual(table_view: TableView) -> int | None:
    """An empty line plays the only card that can be played."""
    choices = table_view.choices()
    return choices[0] if len(choices) == 1 else None


def refusals(table_view: TableView) -> list[str]:
    """The colours that may not be played, or the bids that may not be made, with the reason."""
    legal = set(table_view.choices())
    lines = []
    if table_view.view.table.phase == BID:
        beyond = max(move for move in legal if move < BID_SAFE) + 1
        if beyond == BID_SAFE:
            return [f"{beyond} and more: The highest bid is {table_view.options.hand} (S-5)."]
        why = table_view.game.why_not(table_view.packed, table_view.view, Move(beyond))
        return [f"{beyond} and more: {why}."]
    for colour in range(table_view.options.colours):
        places = places_of(table_view.view, colour)
        if places and PLAY + places[0] not in legal:
            first = Move(PLAY + places[0])
            why = table_view.game.why_not(table_view.packed, table_view.view, first)
            lines.append(f"{COLOURS[colour]} {COLOUR_NAMES[colour]}: {why}.")
    return lines
