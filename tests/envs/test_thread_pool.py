"""Threads that share a batch: every game once a call, whoever comes late, sleeps or is gone."""

import gc
import multiprocessing
import threading
import time

import numpy as np
import pytest

from tenluz.engine.compiled import INTERPRETED, compiled
from tenluz.envs import vector
from tenluz.envs.vector.thread_pool import ThreadPool, threaded

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted batches have one thread")


@compiled
def count_games(who, first, end, times, by):
    for at in range(first, end):
        times[at] += 1
        by[at] = who
    return end - first


live = threaded(count_games, None, "counting")


class Owner:
    """What a pool of threads works for."""

    def __init__(self, threads, n):
        self.times, self.by = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.pool = ThreadPool(self, threads, n, live, self.times, self.by)


def helpers():
    return [each for each in threading.enumerate() if each.name.startswith("games ")]


def gone(threads):
    for each in threads:
        each.join(timeout=30)
    return not any(each.is_alive() for each in threads)


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("n", [7, 64, 1_000, 20_011])
def test_every_game_has_its_turn_once_a_call(threads, n):
    owner = Owner(threads, n)
    for call in range(1, 301):
        assert owner.pool.run() == n
        assert (owner.times == call).all()
        if call % 50 == 0:
            time.sleep(0.002)  # longer than helpers look out: they sleep, and must be woken


def test_helpers_help():
    owner = Owner(2, 1 << 20)
    for _ in range(1_000):  # a busy machine may keep a helper waiting, not a thousand times
        owner.pool.run()
        if set(owner.by) == {0, 1}:
            return
    pytest.fail("the helper never had a game")


@pytest.mark.parametrize("asleep", [False, True])
def test_helpers_go_home_when_their_batch_is_gone(asleep):
    before = set(helpers())
    games = vector.make("luz", 256, threads=3)
    games.reset(seed=1)
    mine = set(helpers()) - before
    assert len(mine) == 2
    if asleep:
        time.sleep(0.05)
    del games
    gc.collect()
    assert gone(mine)


def _run_once(owner, said):
    said.put((owner.pool.run(), int(owner.times.min()), int(owner.times.max())))


def test_a_fork_goes_on_without_helpers():
    owner = Owner(3, 5_000)
    owner.pool.run()
    fork = multiprocessing.get_context("fork")
    said = fork.SimpleQueue()
    child = fork.Process(target=_run_once, args=(owner, said))
    child.start()
    assert said.get() == (5_000, 2, 2)
    child.join(timeout=30)
    assert child.exitcode == 0
    assert owner.pool.run() == 5_000  # and the parent goes on with them
