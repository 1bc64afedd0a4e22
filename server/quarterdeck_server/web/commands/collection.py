"""Commands about the copies of cards that a player owns, and about packs."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.lobby.collection import (
    ClaimPacks,
    CollectionAnswer,
    CollectionCommand,
    GetCollection,
    GetMovements,
    GetPacks,
    OpenPack,
)
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.rate_limit.quotas import COLLECTION


async def obeyed(services: Services, player: PlayerId, address: str, message: CollectionCommand) -> CollectionAnswer:
    """Obey a command of a signed-in player at this address, and return the answer. Raises `CommandRefused`,
    `Unavailable`."""
    answer: CollectionAnswer
    with services.quotas.taking(COLLECTION, player):
        match message:
            case GetCollection():
                answer = await services.owned_copies.listed(player, message.game)
            case GetMovements():
                answer = await services.owned_copies.movements(player, message.before)
            case GetPacks():
                answer = await services.packs.listed(player)
            case ClaimPacks():
                answer = await services.packs.claim(player, message.game, address)
            case OpenPack():
                answer = await services.packs.open(player, message)
            case _:
                assert_never(message)
    return replace(answer, ref=message.ref)
