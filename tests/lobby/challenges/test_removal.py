"""A deleted account leaves no open challenge behind."""

from servers import PASSWORD, Line, live_server
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


async def test_no_inbox_keeps_the_name_of_a_deleted_account() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        hers = await me(ada)
        async with server.person("Cy") as cy, server.person("Di") as di:
            for other in (bo, cy):
                await challenged(ada, await me(other))
            await challenged(di, hers)
            (declined,) = (await open_to(cy))["received"]
            await cy.ask({"type": "decline_challenge", "challenge": declined["id"]})
            (received,) = (await open_to(ada))["received"]
            await ada.ask({"type": "decline_challenge", "challenge": received["id"]})
            await challenged(cy, await me(bo))
            assert await noticed(bo) == {"Ada", "Cy"}
            assert await noticed(cy) == {"Ada"}
            assert await noticed(di) == {"Ada"}
            await ada.ask({"type": "delete_account", "password": PASSWORD})
            assert [await noticed(each) for each in (bo, cy, di)] == [{"Cy"}, set(), set()]
            page = await bo.ask({"type": "get_notices"})
            assert page["unread"] == len(page["notices"]) == 1


async def noticed(line: Line) -> set[str]:
    """Return the names of others in the notices of a player."""
    mine = await me(line)
    page = await line.ask({"type": "get_notices"})
    each = [notice["challenge"][side] for notice in page["notices"] for side in ("challenger", "challenged")]
    return {player["name"] for player in each if player["id"] != mine}
