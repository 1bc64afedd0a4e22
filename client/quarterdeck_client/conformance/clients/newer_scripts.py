"""Requirements for clients ("points") with a server that is newer than the client: it sends additional fields, messages
and values within protocol version 1."""

import copy
from typing import Any

from quarterdeck_client.conformance.clients.script import Script
from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.points import Point

NEWER_FIELD = "of_a_later_day"


def with_more_fields(value: Any) -> Any:
    """Return the message with an unknown field in each of its objects, except in the parts that belong to the game."""
    if isinstance(value, list):
        return [with_more_fields(each) for each in value]
    if not isinstance(value, dict):
        return value
    own = ("view", "choices", "events", "options")
    more = {name: part if name in own else with_more_fields(part) for name, part in value.items()}
    return {**more, NEWER_FIELD: {"and": ["more", 1, None]}}


class NewerFields(Script):
    """Script that adds unknown fields to each message."""

    point = Point(
        name="newer-fields", sentence="Fields that the client does not know are let pass.", section="Versions"
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        await connection.send(with_more_fields(message))


class NewerMessages(Script):
    """Script that sends messages and a capability that no present client knows."""

    point = Point(
        name="newer-messages", sentence="Messages that the client does not know are let pass.", section="Versions"
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        await connection.send({"type": "weather_changed", "ref": None, "rain": 3, "match": message.get("match")})
        if message["type"] == "welcome":
            message = {**message, "capabilities": ["weather"], "server": "quarterdeck 1.9"}
        await connection.send(message)


class NewerWords(Script):
    """Script that sends values that the protocol's open enumerations do not contain yet."""

    point = Point(
        name="newer-words",
        sentence="Values of enumerations that the client does not know are let pass.",
        section="Versions",
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        said = copy.deepcopy(message)
        match said:
            case {"type": "welcome"}:
                quota = {"code": "moonbeams", "per": "moon", "at_once": 1, "per_minute": 1}
                said["limits"]["quotas"] = [quota]
            case {"type": "signed_in"}:
                said["scopes"] = [*said["scopes"], "weather"]
            case {"type": "table_changed"}:
                for place in said["table"]["places"][1:]:
                    if place["player"] is not None:
                        place["player"]["kind"] = "oracle"
            case {"type": "update"}:
                said["players"] = [*said["players"][:1], *({**each, "kind": "oracle"} for each in said["players"][1:])]
                if said["result"] is not None:
                    said["result"]["reason"] = "moonrise"
            case _:
                pass
        await connection.send(said)


class ClosedWords(Script):
    """Script that sends unknown stages of a table, an offer and a ticket, as a later server may."""

    point = Point(
        name="closed-words",
        sentence="A stage or an access that the client does not know is let pass, until one comes that it knows.",
        section="Versions",
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        said = copy.deepcopy(message)
        said["ref"] = None
        match said:
            case {"type": "table_changed"}:
                said["table"] |= {"stage": "tuning", "access": "by_moonlight"}
                await connection.send(said)
            case {"type": "offer_changed", "offer": {}}:
                said["offer"]["stage"] = "simmering"
                await connection.send(said)
            case {"type": "ticket_changed", "ticket": {}}:
                said["ticket"]["stage"] = "simmering"
                await connection.send(said)
            case _:
                pass
        await connection.send(message)


NEWER: tuple[type[Script], ...] = (NewerFields, NewerMessages, NewerWords, ClosedWords)
