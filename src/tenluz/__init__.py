"""Tenluz: the card games Level 10 and Luz, for players, researchers and tinkerers."""

__version__ = "0.1.0"
