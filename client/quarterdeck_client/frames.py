"""Encoding of commands as frames. A command that no server could answer is refused here, with the error that a server
would send."""

from collections.abc import Callable
from typing import Any

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.errors import RefusedError, UsageError
from quarterdeck_client.fields import Fields

_NO_JSON = (TypeError, NotImplementedError, ValueError, OverflowError, RecursionError)
"""Errors that the encoder raises for a value that JSON cannot express: an unknown type, a key or number out of range,
or an object that contains itself."""

LONGEST = 64
"""Maximum number of characters of a `ref` and of a share of entropy."""

HALF = "This text has half a character (a lone surrogate), which JSON cannot carry. Read files and terminals as UTF-8."


def frame_of(command: msgspec.Struct) -> bytes:
    """Encode a player's command or a moderator's order as a frame. Raises `RefusedError` for a text that JSON cannot
    express and for an invalid `ref`, and `UsageError` for a value that JSON cannot express."""
    ref: Any = getattr(command, "ref", None)
    if not (ref is None or (isinstance(ref, str) and 1 <= len(ref) <= LONGEST)):
        raise _malformed(f"A `ref` must be a text of 1 to {LONGEST} characters.", "$.ref")
    try:
        return wire.encode_command(command)
    except UnicodeEncodeError:
        raise _ill_formed(command, "$") from None
    except _NO_JSON as error:
        raise _not_json("$", error) from error


def json_of(value: Any, root: str, enc_hook: Callable[[Any], Any] | None = None) -> bytes:
    """Encode a part of a command as JSON; `root` is its JSON path. Raises `RefusedError` and `UsageError` as `frame_of`
    does."""
    try:
        return msgspec.json.encode(value, enc_hook=enc_hook)
    except UnicodeEncodeError:
        raise _ill_formed(value, root) from None
    except _NO_JSON as error:
        raise _not_json(root, error) from error


def check_share(entropy: str) -> None:
    """Raise `RefusedError` for a share of entropy that the client could hash, but could not send to the server
    later."""
    if len(entropy) > LONGEST:
        raise _malformed(f"A share of entropy can have at most {LONGEST} characters.", "$.entropy")
    if not _is_well_formed(entropy):
        raise _malformed(HALF, "$.entropy")


def _not_json(where: str, error: Exception) -> UsageError:
    why = "it contains itself, or is nested too deeply" if isinstance(error, RecursionError) else str(error)
    return UsageError(f"`{where}` cannot be sent as JSON: {why or type(error).__name__}")


def _ill_formed(value: Any, root: str) -> RefusedError:
    return _malformed(HALF, _place_of_half(value, root) or root)


def _malformed(text: str, where: str) -> RefusedError:
    return RefusedError(Refused(code=RefusalCode.MALFORMED, text=text, where=where))


def _place_of_half(value: Any, at: str) -> str | None:
    """Return the JSON path of a text or field name with an unpaired surrogate; `None` if there is none."""
    match value:
        case str():
            return None if _is_well_formed(value) else at
        case msgspec.Struct():
            parts = ((field.encode_name, getattr(value, field.name)) for field in msgspec.structs.fields(value))
            return next((found for name, each in parts if (found := _place_of_half(each, f"{at}.{name}"))), None)
        case Fields():
            return _place_of_half(value.as_json(), at)
        case dict():
            for name, each in value.items():
                if not _is_well_formed(str(name)):
                    return at
                if found := _place_of_half(each, f"{at}.{name}"):
                    return found
            return None
        case list() | tuple():
            parts = ((f"{at}[{number}]", each) for number, each in enumerate(value))
            return next((found for place, each in parts if (found := _place_of_half(each, place))), None)
        case _:
            return None


def _is_well_formed(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
