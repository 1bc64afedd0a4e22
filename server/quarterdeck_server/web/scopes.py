"""Check of a token's scopes: each command declares the scopes of which it needs one (`open_to`)."""

from collections.abc import Collection

from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity


def check(command: FromClient, who: Identity, where: str) -> None:
    """Raise `CommandRefused`, with the place `where`, if the caller's token does not allow the command."""
    if may(command, who.scopes, is_program=who.is_program):
        return
    taken = " or ".join(f"`{scope}`" for scope in command.open_to or ())
    why = f"it needs the scope {taken}" if taken else "programs cannot do it; sign in with a password"
    raise CommandRefused(RefusalCode.MISSING_SCOPE, Text("This token does not allow this: {why}.", why=why), where)


def may(command: FromClient, scopes: Collection[Scope], *, is_program: bool) -> bool:
    """True if a caller with these scopes may send this command."""
    return not is_program or command.open_to is None or any(scope in scopes for scope in command.open_to)
