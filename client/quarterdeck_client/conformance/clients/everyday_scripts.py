"""Requirements for clients ("points") in a session in which nothing goes wrong."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from aiohttp import web
from quarterdeck_protocol.encoding.strict_json import NotAsExpected, read_strictly
from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION, SUBPROTOCOL
from quarterdeck_protocol.messages import AnyFromClient

from quarterdeck_client.conformance.clients.script import Patience, Script
from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS, ScriptedMatch
from quarterdeck_client.conformance.clients.scripted_server import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from quarterdeck_client.conformance.clients.scripted_table import ScriptedTable
from quarterdeck_client.conformance.points import Point

LEAST_ENTROPY = 16
"""Minimum length of a share of entropy: 16 base64 characters are 96 bits, too many to guess before a match begins."""

ONCE_EACH = frozenset(
    {"act", "resign", "open_table", "add_bot", "sit", "ready", "reveal", "stand", "rematch", "say", "report"}
)
"""Commands that the server carries out only once for one `ref`."""


class Plays(Script):
    """Script of a server that does nothing unusual."""

    point = Point(name="plays", sentence="The client plays a long match to its end.", section="A match")
    turns = 4 * TURNS


class Handshake(Script):
    """Script that checks the client's handshake."""

    point = Point(
        name="subprotocol", sentence="The handshake asks for the subprotocol quarterdeck.v1.", section="Transport"
    )

    def handshake(self, request: web.Request) -> None:
        asked = request.headers.get("Sec-WebSocket-Protocol", "")
        if SUBPROTOCOL not in [each.strip() for each in asked.split(",")]:
            self.faults.append(f"The handshake asked for the subprotocols “{asked}”, without {SUBPROTOCOL}.")


class Commands(Script):
    """Script that decodes every frame as strictly as the present server does."""

    point = Point(
        name="commands",
        sentence="Every frame is a command of protocol 1, without a field that no server has named.",
        section="Versions",
    )

    async def concluded(self) -> None:
        for frame in self.server.frames:
            try:
                read_strictly(frame, AnyFromClient)
            except NotAsExpected as fault:
                self.faults.append(f"{fault.fault.text} ({fault.fault.where} of {_type_of(frame)})")
        for said in self.server.received:
            if said.get("type") == "hello" and said.get("protocol", PROTOCOL_VERSION) != PROTOCOL_VERSION:
                self.faults.append(f"The client says hello in version {said['protocol']} of the protocol.")


class Choices(Script):
    """Script that checks that the client's actions are among the offered choices."""

    point = Point(
        name="choices",
        sentence="What the client does is one of the newest update's choices, as it was offered.",
        section="A match",
    )

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "act":
            for match in self.server.matches():
                if match.id == command.get("match") and match.chosen_at(command.get("action")) is None:
                    self.faults.append(f"{command.get('action')} was never among the choices.")
        return False


class OpenChoice(Script):
    """Script that offers one open choice for several actions, as games added by a host may do."""

    point = Point(
        name="open-choice",
        sentence="A choice that says `one_of` is answered with one of what it lists, and without `one_of`.",
        section="Choices",
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        choices = message.get("choices")
        if choices:
            cards = [choice["card"] for choice in choices]
            message = {**message, "choices": [{**choices[0], "card": cards, "one_of": "card"}]}
        await super().sends(connection, message)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") != "act":
            return False
        match command.get("action"):
            case {"card": [str() as card], **rest} if "one_of" not in rest:
                command["action"] = {**rest, "card": card}  # which is how it is kept
                return False
            case action:
                text = "The server does not choose for you: name one of `card`, and send no `one_of`."
                await self.server.refuse(connection, command, "incomplete", text, where="$.action.card")
                self.fail(f"The client sent {action}.")
                return True


class Seen(Script):
    """Script that checks the field `seen` of the client's actions."""

    point = Point(
        name="seen", sentence="`seen` is the version of the update from which the action was chosen.", section="`seen`"
    )

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "act":
            for match in self.server.matches():
                chosen = match.chosen_at(command.get("action"))
                if chosen is not None and command.get("seen") != chosen[1]:
                    words = f"The client says it has seen {command.get('seen')} with a choice of version {chosen[1]}."
                    self.faults.append(words)
        return False


class Refs(Script):
    """Script that checks the `ref` of the client's commands."""

    point = Point(
        name="refs",
        sentence="Every command that is carried out once has a `ref`, and no `ref` names two of them.",
        section="`ref`",
    )

    async def concluded(self) -> None:
        named: dict[Any, Message] = {}
        for said in self.server.received:
            if said.get("type") not in ONCE_EACH:
                continue
            ref = said.get("ref")
            if ref is None:
                self.faults.append(f"A command `{said['type']}` has no `ref`.")
            elif named.setdefault(ref, said) != said:
                self.faults.append(f"The `ref` {ref} names a `{named[ref]['type']}` and another `{said['type']}`.")


class RefsAfterReconnect(Script):
    """Script that starts the client twice, and checks that the second run uses other values of `ref`."""

    point = Point(
        name="refs-anew",
        sentence="No `ref` of one run of the client is one of another run: it may be the same player's.",
        section="`ref`",
    )
    runs = 2

    async def concluded(self) -> None:
        if len(self.starts) < self.runs:
            return  # it did not play to the end, which every point reports
        first, second = self.server.received[: self.starts[1]], self.server.received[self.starts[1] :]
        if not second:
            self.not_asked = "Nobody came a second time."
        again = _refs_of(first) & _refs_of(second)
        if again:
            self.faults.append(f"The client names commands of both runs {', '.join(sorted(again)[:3])}.")


def _refs_of(received: Sequence[Message]) -> set[str]:
    return {str(said["ref"]) for said in received if said.get("type") in ONCE_EACH and said.get("ref") is not None}


class Reveals(Script):
    """Script that asks the client to reveal the share of entropy whose hash it has sent."""

    point = Point(
        name="reveal",
        sentence="A client that has bound entropy reveals just that, as soon as the table is `revealing`.",
        section="Tables",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._is_asked = False

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "reveal":
            table = self.server.tables.get(str(command.get("table")))
            if table is not None and not table.reveals(command.get("entropy")):
                self.faults.append("What the client revealed is not what it had bound.")
        bound = command.get("entropy_hash")
        table = self.server.tables.get(str(command.get("table")))
        if command.get("type") != "ready" or table is None or not isinstance(bound, str):
            return False
        if not self._is_asked:
            self._is_asked = True
            table.ask_to_reveal(bound)
            self.later(self.patience.soon, lambda: self._check_deal(table))
        await self.sends(connection, table.changed(command.get("ref")))
        return True

    def _check_deal(self, table: ScriptedTable) -> None:
        if table.match is None:
            self.fail("The client bound a share of entropy, and did not reveal it.")

    async def concluded(self) -> None:
        if not self._is_asked:
            self.not_asked = "The client binds no entropy."


class RevealsWhatIsShown(Script):
    """Script that first shows a wrong hash at the client's seat, then a wrong commitment, and then the right values."""

    point = Point(
        name="reveal-checked",
        sentence="Under another hash at its own place, or another commitment, the client does not reveal.",
        section="Tables",
    )
    is_played_out = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._wrong = ""

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        table = self.server.tables.get(str(command.get("table")))
        if command.get("type") == "reveal" and self._wrong:
            self.fail(f"The client revealed its share under another {self._wrong}.")
        bound = command.get("entropy_hash")
        if command.get("type") != "ready" or table is None or not isinstance(bound, str):
            return False
        if table.bound is None:
            committed = table.commitment
            table.ask_to_reveal(bound)
            self._wrong = "hash at its own place"
            table.show(hashlib.sha256(b"another share").hexdigest(), committed)
            self.later(self.patience.quiet, lambda: self._go_on(connection, table, "commitment", "f" * 64))
            self.later(2 * self.patience.quiet, lambda: self._go_on(connection, table, "", committed))
            self.later(2 * self.patience.quiet + self.patience.soon, self.over.set)
        await self.sends(connection, table.changed(command.get("ref")))
        return True

    def _go_on(self, connection: ScriptedConnection, table: ScriptedTable, wrong: str, commitment: str) -> None:
        self._wrong = wrong
        table.show(None, commitment)
        self._telling = asyncio.ensure_future(self.sends(connection, table.changed(None)))

    async def concluded(self) -> None:
        if not any(table.bound for table in self.server.tables.values()):
            self.not_asked = "The client binds no entropy."


class Entropy(Reveals):
    """Script that starts the client twice, and compares the shares of entropy that it binds and reveals."""

    point = Point(
        name="entropy",
        sentence=f"Each share of entropy is a fresh one, and has at least {LEAST_ENTROPY} characters.",
        section="Tables",
    )
    runs = 2
    is_played_out = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._bound: dict[str, str] = {}
        """By table, the first hash by which the client bound its share of entropy."""

        self._asked_at: set[str] = set()

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        entropy = command.get("entropy")
        if command.get("type") == "reveal" and isinstance(entropy, str) and len(entropy) < LEAST_ENTROPY:
            self.faults.append(f"A share of {len(entropy)} characters can be guessed from its hash.")
        if command.get("type") == "ready" and isinstance(bound := command.get("entropy_hash"), str):
            self._bound.setdefault(str(command.get("table")), bound)
            self._is_asked = str(command.get("table")) in self._asked_at  # again at each table
            self._asked_at.add(str(command.get("table")))
        return await super().receives(connection, command)

    def _check_deal(self, table: ScriptedTable) -> None:
        if table.match is None:
            self.over.set()  # which is for another point

    async def concluded(self) -> None:
        await super().concluded()
        if len(set(self._bound.values())) < len(self._bound):
            self.faults.append("The client bound the same share for two matches.")


class Pace(Script):
    """Script that checks the client's commands against the rate limits."""

    point = Point(
        name="pace",
        sentence="The client says no more at once, and in a second, than `limits` of `welcome` allow.",
        section="Limits",
    )
    turns = 4 * TURNS
    is_played_out = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._said: dict[int, tuple[float, float]] = {}
        """By connection, the number of recent commands that count against the limit, and the time of that count."""

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        now = asyncio.get_running_loop().time()
        before, at = self._said.get(connection.number, (0.0, now))
        said = max(0.0, before - (now - at) * MESSAGES_PER_SECOND) + 1
        self._said[connection.number] = (said, now)
        if said > MESSAGES_AT_ONCE:
            self.fail(f"The client says more than {MESSAGES_AT_ONCE} commands at once.")
        return False


class Addresses(Script):
    """Script that checks the addresses that the client requests."""

    point = Point(
        name="token-address", sentence="No address that the client asks for has a token in it.", section="Secrets"
    )
    is_played_out = False

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        if connection.number == 1 and match.turns_left == TURNS - 1:
            connection.cut()  # who comes back has a token

    async def concluded(self) -> None:
        for address in self.server.addresses:
            query = parse_qsl(urlsplit(address).query, keep_blank_values=True)
            has_name = any("token" in name.lower() for name, _ in query)
            if has_name or any(token in unquote(address) for token in self.server.tokens):
                self.faults.append(f"The client asked for {urlsplit(address).path} with a token in the address.")


class Pings(Script):
    """Script that sends pings, and expects a pong with the same bytes."""

    point = Point(name="pings", sentence="A ping is answered by a pong with the same bytes.", section="Transport")

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        await connection.ping(b"still there?")

    async def concluded(self) -> None:
        if not any(b"still there?" in connection.pongs for connection in self.server.connections):
            self.faults.append("No ping was answered.")


def _type_of(frame: bytes) -> str:
    return frame[:80].decode(errors="replace")


EVERYDAY: tuple[type[Script], ...] = (
    *(Handshake, Addresses, Plays, Pace, Commands, Choices, OpenChoice, Seen, Refs, RefsAfterReconnect, Pings),
    *(Reveals, RevealsWhatIsShown, Entropy),
)
