"""Going on with an expert from what is kept: a checkpoint, weights alone, and those of before."""

import dataclasses

import pytest

torch = pytest.importorskip("torch")

from tenluz.bots.expert_weights import OF_GROUP, OF_TABLE  # noqa: E402
from tenluz.engine.errors import NotUnderstood  # noqa: E402
from tenluz.train.expert.checkpoint import export, restore, save  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tests.games_played import GAMES  # noqa: E402
from tests.train.experts import SMALL, TRAINED  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


def with_chance(learner):
    """Weights that are not 0 anywhere, so that a column in the wrong place is seen."""
    for module in (learner.policy, learner.critic):
        for weight in module.parameters():
            weight.data = torch.randn_like(weight).mul(0.1).half().float()
    return learner


@pytest.mark.parametrize("name", TRAINED)
def test_it_goes_on_from_weights_alone_once_a_critic_has_learnt(name, tmp_path):
    learner = with_chance(ExpertLearner(GAMES[name], SMALL))
    save(learner, tmp_path / "expert.pt")
    export(tmp_path / "expert.pt", tmp_path / "expert.npz")
    other = ExpertLearner(GAMES[name], SMALL)
    assert restore(other, tmp_path / "expert.pt")
    torch.manual_seed(7)
    other = with_chance(ExpertLearner(GAMES[name], SMALL))
    assert not restore(other, tmp_path / "expert.npz")
    of_critic = [weight.clone() for weight in other.critic.parameters()]
    other.warm_up(2)
    for kept, its in ((learner.policy, other.policy), (learner.policy, other.older)):
        assert all((a == b).all() for a, b in zip(kept.parameters(), its.parameters(), strict=True))
    assert any((a != b).any() for a, b in zip(of_critic, other.critic.parameters(), strict=True))
    steps = [int(other.optimiser.state[weight]["step"]) for weight in other.policy.parameters()]
    assert set(steps) == {0}
    other.round()
    moved = zip(learner.policy.parameters(), other.policy.parameters(), strict=True)
    assert any((a != b).any() for a, b in moved)


@pytest.mark.parametrize("name", TRAINED)
def test_what_is_seen_since_begins_with_weights_of_0(name, tmp_path):
    learner = with_chance(ExpertLearner(GAMES[name], SMALL))
    save(learner, tmp_path / "expert.pt")
    kept = torch.load(tmp_path / "expert.pt", weights_only=True)
    seen, table = learner.its.view.of_group, learner.its.view.table
    less = {"policy": slice(seen - 3), "critic": [*range(seen - 3), *range(seen, seen + 5)]}
    for part, columns in less.items():
        kept[part][OF_GROUP] = kept[part][OF_GROUP][:, columns].clone()
        kept[part][OF_TABLE] = kept[part][OF_TABLE][:, : table - 2].clone()
    torch.save(kept, tmp_path / "expert.pt")
    other = ExpertLearner(GAMES[name], SMALL)
    assert restore(other, tmp_path / "expert.pt")
    assert not other.optimiser.state
    for before, now in ((learner.policy, other.policy), (learner.critic, other.critic)):
        expected = before.state_dict()
        expected[OF_TABLE][:, table - 2 :] = 0
        expected[OF_GROUP][:, seen - 3 : seen] = 0
        expected[OF_GROUP][:, seen + 5 :] = 0
        found = now.state_dict()
        assert all((found[each] == expected[each]).all() for each in expected)
    other.round()


@pytest.mark.parametrize("name", TRAINED)
def test_what_does_not_fit_is_refused(name, tmp_path):
    learner = ExpertLearner(GAMES[name], SMALL)
    save(learner, tmp_path / "expert.pt")
    wider = ExpertLearner(GAMES[name], dataclasses.replace(SMALL, width=48))
    with pytest.raises(NotUnderstood, match="with --set width=32 --set depth=1"):
        restore(wider, tmp_path / "expert.pt")
    another = ExpertLearner(next(GAMES[each] for each in TRAINED if each != name), SMALL)
    with pytest.raises(NotUnderstood, match=f"is for {name}"):
        restore(another, tmp_path / "expert.pt")
