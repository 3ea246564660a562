"""The proxies that a server is tested behind, nginx and Caddy: found on this machine, or installed
from its system's packages. What is not to be had is left out, and its tests say so.

`python -m tests.server.proxies --install` brings what is missing.
"""

import os
import shutil
import sys

from tests import system_packages

NAMES = ("nginx", "caddy")
# Debian has servers where only an administrator's shell looks.
PLACES = os.pathsep.join(["/usr/local/sbin", "/usr/sbin", "/usr/local/bin", "/usr/bin", "/bin"])
BY_HAND = "Tests behind {} are left out, as it is not installed; on Debian: sudo apt install {}"


def find(name: str) -> str | None:
    """The path of a proxy; None where there is none."""
    return shutil.which(name) or shutil.which(name, path=PLACES)


def missing() -> list[str]:
    """Those that are not here."""
    return [name for name in NAMES if find(name) is None]


def install() -> list[str]:
    """Install those that are not here; which are missing still."""
    if wanted := missing():
        sets = dict.fromkeys([" ".join(wanted), *wanted])  # together, or what there is
        system_packages.install(
            {command: tuple(sets) for command in system_packages.SYSTEMS}, services=wanted
        )
    return missing()


def main() -> int:
    """Say what is missing, and 1 if something is."""
    left_out = install() if "--install" in sys.argv[1:] else missing()
    for name in left_out:
        print(BY_HAND.format(name, name), file=sys.stderr)
    return bool(left_out)


if __name__ == "__main__":
    sys.exit(main())
