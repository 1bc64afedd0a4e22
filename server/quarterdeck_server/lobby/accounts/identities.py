"""The identity of a connection, derived from a token and its account, and the reasons for which it ends."""

from enum import Enum

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.accounts import AccountState, Avoidance
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, newest_accepted
from quarterdeck_server.lobby.accounts.tokens import EVERYTHING, TokenRecord
from quarterdeck_server.lobby.documents import Document


class Access(Enum):
    """Levels of access of a player to this server, as the host's policy sets them."""

    FULL = "full"
    WATCH = "watch"
    """See what everybody may see, manage the own account, and go on with or end what the player began."""

    ACCOUNT = "account"
    """Manage the own account, and see nothing else."""


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """The player on one connection, with roles and scopes."""

    player: Player
    token: str
    """The hash of the newest token of the session."""

    session: str
    turn: int = 1
    until: Milliseconds = Milliseconds(0)
    """The time at which the token expires, as it was when the token was read."""

    proved_at: Milliseconds = Milliseconds(0)
    """The time at which the player of the session last proved who they are (`check_proved`)."""

    scopes: tuple[Scope, ...] = EVERYTHING
    is_program: bool = False
    is_passing: bool = False
    """True for a guest who has not played a match yet."""

    roles: tuple[str, ...] = ()
    avoided: tuple[tuple[PlayerId, Avoidance], ...] = ()
    accepted: str | None = None
    """The newest version of the terms of use that the player, or the owner of a bot, has accepted."""

    owes_terms: str | None = None
    """The version that the player, or the owner of a bot, must still accept, where the web has looked at the site."""

    seen_by: SeenBy = SeenBy.FOLLOWED
    """The players that see that this player is online."""

    state: AccountState = AccountState.ACTIVE
    """The state of the account, or of the account of a bot's owner."""

    access: Access = Access.FULL
    """The rights of the player by the policy of the host, where the web has read the site."""

    overlay_delay: int | None = None
    """The number of seconds by which an overlay is behind, if the token is for one; it opens nothing else."""

    owner: PlayerId | None = None
    """The owner, if this is a bot; else `None`. The owner is responsible for the bot."""

    @property
    def answering(self) -> tuple[PlayerId, ...]:
        """The players whose sanctions apply to this identity: the player and, for a bot, its owner."""
        return (self.player.id,) if self.owner is None else (self.player.id, self.owner)

    def as_of(self, account: AccountRecord, owner: AccountRecord | None) -> "Identity":
        """Return this identity with the current data of the account and, for a bot, of its owner's account."""
        return msgspec.structs.replace(
            self,
            player=account.player,
            is_passing=account.is_passing,
            roles=account.roles,
            avoided=account.avoided,
            accepted=_accepted(account, owner),
            seen_by=account.seen_by,
            state=_state(account, owner),
        )


def _state(account: AccountRecord, owner: AccountRecord | None) -> AccountState:
    return account.state if owner is None else owner.state


def _accepted(account: AccountRecord, owner: AccountRecord | None) -> str | None:
    responsible = account if account.owner is None else owner
    return None if responsible is None else newest_accepted(responsible)


class Over(Enum):
    """The reasons why the identity of a connection has ended."""

    ENDED = "its session has ended"
    ELSEWHERE = "its session continues on a newer connection"


def identity(account: AccountRecord, record: TokenRecord, token: str, owner: AccountRecord | None = None) -> Identity:
    """Return the identity of this token; `token` is its hash, and `owner` the account of a bot's owner."""
    return Identity(
        player=account.player,
        token=token,
        session=record.session,
        turn=record.turn,
        until=record.until,
        proved_at=proved_at(record),
        scopes=record.scopes,
        is_program=record.is_for_program,
        is_passing=account.is_passing,
        roles=account.roles,
        avoided=account.avoided,
        accepted=_accepted(account, owner),
        seen_by=account.seen_by,
        state=_state(account, owner),
        overlay_delay=None if record.overlay_delay is UNSET else record.overlay_delay,
        owner=account.owner,
    )


PROOF_MS = 15 * 60 * 1000


def proved_at(record: TokenRecord) -> Milliseconds:
    """Return the time at which the player of a session last proved who they are; 0 for a program's token."""
    return Milliseconds(0) if record.proved_at is UNSET or record.is_for_program else record.proved_at


def check_proved(identity: Identity | None, now: Milliseconds) -> None:
    """Raise `CommandRefused` (`proof_needed`) unless the player of this session has proved who they are within the last
    15 minutes.

    Call it before anything that a thief of a session must not do, as the actions of moderators and operators. `now` is
    the time of the store (`services.matches.clock.now()`). A sign-in proves it, and so does `prove_identity`: with a
    code of the second factor if the account has one, or else with the password or by a provider. A session that a
    client resumes by its token stays as old as its last proof, and a token of a program has none.
    """
    if identity is None or identity.is_program or identity.proved_at + PROOF_MS <= now:
        text = Text(
            "Prove who you are first: sign in again, or send `prove_identity` with your password or a code of your "
            "second factor."
        )
        raise CommandRefused(RefusalCode.PROOF_NEEDED, text, "$.type")


def check_moderate_scope(identity: Identity, where: str) -> None:
    """Raise `CommandRefused` unless the token has the scope `moderate`, as that of every session."""
    if Scope.MODERATE not in identity.scopes:
        text = Text("This token does not allow this: it needs the scope `{moderate}`.", moderate=Scope.MODERATE)
        raise CommandRefused(RefusalCode.MISSING_SCOPE, text, where)


def good(
    token: TokenRecord | None, account: AccountRecord | None, ended: Document | None, now: Milliseconds
) -> tuple[TokenRecord, AccountRecord]:
    """Return a token and its account. Raises `CommandRefused` if the token is invalid: its account is deleted, or its
    session has ended."""
    if token is None or account is None or ended is not None or token.until <= now or token.era < account.era:
        raise unknown_token()
    return token, account


def check_overlay(identity: Identity, where: str, *, for_overlay: bool) -> None:
    """Raise `CommandRefused` if only one of the token and the request is for an overlay."""
    if for_overlay and identity.overlay_delay is None:
        raise CommandRefused(RefusalCode.MISSING_SCOPE, Text("This needs a token with the scope `overlay`."), where)
    if identity.overlay_delay is not None and not for_overlay:
        raise only_for_overlay(where)


def only_for_overlay(where: str) -> CommandRefused:
    text = Text("This token opens an overlay for streams, and nothing else.")
    return CommandRefused(RefusalCode.MISSING_SCOPE, text, where)


def unknown_token() -> CommandRefused:
    return CommandRefused(
        RefusalCode.UNKNOWN_TOKEN, Text("This token is unknown or no longer valid; sign in again."), "$.token"
    )
