"""The first seconds: what makes a start slow, and what is said meanwhile."""

import sys

from tenluz.games.compiled import INTERPRETED

# Compiled for every table, and by no other command before it.
SIGNS = {"games": "rules.deal-*.nbi", "bots": "by_rules.choose-*.nbi"}


def warn_if_cold(room: str, game_name: str) -> None:
    """Say that a room's code is compiled first, if it is: that takes some seconds."""
    if INTERPRETED:
        return
    from tenluz.games.code_cache import room_folder

    folder = room_folder(room)
    if folder is None or not any((folder / game_name).glob(SIGNS[room])):
        what = "rules" if room == "games" else room
        print(f"Compiling the {what} (once) ...", file=sys.stderr, flush=True)
