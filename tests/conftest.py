"""What holds for every test."""

import gc
import os
import secrets
import signal
from collections.abc import Iterator

import pytest

# Ray listens to the whole network, so the one of these tests wants a token. Ray looks for it when
# it is imported, and TorchRL imports Ray: so it is here before any test's imports.
RAY_TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
for name, value in RAY_TOKEN.items():
    os.environ.setdefault(name, value)

# A shell that runs a command in the background has it ignore Ctrl-C, and its children too.
# Tests that interrupt would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Modules and tests stay until the end: who looks for garbage need not walk through them."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found
