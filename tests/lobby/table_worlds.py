"""Lobbies of several processes on one memory, for tests of what is done at tables."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import AddBot, OpenTable, Reveal, TableChanged
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, Key, Unchanged
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable

ADA, BO, CY = (Player(id=PlayerId(name), name=name.title()) for name in ("ada", "bo", "cy"))
REF = Ref("a")


class Dealing:
    """Begins matches, or fails to; all processes share what was begun."""

    def __init__(self, begun: list[Opened]) -> None:
        self.begun = begun
        self.over: set[MatchId] = set()
        self.fails = False
        self.meanwhile: Callable[[], Any] | None = None
        """Done once, while a match is being begun."""

    async def begin(self, opened: Opened) -> None:
        if self.fails:
            raise Unavailable("the dealer has died")
        if opened.match not in [each.match for each in self.begun]:
            self.begun.append(opened)
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()

    async def is_over(self, match: MatchId) -> bool:
        return match in self.over


class Losing:
    """The documents of a process that loses the answer to a change of a table, which is carried out; or that reads none
    while they are away."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.loses = -1
        """Which change of a table from now on: the next one is 1, none is less than that."""

        self.is_away = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        if self.is_away:
            raise Unavailable("the store is away")
        return await self._documents.read(keys)

    async def commit(self, changes: Sequence[Change | Unchanged], *more: Any) -> None:
        await self._documents.commit(changes, *more)
        self.loses -= any(change.key.kind == "table" for change in changes)
        if self.loses == 0:
            self.loses = -1
            raise Unavailable("the answer was lost")


def nobody() -> None:
    """Follow a table without being a player."""


class TableWorld:
    """One process's lobby, and what followers of a table were told there."""

    def __init__(self, memory: Memory, begun: list[Opened], per_player: int = 0, per_address: int = 0) -> None:
        self.store = MemoryStore(memory)
        self.dealing = Dealing(begun)
        self.now = Milliseconds(1_000_000)
        self.games = dict(GAMES)
        self.losing = Losing(self.store.documents)
        self.event_bus = EventBus(self.store.documents)
        self.tables = compose(
            self.games,
            BOTS,
            cast("DocumentStore", self.losing),
            self.event_bus,
            self.dealing,
            lambda: self.now,
            Milliseconds(0),
            tables_per_player=per_player,
            tables_per_address=per_address,
        )
        self.lobby = self.tables.service
        self.received: list[TableChanged] = []

    async def open(self, player: Player = ADA, game: str = "tiny", ref: str | None = None, **more: Any) -> TableRecord:
        self.now = Milliseconds(self.now + 1)  # no two are opened in the same moment
        named = None if ref is None else Ref(ref)
        message = OpenTable(game=GameName(game), ref=named, **more)
        return await self.lobby.open(self.lobby.id_of(player.id, named), player, message)

    async def full(self, game: str = "tiny") -> TableId:
        """Open a table at which Ada and Bo sit."""
        table = await self.open(game=game, seats=2)
        await self.lobby.sit(table.id, BO, None, None)
        return table.id

    async def ready(self, table: TableId, *players: Player) -> TableRecord:
        """Let them be ready."""
        for player in players:
            await self.lobby.ready(table, player.id, None, None)
        return await self.tables.repository.read(table)

    async def bind(self, table: TableId, *players: Player) -> TableRecord:
        """Let them be ready, with their names bound as their entropy."""
        for player in players:
            await self.lobby.ready(table, player.id, entropy_hash(player.name), None)
        return await self.tables.repository.read(table)

    async def reveal(self, table: TableId, *players: Player) -> TableRecord:
        """Let them reveal their names as what they had bound."""
        for player in players:
            await self.lobby.reveal(Reveal(table=table, entropy=player.name), player.id)
        return await self.tables.repository.read(table)

    async def bot(self, table: TableId, seat: int | None = None, ref: str | None = None) -> TableRecord:
        named = None if ref is None else Ref(ref)
        return await self.lobby.add_bot(
            AddBot(table=table, seat=None if seat is None else Seat(seat), ref=named), ADA.id
        )


class TableWorlds:
    """All processes on one memory."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.begun: list[Opened] = []
        self.started: list[TableWorld] = []

    async def start(self, **limits: int) -> TableWorld:
        world = TableWorld(self.memory, self.begun, **limits)
        await world.store.start()
        self.started.append(world)
        return world

    async def end(self, world: TableWorld) -> None:
        await world.tables.close()
        await world.store.close()


@asynccontextmanager
async def worlds() -> AsyncIterator[TableWorlds]:
    several = TableWorlds()
    yield several
    for world in several.started:
        await several.end(world)


def places(table: TableRecord) -> list[str | None]:
    """Return who sits where, with a `!` for who is ready."""
    return [
        None if place.player is None else (place.player.bot or place.player.name) + "!" * place.ready
        for place in table.places
    ]


async def refusal(doing: Any) -> RefusalCode:
    """Return what it is refused for."""
    with pytest.raises(CommandRefused) as refused:
        await doing
    return refused.value.code
