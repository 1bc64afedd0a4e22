"""Chat commands of one connection, and the lines that it receives."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

import msgspec
from quarterdeck_protocol.lobby.chat import (
    ChatJoined,
    ChatLeft,
    JoinChat,
    LeaveChat,
    Report,
    Reported,
    Said,
    Say,
    Where,
)
from quarterdeck_protocol.names import LineId, MatchId, Milliseconds, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.chat.lines import ChatLineRecord, ChatPlace, place_asked_for, shown
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import REPORT, REPORT_FROM, SAY_FROM
from quarterdeck_server.web.watched_tables import WatchedTables

MOST_PLACES = 64
"""Chat places that one connection may follow."""

MOST_SENT_LINES = 512
LONGEST_DELAY = 3_600_000
"""Longest delay of a line in milliseconds. Lines with a longer delay are not sent."""

LEAST_WAIT = 0.01
"""Least seconds to wait for a clock that is behind the expected time."""

LINES_REPORTED = 20
"""Number of the last lines that go with a report."""

Asked = tuple[Where, str | None]


class ExportedChat(msgspec.Struct, frozen=True):
    """The chats that one connection follows, and the newest lines that it was sent, for a move to another process."""

    joined: tuple[Asked, ...]
    sent_lines: tuple[LineId, ...]
    """The newest lines that the connection was sent."""


class ChatCommands:
    """Chat commands and notifications of one connection. Handlers have the names of their commands."""

    __slots__ = ("_caller", "_chat", "_joined", "_later", "_quotas", "_sent_lines", "_watches")

    def __init__(self, caller: Caller, watched: WatchedTables) -> None:
        """Make the chat commands of a connection. `watched` contains the tables that the connection follows."""
        self._caller = caller
        self._watches = watched.watches
        watched.when_hidden = self._leave_table
        watched.when_shut_out.append(lambda _: self._caller.belonging.own(self._leave_matches()))
        self._chat = caller.services.chat
        self._quotas = caller.services.quotas
        self._joined: dict[Asked, tuple[ChatPlace, ...]] = {}
        self._sent_lines: OrderedDict[LineId, None] = OrderedDict()
        """The newest lines that were sent here, so that each is sent once."""

        self._later: set[asyncio.TimerHandle] = set()
        """Lines that are sent with a delay."""

    async def say(self, identity: Identity, message: Say) -> Said:
        with self._quotas.taking(SAY_FROM, self._caller.address):
            id_ = self._chat.id_for(identity.player.id, message)
            self._is_new(id_)  # it is sent as the answer, not before it
            line = await self._chat.send(identity, message, id_, watches=self._watches)
            return Said(where=line.place.where, id=line.place.id, line=shown(line))

    async def leave_chat(self, identity: Identity, message: LeaveChat) -> ChatLeft:
        self._unsubscribe((message.where, message.id))
        return ChatLeft(where=message.where, id=message.id)

    def export(self) -> ExportedChat | None:
        """Return the chat state for another process to continue with; `None` if a line is still to be sent."""
        return None if self._later else ExportedChat(tuple(self._joined), tuple(self._sent_lines))

    async def resume_with(self, identity: Identity, chat: ExportedChat) -> None:
        """Follow the chat places that this connection followed at another process. Raises `CommandRefused`,
        `Unavailable`."""
        self.mark_as_sent(chat.sent_lines)
        for asked in chat.joined:
            self._subscribe(asked, await self._readable_places(identity, *asked))

    def mark_as_sent(self, lines: Iterable[LineId]) -> None:
        """Mark these lines as sent, so that they are not sent again."""
        for line in lines:
            self._is_new(line)

    def leave(self) -> None:
        """Stop following all chat rooms."""
        for asked in list(self._joined):
            self._unsubscribe(asked)
        for later in self._later:
            later.cancel()
        self._later.clear()

    async def join_chat(self, identity: Identity, message: JoinChat) -> None:
        asked: Asked = (message.where, message.id)
        if asked not in self._joined and len(self._joined) >= MOST_PLACES:
            text = Text("One connection can join at most {most_places} chats.", most_places=MOST_PLACES)
            raise CommandRefused(RefusalCode.WATCHING_TOO_MANY, text, "$.where")
        places = await self._readable_places(identity, message.where, message.id)
        meanwhile: list[ChatLineRecord] = []

        def deliver(line: ChatLineRecord) -> None:
            meanwhile.append(line)

        for place in places:  # first subscribe, then read: lines in between are not lost
            self._chat.subscribe(place, deliver)
        try:
            last = await self._chat.last(places, identity.player.id)
        finally:
            for place in places:
                self._chat.unsubscribe(place, deliver)
        if asked in self._joined:
            self._unsubscribe(asked)
        for line in last:
            self._is_new(line.id)
        lines = tuple(shown(line) for line in last if self._may_receive(line))
        self._caller.send(ChatJoined(where=message.where, id=message.id, lines=lines, ref=message.ref))
        for line in meanwhile:
            self._deliver(line)
        now = self._caller.identity()
        if (
            now is not None and now.player.id == identity.player.id
        ):  # a new player must not receive lines of the previous one
            self._subscribe(asked, places)

    def _subscribe(self, asked: Asked, places: tuple[ChatPlace, ...]) -> None:
        self._joined[asked] = places
        for place in places:
            self._chat.subscribe(place, self._deliver)
        self._chat.subscribe_to_gaps(self._missed)

    def _unsubscribe(self, asked: Asked) -> None:
        places = self._joined.pop(asked, None)
        if places is None:
            place_asked_for(*asked)
            raise CommandRefused(RefusalCode.NOT_LISTENING, Text("You have not joined this chat."), "$.id")
        for place in places:
            self._chat.unsubscribe(place, self._deliver)
        if not self._joined:
            self._chat.unsubscribe_from_gaps(self._missed)

    def _leave_table(self, table: TableId) -> None:
        """Stop following the chat of a table that the player may not find any more."""
        if (Where.TABLE, table) in self._joined:
            self._unsubscribe((Where.TABLE, table))

    async def _leave_matches(self) -> None:
        """Stop following the chats of matches that the player may not watch any more."""
        identity = self._caller.identity()
        if identity is None:
            return
        for asked in [each for each in self._joined if each[0] is Where.MATCH]:
            try:
                await self._chat.readable_places(identity.player, *asked, watches=self._watches)
            except (CommandRefused, Unavailable):
                if asked in self._joined:
                    self._unsubscribe(asked)

    async def report(self, identity: Identity, message: Report) -> Reported:
        with self._quotas.taking(REPORT, identity.player.id), self._quotas.taking(REPORT_FROM, self._caller.address):
            said: list[ChatLineRecord] = []
            if message.where is Where.CONVERSATION:
                said = await self._private_lines(identity, message)
            elif message.where is not None:
                places = await self._readable_places(identity, message.where, message.id)
                said = await self._chat.last(places, identity.player.id, LINES_REPORTED)
            return Reported(report=await self._caller.services.reports.file(identity, message, said))

    async def _private_lines(self, identity: Identity, message: Report) -> list[ChatLineRecord]:
        """Return the last private messages with the reported player."""
        if message.id != message.player:
            text = Text("Only the messages of the reported player go with a report: repeat `player` in `id`.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.id")
        return await self._caller.services.private_messages.lines(identity.player.id, message.player, LINES_REPORTED)

    async def _readable_places(self, identity: Identity, where: Where, id_: str | None) -> tuple[ChatPlace, ...]:
        if where is Where.MATCH and id_ is not None:
            await self._caller.match(MatchId(id_))
        return await self._chat.readable_places(identity.player, where, id_, watches=self._watches)

    def _deliver(self, line: ChatLineRecord) -> None:
        if line.others_from:
            identity, now = self._caller.identity(), self._caller.services.matches.clock.now()
            if identity is not None and not line.visibility.is_open_to(identity.player.id, now):
                self._deliver_later(line, now)
                return
        if self._is_new(line.id) and self._may_receive(line):
            self._caller.send_frame(self._chat.frame_of(line))

    def _deliver_later(self, line: ChatLineRecord, now: Milliseconds) -> None:
        """Send a line when it is due, if its place is still followed here then."""
        if line.visibility.others_from - now > LONGEST_DELAY:
            return  # it is for those at the table alone

        def deliver() -> None:
            self._later.discard(later)
            if any(line.place in places for places in self._joined.values()):
                self._deliver(line)

        seconds = max((line.visibility.others_from - now) / 1000, LEAST_WAIT)
        later = asyncio.get_running_loop().call_later(seconds, deliver)
        self._later.add(later)

    def _may_receive(self, line: ChatLineRecord) -> bool:
        """True if the current player of this connection may receive the chat line: the player has not muted or blocked
        its author, and the line is not withheld from the player."""
        identity = self._caller.identity()
        return (
            identity is not None
            and identity.player.id not in line.withheld
            and (not identity.avoided or avoided_as(line.player).isdisjoint(avoided for avoided, _ in identity.avoided))
        )

    def _is_new(self, id_: LineId) -> bool:
        """True if a chat line was not sent to this connection yet. It counts as sent from now on."""
        is_new = id_ not in self._sent_lines
        self._sent_lines[id_] = None
        if len(self._sent_lines) > MOST_SENT_LINES:
            self._sent_lines.popitem(last=False)
        return is_new

    def _missed(self) -> None:
        self._caller.belonging.own(self._catch_up())

    async def _catch_up(self) -> None:
        """Send the chat lines that were written while the connection received none."""
        identity = self._caller.identity()
        if identity is None:
            return
        for asked, places in list(self._joined.items()):
            try:
                last = await self._chat.last(places, identity.player.id)
            except Unavailable:
                return  # when the store is back, it is said again that something was missed
            if asked in self._joined:
                for line in last:
                    self._deliver(line)
