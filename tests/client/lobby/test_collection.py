"""The cards that a player owns, through the SDK."""

import pytest
from quarterdeck_client import Client, ClientError, RefusedError
from relay import relay_to
from servers import PASSWORD, live_server


async def test_packs_are_claimed_and_opened_and_their_cards_are_owned() -> None:
    async with live_server(packs_account_age=0) as server, Client(server.url, name="Ada") as ada:
        with pytest.raises(RefusedError, match="You need an account to get packs"):
            await ada.collection.claim_packs("amiibart")
        await ada.account.register("Ada Lovelace", PASSWORD)
        first, *others = (await ada.collection.claim_packs("amiibart")).packs
        opened = await ada.collection.open_pack(first.id, "mine")
        assert (await ada.collection.packs()).packs == tuple(others)
        owned = await ada.collection.owned("amiibart")
        assert sum(each.count for each in owned) == len(opened.cards) == 5
        assert await ada.collection.owned("myacards") == ()
        (moved,) = (await ada.collection.movements()).movements
        assert (moved.of, (await ada.collection.movements(before=moved.number)).movements) == (first.id, ())


async def test_a_server_without_collections_is_asked_for_none() -> None:
    async with live_server() as server, relay_to(server.url) as relay:
        relay.to_clients = lambda message: {**message, "capabilities": []} if "capabilities" in message else message
        async with Client(relay.url, name="Ada") as ada:
            assert not ada.collection.is_kept_here
            assert await ada.collection.owned() == ()
            with pytest.raises(ClientError, match="has no collections"):
                await ada.collection.packs()
