"""python -m tenluz.engine.conformance GAME [GAMES [SEED]]: does a game keep the interface?"""

import sys

from tenluz.engine.catalogue import game_named
from tenluz.engine.conformance import ConformanceError, check_game
from tenluz.engine.errors import NotUnderstood


def main(words: list[str]) -> int:
    """The exit status: 0 when everything holds."""
    try:
        name, games, seed = [*words, *["", "100", "0"][len(words) :]]
        found = check_game(game_named(name), int(games), int(seed))
    except (ConformanceError, NotUnderstood) as error:
        print(error)
        return 1
    except ValueError:
        print(__doc__)
        return 2
    print(
        f"{name} keeps the interface: {found.games} games at {found.tables} kinds of table, "
        f"{found.moves:,} moves, {found.positions:,} positions looked at closely."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
