"""Names of the 0.1.0 SDK still work in 0.2.0, and warn."""

import asyncio

import pytest
from quarterdeck_client.client import Client
from servers import live_server


@pytest.mark.parametrize(("old", "new"), [("talk", "chat"), ("standing", "standings")])
async def test_a_former_name_of_requests_warns_and_works(old: str, new: str) -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        with pytest.warns(DeprecationWarning, match=f"`{old}` is deprecated since 0.2.0; use `{new}`"):
            former = getattr(ada, old)
        assert type(former) is type(getattr(ada, new))


async def test_former_names_at_a_match_warn_and_work() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1)
        with pytest.warns(DeprecationWarning, match="`told_later` is deprecated since 0.2.0; use `on_delay`"):
            again = await ada.watch_match(seat.match, told_later=asyncio.sleep)
        with pytest.warns(DeprecationWarning, match="`look_through` is deprecated since 0.2.0; use `view_as`"):
            await again.look_through(None)
        assert again.match == seat.match
