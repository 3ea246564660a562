"""`tenluz deal`."""


def deal() -> None:
    """(being written)"""
