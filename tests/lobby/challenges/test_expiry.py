"""Expiry of challenges: both players are told the same, and an answer at the same time has one outcome with it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from lobby.ratings_world import Fate, Shaky
from matches.processes import Hand
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.social.challenges import (
    DAYS_OPEN,
    AcceptChallenge,
    Challenge,
    ChallengeStage,
    CreateChallenge,
    DeclineReason,
)
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.challenge_records import CHALLENGE_COUNTS, CHALLENGES, DAY
from quarterdeck_server.lobby.challenges.challenge_writes import EXPIRING
from quarterdeck_server.lobby.challenges.expiry import ChallengeExpiry
from quarterdeck_server.lobby.challenges.service import ChallengeService
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from servers import LiveServer, live_server
from web.challenge_cases import me

TINY = GameName("tiny")
OPEN_FOR = DAYS_OPEN * DAY


@dataclass
class Expiring:
    """Two players, one of whom is challenged, and a clock that is moved by hand."""

    server: LiveServer
    hand: Hand
    documents: Shaky
    service: ChallengeService
    expiry: ChallengeExpiry
    hers: PlayerId
    his: PlayerId
    challenge: Challenge

    async def told(self, player: PlayerId) -> list[tuple[NoticeKind, ChallengeStage]]:
        """Return the kinds of a player's notices and the stages in them, without that of the challenge itself."""
        notices = (await self.server.services.inboxes.page(player)).notices
        return [
            (each.kind, each.challenge.stage)
            for each in notices
            if each.challenge is not None and each.kind is not NoticeKind.CHALLENGED
        ]


@asynccontextmanager
async def expiring() -> AsyncIterator[Expiring]:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        services, documents = server.services, Shaky(server.services.standings._documents)
        service = ChallengeService(documents, services.matches._games, services.tables, hand)
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        made = await service.create(hers, CreateChallenge(player=his, game=TINY))
        expiry = ChallengeExpiry(documents, hand)
        yield Expiring(server, hand, documents, service, expiry, hers, his, made)


@pytest.mark.parametrize("fate", [Fate.KEPT, Fate.LOST, Fate.UNANSWERED])
async def test_both_players_are_told_once_that_nobody_has_answered(fate: Fate) -> None:
    async with expiring() as here:
        here.hand.move(OPEN_FOR - 1)
        await here.expiry.sweep()
        assert await here.told(here.hers) == []
        here.hand.move(1)
        here.documents.fates = [fate]
        for _ in range(3):
            try:
                await here.expiry.sweep()
            except Unavailable:
                assert fate is not Fate.KEPT
        inboxes = [(await here.server.services.inboxes.page(player)).notices[0] for player in (here.hers, here.his)]
        assert inboxes[0].challenge == inboxes[1].challenge
        for player in (here.hers, here.his):
            assert await here.told(player) == [(NoticeKind.CHALLENGE_EXPIRED, ChallengeStage.EXPIRED)]
        documents = here.server.services.standings._documents
        assert await documents.count(EXPIRING) == 0
        (counts,) = await CHALLENGE_COUNTS.read(documents, [here.hers])
        assert counts is not None
        assert counts.open == {}


async def test_an_answered_challenge_does_not_expire() -> None:
    async with expiring() as here:
        await here.service.decline(here.his, here.challenge.id, DeclineReason.LATER)
        assert await here.server.services.standings._documents.count(EXPIRING) == 0
        here.hand.move(OPEN_FOR)
        await here.expiry.sweep()
        assert await here.told(here.his) == []


async def _accept(here: Expiring) -> Challenge:
    return await here.service.accept(here.his, AcceptChallenge(challenge=here.challenge.id))


async def _decline(here: Expiring) -> Challenge:
    return await here.service.decline(here.his, here.challenge.id, DeclineReason.BUSY)


async def _cancel(here: Expiring) -> Challenge:
    return await here.service.cancel(here.hers, here.challenge.id)


ANSWERS = (_decline, _cancel)


@pytest.mark.parametrize("answer", [_accept, *ANSWERS])
async def test_an_expiry_in_the_middle_of_an_answer_refuses_it(
    answer: Callable[[Expiring], Awaitable[Challenge]],
) -> None:
    async with expiring() as here:
        reading = here.documents.read
        times = 0

        async def read(keys: object) -> object:
            nonlocal times
            times += 1
            if times == 3:  # the answer has read that the challenge is open
                here.hand.move(OPEN_FOR)
                await ChallengeExpiry(here.server.services.standings._documents, here.hand).sweep()
            return await reading(keys)

        here.documents.read = read  # type: ignore[method-assign]
        with pytest.raises(CommandRefused, match="over"):
            await answer(here)
        for player in (here.hers, here.his):
            assert await here.told(player) == [(NoticeKind.CHALLENGE_EXPIRED, ChallengeStage.EXPIRED)]


@pytest.mark.parametrize("answer", ANSWERS)
async def test_an_answer_in_the_middle_of_an_expiry_stands(answer: Callable[[Expiring], Awaitable[Challenge]]) -> None:
    async with expiring() as here:

        async def answered() -> None:
            here.documents.before_commit = None
            here.hand.move(-OPEN_FOR)  # a process whose clock is behind
            await answer(here)
            here.hand.move(OPEN_FOR)

        here.hand.move(OPEN_FOR)
        here.documents.before_commit = answered
        await here.expiry.sweep()
        (record,) = await CHALLENGES.read(here.server.services.standings._documents, [here.challenge.id])
        assert record is not None
        assert record.stage in (ChallengeStage.DECLINED, ChallengeStage.CANCELLED)
        told = [*await here.told(here.hers), *await here.told(here.his)]
        assert [stage for _, stage in told] == [record.stage]
