"""Storage of chat: a document for each message, an index for each chat room and each author. All are deleted after 24
hours.

The documents expire by themselves. Each message also removes expired entries from its room's index. It clears the
indexes of a few other rooms that have long been silent, too.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.lobby.chat import Said, Say, Where
from quarterdeck_protocol.names import LineId, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.chat import lines
from quarterdeck_server.lobby.chat.lines import ChatLineRecord, ChatPlace
from quarterdeck_server.lobby.chat.notifications import LineSaid
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.event_bus import EventBus, notification
from quarterdeck_server.lobby.flood_control import PACES, one_more
from quarterdeck_server.lobby.moderation import sanction_rules
from quarterdeck_server.lobby.moderation.documents import SANCTIONS

SECONDS = 24 * 60 * 60
MOST_LINES_SENT = 50
"""Number of messages sent to a new reader."""

MOST_UNTOLD = 100
"""Limit of messages of a room to skip because not everybody may receive them yet."""

MOST_CLEARED = 16
"""Number of silent rooms cleared with one message. It is more than the rooms ever used in the same millisecond."""

STEPS = 1024
"""Number of steps in a millisecond, so that an answer is never ordered before the message that it answers."""

ACTIVE_PLACES = "talk"
"""Name of the index of all rooms with messages, ordered by the time of the last one."""

SPEAKERS = "speakers"
"""Name of the index of all authors, ordered by the time of their last message."""

CHAT_LINES = Collection(stored_kinds.CHAT_LINE, ChatLineRecord)

Subscriber = Callable[[ChatLineRecord], None]
Watches = Callable[[TableId], bool]
"""Returns true for tables that the connection follows. It has shown their code or password if they require one."""


def _nowhere(_: TableId) -> bool:
    return False


class Readers(msgspec.Struct, frozen=True):
    """The players who may read a chat room at the moment."""

    place: ChatPlace
    withheld: tuple[PlayerId, ...] = ()
    """Players from whom the message is withheld."""

    delay: Milliseconds = Milliseconds(0)
    """Milliseconds by which all readers except those in `at_once` receive the message later."""

    at_once: tuple[PlayerId, ...] = ()


class AtTable(msgspec.Struct, frozen=True):
    """A player's relation to a table: if the player sits there, and as whom the player reads its chat."""

    readers: Readers
    sits: bool


class Tables(Protocol):
    """Chat's interface to tables."""

    async def stands(self, table: TableId, player: Player, *, watches: bool) -> AtTable:
        """Return a player's relation to a table. `watches` is true if the player's connection follows the table. Raises
        `CommandRefused` if the player may not see the table, or `Unavailable`."""
        ...


class Match(Protocol):
    """Chat's interface to a match."""

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player."""
        ...

    def may_be_watched(self, watches: Watches) -> bool:
        """True if a player without a seat, who follows these tables, may watch the match. Such a player may chat about
        it."""
        ...

    def no_spectators(self, where: str) -> CommandRefused:
        """Return the refusal for a player who may not watch."""
        ...

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        ...


class Matches(Protocol):
    """Chat's interface to all matches."""

    async def open(self, match: MatchId) -> Match:
        """Return a match. Raises `CommandRefused`, `Unavailable`."""
        ...


class ChatService:
    """All chat messages. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        players: Players,
        tables: Tables,
        matches: Matches,
        event_bus: EventBus,
        *,
        guests_talk: bool = True,
        pace: Quota | None = None,
        chance: Chance = secrets,
    ) -> None:
        """Make the chat service. `pace` limits the messages of one player over all processes; `None` is no limit."""
        self._documents = documents
        self._players = players
        self._tables = tables
        self._matches = matches
        self._guests_may_write = guests_talk
        self._pace = pace
        self._chance = chance
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._missing: set[Callable[[], None]] = set()
        self._encoded: tuple[ChatLineRecord, bytes] | None = None
        event_bus.subscribe(LineSaid, self._line_sent)
        event_bus.subscribe_to_gaps(self._missed)

    def id_for(self, player: PlayerId, message: Say) -> LineId:
        """Return the id of the message that this command sends. The same `ref` gives the same id."""
        return LineId(id_by(player, message.ref, self._chance))

    async def send(
        self, identity: Identity, message: Say, id_: LineId, *, watches: Watches = _nowhere
    ) -> ChatLineRecord:
        """Send a message. Repeating the command sends it only once."""
        lines.place_asked_for(message.where, message.id)
        text = lines.checked(message.text, message.phrase)
        if text is not None and identity.player.kind is PlayerKind.GUEST and not self._guests_may_write:
            sentence = Text("Guests can only send phrases here: `register` to write your own messages.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, sentence, "$.text")
        readers = await self._readers(identity.player, message, watches)
        place, now = readers.place, await self._documents.now()
        own = _by(identity.player.id)
        line = ChatLineRecord(
            id=id_,
            place=place,
            player=identity.player,
            text=text,
            phrase=message.phrase,
            at=now,
            withheld=readers.withheld,
            others_from=Milliseconds(now + readers.delay if readers.delay else 0),
            insiders=readers.at_once,
        )
        old = Milliseconds(now - 1000 * SECONDS)
        newest, silent_places, silent_speakers = await asyncio.gather(
            self._documents.listed(_index(place.name), most=1, highest_first=True),
            self._documents.listed(ACTIVE_PLACES, most=MOST_CLEARED, high=old),
            self._documents.listed(SPEAKERS, most=MOST_CLEARED, high=old),
        )
        stands = max([STEPS * now, *(at + 1 for _, at in newest)])

        def decide(stored: list[Document | None]) -> Commit[ChatLineRecord]:
            before = CHAT_LINES.of(stored[0])
            sanctions = sanction_rules.together([SANCTIONS.of(document) for document in stored[2:]])
            if before is not None:
                if before.what != line.what or before.player.id != identity.player.id:
                    raise CommandRefused(
                        RefusalCode.REF_REUSED, Text("You have already used this `ref` for another message."), "$.ref"
                    )
                return Commit(before)
            check = sanction_rules.refuse_banned if text is None else sanction_rules.refuse_muted
            check(sanctions, now)
            indexed = [
                *_cleared(ACTIVE_PLACES, silent_places, old),
                *_cleared(SPEAKERS, silent_speakers, old),
                *_noted(ACTIVE_PLACES, place.name, id_, stands, now),
                *_noted(SPEAKERS, own, id_, stands, now),
            ]
            changes = [CHAT_LINES.put(id_, None, line, SECONDS)]
            if self._pace is not None:
                changes.append(one_more(identity.player.id, stored[1], self._pace, now))
            return Commit(line, changes, indexed, notification(LineSaid(line)))

        keys = [CHAT_LINES.key(id_), PACES.key(identity.player.id), *map(SANCTIONS.key, identity.answering)]
        return await commit(self._documents, keys, decide)

    async def readable_places(
        self, player: Player, where: Where, id_: str | None, *, watches: Watches = _nowhere
    ) -> tuple[ChatPlace, ...]:
        """Return the rooms, or sides of a match, that this player may read now."""
        lines.place_asked_for(where, id_)
        match where:
            case Where.LOBBY:
                return (ChatPlace(Where.LOBBY, None),)
            case Where.TABLE:
                table = TableId(id_ or "")
                return ((await self._tables.stands(table, player, watches=watches(table))).readers.place,)
            case Where.MATCH:
                match, has_seat = await self._match_with(player, id_ or "", watches)
                return lines.readable_sides(id_ or "", has_seat=has_seat, is_over=match.is_over)
            case Where.CONVERSATION | Where.OTHER:
                raise _no_place()

    async def last(
        self, places: tuple[ChatPlace, ...], player: PlayerId, most: int = MOST_LINES_SENT
    ) -> list[ChatLineRecord]:
        """Return the last messages that this player may read there, oldest first, with the current names of their
        authors."""
        now = await self._documents.now()
        old = now - 1000 * SECONDS
        read = most + (MOST_UNTOLD if any(place.where is Where.TABLE for place in places) else 0)
        found = [
            each
            for place in places
            for each in await self._documents.listed(
                _index(place.name), most=read, low=STEPS * (old + 1), highest_first=True
            )
        ]
        ids = [name for name, _ in sorted(found, key=lambda each: each[1])[-read:]]
        told = [
            line
            for line in await CHAT_LINES.read(self._documents, ids)
            if line is not None and line.visibility.is_open_to(player, now)
        ]
        newest = [line for line in told[-most:] if player not in line.withheld]
        known = await self._players.known(line.player.id for line in newest)
        return [msgspec.structs.replace(line, player=known[line.player.id]) for line in newest]

    async def lines_of(self, player: PlayerId, most: int | None) -> list[ChatLineRecord]:
        """Return the last stored messages of a player, or all of them if `most` is `None`; oldest first."""
        index = _index(_by(player))
        count = await self._documents.count(index) if most is None else most
        ids = [name for name, _ in await self._documents.listed(index, most=count, highest_first=True)]
        return [line for line in await CHAT_LINES.read_many(self._documents, ids[::-1]) if line is not None]

    def frame_of(self, line: ChatLineRecord) -> bytes:
        """Return the message with a line. Many receive the same one in turn, so the last one is encoded only once."""
        kept = self._encoded
        if kept is None or kept[0] is not line:
            said = Said(where=line.place.where, id=line.place.id, line=lines.shown(line))
            kept = self._encoded = line, wire.encode(said)
        return kept[1]

    def subscribe(self, place: ChatPlace, subscriber: Subscriber) -> None:
        """Notify this subscriber of every message in a room from now on, sent in any process."""
        self._subscribers.setdefault(place.name, set()).add(subscriber)

    def unsubscribe(self, place: ChatPlace, subscriber: Subscriber) -> None:
        subscribers = self._subscribers.get(place.name, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(place.name, None)

    def subscribe_to_gaps(self, missed: Callable[[], None]) -> None:
        """Call `missed` whenever messages may have been lost, until `leave` is called."""
        self._missing.add(missed)

    def unsubscribe_from_gaps(self, missed: Callable[[], None]) -> None:
        self._missing.discard(missed)

    async def _match_with(self, player: Player, id_: str, watches: Watches) -> tuple[Match, bool]:
        """Return a match, and true if this player has a seat in it. Raises `CommandRefused` if the player may not even
        watch."""
        match = await self._matches.open(MatchId(id_))
        has_seat = match.seat_of(player.id) is not None
        if not has_seat and not match.may_be_watched(watches):
            raise match.no_spectators("$.id")
        return match, has_seat

    async def _readers(self, player: Player, message: Say, watches: Watches) -> Readers:
        """Return the players and spectators who may read this chat message."""
        match message.where:
            case Where.LOBBY:
                return Readers(ChatPlace(Where.LOBBY, None))
            case Where.TABLE:
                table = TableId(message.id or "")
                stands = await self._tables.stands(table, player, watches=watches(table))
                if not stands.sits:
                    text = Text("Sit at the table to chat.")
                    raise CommandRefused(RefusalCode.NOT_AT_TABLE, text, "$.id")
                return stands.readers
            case Where.MATCH:
                _, has_seat = await self._match_with(player, message.id or "", watches)
                return Readers(lines.writable_side(message.id or "", has_seat=has_seat))
            case Where.CONVERSATION | Where.OTHER:
                raise _no_place()

    def _line_sent(self, said: LineSaid) -> None:
        for subscriber in list(self._subscribers.get(said.line.place.name, ())):
            subscriber(said.line)

    def _missed(self) -> None:
        for missed in list(self._missing):
            missed()


def _no_place() -> CommandRefused:
    return CommandRefused(RefusalCode.MALFORMED, Text("There is no chat in this place."), "$.where")


def _by(player: PlayerId) -> str:
    """Return the name of the index of one player's messages. It differs from the names of all rooms."""
    return f"by:{player}"


def _noted(index: str, name: str, line: LineId, stands: float, now: Milliseconds) -> list[IndexEntry | IndexSweep]:
    """Return the changes that add a message to an index, and that index to the list of all indexes."""
    return [_ended(name, now - 1000 * SECONDS), IndexEntry(_index(name), line, stands), IndexEntry(index, name, now)]


def _cleared(index: str, silent: Sequence[tuple[str, float]], old: Milliseconds) -> list[IndexEntry | IndexSweep]:
    """Return the changes that clear indexes which have long been silent."""
    if not silent:
        return []
    at = silent[-1][1] + (len(silent) < MOST_CLEARED)  # if there are more, others may be as old as the last
    # An author or room with a newer message has a later place in the index.
    return [*(_ended(name, old) for name, _ in silent), IndexSweep(index, at)]


def _ended(name: str, old: int) -> IndexSweep:
    """Return the change that removes expired messages from an index."""
    return IndexSweep(_index(name), STEPS * (old + 1))


def _index(place: str) -> str:
    return f"lines:{place}"
