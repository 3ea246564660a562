"""`tenluz` as a user who may not do everything, also where these tests are run by root."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOBODY = 12345  # a user, and a group, without anything
# The interpreter may lie where only root can read: a first run, elsewhere, has all of it loaded.
COMMAND = """
import contextlib, io, os, sys, tempfile
from tenluz.cli import main
nobody, data, words = int(sys.argv[1]), sys.argv[2], sys.argv[3:]

def run(folder):
    sys.argv = ["tenluz", *(word.replace("DATA", folder) for word in words)]
    main()

if os.geteuid() == 0:
    with (
        tempfile.TemporaryDirectory() as elsewhere,
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        run(elsewhere)
    os.setgroups([])
    os.setgid(nobody)
    os.setuid(nobody)
run(data)
"""

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")


def tenluz_as_nobody(*words: str, data: Path) -> "subprocess.CompletedProcess[str]":
    """What a command says; `DATA` in its words stands for the folder."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, str(NOBODY), str(data), *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
