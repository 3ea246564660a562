"""Imported once in the process that killable servers are forked from."""

import tenluz.server.app
from tenluz.server.warm_up import _begin_games

_begin_games()
__all__ = ["tenluz"]
