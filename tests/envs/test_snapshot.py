"""A batch that is put back goes on as if nothing had been."""

import numpy as np
import pytest

from tenluz.envs import vector


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_batch_goes_on_from_a_snapshot(game):
    batch = vector.make(game, 70, threads=1)
    batch.reset(seed=3)
    for _ in range(30):
        batch.step_at_random()
    kept = batch.snapshot()

    def go_on(these):
        told = []
        for _ in range(60):
            observation, mask, reward, done, info = these.step_at_random()
            arrays = (observation, mask, reward, done, *info.values())
            told.append(b"".join(np.ascontiguousarray(each).tobytes() for each in arrays))
        return told

    first = go_on(batch)
    other = vector.make(game, 70, threads=1)
    for again in (batch, other):
        again.restore(kept)
        assert again.snapshot() == kept
        assert go_on(again) == first


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_the_words_are_the_observations_and_masks_filled_up_with_zeros(game):
    batch = vector.make(game, 5)
    batch.reset(seed=1)
    for _ in range(20):
        batch.step_at_random()
        for words, array in zip(batch.words, (batch.observation, batch.mask), strict=True):
            whole = words.view(np.int8)
            assert np.array_equal(whole[:, : array.shape[1]], array)
            assert not whole[:, array.shape[1] :].any()
