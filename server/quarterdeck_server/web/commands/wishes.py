"""Commands about wish lists and the search for trading partners."""

from quarterdeck_protocol.lobby.collection.wishes import BeFound, ChangeWishes, FindTraders, GetWishes, Traders, Wishes

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import TRADER_SEARCH, WISHES


async def get_wishes(caller: Caller, identity: Identity, message: GetWishes) -> Wishes:
    with caller.services.quotas.taking(WISHES, identity.player.id):
        return await caller.services.wishes.listed(identity.player.id)


async def change_wishes(caller: Caller, identity: Identity, message: ChangeWishes) -> Wishes:
    with caller.services.quotas.taking(WISHES, identity.player.id):
        return await caller.services.wishes.change(identity.player.id, message)


async def be_found(caller: Caller, identity: Identity, message: BeFound) -> Wishes:
    with caller.services.quotas.taking(WISHES, identity.player.id):
        return await caller.services.wishes.be_found(identity.player.id, message.by)


async def find_traders(caller: Caller, identity: Identity, message: FindTraders) -> Traders:
    with caller.services.quotas.taking(TRADER_SEARCH, identity.player.id):
        return await caller.services.trader_search.found(identity.player.id, message)
