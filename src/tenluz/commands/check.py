"""`tenluz check`."""


def check() -> None:
    """(being written)"""
