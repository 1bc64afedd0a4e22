"""Recorded requests with their answers, replayed in every test run. They prove that the server still accepts the
requests of a version 1 client, and that its answers still have every field that the client knew.

`protocol/baseline-conversation.jsonl` was recorded when version 1 froze. It has the bytes to send, with `$names` for
values that differ in each run (ids, tokens, the address `$server`), the places of these values in an answer, and the
recorded answer. Later additions are in further files; each is replayed on a new server (`scene_steps.py`). A replay
needs only the code below. So it replays exactly the recording, even if the scripts and scenes behind it change.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import msgspec
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

CONVERSATION = "baseline-conversation.jsonl"
MakeAdmin = Callable[[str], Awaitable[object]]
"""Makes an account with this name the first administrator's, as `quarterdeck admin` does."""

SECONDS = 60.0
"""Seconds to wait for an answer."""

CHOICES = "choices"
_NAME = re.compile(r"\$(\w+)")


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One recorded request, and its answer."""

    who: str
    """The person whose connection or token sends the request."""

    says: str | None = None
    """A frame as text: exactly the bytes to send, once the names in it are filled in."""

    asks: str | None = None
    """A path over plain HTTP."""

    sends: str | None = None
    """A body as text, with which that is asked by `POST`."""

    makes_admin: str | None = None
    """Nothing is sent; the operator makes the account with this name the first administrator's."""

    hears: str | None = None
    """The message to wait for: the state of the match when it is this person's turn (`CHOICES`), or a message of
    this type."""

    keep: dict[str, str] = msgspec.field(default_factory=dict)
    """Names for values of the answer, with their paths: `table.id`, `lines.0.id`."""

    status: int | None = None
    """The HTTP status of the answer."""

    answer: Any = None
    """The answer as JSON; for another format, its media type."""


def read_steps(recorded: bytes) -> list[Step]:
    """Return the recorded steps from a file."""
    return [msgspec.json.decode(line, type=Step) for line in recorded.splitlines()]


def written_steps(steps: Sequence[Step]) -> bytes:
    return b"".join([msgspec.json.encode(step) + b"\n" for step in steps])


async def performed(steps: Sequence[Step], url: str, make_admin: MakeAdmin | None = None) -> list[Step]:
    """Send the requests of all steps to a server, and return the steps with the server's answers."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession(url))
        play = _Play(http, make_admin, {"server": url})
        stack.push_async_callback(play.close)
        return [await play.take(number, step) for number, step in enumerate(steps, 1)]


class _Play:
    def __init__(self, http: aiohttp.ClientSession, make_admin: MakeAdmin | None, values: dict[str, str]) -> None:
        self._http = http
        self._make_admin = make_admin
        self._lines: dict[str, aiohttp.ClientWebSocketResponse] = {}
        self._latest_message: dict[str, list[Any]] = {}
        """Messages to each person that no step has waited for."""

        self._latest: dict[str, Any] = {}
        """The newest `update` that each person has received."""

        self._values = values

    async def close(self) -> None:
        for line in self._lines.values():
            await line.close()

    async def take(self, number: int, step: Step) -> Step:
        try:
            async with asyncio.timeout(SECONDS):
                done = await self._taken(step)
            for name, place in step.keep.items():
                self._values[name] = str(_at(done.answer, place))
        except (TimeoutError, LookupError, TypeError) as error:
            raise AssertionError(
                f"step {number}, {step.who} {step.says or step.asks or step.hears}: {error!r}"
            ) from error
        return done

    async def _taken(self, step: Step) -> Step:
        if step.makes_admin is not None:
            assert self._make_admin is not None, "nobody is here who may make an administrator"  # noqa: S101
            await self._make_admin(step.makes_admin)
            return step
        if step.asks is not None:
            return await self._asked(step, self._filled(step.asks))
        line = self._lines.get(step.who)
        if line is None:
            line = self._lines[step.who] = await self._http.ws_connect("/v1/socket", protocols=[SUBPROTOCOL])
        if step.says is not None:
            await line.send_str(self._filled(step.says))
        ref = None if step.says is None else _ref_in(step.says)
        latest = self._latest.get(step.who)
        if step.hears == CHOICES and latest is not None and latest["choices"]:
            return msgspec.structs.replace(step, answer=latest)
        before = self._latest_message.setdefault(step.who, [])
        for received in before if ref is None else ():
            if _is_meant(received, None, step.hears):
                before.remove(received)
                return msgspec.structs.replace(step, answer=received)
        while True:
            received = await line.receive_json(loads=msgspec.json.decode)
            if received["type"] == "update":
                self._latest[step.who] = received
            if _is_meant(received, ref, step.hears):
                return msgspec.structs.replace(step, answer=received)
            before.append(received)

    async def _asked(self, step: Step, path: str) -> Step:
        token = self._values.get(f"{step.who}_token")
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        body = None if step.sends is None else self._filled(step.sends).encode()
        if body is not None:
            headers["Content-Type"] = "application/json"
        async with self._http.request("GET" if body is None else "POST", path, headers=headers, data=body) as answer:
            told = await answer.read()
            kind = answer.content_type
        said = msgspec.json.decode(told) if kind.endswith(("/json", "+json")) else kind
        return msgspec.structs.replace(step, status=answer.status, answer=said)

    def _filled(self, text: str) -> str:
        return _NAME.sub(lambda name: self._values[name[1]], text)


def _ref_in(frame: str) -> str | None:
    found = re.search(r'"ref":"([^"]+)"', frame)
    return None if found is None else found[1]


def _is_meant(received: Any, ref: str | None, wanted: str | None) -> bool:
    if ref is not None:
        return bool(received.get("ref") == ref)
    if wanted == CHOICES:
        return bool(received["type"] == "update" and received["choices"])
    return bool(received["type"] == wanted)


def _at(answer: Any, place: str) -> Any:
    for part in place.split("."):
        answer = answer[int(part) if part.isdecimal() else part]
    return answer


def missing(recorded: Sequence[Step], now: Sequence[Step]) -> list[str]:
    """Return all fields of recorded answers that present answers lack, each with its place. The result is empty if
    fields were only added."""
    faults: list[str] = []
    for number, (before, after) in enumerate(zip(recorded, now, strict=True), 1):
        name = f"step {number}, {before.who} {before.says or before.asks or before.hears}"
        if before.status != after.status:
            faults.append(f"{name}: the status is {after.status}, and was {before.status}")
        faults += [f"{name}: {fault}" for fault in not_covered(before.answer, after.answer)]
    return faults


EXACT = ("type", "code", "status")
"""Fields with words of the protocol or numbers as values, except codes of tables and of accounts."""

_WORD = re.compile(r"[a-z_]+|\d+")

WORDS = ("capabilities",)
"""The lists from which no word is taken back."""


BY_CHANCE = ("events", "view", "choices", "outlooks", "patch", "waiting", "cause")
"""Fields with a content that depends on chance and on the players. A game's own shapes are in its lines."""


def _closest(one: Any, others: Sequence[Any], place: str) -> Iterator[str]:
    """Yield the differences between a recorded list element and the most similar element of the present list. The order
    of elements was never promised."""
    yield from min(([*not_covered(one, other, place)] for other in others), key=len)


def not_covered(before: Any, after: Any, place: str = "$") -> Iterator[str]:
    """Yield every place at which a value is missing or has another type."""
    match before, after:
        case None, _:
            return
        case dict(), dict():
            for name, value in before.items():
                if name not in after:
                    yield f"{place}.{name} is gone"
                elif name in BY_CHANCE:
                    if value is not None and after[name] is not None and _kind(value) != _kind(after[name]):
                        yield f"{place}.{name} is {_kind(after[name])}, and was {_kind(value)}"
                elif name in EXACT and value != after[name] and _WORD.fullmatch(str(value)):
                    yield f"{place}.{name} is {after[name]!r}, and was {value!r}"
                else:
                    yield from not_covered(value, after[name], f"{place}.{name}")
        case list(), list():
            if before and not after:
                yield f"{place} is empty"
            for number, one in enumerate(before if after else ()):
                yield from _closest(one, after, f"{place}[{number}]")
            if place.endswith(WORDS):
                yield from (f"{place} has no {word!r}" for word in before if word not in after)
        case _ if _kind(before) != _kind(after):
            yield f"{place} is {_kind(after)}, and was {_kind(before)}"


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
