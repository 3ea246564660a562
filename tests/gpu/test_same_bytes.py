"""The rules, unchanged, in a CUDA kernel: the same games to the byte as on the CPU."""

import numpy as np
import pytest
from numba import config

from tenluz.engine.catalogue import game_named
from tenluz.engine.dice import pick, seat_dice
from tenluz.engine.game import DEAL, OVER
from tenluz.lab.playouts import random_playouts
from tests.gpu.kernels import NEEDS_A_GPU, cuda, uint64

# Not a multiple of any block. The simulator (test_without_gpu.py) is plain Python, and slow.
GAMES_PLAYED = 3 if config.ENABLE_CUDASIM else 4_099

pytestmark = NEEDS_A_GPU


def kernel_for(game):
    """A kernel that plays one random game in each thread, and views its end from seat 0."""
    rules = game.rules
    start, deal, legal, apply = rules.start, rules.deal_at_random, rules.legal, rules.apply
    view = rules.view

    @cuda.jit
    def play(options, states, views, seed, moves):
        number = cuda.grid(1)
        if number < states.shape[0]:
            rolls = cuda.local.array(2, uint64)
            o = options[0]
            s = states[number]
            seat_dice(rolls, seed, np.uint64(number))
            start(o, s)
            made = 0
            while s.table.phase != OVER:
                if s.table.phase == DEAL:
                    deal(o, s, rolls)
                else:
                    low, high = legal(o, s)
                    apply(o, s, pick(low, high, rolls))
                    made += 1
            moves[number] = made
            view(o, s, 0, views[number])

    return play


CASES = [
    *(
        ("level10", {"players": p, "first_player": "dealt", "open_counts": True})
        for p in range(1, 6)
    ),
    *(("luz", {"players": p}) for p in (3, 4, 5)),
    *(("oh_hell", {"players": p, "off_bid_penalty": p == 5}) for p in (3, 5, 7)),
]


@pytest.mark.parametrize(("name", "given"), CASES)
def test_a_kernel_plays_the_same_games_as_the_cpu(name, given):
    game = game_named(name)
    options = np.array([game.options(given).packed()], game.options().packed().dtype)
    seed = np.uint64(7)
    states = np.zeros(GAMES_PLAYED, game.state_type)
    made = random_playouts(game)(options[0], states, seed, 0)
    views = np.zeros(GAMES_PLAYED, game.view_type)
    for number in range(GAMES_PLAYED):
        game.rules.view(options[0], states[number], 0, views[number])

    on_gpu = cuda.to_device(np.zeros(GAMES_PLAYED, game.state_type))
    seen_on_gpu = cuda.to_device(np.zeros(GAMES_PLAYED, game.view_type))
    moves = cuda.to_device(np.zeros(GAMES_PLAYED, np.int64))
    blocks = -(-GAMES_PLAYED // 128)
    kernel_for(game)[blocks, 128](cuda.to_device(options), on_gpu, seen_on_gpu, seed, moves)

    assert moves.copy_to_host().sum() == made
    assert on_gpu.copy_to_host().tobytes() == states.tobytes()
    assert seen_on_gpu.copy_to_host().tobytes() == views.tobytes()
