"""What a run of training keeps, and goes on from: a checkpoint, `.pt`, or the weights of a policy
alone, `.npz`, as they ship.

Either may be from before an expert saw as much as today: what is new stands at the end of the
table's numbers, of each group's, and of what is hidden, and begins with weights of 0. So the
policy plays as it did, until it has learnt what to make of it.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_weights import OF_GROUP, OF_TABLE, read_weights
from tenluz.engine.errors import NotUnderstood
from tenluz.train.expert.config import ExpertConfig
from tenluz.train.expert.learner import ExpertLearner
from tenluz.train.whole_files import written_whole


def save(learner: ExpertLearner, path: Path) -> None:
    """Everything to go on with, but for the games in progress."""
    kept = {
        "game": learner.game.name,
        "config": dataclasses.asdict(learner.config),
        "policy": learner.policy.state_dict(),
        "critic": learner.critic.state_dict(),
        "optimiser": learner.optimiser.state_dict(),
        "rounds": learner.rounds,
    }
    with written_whole(path) as file:
        torch.save(kept, file)


def restore(learner: ExpertLearner, path: Path) -> bool:
    """Go on from where `save` was, or from weights; whether there was a critic. Inputs that are
    new leave the optimiser without its memory."""
    kept = _read(path, learner.config.device)
    if kept.get("game", learner.game.name) != learner.game.name:
        raise NotUnderstood(f"{path} is for {kept['game']}, not {learner.game.name}.")
    _expect_the_size(learner.config, kept, path)
    policy: dict[str, Tensor] = kept["policy"]
    seen = policy[OF_GROUP].shape[1]
    same = _load(learner.policy, policy, seen, learner.its.view, path)
    if "critic" in kept:
        same &= _load(learner.critic, kept["critic"], seen, learner.its.view, path)
        if same:
            learner.optimiser.load_state_dict(kept["optimiser"])
        for group in learner.optimiser.param_groups:
            group["lr"] = learner.rate
        learner.rounds = kept["rounds"]
    learner.grow_older()
    return "critic" in kept


def _read(path: Path, device: str) -> dict[str, Any]:
    if path.suffix != ".npz":
        return _read_checkpoint(path, ("policy", "critic", "optimiser", "rounds"), device)
    weights = read_weights(path)
    return {"policy": {name: torch.from_numpy(each) for name, each in weights.items()}}


def _read_checkpoint(path: Path, needs: Sequence[str], device: str) -> dict[str, Any]:
    """What `save` kept; NotUnderstood where it is something else."""
    try:
        found = torch.load(path, map_location=device, weights_only=True)
    except Exception:  # torn files fail in many ways
        found = None
    if not isinstance(found, dict) or not all(name in found for name in needs):
        raise NotUnderstood(
            f"{path} is no checkpoint of `tenluz train-expert`, or not all of it: name its "
            "expert.pt."
        )
    return found


def _expect_the_size(config: ExpertConfig, kept: dict[str, Any], path: Path) -> None:
    """NotUnderstood says what to ask for, where a network of another size was kept."""
    found = {}
    for part, prefix in (("policy", ""), ("critic", "critic_")):
        if part in kept:
            found[f"{prefix}width"] = kept[part][OF_GROUP].shape[0]
            found[f"{prefix}depth"] = sum(name.startswith("body.all.") for name in kept[part])
    if any(getattr(config, name) != value for name, value in found.items()):
        sizes = " ".join(f"--set {name}={value}" for name, value in found.items())
        raise NotUnderstood(f"{path} was trained with {sizes}: give the same.")


def _load(
    module: nn.Module, weights: dict[str, Tensor], seen: int, its: ExpertView, path: Path
) -> bool:
    """Weights into a network that may see more; whether it sees the same. The first numbers of a
    group are those that are `seen`, and the rest is hidden."""
    now = module.state_dict()
    of_group = weights[OF_GROUP]
    hidden = now[OF_GROUP].shape[1] - its.of_group
    fitted = {
        **weights,
        OF_TABLE: _widened(weights[OF_TABLE], its.table),
        OF_GROUP: torch.cat(
            (_widened(of_group[:, :seen], its.of_group), _widened(of_group[:, seen:], hidden)), 1
        ),
    }
    try:
        module.load_state_dict(fitted)
    except RuntimeError:
        raise NotUnderstood(
            f"{path} does not fit: it is of another game, or was trained when an expert saw other "
            "things."
        ) from None
    return all(weights[name].shape == now[name].shape for name in (OF_TABLE, OF_GROUP))


def _widened(weights: Tensor, inputs: int) -> Tensor:
    """Weights of 0 for the inputs that are new."""
    return nn.functional.pad(weights, (0, max(0, inputs - weights.shape[1])))


# --- weights that ship ------------------------------------------------------------------------


def export(checkpoint: Path, to: Path) -> None:
    """Write the policy of a checkpoint as NumPy reads it, in half precision, without PyTorch."""
    kept = _read_checkpoint(checkpoint, ("policy",), "cpu")
    with written_whole(to) as file:
        np.savez_compressed(file, allow_pickle=False, **shipped(kept))


def shipped(kept: dict[str, Any]) -> dict[str, npt.NDArray[np.float16]]:
    """The policy's weights of what a checkpoint has."""
    return {name: tensor.numpy().astype(np.float16) for name, tensor in kept["policy"].items()}
