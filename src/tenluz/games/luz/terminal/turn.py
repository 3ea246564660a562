"""A turn of Luz in words: what a reader may see, what may be done and what not.

Of the own hand a screen has colours and order only, so nothing here could print its values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.engine.game import NO_SEAT
from tenluz.engine.types import Event, Move
from tenluz.games.luz import news
from tenluz.games.luz.notation import COLOURS
from tenluz.games.luz.rules.moves import BID_SAFE, PLAY
from tenluz.games.luz.screen import Screen
from tenluz.terminal.game_text import GameText, TableView


def position(text: GameText, table_view: TableView) -> list[str]:
    """Lines for a reader on turn."""
    screen = table_view.screen
    lines = [where(text, table_view), *others(text, table_view), own(text, table_view)]
    if screen.phase == "bid":
        return [*lines, *bids(text, table_view)]
    if sum(screen.tricks):
        lines.insert(1, last_trick(text, table_view))
    return [*lines, running(text, table_view), text.listed_moves(table_view)]


def where(text: GameText, table_view: TableView) -> str:
    """`Deal 2 of 4, trick 4 of 10. Yellow is trump.`"""
    say, screen = text.say, table_view.screen
    deal = {"deal": screen.deal + 1, "deals": screen.deals}
    if screen.phase == "bid":
        now = say("position.bidding", **deal)
    else:
        tricks = table_view.options.hand
        now = say(
            "position.trick", **deal, trick=min(sum(screen.tricks) + 1, tricks), tricks=tricks
        )
    return f"{now} {say('trump')}."


def status(text: GameText, screen: Screen, seat: int) -> str:
    """`bid 3+, won 1, 10 pts`."""
    say, bid = text.say, bid_text(screen, seat)
    parts = [say("status.bid", bid=bid) if bid else say("status.noBid")]
    if screen.phase != "bid":
        parts.append(say("status.won", tricks=screen.tricks[seat]))
    return ", ".join([*parts, say("points", points=screen.totals[seat])])


def bid_text(screen: Screen, seat: int) -> str:
    """`3`, or `3+` with a safety bead; nothing before the bid."""
    bid = screen.bids[seat]
    return "" if bid is None else f"{bid}{'+' if screen.safety[seat] else ''}"


def held(screen: Screen, seat: int) -> list[str]:
    """The cards of another seat that are still in its hand; a watcher sees none (S-6)."""
    places = screen.hands[seat] if screen.hands else []
    return [place.card for place in places if place.card is not None]


def others(text: GameText, table_view: TableView) -> list[str]:
    """The other seats, from the reader's left, with the faces of their cards (Z-6)."""
    say, screen, names = text.say, table_view.screen, table_view.names
    players, me = len(names), names.me
    seats = range(players) if me == NO_SEAT else [(me + n) % players for n in range(1, players)]
    lines = []
    for seat in seats:
        line = f"{say('people.does', who=names[seat], what=status(text, screen, seat))}."
        if me != NO_SEAT:
            cards = " ".join(held(screen, seat)) or say("cards", count=0)
            line += f" {say('position.hand', cards=cards)}"
        lines.append(line)
    return lines


def own(text: GameText, table_view: TableView) -> str:
    """`You: bid 2, won 1, 0 pts. Your hand, face down, ...: red R:1 R:2; yellow Y.`"""
    say, screen, me = text.say, table_view.screen, table_view.reader
    groups = []
    for colour in COLOURS:
        places = [place.place for place in screen.hands[me] if place.colour == colour]
        if places:
            names = " ".join(table_view.move_name(PLAY + place) for place in places)
            groups.append(f"{say('colour.name', colour=colour)} {names}")
    cards = say.parted(groups) if groups else say("cards", count=0)
    now = say("people.does", who=table_view.names[me], what=status(text, screen, me))
    return f"{now}. {say.named(say('yourHand'), cards)}."


def running(text: GameText, table_view: TableView) -> str:
    """The trick on the table, and what the reader is to do."""
    say, screen = text.say, table_view.screen
    cards = trick_cards(text, table_view, screen.trick, screen.leader, screen.best)
    if not cards:
        return say("promptLead") if screen.moves else say("position.noCard")
    line = f"{say.named(say('trick'), ', '.join(cards))}."
    return f"{line} {say('promptCard')}" if screen.moves else line


def trick_cards(
    text: GameText,
    table_view: TableView,
    cards: Sequence[str | None],
    leader: int,
    best: int = NO_SEAT,
) -> list[str]:
    """`Ida R7 (winning so far)`, `Otto R2`, in the order of play."""
    players, played = len(cards), []
    for seat in [(leader + step) % players for step in range(players)]:
        if cards[seat] is not None:
            wins = f" ({text.say('best')})" if seat == best else ""
            played.append(f"{table_view.names[seat]} {cards[seat]}{wins}")
    return played


def last_trick(text: GameText, table_view: TableView) -> str:
    """S-4: the one just taken, and no other unless tricks stay open."""
    screen = table_view.screen
    cards = trick_cards(text, table_view, screen.last_trick, screen.last_leader)
    winner = screen.leader  # who took it leads, until the next one is taken
    title = text.say("lastTrickOf", **table_view.names.subject(winner))
    return f"{title} ({', '.join(cards)})."


@dataclass(frozen=True)
class Taken:
    """A trick taken: the card of each seat, who led, who took it."""

    cards: list[str | None]
    leader: int
    winner: int


def taken_tricks(events: Sequence[Event], players: int) -> list[Taken]:
    """The tricks taken in the running deal, where all of them stay open."""
    tricks: list[Taken] = []
    cards: list[news.Card] = []
    for event in events:
        if isinstance(event, news.Dealt):
            tricks.clear()
        elif isinstance(event, news.Card):
            cards.append(event)
        elif isinstance(event, news.Trick):
            by_seat = {card.seat: card.card for card in cards}
            found = [by_seat.get(seat) for seat in range(players)]
            tricks.append(Taken(found, cards[0].seat, event.seat))
            cards = []
    return tricks


def look(text: GameText, table_view: TableView) -> list[str]:
    """Everything that the reader may know."""
    say, screen, names = text.say, table_view.screen, table_view.names
    lines = [where(text, table_view), *others(text, table_view)]
    if names.me != NO_SEAT:
        lines.append(own(text, table_view))
    if table_view.options.open_tricks:
        for number, trick in enumerate(taken_tricks(table_view.events, len(names)), 1):
            title = say("trickOf", number=number, who=names[trick.winner])
            cards = trick_cards(text, table_view, trick.cards, trick.leader)
            lines.append(f"{title} ({', '.join(cards)}).")
    elif sum(screen.tricks):
        lines.append(last_trick(text, table_view))
    if screen.phase == "trick":
        lines.append(running(text, table_view))
    return lines


def bids(text: GameText, table_view: TableView) -> list[str]:
    """Which bids are open."""
    say, screen = text.say, table_view.screen
    deal = {"deal": screen.deal + 1, "deals": screen.deals}
    most = max(move.tricks or 0 for move in screen.moves)
    lines = [say("promptBid", **deal), f"{say('bids.open', most=most)} {say('safetyAbout')}"]
    if screen.beads is not None:
        lines.append(say("bids.beads", beads=screen.beads))
    return lines


def refusals(text: GameText, table_view: TableView) -> list[str]:
    """The colours that may not be played, or the bids that may not be made, with the reason."""
    say, screen = text.say, table_view.screen
    if screen.phase == "bid":
        beyond = max(move.tricks or 0 for move in screen.moves if not move.safety) + 1
        if beyond == BID_SAFE:  # no bid at all: the number of another move
            why = say("reason.bid_too_high", most=table_view.options.hand)
            return [say("bids.refused", bid=beyond, why=f"{why} (S-5)")]
        error = table_view.game.why_not(table_view.packed, table_view.view, Move(beyond))
        return [say("bids.refused", bid=beyond, why=text.why(error))]
    if (no := screen.refused) is None:
        return []
    legal = {move.place for move in screen.moves}
    refused = {p.colour for p in screen.hands[table_view.reader] if p.place not in legal}
    why = text.reason(no.code, no.values, no.why, no.clause)
    return [
        say.named(f"{colour} {say('colour.name', colour=colour)}", why)
        for colour in COLOURS
        if colour in refused
    ]
