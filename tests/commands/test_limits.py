"""`tenluz serve --limit`: what an owner can change, and what is no limit."""

import subprocess
import sys

import pytest

from tenluz.engine.errors import NotUnderstood
from tenluz.server.settings import ServerSettings, all_limits, with_limits


def test_limits_are_named_and_changed(tmp_path) -> None:
    words = [sys.executable, "-m", "tenluz.cli", "serve", "--limit", "list"]
    told = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout
    assert told.splitlines() == all_limits()
    assert "largest_head=16384" in all_limits()
    settings = with_limits(ServerSettings(tmp_path), ["largest_head=99", "request_within=0.5"])
    assert (settings.largest_head, settings.request_within) == (99, 0.5)
    assert with_limits(settings, all_limits()) == ServerSettings(tmp_path)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("data=3", "no limit 'data'"),
        ("speed", "no limit 'speed'"),
        ("largest_head", "must be a number from 0, not ''"),
        ("largest_head=-1", "not '-1'"),
        ("largest_head=1.5", "not '1.5'"),
        ("ping=nan", "not 'nan'"),
        ("ping=inf", "not 'inf'"),
    ],
)
def test_what_is_no_limit_is_said(tmp_path, given: str, told: str) -> None:
    with pytest.raises(NotUnderstood, match=told):
        with_limits(ServerSettings(tmp_path), [given])
