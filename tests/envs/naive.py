"""What every block of an observation should say, worked out once more in plain Python.

From the screen of a seat where that has it, else from the fields of its view; nothing here
knows bits in vectors, slices or compiled code. A block is a nested list in its own shape.
"""

from typing import Any

LEVEL10_PHASES = ("choose", "turn", "swap", "under")
LUZ_PHASES = ("bid", "trick")

Seen = dict[str, Any]


def one(what: Any, among: Any) -> list[int]:
    return [int(what == each) for each in among]


def ones(count: int, most: int) -> list[int]:
    return [1] * count + [0] * (most - count)


def round_from(me: int, players: int) -> list[int]:
    return [*range(me, players), *range(me)]


# --- Level 10 ----------------------------------------------------------------------------


def level10(o: Any, s: Any, look: Any) -> Seen:
    """`s` is the screen of the seat, `look` its view in plain values."""
    t, me = look.table, s.seat
    seats = round_from(me, o.players)
    letters = "DFSVM"[: o.worlds]
    values = range(1, o.values + 1)

    def cards(names: Any) -> list[list[int]]:
        return [[int(f"{world}{value}" in names) for value in values] for world in letters]

    def named(bits: int) -> set[str]:
        return {
            f"{world}{value}"
            for row, world in enumerate(letters)
            for value in values
            if bits & 1 << 8 * row + value - 1
        }

    def wishes(said: list[str]) -> list[list[int]]:
        return [
            [int(world in said) for world in letters],
            [int(f"R>{world}" in said) for world in letters],
        ]

    def advised(said: list[str]) -> list[list[int]]:
        play, reset = wishes(said)
        kinds = {"card": play, "reset": reset}
        return [kinds[kind] for kind in s.may_advise]

    fitting = {
        f"{world}{value}"
        for row, world in enumerate(letters)
        for value in values
        if s.open[row] and value >= s.tops[row]
    }
    pile = [look.pile[place] for place in range(t.head, t.tail)]
    tucked = {f"{letters[card // 8]}{card % 8 + 1}" for card in pile if 0 <= card < 40}
    told = [s.told[seat] for seat in seats]
    return {
        "phase": one(s.phase, LEVEL10_PHASES),
        "turn": one(t.seat, seats),
        "hand": cards(s.hand),
        "hand_pauses": ones(s.hand.count("P"), o.pauses),
        "open": [int(row) for row in s.open],
        "top": [one(top, range(o.values + 1)) for top in s.tops],
        "resets": [ones(left, o.resets) for left in s.resets],
        "column": one(s.column, range(o.columns)),
        "here": [int(s.reset_here), t.pause_here],
        "fits": cards(fitting),
        "placed": cards(named(t.placed_cards)),
        "under": cards(named(t.under)),
        "tucked": [t.tucked],
        "pause_row": one(t.pause_row if s.phase == "under" else None, range(o.worlds)),
        "pile": [s.pile],
        "cards": [s.cards[seat] for seat in seats],
        "in_pile": cards(tucked),
        "seen": [cards(named(look.seen[seat])) for seat in seats[1:]],
        "least": [[world.least for world in seat] for seat in told],
        "most": [
            [o.values if world.most is None else min(world.most, o.values) for world in seat]
            for seat in told
        ],
        "wishes": [wishes(s.wishes[seat]) for seat in seats],
        "advised": [advised(s.advised[seat]) for seat in seats] if o.players > 1 else [],
        "proposed": [one(s.proposed[seat], seats) for seat in seats],
        "beginner": one(t.beginner, seats),
    }


# --- Luz -----------------------------------------------------------------------------------


def luz(o: Any, s: Any, look: Any) -> Seen:
    """`s` is the screen of the seat, `look` its view in plain values."""
    t, me = look.table, s.seat
    seats = round_from(me, o.players)
    letters = "RYGBP"[: o.colours]
    values = range(1, o.values + 1)
    deck = [f"{colour}{value}" for colour in letters for value in values]

    def cards(names: Any) -> list[list[int]]:
        return [[int(f"{colour}{value}" in names) for value in values] for colour in letters]

    def name(number: int) -> str | None:
        return None if number < 0 else f"{'RYGBP'[number // 12]}{number % 12 + 1}"

    def value(card: str | None) -> int | None:
        return int(card[1:]) if card else None

    def colour(card: str | None) -> str | None:
        return card[0] if card else None

    held = {place.place: place.colour for place in s.hands[me]}
    shown = [name(card) for card in look.hands.card[me][: o.hand]]
    others = {
        seat: {place.card for place in s.hands[seat]} for seat in range(o.players) if seat != me
    }
    played = {card for number in range(60) if t.played >> number & 1 for card in [name(number)]}
    unseen = set(deck) - played - set().union(*others.values())
    trick = [s.trick[seat] for seat in seats]
    return {
        "phase": one(s.phase, LUZ_PHASES),
        "turn": one(t.seat, seats),
        "deal": one(t.deal, range(o.deals)),
        "holder": one(s.holder, seats),
        "leader": one(s.leader, seats),
        "best": one(s.best, seats),
        "places": [[int(held.get(place) == c) for place in range(o.hand)] for c in letters],
        "unseen": cards(unseen),
        "hands": [cards(others[seat]) for seat in seats[1:]],
        "played": cards(played),
        "trick_colour": [one(colour(card), letters) for card in trick],
        "trick_value": [one(value(card), values) for card in trick],
        "led": one(colour(s.trick[s.leader]), letters),
        "bids": [one(s.bids[seat], range(o.hand + 1)) for seat in seats],
        "safety": [int(s.safety[seat]) for seat in seats],
        "tricks": [ones(s.tricks[seat], o.hand) for seat in seats],
        "beads": [] if s.beads is None else [s.beads],
        "points": [s.totals[seat] // 5 for seat in seats],
        "shown_colour": [[int(colour(card) == c) for card in shown] for c in letters],
        "shown_value": [one(value(card), values) for card in shown],
    }


NAIVE = {"level10": level10, "luz": luz}
