"""Strict decoding of the WebSocket frames of one connection, with a rate limit."""

import re
import time
from collections.abc import Callable
from itertools import islice
from typing import Any, get_args

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.encoding.enums import may_grow
from quarterdeck_protocol.encoding.strict_json import shape_fault, syntax_fault, unknown_part
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.rate_limit.bucket import Bucket

REFUSALS_UNTIL_CLOSE = 50
"""Number of commands in a row that may come too fast before the connection is closed."""


class AbuseError(Exception):
    """Error: the client sends too many commands. Its connection must be closed with code 1008."""


class BadFrame(Exception):  # noqa: N818 - what happens, not a fault
    """Error: a frame is not a valid command, or came too soon after others."""

    def __init__(self, refusing: CommandRefused, ref: Ref | None) -> None:
        """Make the error. `ref` is the client's reference of the command, if it could be read from the frame."""
        super().__init__(str(refusing))
        self.refusing = refusing
        self.ref = ref


class _Envelope(msgspec.Struct):
    """Those fields of an invalid command that are needed to answer it."""

    ref: str | None = None


class Allowance(msgspec.Struct, frozen=True):
    """The number of commands that a connection may still send at once."""

    left: float
    """Number of commands that may come at once."""

    refused_in_a_row: int


class FrameDecoder:
    """Decodes the frames of one connection, and enforces its rate limit."""

    __slots__ = ("_bucket", "_limits", "_now", "_refused_in_a_row")

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        """Make a decoder. `now` is the clock of the rate limit, the same as that of the quotas."""
        self._limits = limits
        self._now = now
        self._bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        self._refused_in_a_row = 0

    @property
    def allowance(self) -> Allowance:
        """The number of commands that this connection may still send at once."""
        return Allowance(self._bucket.left(self._now()), self._refused_in_a_row)

    def resume_with(self, allowance: Allowance) -> None:
        """Set the number of commands that the connection may still send at once, after it has moved from another
        process."""
        self._bucket.resume_with(allowance.left, self._now())
        self._refused_in_a_row = allowance.refused_in_a_row

    def read(self, frame: bytes) -> AnyFromClient:
        """Return the command in a frame. Raises `BadFrame` if there is none, or `AbuseError` after too many bad
        frames."""
        if not self._bucket.take(self._now()):
            raise self._too_fast(frame)
        self._refused_in_a_row = 0
        if len(frame) > self._limits.message_bytes:
            text = Text(
                "This frame has {count} bytes; the limit is {message_bytes}.",
                count=len(frame),
                message_bytes=self._limits.message_bytes,
            )
            raise BadFrame(CommandRefused(RefusalCode.TOO_LARGE, text, "$"), _ref_of(frame))
        try:
            command = wire.decode_from_client(frame)
        except msgspec.ValidationError as error:
            raise BadFrame(malformed(error, frame, AnyFromClient), _ref_of(frame)) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadFrame(not_json(error), _ref_of(frame)) from error
        if type(command) in _WITH_ENUMS_THAT_GROW and (fault := unknown_part(frame, AnyFromClient)):
            raise BadFrame(CommandRefused(RefusalCode.MALFORMED, *fault), command.ref)
        return command

    def _too_fast(self, frame: bytes) -> BadFrame:
        """Return the refusal of a frame that came too soon after others. Raises `AbuseError` after too many such
        refusals in a row."""
        self._refused_in_a_row += 1
        if self._refused_in_a_row > REFUSALS_UNTIL_CLOSE:
            raise AbuseError
        limits = self._limits
        text = Text(
            "Too many commands: the limit is {messages_per_second} a second and {messages_at_once} at once.",
            messages_per_second=limits.messages_per_second,
            messages_at_once=limits.messages_at_once,
        )
        ref = _ref_of(frame) if len(frame) <= limits.message_bytes else None
        return BadFrame(
            CommandRefused(RefusalCode.TOO_MANY, text, "$", retry_in=self._bucket.until_one, remaining=0), ref
        )


LONGEST_ECHO = 1_024
"""Characters of a `ref` in a refusal: one of more than 64 is refused, and is still sent back."""

MOST_PIECES = 1_000
"""Number of strings and brackets that are searched for the `ref` of a frame that is not JSON."""

_PIECE = re.compile(rb'("(?:[^"\\]++|(?:\\.)++)*+"?)(\s*+:)?|([\[{])|([\]}])', re.DOTALL)
"""A string, the colon behind a name, an opening bracket, or a closing one."""

_STRING, _NAMES, _OPENS = 1, 2, 3


def _ref_of(frame: bytes) -> Ref | None:
    """Return the `ref` of a frame even if the frame is invalid, because the client cannot assign a refusal without
    it."""
    try:
        ref = msgspec.json.decode(frame, type=_Envelope).ref
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        ref = _ref_in_pieces(frame)
    return None if ref is None else Ref(ref[:LONGEST_ECHO])


def _ref_in_pieces(frame: bytes) -> str | None:
    """Return the `ref` of a frame that is not valid JSON, if it is a field of the outermost object and precedes the
    error."""
    depth, name = 0, b""
    for piece in islice(_PIECE.finditer(frame), MOST_PIECES):
        kind = piece.lastindex
        if kind == _STRING:
            if depth == 1 and name == b'"ref"':
                return _text(piece[_STRING])
        elif kind == _NAMES:
            name = piece[_STRING] if depth == 1 else b""
        else:
            depth += 1 if kind == _OPENS else -1
    return None


def _text(string: bytes) -> str | None:
    try:
        return msgspec.json.decode(string, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def malformed(error: msgspec.ValidationError, json: bytes, kind: Any) -> CommandRefused:
    """Return the refusal of a command of this type with invalid fields."""
    fault = shape_fault(error, json, kind)
    if fault.where == "$.type" and fault.text.startswith("There is no value"):
        text = Text("There is no message of this type. {fault}", fault=fault.text)
        return CommandRefused(RefusalCode.UNKNOWN_MESSAGE, text, fault.where)
    return CommandRefused(RefusalCode.MALFORMED, *fault)


def not_json(error: msgspec.DecodeError | UnicodeDecodeError | RecursionError, root: str = "$") -> CommandRefused:
    """Return the refusal of a command that is not JSON."""
    return CommandRefused(RefusalCode.NOT_JSON, *syntax_fault(error, root))


def _has_enum_that_grows(kind: type[msgspec.Struct]) -> bool:
    return any(
        isinstance(each, msgspec.inspect.EnumType) and may_grow(each.cls)
        for field in msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]  # it is a struct
        for each in (field.type.types if isinstance(field.type, msgspec.inspect.UnionType) else [field.type])
    )


_WITH_ENUMS_THAT_GROW = frozenset(kind for kind in get_args(AnyFromClient) if _has_enum_that_grows(kind))
"""Commands that contain an enum of which unknown values are decoded as `other`. The server must not guess what a
client meant, so it refuses such values."""
