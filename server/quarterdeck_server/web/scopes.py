"""Checks of who may send a command: the scopes of a token, the terms of use, and the host's policy about guests.

Each command declares the scopes of which a token needs one (`open_to`).
"""

from collections.abc import Collection

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.site import GuestAccess
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, PlayerKind, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Access, Identity
from quarterdeck_server.site.access_policy import Admission
from quarterdeck_server.site.current_site import CurrentSite

OF_ONES_ACCOUNT = frozenset(
    {
        *("accept_terms", "change_account", "delete_account", "get_account", "get_export", "hello", "list_tokens"),
        *("end_other_sessions", "end_session", "get_email", "list_sessions", "set_email"),
        *("begin_second_factor", "confirm_second_factor", "prove_identity", "remove_second_factor"),
        *("make_recovery_codes", "ping", "recover_account", "register", "revoke_token", "sign_in", "sign_out"),
        *("get_notices", "read_notices", "watch_notices"),
    }
)
"""Commands that need no admission: they begin or end a session, or concern only the account of the sender."""

FREE_OF_TERMS = frozenset(
    {
        *("answer_undo", "ask_undo", "recess_match"),
        *("accept_terms", "act", "avoid", "cancel_trade", "change_account", "decline", "delete_account", "delete_bot"),
        *("begin_second_factor", "confirm_second_factor", "prove_identity", "remove_second_factor"),
        *("drop_deck", "hello", "make_recovery_codes", "ping", "read_notices", "recover_account", "report", "resign"),
        *(
            "cancel_challenge",
            "decline_challenge",
            "reveal",
            "revoke_token",
            "end_other_sessions",
            "end_session",
            "set_email",
            "sign_in",
            "sign_out",
            "stand",
            "unseek",
        ),
    }
)
"""Commands that a player may give without having accepted the terms of use: they end or keep what there is, so a change
of the terms takes no match and no data from anybody."""

ENDING = frozenset(
    {
        *("answer_undo", "ask_undo", "recess_match"),
        *("act", "cancel_challenge", "decline", "decline_challenge", "report", "resign", "reveal", "stand", "unseek"),
    }
)
"""Commands with which players who may only watch go on with their running matches, or end what they began: seats,
searches and challenges. So a change of the policy, or a registration that waits, forfeits no match."""

READING = ("find_", "get_", "leave_", "list_", "unwatch_", "watch_")
"""Prefixes of the names of further commands that a player may give without having accepted the terms of use."""


def admitted(identity: Identity, site: CurrentSite) -> Identity:
    """Return the identity of a caller with what the site asks and allows: the version of the terms of use that the
    player must still accept, and the access of guests. For a bot, it is the version that its owner must still
    accept."""
    owes = site.terms if site.terms != identity.accepted else None
    access = _access(identity, site.admission)
    if owes == identity.owes_terms and access is identity.access:
        return identity
    scopes = identity.scopes if access is Access.FULL else SCOPES_OF[access]
    return msgspec.structs.replace(identity, owes_terms=owes, access=access, scopes=scopes)


SCOPES_OF = {Access.WATCH: (Scope.LOBBY_READ,), Access.ACCOUNT: ()}
"""The scopes of sessions without full access."""


def _access(identity: Identity, admission: Admission) -> Access:
    """Return what a player may do by the policy of the host."""
    is_guest = identity.player.kind is PlayerKind.GUEST
    if identity.state is AccountState.ACTIVE and not (is_guest and admission.guests is not GuestAccess.ON):
        return Access.FULL
    return Access.ACCOUNT if admission.is_private else Access.WATCH


def is_kept_out(identity: Identity | None, site: CurrentSite) -> bool:
    """True if the server is private, and this player or a stranger (`None`) may see nothing of it."""
    return site.admission.is_private and (identity is None or admitted(identity, site).access is Access.ACCOUNT)


def check_stranger(command: FromClient, admission: Admission) -> None:
    """Raise `CommandRefused` if a connection without a player may not send this command. On a private server, the
    answer is the same whether or not the command names something that exists."""
    if admission.is_private and _tag(command) not in OF_ONES_ACCOUNT:
        raise not_admitted("$.type")


def not_admitted(where: str) -> CommandRefused:
    """Return the refusal of strangers and guests on a private server."""
    return CommandRefused(
        RefusalCode.NOT_SIGNED_IN, Text("Only players with an account may come in. Sign in with yours."), where
    )


def _tag(command: FromClient) -> str:
    return str(command.__struct_config__.tag)


def check(command: FromClient, identity: Identity, where: str) -> None:
    """Raise `CommandRefused`, with the place `where`, if the caller's token does not allow the command, the host's
    policy keeps the player out, or the player has to accept the terms of use first."""
    _check_access(command, identity, where)
    check_scopes(command.open_to, identity, where)
    tag = _tag(command)
    if identity.owes_terms is not None and tag not in FREE_OF_TERMS and not tag.startswith(READING):
        text = (
            Text("Accept the terms of use first (version {version}).", version=identity.owes_terms)
            if identity.owner is None
            else Text(
                "The owner of this bot must accept the terms of use first (version {version}).",
                version=identity.owes_terms,
            )
        )
        raise CommandRefused(RefusalCode.TERMS_NOT_ACCEPTED, text, where)


def _check_access(command: FromClient, identity: Identity, where: str) -> None:
    tag = _tag(command)
    if identity.access is Access.FULL or tag in OF_ONES_ACCOUNT or (identity.access is Access.WATCH and tag in ENDING):
        return
    if identity.state is not AccountState.ACTIVE and (identity.access is Access.ACCOUNT or not is_reading(command)):
        raise not_approved(identity, where)
    if identity.access is Access.ACCOUNT:
        raise not_admitted(where)
    if not is_reading(command):
        text = Text("Guests may only watch here. Create an account to take part.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, where)


def is_reading(command: FromClient) -> bool:
    """True if a command only shows what everybody may see."""
    return command.open_to is None or Scope.LOBBY_READ in command.open_to


def not_approved(identity: Identity, where: str) -> CommandRefused:
    """Return the refusal of a player whose account waits for approval or was rejected."""
    text = (
        Text("Your account waits for approval.")
        if identity.state is AccountState.WAITING
        else Text("Your account was rejected. Your notices have the reason.")
    )
    return CommandRefused(RefusalCode.APPROVAL_PENDING, text, where)


def check_scopes(open_to: Collection[Scope] | None, identity: Identity, where: str) -> None:
    """Raise `CommandRefused` if the caller's token has none of these scopes. `None` means that it needs none."""
    if _has_one(open_to, identity.scopes, is_program=identity.is_program):
        return
    taken = " or ".join(f"`{scope}`" for scope in open_to or ())
    why = f"it needs the scope {taken}" if taken else "programs cannot do it; sign in with a password"
    raise CommandRefused(RefusalCode.MISSING_SCOPE, Text("This token does not allow this: {why}.", why=why), where)


def may(command: FromClient, scopes: Collection[Scope], *, is_program: bool) -> bool:
    """True if a caller with these scopes may send this command."""
    return _has_one(command.open_to, scopes, is_program=is_program)


def _has_one(open_to: Collection[Scope] | None, scopes: Collection[Scope], *, is_program: bool) -> bool:
    return not is_program or open_to is None or any(scope in scopes for scope in open_to)
