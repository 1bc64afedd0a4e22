"""Check of a token's scopes: each command declares the scopes of which it needs one (`open_to`)."""

from collections.abc import Collection

import msgspec
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity

FREE_OF_TERMS = frozenset(
    {
        *("accept_terms", "act", "avoid", "cancel_trade", "change_account", "decline", "delete_account", "delete_bot"),
        *("drop_deck", "hello", "make_recovery_codes", "ping", "read_notices", "recover_account", "report", "resign"),
        *("cancel_challenge", "decline_challenge", "reveal", "revoke_token", "sign_in", "sign_out", "stand", "unseek"),
    }
)
"""Commands that a player may give without having accepted the terms of use: they end or keep what there is, so a change
of the terms takes no match and no data from anybody."""

READING = ("find_", "get_", "leave_", "list_", "unwatch_", "watch_")
"""Prefixes of the names of further commands that a player may give without having accepted the terms of use."""


def owing(who: Identity, terms: str | None) -> Identity:
    """Return the identity of a caller with the version of the terms of use that the player must still accept. For a
    bot, it is the version that its owner must still accept."""
    owes = terms if terms != who.accepted else None
    return who if owes == who.owes_terms else msgspec.structs.replace(who, owes_terms=owes)


def check(command: FromClient, who: Identity, where: str) -> None:
    """Raise `CommandRefused`, with the place `where`, if the caller's token does not allow the command, or the player
    has to accept the terms of use first."""
    _check_scope(command, who, where)
    tag = str(command.__struct_config__.tag)
    if who.owes_terms is not None and tag not in FREE_OF_TERMS and not tag.startswith(READING):
        text = (
            Text("Accept the terms of use first (version {version}).", version=who.owes_terms)
            if who.owner is None
            else Text(
                "The owner of this bot must accept the terms of use first (version {version}).", version=who.owes_terms
            )
        )
        raise CommandRefused(RefusalCode.TERMS_NOT_ACCEPTED, text, where)


def _check_scope(command: FromClient, who: Identity, where: str) -> None:
    if may(command, who.scopes, is_program=who.is_program):
        return
    taken = " or ".join(f"`{scope}`" for scope in command.open_to or ())
    why = f"it needs the scope {taken}" if taken else "programs cannot do it; sign in with a password"
    raise CommandRefused(RefusalCode.MISSING_SCOPE, Text("This token does not allow this: {why}.", why=why), where)


def may(command: FromClient, scopes: Collection[Scope], *, is_program: bool) -> bool:
    """True if a caller with these scopes may send this command."""
    return not is_program or command.open_to is None or any(scope in scopes for scope in command.open_to)
