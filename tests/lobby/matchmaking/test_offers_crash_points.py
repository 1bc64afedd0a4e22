"""One match by quick match, again and again: each time a process dies, or a call or its answer is lost, at the next of
all calls to the store. Whatever it is, both come into one match."""

from collections.abc import Awaitable, Callable

import pytest
import redis
from lobby.failing_processes import FATES, FINE, Died, Process
from luck import Repeated
from matches.processes import Hand
from quarterdeck_protocol.lobby.matchmaking import Seek, TicketEnd
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.matchmaking.repository import (
    OFFER_INDEX,
    SEEKER_INDEX,
    TICKET_INDEX,
    MatchmakingRepository,
)
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.lobby.matchmaking.tickets import SeekerRecord
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable
from stores import patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures

PLAYERS = [Player(id=PlayerId(name.lower()), name=name) for name in ("Ann", "Ben")]
STEPS = {
    *("seeker ticket", "wave", "offer open", "offer accepted", "match begun", "table", "offer begun"),
    *("told", "read", "listed"),
}
"""Where something has to have gone wrong once, at the least."""


class Evening:
    """Two players, and one process after another, of which one has a fate."""

    def __init__(self, store: RedisStore, what: str, after: int) -> None:
        self.store = store
        self.hand = Hand()
        self.chance = Repeated()
        self.process = Process(store, self.hand, self.chance)
        self.fated = self.process.fate
        self.fated.what, self.fated.after = what, after
        self.repository = MatchmakingRepository(store.documents)

    async def insist(self, work: Callable[[Process], Awaitable[object]]) -> None:
        """Do something as clients do it, who send again what was not answered."""
        for _ in range(3):
            try:
                await work(self.process)
            except Died:
                self.process = Process(self.store, self.hand, self.chance)
            except Unavailable:
                continue
            else:
                return
        raise AssertionError("it has gone wrong more than once")

    async def run_round(self, after: int = BETWEEN_ROUNDS) -> None:
        self.hand.move(after)
        await self.store.documents.commit([], [IndexEntry(SEEKER_INDEX, player.id, self.hand()) for player in PLAYERS])
        await self.insist(lambda process: process.rounds.run_round())

    async def seek(self) -> None:
        wish = Seek(games=(GameName("tiny"),), ref=Ref("one"))
        for player in PLAYERS:
            account = AccountRecord(id=player.id, name=player.name, kind=PlayerKind.GUEST, made_at=Milliseconds(0))
            await self.store.documents.commit([ACCOUNTS.put(player.id, None, account)])
            await self.insist(lambda process, player=player: process.matchmaking.seek(player, wish))  # type: ignore[misc]  # it is a default

    async def seekers(self) -> list[SeekerRecord]:
        return [seen.record or SeekerRecord() for seen in await self.repository.seekers([each.id for each in PLAYERS])]

    async def accept(self, player: Player) -> None:
        """Accept what is offered, if it still is."""
        seeker = (await self.repository.seekers([player.id]))[0].record or SeekerRecord()
        if seeker.ticket is not None:
            (ticket,) = await self.repository.tickets([seeker.ticket])
            assert ticket.record is not None
            offer = ticket.record.offer
            assert offer is not None
            await self.insist(lambda process: process.matchmaking.accept(player.id, offer, None))


@pytest.mark.parametrize("what", [fate for fate in FATES if fate != FINE])
async def test_two_come_into_one_match_whatever_goes_wrong_wherever(redis_url: str, what: str) -> None:  # noqa: F811 - a fixture
    store = patient_store(redis_url)
    await store.start()
    client = redis.Redis.from_url(redis_url)
    struck = set()
    try:
        for after in range(200):
            client.flushall()
            evening = Evening(store, what, after)
            await evening.seek()
            for _ in range(3):
                await evening.run_round()
            for player in PLAYERS:
                await evening.accept(player)
            for _ in range(3):
                await evening.run_round(after=25_000)
            seekers = await evening.seekers()
            assert [seeker.ended for seeker in seekers] == [TicketEnd.BEGUN] * 2, (after, evening.fated.struck)
            assert {seeker.ticket for seeker in seekers} == {None}
            assert seekers[0].offer == seekers[1].offer
            assert len(list(client.scan_iter("qd:*:match:*:log"))) == 1
            for index in (OFFER_INDEX, TICKET_INDEX):
                assert await store.documents.listed(index, most=9) == []
            if evening.fated.what != FINE:  # there were not so many calls
                break
            struck.add(evening.fated.struck)
    finally:
        await store.close()
        client.close()
    assert struck >= STEPS
