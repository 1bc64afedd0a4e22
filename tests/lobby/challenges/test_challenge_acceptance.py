"""Acceptance of a challenge: an accepted challenge has a match, whichever process dies."""

import pytest
from lobby.challenges.test_service import TINY, pair
from quarterdeck_protocol.lobby.challenges import AcceptChallenge, ChallengeStage, CreateChallenge
from quarterdeck_server.store_errors import Unavailable
from servers import live_server


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


async def _die(_: object) -> None:
    raise Unavailable("dead")
