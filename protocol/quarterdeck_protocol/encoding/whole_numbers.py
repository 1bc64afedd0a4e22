"""Integers in JSON in any notation: `1`, `1.0` and `1e0` are the same number.

JSON has one type of number, and JSON Schema's `integer` is any number without a fraction. Several languages write `1.0`
(Godot from 4.4, Gson, some encoders for Lua), so a decoder of commands accepts it. msgspec itself accepts only `1` as
an `int`.
"""

import re
import sys
from itertools import islice
from typing import TypeVar

import msgspec

Value = TypeVar("Value")

MOST_TOKENS = 1_000
"""Number of strings and numbers of a command that are examined. The longest command with numbers has fewer; a command
full of them would cost more than the event loop may spend on it."""

MOST_NUMBERS = 128
"""Number of numbers of a command that are rewritten, for the same reason."""

LONGEST = 10**20
"""No number as large as this is written again: any reader refuses it, and `1e300` would be three hundred digits."""

_TOKEN = re.compile(
    rb'"(?:[^"\\]++|(?:\\.)++)*+"|-?\d++(?P<point_or_exponent>\.\d++(?:[eE][+-]?\d++)?|[eE][+-]?\d++)?', re.DOTALL
)
_GOT_A_FRACTION = re.compile(r"Expected `(?:\w+ \| )*int(?: \| \w+)*`, got `float`")


def decoded(json: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Value]) -> Value:
    """Decode JSON in which integers may have any notation. Raises the errors of the decoder."""
    try:
        return decoder.decode(json)
    except msgspec.ValidationError as error:
        if _GOT_A_FRACTION.match(str(error)) is None:
            raise
    return decoder.decode(in_digits(bytes(json), MOST_TOKENS, MOST_NUMBERS))


def in_digits(json: bytes, most_tokens: int = sys.maxsize, most_numbers: int = sys.maxsize) -> bytes:
    """Return JSON with each integer written in digits: `1` for `1.0`. Everything else stays the same, such as `1.5` and
    the contents of strings."""
    parts: list[bytes] = []
    end, left = 0, most_numbers
    for token in islice(_TOKEN.finditer(json), most_tokens):
        if token.lastindex is None:  # a string, or digits
            continue
        number = float(token[0])
        if number.is_integer() and abs(number) < LONGEST:
            parts += json[end : token.start()], b"%d" % number
            end = token.end()
            left -= 1
            if left == 0:
                break
    return b"".join((*parts, json[end:]))
