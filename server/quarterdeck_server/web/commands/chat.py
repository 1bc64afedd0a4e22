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
from quarterdeck_protocol.names import LineId, MatchId, Milliseconds, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.chat.lines import ChatLineRecord, ChatPlace, place_asked_for, shown
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.followed_tables import FollowedTables
from quarterdeck_server.web.rate_limit.quotas import REPORT, REPORT_FROM, SAY_FROM

MOST_PLACES = 64
"""Chat places that one connection may follow."""

MOST_KNOWN = 512
LONGEST_DELAY = 3_600_000
"""Longest delay of a line in milliseconds. Lines with a longer delay are not sent."""

LEAST_WAIT = 0.01
"""Least seconds to wait for a clock that is behind the expected time."""

LINES_REPORTED = 20
"""Number of the last lines that go with a report."""

Asked = tuple[Where, str | None]


class CarriedTalk(msgspec.Struct, frozen=True):
    """The chats that one connection follows, and the newest lines that it was sent, for a move to another process."""

    heard: tuple[Asked, ...]
    known: tuple[LineId, ...]
    """The newest lines that the connection was sent."""


class ChatCommands:
    """Chat commands and notifications of one connection. Handlers have the names of their commands."""

    __slots__ = ("_caller", "_follows", "_heard", "_known", "_later", "_quotas", "_talk")

    def __init__(self, caller: Caller, followed: FollowedTables) -> None:
        """Make the chat commands of a connection. `followed` contains the tables that the connection follows."""
        self._caller = caller
        self._follows = followed.follows
        followed.when_hidden = self._leave_table
        self._talk = caller.services.talk
        self._quotas = caller.services.quotas
        self._heard: dict[Asked, tuple[ChatPlace, ...]] = {}
        self._known: OrderedDict[LineId, None] = OrderedDict()
        """The newest lines that were sent here, so that each is sent once."""

        self._later: set[asyncio.TimerHandle] = set()
        """Lines that are sent with a delay."""

    async def say(self, who: Identity, message: Say) -> None:
        with self._quotas.taking(SAY_FROM, self._caller.address):
            id_ = self._talk.id_for(who.player.id, message)
            self._is_new(id_)  # it is sent as the answer, not before it
            line = await self._talk.say(who, message, id_, follows=self._follows)
            self._notify(line, message.ref)

    async def leave_chat(self, who: Identity, message: LeaveChat) -> ChatLeft:
        self._unlisten((message.where, message.id))
        return ChatLeft(where=message.where, id=message.id)

    def carried(self) -> CarriedTalk | None:
        """Return the chat state for another process to continue with; `None` if a line is still to be sent."""
        return None if self._later else CarriedTalk(tuple(self._heard), tuple(self._known))

    async def resume_with(self, who: Identity, talk: CarriedTalk) -> None:
        """Follow the chat places that this connection followed at another process. Raises `CommandRefused`,
        `Unavailable`."""
        self.know(talk.known)
        for asked in talk.heard:
            self._hear(asked, await self._heard_by(who, *asked))

    def know(self, lines: Iterable[LineId]) -> None:
        """Mark these lines as sent, so that they are not sent again."""
        for line in lines:
            self._is_new(line)

    def leave(self) -> None:
        """Stop following all chat rooms."""
        for asked in list(self._heard):
            self._unlisten(asked)
        for later in self._later:
            later.cancel()
        self._later.clear()

    async def join_chat(self, who: Identity, message: JoinChat) -> None:
        asked: Asked = (message.where, message.id)
        if asked not in self._heard and len(self._heard) >= MOST_PLACES:
            text = Text("One connection can join at most {most_places} chats.", most_places=MOST_PLACES)
            raise CommandRefused(RefusalCode.WATCHING_TOO_MANY, text, "$.where")
        places = await self._heard_by(who, message.where, message.id)
        meanwhile: list[ChatLineRecord] = []

        def deliver(line: ChatLineRecord) -> None:
            meanwhile.append(line)

        for place in places:  # first subscribe, then read: lines in between are not lost
            self._talk.subscribe(place, deliver)
        try:
            last = await self._talk.last(places, who.player.id)
        finally:
            for place in places:
                self._talk.unsubscribe(place, deliver)
        if asked in self._heard:
            self._unlisten(asked)
        for line in last:
            self._is_new(line.id)
        lines = tuple(shown(line) for line in last if self._may_hear(line))
        self._caller.say(ChatJoined(where=message.where, id=message.id, lines=lines, ref=message.ref))
        for line in meanwhile:
            self._deliver(line)
        now = self._caller.identity()
        if (
            now is not None and now.player.id == who.player.id
        ):  # a new player must not receive lines of the previous one
            self._hear(asked, places)

    def _hear(self, asked: Asked, places: tuple[ChatPlace, ...]) -> None:
        self._heard[asked] = places
        for place in places:
            self._talk.subscribe(place, self._deliver)
        self._talk.subscribe_to_gaps(self._missed)

    def _unlisten(self, asked: Asked) -> None:
        places = self._heard.pop(asked, None)
        if places is None:
            place_asked_for(*asked)
            raise CommandRefused(RefusalCode.NOT_LISTENING, Text("You have not joined this chat."), "$.id")
        for place in places:
            self._talk.unsubscribe(place, self._deliver)
        if not self._heard:
            self._talk.leave(self._missed)

    def _leave_table(self, table: TableId) -> None:
        """Stop following the chat of a table that the player may not find any more."""
        if (Where.TABLE, table) in self._heard:
            self._unlisten((Where.TABLE, table))

    async def report(self, who: Identity, message: Report) -> Reported:
        with self._quotas.taking(REPORT, who.player.id), self._quotas.taking(REPORT_FROM, self._caller.address):
            said: list[ChatLineRecord] = []
            if message.where is not None:
                places = await self._heard_by(who, message.where, message.id)
                said = await self._talk.last(places, who.player.id, LINES_REPORTED)
            return Reported(report=await self._caller.services.reports.file(who, message, said))

    async def _heard_by(self, who: Identity, where: Where, id_: str | None) -> tuple[ChatPlace, ...]:
        if where is Where.MATCH and id_ is not None:
            await self._caller.match(MatchId(id_))
        return await self._talk.heard_by(who.player, where, id_, follows=self._follows)

    def _deliver(self, line: ChatLineRecord) -> None:
        who, now = self._caller.identity(), self._caller.services.matches.clock.now()
        if who is not None and not line.visibility.is_open_to(who.player.id, now):
            self._deliver_later(line, now)
            return
        if self._is_new(line.id) and self._may_hear(line):
            self._notify(line, None)

    def _deliver_later(self, line: ChatLineRecord, now: Milliseconds) -> None:
        """Send a line when it is due, if its place is still followed here then."""
        if line.visibility.others_from - now > LONGEST_DELAY:
            return  # it is for those at the table alone

        def deliver() -> None:
            self._later.discard(later)
            if any(line.place in places for places in self._heard.values()):
                self._deliver(line)

        seconds = max((line.visibility.others_from - now) / 1000, LEAST_WAIT)
        later = asyncio.get_running_loop().call_later(seconds, deliver)
        self._later.add(later)

    def _notify(self, line: ChatLineRecord, ref: Ref | None) -> None:
        self._caller.say(Said(where=line.place.where, id=line.place.id, line=shown(line), ref=ref))

    def _may_hear(self, line: ChatLineRecord) -> bool:
        """True if the current player of this connection may receive the chat line: the player has not muted or blocked
        its author, and the line is not withheld from the player."""
        who = self._caller.identity()
        return (
            who is not None
            and who.player.id not in line.withheld
            and avoided_as(line.player).isdisjoint(avoided for avoided, _ in who.avoided)
        )

    def _is_new(self, id_: LineId) -> bool:
        """True if a chat line was not sent to this connection yet. It counts as sent from now on."""
        is_new = id_ not in self._known
        self._known[id_] = None
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return is_new

    def _missed(self) -> None:
        self._caller.belonging.own(self._catch_up())

    async def _catch_up(self) -> None:
        """Send the chat lines that were written while the connection received none."""
        who = self._caller.identity()
        if who is None:
            return
        for asked, places in list(self._heard.items()):
            try:
                last = await self._talk.last(places, who.player.id)
            except Unavailable:
                return  # when the store is back, it is said again that something was missed
            if asked in self._heard:
                for line in last:
                    self._deliver(line)
