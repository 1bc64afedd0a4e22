"""Commands about claim codes."""

from quarterdeck_protocol.claim_codes import CodeAnswer, CodeCommand
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.connection_services import Services


async def obeyed(services: Services, who: Identity, address: str, message: CodeCommand) -> CodeAnswer:
    """Obey somebody who is signed in and comes from this address, and return the answer. Raises `CommandRefused`,
    `Unavailable`."""
    raise CommandRefused(RefusalCode.UNKNOWN_CODE, Text("This server has no claim codes."), "$.type")
