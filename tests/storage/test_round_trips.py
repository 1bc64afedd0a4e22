"""What joining a table costs a real Redis: how often it is asked until a match begins, and what guessing is worth."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from lobby.table_worlds import ADA, BO
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import Access, OpenTable, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.login_throttle import LOGIN_ATTEMPTS, _key
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.services.match_lifecycle import MatchLifecycle
from quick_passwords import quick_passwords
from stores import patient_store

MOST = 6


class Process:
    """One process's lobby on a real Redis, with limits as they are set for everybody."""

    def __init__(self, url: str) -> None:
        self.store = patient_store(url)
        matches = Matches(GAMES, self.store.log, BOTS)
        players = Players(self.store.documents, quick_passwords())
        standings = Standings(GAMES, self.store.documents, players, self.store.log.versions)
        self.tables = compose(
            GAMES,
            BOTS,
            self.store.documents,
            EventBus(self.store.documents),
            MatchLifecycle(matches, Settlement(self.store.documents)),
            lambda: Milliseconds(1_000_000),
            Milliseconds(0),
            tables_per_player=8,
            tables_per_address=100,
            ratings=RatingCache(standings, list(GAMES)),
        )
        self.lobby = self.tables.service

    async def open(self, access: Access) -> TableRecord:
        """Open a table at which Ada is ready."""
        password = "open sesame" if access is Access.PASSWORD else None
        message = OpenTable(game=GameName("tiny"), access=access, password=password)
        table = await self.lobby.open(self.lobby.id_of(ADA.id, None), ADA, message, "1.2.3.4")
        await self.lobby.ready(table.id, ADA.id, None, None)
        return table

    async def join(self, table: TableId | None, knowing: EntryCredentials) -> TableRecord:
        """Do what a connection of Bo's does to sit down and be ready."""
        id_ = await self.lobby.named(table, knowing)
        self.tables.subscribers.subscribe(id_, lambda _: None, lambda: BO)
        await self.lobby.sit(id_, BO, None, None, knowing=knowing)
        return await self.lobby.ready(id_, BO.id, None, None)


@asynccontextmanager
async def process(url: str) -> AsyncIterator[Process]:
    started = Process(url)
    await started.store.start()
    yield started
    await started.tables.close()
    await started.store.close()


@pytest.mark.parametrize(("access", "trips"), [(Access.PUBLIC, 5), (Access.PASSWORD, 6), (Access.UNLISTED, 6)])
async def test_joining_being_ready_and_beginning_take_at_most_six(redis_url: str, access: Access, trips: int) -> None:
    async with process(redis_url) as one, process(redis_url) as other:
        table = await one.open(access)
        for _ in range(2):  # Redis learns the scripts, and Bo has sat somewhere before
            await other.join((await one.open(Access.PUBLIC)).id, EntryCredentials(address="5.6.7.8"))
        knowing = EntryCredentials(code=table.code or None, address="5.6.7.8")
        if access == "password":
            knowing = EntryCredentials(password="open sesame", address="5.6.7.8")
        before = other.store.pipeline.batches
        joined = await other.join(None if access == "unlisted" else table.id, knowing)
        assert joined.stage is TableStage.PLAYING
        ratings = [
            place.rating.number for place in other.tables.subscribers.shown(joined).places if place.rating is not None
        ]
        assert ratings == [1500, 1500], "nobody was asked about once more"
        assert other.store.pipeline.batches - before == trips <= MOST


async def test_of_seats_taken_at_once_at_many_tables_every_one_is_noted(redis_url: str) -> None:
    async with process(redis_url) as one, process(redis_url) as other:
        tables = [(await one.open(Access.PUBLIC)).id for _ in range(4)]
        sits = [each.lobby.sit(id_, BO, None, None) for each, id_ in zip([one, other] * 2, tables, strict=True)]
        assert all(table.seat_of(BO.id) == 1 for table in await asyncio.gather(*sits))
        assert {*await one.lobby.may_sit_at(BO.id)} == {*tables}


async def test_passwords_guessed_all_at_once_are_counted_every_one(redis_url: str) -> None:
    async with process(redis_url) as one:
        table = await one.open(Access.PASSWORD)

        async def guess(number: int) -> RefusalCode:
            knowing = EntryCredentials(password=f"{number:04}", address="5.6.7.8")
            with pytest.raises(CommandRefused) as refused:
                await one.lobby.watch(await one.lobby.named(table.id, knowing), None, knowing)
            return refused.value.code

        assert set(await asyncio.gather(*map(guess, range(100)))) == {RefusalCode.WRONG_PASSWORD}
        assert await guess(100) is RefusalCode.SLOW_DOWN
        key = LOGIN_ATTEMPTS.key(_key(f"/table {table.id}", "5.6.7.8"))
        record = LOGIN_ATTEMPTS.of((await one.store.documents.read([key]))[0])
        assert record is not None
        assert record.failed == 100
