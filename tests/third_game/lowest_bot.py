"""A bot in plain Python for the third game: its lowest legal move."""

from tenluz_oh_hell.rules.view import choices

from tenluz.engine.game import moves_in


def choose(o, v, dice):
    """A move for the view's seat."""
    return next(moves_in(*choices(o, v)))
