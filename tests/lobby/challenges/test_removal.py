"""A deleted account leaves no open challenge behind."""

from servers import PASSWORD, live_server
from web.challenge_cases import challenged, me, open_to


async def test_the_challenges_of_a_deleted_account_are_cancelled() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        hers, his = await me(ada), await me(bo)
        sent = (await challenged(ada, his))["challenge"]["id"]
        assert (await challenged(bo, hers))["type"] == "challenge_changed"
        assert (await ada.ask({"type": "delete_account", "password": PASSWORD}))["type"] == "signed_out"
        listed = await open_to(bo)
        assert (listed["sent"], listed["received"]) == ([], [])
        assert (await bo.ask({"type": "accept_challenge", "challenge": sent}))["code"] == "challenge_over"
