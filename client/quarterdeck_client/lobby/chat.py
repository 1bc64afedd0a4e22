"""Chat requests: sending and receiving lines, and reports to the moderators."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator

from quarterdeck_protocol.lobby import chat as messages
from quarterdeck_protocol.messages import AnyFromServer
from quarterdeck_protocol.names import LineId, PlayerId, ReportId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered

Asked = tuple[messages.Where, str | None]

MOST_UNREAD = 500
"""Number of chat lines kept for a slow reader; older ones are dropped."""


class ChatRequests:
    """Chat requests of a client, and the chat lines that it receives. After a reconnect, the client joins its chats
    again.

    All requests raise the errors of `Client.ask`. A line over the quota is refused with `too_many` and not retried.
    """

    def __init__(self, ask: Ask, say: Ask) -> None:
        """Make the chat requests of a client. `ask` sends a command and returns its answer. `say` does the same for
        chat lines, but does not retry a line over the quota."""
        self._ask = ask
        self._ask_now = say
        self._received_lines: dict[Asked, deque[messages.Line]] = {}
        self._asking: set[Asked] = set()
        self._known: deque[LineId] = deque(maxlen=MOST_UNREAD)
        self._news = asyncio.Event()
        self._lost: ClientError | None = None

    async def say(self, where: messages.Where, text: str, id_: str | None = None) -> messages.Line:
        """Send a line of free text; `id_` is the table or match."""
        return await self._say(messages.Say(where=where, id=id_, text=text))

    async def say_phrase(self, where: messages.Where, phrase: messages.Phrase, id_: str | None = None) -> messages.Line:
        """Send one of the predefined phrases. Muted players may send phrases too."""
        return await self._say(messages.Say(where=where, id=id_, phrase=phrase))

    async def join_chat(self, where: messages.Where, id_: str | None = None) -> tuple[messages.Line, ...]:
        """Subscribe to the chat of the lobby, a table or a match, and return its last lines. After a match, join again
        to get the lines of its spectators."""
        asked: Asked = (where, id_)
        is_new = asked not in self._received_lines
        self._received_lines.setdefault(
            asked, deque(maxlen=MOST_UNREAD)
        )  # before the answer: the next line may come first
        self._asking.add(asked)
        try:
            return (await answered(self._ask, messages.JoinChat(where=where, id=id_), messages.ChatJoined)).lines
        except BaseException:
            if is_new:
                self._received_lines.pop(asked, None)
            raise
        finally:
            self._asking.discard(asked)

    async def lines(self, where: messages.Where, id_: str | None = None) -> AsyncIterator[messages.Line]:
        """Yield each new line of a joined chat, until `leave_chat` is called. Raises `LostError`."""
        asked: Asked = (where, id_)
        while asked in self._received_lines:
            if self._received_lines[asked]:
                yield self._received_lines[asked].popleft()
                continue
            if self._lost is not None:
                raise self._lost
            self._news.clear()
            await self._news.wait()

    async def leave_chat(self, where: messages.Where, id_: str | None = None) -> None:
        """Unsubscribe from the chat of the lobby, a table or a match."""
        self._received_lines.pop((where, id_), None)
        self._news.set()
        await answered(self._ask, messages.LeaveChat(where=where, id=id_), messages.ChatLeft)

    async def report(
        self,
        player: PlayerId,
        reason: messages.Reason,
        text: str = "",
        where: messages.Where | None = None,
        id_: str | None = None,
    ) -> ReportId:
        """Report a player to the moderators, with the last lines of the chat named by `where` and `id_`."""
        command = messages.Report(player=player, reason=reason, text=text, where=where, id=id_)
        return (await answered(self._ask, command, messages.Reported)).report

    def receive(self, message: AnyFromServer) -> None:
        """Handle a message of the server about chat."""
        if isinstance(message, messages.Said):
            self._take((message.where, message.id), message.line)
        elif isinstance(message, messages.ChatJoined) and (message.where, message.id) in self._asking:
            self._asking.discard((message.where, message.id))
            self._known.extend(line.id for line in message.lines)
        elif isinstance(message, messages.ChatJoined):  # after a reconnect: the lines sent meanwhile
            for line in message.lines:
                self._take((message.where, message.id), line)

    def resume(self) -> Iterator[FromClient]:
        """Return the commands that join all chats again after a reconnect."""
        for where, id_ in self._received_lines:
            yield messages.JoinChat(where=where, id=id_)

    def fail(self, error: ClientError) -> None:
        """Record that no more chat messages will come."""
        self._lost = error
        self._news.set()

    async def _say(self, command: messages.Say) -> messages.Line:
        return (await answered(self._ask_now, command, messages.Said)).line

    def _take(self, asked: Asked, line: messages.Line) -> None:
        received = self._received_lines.get(asked)
        if received is not None and line.id not in self._known:
            self._known.append(line.id)
            received.append(line)
            self._news.set()
