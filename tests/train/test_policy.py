"""Sampling among legal actions."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.train.policy import entropy, greedy, log_prob, masked_logits, sample  # noqa: E402


def head_and_mask(rows, columns, seed):
    generator = torch.Generator().manual_seed(seed)
    head = 4 * torch.randn(rows, columns, generator=generator)
    action_mask = (torch.rand(rows, columns, generator=generator) < 0.2).to(torch.int8)
    action_mask[torch.arange(rows), torch.randint(columns, (rows,), generator=generator)] = 1
    return head, action_mask


def legal(action, action_mask):
    return action_mask.gather(1, action.unsqueeze(1)).bool().all().item()


@pytest.mark.parametrize("number", [0.0, 0.5, 1 - 2**-24, None])
def test_only_legal_actions_are_sampled(number):
    head, action_mask = head_and_mask(2_000, 41, 1)
    head[:, ::3] += 1_000.0  # the network may want what is not legal as much as it likes
    drawn = torch.rand(head.shape) if number is None else torch.full(head.shape, number)
    assert legal(sample(head, action_mask, drawn), action_mask)
    assert legal(greedy(head, action_mask), action_mask)


def test_a_single_legal_action_is_always_sampled():
    for number in (0.0, 1 - 2**-24):
        action_mask = torch.zeros(8, 8, dtype=torch.int8).fill_diagonal_(1)
        action = sample(torch.randn(8, 8), action_mask, torch.full((8, 8), number))
        assert action.tolist() == list(range(8))


def test_no_random_number_makes_a_hopeless_action_sure():
    head, action_mask = torch.tensor([[0.0, -60.0]]), torch.ones(1, 2, dtype=torch.int8)
    assert sample(head, action_mask, torch.tensor([[0.5, 0.0]])).item() == 0


def test_actions_are_sampled_as_often_as_their_probabilities_say():
    head = torch.tensor([[1.0, 5.0, 0.0, -1.0, 0.5]])
    action_mask = torch.tensor([[1, 0, 1, 1, 1]], dtype=torch.int8)
    many = 200_000
    drawn = torch.rand(many, 5, generator=torch.Generator().manual_seed(2))
    action = sample(head.expand(many, 5), action_mask.expand(many, 5), drawn)
    seen = np.bincount(action.numpy(), minlength=5) / many
    weights = np.exp(head[0].numpy()) * action_mask[0].numpy()
    expected = weights / weights.sum()
    spread = np.sqrt(expected * (1 - expected) / many)
    assert np.all(np.abs(seen - expected) <= 5 * spread)


def test_log_probabilities_and_entropy_are_those_of_the_legal_actions():
    head, action_mask = head_and_mask(300, 17, 5)
    action = greedy(head, action_mask)
    logits = masked_logits(head, action_mask)
    for row in range(len(head)):
        among = head[row][action_mask[row] == 1].double()
        logs = torch.log_softmax(among, 0)
        place = int(action_mask[row, : action[row]].sum())
        assert log_prob(logits, action)[row].item() == pytest.approx(logs[place].item(), abs=1e-5)
        expected = -(logs.exp() * logs).sum().item()
        assert entropy(logits)[row].item() == pytest.approx(expected, abs=1e-5)


def test_nothing_is_learnt_about_actions_that_are_not_legal():
    head, action_mask = head_and_mask(50, 17, 6)
    head.requires_grad_()
    logits = masked_logits(head, action_mask)
    (entropy(logits) + log_prob(logits, greedy(head, action_mask))).sum().backward()
    assert torch.isfinite(head.grad).all()
    assert (head.grad[action_mask == 0] == 0).all()
