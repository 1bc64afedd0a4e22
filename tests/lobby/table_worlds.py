"""Lobbies of several processes on one memory, for tests of what is done at tables."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.tables import AddBot, OpenTable, TableChanged
from quarterdeck_protocol.transcript import Opened
from quarterdeck_server.bots import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.table_store import TableStore
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
    """The tables of a process that loses the answer of a write, which is carried out."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self.loses = 0
        """Which write from now on: the next one is 1, none is 0."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tables, name)

    async def write(self, *table: Any, **how: Any) -> None:
        await self._tables.write(*table, **how)
        self.loses -= 1
        if self.loses == 0:
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
        self.losing = Losing(self.store.tables)
        self.tables = compose(
            self.games,
            BOTS,
            cast("TableStore", self.losing),
            self.store.documents,
            self.dealing,
            lambda: self.now,
            Milliseconds(0),
            tables_per_player=per_player,
            tables_per_address=per_address,
        )
        self.lobby = self.tables.service
        self.told: list[TableChanged] = []

    async def open(self, player: Player = ADA, game: str = "tiny", ref: str | None = None, **more: Any) -> TableRecord:
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
            await self.lobby.ready(table, player.id, player.name, None)
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
