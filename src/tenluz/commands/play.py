"""`tenluz play`."""


def play() -> None:
    """(being written)"""
