"""Choosing by chance among legal actions."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.train.policy import best, entropy, log_chance, pick, scores  # noqa: E402


def head_and_mask(rows, columns, seed):
    chance = torch.Generator().manual_seed(seed)
    head = 4 * torch.randn(rows, columns, generator=chance)
    allowed = (torch.rand(rows, columns, generator=chance) < 0.2).to(torch.int8)
    allowed[torch.arange(rows), torch.randint(columns, (rows,), generator=chance)] = 1
    return head, allowed


def legal(action, allowed):
    return allowed.gather(1, action.unsqueeze(1)).bool().all().item()


@pytest.mark.parametrize("chance", [0.0, 0.5, 1 - 2**-24, None])
def test_only_legal_actions_are_picked(chance):
    head, allowed = head_and_mask(2_000, 41, 1)
    head[:, ::3] += 1_000.0  # the network may want what is not legal as much as it likes
    drawn = torch.rand(head.shape) if chance is None else torch.full(head.shape, chance)
    assert legal(pick(head, allowed, drawn), allowed)
    assert legal(best(head, allowed), allowed)


def test_a_single_legal_action_is_always_picked():
    for chance in (0.0, 1 - 2**-24):
        allowed = torch.zeros(8, 8, dtype=torch.int8).fill_diagonal_(1)
        action = pick(torch.randn(8, 8), allowed, torch.full((8, 8), chance))
        assert action.tolist() == list(range(8))


def test_actions_are_picked_as_often_as_their_chances_say():
    head = torch.tensor([[1.0, 5.0, 0.0, -1.0, 0.5]])
    allowed = torch.tensor([[1, 0, 1, 1, 1]], dtype=torch.int8)
    many = 200_000
    drawn = torch.rand(many, 5, generator=torch.Generator().manual_seed(2))
    action = pick(head.expand(many, 5), allowed.expand(many, 5), drawn)
    seen = np.bincount(action.numpy(), minlength=5) / many
    weights = np.exp(head[0].numpy()) * allowed[0].numpy()
    expected = weights / weights.sum()
    spread = np.sqrt(expected * (1 - expected) / many)
    assert np.all(np.abs(seen - expected) <= 5 * spread)


def test_log_chances_and_entropy_are_those_of_the_legal_actions():
    head, allowed = head_and_mask(300, 17, 5)
    action = best(head, allowed)
    scored = scores(head, allowed)
    for row in range(len(head)):
        among = head[row][allowed[row] == 1].double()
        logs = torch.log_softmax(among, 0)
        place = int(allowed[row, : action[row]].sum())
        assert log_chance(scored, action)[row].item() == pytest.approx(logs[place].item(), abs=1e-5)
        expected = -(logs.exp() * logs).sum().item()
        assert entropy(scored)[row].item() == pytest.approx(expected, abs=1e-5)


def test_nothing_is_learnt_about_actions_that_are_not_legal():
    head, allowed = head_and_mask(50, 17, 6)
    head.requires_grad_()
    scored = scores(head, allowed)
    (entropy(scored) + log_chance(scored, best(head, allowed))).sum().backward()
    assert torch.isfinite(head.grad).all()
    assert (head.grad[allowed == 0] == 0).all()
