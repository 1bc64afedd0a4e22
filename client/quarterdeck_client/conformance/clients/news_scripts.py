"""Requirements for clients ("points") about late, repeated, reordered and refused messages."""

import asyncio
import copy

from quarterdeck_client.conformance.clients.script import Patience, Script
from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS, ScriptedMatch
from quarterdeck_client.conformance.points import Point

CLOCK_TICK = 0.005
"""Tolerance in seconds for the difference of two clocks over the measured time."""


class Doubled(Script):
    """Script that sends every notification twice."""

    point = Point(name="doubled", sentence="An update that comes twice is acted on once.", section="`epoch`")

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        await connection.send(message)
        if message["type"] == "update" and message["ref"] is None:
            await connection.send(message)

    async def concluded(self) -> None:
        self.faults += self.server.acted_twice()


class Reordered(Script):
    """Script that sends an older update again after a newer one."""

    point = Point(
        name="reordered", sentence="An update that comes after a newer one changes nothing.", section="`epoch`"
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._older: Message | None = None

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        await connection.send(message)
        if message["type"] == "update" and message["choices"]:
            if self._older is not None and message["ref"] is None:
                await connection.send(self._older)
            self._older = {**message, "ref": None}

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "act":
            for match in self.server.matches():
                chosen = match.chosen_at(command.get("action"))
                if chosen is not None and chosen < (match.epoch, match.version - 2):
                    words = f"The client acted on version {chosen[1]}, which came once more after version"
                    self.fail(f"{words} {match.version - 2} or later.")
        return False


class NewsFirst(Script):
    """Script that sends notifications before answers: about another table before the answer about the client's table,
    and an update before the answer to an action."""

    point = Point(
        name="answers-by-ref",
        sentence="An answer is the message with the command's `ref`, whatever of its kind comes before.",
        section="Transport",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._other = "0" * 20

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        if message["type"] == "table_changed" and message["ref"] is not None:
            other = copy.deepcopy(message)
            other["ref"] = None
            other["table"]["id"], other["table"]["match"] = self._other, self._other
            await connection.send(other)
        await connection.send(message)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if self._other in (command.get("table"), command.get("match")):
            words = f"The client took news of another table for the answer, and said `{command.get('type')}` about it."
            self.fail(words)
        return False


class Delayed(Script):
    """Script that delays an answer."""

    point = Point(name="delayed", sentence="While an answer is late, the client does not act anew.", section="`ref`")

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._was_late = False

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        is_answer = message["type"] == "update" and message["ref"] is not None and message["version"] > 1
        if is_answer and not self._was_late:
            self._was_late = True
            await connection.ping(b"one moment")
            await asyncio.sleep(self.patience.quiet / 2)
        await connection.send(message)

    async def concluded(self) -> None:
        self.faults += self.server.acted_twice()


class ActsOnce(Script):
    """Script that reports another seat's action before it answers the client's `act`: the choices are the same, but the
    version is higher."""

    point = Point(
        name="acts-once",
        sentence="While an act has no answer, the client does not act on newer updates either.",
        section="`ref`",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._waits = False

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        match = next((each for each in self.server.matches() if each.id == command.get("match")), None)
        if command.get("type") == "act" and match is not None and not self._waits and match.turns_left == TURNS - 1:
            self._waits = True
            match.go_on_elsewhere()
            await self.server.send_to_all(match)
            await asyncio.sleep(self.patience.quiet / 2)
        return False

    async def concluded(self) -> None:
        self.faults += self.server.acted_twice()


class Refusal(Script):
    """Base class of the scripts that refuse one `act`."""

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._refused: Message | None = None

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        match = next((each for each in self.server.matches() if each.id == command.get("match")), None)
        if command.get("type") != "act" or match is None:
            return False
        if self._refused is not None:
            self.act_repeated(match, command)
            return False
        if match.turns_left != TURNS - 1:
            return False
        self._refused = command
        await self.refuse(connection, match, command)
        return True

    async def refuse(self, connection: ScriptedConnection, match: ScriptedMatch, command: Message) -> None:
        """Send the refusal of an `act`."""
        raise NotImplementedError

    def act_repeated(self, match: ScriptedMatch, command: Message) -> None:
        """Handle an `act` that the client sends after one of its `act`s was refused."""


class Stale(Refusal):
    """Script that refuses one `act` with `stale`."""

    point = Point(name="stale", sentence="After `stale` the client goes on from the newest update.", section="`seen`")

    async def refuse(self, connection: ScriptedConnection, match: ScriptedMatch, command: Message) -> None:
        match.pass_by()
        text = "What was on offer then is not on offer any more."
        await self.server.refuse(connection, command, "stale", text, where="$.seen", match=match.id)
        await self.server.send_to_all(match)

    def act_repeated(self, match: ScriptedMatch, command: Message) -> None:
        if self._refused is not None and command.get("action") == self._refused.get("action"):
            self.fail("What was refused as `stale` was sent once more.")


class Unavailable(Refusal):
    """Script that refuses one `act` with `unavailable`."""

    point = Point(
        name="unavailable",
        sentence="After `unavailable` the same command is sent again under the same `ref`.",
        section="Refusals",
    )

    async def refuse(self, connection: ScriptedConnection, match: ScriptedMatch, command: Message) -> None:
        await self.server.refuse(connection, command, "unavailable", "The store cannot be reached.", match=match.id)

    async def concluded(self) -> None:
        self.faults += self.server.acted_twice()


class TooMany(Refusal):
    """Script that refuses one `act` with `too_many`."""

    point = Point(
        name="too-many",
        sentence="After `too_many` the command is sent again, and not before `retry_in`.",
        section="Refusals",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._at = 0.0

    async def refuse(self, connection: ScriptedConnection, match: ScriptedMatch, command: Message) -> None:
        self._at = asyncio.get_running_loop().time()
        text = "Too many commands."
        await self.server.refuse(connection, command, "too_many", text, match=match.id, retry_in=self._milliseconds)

    @property
    def _milliseconds(self) -> int:
        return round(self.patience.quiet * 1000 / 4)

    def act_repeated(self, match: ScriptedMatch, command: Message) -> None:
        waited = asyncio.get_running_loop().time() - self._at
        if waited + CLOCK_TICK < self._milliseconds / 1000:
            words = f"It came again after {round(waited * 1000)} milliseconds, where `retry_in` was"
            self.faults.append(f"{words} {self._milliseconds}.")
        self._at = float("-inf")


class Forgets(Script):
    """Script that loses stored entries of a match, and sends `rewound` and a higher `epoch`."""

    point = Point(
        name="forgets",
        sentence="After a higher `epoch` the client goes on from there, whatever the version, and says the `epoch`.",
        section="`epoch`",
    )

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        if match.epoch == 0 and match.turns_left == TURNS - 2:
            rewound = match.forget()
            for each in self.server.connections:
                if self.gets_news(each, match):
                    await self.sends(each, rewound)
            await self.server.send_to_all(match)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "act":
            for match in self.server.matches():
                chosen = match.chosen_at(command.get("action"))
                if chosen is not None and chosen[0] > 0 and command.get("epoch") != chosen[0]:
                    said = command.get("epoch")
                    self.faults.append(f"The client acted in epoch {chosen[0]}, and said {said} for it.")
        return False


class AsksUndo(Script):
    """Script in which the other seat asks once to take its last action back."""

    point = Point(
        name="undo-asked",
        sentence="A request to take an action back stops no client: it answers, or acts on.",
        section="Undo by consent",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._has_asked = False

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        if match.turns_left == TURNS - 2 and not self._has_asked:
            self._has_asked = True
            match.ask_undo()
            await self.server.send_to_all(match)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "answer_undo":
            text = "There is no request that you can answer: it has ended."
            await self.server.refuse(connection, command, "undo_over", text, where="$.action")
            return True
        return False


NEWS: tuple[type[Script], ...] = (
    *(Doubled, Reordered, NewsFirst, Delayed, ActsOnce, Stale, Unavailable, TooMany, Forgets, AsksUndo),
)
