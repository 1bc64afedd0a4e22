"""Commands about claim codes."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodeAnswer,
    CodeCommand,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    RevokeCodes,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.rate_limit.quotas import COLLECTION


async def obeyed(services: Services, who: Identity, address: str, message: CodeCommand) -> CodeAnswer:
    """Obey a command of a signed-in player at this address, and return the answer. Raises `CommandRefused`,
    `Unavailable`."""
    answer: CodeAnswer
    with services.quotas.taking(COLLECTION, who.player.id):
        match message:
            case ClaimCode():
                answer = await services.code_claims.claim(who.player.id, message, address)
            case MakeCodes():
                answer = await services.code_batches.make(who, message)
            case ListCodes():
                answer = await services.code_batches.listed(who, message)
            case RevokeCodes():
                answer = await services.code_batches.revoke(who, message)
            case GetCodeHistory():
                answer = await services.code_batches.history(who, message)
            case _:
                assert_never(message)
    return replace(answer, ref=message.ref)
