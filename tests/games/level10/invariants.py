"""What must hold in every position of Level 10. `broken` names each thing that does not."""

from collections import Counter
from collections.abc import Iterator

from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import NO_CARD, OVER, PAUSE, ROW, UNTOLD
from tenluz.games.level10.rules.state import IN_PILE, LOST_FROM_SIGHT, WHO
from tests.games.level10.table import Table, cards_in


def broken(seen: Table) -> list[str]:
    """The invariants that do not hold; an empty list is a sound position."""
    return [*_cards(seen), *_grid(seen), *_turn(seen), *_memory(seen), *_talk(seen)]


def _cards(seen: Table) -> Iterator[str]:
    s, t = seen.state, seen.table
    places = Counter(cards_in(int(t.placed_cards) | int(t.under)))
    if t.placed_cards & t.under:
        yield "a card lies in the grid and under a pause"
    places[PAUSE] += t.pauses
    for seat in range(5):
        held = cards_in(int(s.hands[seat]))
        places.update(held)
        if len(held) != t.cards[seat]:
            yield f"seat {seat} holds {len(held)} cards and is said to hold {t.cards[seat]}"
    places.update(int(s.pile[at]) for at in range(t.head, t.tail))
    if +places != Counter(LEVEL10.deck(seen.options)):
        yield "not every card is in exactly one place"


def _grid(seen: Table) -> Iterator[str]:
    o, t = seen.o, seen.table
    if t.stock != sum((t.resets[world] > 0) << world for world in range(5)):
        yield "`stock` does not follow from the resets left"
    used = sum(o.resets - t.resets[world] for world in range(o.worlds))
    complete = t.column == o.columns
    if used != t.column + (0 if complete else t.reset_here):
        yield f"{used} resets are used in {t.column} columns"
    if t.placed != int(t.placed_cards).bit_count() + t.pauses + used:
        yield "`placed` is not the number of cards in the grid"
    filled = 0 if complete else o.worlds - int(t.open).bit_count()
    if t.placed != t.column * o.worlds + filled:
        yield "columns are not filled one at a time"
    if int(t.under).bit_count() > t.pauses:
        yield "more cards lie under pauses than there are pauses"
    ahead = 0
    for world in range(o.worlds):
        reach = [value for value in range(1, o.values + 1) if value >= t.top[world]]
        ahead |= sum(1 << (world * ROW + value - 1) for value in reach)
    if t.ahead != ahead:
        yield "`ahead` does not follow from the last cards"
    open_rows = sum(0xFF << (world * ROW) for world in range(o.worlds) if t.open >> world & 1)
    if t.fits != ahead & open_rows:
        yield "`fits` is not `ahead` in the open rows"


def _turn(seen: Table) -> Iterator[str]:
    o, s, t = seen.o, seen.state, seen.table
    if not 0 <= t.head <= t.tail <= 63:
        yield "the pile has left its bounds"
    if not 0 <= t.seat < o.players:
        yield "nobody is on turn"
    if s.legal != (0 if t.phase == OVER else moves_now(o, s)):
        yield "`legal` is not what may be done"
    if (s.legal == 0) != (t.phase == OVER):
        yield "the legal set is empty exactly when the game is over"
    if t.won and not (t.phase == OVER and t.placed == o.worlds * o.columns and t.open == 0):
        yield "won without a full grid"
    if t.tucked and seen.phase != "SWAP":
        yield "a swap is left open"


def _memory(seen: Table) -> Iterator[str]:
    """The pile keeps what a tucker knows of a card that another seat has drawn; nothing else."""
    o, s, t = seen.o, seen.state, seen.table
    for place in [*range(min(int(t.head), o.deck)), *range(t.tail, 64)]:
        if s.pile[place] != NO_CARD:
            yield f"a card has stayed at place {place} of the pile"
    known: dict[tuple[int, int], Counter[int]] = {}
    for tuck in range(20):
        who, where, card = t.tucks[tuck] & WHO, t.tucks[tuck] >> 3, s.pile[o.deck + tuck]
        if tuck >= t.tail - o.deck:
            if where != LOST_FROM_SIGHT:
                yield f"tuck {tuck} has not happened yet"
        elif (where == IN_PILE) != (o.deck + tuck >= t.head):
            yield f"tuck {tuck} is not where it is said to be"
        elif where == LOST_FROM_SIGHT and card != NO_CARD:
            yield f"tuck {tuck} is out of sight, but its card is kept"
        elif where not in (IN_PILE, LOST_FROM_SIGHT) and card != NO_CARD:
            if who == where - 1:
                yield f"tuck {tuck} was drawn back and is still followed"
            known.setdefault((who, where - 1), Counter())[card] += 1
    for (who, seat), held in known.items():
        if held - Counter(cards_in(int(s.hands[seat]))):
            yield f"seat {who} takes cards to be in hand {seat} that are not there"


def _talk(seen: Table) -> Iterator[str]:
    t = seen.table
    for seat in range(5):
        for world in range(5):
            most, least = divmod(int(t.told[seat, world]), 10)
            if not least <= seen.count(seat, world) <= most:
                yield f"of seat {seat} something false is known"
            if t.told[seat, world] != UNTOLD and not t.spoken >> seat & 1:
                yield f"seat {seat} has told nothing"
