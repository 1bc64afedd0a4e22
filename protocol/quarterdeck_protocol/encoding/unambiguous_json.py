"""JSON that all programs read in the same way: the required form of log entries and transcript files (FAIRNESS.md).

Programs differ in the value of a repeated key, in numbers beyond 2^53, in `-0` and in deep nesting. A verified text
must mean the same to every program.
"""

import json
import re
from typing import Any

from quarterdeck_protocol.translatable_text import Text

MOST_NESTED = 100
LARGEST_NUMBER = 2**53 - 1

_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|(?P<opens>[\[{])|(?P<closes>[\]}])|(?P<number>-?\d[\d.eE+-]*+)', re.DOTALL)
_WHOLE = re.compile(rb"-?\d{1,16}")


def ambiguity_in(text: bytes, *, has_numbers_of_any_kind: bool = False) -> Text | None:
    """Return the reason why programs may read this valid JSON differently, as a part of a sentence; `None` if all read
    it in the same way. White space between values makes no difference."""
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "opens":
                depth += 1
                if depth > MOST_NESTED:
                    return Text("it is nested more than {most} deep", most=MOST_NESTED)
            case "closes":
                depth -= 1
            case "number" if not (has_numbers_of_any_kind or _is_read_alike(token[0])):
                return Text(
                    "the number {number} is not a whole number that all programs read alike",
                    number=token[0][:32].decode(),
                )
            case _:
                pass
    key = repeated_key(text)
    return None if key is None else Text("the key “{key}” is twice in one object", key=key[:64])


def repeated_key(text: bytes | str) -> str | None:
    """Return a key that occurs twice in one object of valid JSON; `None` if there is none."""
    found: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> None:
        if len({key for key, _ in pairs}) < len(pairs):
            keys = [key for key, _ in pairs]
            found.append(next(key for key in keys if keys.count(key) > 1))

    # Numbers stay text: nobody needs them here, and one of 5,000 digits is refused as an `int`.
    json.loads(text, object_pairs_hook=note, parse_int=str, parse_float=str, parse_constant=str)
    return found[0] if found else None


def _is_read_alike(number: bytes) -> bool:
    return _WHOLE.fullmatch(number) is not None and number != b"-0" and abs(int(number)) <= LARGEST_NUMBER
