"""Acceptance of a challenge: an accepted challenge has a match, whichever process dies."""

import asyncio

import pytest
from lobby.challenges.test_bot_list import bot_of, declare
from lobby.challenges.test_service import TINY, pair
from quarterdeck_protocol.lobby.social.challenges import AcceptChallenge, Challenge, ChallengeStage, CreateChallenge
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from servers import live_server
from web.challenge_cases import me


async def test_an_acceptance_after_which_the_process_dies_is_completed_by_whoever_looks_at_the_table() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, _, hers, his = await pair(server, ada, bo)
        made = await service.create(hers, CreateChallenge(player=his, game=TINY))
        tables = server.services.tables.service
        begin, tables.begin_seated = tables.begin_seated, _die  # type: ignore[assignment,method-assign]
        with pytest.raises(Unavailable):
            await service.accept(his, AcceptChallenge(challenge=made.id))
        tables.begin_seated = begin  # type: ignore[method-assign]
        accepted = await service.accept(his, AcceptChallenge(challenge=made.id))
        assert accepted.stage is ChallengeStage.ACCEPTED
        table = (await ada.ask({"type": "watch_table", "table": accepted.table}))["table"]
        assert (table["stage"], table["match"], table["access"]) == ("playing", accepted.match, "unlisted")
        update = await bo.ask({"type": "watch_match", "match": accepted.match})
        assert update["type"] == "update"


@pytest.mark.parametrize("is_bot", [False, True])
async def test_acceptances_at_the_same_moment_do_not_exceed_the_limit_of_tables(is_bot: bool) -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), tables_per_player=0 if is_bot else 1) as here,
        live_server(MemoryStore(memory), tables_per_player=0 if is_bot else 1) as there,
        here.person("Bo") as owner,
        here.person("Ada") as ada,
        here.person("Cy") as cy,
    ):
        his = await bot_of(owner, "Deep Oak") if is_bot else PlayerId(await me(owner))
        if is_bot:
            await declare(here, his, TINY)
        made = [
            await here.services.challenges.create(PlayerId(await me(line)), CreateChallenge(player=his, game=TINY))
            for line in (ada, cy)
        ]
        answers = await asyncio.gather(
            *(
                server.services.challenges.accept(his, AcceptChallenge(challenge=each.id))
                for server, each in zip((here, there), made, strict=True)
            ),
            return_exceptions=True,
        )
        begun = [each for each in answers if isinstance(each, Challenge)]
        refused = [each.code for each in answers if isinstance(each, CommandRefused)]
        assert (len(begun), refused) == (1, [RefusalCode.TOO_MANY_TABLES])


async def _die(_: object) -> None:
    raise Unavailable("dead")
