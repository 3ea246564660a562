"""The policy: legal actions sampled from the network's scores, and their probabilities.

`head` is what the network gives: a column for each action, the value's, and some that mean
nothing; `action_mask` has the same columns, 1 for legal actions and 0 for all the rest.
"""

import torch
from torch import Tensor

LEAST = 2.0**-25  # half of the smallest random number above 0
NEVER = -1e9  # a score whose probability is 0 in every kind of number


def masked_logits(head: Tensor, action_mask: Tensor) -> Tensor:
    """The head's columns, very low where an action is not legal."""
    return head.masked_fill(action_mask == 0, NEVER)


def sample(head: Tensor, action_mask: Tensor, uniform: Tensor) -> Tensor:
    """An action for each row. `uniform` are random numbers from 0 up to, not including, 1.

    The greatest of score + Gumbel noise falls on each action with its softmax probability. The
    mask comes last: no noise, however great, lifts an illegal action. 1 - uniform is never 0, so
    no noise is -inf, and a single legal action is never lost either. Where it is 1 the noise
    would be +inf, and outdo every score: there it is that of a half of the next number.
    """
    noise = -(-(1 - uniform).log()).clamp(min=LEAST).log()
    return greedy(head + noise, action_mask)


def greedy(head: Tensor, action_mask: Tensor) -> Tensor:
    """The likeliest legal action of each row."""
    return head.masked_fill(action_mask == 0, -torch.inf).argmax(dim=-1)


def log_prob(logits: Tensor, action: Tensor) -> Tensor:
    """The logarithm of the probability of each row's action."""
    return torch.log_softmax(logits, dim=-1).gather(-1, action.unsqueeze(-1)).squeeze(-1)


def entropy(logits: Tensor) -> Tensor:
    """How undecided each row is, in nats."""
    # Not exp(log_softmax): on a CPU that is ten times slower where probabilities are 0.
    probabilities, logs = torch.softmax(logits, dim=-1), torch.log_softmax(logits, dim=-1)
    return -(probabilities * logs).sum(dim=-1)
