"""Commands about the copies of cards that a player owns, and about packs."""

from quarterdeck_protocol.lobby.collection.owned_copies import (
    ClaimPacks,
    Collection,
    GetCollection,
    GetMovements,
    GetPacks,
    Movements,
    OpenPack,
    PackOpened,
    Packs,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import COLLECTION


async def get_collection(caller: Caller, identity: Identity, message: GetCollection) -> Collection:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.owned_copies.listed(identity.player.id, message.game)


async def get_movements(caller: Caller, identity: Identity, message: GetMovements) -> Movements:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.owned_copies.movements(identity.player.id, message.before)


async def get_packs(caller: Caller, identity: Identity, message: GetPacks) -> Packs:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.packs.listed(identity.player.id, caller.address)


async def claim_packs(caller: Caller, identity: Identity, message: ClaimPacks) -> Packs:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.packs.claim(identity.player.id, message.game, caller.address)


async def open_pack(caller: Caller, identity: Identity, message: OpenPack) -> PackOpened:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.packs.open(identity.player.id, message)
