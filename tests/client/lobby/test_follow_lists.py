"""Following through the SDK."""

import msgspec
import pytest
from lobby.people import noted
from quarterdeck_client import Client, ClientError
from quarterdeck_client.lobby.follow_lists import FollowingRequests
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from servers import PASSWORD, live_server


async def test_players_follow_each_other_and_choose_who_sees_them() -> None:
    async with live_server() as server, Client(server.url) as ada, Client(server.url) as bo:
        for client, name in ((ada, "Ada"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
        assert ada.following.is_offered_here
        followed = await ada.following.follow(bo.player.id)
        assert (followed.player.name, followed.online) == ("Bo", False)
        assert (await bo.following.set_seen_by(SeenBy.EVERYBODY)).seen_by is SeenBy.EVERYBODY
        await noted(server)
        assert [each.online for each in (await ada.following.list()).players] == [True]
        await ada.following.unfollow(bo.player.id)
        assert (await ada.following.list()).players == ()


async def test_a_server_without_following_is_asked_for_nothing() -> None:
    async with live_server() as server, Client(server.url) as ada:
        welcome = msgspec.structs.replace(ada.welcome, capabilities=())
        with pytest.raises(ClientError, match="no following"):
            await FollowingRequests(ada.ask, lambda: welcome).list()
