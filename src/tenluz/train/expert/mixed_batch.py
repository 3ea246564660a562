"""Many games of one kind at a time, each with options of its own, as tensors.

The vector environment is compiled for one set of options, and is the faster for it. An expert
must play them all: here every game has a variant, drawn anew when it begins. What happens to one
game is in `mixed_loops.py`.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from tenluz.bots.expert_game import ExpertGame
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.train.expert.mixed_loops import LEARNER, NARROW, PERCENT, cpu_loops, cuda, kernels

BLOCK = 64  # threads of a block
DRAWN = 4096  # lots from which a game's variant is drawn
RESET, STEP, ANSWERS = range(3)  # loops


class MixedBatch:
    """`n` games. Tensors are written in place by `step`.

    seen     int8     (n, sees)              what the seat on turn sees
    hidden   int8     (n, groups * hidden)   what a critic sees besides
    mask     int8     (n, moves)             legal moves
    seat     int8     (n,)                   who is on turn
    reward   float32  (n, MOST_SEATS)        of the last step
    done     bool     (n,)                   the last step ended a game; a new one has begun
    cut      bool     (n,)                   or a deal, where each is learnt for itself
    won      bool     (n,)                   whether the game that ended was a success
    score    float32  (n, MOST_SEATS)        and how it ended for every seat
    which    int32    (n,)                   the variant of each game
    kinds    int8     (n, MOST_SEATS)        who sits where: LEARNER, or a stranger's kind
    theirs   int8     (n,)                   the kind of who is on turn
    tally    int64    (variants, 3)          games ended, successes, moves

    A stranger of the game's own kinds moves by itself, whatever `step` is told. One kind more may
    be drawn, an *older self*: for that the caller says the move.
    """

    def __init__(
        self,
        game: Game,
        its: ExpertGame,
        variants: list[tuple[dict[str, object], int]],
        n: int,
        device: str,
        *,
        mixed: int = 0,
        meets: tuple[int, ...] = (),
        alone: float = 0.0,
        among: int = LEARNER,
        guest: int = LEARNER,
    ) -> None:
        """In the first `mixed` games some seats are strangers, of one kind of those that it
        `meets`: about half, or in the share `alone` of these games all but one. `among` strangers
        of one kind, every game has one learner; a `guest` is the one stranger of every game."""
        self.n, self.variants, self.mixed = n, variants, mixed
        self._device = device
        packed = [game.options(given).packed() for given, _ in variants]
        options = np.zeros(len(packed), packed[0].dtype)
        for at, one in enumerate(packed):
            options[at] = one
        often = [times for _, times in variants]
        hard = [0 if its.hard is None else its.hard(given) for given, _ in variants]
        self._often = np.array(often, np.float64) / sum(often)
        self._hard = np.array(hard, np.float64) / sum(hard) if any(hard) else self._often

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.seen = room(torch.int8, n, its.view.sees)
        self.hidden = room(torch.int8, n, its.view.groups * its.hidden)
        self.mask = room(torch.int8, n, its.view.moves)
        self.seat = room(torch.int8, n)
        self.reward = room(torch.float32, n, MOST_SEATS)
        self.score = room(torch.float32, n, MOST_SEATS)
        self.done, self.cut, self.won = (room(torch.bool, n) for _ in range(3))
        self.kinds, self.theirs = room(torch.int8, n, MOST_SEATS), room(torch.int8, n)
        self._answer = room(torch.int64, n)
        seating = (mixed, among, guest, int(PERCENT * alone), 0, len(meets), *meets)
        self._seating = torch.tensor(seating, device=device)
        self.tally = room(torch.int64, len(variants), 3)
        self.draw = room(torch.int32, DRAWN)
        self.lean(0.0)
        self._paid = room(torch.float32, n, MOST_SEATS)
        self._taken = room(torch.int32, n)
        self.which = room(torch.int32, n)
        self._dice = room(torch.int64, n, 2)
        self._states: Any = np.zeros(n, game.state_type)
        self._options: Any = options
        if device == "cuda":
            self._loops = kernels(game, its)
            gpu = cuda()
            self._states, self._options = gpu.to_device(self._states), gpu.to_device(options)
            arrays: Any = gpu.as_cuda_array
        else:
            self._loops = cpu_loops(game, its)
            arrays = Tensor.numpy
        self._array = arrays
        dice = arrays(self._dice).view(np.uint64)
        seats = tuple(
            arrays(each) for each in (self._seating, self.kinds, self.theirs, self._answer)
        )
        met = (among, guest, *(meets if mixed else ()))
        self._meets_bots = any(LEARNER < kind <= its.strangers for kind in met)
        self._chosen = (
            self._options, arrays(self.which), self._states, dice, *seats[-2:]
        )  # fmt: skip
        self._games = (
            self._options, arrays(self.draw), arrays(self.which), self._states, dice, *seats
        )  # fmt: skip
        self._told = tuple(
            arrays(each) for each in (
                self._paid, self._taken, self.reward, self.done, self.cut, self.won,
                self.score, self.tally,
            )
        )  # fmt: skip
        self._shown = tuple(arrays(each) for each in (self.seen, self.hidden, self.mask, self.seat))

    def lean(self, share: float) -> None:
        """From now on such a share of the games that begin is at the game's hardest tables."""
        ends = np.cumsum((1 - share) * self._often + share * self._hard)
        drawn = np.searchsorted(ends, (np.arange(DRAWN) + 0.5) / DRAWN * ends[-1])
        self.draw.copy_(torch.from_numpy(drawn.astype(np.int32)))

    def narrow(self, share: float) -> None:
        """From now on, at such a share of all decisions only those moves are allowed that the game
        begins to learn with."""
        self._seating[NARROW] = int(PERCENT * share)

    def reset(self, seed: int) -> None:
        """All games anew: game k has stream k of the seed."""
        self._run(RESET, np.uint64(seed), *self._games, *self._told, *self._shown)
        self._let_strangers_choose()

    def step(self, moves: Tensor) -> None:
        """One move in every game, which must be legal; strangers have chosen theirs."""
        self._run(STEP, self._array(moves), *self._games, *self._told, *self._shown)
        self._let_strangers_choose()

    def _let_strangers_choose(self) -> None:
        """By a loop of its own: a kernel with a bot in it takes three times as many registers."""
        if self._meets_bots:
            self._run(ANSWERS, *self._chosen)

    def _run(self, which: int, *arguments: object) -> None:
        loop: Any = self._loops[which]
        if self._device == "cuda":
            stream = cuda().external_stream(torch.cuda.current_stream().cuda_stream)
            loop[-(-self.n // BLOCK), BLOCK, stream](*arguments)
        else:
            loop(*arguments)
