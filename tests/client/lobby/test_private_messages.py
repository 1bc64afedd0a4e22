"""Private messages through the SDK."""

import msgspec
import pytest
from quarterdeck_client import Client, ClientError
from quarterdeck_client.lobby.private_messages import ConversationRequests
from servers import PASSWORD, live_server


async def test_two_players_write_to_each_other() -> None:
    async with live_server() as server, Client(server.url) as ada, Client(server.url) as bo:
        for client, name in ((ada, "Ada"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
        await ada.following.follow(bo.player.id)
        await bo.following.follow(ada.player.id)
        sent = await ada.conversations.send(bo.player.id, "Hello!")
        assert [each.unread for each in (await bo.conversations.list()).conversations] == [1]
        assert (await bo.conversations.read(ada.player.id, sent.id)).read == sent.id
        assert (await bo.conversations.get(ada.player.id)).messages == (sent,)
        await bo.conversations.delete(ada.player.id)
        assert (await bo.conversations.list()).conversations == ()


async def test_a_server_without_private_messages_is_asked_for_nothing() -> None:
    async with live_server() as server, Client(server.url) as ada:
        welcome = msgspec.structs.replace(ada.welcome, capabilities=())
        with pytest.raises(ClientError, match="no private messages"):
            await ConversationRequests(ada.ask, lambda: welcome).list()
