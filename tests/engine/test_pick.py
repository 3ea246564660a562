"""Picking a move: a legal one, and every one as likely."""

import pytest

from tenluz.engine.dice import new_dice, pick

WORDS = [
    (0b1, 0),
    (0b1011000, 0),
    (0, 0b1),
    (0, 1 << 62 | 0b11),
    (1 << 62 | 1, 1 << 62 | 1),
    ((1 << 50) - 1, (1 << 46) - 1),
]


def members(low, high):
    return [n for n in range(64) if low >> n & 1] + [64 + n for n in range(64) if high >> n & 1]


@pytest.mark.parametrize(("low", "high"), WORDS)
def test_only_legal_moves_are_picked(low, high):
    dice = new_dice(3)
    for _ in range(500):
        assert pick(low, high, dice) in members(low, high)


@pytest.mark.parametrize(("low", "high"), WORDS[:5])
def test_every_move_is_as_likely(low, high):
    dice, moves = new_dice(8), members(low, high)
    picked = [pick(low, high, dice) for _ in range(2_000 * len(moves))]
    for move in moves:
        assert abs(picked.count(move) - 2_000) < 5 * 2_000**0.5  # five deviations
