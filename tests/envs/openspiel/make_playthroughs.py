"""Whole games as OpenSpiel writes them down, for comparison.

python -m tests.envs.openspiel.make_playthroughs     make them anew: only after a change that
                                                     was meant; read the difference
"""

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import tenluz.envs.openspiel  # noqa: F401 (registers both games)

FOLDER = Path(__file__).with_name("playthroughs")

# File names, games, and the seeds of their random moves. OpenSpiel writes every block of every
# seat's tensors, so the games are small. In Level 10 all agree, then there are a
# reset, a card tucked, a draw and a pause; in Luz bids with and without a bead, made and missed.
GAMES = {
    "level10": (
        "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=1,open_counts=True,"
        "first_player=together)",
        4,
    ),
    "luz": ("tenluz_luz(players=2,colours=2,values=2,hand=1,deals=2,bead_limit=True)", 3),
}


def make(name: str) -> str:
    """A playthrough as text."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])  # OpenSpiel reads one of its own there
    game, seed = GAMES[name]
    return generate_playthrough.playthrough(game, None, seed=seed)


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        text = make(name)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text):,} characters")


if __name__ == "__main__":
    main()
