"""Log form of a failure of a game's rules: the place in the code, and none of the values involved.

An error's sentence may quote its values, and one of them may be a hidden card.
"""

import traceback


def frames_of(error: BaseException) -> str:
    """Return the traceback of an error and its causes, with the kinds of errors and without their sentences."""
    frames = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return frames if before is None else f"{frames_of(before)}\n\n{frames}"
