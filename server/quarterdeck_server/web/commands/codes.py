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
        await _check_proved(caller, identity)
        return await caller.services.code_batches.make(identity, message)


async def list_codes(caller: Caller, identity: Identity, message: claim_codes.ListCodes) -> claim_codes.CodeBatches:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.code_batches.listed(identity, message)


async def revoke_codes(
    caller: Caller, identity: Identity, message: claim_codes.RevokeCodes
) -> claim_codes.CodesRevoked:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        await _check_proved(caller, identity)
        return await caller.services.code_batches.revoke(identity, message)


async def get_code_history(
    caller: Caller, identity: Identity, message: claim_codes.GetCodeHistory
) -> claim_codes.CodeHistory:
    with caller.services.quotas.taking(COLLECTION, identity.player.id):
        return await caller.services.code_batches.history(identity, message)


async def _check_proved(caller: Caller, identity: Identity) -> None:
    """Raise `CommandRefused` unless the role allows codes and, in a session, the player has proved lately who they
    are, as for the same change over HTTP."""
    permissions.check(identity.roles, permissions.Permission.GIVE, "$.type")
    if not identity.is_program:
        await caller.services.players.check_proved(identity)
