"""States that differ only in what a seat may not see, made by hand: without `sample`.

Two cards whose places a seat does not know change places, and with them what others remember of
them. The result is a twin, if the game could be where it is with it.
"""

from random import Random

from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import NO_CARD, PAUSE, ROW, TURN
from tests.games.level10.table import Table, cards_in

Place = tuple[str, int, int]  # ("hand", seat, card) or ("pile", place, card)


def hidden_places(seen: Table, seat: int) -> list[Place]:
    """Where cards lie that a seat cannot know."""
    v = seen.view(seat)
    found: list[Place] = []
    for other in range(seen.options.players):
        if other != seat:
            unknown = cards_in(int(seen.state.hands[other]) - int(v.seen[other]))
            found += [("hand", other, card) for card in unknown]
    for at in range(seen.table.head, seen.table.tail):
        if v.pile[at] == NO_CARD:
            found.append(("pile", at, int(seen.state.pile[at])))
    return found


def twin(seen: Table, seat: int, chance: Random) -> Table | None:
    """Another state that looks the same to a seat; None where a few tries find none."""
    places = hidden_places(seen, seat)
    for _ in range(12 if len(places) > 1 else 0):
        one, two = chance.sample(places, 2)
        if one[2] == two[2] or one[:2] == two[:2]:
            continue  # alike, or in the same hand
        if seen.o.open_counts and not _same_world(one[2], two[2]):
            continue  # everybody sees how many cards of each world a hand has
        if _memory_can_follow(seen, one) and _memory_can_follow(seen, two):
            other = seen.copy()
            _lay(other, one, two[2])
            _lay(other, two, one[2])
            return other if possible(other) else None
    return None


def _same_world(one: int, two: int) -> bool:
    return (PAUSE if one == PAUSE else one // ROW) == (PAUSE if two == PAUSE else two // ROW)


def _memory_can_follow(seen: Table, place: Place) -> bool:
    """Of two pauses alike, which one was tucked is nobody's to say: left alone here."""
    return place[0] == "pile" or place[2] != PAUSE or not _tucks_in(seen, place[1], PAUSE)


def _tucks_in(seen: Table, seat: int, card: int) -> list[int]:
    """The places of the pile where it is kept that this card of a hand was tucked."""
    first = seen.o.deck
    return [
        first + tuck
        for tuck in range(seen.table.tail - first)
        if seen.table.tucks[tuck] >> 3 == seat + 1 and seen.state.pile[first + tuck] == card
    ]


def _lay(seen: Table, place: Place, card: int) -> None:
    """Put another card into a place, and into the memory of whoever tucked it there."""
    kind, at, old = place
    if kind == "pile":
        seen.state.pile[at] = card
        return
    remembered = _tucks_in(seen, at, old)
    seen.state.hands[at] += (1 << card) - (1 << old)
    for kept in remembered:
        seen.state.pile[kept] = card


def possible(seen: Table) -> bool:
    """Whether a game could be here: with a move for the seat on turn, or a loser who is stuck
    (L-10), and with true talk (L-22)."""
    s, t = seen.state, seen.table
    for seat in range(seen.options.players):
        for world in range(seen.options.worlds):
            most, least = divmod(int(t.told[seat, world]), 10)
            if not least <= seen.count(seat, world) <= most:
                return False
    if seen.phase == "OVER":
        if t.won or t.cards[seen.seat] == 0:
            return True
        trial = seen.copy()
        trial.table.phase = TURN
        return bool(moves_now(trial.o, trial.state) == 0)
    s.legal = moves_now(seen.o, s)
    return bool(s.legal)
