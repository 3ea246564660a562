"""A turn of Luz in words: what a reader may see, what may be done and what not.

Of the own hand a view has colours and order only, so nothing here could print its values.
"""

from typing import Any

from tenluz.games.game import NO_SEAT
from tenluz.games.luz.moves import BID, BID_SAFE, COLOUR, NO_BID, NO_CARD, PLAY, TRICK
from tenluz.games.luz.notation import COLOUR_NAMES, COLOURS, card_name, place_name, places_of
from tenluz.terminal.names import number_of
from tenluz.terminal.words import Scene


def position(scene: Scene) -> list[str]:
    """Lines for a reader on turn."""
    t = scene.view.table
    lines = [where(scene), *others(scene), own(scene)]
    if t.phase == BID:
        return [*lines, bids_line(scene)]
    if t.tricks_done:
        lines.insert(1, last_trick(scene))
    lines.append(running(scene))
    listed = [f"{n} {name(scene, move)}" for n, move in enumerate(scene.choices(), 1)]
    return [*lines, f"Moves: {', '.join(listed)}."]


def where(scene: Scene) -> str:
    """`Deal 2 of 4, trick 4 of 10. Yellow is trump.`"""
    t, o = scene.view.table, scene.options
    deal = f"Deal {t.deal + 1} of {o.deals}"
    now = "bidding" if t.phase == BID else f"trick {t.tricks_done + 1} of {o.hand}"
    return f"{deal}, {now}. Yellow is trump."


def status(scene: Scene, seat: int) -> str:
    """`bid 3+, took 1, 10 points`."""
    t = scene.view.table
    bid = "no bid yet" if t.bids[seat] == NO_BID else f"bid {bid_text(t, seat)}"
    total = sum(t.points[deal, seat] for deal in range(t.deal))
    took = f", took {t.tricks[seat]}" if t.phase != BID else ""
    return f"{bid}{took}, {total} points"


def bid_text(t: Any, seat: int) -> str:
    """`3`, or `3+` with a safety bead; nothing before the bid."""
    if t.bids[seat] == NO_BID:
        return ""
    return f"{t.bids[seat]}{'+' if t.safety[seat] else ''}"


def held(scene: Scene, seat: int) -> list[int]:
    """The cards of another seat that are still in its hand; a watcher sees none (S-6)."""
    hands = scene.view.hands
    places = [place for place in range(scene.options.hand) if hands.held[seat] >> place & 1]
    return [hands.card[seat, place] for place in places]


def others(scene: Scene) -> list[str]:
    """The other seats, from the reader's left, with the faces of their cards (Z-6)."""
    players, me = scene.options.players, scene.names.me
    seats = range(players) if me == NO_SEAT else [(me + n) % players for n in range(1, players)]
    lines = []
    for seat in seats:
        line = f"{scene.names[seat]}: {status(scene, seat)}"
        if me != NO_SEAT:
            cards = " ".join(card_name(card) for card in held(scene, seat))
            line += f". Hand: {cards or 'no cards'}"
        lines.append(line + ".")
    return lines


def own(scene: Scene) -> str:
    """`You: bid 2, took 1. Your hand, low to high: red R:1 R:2; yellow Y.`"""
    groups = []
    for colour in range(scene.options.colours):
        places = places_of(scene.view, colour)
        if places:
            names = " ".join(place_name(scene.view, place) for place in places)
            groups.append(f"{COLOUR_NAMES[colour]} {names}")
    cards = "; ".join(groups) or "no cards"
    return f"You: {status(scene, scene.view.seat)}. Your hand, low to high: {cards}."


def trick_line(scene: Scene, cards: Any, leader: int) -> str:
    """`Ada R7, Bruno Y2`, in the order of play."""
    played = []
    for step in range(scene.options.players):
        seat = (leader + step) % scene.options.players
        if cards[seat] != NO_CARD:
            played.append(f"{scene.names[seat]} {card_name(cards[seat])}")
    return ", ".join(played)


def running(scene: Scene) -> str:
    """The trick on the table."""
    t = scene.view.table
    if t.in_trick == 0:
        return f"{scene.names.does(t.leader, 'lead')} to this trick."
    led = COLOUR_NAMES[t.trick[t.leader] // COLOUR]
    best = scene.names.does(t.best, "are")
    line = trick_line(scene, t.trick, t.leader)
    return f"On the table: {line}. Led: {led}. {best} winning it."


def last_trick(scene: Scene) -> str:
    """S-4: the one just taken, and no other unless tricks stay open."""
    t = scene.view.table
    line = trick_line(scene, t.last_trick, t.last_leader)
    winner = t.leader  # who took it leads, until the next one is taken
    return f"Last trick: {line}; {scene.names.does(winner, 'take')} it."


def open_tricks(scene: Scene) -> list[str]:
    """All tricks of the deal, where the table has agreed on that."""
    if not scene.options.open_tricks:
        return []
    return [
        f"Trick {n}: {trick_line(scene, trick.cards, trick.leader)}; "
        f"{scene.names.does(trick.winner, 'take')} it."
        for n, trick in enumerate(scene.memory.tricks, 1)
    ]


def look(scene: Scene) -> list[str]:
    """Everything that the reader may know."""
    t = scene.view.table
    lines = [where(scene), *others(scene)]
    if scene.names.me != NO_SEAT:
        lines.append(own(scene))
    if scene.options.open_tricks:
        lines += open_tricks(scene)
    elif t.tricks_done:
        lines.append(last_trick(scene))
    if t.phase == TRICK:
        lines.append(running(scene))
    return lines


def bids_line(scene: Scene) -> str:
    """Which bids are open."""
    most = max(move % BID_SAFE for move in scene.choices())
    beads = ""
    if scene.options.bead_limit:
        beads = f" {number_of(scene.view.table.beads, 'bet bead')} left (S-1)."
    return f"Bids: 0 to {most}; with a + a safety bead, and one trick more is also right.{beads}"


def name(scene: Scene, move: int) -> str:
    """A move as the reader types it."""
    return scene.game.move_name(scene.packed, scene.view, move)


def question(scene: Scene) -> str:
    """What a reader on turn is asked."""
    if scene.view.table.phase == BID:
        return "Your bid (? explains)"
    return "Your card (? explains)"


def numbered(scene: Scene) -> list[int]:
    """Cards by number; in the bidding a number is a bid."""
    return [] if scene.view.table.phase == BID else scene.choices()


def usual(scene: Scene) -> int | None:
    """An empty line plays the only card that can be played."""
    choices = scene.choices()
    return choices[0] if len(choices) == 1 else None


def refusals(scene: Scene) -> list[str]:
    """The colours that may not be played, or the bids that may not be made, with the reason."""
    legal = set(scene.choices())
    lines = []
    if scene.view.table.phase == BID:
        beyond = max(move for move in legal if move < BID_SAFE) + 1
        if beyond == BID_SAFE:
            return [f"{beyond} and more: The highest bid is {scene.options.hand} (S-5)."]
        return [f"{beyond} and more: {scene.game.why_not(scene.packed, scene.view, beyond)}."]
    for colour in range(scene.options.colours):
        places = places_of(scene.view, colour)
        if places and PLAY + places[0] not in legal:
            why = scene.game.why_not(scene.packed, scene.view, PLAY + places[0])
            lines.append(f"{COLOURS[colour]} {COLOUR_NAMES[colour]}: {why}.")
    return lines
