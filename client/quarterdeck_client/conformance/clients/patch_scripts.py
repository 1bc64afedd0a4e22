"""Requirements for clients ("points") that ask for updates as patches."""

from collections.abc import Iterator
from typing import Any

from quarterdeck_client.conformance.clients.script import Patience, Script
from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS
from quarterdeck_client.conformance.points import Point

WHOLE_AGAIN = 4
"""Number of the update that is sent complete and not as a patch; a server may do so at any time."""

MISFITS = {TURNS - 1: "", TURNS - 2: "/view/nothing", TURNS - 3: "/view/nothing/here"}
"""Patches that do not fit: by the number of turns left, the missing path that the patch replaces. The first has an
empty path: it follows another version instead."""

NO_CHOICE = {"type": "lay", "card": "of a patch that does not fit"}


STRANGE_KEYS = ("~1", "/")
"""Names of fields of a choice that are hard to write in a JSON pointer. In a path, `~01` means the first name. A client
that decodes `~0` before `~1` takes it for the second."""


def patch_to(before: Message, after: Message) -> Message:
    """Return the patch from the update `before` to the update `after`."""
    said = ("ref", "match", "version", "epoch", "since", "at", "now", "link", "events")
    return {"type": "update_patch", **{name: after[name] for name in said}, "patch": _operations(before, after)}


def _operations(before: Message, after: Message) -> list[Message]:
    """Return the operations of a patch that contains every kind of operation, at every kind of place."""
    operations: list[Message] = [
        {"op": "replace", "path": "/waiting", "value": after["waiting"]},
        {"op": "replace", "path": "/view/a~1b/~0", "value": after["view"]["a/b"]["~"]},
        {"op": "replace", "path": "/view/turns_left", "value": after["view"]["turns_left"]},
        {"op": "remove", "path": "/view/hand"},
        {"op": "add", "path": "/view/hand", "value": after["view"]["hand"]},
        {"op": "replace", "path": "/result", "value": after["result"]},
    ]
    length = len(before["choices"])
    operations += [{"op": "remove", "path": f"/choices/{place}"} for place in reversed(range(length))]
    for place, choice in enumerate(after["choices"][1:]):
        operations += _added(place, choice)
    operations += [each for choice in after["choices"][:1] for each in _added(0, choice)]
    return operations


def _added(place: int, choice: Message) -> Iterator[Message]:
    """Yield the operations that add a choice. Unknown fields get wrong values first, and are then replaced."""
    yield {"op": "add", "path": f"/choices/{place}", "value": {**choice, **dict.fromkeys(STRANGE_KEYS, "neither")}}
    yield {"op": "replace", "path": f"/choices/{place}/~01", "value": choice["~1"]}
    yield {"op": "replace", "path": f"/choices/{place}/~1", "value": choice["/"]}


def _with_strange_keys(choice: Message) -> Message:
    return {**choice, "~1": f"one way to lay {choice['card']}", "/": f"another way to lay {choice['card']}"}


class Patches(Script):
    """Script that sends updates as patches."""

    point = Point(
        name="patches",
        sentence="A client that asks for patches acts on what they make of the update before.",
        section="Patches",
    )
    compresses = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._latest: dict[tuple[int, str], Message] = {}
        self._updates_sent = 0

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        if message["type"] != "update":
            await connection.send(message)
            return
        if connection.form == "patch":
            message = {**message, "choices": [_with_strange_keys(each) for each in message["choices"]]}
        key = (connection.number, message["match"])
        before = self._latest.get(key)
        self._latest[key] = message
        self._updates_sent += 1
        fits = before is not None and before["version"] == message["since"] and before["epoch"] == message["epoch"]
        if before is None or not fits or connection.form != "patch" or self._updates_sent % WHOLE_AGAIN == 0:
            await connection.send(message)
        else:
            await self.sends_patch(connection, before, message)

    async def sends_patch(self, connection: ScriptedConnection, before: Message, after: Message) -> None:
        """Send an update as a patch."""
        await connection.send(patch_to(before, after))

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "act" and any(each.form == "patch" for each in self.server.connections):
            action = command.get("action")
            self.check_choice(action)
            if isinstance(action, dict):
                command["action"] = {name: each for name, each in action.items() if name not in STRANGE_KEYS}
        return False

    def check_choice(self, action: Any) -> None:
        """Fail the point if the client's action is not among the offered choices."""
        for match in self.server.matches():
            offered = [_with_strange_keys(each) for each in match.choices]
            if not any(all(action.get(name) == each[name] for name in each) for each in offered):
                self.fail(f"{action} is not among the choices that the patches make.")

    async def concluded(self) -> None:
        if not any(connection.form == "patch" for connection in self.server.connections):
            self.not_asked = "The client does not ask for patches."


class PatchMisfit(Patches):
    """Script that sends patches that do not fit the previous update."""

    point = Point(
        name="patch-misfit",
        sentence="After a patch that does not fit the client says `watch_match` anew, and acts on its answer.",
        section="Patches",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._misfits: set[int] = set()
        self._is_waiting = False

    async def sends_patch(self, connection: ScriptedConnection, before: Message, after: Message) -> None:
        turns_left = after["view"]["turns_left"]
        if after["ref"] is not None or turns_left in self._misfits or turns_left not in MISFITS:
            await connection.send(after)
            return
        self._misfits.add(turns_left)
        self._is_waiting = True
        patch = patch_to(before, after)
        patch["patch"] = [{"op": "add", "path": "/choices/0", "value": NO_CHOICE}]
        if turns_left == TURNS - 1:
            patch["since"] += 7
        else:
            patch["patch"].append({"op": "replace", "path": MISFITS[turns_left], "value": 1})
        await connection.send(patch)
        self.later(self.patience.soon, self._check_is_asked)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "watch_match":
            self._is_waiting = False
        return await super().receives(connection, command)

    def check_choice(self, action: Any) -> None:
        if action == NO_CHOICE or self._is_waiting:
            self.fail("The client acted on a patch that does not fit.")

    def _check_is_asked(self) -> None:
        if self._is_waiting:
            self.fail("A patch did not fit, and the client did not say `watch_match`.")


PATCHES: tuple[type[Script], ...] = (Patches, PatchMisfit)
