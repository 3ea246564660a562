"""A first lesson in Level 10: a column, a row, a pause, and how a game is lost.

You and Otto, at seat 1. The texts are in `lesson_texts`.
"""

from tenluz.engine.lesson import Scene, SceneStep, SceneTalk
from tenluz.engine.types import Seat
from tenluz.games.level10.talk import Statement

OTTO = Seat(1)
FOREST, SWAMP = 1, 4

# Your hand, Otto's, and what is drawn.
FIRST_COLUMNS = """
D1 S2 V8 M7 F6 D5 S4
F2 V1 D2 S6 F4 M3 V3
M1 D3 V4 M2 S3 D4 F8 D7 P
"""
COLUMN = ("D1", "F2", "S2", "V1", "R>M/V8")
ROW = ("D2", "S3", "F4", "M1", "R>V")

DEAD_END = """
S1 M2 F2 V2 S4 M5 M7
F1 V1 S3 M3 F4 V4 D2
D5 V6 D6 F7 S8 D7 M8 D8 D3 F5 D4
"""

SCENES = (
    Scene(
        name="column",  # L-6, L-13, L-14, L-17, L-8
        options={"players": 2, "pauses": 2},
        cards=FIRST_COLUMNS,
        first=Seat(0),
        before=(SceneTalk(OTTO, Statement("count", FOREST)),),
        steps=(
            SceneStep("goal"),
            SceneStep("told"),
            SceneStep("begin", "D1", then=("F2",)),
            SceneStep("sky", "S2", then=("V1",)),
            SceneStep("reset", "R>M"),
            SceneStep("swap", "/V8"),
            SceneStep("enough", "done"),
            SceneStep("full"),
        ),
    ),
    Scene(
        name="row",  # L-15, L-16
        options={"players": 2, "pauses": 2},
        cards=FIRST_COLUMNS,
        first=Seat(0),
        before=(*COLUMN, ROW[0]),
        steps=(
            SceneStep("fits", "S3", then=("F4",)),
            SceneStep("after", "M1", then=("R>V",)),
            SceneStep("closed"),
        ),
    ),
    Scene(
        name="pause",  # L-18, L-22
        options={"players": 2, "pauses": 2},
        cards=FIRST_COLUMNS,
        first=Seat(0),
        before=(*COLUMN, *ROW, SceneTalk(OTTO, Statement("card", SWAMP))),
        steps=(
            SceneStep("wish"),
            SceneStep("play", "P>F", then=("M2",)),
            SceneStep("kept"),
        ),
    ),
    Scene(
        name="dead",  # L-10, L-17, R-2
        options={"players": 2, "pauses": 0},
        cards=DEAD_END,
        first=OTTO,
        before=(
            *("F1", "S1", "V1", "M2", "R>D"),
            *("F2", "S3", "V2", "M3", "R>D"),
            *("F4", "S4", "V4"),
        ),
        steps=(
            SceneStep("look"),
            SceneStep("choose", "R>M", then=("done", "D2")),
            SceneStep("end"),
        ),
    ),
)
