"""A backup that is taken while people play: the store is thrown away, a new one is made of it, and play goes on."""

import asyncio
import contextlib
import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
from failover_bots import Played, Switch, UpdateRecorder, play_out, refs_in
from forked_programs import ran
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_protocol.names import Ref, Version
from quarterdeck_protocol.transcripts.transcript import Entry, HistoryLost, Transcript
from quarterdeck_server.storage.backup.restoration import restore_backup
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.verification.findings import Noted
from quarterdeck_server.verification.transcript_check import verify
from servers import SERVED, SOON, served

MATCHES = 4
FIRST_ACTIONS, ACTIONS_BEFORE_THE_LOSS, ACTIONS_BEFORE_THE_END, ALL_ACTIONS = 20, 30, 36, 10_000
"""Actions of each seat until the backup, until the store is lost, until its end at the earliest, and in all."""


class Replaced(EmbeddedStore):
    """A store that another one can take the place of, at the same address."""

    async def taken_over_by(self, other: EmbeddedStore) -> None:
        """Forget everything, and have what the other one has, which ends."""
        await other.stop()
        await self._end()
        shutil.rmtree(self.folder / "appendonlydir")
        shutil.copytree(other.folder / "appendonlydir", self.folder / "appendonlydir")
        await self._launch()


async def begun(ada: Client, bo: Client) -> tuple[FollowedMatch, FollowedMatch]:
    table = await ada.tables.open("density-deck", seats=2, options={"lives": 40, "round_cap": 50})
    await bo.tables.sit(table.id)
    one, other = await asyncio.gather(ada.begin(table.id), bo.begin(table.id))
    return one, other


class Play:
    """Matches of two that are played all the while, through one address."""

    def __init__(self, pairs: list[tuple[Client, Client]], seats: list[tuple[FollowedMatch, FollowedMatch]]) -> None:
        self.pairs = pairs
        self.seats = seats
        self.recorders = [UpdateRecorder(seat) for both in seats for seat in both]
        self.played = Played()
        self._most = FIRST_ACTIONS
        self._more = asyncio.Condition()
        self._playing = [
            asyncio.create_task(play_out(client, seat, random.Random(number), self.played, self._allowed))
            for number, (pair, both) in enumerate(zip(pairs, seats, strict=True))
            for client, seat in zip(pair, both, strict=True)
        ]

    async def _allowed(self, acted: int) -> None:
        async with self._more:
            await self._more.wait_for(lambda: acted < self._most)

    async def go_on(self, most: int) -> None:
        """Allow each seat this number of actions in all. A server forgets a match soon after its end, and only writes
        back what it remembers: no match may end before the store is replaced, however slow the machine is."""
        assert not any(task.done() for task in self._playing)
        async with self._more:
            self._most = most
            self._more.notify_all()

    async def ended(self) -> None:
        await self.go_on(ALL_ACTIONS)
        async with asyncio.timeout(SOON):
            await asyncio.gather(*self._playing)

    async def log(self, *, losses: bool) -> list[Ref]:
        """Return what stands in the logs of all matches, after each was held against all that its players were
        told."""
        in_log: list[Ref] = []
        for number, (pair, both) in enumerate(zip(self.pairs, self.seats, strict=True)):
            assert both[0].result == both[1].result is not None
            transcript = await pair[0].transcript(both[0].match)
            # Nobody is left who knows how far the lost history went: the chain has where it began.
            parted = min((lost.since for lost in losses_in(transcript)), default=None)
            notes = tuple(
                (Version(version), link)
                for seen in self.recorders[2 * number : 2 * number + 2]
                for (epoch, version), link in seen.links.items()
                if epoch == both[0].latest.epoch or parted is None or version <= parted
            )
            found = verify(transcript, SERVED, Noted(links=notes))
            assert found.last_link == both[0].latest.link
            assert (found.losses > 0) == losses, "the chain says whether anything was lost"
            in_log += refs_in(transcript)
        assert len(in_log) == len(set(in_log)), "nothing was done twice"
        return in_log


def losses_in(transcript: Transcript) -> list[HistoryLost]:
    causes = [msgspec.json.decode(each.entry, type=Entry[msgspec.Raw]).cause for each in transcript.entries]
    return [cause for cause in causes if isinstance(cause, HistoryLost)]


@contextlib.asynccontextmanager
async def play_through(url: str) -> AsyncIterator[Play]:
    async with contextlib.AsyncExitStack() as stack:
        pairs = [
            (
                await stack.enter_async_context(Client(url, name=f"A{number}", patience=SOON)),
                await stack.enter_async_context(Client(url, name=f"B{number}", patience=SOON)),
            )
            for number in range(MATCHES)
        ]
        yield Play(pairs, [await begun(*pair) for pair in pairs])


async def backed_up(play: Play, data: Path, file: Path) -> set[Ref]:
    """Take a backup while all play; give what had been acknowledged before."""
    await play.played.have_been(10 * MATCHES)
    before = set(play.played.acknowledged)
    status, said, complaints = await ran("backup", str(file), "--data", str(data))
    assert (status, complaints) == (0, ""), said
    assert f"{MATCHES} matches" in said
    await play.go_on(ACTIONS_BEFORE_THE_LOSS)
    await play.played.have_been(len(play.played.acknowledged) + 10 * MATCHES)
    return before


def options(data: Path, *others: str) -> tuple[str, ...]:
    return ("--data", str(data), "--log-level", "error", "--quotas", "off", *others)


async def test_a_new_store_has_all_that_was_acknowledged_before_the_backup_and_play_goes_on(tmp_path: Path) -> None:
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "backup"
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(*options(first)))
        switch = await stack.enter_async_context(Switch.to([server.url]))
        play = await stack.enter_async_context(play_through(switch.url))
        before = await backed_up(play, first, file)
        assert await server.terminated() == 0
        shutil.rmtree(first)
        status, said, complaints = await ran("restore", str(file), "--data", str(second))
        assert (status, complaints) == (0, ""), said
        assert f"The store has {MATCHES} matches" in said
        after = await stack.enter_async_context(served(*options(second)))
        switch.urls[:] = [after.url]
        await play.ended()
        in_log = set(await play.log(losses=True))
        assert before <= in_log, "all that was acknowledged before the backup is there"
        assert set(play.played.acknowledged) - in_log, "what came after it is not"
        assert [len(seat.rewinds) for both in play.seats for seat in both] == [1] * 2 * MATCHES, "and everybody is told"
        assert {seat.latest.epoch for both in play.seats for seat in both} == {1}
        assert await after.terminated() == 0
        assert after.said == b""


async def test_a_server_that_lives_on_writes_back_what_came_after_the_backup(tmp_path: Path) -> None:
    store, file = Replaced(tmp_path / "store"), tmp_path / "backup"
    await store.start()
    try:
        async with contextlib.AsyncExitStack() as stack:
            words = ("--store", store.url, "--durability", "fsync", "--after-data-loss", "restore")
            server = await stack.enter_async_context(served(*words, "--log-level", "error", "--quotas", "off"))
            play = await stack.enter_async_context(play_through(server.url))
            before = await backed_up(play, store.folder, file)
            other = EmbeddedStore(tmp_path / "other")
            await other.start()
            await restore_backup(other.url, file, same_history=True)
            await play.go_on(ACTIONS_BEFORE_THE_END)  # some of them are under way as the store dies
            await store.taken_over_by(other)
            await play.ended()
            in_log = set(await play.log(losses=False))
            assert before < set(play.played.acknowledged) <= in_log, "nothing at all was lost"
            assert [seat.rewinds for both in play.seats for seat in both] == [[]] * 2 * MATCHES
            assert await server.terminated() == 0
    finally:
        await store.stop()
