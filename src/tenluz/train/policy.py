"""Choosing among legal actions by chance, and how likely that was.

`head` is what the network gives: a column for each action, the value's, and some that mean
nothing; `allowed` has the same columns, 1 for legal actions and 0 for all the rest.
"""

import torch
from torch import Tensor

NEVER = -1e9  # a score whose chance is 0 in every kind of number


def scores(head: Tensor, allowed: Tensor) -> Tensor:
    """The head's columns, very low where an action is not legal."""
    return head.masked_fill(allowed == 0, NEVER)


def pick(head: Tensor, allowed: Tensor, chance: Tensor) -> Tensor:
    """An action for each row, by its chances. `chance` is uniform from 0 up to, not including, 1.

    The greatest of score + Gumbel noise falls on each action with its softmax chance. The mask
    comes last: no noise, however great, lifts an illegal action. 1 - chance is never 0, so no
    noise is -inf, and a single legal action is never lost either.
    """
    noise = -(-(1 - chance).log()).log()
    return (head + noise).masked_fill(allowed == 0, -torch.inf).argmax(dim=-1)


def best(head: Tensor, allowed: Tensor) -> Tensor:
    """The likeliest legal action of each row."""
    return head.masked_fill(allowed == 0, -torch.inf).argmax(dim=-1)


def log_chance(scored: Tensor, action: Tensor) -> Tensor:
    """The logarithm of the chance of each row's action."""
    return torch.log_softmax(scored, dim=-1).gather(-1, action.unsqueeze(-1)).squeeze(-1)


def entropy(scored: Tensor) -> Tensor:
    """How undecided each row is, in nats."""
    # Not exp(log_softmax): on a CPU that is ten times slower where chances are 0.
    chances, logs = torch.softmax(scored, dim=-1), torch.log_softmax(scored, dim=-1)
    return -(chances * logs).sum(dim=-1)
