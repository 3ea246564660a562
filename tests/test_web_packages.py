"""Which packages npm is asked for: half of them build the pages, and all are for developing.

npm is a stand-in that writes down what it was asked, as the real one takes the network.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).parents[1] / "web"
NODE = "#!/bin/sh\necho v22.12.0\n"
NPM = """#!/bin/sh
echo "$@" >> ../asked
case "$*" in
  "ci --omit=dev"*) rm -rf node_modules; mkdir node_modules ;;
  ci*) rm -rf node_modules; mkdir -p node_modules/vitest ;;
  *) exit 0 ;;
esac
touch node_modules/.package-lock.json
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are scripts of a shell")


def asked(checkout: Path, *scripts: str) -> list[str]:
    """Run scripts of the client; what npm was asked for, in two words."""
    notes = checkout / "asked"
    notes.write_text("")
    path = os.pathsep.join((str(checkout / "bin"), os.environ["PATH"]))
    command = [sys.executable, "web/tools/build.py", *scripts]
    subprocess.run(command, cwd=checkout, env={**os.environ, "PATH": path}, check=True)
    words = [line.replace("--silent ", "").split()[:2] for line in notes.read_text().splitlines()]
    return [" ".join(pair) for pair in words]


def test_pages_are_built_without_what_only_development_needs(tmp_path: Path) -> None:
    (tmp_path / "web" / "tools").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "tools/build.py"):
        shutil.copy(WEB / name, tmp_path / "web" / name)
    (tmp_path / "bin").mkdir()
    for name, script in (("node", NODE), ("npm", NPM)):
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    assert asked(tmp_path, "build") == ["ci --omit=dev", "run build"]
    assert asked(tmp_path, "build") == ["run build"]
    assert asked(tmp_path, "packages") == ["ci --loglevel=error"]
    assert asked(tmp_path, "check", "test") == ["run check", "run test"]
    assert asked(tmp_path, "build") == ["run build"]  # all of them do, too
    newer = (tmp_path / "web" / "node_modules" / ".package-lock.json").stat().st_mtime + 10
    os.utime(tmp_path / "web" / "package-lock.json", (newer, newer))
    assert asked(tmp_path, "build") == ["ci --omit=dev", "run build"]
