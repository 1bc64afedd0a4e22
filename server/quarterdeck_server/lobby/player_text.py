"""Validation of players' texts before others see them. Pure."""

import unicodedata

from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused

MOST_MARKS = 4
"""Limit of combining marks in a row. It allows every script, and prevents towers of marks that grow into other
lines."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Control characters that change the writing direction of the following text, and so of other players' text."""

_UNSAFE = frozenset({"Cf", "Cn", "Co", "Cs", "Me", "Mn"})
"""Categories of characters that are invisible, unknown, or may grow into other lines."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode classes as letters or signs but that are invisible."""


def plain(text: str, most: int, where: str = "$.text") -> str:
    """Return one line of text in its normal form. Raises `CommandRefused` if it may not be shown."""
    normal = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(normal) <= most:
        raise _not_allowed(
            Text("Write 1 to {most} characters; this text has {count}.", most=most, count=len(normal)), where
        )
    marks = 0
    for character in normal:
        kind = unicodedata.category(character)
        if is_control(character) or kind in ("Cn", "Co"):
            raise _not_allowed(Text("This text must not have control characters or line breaks."), where)
        if kind in ("Mn", "Me"):
            marks += 1
        elif kind != "Cf":  # a joiner between two marks is nothing for the second to stand on
            marks = 0
        if marks > MOST_MARKS:
            raise _not_allowed(
                Text("This text can have at most {most_marks} combining marks in a row.", most_marks=MOST_MARKS), where
            )
    if all(unicodedata.category(character)[0] in "CMZ" or character in _BLANK for character in normal):
        raise _not_allowed(Text("This text has no visible characters."), where)
    return normal


def is_control(character: str) -> bool:
    """True if a character is not shown but changes the lines or the writing direction of the text around it."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _TURNING


def shown_plainly(text: str) -> str:
    """Return a text of another service as one line, without characters that are invisible or change other text."""
    kept = (" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in text)
    return " ".join("".join(each for each in kept if unicodedata.category(each) not in _UNSAFE).split())


def typed_code(text: str) -> str:
    """Return the significant part of a typed or pasted code: its letters and digits, as capitals. Case, width, blanks,
    dashes, quotes and invisible characters make no difference."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).upper()))


def _not_allowed(text: str, where: str) -> CommandRefused:
    return CommandRefused(RefusalCode.TEXT_NOT_ALLOWED, text, where)
