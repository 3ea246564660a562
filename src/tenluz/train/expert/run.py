"""A run of training, in pieces: `tenluz train-expert level10 --out runs/expert --minutes 9`, then
the same with --resume, as often as it helps."""

import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import Any, TextIO

import torch

from tenluz.engine.game import Game
from tenluz.train.expert.checkpoint import export, restore, save
from tenluz.train.expert.config import ExpertConfig
from tenluz.train.expert.curves import METRICS, draw, table_name
from tenluz.train.expert.evaluate import evaluate
from tenluz.train.expert.learner import FIGURES, ExpertLearner
from tenluz.train.run import KEEP_EVERY, interrupts
from tenluz.train.whole_files import written_whole

TOLD_EVERY = 15.0  # seconds
NARROW_UNTIL, WIDE_AFTER = 0.35, 0.7  # shares of a run
LEAN_FROM, LEAN_AT = 0.1, 0.3

# In the folder of a run. The last is an empty file: its time is over, and what it learnt is kept.
CHECKPOINT, WEIGHTS, TEST, DONE = "expert.pt", "expert.npz", "test.json", "done"


def train(
    game: Game,
    config: ExpertConfig,
    out: Path,
    *,
    minutes: float,
    resume: Path | None = None,
    decay: float = 1.0,
) -> ExpertLearner | None:
    """Train for some minutes. `decay` is the share of the learning rate that the end has, of what
    the beginning had. None: interrupted; what was learnt is kept in either case."""
    out.mkdir(parents=True, exist_ok=True)
    (out / DONE).unlink(missing_ok=True)
    goes_on = resume is not None and resume.resolve().parent == out.resolve()
    torch.set_float32_matmul_precision("high")
    begun = time.monotonic()
    learner = ExpertLearner(game, config)
    has_critic = resume is None or restore(learner, resume)
    learner.batch.narrow(config.narrow)
    if not has_critic:
        learner.warm_up(config.warm_up)
    learner.round()
    print(f"ready after {time.monotonic() - begun:.0f} s", flush=True)
    end = begun + 60 * minutes
    told = kept = begun
    with interrupts() as stopped, _rows(out, goes_on) as metrics:
        while (now := time.monotonic()) < end and not stopped.is_set():
            passed = (now - begun) / (end - begun)
            share = 1 - (1 - decay) * passed
            learner.batch.narrow(config.narrow * still_narrow(passed))
            if config.hard:
                learner.batch.lean(config.hard * (leaning(passed) if resume is None else 1.0))
            learner.rate.fill_(config.learning_rate * share)
            learner.entropy_coef.fill_(config.entropy_coef * share)
            learner.round()
            if now - told > TOLD_EVERY:
                told = now
                tell(learner, metrics, now - begun)
            if now - kept > KEEP_EVERY:
                kept = now
                keep(learner, out)
        tell(learner, metrics, time.monotonic() - begun)
        keep(learner, out)
        if now >= end:
            (out / DONE).touch()
        draw(game, [out], out)
        return None if stopped.is_set() else learner


def _rows(out: Path, goes_on: bool) -> TextIO:
    """Where rows of figures go: after those of before, where the same run goes on."""
    return (out / METRICS).open("a" if goes_on else "w", encoding="utf-8")


def keep(learner: ExpertLearner, out: Path) -> None:
    """What to go on with, and what plays."""
    save(learner, out / CHECKPOINT)
    export(out / CHECKPOINT, out / WEIGHTS)


def still_narrow(passed: float) -> float:
    """All for the first part of a run, then less and less, and none towards the end."""
    return min(1.0, max(0.0, (WIDE_AFTER - passed) / (WIDE_AFTER - NARROW_UNTIL)))


def leaning(passed: float) -> float:
    """Not at first, when all is hard, then more and more."""
    return min(1.0, max(0.0, (passed - LEAN_FROM) / (LEAN_AT - LEAN_FROM)))


def tell(learner: ExpertLearner, metrics: Any, seconds: float) -> None:
    """A row of figures, of what was learnt since the last."""
    with learner.stream():
        sums, tally = learner.figures.tolist(), learner.batch.tally.tolist()
        learner.figures.zero_()
        learner.batch.tally.zero_()
    if sums[-1] == 0:
        return
    row: dict[str, Any] = {"seconds": round(seconds), "decisions": learner.decisions}
    row |= {name: round(s / sums[-1], 5) for name, s in zip(FIGURES, sums, strict=False)}
    row["won"] = {
        table_name(options): round(won / max(games, 1), 4)
        for (options, _), (games, won, _) in zip(learner.batch.variants, tally, strict=True)
    }
    metrics.write(json.dumps(row) + "\n")
    metrics.flush()
    shown = {key: value for key, value in row.items() if key != "won"}
    print(json.dumps(shown), " ".join(f"{100 * x:.1f}" for x in row["won"].values()), flush=True)


def where_time_goes(learner: ExpertLearner) -> None:
    """Milliseconds of a round: playing, learning, and the games' own part of playing. It goes on
    learning meanwhile, so a test of what is kept comes before."""

    def timed(work: Any) -> float:
        with learner.stream():
            torch.cuda.synchronize()
            begun = time.perf_counter()
            for _ in range(5):
                work()
            torch.cuda.synchronize()
        return 200 * (time.perf_counter() - begun)

    if learner.config.device == "cuda":
        play, learn = timed(learner.play), timed(learner.learn)
        games = timed(lambda: learner.batch.step(learner.batch.mask.argmax(-1)))
        games *= learner.config.steps
        print(f"a round: playing {play:.1f} ms, of that games {games:.1f}; learning {learn:.1f} ms")


def test(learner: ExpertLearner, games: int, out: Path) -> None:
    """The likeliest moves at each table that is learnt, among itself and among strangers."""
    options = [given for given, _ in learner.batch.variants]
    device = learner.config.device
    found = []
    for among in range(learner.its.strangers + 1):
        found += evaluate(learner.game, learner.its, learner.policy, options, games, device, among)
    if learner.its.together:
        several = [given for given in options if given["players"] != 1]
        found += evaluate(
            learner.game, learner.its, learner.policy, several, games, device, guest=1
        )
    if learner.config.best_response:  # beside those whom it has learnt against, and they alone
        given = (learner.game, learner.its)
        for policy in (learner.policy, learner.older):
            found += evaluate(*given, policy, options, games, device, among + 1, learner.older)
    rows = [dataclasses.asdict(one) | {"rate": one.rate, "interval": one.interval} for one in found]
    with written_whole(out / TEST) as file:
        file.write(json.dumps(rows, indent=1).encode())
    for one in found:
        said = " ".join(f"{key}={value}" for key, value in one.options.items())
        company = f"among {one.among}, guest {one.guest}"
        print(
            f"{100 * one.rate:5.1f} ± {100 * one.interval:.1f}  {one.mean:.3f}  "
            f"score {one.score:.2f} ± {one.score_interval:.2f}  {company}  {said}"
        )
    sys.stdout.flush()
