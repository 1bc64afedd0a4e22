"""What only Redis brings with it: round trips, scripts, connections that break, and keys that expire."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
import redis
from quarterdeck_protocol.names import MatchId, Milliseconds, Version
from quarterdeck_server.lobby.documents import Change, Key
from quarterdeck_server.matches.log import NEVER, Deadline, Head, Stamped, next_digest
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.redis import match_logs
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.storage.store import MOST_WAITING
from quarterdeck_server.store_errors import Conflict, Unavailable
from stores import SOON, Ears, before, next_of, until, until_it_answers

MATCH, KEY = MatchId("match"), Key("account", "one")
LIFETIMES = Lifetimes(finished_match=1000, followed=2000)


@asynccontextmanager
async def process(url: str, *, patience: float = SOON) -> AsyncIterator[RedisStore]:
    store = RedisStore(url, lifetimes=LIFETIMES, patience=patience)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[RedisStore]:
    async with process(redis_url) as store:
        yield store


@pytest.fixture
def other_process(redis_url: str) -> AbstractAsyncContextManager[RedisStore]:
    return process(redis_url)


@pytest.fixture
def server(redis_url: str) -> Iterator[Any]:  # redis-py's own client; its annotations promise less than it keeps
    with redis.Redis.from_url(redis_url) as client:
        yield client


async def write(store: RedisStore, version: int, *, match: MatchId = MATCH) -> Milliseconds:
    return await store.log.append(match, before(version), b"entry", NEVER, over=False)


class TestPages:
    @pytest.mark.parametrize("entries", [3, 4])
    async def test_a_log_that_leaves_between_two_pages_is_not_there(
        self, store: RedisStore, server: Any, monkeypatch: pytest.MonkeyPatch, entries: int
    ) -> None:
        as_it_was = match_logs._history

        def leaving(page: Any) -> Any:
            server.flushall()
            return as_it_was(page)

        monkeypatch.setattr(match_logs, "PAGE", 2)
        for version in range(1, entries + 1):
            await write(store, version)
        assert [each.version for each in (await store.log.read(MATCH)).entries] == list(range(1, entries + 1))
        monkeypatch.setattr(match_logs, "_history", leaving)
        assert (await store.log.read(MATCH)).entries == []


async def test_many_who_ask_at_once_whether_it_is_fit_share_one_trial(store: RedisStore) -> None:
    await asyncio.gather(*(store.ping() for _ in range(20)))
    assert store._trials == 1


class TestGroupCommit:
    async def test_all_that_is_appended_in_one_turn_is_one_round_trip(self, store: RedisStore) -> None:
        await store.ping()
        before = store.pipeline.batches
        matches = [MatchId(f"match-{number}") for number in range(500)]
        await asyncio.gather(*(write(store, 1, match=match) for match in matches))
        assert store.pipeline.batches == before + 1
        assert set((await store.log.versions(matches)).values()) == {1}

    async def test_anything_that_is_asked_meanwhile_gathers_for_the_next_round_trip(self, store: RedisStore) -> None:
        await store.ping()
        before = store.pipeline.batches
        matches = [MatchId(f"match-{number}") for number in range(20)]

        async def play(match: MatchId) -> None:
            for version in range(1, 11):
                await write(store, version, match=match)

        await asyncio.gather(*(play(match) for match in matches))
        assert 10 <= store.pipeline.batches - before <= 40  # and not 200

    async def test_redis_writes_once_for_each_batch_and_not_once_for_each_entry(
        self, store: RedisStore, server: Any
    ) -> None:
        await store.ping()

        def reads() -> int:
            return int(server.info("stats")["total_reads_processed"])

        before = reads()
        await asyncio.gather(*(write(store, 1, match=MatchId(f"match-{number}")) for number in range(100)))
        assert reads() - before <= 5  # the batch of 35 KB, and the two questions of this test

    async def test_sweeping_all_deadlines_is_two_round_trips(self, store: RedisStore) -> None:
        await store.ping()
        before = store.pipeline.batches
        await store.log.due(10)
        assert store.pipeline.batches == before + 2


class TestScripts:
    async def test_scripts_that_redis_has_forgotten_are_told_again(self, store: RedisStore, server: Any) -> None:
        await write(store, 1)
        server.script_flush()
        answers = [store.log.append(MATCH, before(version), b"", NEVER, over=False) for version in (2, 3, 3)]
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [int, int, Conflict]
        server.script_flush()
        await store.documents.commit([Change(KEY, 0, b"kept")])
        assert len((await store.log.read(MATCH)).entries) == 3

    async def test_anything_that_redis_refuses_is_unavailable_and_harms_nobody_else(
        self, store: RedisStore, server: Any
    ) -> None:
        server.set(keys.of_match(MATCH).log, "not a stream")
        refused, fine = write(store, 1), write(store, 1, match=MatchId("other"))
        outcomes = await asyncio.gather(refused, fine, return_exceptions=True)
        assert [isinstance(outcome, Unavailable) for outcome in outcomes] == [True, False]


class TestBrokenConnections:
    async def test_a_new_subscription_says_that_something_was_missed(
        self, store: RedisStore, server: Any, other_process: AbstractAsyncContextManager[RedisStore]
    ) -> None:
        ears = Ears(store)
        await store.log.subscribe(MATCH)
        server.flushall()  # whoever follows is forgotten, too
        server.client_kill_filter(_type="pubsub")
        await asyncio.wait_for(ears.missed.wait(), SOON)
        async with other_process as other:
            at = await write(other, 1)
            assert (await next_of(ears.entries))[1].at == at
            await other.documents.commit([], news=b"news")
            assert await next_of(ears.notifications) == b"news"

    async def test_a_line_that_was_cut_is_made_again(self, store: RedisStore, server: Any) -> None:
        await write(store, 1)
        server.client_kill_filter(_type="normal", skipme=True)
        await until_it_answers(store)
        await write(store, 2)

    async def test_a_listener_that_raises_makes_nobody_deaf(
        self, store: RedisStore, other_process: AbstractAsyncContextManager[RedisStore]
    ) -> None:
        faults: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault["message"]))

        def fails(*_: object) -> None:
            raise RuntimeError

        store.log.set_callbacks(fails, lambda: None)
        await store.log.subscribe(MATCH)
        async with other_process as other:
            await write(other, 1)
            await until(lambda: faults)
            ears = Ears(store)
            await write(other, 2)
            assert (await next_of(ears.entries))[1].version == 2
        assert len(faults) == 1

    async def test_a_store_that_is_not_there_is_unavailable_at_once(self) -> None:
        async with process("unix:///nowhere/store", patience=0.5) as store:
            for asked in (store.ping(), write(store, 1), store.log.read(MATCH), store.log.due(1)):
                with pytest.raises(Unavailable):
                    await asyncio.wait_for(asked, SOON)

    async def test_one_that_does_not_answer_is_said_to_and_for_how_long_it_was_waited(self, redis_url: str) -> None:
        async with process(redis_url, patience=0.2) as store:
            while True:  # on a busy machine that may take longer than it is waited for
                with contextlib.suppress(Unavailable):
                    await store.ping()
                    break
            with pytest.raises(
                Unavailable, match=r"^Redis cannot be reached: the store has not answered within 0\.2 s$"
            ):
                await store.pipeline.ask("BLPOP", "nobody-pushes-here", 0)

    async def test_anything_that_is_asked_after_the_end_is_unavailable(self, redis_url: str) -> None:
        async with process(redis_url) as store:
            answer = store.log.append(MATCH, before(1), b"", NEVER, over=False)
        assert answer.result() > 0  # what was asked before it has been answered
        with pytest.raises(Unavailable):
            await write(store, 2)

    async def test_too_many_questions_are_turned_away(self, store: RedisStore) -> None:
        answers = [store.pipeline.ask("PING") for _ in range(MOST_WAITING + 1)]
        with pytest.raises(Unavailable):
            answers[-1].result()
        assert await answers[0] == b"PONG"

    async def test_a_password_is_given(self, redis_url: str, server: Any) -> None:
        server.config_set("requirepass", "secret")
        try:
            async with process(f"{redis_url}?password=secret") as store:
                await store.ping()
            async with process(redis_url, patience=0.2) as store:
                with pytest.raises(Unavailable):
                    await store.ping()
        finally:
            server.config_set("requirepass", "")


class TestLifetimes:
    async def test_a_log_is_kept_until_its_match_is_over_and_its_lifetime_longer(
        self, store: RedisStore, server: Any
    ) -> None:
        log = keys.of_match(MATCH).log
        await write(store, 1)
        assert server.ttl(log) == -1
        await store.log.append(MATCH, before(2), b"", NEVER, over=True)
        assert 990 < server.ttl(log) <= 1000

    async def test_a_process_that_follows_is_remembered_for_a_while(self, store: RedisStore, server: Any) -> None:
        await store.log.subscribe(MATCH)
        assert 1990 < server.ttl(keys.of_match(MATCH).open) <= 2000
        assert server.smembers(keys.of_match(MATCH).open) == {keys.process_channel(store.process).encode()}
        await store.log.unsubscribe(MATCH)
        assert not server.exists(keys.of_match(MATCH).open)

    async def test_a_process_that_follows_is_said_again_in_time(self, redis_url: str, server: Any) -> None:
        store = RedisStore(redis_url, lifetimes=Lifetimes(followed=1))
        await store.start()
        await store.log.subscribe(MATCH)
        server.flushall()
        await until(lambda: server.exists(keys.of_match(MATCH).open))
        await store.close()

    async def test_a_page_is_kept_for_as_long_as_its_commit_says(self, store: RedisStore, server: Any) -> None:
        await store.documents.commit([Change(KEY, 0, b"kept", seconds=4000)])
        assert 3990 < server.ttl(keys.document(KEY)) <= 4000
        await store.documents.commit([Change(KEY, 1, b"kept")])
        assert server.ttl(keys.document(KEY)) == -1

    async def test_milliseconds_are_written_as_whole_numbers(self, store: RedisStore, server: Any) -> None:
        at = await store.log.append(MATCH, before(1), b"", Deadline(limit=Milliseconds(60_000)), over=False)
        assert server.zscore(keys.of_match(MATCH).deadlines, str(MATCH)) == at + 60_000
        [(_, fields)] = server.xrange(keys.of_match(MATCH).log)
        assert fields[b"at"] == str(at).encode()

    async def test_an_entry_is_not_older_than_the_one_before_though_the_clock_has_jumped_back(
        self, store: RedisStore, server: Any
    ) -> None:
        at = await write(store, 1)
        ahead = Milliseconds(at + 3_600_000)  # the clock of the machine that the store ran on before
        server.hset(keys.of_match(MATCH).head, "at", ahead)
        limit = Milliseconds(60_000)
        assert await store.log.append(MATCH, before(2), b"", Deadline(limit=limit), over=False) == ahead
        assert server.zscore(keys.of_match(MATCH).deadlines, str(MATCH)) == ahead + limit

    async def test_a_process_that_comes_too_late_to_unpack_a_log_leaves_it_as_another_has(
        self, store: RedisStore
    ) -> None:
        """Two rewind it at once: one of them has found it packed, and looks when it is not any more."""
        await store.log.append(MATCH, Head(), b"first", NEVER, over=True)
        assert await store.log.pack(MATCH)
        await store.log._unpack(MATCH)
        written = await store.log.read(MATCH)
        await store.log._unpack(MATCH)
        assert await store.log.read(MATCH) == written
        assert [stamped.entry for stamped in written.entries] == [b"first"]

    async def test_where_a_log_ends_is_kept_as_long_as_the_log(self, store: RedisStore, server: Any) -> None:
        of_match = keys.of_match(MATCH)
        await write(store, 1)
        assert server.ttl(of_match.head) == -1
        await store.log.append(MATCH, before(2), b"", NEVER, over=True)
        server.hdel(of_match.head, "version")
        await store.log.rewind(MATCH, Head(version=Version(3), digest="forgotten"))
        assert (await store.log.heads([MATCH]))[MATCH].epoch == 1
        assert 990 < server.ttl(of_match.head) <= server.ttl(of_match.log) <= 1000

    async def test_a_snapshot_of_which_the_writer_has_died_half_way_is_not_kept_for_ever(
        self, store: RedisStore, server: Any
    ) -> None:
        fields = {str(number): b"a part" for number in range(10 * match_logs.FIELDS_AT_ONCE)}
        writing = asyncio.ensure_future(store.log.store_snapshot(MATCH, fields, replaces_all=True))
        while not server.exists(keys.snapshot(MATCH)):  # noqa: ASYNC110 - a turn writes one piece at most
            await asyncio.sleep(0)
        writing.cancel()
        await store.log.now()  # which is asked behind all that was asked of it
        assert 0 < server.hlen(keys.snapshot(MATCH)) < len(fields)
        assert server.ttl(keys.snapshot(MATCH)) > 0

    async def test_logs_from_before_there_were_heads_go_on(self, store: RedisStore, server: Any) -> None:
        of_match = keys.of_match(MATCH)
        server.xadd(of_match.log, {"entry": b"old", "at": 5}, id="1-0")
        [old] = (await store.log.read(MATCH)).entries
        assert old == Stamped(Version(1), b"old", Milliseconds(5))
        assert (await store.log.heads([MATCH]))[MATCH] == Head(version=Version(1))
        at = await write(store, 2)
        digest = next_digest("", at, b"entry")
        assert (await store.log.heads([MATCH]))[MATCH] == Head(version=Version(2), digest=digest)
