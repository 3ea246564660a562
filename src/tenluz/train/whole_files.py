"""Files that are never half written: whoever stops the machine finds the old one or the new one."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tenluz.engine.errors import NotUnderstood


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there when all of it is on the disk: until then the one before stays.
    NotUnderstood says why no file can be written."""
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):
            raise NotUnderstood(f"{path} cannot be written: {error.strerror or error}.") from None
        raise
