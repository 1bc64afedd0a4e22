"""Notices of turns: derived from the logs of matches, one for each turn, and withdrawn when it ends."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec
import pytest
from lobby.ratings_world import Fate, Shaky, World
from matches.processes import Process, Processes, processes, settle
from quarterdeck_protocol.lobby.notices import MOST_NOTICES, MOST_TURN_NOTICES, Notice, NoticeKind
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Seat
from quarterdeck_server.lobby.notices.inbox import NO_ID, Inboxes, InboxRecord
from quarterdeck_server.lobby.notices.turn_notices import (
    MILLISECONDS_LEFT,
    MILLISECONDS_OPEN,
    NOTICED,
    SECONDS_UNTIL_TAKEN_OVER,
    TurnNotices,
)
from quarterdeck_server.services.open_turns import OpenTurns
from quarterdeck_server.store_errors import Unavailable

HOUR = 3_600_000
MATCH = MatchId("match")


class Playing:
    """A match between two players with accounts, and the sweep of one process."""

    def __init__(self, several: Processes, process: Process, players: list[PlayerId]) -> None:
        self.several = several
        self.process = process
        self.players = players
        self.acted = 0
        self.seated: dict[MatchId, list[Seat]] = {}
        self.documents = Shaky(process.store.documents)
        self.inboxes = Inboxes(process.store.documents, several.hand)
        self.turns = self.another()

    def another(self) -> TurnNotices:
        return TurnNotices(self.documents, OpenTurns(self.process.matches, self.process.log), lambda: self.seated)

    async def sweep(self, milliseconds: int = MILLISECONDS_OPEN) -> None:
        """Let this time pass, and sweep twice: a match must stand still between two sweeps."""
        await self.turns.sweep()
        self.several.pass_time(milliseconds)
        await self.turns.sweep()

    async def on_turn(self) -> PlayerId:
        return self.players[(await self.process.on_turn(MATCH)).seat]

    async def turns_of(self, player: PlayerId) -> list[Notice]:
        (inbox,) = await self.inboxes.of([player])
        return [each for each in inbox.notices if each.kind is NoticeKind.YOUR_TURN]

    async def act(self) -> None:
        """Let the player act whose turn it is."""
        (await self.process.on_turn(MATCH)).act(cell=self.acted)
        self.acted += 1
        await settle()


@asynccontextmanager
async def playing(time_limit: int = HOUR) -> AsyncIterator[Playing]:
    async with processes() as several:
        first = await several.start()
        world = World(first.store)
        people = [await world.person(name) for name in ("Ada", "Bo")]
        known = [msgspec.to_builtins(person) for person in people]
        process = await several.begin(known, time_limit=time_limit)
        yield Playing(several, process, [person.id for person in people])


async def test_an_absent_player_is_notified_once_of_a_turn_that_is_open_for_a_while() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.sweep(MILLISECONDS_OPEN - 1)
        assert await world.turns_of(player) == []
        await world.sweep(1)
        (notice,) = await world.turns_of(player)
        record = (await world.process.match()).record
        assert (notice.match, notice.game, notice.until) == (MATCH, "tiny", record.waiting[0].until)
        for _ in range(3):
            await world.sweep()
        assert await world.turns_of(player) == [notice]
        other = next(each for each in world.players if each != player)
        assert await world.turns_of(other) == []


async def test_a_notice_leaves_the_inbox_when_its_player_acts_and_comes_again_with_the_next_turn() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.sweep()
        (first,) = await world.turns_of(player)
        await world.act()
        await world.turns.sweep()
        assert await world.turns_of(player) == []
        assert await world.process.store.documents.count(NOTICED) == 0
        other = await world.on_turn()
        assert other != player
        await world.sweep()
        assert len(await world.turns_of(other)) == 1
        await world.act()
        await world.sweep()
        (second,) = await world.turns_of(player)
        assert int(second.id) > int(first.id)
        assert await world.turns_of(other) == []


async def test_a_read_notice_is_not_repeated_in_the_same_turn() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.sweep()
        (notice,) = await world.turns_of(player)
        await world.inboxes.read(player, notice.id)
        for _ in range(3):
            await world.sweep()
        assert await world.turns_of(player) == [notice]


async def test_a_player_who_follows_the_match_is_not_notified() -> None:
    async with playing() as world:
        player = await world.on_turn()
        world.seated = {MATCH: [Seat(world.players.index(player))]}
        await world.sweep()
        assert await world.turns_of(player) == []
        world.seated = {MATCH: [Seat(1 - world.players.index(player))]}
        await world.sweep()
        assert len(await world.turns_of(player)) == 1


async def test_fast_matches_notify_nobody() -> None:
    async with playing(MILLISECONDS_LEFT + MILLISECONDS_OPEN) as world:
        await world.sweep()
        assert [await world.turns_of(player) for player in world.players] == [[], []]


async def test_the_end_of_a_match_withdraws_the_notice() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.sweep()
        assert len(await world.turns_of(player)) == 1
        (await world.process.on_turn()).resign()
        await settle()
        await world.turns.sweep()
        assert await world.turns_of(player) == []
        assert await world.process.store.documents.count(NOTICED) == 0


async def test_a_deleted_account_leaves_no_notice_in_the_index() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.sweep()
        removal = await world.inboxes.leaving(player)
        await world.process.store.documents.commit(removal.changes)
        await world.act()
        await world.turns.sweep()
        assert await world.process.store.documents.count(NOTICED) == 0
        assert await world.turns_of(player) == []


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
@pytest.mark.parametrize("which", range(6))
async def test_no_crash_at_any_commit_loses_or_doubles_a_notice(fate: Fate, which: int) -> None:
    async with playing() as world:
        player = await world.on_turn()

        async def swept_until(there: int) -> None:
            """Sweep with a fresh process after each crash, until the notice is there or gone."""
            for _ in range(8):
                try:
                    await world.sweep()
                except Unavailable:
                    world.turns = world.another()
                    world.several.pass_time(1000 * SECONDS_UNTIL_TAKEN_OVER)
            assert len(await world.turns_of(player)) == there

        world.documents.fates = [*[Fate.KEPT] * which, fate]
        await swept_until(1)
        (notice,) = await world.turns_of(player)
        await swept_until(1)
        assert await world.turns_of(player) == [notice]
        await world.act()
        world.documents.fates = [*[Fate.KEPT] * which, fate]
        await swept_until(0)


async def test_one_process_sweeps_and_another_takes_over_when_it_is_silent() -> None:
    async with playing() as world:
        player = await world.on_turn()
        await world.turns.sweep()
        world.turns = world.another()
        await world.sweep(1000 * SECONDS_UNTIL_TAKEN_OVER - 1)
        assert await world.turns_of(player) == []
        await world.sweep(1)
        await world.sweep()
        assert len(await world.turns_of(player)) == 1


def test_turns_make_room_for_turns_only() -> None:
    inbox, at = InboxRecord(), 1_800_000_000_000

    def added(kind: NoticeKind, number: int) -> None:
        nonlocal inbox
        notice = Notice(id=NO_ID, kind=kind, at=Milliseconds(at), match=MatchId(f"{kind}-{number}"))
        inbox = inbox.with_notice(notice)

    for number in range(MOST_NOTICES):
        added(NoticeKind.MATCH_ENDED, number)
    for number in range(MOST_TURN_NOTICES + 5):
        added(NoticeKind.YOUR_TURN, number)
    kinds = [each.kind for each in inbox.notices]
    counts: Mapping[NoticeKind, int] = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {NoticeKind.MATCH_ENDED: MOST_NOTICES, NoticeKind.YOUR_TURN: MOST_TURN_NOTICES}
    assert inbox.turn_in(MatchId("your_turn-4")) is None
    assert inbox.turn_in(MatchId("your_turn-5")) is not None
