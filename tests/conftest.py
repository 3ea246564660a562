"""What holds for every test."""

import os
import secrets
import signal

# Ray listens to the whole network, so the one of these tests wants a token. Ray looks for it when
# it is imported, and TorchRL imports Ray: so it is here before any test's imports.
RAY_TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
for name, value in RAY_TOKEN.items():
    os.environ.setdefault(name, value)

# A shell that runs a command in the background has it ignore Ctrl-C, and its children too.
# Tests that interrupt would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
