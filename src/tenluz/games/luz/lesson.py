"""A first lesson in Luz: one deal of three players, from the bid to the points.

You, Otto at seat 1 and Mila at seat 2. The texts are in `lesson_texts`.
"""

from tenluz.engine.lesson import Scene, SceneStep
from tenluz.engine.types import Seat

# The hands as they are played: yours, Otto's, Mila's. All eight yellow cards are among them.
HANDS = """
R1 R3 Y7 Y8 G4 G8 B2 P2 P5 P6
R2 R8 Y1 Y3 Y5 G1 G7 B1 B8 P8
R6 R7 Y2 Y4 Y6 G2 G6 B3 B7 P7
"""
OTHERS_BID = ("4", "3")
FIRST_THREE = ("2+", *("B+", "B-", "B"), *("B", "B", "Y-"), *("G+", "G-", "G-"))
NEXT_FOUR = (*("R-", "R-", "R-"), *("G", "G", "G"), *("P", "P", "P-"), *("R", "R", "R"))


def _scene(name: str, before: tuple[str, ...], steps: tuple[SceneStep, ...]) -> Scene:
    return Scene(name, {"players": 3}, HANDS, Seat(0), steps, before)


SCENES = (
    _scene(
        "hands",  # Z-6, Z-7
        OTHERS_BID,
        (SceneStep("see"), SceneStep("own"), SceneStep("bid", "2+")),
    ),
    _scene(
        "tricks",  # Z-9, Z-10, Z-11
        (*OTHERS_BID, *FIRST_THREE[:3]),
        (
            SceneStep("follow", "B", then=("B", "B")),
            SceneStep("trump", "Y-"),
            SceneStep("lead", "G+", then=("G-", "G-")),
            SceneStep("two"),
        ),
    ),
    _scene(
        "safety",  # Z-14
        (*OTHERS_BID, *FIRST_THREE),
        (SceneStep("low", "R-", then=("R-", "R-")), SceneStep("lost")),
    ),
    _scene(
        "points",  # Z-13, Z-15
        (*OTHERS_BID, *FIRST_THREE, *NEXT_FOUR, "Y+", "Y+"),
        (
            SceneStep("third", "Y"),
            SceneStep("ninth", "P-", then=("Y+", "Y+", "Y")),
            SceneStep("last", "P", then=("Y",)),
            SceneStep("made"),
        ),
    ),
)
