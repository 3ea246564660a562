"""Refuses to pack Tenluz without the pages of the browser game: hatchling asks this first.

A checkout installed for work on it (`pip install --editable`, as make does) needs none.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src", "tenluz", "web", "index.html")
WITHOUT = "TENLUZ_WITHOUT_PAGES"


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """The pages are built by Node, and packing must not need Node: they have to be there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed; ends the build if the pages are missing."""
        wanted = version != "editable" and not os.environ.get(WITHOUT)
        if wanted and not (Path(self.root) / PAGES).is_file():
            sys.exit(
                f"Tenluz: the pages of the browser game have not been built ({PAGES} is missing).\n"
                "`make web` builds them, `make wheel` builds them and packs everything.\n"
                f"For the rules, bots and the terminal alone: {WITHOUT}=1 pip install ."
            )
