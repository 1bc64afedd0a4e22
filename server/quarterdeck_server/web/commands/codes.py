"""Commands of clients about claim codes."""

from quarterdeck_protocol.lobby import claim_codes

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation import permissions
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import COLLECTION


async def claim_code(caller: Caller, identity: Identity, message: claim_codes.ClaimCode) -> claim_codes.CodeClaimed:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.code_claims.claim(identity.player.id, message, caller.address)


async def make_codes(caller: Caller, identity: Identity, message: claim_codes.MakeCodes) -> claim_codes.CodesMade:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        permissions.check(identity.roles, permissions.Permission.GIVE, "$.type")
        await caller.services.players.check_role(identity)
        return await caller.services.code_batches.make(identity, message)


async def list_codes(caller: Caller, identity: Identity, message: claim_codes.ListCodes) -> claim_codes.CodeBatches:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.code_batches.listed(identity, message)


async def revoke_codes(
    caller: Caller, identity: Identity, message: claim_codes.RevokeCodes
) -> claim_codes.CodesRevoked:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        permissions.check(identity.roles, permissions.Permission.GIVE, "$.type")
        await caller.services.players.check_role(identity)
        return await caller.services.code_batches.revoke(identity, message)


async def get_code_history(
    caller: Caller, identity: Identity, message: claim_codes.GetCodeHistory
) -> claim_codes.CodeHistory:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.code_batches.history(identity, message)
