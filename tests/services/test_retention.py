"""What becomes of finished matches: they are packed, by whoever comes first, and nothing of them is told otherwise."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from archives import archive_address, bucket, folder, s3_server
from finished_matches import MATCH, everything_of, finished_match, listed, run_round
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.app import RETENTION, SETTLING
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, SETTLED, UNARCHIVED, UNPACKED
from quarterdeck_server.metrics import RetentionMetrics
from quarterdeck_server.services import retention
from quarterdeck_server.services.retention import Retention
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.archive.archive_address import archive_at
from quarterdeck_server.storage.archive.match_archive import MatchArchive
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Conflict
from servers import SOON, LiveServer, bot, live_server
from stores import address, patient_store, redis_url, server_of_our_own

__all__ = ["address", "archive_address", "bucket", "folder", "redis_url", "s3_server", "server_of_our_own"]

OTHER = MatchId("other")

AStore = Callable[[], Store]
AnotherServer = Callable[..., Awaitable[LiveServer]]


@pytest.fixture
def a_store(address: str | None) -> AStore:
    """A function that gives one more process's side of the same store."""
    memory = Memory()
    return lambda: MemoryStore(memory) if address is None else patient_store(address)


@pytest.fixture
async def store(a_store: AStore) -> AsyncIterator[Store]:
    """The test's own side of the store."""
    store = a_store()
    await store.start()
    yield store
    await store.close()


@pytest.fixture
async def another_server(a_store: AStore) -> AsyncIterator[AnotherServer]:
    """A function that starts one more server on the same store, in which rounds are run by the test alone."""
    async with AsyncExitStack() as stack:

        async def start(archive: str = "") -> LiveServer:
            return await stack.enter_async_context(live_server(a_store(), archive=archive, role="match"))

        yield start


class Dead(BaseException):
    """The process has been killed: nothing of it runs any more."""


class Dying:
    """A process's side of a store that lives for so many of its requests."""

    def __init__(self, store: Store, after: int) -> None:
        self._left = after
        self.log: Any = Part(self, store.log)
        self.documents: Any = Part(self, store.documents)

    async def ask(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Dead


class Interrupted:
    """A process's side of a store that waits before one of its requests until something else has been done."""

    def __init__(self, store: Store, before: int, work: Callable[[], Awaitable[None]]) -> None:
        self._left = before
        self._work = work
        self.log: Any = Part(self, store.log)
        self.documents: Any = Part(self, store.documents)

    async def ask(self) -> None:
        self._left -= 1
        if self._left == -1:
            await self._work()

    @property
    def is_past(self) -> bool:
        """Whether it has come as far as that request."""
        return self._left < 0


class Part:
    def __init__(self, process: Dying | Interrupted, part: object) -> None:
        self._process = process
        self._part = part

    def __getattr__(self, name: str) -> Any:
        async def ask(*args: Any, **kwargs: Any) -> Any:
            await self._process.ask()
            return await getattr(self._part, name)(*args, **kwargs)

        return ask


async def make_due(store: Store) -> None:
    """Let what is to be done for the match be due, whatever it is."""
    for index in (UNPACKED, UNARCHIVED):
        if await store.documents.number_of(index, MATCH) is not None:
            await store.documents.commit([], [IndexEntry(index, MATCH, 0)])


@contextmanager
def taken_away(folder: str) -> Iterator[None]:
    """Let an archive in files be away, as a network's folder that is not mounted."""
    path = Path(unquote(folder.removeprefix("file://")))
    aside = path.rename(path.with_name("elsewhere"))
    yield
    aside.rename(path)


async def goes_on(_: MatchId) -> None:
    """Say of every match that it goes on."""


async def kind_of_log(store: Store, match: MatchId = MATCH) -> str:
    """Return as what the store keeps the log of a match."""
    if isinstance(store, MemoryStore):
        log = store.memory.logs.get(match)
        return "none" if log is None else "stream" if log.packed is None else "string"
    assert isinstance(store, RedisStore)
    kind: bytes = await store.pipeline.ask("TYPE", keys.of_match(match).log)
    return kind.decode()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_packed_match_is_told_byte_by_byte_as_before(
    store: Store, another_server: AnotherServer, game: str
) -> None:
    holding = await another_server()
    (ada, _) = await finished_match(holding, store, game)
    before = await everything_of(await another_server(), ada)
    assert await kind_of_log(store) == "stream"
    await run_round(holding, store)
    assert await kind_of_log(store) == "string"
    assert await store.documents.listed(UNPACKED, most=9) == []
    assert [match for match, _ in await store.documents.listed(UNARCHIVED, most=9)] == [MATCH]
    assert await everything_of(await another_server(), ada) == before  # who has never seen it
    assert await everything_of(holding, ada) == before  # who holds it still


async def test_a_server_that_does_the_lobbys_work_packs_and_archives_by_itself(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "SECONDS_BETWEEN_ROUNDS", 0.1)
    store = MemoryStore(Memory())
    async with live_server(store, archive=folder) as server:
        await finished_match(server, store)
        await store.documents.commit([], [IndexEntry(UNPACKED, MATCH, 0)])
        await listed(store.documents, UNARCHIVED, MATCH)
        assert await kind_of_log(store) == "string"
        await store.documents.commit([], [IndexEntry(UNARCHIVED, MATCH, 0)])
        async with asyncio.timeout(SOON):
            while await kind_of_log(store) != "none":  # noqa: ASYNC110 - what is waited for is the next round
                await asyncio.sleep(0.01)
        assert (await server.get(f"/v1/matches/{MATCH}"))[0] == 200


async def test_an_archived_match_is_told_byte_by_byte_as_before_and_leaves_the_store(
    store: Store, another_server: AnotherServer, archive_address: str
) -> None:
    holding = await another_server(archive_address)
    (ada, _) = await finished_match(holding, store, "density-deck")
    before = await everything_of(await another_server(archive_address), ada)
    await run_round(holding, store)
    await run_round(holding, store, is_old=True)
    assert await kind_of_log(store) == "none"
    assert await store.documents.listed(UNARCHIVED, most=9) == []
    assert await everything_of(await another_server(archive_address), ada) == before  # who has never seen it
    assert await everything_of(holding, ada) == before  # who holds it still
    assert await kind_of_log(store) == "none"
    await holding.services.matches.sweep()
    metrics = holding.app[RETENTION].metrics
    assert (metrics.packed, metrics.archived, metrics.archived_bytes > 500) == (1, 1, True)
    assert metrics.failures.total() == 0


async def test_a_match_is_archived_that_nobody_has_packed(
    store: Store, another_server: AnotherServer, folder: str
) -> None:
    server = await another_server(folder)
    (ada, _) = await finished_match(server, store)
    before = await everything_of(await another_server(folder), ada)
    await run_round(server, store, is_old=True)
    assert await kind_of_log(store) == "none"
    assert await everything_of(await another_server(folder), ada) == before


async def test_while_the_archive_is_away_matches_stay_and_who_asks_for_an_archived_one_is_told(
    store: Store, another_server: AnotherServer, folder: str
) -> None:
    server = await another_server(folder)
    (ada, _) = await finished_match(server, store)
    before = await everything_of(await another_server(folder), ada)
    with taken_away(folder):
        await run_round(server, store, is_old=True)
        assert await kind_of_log(store) == "string"
        assert server.app[RETENTION].metrics.failures["archive"] == 1
        assert await everything_of(await another_server(folder), ada) == before
    await run_round(server, store, is_old=True)
    assert await kind_of_log(store) == "none"
    fresh = await another_server(folder)
    with taken_away(folder):
        status, refused = await fresh.get(f"/v1/matches/{MATCH}")
        assert (status, refused["code"]) == (503, "unavailable")
        assert "archive" in refused["detail"]
        async with fresh.line() as line:
            await line.sign_in(token=ada["token"])
            answer = await line.ask({"type": "watch_match", "match": MATCH})
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
            await fresh.begin("another", [ada["player"], bot(1)])
            assert (await line.ask({"type": "watch_match", "match": "another"}))["type"] == "update"
    assert await everything_of(fresh, ada) == before


async def test_a_process_that_dies_at_any_step_loses_nothing(
    store: Store, another_server: AnotherServer, a_store: AStore, folder: str
) -> None:
    server = await another_server(folder)
    (ada, _) = await finished_match(server, store)
    before = await everything_of(await another_server(folder), ada)
    steps = 0
    while await kind_of_log(store) != "none":
        dying = Dying(store, after=steps)
        retention = Retention(
            dying.log, dying.documents, RetentionMetrics(), keep_days=30, archive=MatchArchive(archive_at(folder))
        )
        await make_due(store)
        with suppress(Dead):
            await retention.run_round()
        assert await everything_of(await another_server(folder), ada) == before, steps
        steps += 1
    assert steps > 5
    await make_due(store)
    await server.app[RETENTION].run_round()
    assert await store.documents.listed(UNARCHIVED, most=9) == []
    assert await store.documents.listed(UNPACKED, most=9) == []


async def test_a_player_who_deletes_the_account_leaves_the_archive(
    store: Store, another_server: AnotherServer, archive_address: str
) -> None:
    server = await another_server(archive_address)
    ada, bo = await finished_match(server, store)
    await finished_match(server, store, match=OTHER)
    await run_round(server, store, is_old=True)
    async with server.line() as line:
        await line.sign_in(token=ada["token"])
        assert (await line.ask({"type": "delete_account"}))["type"] == "signed_out"
    await server.app[RETENTION].run_round()
    fresh = await another_server(archive_address)
    assert (await fresh.get(f"/v1/matches/{MATCH}"))[0] == 404
    async with fresh.line() as line:
        await line.sign_in(token=bo["token"])
        export = await line.ask({"type": "get_export"})
        (played,) = export["matches"]
        assert (played["match"], played["transcript"]) == (MATCH, None)
        assert "Ada" not in {seat["player"]["name"] for seat in played["seats"]}
    assert await kind_of_log(store, OTHER) == "stream"
    await run_round(server, store, is_old=True, match=OTHER)
    assert await kind_of_log(store, OTHER) == "none"
    assert (await fresh.get(f"/v1/matches/{OTHER}"))[0] == 200  # others have played that one


async def test_anything_that_is_archived_after_the_account_was_deleted_is_not_kept_there(
    store: Store, another_server: AnotherServer, folder: str
) -> None:
    server = await another_server(folder)
    ada, _ = await finished_match(server, store)
    async with server.line() as line:
        await line.sign_in(token=ada["token"])
        await line.ask({"type": "delete_account"})
    assert (await server.get(f"/v1/matches/{MATCH}"))[0] == 200  # as long as transcripts are kept
    await server.app[RETENTION].run_round()
    await run_round(server, store, is_old=True)
    assert (await server.get(f"/v1/matches/{MATCH}"))[0] == 404
    assert [each async for each in archive_at(folder).listed()] == []


async def test_a_match_that_no_history_has_any_more_leaves_the_archive(
    store: Store, another_server: AnotherServer, folder: str
) -> None:
    server = await another_server(folder)
    await finished_match(server, store)
    await run_round(server, store, is_old=True)
    assert len([each async for each in archive_at(folder).listed()]) == 1
    await store.documents.commit([], [IndexEntry(SETTLED, MATCH, 0)])
    await server.app[SETTLING].sweep(goes_on)
    await server.app[RETENTION].run_round()
    assert [each async for each in archive_at(folder).listed()] == []


async def test_an_account_that_is_deleted_at_any_step_of_a_move_leaves_the_archive(folder: str) -> None:
    store, steps, is_past = MemoryStore(Memory()), 0, True
    async with live_server(store, archive=folder, role="match") as server:
        retention = server.app[RETENTION]
        while is_past:
            match = MatchId(f"m{steps}")
            ada, _ = await finished_match(server, store, match=match)
            await retention.pack(match)

            async def delete(ada: Any = ada) -> None:
                async with server.line() as line:
                    await line.sign_in(token=ada["token"])
                    assert (await line.ask({"type": "delete_account"}))["type"] == "signed_out"
                await retention.run_round()

            moving = Interrupted(store, steps, delete)
            mover = Retention(
                moving.log, moving.documents, RetentionMetrics(), keep_days=30, archive=MatchArchive(archive_at(folder))
            )
            with suppress(Conflict):
                await mover.move(match)
            is_past = moving.is_past
            if not is_past:
                await delete()
            await run_round(server, store, is_old=True, match=match)
            assert [each async for each in archive_at(folder).listed()] == [], steps
            steps += 1
    assert steps > 5


async def test_anything_that_a_backup_does_not_know_to_be_archived_leaves_the_archive_with_the_account(
    folder: str,
) -> None:
    store = MemoryStore(Memory())
    async with live_server(store, archive=folder, role="match") as server:
        ada, _ = await finished_match(server, store)
        (before,) = await MATCH_RESULTS.snapshots(store.documents, [MATCH])
        await run_round(server, store, is_old=True)
        (after,) = await MATCH_RESULTS.snapshots(store.documents, [MATCH])
        await store.documents.commit([after.becomes(before.record, 1000)])
        await run_round(server, store, is_old=True)
        async with server.line() as line:
            await line.sign_in(token=ada["token"])
            await line.ask({"type": "delete_account"})
        await server.app[RETENTION].run_round()
        assert [each async for each in archive_at(folder).listed()] == []


@pytest.mark.parametrize("is_old", [False, True], ids=["packed", "archived"])
async def test_a_settled_match_whose_end_was_forgotten_is_looked_at_again(folder: str, is_old: bool) -> None:
    store = MemoryStore(Memory())
    async with live_server(store, archive=folder, role="match") as server:
        await finished_match(server, store)
        log = store.memory.logs[MATCH]
        end, kept_until = log.entries.pop(), log.kept_until
        log.kept_until = None
        await run_round(server, store, is_old=is_old)
        assert await kind_of_log(store) == "stream"
        log.entries.append(end)
        log.kept_until = kept_until
        index = UNARCHIVED if is_old else UNPACKED
        assert await store.documents.number_of(index, MATCH) is not None
        await run_round(server, store, is_old=is_old)
        assert await kind_of_log(store) == ("none" if is_old else "string")
