"""One process of the build: it plays one game, and writes down each function that Python calls.

With every bot and through whatever else plays games, so that nothing is missed. Numba's optimiser
is off here: what is written down is for LLVM, for this machine here and now, for others in any
process.
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

    from tenluz.precompile.objects import Unoptimised, best_here, object_code, object_file
    from tenluz.precompile.recorder import record

    here = best_here()
    assert here is not None
    [variant] = here.variants

    def write(name: str, title: str | None, function: Unoptimised) -> bytes:
        code = object_code(function, name, here, variant)
        if title is not None:
            object_file(Path(folder), name, here, variant).write_bytes(code)
            Path(folder, name).write_text(function.text)
            _report(function=name, title=title, symbols=function.symbols)
        return code

    record(write)
    from tenluz.engine.catalogue import game_named
    from tenluz.precompile.rehearsal import steps
    from tenluz.precompile.whole_games import whole_games

    game = game_named(game_name)
    plays = [*steps([game]), *steps([game], slow=True), *whole_games(game)]
    weights = list(accumulate(play.weight for play in plays))
    for play, weight in zip(plays, weights, strict=True):
        play()
        _report(part=weight / weights[-1])


def _report(**said: object) -> None:
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
