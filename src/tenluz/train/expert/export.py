"""The weights of a trained policy as a file that NumPy reads: half precision, no PyTorch needed.

python -m tenluz.train.expert.export runs/expert/expert.pt src/tenluz/games/GAME/bots/expert.npz
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

LEFT_OUT = ("guess.",)  # learnt along, and not asked at a table


def export(checkpoint: Path, to: Path) -> None:
    """Write the policy of a checkpoint."""
    kept: dict[str, Any] = torch.load(checkpoint, map_location="cpu", weights_only=True)
    weights = {
        name: tensor.numpy().astype(np.float16)
        for name, tensor in kept["policy"].items()
        if not name.startswith(LEFT_OUT)
    }
    with to.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **weights)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("to", type=Path)
    given = parser.parse_args()
    export(given.checkpoint, given.to)
    print(f"{given.to}: {given.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
