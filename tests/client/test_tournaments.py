"""Tournaments with the SDK: a director who makes one, and two players who play it."""

import asyncio

import pytest
from quarterdeck_client import Client, ClientError
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tournaments import TournamentStage
from servers import PASSWORD, SOON, live_server


async def play(client: Client) -> None:
    async for notice in client.notices.follow():
        if notice.kind is NoticeKind.TOURNAMENT_ENDED:
            return
        if notice.kind is NoticeKind.ROUND_PAIRED and notice.match is not None:
            match = await client.watch_match(notice.match, 0)
            async for turn in match.turns():
                await turn.act(turn.choices[0])


async def test_a_tournament_from_its_making_to_its_end() -> None:
    async with live_server() as server, Client(server.url) as ada, Client(server.url) as bo:
        for client, name in ((ada, "Ada"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
        made = await ada.tournaments.create("Friday", "tiny", 2, between_rounds=0, time_limit=600_000)
        id_ = made.summary.id
        for client in (ada, bo):
            await client.tournaments.join(id_)
        assert [each.id for each in await bo.tournaments.list()] == [id_]
        await bo.tournaments.leave(id_)
        await bo.tournaments.join(id_)
        await ada.tournaments.begin_round(id_, 1)
        async with asyncio.timeout(SOON):
            await asyncio.gather(play(ada), play(bo))
        page = await bo.tournaments.page(id_, 1, round_=1)
        assert page.part is not None
        assert (page.part.rows, page.part.pairings, len(page.rounds)) == (2, 1, 2)
        assert (await bo.tournaments.page(id_)).part is None
        ended = await bo.tournaments.get(id_)
        assert ended.summary.stage is TournamentStage.ENDED
        assert sum(each.points for each in ended.entrants) == 200


async def test_a_server_without_tournaments_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarterdeck_protocol.encoding.wire.CAPABILITIES", ())
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        assert not ada.tournaments.are_played_here
        with pytest.raises(ClientError, match="no tournaments"):
            await ada.tournaments.list()
