"""Of a query, what is not declared is refused, with what would be right."""

import pytest
from servers import live_server


@pytest.mark.parametrize(
    ("path", "where", "text"),
    [
        ("/v1/games?gaem=tiny", "?gaem", "There is no parameter `gaem`: this path has none."),
        ("/v1/games/tiny/ladder?pgae=2", "?pgae", "There is no parameter `pgae`: there are `page`."),
        ("/v1/games/tiny/ladder?page=two", "?page", "`page` is a whole number from 1 to 1000000."),
    ],
)
async def test_a_slip_in_a_query_is_refused_with_its_place(path: str, where: str, text: str) -> None:
    async with live_server() as server:
        status, refused = await server.get(path)
        assert (status, refused["code"], refused["where"]) == (400, "malformed", where)
        assert refused["detail"] == text


async def test_who_watches_over_a_server_may_add_what_they_like() -> None:
    async with live_server() as server:
        assert (await server.get("/healthz?probe=7"))[0] == 200
