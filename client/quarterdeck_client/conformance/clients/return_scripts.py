"""Requirements for clients ("points") about connections that end, and clients that come back."""

import asyncio

from aiohttp import web

from quarterdeck_client.conformance.clients.script import Patience, Script
from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import TURNS, ScriptedMatch
from quarterdeck_client.conformance.points import Point

BEHIND = 1013
"""Close code of a connection for points that are not about the close code."""

STORM = 5
"""Number of consecutive connections that the script closes at once."""

SHORTEST_PAUSES = 0.3
"""Minimum seconds that a client with growing pauses needs for that many reconnects."""


class Return(Script):
    """Base class of the scripts that close the connection while the client has to act, and expect it to come back."""

    code: int | None = BEHIND
    """The close code; with `None` the connection breaks without one."""

    ends_at = frozenset({TURNS - 1})
    """The numbers of turns left at which the script ends the connection."""

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._ended_at: set[int] = set()

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        if match.turns_left in self.ends_at - self._ended_at:
            self._ended_at.add(match.turns_left)
            await self.end(connection)

    async def end(self, connection: ScriptedConnection) -> None:
        """End a connection."""
        if self.code is None:
            connection.cut()
        else:
            await connection.close(self.code)

    async def concluded(self) -> None:
        if self._ended_at and len(self.server.connections) == 1:
            how = "broke" if self.code is None else f"was closed with {self.code}"
            self.faults.append(f"The connection {how}, and the client did not come back.")


class Cut(Return):
    """Script that breaks the connection without a close frame."""

    point = Point(
        name="cut",
        sentence="The client comes back when the connection breaks without a goodbye.",
        section="How a connection ends",
    )
    code = None


class Mistake(Return):
    """Script that closes the connection with the code for an internal error."""

    point = Point(name="mistake-1011", sentence="The client comes back after 1011.", section="How a connection ends")
    code = 1011


class Restart(Return):
    """Script that closes the connection like a server that restarts."""

    point = Point(
        name="restart-1012",
        sentence="The client comes back after 1012, and soon, for another process answers.",
        section="How a connection ends",
    )
    code = 1012

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._since: float | None = None

    async def end(self, connection: ScriptedConnection) -> None:
        self._since = asyncio.get_running_loop().time()
        await super().end(connection)

    def handshake(self, request: web.Request) -> None:
        if self._since is not None:
            waited = asyncio.get_running_loop().time() - self._since
            if waited > self.patience.soon:
                self.faults.append(f"The client came back {waited:.1f} seconds after 1012.")
            self._since = None


class Drain(Return):
    """Script that closes the connection like a server that restarts, and refuses connections for a while."""

    point = Point(
        name="drain",
        sentence="A client that is not let in for a while (503) tries again.",
        section="How a connection ends",
    )
    most_refused = 3

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._refused = 0

    def refusal_of_handshake(self) -> int | None:
        if self._ended_at and self._refused < self.most_refused:
            self._refused += 1
            return web.HTTPServiceUnavailable.status_code
        return None

    async def concluded(self) -> None:
        if self._refused < self.most_refused and self._ended_at:
            self.faults.append(f"The client was not let in {self._refused} times, and gave up.")


class Pauses(Return):
    """Script that closes several connections as soon as they are open."""

    point = Point(
        name="pauses",
        sentence="Between one attempt to come back and the next the client waits a little.",
        section="How a connection ends",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._came: list[float] = []

    async def opened(self, connection: ScriptedConnection) -> None:
        if self._ended_at and len(self._came) < STORM:
            self._came.append(self.patience.clock())
            await connection.close(BEHIND)

    async def concluded(self) -> None:
        if len(self._came) == STORM and self._came[-1] - self._came[0] < SHORTEST_PAUSES:
            milliseconds = round((self._came[-1] - self._came[0]) * 1000)
            self.faults.append(f"The client came back {STORM} times within {milliseconds} milliseconds.")


class Silent(Return):
    """Script that sends nothing more on a connection, and does not close it."""

    point = Point(
        name="silence",
        sentence="A connection on which nothing comes for `limits.silence` is left, and the client comes back.",
        section="How a connection ends",
    )

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        if message["type"] == "welcome":
            limits = {**message["limits"], "silence": round(self.patience.quiet * 1000)}
            message = {**message, "limits": limits}
        await connection.send(message)

    async def end(self, connection: ScriptedConnection) -> None:
        connection.is_dead = True
        self.later(self.patience.quiet + self.patience.soon, lambda: self._check_deal(connection))

    def _check_deal(self, connection: ScriptedConnection) -> None:
        if connection is self.server.connections[-1]:
            self.fail("Nothing came on the connection any more, and the client did not leave it.")

    async def concluded(self) -> None:
        """Return no further faults, because all of them were recorded when the time was up."""


class SameToken(Return):
    """Script that checks that the client signs in as the same player again."""

    point = Point(
        name="token",
        sentence="A client that comes back presents its token, and is the same player.",
        section="Coming back",
    )

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") == "sign_in" and self._ended_at and command.get("token") is None:
            self.faults.append("The client came back without its token: as another player, who has no seat.")
        return False


class NewestToken(Return):
    """Script that checks that the client signs in with its newest token."""

    point = Point(
        name="newest-token",
        sentence="Of all tokens that the client was given it presents the newest.",
        section="Sign in",
    )
    ends_at = frozenset({TURNS - 1, TURNS - 2})

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        token = command.get("token")
        if command.get("type") == "sign_in" and token is not None and token != self.server.tokens[-1]:
            self.faults.append("The client presented a token that was no longer its newest.")
        return False


class WatchesAgain(Return):
    """Script of a server that, after a lost connection, sends nothing about a match until the client subscribes to it
    again."""

    point = Point(
        name="watches-again",
        sentence="On a new connection the client says `watch_match` for each match that it follows.",
        section="Coming back",
    )

    def gets_news(self, connection: ScriptedConnection, match: ScriptedMatch) -> bool:
        return super().gets_news(connection, match) and match.id in connection.watched

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if self._ended_at and command.get("type") == "sign_in":
            self.later(self.patience.soon, lambda: self._check_deal(connection))
        return False

    def _check_deal(self, connection: ScriptedConnection) -> None:
        if not connection.watched and not connection.is_over and connection is self.server.newest:
            self.fail("The client came back, and did not say `watch_match` there.")


class SinceLink(Return):
    """Script that checks the fields `since` and `link` of a client that subscribes again."""

    point = Point(
        name="since-link", sentence="With `since` the client says the `link` of that version.", section="Coming back"
    )

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if command.get("type") != "watch_match" or not self._ended_at:
            return False
        since, link = command.get("since"), command.get("link")
        for match in self.server.matches():
            if match.id != command.get("match"):
                continue
            if not since:
                self.not_asked = "The client says no `since` when it comes back."
            elif since > match.version:
                self.faults.append(f"The client says it has version {since} of a match that has {match.version}.")
            elif link != match.link(since):
                self.faults.append(f"The client says `since` {since}, and not the link of that version.")
        return False


class Forks(Return):
    """Script that sends a different link for a known version, to a client that checks links."""

    point = Point(
        name="fork", sentence="A client that is told two links of one version goes on with neither.", section="Fairness"
    )
    is_played_out = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._last_version: int | None = None

    async def sends(self, connection: ScriptedConnection, message: Message) -> None:
        is_news = message["type"] == "update" and message["choices"] and message["ref"] is None
        if (
            self._last_version is None
            and is_news
            and message["view"]["turns_left"] == TURNS - 2
            and self.not_asked is None
        ):
            self._last_version = message["version"] - 1
            self.later(self.patience.quiet, self.over.set)
            await connection.send(
                {**message, "version": self._last_version, "since": self._last_version, "link": "f" * 64, "choices": []}
            )
        await connection.send(message)

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        if self._last_version is not None and command.get("type") == "act":
            self.fail(f"The client was told two links of version {self._last_version}, and went on.")
        if command.get("type") == "watch_match" and self._ended_at and command.get("link") is None:
            self.not_asked = "The client keeps no links: it says none when it comes back."
        return False

    async def concluded(self) -> None:
        await super().concluded()
        if self._last_version is None and self.not_asked is None:
            self.faults.append("The client did not play until it was told two links of one version.")


class AnswerLost(Script):
    """Script that loses the answer to one `act`, and another `act` before it is carried out."""

    point = Point(
        name="answer-lost",
        sentence="What has no answer when a connection ends is sent once more under the same `ref`, on the next one.",
        section="`ref`",
    )

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._lost: set[int] = set()

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool:
        match = next((each for each in self.server.matches() if each.id == command.get("match")), None)
        if command.get("type") != "act" or match is None or match.turns_left in self._lost:
            return False
        if match.turns_left == TURNS - 1:
            self._lost.add(match.turns_left)
            self.server.keep_silently(match, command)
            await connection.close(BEHIND)
            return True
        if match.turns_left == TURNS - 3:
            self._lost.add(match.turns_left)
            await connection.close(BEHIND)
            return True
        return False

    async def concluded(self) -> None:
        self.faults += self.server.acted_twice()


class NotAgain(Script):
    """Base class of the scripts that close the connection with a code after which a client must not come back."""

    code: int
    is_played_out = False

    def __init__(self, patience: Patience) -> None:
        super().__init__(patience)
        self._is_closed = False

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None:
        if not self._is_closed and match.turns_left == TURNS - 1:
            self._is_closed = True
            self.later(self.patience.quiet, self.over.set)
            await connection.close(self.code)

    def handshake(self, request: web.Request) -> None:
        if self._is_closed:
            self.fail(f"The client came back by itself after {self.code}.")

    async def concluded(self) -> None:
        if not self._is_closed:
            self.faults.append("The client did not play until its connection was closed.")


class TakenElsewhere(NotAgain):
    """Script that closes the connection because the session continues on a newer one."""

    point = Point(
        name="taken-elsewhere-4001",
        sentence="A client whose session goes on elsewhere (4001) does not come back by itself.",
        section="How a connection ends",
    )
    code = 4001


class Disconnected(NotAgain):
    """Script that closes the connection because a moderator has disconnected the player."""

    point = Point(
        name="disconnected-4002",
        sentence="A client that a moderator has disconnected (4002) does not come back by itself.",
        section="How a connection ends",
    )
    code = 4002


class Banned(NotAgain):
    """Script that closes the connection because a moderator has banned the player."""

    point = Point(
        name="banned-4003",
        sentence="A client that a moderator has banned (4003) does not come back.",
        section="How a connection ends",
    )
    code = 4003


RETURNS: tuple[type[Script], ...] = (
    *(Cut, Silent, Mistake, Restart, Drain, Pauses, SameToken, NewestToken, WatchesAgain, SinceLink, Forks),
    AnswerLost,
    *(TakenElsewhere, Disconnected, Banned),
)
