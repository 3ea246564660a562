"""Builds what a wheel holds beside the sources: hatchling asks this first.

The pages of the browser game, and the machine code of the games. So `pip install` works from a
checkout or a git address on a machine with Python alone: where the pages have to be built and the
machine has no Node, packing asks pip for one from PyPI, and for Numba where the code has to be
compiled. A source archive holds both. A checkout installed for work on it (`pip install
--editable`, as make does) needs neither. Anyone who wants neither can set TENLUZ_WITHOUT_PAGES=1
and TENLUZ_WITHOUT_MACHINE_CODE=1.
"""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT_PAGES = "TENLUZ_WITHOUT_PAGES"
WITHOUT_CODE = "TENLUZ_WITHOUT_MACHINE_CODE"
CODE_FOR = ("linux-x86_64", "linux-aarch64")
COMPILERS = ("numba", "numpy")  # of what Tenluz needs, what compiling needs


class Built(BuildHookInterface):  # type: ignore[type-arg]
    """What is packed holds the pages and the code, and neither is older than its sources."""

    def dependencies(self) -> list[str]:
        """What packing needs beside hatchling. pip asks first, and not only when it will pack:
        an editable install fetches it too, and does not use it.
        """
        needed: list[str] = []
        if not self._has_pages() and self._tool.find_node() is None:
            needed += self.metadata.core.optional_dependencies["node"]
        if not self._has_code():
            needed += self.metadata.core.dependencies
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed: build what is missing, or end with the reason."""
        if version == "editable":
            return
        if not self._has_pages():
            try:
                self._tool.build_pages()
            except SystemExit as reason:
                sys.exit(
                    f"{reason}\n"
                    "Tenluz cannot be packed: the pages of the browser game could not be built.\n"
                    f"For the rules, bots and the terminal alone: {WITHOUT_PAGES}=1 pip install ..."
                )
        if not self._has_code():
            self._compile()

    def _has_pages(self) -> bool:
        return bool(os.environ.get(WITHOUT_PAGES)) or self._tool.pages_are_current()

    def _has_code(self) -> bool:
        """Whether there is nothing to compile. Elsewhere than on these systems packing compiles
        nothing either: it would take a minute, and is of no use to whoever packs it there."""
        here = f"{platform.system()}-{platform.machine()}".lower()
        if os.environ.get(WITHOUT_CODE) or here not in CODE_FOR:
            return True
        sources = Path(self.root, "src", "tenluz")
        archives = [sources / "precompile" / "code" / f"{name}.zip" for name in CODE_FOR]
        if not all(path.is_file() for path in archives):
            return False
        newest = max(path.stat().st_mtime for path in sources.rglob("*.py"))
        return min(path.stat().st_mtime for path in archives) >= newest

    def _compile(self) -> None:
        missing = [name for name in COMPILERS if importlib.util.find_spec(name) is None]
        without = f"Without it the first start compiles instead: {WITHOUT_CODE}=1 pip install ..."
        if missing:
            sys.exit(
                "Tenluz cannot be packed: to compile its games ahead of time, install "
                f"{' and '.join(missing)} first.\n{without}"
            )
        path = os.pathsep.join((str(Path(self.root, "src")), *sys.path))
        command = [sys.executable, "-m", "tenluz.precompile", "--all"]
        if subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode:
            sys.exit(
                "Tenluz cannot be packed: its games could not be compiled ahead of time, for the "
                f"reason above.\n{without}"
            )

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
