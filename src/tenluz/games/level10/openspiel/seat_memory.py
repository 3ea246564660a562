"""What a seat remembers of the game_history of a game of Level 10, ordered for going backwards.

Step by step: who moved, which cards left and came, as far as they bind what may have been;
and where in the pile which card can have lain, for all that the seat knows.
"""

from tenluz.envs.openspiel_adapter.history import History
from tenluz.games.level10.openspiel.events import Counted, Dealt, Drew, Moved, Tucked
from tenluz.games.level10.rules.moves import ASIDE, DONE, NO_CARD, PAUSE, PAUSE_IN, ROW

KINDS = 6  # the worlds, and the pauses


def kind(card: int) -> int:
    """Its world, or 5 for a pause."""
    return card // ROW


class SeatStep:
    """A move with what was drawn after it."""

    def __init__(self, seat: int, move: int) -> None:
        self.seat = seat
        self.move = move
        self.left = NO_CARD  # the card that left the hand; of a card tucked, the true one
        self.tuck = -1  # the place where it was tucked
        self.place = 0  # the first place drawn from
        self.drew = b""  # the true cards
        self.before: list[int] = []  # cards of each kind in the hand, if they are told
        self.after: list[int] = []

    @property
    def places(self) -> range:
        """Drawn from."""
        return range(self.place, self.place + len(self.drew))


class SeatMemory:
    """All that binds the past, for one seat."""

    def __init__(self, c: History, seat: int) -> None:
        self.seat = seat
        self.deck = len(c.context.deck)
        self.steps: list[SeatStep] = []
        self.hand = b""
        self.own: dict[int, int] = {}  # places where the seat tucked, and its cards
        self.fitting: dict[int, set[int]] = {}  # kinds that a card tucked may be of
        self.ever_own: set[int] = set()  # level cards that the seat had before anybody else
        self._read(c)
        beyond = [at for at, step in enumerate(self.steps) if step.places.stop > self.deck]
        self.before_tucked_drawn = beyond[0] - 1 if beyond else len(self.steps) - 1

    def _read(self, c: History) -> None:
        tail = self.deck
        sizes = [c.context.options.hand] * c.context.players
        counts_at: list[Counted | None] = []  # the counts when each step began, and those now
        counts: Counted | None = None
        for event in c.events:
            if isinstance(event, Dealt):
                self.hand = event.hands[self.seat]
                self.ever_own = {card for card in self.hand if card != PAUSE}
            elif isinstance(event, Moved):
                step = SeatStep(event.seat, event.move)
                step.left = _card_shown(event.move)
                self.steps.append(step)
                counts_at.append(counts)
            elif isinstance(event, Tucked):
                step = SeatStep(event.seat, ASIDE + event.card)
                step.left, step.tuck = event.card, tail
                if event.seat == self.seat:
                    self.own[tail] = event.card
                tail += 1
                self.steps.append(step)
                counts_at.append(counts)
            elif isinstance(event, Drew):
                step = self.steps[-1]
                step.place, step.drew = event.place, event.cards
                if event.seat == self.seat:
                    own = zip(step.places, event.cards)
                    self.ever_own |= {x for at, x in own if at < self.deck and x != PAUSE}
            elif isinstance(event, Counted):
                counts = event
        for step, before, after in zip(self.steps, counts_at, [*counts_at[1:], counts]):
            if before is not None and after is not None:
                self._count(step, before, after, sizes)

    def _count(self, step: SeatStep, before: Counted, after: Counted, sizes: list[int]) -> None:
        """Keep what the counts tell of a step, and of the card tucked in it."""
        seat = step.seat
        step.before = _kinds(before.of(seat), sizes[seat])
        sizes[seat] += len(step.drew) - (step.left != NO_CARD)
        step.after = _kinds(after.of(seat), sizes[seat])
        if step.tuck >= 0:
            came = [now - then for now, then in zip(step.after, step.before)]
            self.fitting[step.tuck] = {
                one
                for one in range(KINDS)
                if step.before[one] and all(n >= -(at == one) for at, n in enumerate(came))
            }

    def fits(self, place: int, card: int) -> bool:
        """Whether a card may lie at a place of the pile, for all that the seat knows."""
        if place < self.deck:
            return card not in self.ever_own
        if place in self.own:
            return card == self.own[place]
        return place not in self.fitting or kind(card) in self.fitting[place]


def _card_shown(move: int) -> int:
    """The card that leaves a hand with a move that all see."""
    if move < PAUSE_IN:
        return move
    if move < PAUSE_IN + 5:
        return PAUSE
    return move - ASIDE if ASIDE <= move < DONE else NO_CARD


def _kinds(counts: bytes, size: int) -> list[int]:
    found = [*counts, *[0] * (KINDS - len(counts))]
    found[-1] = size - sum(counts)
    return found
