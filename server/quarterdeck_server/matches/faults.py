"""How a failure of a game's rules is written down: where it happened, and none of the values that were involved.

The sentence of an error may quote what it stumbled over, which may be a card that nobody may see.
"""

import traceback


def frames_of(error: BaseException) -> str:
    """Return the traceback of an error and of what caused it, with the kinds of errors and without their sentences."""
    frames = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return frames if before is None else f"{frames_of(before)}\n\n{frames}"
