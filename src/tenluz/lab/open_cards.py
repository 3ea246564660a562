"""Games with all cards seen: a record's deals, or seeded ones, each handed to the game's solver.

A game's part `solver` says what can be found out (`docs/adding-a-game.md`):

    OPEN_POSITIONS                          how much to try where nobody says
    moments(record) -> [(title, turns)]     after how many turns a record is looked at
    solve_open(options, state, positions)   what all cards seen can do from there, a `Solved`
    summary(found) -> (values, lines)       many of them together

Knows records and seeds. Knows no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Protocol

from tenluz.engine.compiled import cores
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import OVER, Game
from tenluz.engine.options import Options
from tenluz.engine.record import GameRecord
from tenluz.engine.seeds import evaluation_seed
from tenluz.engine.types import JsonObject, StateRecord
from tenluz.lab.checking import play_again
from tenluz.lab.work_pool import AHEAD, WorkPool, finished

SEED = evaluation_seed(2)  # the deals of `tenluz tournament`

Watch = Callable[[int, int], None]  # deals finished, of how many


class Solved(Protocol):
    """What a solver found out about one position."""

    @property
    def exact(self) -> bool:
        """Whether it is proved, or only as far as the search went."""
        ...

    def to_json(self) -> JsonObject:
        """For programs."""
        ...

    def lines(self) -> list[str]:
        """For people, in lines."""
        ...


@dataclass(frozen=True)
class RecordPosition:
    """A position of a record, by the turns before it."""

    title: str
    turns: int
    state: StateRecord


def solver_of(game: Game) -> ModuleType:
    """A game's solver for open cards; NotUnderstood where it has none."""
    part = game.part("solver")
    if part is None or not hasattr(part, "solve_open"):
        raise NotUnderstood(
            f"{game.title} has no solver with all cards seen (no `solve_open` in its part "
            "`solver`: docs/adding-a-game.md)."
        )
    return part


def positions(record: GameRecord, after: int | None = None) -> list[RecordPosition]:
    """Those of a record that are looked at: what its game says, or the one after so many turns."""
    solver = solver_of(record.game)
    whole = play_again(record)
    if whole.fault is not None:
        raise NotUnderstood(f"The record breaks the rules: {whole.fault.why}")
    turns = len(record.moves)
    if after is not None and not 0 <= after <= turns:
        raise NotUnderstood(f"The record has {turns} turns: --after is from 0 to {turns}.")
    moments = solver.moments(record) if after is None else [(f"after {after} turns", after)]
    found = []
    for title, count in moments:
        state = play_again(replace(record, moves=record.moves[:count])).state
        if state.table.phase == OVER:
            raise NotUnderstood(f"The game is over after {count} turns: nothing is left to solve.")
        found.append(RecordPosition(title, count, state))
    return found


def seeded(game: Game, options: Options, seed: int, number: int) -> StateRecord:
    """The nth deal of a seed, as a tournament deals it."""
    packed = options.packed()
    state: StateRecord = game.new_state(packed)
    game.rules.deal_at_random(packed, state, new_dice(seed, number))
    return state


def solve_deals(
    game: Game,
    options: Options,
    deals: int,
    *,
    seed: int = SEED,
    positions: int | None = None,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Sequence[Solved]:
    """The first deals of a seed, on all cores: compiled code runs side by side in threads."""
    solver = solver_of(game)
    limit = solver.OPEN_POSITIONS if positions is None else positions

    def one(deal: range) -> Solved:
        found: Solved = solver.solve_open(options, seeded(game, options, seed, deal.start), limit)
        return found

    first, *others = (range(number, number + 1) for number in range(deals))
    found = {first.start: one(first)}  # so that only one thread compiles
    with WorkPool(threads or cores(), one) as submit:
        for done in finished(submit, others, AHEAD * (threads or cores())):
            if done is not None:
                found[done[0].start] = done[1]
                if watch:
                    watch(len(found), deals)
    return [found[number] for number in range(deals)]
