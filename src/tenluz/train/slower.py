"""What is said where a run works, but not at its full speed. Knows no PyTorch."""

LONGEST = 300  # letters of a reason


class Slower(UserWarning):
    """Something that makes a run fast does not work here. All else does."""


def why(error: Exception) -> str:
    """The beginning of an error's text, in one line: compilers say a lot."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
