"""Imported once in the process that killable servers are forked from."""

import tenluz.server.app
from tenluz.server.warm_up import warm_up

warm_up()
__all__ = ["tenluz"]
