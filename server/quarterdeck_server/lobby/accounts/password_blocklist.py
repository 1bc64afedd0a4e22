"""Passwords that an attacker tries first: the most common ones, and the player's own name. Pure, except for a file that
is read once."""

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from quarterdeck_protocol.translatable_text import Text

FEWEST_DIFFERENT = 4
"""Least number of different characters in a password."""


def why_refused(password: str, names: Sequence[str] = ()) -> str | None:
    """Return the reason, as a sentence, that a player of this name may not have this password; `None` if they may."""
    plain = password.casefold()
    if plain in _commonest() or plain.rstrip("0123456789!?.") in _commonest():
        return Text("This password is one of the most common and easy to guess; choose another.")
    if len(set(plain)) < FEWEST_DIFFERENT:
        return Text(
            "A password needs at least {fewest_different} different characters; choose another.",
            fewest_different=FEWEST_DIFFERENT,
        )
    if any(_is_made_of(plain, name) for name in ("quarterdeck", *names)):
        return Text("Your password must not be your name or the name of the server; choose another.")
    return None


def _is_made_of(password: str, name: str) -> bool:
    """True if a password consists only of a name, once or repeated, and of digits and punctuation."""
    said, called = (_letters(each) for each in (password, name))
    return bool(called) and bool(said) and (said.replace(called, "") == "" or said == called[::-1])


def _letters(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalpha())


@cache
def _commonest() -> frozenset[str]:
    """Return the most common passwords. The packed file has one password a line (unpack with `gzip -dc`, pack with
    `gzip -9n`)."""
    packed = files(__package__).joinpath("password_blocklist.txt.gz").read_bytes()
    return frozenset(line for line in gzip.decompress(packed).decode().splitlines() if not line.startswith("# "))
