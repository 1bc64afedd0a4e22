"""How messages become bytes and bytes become messages.

Both directions are JSON in UTF-8, one message a WebSocket text frame. A server reads strictly and refuses a field that
it does not know (`strict_json.py` says which); a client lets pass what it does not know, so that a newer server does
not break it.
"""

from typing import Any

import msgspec

from quarterdeck_protocol.enums import sent_values
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer, Capability
from quarterdeck_protocol.translatable_text import Text

SUBPROTOCOL = "quarterdeck.v1"
PROTOCOL_VERSION = 1

CAPABILITIES: tuple[Capability, ...] = tuple(Capability(value) for value in sent_values(Capability))
"""What this server can, as `welcome` names it."""


def _in_english(value: Any) -> str:
    """Return a sentence that nobody has said in another language; anything else that is no message is no message."""
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
    """Write a message. Raises `TypeError` for whatever holds a sealed state."""
    return _encoder.encode(message)


def decode_from_client(frame: bytes) -> AnyFromClient:
    """Read a command. Raises `msgspec.DecodeError` (not JSON), `UnicodeDecodeError` (not UTF-8) or
    `msgspec.ValidationError` (wrong shape, with the place)."""
    return _from_client.decode(frame)


def decode_from_server(frame: bytes | str) -> AnyFromServer | None:
    """Read what a server says; `None` for a message that this version does not know. Raises `msgspec.DecodeError`."""
    try:
        return _from_server.decode(frame)
    except msgspec.ValidationError:
        if _tag.decode(frame).type in _known_tags:
            raise
        return None
