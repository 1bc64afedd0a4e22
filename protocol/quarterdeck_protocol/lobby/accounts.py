"""Messages about accounts: signing in and out, tokens for programs, a player's own bots, avoided players."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.seats import OwnSeat
from quarterdeck_protocol.names import Count, Milliseconds, PlayerId, Token
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import EVERY_PROGRAM, NO_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

Password = Annotated[str, Meta(min_length=1, max_length=256)]


class SignIn(FromClient, frozen=True, kw_only=True, tag="sign_in"):
    """Sign in a player on this connection. Answered by `signed_in`.

    A `token` signs in its player. A `name` with a `password` signs in the player of that account. Otherwise the server
    creates a new guest.
    """

    open_to = EVERY_PROGRAM

    name: ShortText | None = None
    """The name of a new guest (the server makes one up if there is none), or the name of an account."""

    password: Password | None = None
    """The password of that account."""

    code: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """A code of the second factor of that account, or a recovery code, if the server asks for it with
    `second_factor_needed`."""

    token: Annotated[Token, Meta(max_length=128)] | None = None
    """The token of an earlier `signed_in`, or one made for a program."""


TermsVersion = Annotated[str, Meta(min_length=1, max_length=40)]


class AcceptTerms(FromClient, frozen=True, kw_only=True, tag="accept_terms"):
    """Accept the terms of use of the host. Until then, the server refuses what a player begins or publishes as
    `terms_not_accepted`. Running matches go on. Answered by `account`. Without terms in force, nothing is stored."""

    open_to = NO_PROGRAM

    terms: TermsVersion
    """The version that the player has read: `welcome.site.terms`. Another one is refused as `unknown_terms`."""


class AccountState(OpenEnum):
    """States of an account on a server where moderators approve new accounts."""

    ACTIVE = "active"
    WAITING = "waiting"
    """The account waits for approval. Until then its player may watch where guests may, and manage the account."""

    REJECTED = "rejected"
    """A moderator has rejected the account. It is deleted after thirty days."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a state that is newer than itself."""


class Register(FromClient, frozen=True, kw_only=True, tag="register"):
    """Turn the guest account of the sender into a registered account with a unique name and a password. The most common
    passwords are refused. Answered by `account`, which shows the recovery codes.
    On a server with approval, the account waits."""

    open_to = NO_PROGRAM

    name: ShortText
    password: Password
    ticket: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The ticket of `POST /sign-on/finish`: its identity is linked to the account, which has no password then. It is
    needed where `GET /sign-on/providers` says `only`."""

    invite: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The code of an invite, with the capability `invites`. Where registration is by invite, it is needed. Where it is
    by approval, it replaces the approval. An invalid, expired, used up or revoked code is refused as
    `unknown_invite`."""


class RecoverAccount(FromClient, frozen=True, kw_only=True, tag="recover_account"):
    """Sign in with a recovery code after a lost password, and set a new password. The code becomes invalid, and every
    other session ends. Answered by `signed_in`."""

    open_to = EVERY_PROGRAM

    name: ShortText
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    """A recovery code from `register`, `make_recovery_codes` or a moderator, or the code of a link in a mail."""

    second_factor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """With the code of a mail: a code of the app, if the account has a second factor."""

    new_password: Password
    """The new password."""


class MakeRecoveryCodes(FromClient, frozen=True, kw_only=True, tag="make_recovery_codes"):
    """Make new recovery codes. The old ones become invalid. Answered by `account`, which shows the new ones."""

    open_to = NO_PROGRAM

    password: Password
    """The password. An account without one needs a proof of the last 15 minutes instead (`prove_identity`), and this
    is not read."""


class GetAccount(FromClient, frozen=True, kw_only=True, tag="get_account"):
    """Request the sender's account. Answered by `account`."""

    open_to = EVERY_PROGRAM


class ChangeAccount(FromClient, frozen=True, kw_only=True, tag="change_account"):
    """Change the name or the password. A new password signs out every other connection. Answered by `account`."""

    open_to = NO_PROGRAM

    password: Password
    """The current password. An account without one needs a proof of the last 15 minutes instead (`prove_identity`), and
    this is not read."""

    new_name: ShortText | None = None
    new_password: Password | None = None


class DeleteAccount(FromClient, frozen=True, kw_only=True, tag="delete_account"):
    """Delete the sender's account and the accounts of the sender's bots. Names, tokens and settings are deleted at
    once. Matches remain, without the name. A guest needs no password; an account that a provider made needs a proof of
    the last 15 minutes instead (`prove_identity`). Answered by `signed_out`."""

    open_to = NO_PROGRAM

    password: Password | None = None


class SignOut(FromClient, frozen=True, kw_only=True, tag="sign_out"):
    """End the session of this connection. Its tokens become invalid. Answered by `signed_out`."""

    open_to = NO_PROGRAM

    everywhere: bool = False
    """True to end all sessions of this player, on every device. Tokens made for programs remain valid."""


class Avoidance(OpenEnum):
    """Ways in which a player can avoid another player: mute or block."""

    NO = "no"
    MUTE = "mute"
    """You do not receive the player's chat lines."""

    BLOCK = "block"
    """You do not receive the player's chat lines, and quick match never pairs the two of you."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class Avoid(FromClient, frozen=True, kw_only=True, tag="avoid"):
    """Avoid a player, or stop avoiding them. The other player is not notified. Open trades between the two end as if
    the sender had cancelled them, and so do trades with the player's bots. Answered by `account`."""

    open_to = NO_PROGRAM

    player: Annotated[PlayerId, Meta(max_length=64)]
    how: Avoidance


class MakeBot(FromClient, frozen=True, kw_only=True, tag="make_bot"):
    """Create a bot account for a program of the sender. It is marked as a bot everywhere and signs in with tokens that
    its owner makes. Answered by `account`."""

    open_to = NO_PROGRAM

    name: ShortText


class DeleteBot(FromClient, frozen=True, kw_only=True, tag="delete_bot"):
    """Delete the account of one of the sender's bots. Answered by `account`."""

    open_to = NO_PROGRAM

    bot: Annotated[PlayerId, Meta(max_length=64)]


class MakeToken(FromClient, frozen=True, kw_only=True, tag="make_token"):
    """Make a token for a program. The sender needs a registered account. Answered by `token_made`, the only message
    that shows the token."""

    open_to = NO_PROGRAM

    scopes: tuple[Scope, ...]
    label: ShortText = ""
    """Its purpose, to distinguish it from other tokens."""

    bot: Annotated[PlayerId, Meta(max_length=64)] | None = None
    """The sender's bot that the token is for. Without it, the token is for the sender."""

    days: Annotated[int, Meta(ge=1, le=366)] = 366
    """Number of days for which the token is valid."""

    overlay_delay: Annotated[int, Meta(ge=0, le=600)] | None = None
    """Only with the scope `overlay`: the number of seconds by which the overlay is behind; without it, 30. A table with
    a longer spectator delay keeps that."""


class ListTokens(FromClient, frozen=True, kw_only=True, tag="list_tokens"):
    """List the tokens of the sender and of the sender's bots. Answered by `tokens`."""

    open_to = NO_PROGRAM


class RevokeToken(FromClient, frozen=True, kw_only=True, tag="revoke_token"):
    """Revoke a token and sign out every session that uses it. Answered by `tokens`."""

    open_to = NO_PROGRAM

    id: ShortText


class SignedIn(FromServer, frozen=True, kw_only=True, tag="signed_in"):
    """The answer to `sign_in`."""

    player: Player
    token: Token
    """The session token. Keep it secret and send it in `sign_in` to sign in as this player again. Each such sign-in
    returns a new token. The old one becomes invalid when the new one is first used, so a lost answer locks nobody out.
    A token made for a program does not change."""

    scopes: tuple[Scope, ...] = ()
    """The rights of this connection."""

    terms_due: str | None = None
    """The version of the terms of use that the player, or the owner of a bot, must still accept; `null` if there is
    none."""

    state: AccountState = AccountState.ACTIVE
    """The state of the player's account."""

    seats: tuple[OwnSeat, ...] = ()
    """The player's seats, as in `seats`. The server sends the state of a ticket and open offers in messages of their
    own."""


class SignedOut(FromServer, frozen=True, kw_only=True, tag="signed_out"):
    """The answer to `sign_out` and `delete_account`. Also sent when a token was revoked or all sessions were ended. The
    connection no longer has a player."""


class Avoided(msgspec.Struct, frozen=True, kw_only=True):
    """An avoided player."""

    player: Player
    how: Avoidance


class TermsAccepted(msgspec.Struct, frozen=True, kw_only=True):
    """A version of the terms of use that a player has accepted."""

    version: str
    at: Milliseconds


class Account(FromServer, frozen=True, kw_only=True, tag="account"):
    """An account as its owner sees it. Nobody else receives it."""

    player: Player
    since: Milliseconds
    """The time at which the account was created."""

    recovery_codes: tuple[str, ...] = ()
    """The recovery codes, shown only in the answers to `register` and `make_recovery_codes`. Each is valid once, for
    `recover_account`."""

    recovery_codes_left: Count = 0
    """The number of unused codes."""

    roles: tuple[str, ...] = ()
    bots: tuple[Player, ...] = ()
    avoided: tuple[Avoided, ...] = ()
    terms_accepted: tuple[TermsAccepted, ...] = ()
    """The versions of the terms of use that the player has accepted, the newest last."""

    state: AccountState = AccountState.ACTIVE
    """`waiting` until a moderator has approved the account, on servers with approval."""

    has_second_factor: bool = False
    """True if a sign-in with the password needs a code."""

    has_password: bool = True
    """False for a player who signs in by a provider alone: `prove_identity` replaces the password. No guest has one."""


class TokenOffered(msgspec.Struct, frozen=True, kw_only=True):
    """A token as its owner sees it: everything but the secret."""

    id: str
    player: Player
    scopes: tuple[Scope, ...]
    label: str
    made_at: Milliseconds
    until: Milliseconds
    overlay_delay: Count | None = None
    """The number of seconds by which an overlay with this token is behind; `null` if it is for no overlay."""


class LinkedIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """A link of an account to an identity of a provider, by which its player signs in."""

    provider: str
    """The id of the provider on this server."""

    since: Milliseconds


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey by which the player signs in."""

    id: str
    name: str
    """The name that the player has given it."""

    since: Milliseconds
    used_on: Milliseconds | None
    """The beginning of the day (UTC) on which it was last used; `null` before its first use."""


class TokenMade(FromServer, frozen=True, kw_only=True, tag="token_made"):
    """The answer to `make_token`."""

    token: Token
    """The secret; it is never shown again."""

    made: TokenOffered


class Tokens(FromServer, frozen=True, kw_only=True, tag="tokens"):
    """The tokens made for programs, newest first."""

    tokens: tuple[TokenOffered, ...]
