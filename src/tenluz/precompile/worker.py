"""One process of the build: it plays one game, and writes down each function that Python calls.

With every bot and through whatever else plays games, so that nothing is missed. Numba's optimiser
is off here, and nothing is kept: what is written down is for LLVM, in any process.
"""

import json
import os
import sys
from itertools import accumulate
from pathlib import Path

PLAIN = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}


def main() -> None:
    """worker GAME FOLDER: reports on standard output, a line of JSON each."""
    game_name, folder = sys.argv[1:]
    os.environ.update(PLAIN)

    from tenluz.precompile.recorder import Recorder, record

    record()
    from tenluz.engine.catalogue import game_named
    from tenluz.engine.precompiled import key
    from tenluz.precompile.objects import plain_of
    from tenluz.precompile.rehearsal import steps
    from tenluz.precompile.whole_games import whole_games

    game = game_named(game_name)
    plays = [*steps([game]), *steps([game], slow=True), *whole_games(game)]
    weights = list(accumulate(play.weight for play in plays))
    reported = 0
    for play, weight in zip(plays, weights, strict=True):
        play()
        for recorder, types, made in Recorder.called[reported:]:
            name = None
            if recorder.purpose is not None:
                name = key(recorder.py_func, recorder.purpose, types)
            if name is not None:
                plain = plain_of(made)
                Path(folder, name).write_text(plain.text)
                _report(function=name, title=made.fndesc.qualname, symbols=plain.symbols)
        reported = len(Recorder.called)
        _report(part=weight / weights[-1])


def _report(**said: object) -> None:
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
