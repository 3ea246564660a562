"""What holds for every test."""

import signal

# A shell that runs a command in the background has it ignore Ctrl-C, and its children too.
# Tests that interrupt would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
