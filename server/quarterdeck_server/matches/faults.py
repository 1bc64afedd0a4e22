"""Text for the log about an error in a game's rules: the place in the code, without any values.

The message of an error may quote values, and one of them may be a hidden card. So may the `repr` of a struct.
"""

import traceback

import msgspec


class Unprinted(msgspec.Struct):
    """A struct with the content of a match. Its `repr`, which the log has of a failed callback, shows only the type."""

    __repr__ = object.__repr__


def frames_of(error: BaseException) -> str:
    """Return the traceback of an error and its causes, with the types of the errors but without their messages."""
    frames = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return frames if before is None else f"{frames_of(before)}\n\n{frames}"
