"""Processors that machine code is compiled for: this machine's own, and others in an emulator.

Compilers for their C and the emulator, QEMU, are found on this machine, or installed from its
system's packages. What is not to be had is left out, and its tests say so.

`python -m tests.precompile.processors --install` brings what is missing.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass

from tenluz.engine import precompiled
from tenluz.precompile.objects import TARGETS, best_here
from tests import system_packages

X86_64, AARCH64 = "linux-x86_64", "linux-aarch64"
COMPILERS = {X86_64: "x86_64-linux-gnu-gcc", AARCH64: "aarch64-linux-gnu-gcc"}
EMULATORS = {X86_64: "qemu-x86_64", AARCH64: "qemu-aarch64"}
PACKAGES = {  # Debian's
    "gcc": "gcc libc6-dev",
    "x86_64-linux-gnu-gcc": "gcc-x86-64-linux-gnu libc6-dev-amd64-cross",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    "qemu-x86_64": "qemu-user",
    "qemu-aarch64": "qemu-user",
}


@dataclass(frozen=True)
class Processor:
    """A processor and the code for it."""

    archive: str  # the kind of its machine
    variant: str  # of the code
    model: str | None = None  # in the emulator; None is this machine's

    @property
    def compiler(self) -> str:
        """What compiles C for it."""
        return "gcc" if self.archive == precompiled.machine() else COMPILERS[self.archive]

    @property
    def runner(self) -> tuple[str, ...]:
        """What to write before a program of its."""
        return () if self.model is None else (EMULATORS[self.archive], "-cpu", self.model)

    def missing(self) -> list[str]:
        """The programs that it takes and that are not here."""
        missing = [] if links(self.compiler) else [self.compiler]
        return missing + [name for name in self.runner[:1] if shutil.which(name) is None]


# Nehalem has no AVX, and Cortex-A53 only what every aarch64 has: QEMU refuses all else.
EMULATED = {
    "x86-64 without AVX": Processor(X86_64, "x86-64-v2", "Nehalem"),
    "aarch64": Processor(AARCH64, "generic", "cortex-a53"),
}


def processors() -> dict[str, Processor]:
    """All, by their names: this machine with every variant that it can run."""
    best = best_here()
    here: list[Processor] = []
    for target in TARGETS:
        if best is not None and target.name == best.name:
            fitting = target.variants[target.variants.index(best.variants[0]) :]
            here = [Processor(target.name, variant.name) for variant in fitting]
    return {**{f"{each.variant} here": each for each in here}, **EMULATED}


def links(compiler: str) -> bool:
    """Whether a compiler is here and makes programs that need no library of the system."""
    if shutil.which(compiler) is None:
        return False
    command = [compiler, "-static", "-x", "c", "-", "-o", "/dev/null"]
    empty = "int main(void) { return 0; }"
    made = subprocess.run(command, input=empty, capture_output=True, text=True, check=False)
    return made.returncode == 0


def missing() -> list[str]:
    """The programs that are not here."""
    return list(dict.fromkeys(name for each in processors().values() for name in each.missing()))


def packages(programs: list[str]) -> str:
    """What has these programs."""
    return " ".join(dict.fromkeys(PACKAGES[name] for name in programs))


def by_hand(programs: list[str]) -> str:
    """What is left out without these programs, and how to get them."""
    return (
        f"Machine code is not tested on every processor, for want of {', '.join(programs)}; "
        f"on Debian: sudo apt install {packages(programs)}"
    )


def install() -> list[str]:
    """Install the programs that are not here; which are missing still."""
    if wanted := missing():
        sets = dict.fromkeys([packages(wanted), *(PACKAGES[name] for name in wanted)])
        system_packages.install({"apt-get": tuple(sets)})
    return missing()


def main() -> int:
    """Say what is missing, and 1 if something is."""
    left_out = install() if "--install" in sys.argv[1:] else missing()
    if left_out:
        print(by_hand(left_out), file=sys.stderr)
    return bool(left_out)


if __name__ == "__main__":
    sys.exit(main())
