"""PPO for the expert: self-play in a mixed batch, with a critic that sees everything.

In a share of the games strangers sit at the table: other bots, and an older self. They are
learnt to play with; what they do is not learnt. Where all are paid the same, a position in which
a stranger is on turn is still worth something to who moved before: the critic learns that too.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tenluz.bots.expert_game import expert_game
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.train.advantage import estimate
from tenluz.train.expert.config import ExpertConfig
from tenluz.train.expert.mixed_batch import MixedBatch
from tenluz.train.expert.mixed_loops import LEARNER
from tenluz.train.expert.network import Critic, PolicyNetwork
from tenluz.train.graphs import Pace, Replayed, fused
from tenluz.train.policy import entropy, greedy, log_prob, masked_logits, sample

FIGURES = ("entropy", "value_loss", "worth_loss", "guess_loss", "approx_kl", "clip_fraction")


class ExpertLearner:
    """A policy and its critic, the games they play, and their way to get better."""

    def __init__(self, game: Game, config: ExpertConfig, *, fast: bool = True) -> None:
        self.game, self.config = game, config
        self.its = its = expert_game(game)
        self._on_gpu = config.device == "cuda"
        torch.manual_seed(config.seed)
        self.policy = PolicyNetwork(its, config.width, config.depth).to(config.device)
        self.critic = Critic(its, config.critic_width, config.critic_depth).to(config.device)
        self.older = PolicyNetwork(its, config.width, config.depth).to(config.device)
        older = its.strangers + 1
        mixed = config.games if config.best_response else int(config.strangers * config.games)
        meets = (older,) if config.best_response else its.meets or (older,)
        self.batch = MixedBatch(
            game, its, its.variants(), config.games, config.device, mixed=mixed, meets=meets,
            alone=1.0 if config.best_response else config.alone,
        )  # fmt: skip
        self._parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.rate = torch.tensor(config.learning_rate, device=config.device)
        self.entropy_coef = torch.tensor(config.entropy_coef, device=config.device)
        self._policy_coef = torch.tensor(1.0, device=config.device)
        self.optimiser = torch.optim.Adam(
            self._parameters, lr=self.rate, eps=1e-5, capturable=self._on_gpu, foreach=self._on_gpu
        )
        self._make_room()
        self.figures = torch.zeros(len(FIGURES) + 1, dtype=torch.float64, device=config.device)
        self.rounds = 0
        fuse = fused if fast and self._on_gpu else _as_it_is
        self._act, self._loss = fuse(self._act_plainly), fuse(self._loss_plainly)
        self._act_older = fuse(self._act_older_plainly)
        self.play: Callable[[], None] = self._play
        self.learn: Callable[[], None] = self._learn
        if self._on_gpu:
            self._stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            self._pace = Pace()
            if fast:
                self.play, self.learn = Replayed(self._play), Replayed(self._learn)
        with self.stream():
            self.batch.reset(config.seed)

    def _make_room(self) -> None:
        config, batch = self.config, self.batch
        steps, games = config.steps, config.games

        def room(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=config.device)

        self.seen = room(torch.int8, steps, *batch.seen.shape)
        self.hidden = room(torch.int8, steps, *batch.hidden.shape)
        self.mask = room(torch.int8, steps, *batch.mask.shape)
        self.move = room(torch.int64, steps, games)
        self.log_prob = room(torch.float32, steps, games)
        self.value = room(torch.float32, steps + 1, games)
        self.seat = room(torch.int8, steps + 1, games)
        self.reward = room(torch.float32, steps, games, MOST_SEATS)
        self.done = room(torch.bool, steps, games)
        self.theirs = room(torch.int8, steps, games)
        self.advantage = room(torch.float32, steps, games)
        self.valid = room(torch.float32, steps, games)  # what the policy learns from
        self.judged = room(torch.float32, steps, games)  # what the critic learns from
        self._uniform = room(torch.float32, *batch.mask.shape)

    @property
    def decisions(self) -> int:
        """Made so far."""
        return self.rounds * self.config.games * self.config.steps

    @contextlib.contextmanager
    def stream(self) -> Iterator[None]:
        """Where a GPU's work goes: not the default stream, which cannot be recorded."""
        if not self._on_gpu:
            yield
            return
        before = torch.cuda.current_stream()
        self._stream.wait_stream(before)
        with torch.cuda.stream(self._stream):
            yield
        before.wait_stream(self._stream)

    def round(self) -> None:
        """Play some steps in every game, and learn from them."""
        with self.stream():
            self.play()
            self.learn()
            if self._on_gpu:
                self._pace.mark()
            if self.rounds % self.config.older_after == 0 and not self.config.best_response:
                self.grow_older()
        self.rounds += 1

    def warm_up(self, rounds: int) -> None:
        """Some rounds in which the critic learns alone: what a policy learns from a critic that
        knows nothing spoils it."""
        self._policy_coef.fill_(0.0)
        for _ in range(rounds):
            self.round()
        self._policy_coef.fill_(1.0)
        for weight in self.policy.parameters():
            if weight in self.optimiser.state:
                # The means that Adam has of its gradients are 0, and must count as young.
                self.optimiser.state[weight]["step"].zero_()

    @torch.no_grad()
    def grow_older(self) -> None:
        """From now on the older self plays as the present one does."""
        for before, now in zip(self.older.parameters(), self.policy.parameters(), strict=True):
            before.copy_(now)

    def autocast(self) -> Any:
        """bfloat16 on a GPU; weights stay float32."""
        return torch.autocast("cuda", torch.bfloat16, enabled=self._on_gpu, cache_enabled=False)

    # --- playing -------------------------------------------------------------------------

    def _act_plainly(
        self, seen: Tensor, hidden: Tensor, mask: Tensor, uniform: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        with self.autocast():
            scores, *_ = self.policy(seen)
            value = self.critic(seen, hidden)
        move = sample(scores, mask, uniform)
        return move, log_prob(masked_logits(scores, mask), move), value

    @torch.no_grad()
    def _play(self) -> None:
        batch = self.batch
        for step in range(self.config.steps):
            self.seen[step].copy_(batch.seen)
            self.hidden[step].copy_(batch.hidden)
            self.mask[step].copy_(batch.mask)
            self.seat[step].copy_(batch.seat)
            self.theirs[step].copy_(batch.theirs)
            self._uniform.uniform_()
            move, likely, value = self._act(
                self.seen[step], self.hidden[step], self.mask[step], self._uniform
            )
            self.move[step].copy_(move)
            self.log_prob[step].copy_(likely)
            self.value[step].copy_(value)
            self._move_for_older(step)
            batch.step(self.move[step])
            self.reward[step].copy_(batch.reward)
            self.done[step].copy_(batch.cut)
        self.seat[-1].copy_(batch.seat)
        _, _, value = self._act(batch.seen, batch.hidden, batch.mask, self._uniform)
        self.value[-1].copy_(value)
        self._estimate_advantages()

    def _move_for_older(self, step: int) -> None:
        mixed = slice(self.batch.mixed)
        if self.batch.mixed == 0:
            return
        seen, mask = self.seen[step, mixed], self.mask[step, mixed]
        move = self._act_older(seen, mask, self._uniform[mixed])
        older = self.theirs[step, mixed] == self.its.strangers + 1
        self.move[step, mixed] = torch.where(older, move, self.move[step, mixed])

    def _act_older_plainly(self, seen: Tensor, mask: Tensor, uniform: Tensor) -> Tensor:
        with self.autocast():
            scores, *_ = self.older(seen)
        if self.config.best_response:  # as it sits at tables
            return greedy(scores, mask)
        return sample(scores, mask, uniform)

    def _estimate_advantages(self) -> None:
        config = self.config
        given = (self.reward, self.done, self.seat, self.value, self.advantage, self.valid)
        how = (self.its.together, config.gamma, config.gae_lambda)
        estimate(*how, given, on_gpu=self._on_gpu)
        own = self.theirs == LEARNER
        if self.its.together:
            self.judged.copy_(self.valid)  # the decision before counts on this value: `gae_game`
        else:
            torch.mul(self.valid, own, out=self.judged)
        self.valid.mul_(own)

    # --- learning ------------------------------------------------------------------------

    def _loss_plainly(
        self, seen: Tensor, hidden: Tensor, mask: Tensor, move: Tensor,
        before: Tensor, advantage: Tensor, target: Tensor, valid: Tensor, judged: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        config = self.config
        with self.autocast():
            scores, guessed, worth = self.policy(seen)
            value = self.critic(seen, hidden)
        logits = masked_logits(scores, mask)
        # A stranger's move may be so unlikely to the learner that its ratio is infinite.
        log_ratio = torch.where(valid > 0, log_prob(logits, move) - before, 0.0)
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - config.clip_range, 1 + config.clip_range)
        share = valid / valid.sum().clamp(min=1.0)
        policy_loss = -(torch.minimum(ratio * advantage, clipped * advantage) * share).sum()
        judged_share = judged / judged.sum().clamp(min=1.0)
        value_loss = ((value - target).square() * judged_share).sum()
        mean_entropy = (entropy(logits) * share).sum()
        of_groups = hidden.reshape(*hidden.shape[:-1], self.its.view.groups, -1)
        truth = of_groups[..., : self.its.guesses].float()
        wrong = functional.binary_cross_entropy_with_logits(
            guessed.float(), truth, reduction="none"
        )
        guess_loss = (wrong.mean(dim=(-1, -2)) * share).sum()
        worth_loss = ((worth - target).square() * share).sum()
        of_policy = policy_loss + config.guess_coef * guess_loss + config.worth_coef * worth_loss
        of_policy = of_policy - self.entropy_coef * mean_entropy
        whole = self._policy_coef * of_policy + config.value_coef * value_loss
        approx_kl = ((ratio - 1 - log_ratio) * share).sum()
        clip_fraction = ((ratio != clipped) * share).sum()
        told = (mean_entropy, value_loss, worth_loss, guess_loss, approx_kl, clip_fraction)
        return whole, torch.stack(told).detach()

    def _learn(self) -> None:
        config = self.config
        with torch.no_grad():
            valid = self.valid
            count = valid.sum().clamp(min=1.0)
            mean = (self.advantage * valid).sum() / count
            spread = (((self.advantage - mean) * valid).square().sum() / count).sqrt()
            advantage = (self.advantage - mean) / (spread + 1e-8)
            target = self.advantage + self.value[:-1]
        whole = (
            self.seen, self.hidden, self.mask, self.move, self.log_prob, advantage, target, valid,
            self.judged,
        )  # fmt: skip
        size = config.games // config.minibatches
        for first in range(0, config.games, size):
            part = tuple(each[:, first : first + size] for each in whole)
            lost, told = self._loss(*part)
            for parameter, gradient in zip(
                self._parameters, torch.autograd.grad(lost, self._parameters), strict=True
            ):
                parameter.grad = gradient
            torch.nn.utils.clip_grad_norm_(self._parameters, config.max_grad_norm, foreach=True)
            self.optimiser.step()
            self.figures[:-1] += told
            self.figures[-1] += 1


def _as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    return function
