"""Encoding of messages as bytes, and decoding.

Both directions use JSON in UTF-8, one message for each WebSocket text frame. A server decodes strictly and refuses
unknown fields (`strict_json.py` names them). A client ignores unknown fields, so that a newer server does not break it.
"""

from typing import Any

import msgspec

from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.encoding.whole_numbers import decoded
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer, Capability
from quarterdeck_protocol.translatable_text import Text

SUBPROTOCOL = "quarterdeck.v1"
PROTOCOL_VERSION = 1

CAPABILITIES: tuple[Capability, ...] = tuple(Capability(value) for value in sent_values(Capability))
"""The capabilities of this server, as in `welcome`."""


SAID_ALWAYS = frozenset({"protocol"})
"""Fields of commands with another default in each version."""


def _in_english(value: Any) -> str:
    """Return a translatable sentence in English. Raise an error for any other value that cannot be encoded."""
    if isinstance(value, Text):
        return str.__str__(value)
    text = f"Encoding objects of type {type(value).__name__} is unsupported"
    raise TypeError(text)


_encoder = msgspec.json.Encoder(enc_hook=_in_english)
_from_client: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
_from_server: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)


class _Tag(msgspec.Struct):
    type: str


_tag = msgspec.json.Decoder(_Tag)
_known_tags = frozenset(kind.tag for kind in msgspec.inspect.type_info(AnyFromServer).types)  # type: ignore[attr-defined]  # it is a union of structs


def encode(message: Any) -> bytes:
    """Encode a message. Raises `TypeError` for anything that contains a game state, which may hold secrets."""
    return _encoder.encode(message)


def encode_command(command: msgspec.Struct) -> bytes:
    """Encode a command without the fields that have their default. A server older than this client refuses an unknown
    field, and defaults never change within a version. Raises `TypeError` as `encode` does."""
    return _encoder.encode(_without_defaults(command))


def _without_defaults(value: Any) -> Any:
    match value:
        case msgspec.Struct():
            config = value.__struct_config__
            tag = {} if config.tag is None else {config.tag_field: config.tag}
            said = {field.encode_name: getattr(value, field.name) for field in _said_fields(value)}
            return tag | {name: _without_defaults(each) for name, each in said.items()}
        case list() | tuple():
            return [_without_defaults(each) for each in value]
        case dict():
            return {key: _without_defaults(each) for key, each in value.items()}
        case _:
            return value


def _said_fields(value: msgspec.Struct) -> list[msgspec.structs.FieldInfo]:
    fields = msgspec.structs.fields(value)
    return [each for each in fields if each.name in SAID_ALWAYS or getattr(value, each.name) != _default_of(each)]


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def decode_from_client(frame: bytes) -> AnyFromClient:
    """Decode a command of a client. Raises `msgspec.DecodeError` (not JSON), `UnicodeDecodeError` (not UTF-8) or
    `msgspec.ValidationError` (wrong type, with the place)."""
    return decoded(frame, _from_client)


def decode_from_server(frame: bytes | str) -> AnyFromServer | None:
    """Decode a message of a server; `None` for a message type that this version does not know. Raises
    `msgspec.DecodeError`."""
    try:
        return _from_server.decode(frame)
    except msgspec.ValidationError:
        if _tag.decode(frame).type in _known_tags:
            raise
        return None
