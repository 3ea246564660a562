"""A file that is written anew stays as it was until all of the new one is there."""

import re
from pathlib import Path
from typing import Any

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.train import plot
from tenluz.train.whole_files import written_whole

CURVES = [plot.Curve("won", "won", True, [(1, 0.5), (2, 0.6)])]


def test_what_is_cut_off_replaces_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"before")

    def write_half() -> None:
        with written_whole(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
    with written_whole(path) as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_where_no_file_can_be_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "kept"
    line = f"{path} cannot be written: Not a directory."
    with pytest.raises(NotUnderstood, match=re.escape(line)), written_whole(path):
        pass


def test_so_does_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure")
    path = tmp_path / "curves.svg"
    plot.save(path, "title", "about", CURVES)
    before = path.read_bytes()
    assert b"</svg>" in before

    def save_half(self: object, to: Any, **more: object) -> None:
        with to.open("wb") if isinstance(to, Path) else to as file:
            file.write(b"<svg")
        raise KeyboardInterrupt

    monkeypatch.setattr(figure.Figure, "savefig", save_half)
    with pytest.raises(KeyboardInterrupt):
        plot.save(path, "title", "about", CURVES)
    assert path.read_bytes() == before
