"""The step of environments, unchanged, in a CUDA kernel: the same bytes as on the CPU."""

import numba
import numpy as np
import pytest

from tenluz.engine.dice import below, seat_dice
from tenluz.engine.game import OVER
from tenluz.envs.encoding import encoding
from tenluz.envs.environment import EXTRA
from tenluz.envs.step import new_extra, steps
from tests.games_played import GAMES
from tests.gpu.kernels import NEEDS_A_GPU, cuda, uint64

GAMES_PLAYED = 1_025  # not a multiple of any block

pytestmark = NEEDS_A_GPU


def player_for(game, encoded):
    """play(o, s, extra, v, rolls, masked, rewards, sums, row): a game by uniform actions, the
    sums of its rewards, and what seat 0 sees at its end."""
    its, view, observe, actions = steps(game), game.rules.view, encoded.observe, encoded.actions
    begin, act, legal_actions = its.begin, its.act, its.legal_actions

    @numba.njit
    def play(o, s, extra, v, rolls, masked, rewards, sums, row):
        mask = masked.view(np.int8)
        begin(o, s, extra, rolls)
        while s.table.phase != OVER:
            legal_actions(o, s, extra, masked)
            count = 0
            for action in range(actions):
                count += mask[action]
            nth = below(rolls, count)
            chosen = 0
            for action in range(actions):
                if mask[action]:
                    if nth == 0:
                        chosen = action
                    nth -= 1
            if act(o, s, extra, rolls, chosen, rewards):
                for seat in range(o.players):
                    sums[seat] += rewards[seat]
        view(o, s, 0, v)
        observe(o, v, row)

    return play


CASES = [
    *(
        ("level10", {"players": p, "first_player": "dealt"}, {"talk": True, "shaped": True})
        for p in range(1, 6)
    ),
    *(("luz", {"players": p}, {}) for p in (3, 4, 5)),
    ("luz", {"players": 3}, {"reward": "rank"}),
]


@pytest.mark.parametrize(("name", "given", "terms"), CASES)
def test_a_kernel_takes_the_same_steps_as_the_cpu(name, given, terms):
    game = GAMES[name]
    agreed = game.options(given)
    encoded = encoding(game, agreed)
    play = player_for(game, encoded)
    options = np.array([agreed.packed()], agreed.packed().dtype)
    room = (
        np.zeros(GAMES_PLAYED, game.state_type),
        np.array([new_extra(game, agreed, **terms)] * GAMES_PLAYED, EXTRA),
        np.zeros(GAMES_PLAYED, game.view_type),
        encoded.masks(GAMES_PLAYED),
        np.zeros((GAMES_PLAYED, 5), np.float32),
        np.zeros((GAMES_PLAYED, 5), np.float32),
        encoded.rows(GAMES_PLAYED),
    )
    seed = np.uint64(11)

    @cuda.jit
    def kernel(options, states, extras, views, masks, rewards, sums, rows):
        at = cuda.grid(1)
        if at < states.shape[0]:
            rolls = cuda.local.array(2, uint64)
            seat_dice(rolls, seed, np.uint64(at))
            play(
                options[0], states[at], extras[at], views[at], rolls,
                masks[at], rewards[at], sums[at], rows[at],
            )  # fmt: skip

    on_gpu = [cuda.to_device(each) for each in room]
    kernel[GAMES_PLAYED // 128 + 1, 128](cuda.to_device(options), *on_gpu)
    states, extras, views, masks, rewards, sums, rows = room
    rolls = np.zeros(2, np.uint64)
    for at in range(GAMES_PLAYED):
        seat_dice(rolls, seed, np.uint64(at))
        play(
            options[0], states[at], extras[at], views[at], rolls,
            masks[at], rewards[at], sums[at], rows[at],
        )  # fmt: skip
    assert sums.any()
    for here, there in zip(room, on_gpu, strict=True):
        assert here.tobytes() == there.copy_to_host().tobytes()
