"""What several tests of many games need."""

import pytest

from tenluz.lab.work_pool import WorkPool


@pytest.fixture
def processes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bots need processes, these play from the first piece on."""
    here = WorkPool._here

    def nobody_here(self: WorkPool[range, object]) -> None:
        if self._processes is None:
            here(self)
        else:
            self._join_in()

    monkeypatch.setattr(WorkPool, "_here", nobody_here)
