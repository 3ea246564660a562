"""The weights of a trained policy as a file that NumPy reads: half precision, no PyTorch needed
there. `tenluz export-expert` is the command."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch


def export(checkpoint: Path, to: Path) -> None:
    """Write the policy of a checkpoint."""
    kept: dict[str, Any] = torch.load(checkpoint, map_location="cpu", weights_only=True)
    with to.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **shipped(kept))


def shipped(kept: dict[str, Any]) -> dict[str, npt.NDArray[np.float16]]:
    """The policy's weights of what a checkpoint has."""
    return {name: tensor.numpy().astype(np.float16) for name, tensor in kept["policy"].items()}
