"""Builds the pages of the browser game before Tenluz is packed: hatchling asks this first.

So `pip install` works from a checkout or a git address on a machine with Python alone: where
the pages have to be built and the machine has no Node, packing asks pip for one from PyPI. A
source archive holds the pages. A checkout installed for work on it (`pip install --editable`,
as make does) needs none, and who wants none can say so: TENLUZ_WITHOUT_PAGES=1.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT = "TENLUZ_WITHOUT_PAGES"


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """What is packed holds the pages, and no older ones than its sources."""

    def dependencies(self) -> list[str]:
        """What packing needs beside hatchling. pip asks first, and not only when it will pack:
        an editable install fetches Node too, where there is none, and does not use it.
        """
        if self._complete() or self._tool.find_node() is not None:
            return []
        node: list[str] = self.metadata.core.optional_dependencies["node"]
        return node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed: build what is missing, or end with the reason."""
        if version == "editable" or self._complete():
            return
        try:
            self._tool.build_pages()
        except SystemExit as reason:
            sys.exit(
                f"{reason}\n"
                "Tenluz cannot be packed: the pages of the browser game could not be built.\n"
                f"For the rules, bots and the terminal alone: {WITHOUT}=1 pip install ..."
            )

    def _complete(self) -> bool:
        return bool(os.environ.get(WITHOUT)) or self._tool.pages_are_current()

    @property
    def _tool(self) -> ModuleType:
        """web/tools/build.py, which make runs too; it is in no package."""
        spec = importlib.util.spec_from_file_location(
            "tenluz_web_build", Path(self.root, "web", "tools", "build.py")
        )
        assert spec is not None
        assert spec.loader is not None
        tool = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = tool  # where its dataclass looks for it
        spec.loader.exec_module(tool)
        return tool
