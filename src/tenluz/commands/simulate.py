"""`tenluz simulate`."""


def simulate() -> None:
    """(being written)"""
