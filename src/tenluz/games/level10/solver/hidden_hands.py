"""Very small games of Level 10 for two or more, solved with hidden hands.

Players who agree on everything before the first card, and then see only what they may see,
are one mind that gives out *plans*: a plan tells the seat on turn what to do with every hand
(and memory) that it may have. What everybody sees of the move then narrows down which deals
are possible, for everybody alike. So the whole game is a search over plans from one *belief*
to the next: the deals still possible, each with its chance and with what every seat
remembers of it. The best plan's value is the best that players can reach, without talk.

No plan is worth more than what open hands would reach. Plans are tried in the order of that
bound, and none is tried whose bound is not above what has been found: where hidden hands
cost nothing the first plan settles it.
"""

import heapq
from collections.abc import Iterator

from tenluz.games.level10.solver.positions import Positions

ALIKE = 1e-12  # sums of chances differ by less for nothing

Memory = int  # a name for all that a seat has seen and done
World = tuple[float, bytes, tuple[Memory, ...]]  # chance, position, what each seat remembers
Belief = list[World]
Key = tuple[tuple[bytes, tuple[int, ...], float], ...]  # position, who remembers the same, chance


class Enough(Exception):
    """The effort that was allowed is spent."""


class HiddenHands:
    """The search for the best plans of one game."""

    def __init__(self, positions: Positions, effort: int) -> None:
        self._positions = positions
        self._effort = effort
        self._memories: dict[tuple[Memory, int, bytes], Memory] = {}
        self._values: dict[Key, float] = {}
        self._plans = 0  # that may be tried in each belief; 0 for all
        self._begin: Belief = self._beginning()
        self.beliefs = 0  # looked at
        self.reached = 0.0  # by the best plans found so far

    def try_first_plans(self) -> None:
        """Follow in every belief the plan with the highest bound, and see what it reaches."""
        self._search(plans=1)

    def find_best(self) -> bool:
        """Search for the best plans: whether they were found, or the effort ended before."""
        try:
            self._search(plans=0)
        except Enough:
            return False
        return True

    def _search(self, plans: int) -> None:
        self._plans = plans
        self._values.clear()
        self._value(self._begin, self.reached)

    def _beginning(self) -> Belief:
        positions = self._positions
        return [
            (chance, position, self._remember((), -1, -1, position))
            for position, chance in positions.deals()
        ]

    def _remember(
        self, memories: tuple[Memory, ...], seat: int, move: int, position: bytes
    ) -> tuple[Memory, ...]:
        """What each seat remembers after it has seen this position; who moved, the move too."""
        found = []
        for one, view in enumerate(self._positions.views_of(position).views):
            before = memories[one] if memories else -1
            key = before, move if one == seat else -1, view
            found.append(self._memories.setdefault(key, len(self._memories)))
        return tuple(found)

    def _value(self, belief: Belief, need: float) -> float:
        """The best value of a belief, chances not scaled. If it is not above `need`, some
        number that is not above it either."""
        self.beliefs += 1
        positions = self._positions
        position_views = positions.views_of(belief[0][1])
        if position_views.over:
            return sum(chance * positions.open_value(at) for chance, at, _ in belief)
        total = sum(chance for chance, _, _ in belief)
        key = self._key(belief, total)
        if key in self._values:
            return self._values[key] * total
        if self._plans != 1 and self.beliefs > self._effort:
            raise Enough
        best = need
        for bound, plan in self._plans_for(belief, position_views.seat):
            if bound <= best + ALIKE:
                break
            best = max(best, self._plan_value(plan, position_views.seat, bound, best))
            if belief is self._begin:
                self.reached = best
        if best > need:
            self._values[key] = best / total
        return best

    def _key(self, belief: Belief, total: float) -> Key:
        """Beliefs with the same key are worth the same: what counts is who remembers the same."""
        names: list[dict[Memory, int]] = [{} for _ in belief[0][2]]
        return tuple(
            (
                position,
                tuple(name.setdefault(one, len(name)) for name, one in zip(names, memories)),
                round(chance / total, 12),
            )
            for chance, position, memories in sorted(belief, key=lambda world: world[1:])
        )

    def _plans_for(
        self, belief: Belief, seat: int
    ) -> Iterator[tuple[float, list[tuple[int, Belief]]]]:
        """Plans and their bounds, from the highest bound on: for each memory, move and worlds."""
        by_memory: dict[Memory, Belief] = {}
        for world in belief:
            by_memory.setdefault(world[2][seat], []).append(world)
        groups = list(by_memory.values())
        ranked = [self._ranked(worlds) for worlds in groups]
        first = (0,) * len(groups)
        bound = sum(row[0][0] for row in ranked)
        waiting = [(-bound, first)]
        known = {first}
        tried = 0
        while waiting and not (self._plans and tried == self._plans):
            below, chosen = heapq.heappop(waiting)
            tried += 1
            yield -below, [(ranked[at][of][1], groups[at]) for at, of in enumerate(chosen)]
            for at, of in enumerate(chosen):
                if of + 1 < len(ranked[at]):
                    other = (*chosen[:at], of + 1, *chosen[at + 1 :])
                    if other not in known:
                        known.add(other)
                        less = ranked[at][of][0] - ranked[at][of + 1][0]
                        heapq.heappush(waiting, (below + less, other))

    def _ranked(self, worlds: Belief) -> list[tuple[float, int]]:
        """The moves of a seat that remembers the same in all of these worlds, the best first,
        each with what it would bring if hands were open from then on."""
        positions = self._positions
        bounds = [
            (
                sum(
                    chance * share * positions.open_value(after)
                    for chance, position, _ in worlds
                    for after, share in positions.after(position, move)
                ),
                move,
            )
            for move in positions.views_of(worlds[0][1]).moves
        ]
        return sorted(bounds, reverse=True)

    def _plan_value(
        self, plan: list[tuple[int, Belief]], seat: int, bound: float, need: float
    ) -> float:
        """What a plan brings; if not more than `need`, some number that is not more either."""
        positions = self._positions
        beliefs: dict[
            bytes, dict[tuple[bytes, tuple[Memory, ...]], float]
        ] = {}  # by what everybody sees
        for move, worlds in plan:
            for chance, position, memories in worlds:
                for after, share in positions.after(position, move):
                    chances = beliefs.setdefault(positions.views_of(after).table, {})
                    world = after, self._remember(memories, seat, move, after)
                    chances[world] = chances.get(world, 0.0) + chance * share
        for chances in beliefs.values():
            belief: Belief = [(chance, *world) for world, chance in chances.items()]
            open_value = sum(chance * positions.open_value(at) for chance, at, _ in belief)
            bound += self._value(belief, need - (bound - open_value)) - open_value
            if bound <= need + ALIKE:
                break
        return bound
