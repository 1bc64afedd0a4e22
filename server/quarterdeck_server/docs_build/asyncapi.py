"""Generator of the AsyncAPI description of the WebSocket protocol, from the message types."""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.schema import components
from quarterdeck_protocol.sides import FromClient

VERSION = "1"

Document = dict[str, Any]

NEWS = "news"
"""The operation of all messages that a server sends without a request."""


def asyncapi(examples: Mapping[str, bytes]) -> Document:
    """Return the AsyncAPI description. `examples` has an example frame for each message type."""
    commands = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient)}
    answers = {_tag(kind): kind for kind in get_args(AnyFromServer)}
    shapes, schemas = components([AnyFromClient, AnyFromServer], "#/components/schemas/")
    named = [shape["$ref"] for union in shapes for shape in union["anyOf"]]
    kinds = {**commands, **answers}
    messages = {
        tag: {
            "name": tag,
            "title": tag.replace("_", " ").capitalize(),
            "summary": _text(kind).partition(". ")[0].rstrip("."),
            "description": _text(kind),
            "payload": {"$ref": ref},
            "examples": [{"name": "recorded", "payload": msgspec.json.decode(examples[tag])}],
        }
        for (tag, kind), ref in zip(kinds.items(), named, strict=True)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Quarterdeck's socket",
            "version": VERSION,
            "description": (
                f"One WebSocket of the subprotocol `{SUBPROTOCOL}`; each frame is one message, as JSON in UTF-8."
                " This is written from the server's side: it receives commands and sends answers and news."
                " PROTOCOL.md tells how they hang together."
            ),
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:8765",
                "protocol": "ws",
                "description": "A server of one's own with its defaults; over any network it is `wss`.",
            }
        },
        "channels": {
            "socket": {
                "address": "/v1/socket",
                "title": "The conversation",
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in messages},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "headers": {
                            "type": "object",
                            "properties": {"Sec-WebSocket-Protocol": {"type": "string", "const": SUBPROTOCOL}},
                        },
                    }
                },
            }
        },
        "operations": {
            **{tag: _operation(tag, kind) for tag, kind in commands.items()},
            NEWS: {
                "action": "send",
                "channel": {"$ref": "#/channels/socket"},
                "summary": "What the server says: an answer carries the `ref` of its command, news have none",
                "messages": [_on_socket(tag) for tag in answers],
            },
        },
        "components": {"messages": messages, "schemas": {name: _draft_07(each) for name, each in schemas.items()}},
    }


def answers_of(kind: Any) -> list[str]:
    """Return the types of the messages that answer a command, read from the command's docstring."""
    return re.findall(r"\b[Aa]nswered by (?:the )?`(\w+)`", _text(kind))


def _operation(tag: str, kind: type[FromClient]) -> Document:
    return {
        "action": "receive",
        **({} if kind.open_to is None else {"x-scopes": [scope.value for scope in kind.open_to]}),
        "channel": {"$ref": "#/channels/socket"},
        "summary": _text(kind).partition(". ")[0].rstrip("."),
        "messages": [_on_socket(tag)],
        "reply": {
            "channel": {"$ref": "#/channels/socket"},
            "messages": [_on_socket(answer) for answer in (*answers_of(kind), "refused")],
        },
    }


def _on_socket(tag: str) -> Document:
    return {"$ref": f"#/channels/socket/messages/{tag}"}


def _text(kind: Any) -> str:
    return " ".join(((get_origin(kind) or kind).__doc__ or "").split())


def _tag(kind: Any) -> str:
    described: Any = msgspec.inspect.type_info(kind)
    return str(described.tag)


def _draft_07(schema: Any) -> Any:
    """Return a schema as JSON Schema draft 7 would say it, which AsyncAPI implies: draft 7 describes the first elements
    of an array differently."""
    match schema:
        case {"prefixItems": first, **others}:
            rest = {key: _draft_07(each) for key, each in others.items() if key != "items"}
            return {**rest, "items": [_draft_07(each) for each in first], "additionalItems": False}
        case dict():
            return {key: _draft_07(each) for key, each in schema.items()}
        case list():
            return [_draft_07(each) for each in schema]
        case _:
            return schema
