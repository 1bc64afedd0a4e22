"""Claim codes through the SDK: a moderator makes them, a player claims one."""

import pytest
from quarterdeck_client import Client, ClientError, RefusedError
from quarterdeck_protocol.lobby.claim_codes import CopiesToGive, NewCodeGift, PacksToGive
from quarterdeck_protocol.names import GameName
from relay import relay_to
from servers import PASSWORD, live_server

GAME = GameName("amiibart")
GIFT = NewCodeGift(packs=(PacksToGive(game=GAME),), copies=(CopiesToGive(game=GAME, card="candle-squire", count=2),))


async def test_a_moderator_makes_codes_and_a_player_claims_one() -> None:
    async with (
        live_server(packs_account_age=0) as server,
        Client(server.url, name="Mo") as mo,
        Client(server.url, name="Ada") as ada,
    ):
        with pytest.raises(RefusedError, match="You need an account to claim a code"):
            await ada.codes.claim("0000")
        await mo.account.register("Mo Reyes", PASSWORD)
        await ada.account.register("Ada Lovelace", PASSWORD)
        with pytest.raises(RefusedError, match="This needs the role `organiser`"):
            await mo.codes.batches()
        await server.services.moderation.make_first_admin("Mo Reyes")
        made = await mo.codes.make("The fair", GIFT, codes=2, uses=5, ref="fair")
        assert (await mo.codes.make("The fair", GIFT, codes=2, uses=5, ref="fair")).codes == ()
        claimed = await ada.codes.claim(made.codes[1])
        assert (await ada.collection.packs()).packs == claimed.packs
        assert [each.count for each in await ada.collection.owned("amiibart")] == [2]
        (batch,) = (await mo.codes.batches()).batches
        assert (batch.id, batch.claimed) == (made.batch.id, 1)
        history = await mo.codes.history(code=made.codes[1])
        assert (history.number, len(history.deeds)) == (2, 1)
        assert (await mo.codes.revoke(batch.id, "It is over.")).batch.revoked_at is not None
        assert len((await mo.codes.history(batch.id)).deeds) == 3


async def test_a_server_without_codes_is_asked_for_none() -> None:
    async with live_server() as server, relay_to(server.url) as relay:
        relay.to_clients = lambda message: {**message, "capabilities": []} if "capabilities" in message else message
        async with Client(relay.url, name="Ada") as ada:
            assert not ada.codes.are_taken_here
            with pytest.raises(ClientError, match="has no claim codes"):
                await ada.codes.claim("0000")
