"""How many cores there are for us: those that the process may use, not those of the machine."""

import os
import subprocess
import sys

import pytest

from tenluz.engine.compiled import cores

ONE = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from tenluz.engine.compiled import cores
print(cores())
"""


def test_there_are_no_more_than_the_machine_has():
    assert 1 <= cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process")
def test_a_process_bound_to_one_core_has_one():
    done = subprocess.run([sys.executable, "-c", ONE], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_where_the_system_does_not_tell_all_of_the_machine_count(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == os.cpu_count()
