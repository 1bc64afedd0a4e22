"""The JSON Schema of the protocol and of a game, built from the types; `protocol/schema/v1.json` is written by this."""

from typing import Any

import msgspec

from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer
from quarterdeck_protocol.transcript import Transcript

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def protocol_schema() -> dict[str, Any]:
    """Give the schema of every message: a frame from a client is a `FromClient`, one from a server a `FromServer`."""
    (from_client, from_server, transcript), definitions = msgspec.json.schema_components(
        [AnyFromClient, AnyFromServer, Transcript], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DRAFT,
        "title": "Quarterdeck protocol v1",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}, transcript],
        "$defs": {"FromClient": from_client, "FromServer": from_server, **dict(sorted(definitions.items()))},
    }


def game_schema(options: Any, actions: Any, events: Any, views: Any) -> dict[str, Any]:
    """Give the schema of one game's own parts."""
    (option, action, event, view), definitions = msgspec.json.schema_components(
        [options, actions, events, views], ref_template="#/$defs/{name}"
    )
    parts = {"GameOptions": option, "GameAction": action, "GameEvent": event, "GameView": view}
    return {"$schema": DRAFT, "$defs": {**parts, **dict(sorted(definitions.items()))}}
