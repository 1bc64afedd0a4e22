"""Commands of clients about claim codes."""

from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodeBatches,
    CodeClaimed,
    CodeHistory,
    CodesMade,
    CodesRevoked,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    RevokeCodes,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import COLLECTION


async def claim_code(caller: Caller, who: Identity, message: ClaimCode) -> CodeClaimed:
    with caller.services.quotas.taking(COLLECTION, who.player.id):
        return await caller.services.code_claims.claim(who.player.id, message, caller.address)


async def make_codes(caller: Caller, who: Identity, message: MakeCodes) -> CodesMade:
    with caller.services.quotas.taking(COLLECTION, who.player.id):
        return await caller.services.code_batches.make(who, message)


async def list_codes(caller: Caller, who: Identity, message: ListCodes) -> CodeBatches:
    with caller.services.quotas.taking(COLLECTION, who.player.id):
        return await caller.services.code_batches.listed(who, message)


async def revoke_codes(caller: Caller, who: Identity, message: RevokeCodes) -> CodesRevoked:
    with caller.services.quotas.taking(COLLECTION, who.player.id):
        return await caller.services.code_batches.revoke(who, message)


async def get_code_history(caller: Caller, who: Identity, message: GetCodeHistory) -> CodeHistory:
    with caller.services.quotas.taking(COLLECTION, who.player.id):
        return await caller.services.code_batches.history(who, message)
