"""Messages about accounts: signing in and out, tokens for programs, a player's own bots, avoided players."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.seats import OwnSeat
from quarterdeck_protocol.names import Count, Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import EVERY_PROGRAM, NO_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

Password = Annotated[str, Meta(min_length=1, max_length=256)]


class SignIn(FromClient, frozen=True, kw_only=True, tag="sign_in"):
    """Become a player on this connection. Answered by `signed_in`.

    With a `token`, its player; with `name` and `password`, the player of that account; otherwise a new guest.
    """

    open_to = EVERY_PROGRAM

    name: ShortText | None = None
    """The name of a new guest (the server makes one up if there is none), or the name of an account."""

    password: Password | None = None
    """The password of that account."""

    token: Annotated[Token, Meta(max_length=128)] | None = None
    """The token of an earlier `signed_in`, or one made for a program."""


class Register(FromClient, frozen=True, kw_only=True, tag="register"):
    """Keep the account that one plays with as a guest: with a name that is one's own from now on, and a password, which
    is none of the commonest. Answered by `account`, which shows the recovery codes of the account."""

    open_to = NO_PROGRAM

    name: ShortText
    password: Password


class RecoverAccount(FromClient, frozen=True, kw_only=True, tag="recover_account"):
    """Recover an account after a lost password: become its player on this connection with one of its recovery codes.
    The code is worth nothing afterwards, and every other session ends. Answered by `signed_in`."""

    open_to = EVERY_PROGRAM

    name: ShortText
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    """One of those that `register` or `make_recovery_codes` gave, or that a moderator did."""

    new_password: Password
    """The password from now on."""


class MakeRecoveryCodes(FromClient, frozen=True, kw_only=True, tag="make_recovery_codes"):
    """Take new recovery codes; those of before are worth nothing any more. Answered by `account`, which shows them."""

    open_to = NO_PROGRAM

    password: Password


class GetAccount(FromClient, frozen=True, kw_only=True, tag="get_account"):
    """Ask for one's own account. Answered by `account`."""

    open_to = EVERY_PROGRAM


class ChangeAccount(FromClient, frozen=True, kw_only=True, tag="change_account"):
    """Take another name or password. Every other connection is signed out with a new password. Answered by
    `account`."""

    open_to = NO_PROGRAM

    password: Password
    """The password of now."""

    new_name: ShortText | None = None
    new_password: Password | None = None


class DeleteAccount(FromClient, frozen=True, kw_only=True, tag="delete_account"):
    """Delete one's account and those of one's bots: names, tokens and settings go at once; matches stay, without the
    name. A guest needs no password. Answered by `signed_out`."""

    open_to = NO_PROGRAM

    password: Password | None = None


class SignOut(FromClient, frozen=True, kw_only=True, tag="sign_out"):
    """End the session of this connection: its tokens are worth nothing from now on. Answered by `signed_out`."""

    open_to = NO_PROGRAM

    everywhere: bool = False
    """All sessions of this player instead, on every device. Tokens made for programs stay."""


class Avoidance(StrEnum):
    """Ways in which one player keeps away from another."""

    NO = "no"
    MUTE = "mute"
    """The player's lines are not received."""

    BLOCK = "block"
    """The player's lines are not received, and the two are never paired."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a way of keeping away that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "Avoidance":
        return cls.OTHER


class Avoid(FromClient, frozen=True, kw_only=True, tag="avoid"):
    """Keep away from a player, or stop doing so. The other player is not notified. Open trades between the two end as
    if the sender had cancelled them. Keeping away from a player covers the trades of their bots as well. Answered by
    `account`."""

    open_to = NO_PROGRAM

    player: Annotated[PlayerId, Meta(max_length=64)]
    how: Avoidance


class MakeBot(FromClient, frozen=True, kw_only=True, tag="make_bot"):
    """Make a bot account for a program of the sender. It is marked as a bot everywhere, and signs in with tokens that
    its owner makes. Answered by `account`."""

    open_to = NO_PROGRAM

    name: ShortText


class DeleteBot(FromClient, frozen=True, kw_only=True, tag="delete_bot"):
    """Delete the account of one's own bot. Answered by `account`."""

    open_to = NO_PROGRAM

    bot: Annotated[PlayerId, Meta(max_length=64)]


class MakeToken(FromClient, frozen=True, kw_only=True, tag="make_token"):
    """Make a token for a program, if one has an account of one's own. Answered by `token_made`, which is the only time
    that it is shown."""

    open_to = NO_PROGRAM

    scopes: tuple[Scope, ...]
    label: ShortText = ""
    """Its purpose, to distinguish it from other tokens."""

    bot: Annotated[PlayerId, Meta(max_length=64)] | None = None
    """For a bot of one's own; otherwise for oneself."""

    days: Annotated[int, Meta(ge=1, le=366)] = 366
    """For how many days it is good."""


class ListTokens(FromClient, frozen=True, kw_only=True, tag="list_tokens"):
    """Ask which tokens there are for oneself and one's bots. Answered by `tokens`."""

    open_to = NO_PROGRAM


class RevokeToken(FromClient, frozen=True, kw_only=True, tag="revoke_token"):
    """Revoke a token; every session that is signed in with it is signed out. Answered by `tokens`."""

    open_to = NO_PROGRAM

    id: ShortText


class SignedIn(FromServer, frozen=True, kw_only=True, tag="signed_in"):
    """Answers `sign_in`."""

    player: Player
    token: Token
    """Keep it secret and present it in `sign_in` to be this player again. Each sign-in with it gives a new one; the old
    one is worth nothing once the new one has been used, so an answer that is lost locks nobody out. A token made for a
    program stays as it is."""

    scopes: tuple[Scope, ...] = ()
    """The rights of this connection."""

    seats: tuple[OwnSeat, ...] = ()
    """The player's seats, as in `seats`. The state of a ticket and open offers are sent by themselves."""


class SignedOut(FromServer, frozen=True, kw_only=True, tag="signed_out"):
    """Answers `sign_out` and `delete_account`, and reports that a token was revoked or all sessions were ended. The
    connection has no player from now on."""


class Avoided(msgspec.Struct, frozen=True, kw_only=True):
    """A player that one keeps away from."""

    player: Player
    how: Avoidance


class Account(FromServer, frozen=True, kw_only=True, tag="account"):
    """One's own account, as only oneself sees it."""

    player: Player
    since: Milliseconds
    """The time at which it was made."""

    recovery_codes: tuple[str, ...] = ()
    """The recovery codes, in the answers to `register` and `make_recovery_codes` and never again: each is good once,
    for `recover_account`."""

    recovery_codes_left: Count = 0
    """The number of unused codes."""

    roles: tuple[str, ...] = ()
    bots: tuple[Player, ...] = ()
    avoided: tuple[Avoided, ...] = ()


class TokenOffered(msgspec.Struct, frozen=True, kw_only=True):
    """A token as its owner sees it: everything but the secret."""

    id: str
    player: Player
    scopes: tuple[Scope, ...]
    label: str
    made_at: Milliseconds
    until: Milliseconds


class TokenMade(FromServer, frozen=True, kw_only=True, tag="token_made"):
    """Answers `make_token`."""

    token: Token
    """The secret; it is never shown again."""

    made: TokenOffered


class Tokens(FromServer, frozen=True, kw_only=True, tag="tokens"):
    """The tokens made for programs, newest first."""

    tokens: tuple[TokenOffered, ...]
