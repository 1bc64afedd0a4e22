"""A simulator of Discord for the tests: it signs interactions, and accepts an answer only if it fits the published
description of the API (`web/discord_api.json`), with every limit in it. Users press only what they see."""

import copy
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]  # it has no types of its own

APPLICATION = "1100000000000000001"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SETTING = f"{APPLICATION}:{KEY.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()}"
PATH = "/discord/interactions"

PING, COMMAND, COMPONENT, AUTOCOMPLETE = 1, 2, 3, 4
ANSWERS = {
    1: "PongInteractionCallbackRequest",
    4: "CreateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
}
MOST_IN_EMBEDS = 6_000
EPHEMERAL = 64
UPDATE = 7
"""The type of an answer that changes the message of the pressed button."""

NUMBERS = count(1)
"""The numbers of interactions: no two have one id."""

Json = dict[str, Any]


def _strict(schema: Any) -> Any:
    """Return a schema in which no object has fields that are not described."""
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {name: _strict(each) for name, each in schema.items()}
    if "properties" in strict and "additionalProperties" not in strict:
        strict["additionalProperties"] = False
    return strict


SPEC = _strict(json.loads((Path(__file__).parent / "web" / "discord_api.json").read_text()))
FORMATS = FormatChecker(["uri", "date-time"])


def check(kind: str, value: Any) -> None:
    """Raise `ValidationError` if a value is not of this type of the API."""
    schema = {**SPEC, "$ref": f"#/components/schemas/{kind}"}
    Draft202012Validator(schema, format_checker=FORMATS).validate(value)


def components_of(data: Json) -> Iterator[Json]:
    """Yield the buttons and selects of a message."""
    for row in data.get("components") or ():
        yield from row["components"]


def check_message(data: Json) -> None:
    """Check what the description of the API says in words only."""
    assert data.get("content") or data.get("embeds") or data.get("components"), "an empty message"
    assert len(data.get("components") or ()) <= 5
    for row in data.get("components") or ():
        kinds = [part["type"] for part in row["components"]]
        assert kinds == [3] or (set(kinds) == {2} and len(kinds) <= 5), kinds
    ids = [part["custom_id"] for part in components_of(data) if "custom_id" in part]
    assert len(set(ids)) == len(ids), "two components have one id"
    for part in components_of(data):
        assert part["type"] != 2 or (part["style"] == 5) == ("url" in part)
        values = [option["value"] for option in part.get("options", ())]
        assert len(set(values)) == len(values), "two options have one value"
        assert all(len(each.encode("utf-16-le")) <= 160 for each in [part.get("label", ""), *_labels(part)])
    texts = [str(text) for each in data.get("embeds") or () for text in (each.get("title"), each.get("description"))]
    assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= MOST_IN_EMBEDS


def _labels(part: Json) -> list[str]:
    return [option["label"] for option in part.get("options", ())]


@dataclass
class Message:
    """A message in a channel, or one that only its reader sees."""

    data: Json
    reader: str | None
    """The user who alone sees it; `None` for everybody."""

    @property
    def parts(self) -> list[Json]:
        return list(components_of(self.data))

    @property
    def text(self) -> str:
        boxes = [f"{each.get('title')}\n{each.get('description')}" for each in self.data.get("embeds") or ()]
        return "\n".join([self.data.get("content") or "", *boxes])

    def part(self, begin: str) -> Json:
        """Return the button or select whose id begins like this."""
        return next(part for part in self.parts if part.get("custom_id", "").startswith(begin))

    def has(self, begin: str) -> bool:
        """Whether there is such a button or select."""
        return any(part.get("custom_id", "").startswith(begin) for part in self.parts)


@dataclass
class Discord:
    """The service: its users, and the messages of one channel."""

    url: str
    now: Callable[[], float] = time.time
    language: str = "en-GB"
    posted: list[str] = field(default_factory=list)
    """The JSON of every message that everybody has seen, each time it has changed."""

    async def command(self, user: str, name: str, /, **options: Any) -> Message:
        """Send a command, and return the message that answers it."""
        given = [{"name": each, "type": 3, "value": value} for each, value in options.items()]
        answer = await self.send(
            self.interaction(COMMAND, user, {"id": "1", "name": name, "type": 1, "options": given})
        )
        return self._message(answer, user, None)

    async def suggestions(self, user: str, name: str, focused: str, /, **options: Any) -> list[Json]:
        """Type into an option, and return what is suggested."""
        given = [
            {"name": each, "type": 3, "value": value, "focused": each == focused} for each, value in options.items()
        ]
        data = {"id": "1", "name": name, "type": 1, "options": given}
        answer = await self.send(self.interaction(AUTOCOMPLETE, user, data))
        assert answer["type"] == 8
        choices: list[Json] = answer["data"]["choices"]
        return choices

    async def press(self, user: str, message: Message, begin: str, value: str | None = None) -> Message:
        """Press a button that the user sees, or choose a value of a select."""
        assert message.reader in (None, user), "only its reader sees this message"
        return self._message(await self.send(self.pressing(user, message, begin, value)), user, message)

    def pressing(self, user: str, message: Message, begin: str, value: str | None = None) -> Json:
        """Return the interaction of a button or a select."""
        part = message.part(begin)
        data: Json = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == 3:
            assert value in [option["value"] for option in part["options"]]
            data["values"] = [value]
        return self.interaction(COMPONENT, user, data)

    def interaction(self, kind: int, user: str, data: Json) -> Json:
        """Return a new interaction."""
        number = next(NUMBERS)
        return {
            "id": str(1_200_000_000_000_000_000 + number),
            "application_id": APPLICATION,
            "type": kind,
            "token": f"a token of {number}",
            "version": 1,
            "data": data,
            "guild_id": "1",
            "channel_id": "2",
            "locale": self.language,
            "guild_locale": self.language,
            "member": {"user": {"id": user, "username": f"user{user}", "global_name": None}, "roles": []},
        }

    async def send(self, interaction: Json) -> Json:
        """Send a signed interaction, and return its answer, which fits the description of the API."""
        body = json.dumps(interaction).encode()
        status, answer = await self.post(body, self.signed(body))
        assert status == 200, answer
        said: Json = json.loads(answer)
        kind = interaction["type"]
        assert said["type"] in {PING: [1], COMMAND: [4], COMPONENT: [4, 7], AUTOCOMPLETE: [8]}[kind]
        check(ANSWERS[said["type"]], said)
        if said["type"] in (4, 7):
            check_message(said["data"])
        return said

    def signed(self, body: bytes, at: float | None = None, key: Ed25519PrivateKey = KEY) -> dict[str, str]:
        """Return the headers with the signature of a body."""
        timestamp = str(int(self.now() if at is None else at))
        signature = key.sign(timestamp.encode() + body).hex()
        return {"X-Signature-Timestamp": timestamp, "X-Signature-Ed25519": signature}

    async def post(self, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Send a body, signed or not."""
        headers = {"Content-Type": "application/json", **headers}
        async with aiohttp.ClientSession(headers=headers) as http, http.post(self.url + PATH, data=body) as answer:
            return answer.status, await answer.read()

    def _message(self, answer: Json, user: str, pressed: Message | None) -> Message:
        data = answer["data"]
        if answer["type"] == 7:
            assert pressed is not None
            pressed.data = {**pressed.data, **data}
            message = pressed
        else:
            message = Message(copy.deepcopy(data), user if data.get("flags", 0) & EPHEMERAL else None)
        if message.reader is None:
            self.posted.append(json.dumps(message.data, sort_keys=True))
        return message
