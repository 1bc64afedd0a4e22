"""Tokens: random, stored only as hashes, and for sessions replaced at every use.

A session is a chain of tokens. A client presents the newest token and gets the next one. The previous token stays valid
until the next one is used. So nobody is locked out if an answer is lost, or if a client dies before it has stored the
token. A session has at most two valid tokens at any time.
"""

import hashlib

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.chance import Chance

DAY = 24 * 60 * 60
SESSION_SECONDS = 30 * DAY
"""Seconds that a session lives after it was last resumed."""

EVERYTHING = tuple(scope for value in sent_values(Scope) if (scope := Scope(value)) is not Scope.OVERLAY)
"""The scopes of sessions: all that open a command."""


AFTER_EVERY_ERA = 2**31
"""An era later than any account's. Tokens for programs do not end with the sessions of their account; they are
revoked."""


class AppOfToken(msgspec.Struct, frozen=True):
    """The third-party app of an access token (OAuth 2.1)."""

    client_id: str
    refresh: str
    """The hash of the refresh token that was issued together with it."""

    until: Milliseconds
    """The end of what the player allows the app."""


class TokenRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a token, under the token's hash."""

    player: PlayerId
    session: str
    """The id of the token's session; for a program's token, the token's own id."""

    scopes: tuple[Scope, ...] = EVERYTHING
    era: int = 1
    """The era of the account when the token was made. If the account's era is later, the session has ended."""

    is_for_program: bool = False
    label: str = ""
    link: str | UnsetType = UNSET
    """The name of the link with an account elsewhere that this token belongs to, if it belongs to one."""

    made_at: Milliseconds
    until: Milliseconds
    turn: int = 1
    """Number of times that the session had been resumed when this token was issued or last used."""

    before: str | None = None
    """The hash of the previous token, for which this one was issued, if that is still valid."""

    after: str | None = None
    """The hash of the next token, which was issued for this one."""

    app: AppOfToken | UnsetType = UNSET
    overlay_delay: int | UnsetType = UNSET
    """The number of seconds by which an overlay is behind, if the token is for one."""

    proved_at: Milliseconds | UnsetType = UNSET
    """The time at which the player of the session last proved who they are."""


class RefreshRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a refresh token of a third-party app, under the token's hash."""

    player: PlayerId
    client_id: str
    grant: str
    """The id of the grant, which is the session of its access tokens."""

    access: str
    """The hash of the access token that was issued together with this one."""

    scopes: tuple[Scope, ...]
    until: Milliseconds
    """The end of the grant."""

    is_used: bool = False


class EndedSessionRecord(msgspec.Struct, frozen=True):
    """The record that a player has ended a session. All its tokens are invalid, even those that are still stored."""

    player: PlayerId


class SecondFactorRecord(msgspec.Struct, frozen=True):
    """The second factor of an account. Its text form hides the secret, so that no log and no error shows it."""

    secret: str
    """The secret in base 32."""

    is_on: bool = False
    """False until the player has shown a code."""

    step: int = 0
    """The time step of the last code that was used."""

    def __repr__(self) -> str:
        return f"SecondFactorRecord(is_on={self.is_on})"


class SessionRecord(msgspec.Struct, frozen=True):
    """A session in the list of its player."""

    id: str
    client: str
    """The name that the client has given itself; empty if it has none."""

    made_at: Milliseconds
    used_on: Milliseconds
    """The beginning of the day on which it was last resumed."""

    era: int


class SessionsRecord(msgspec.Struct, frozen=True):
    """The stored list of a player's sessions, the last used ones last."""

    sessions: tuple[SessionRecord, ...] = ()


def fresh(chance: Chance) -> Token:
    """Return a new session token of 256 bits."""
    return Token(chance.token_urlsafe(32))


def hashed(token: Token) -> str:
    """Return the hash under which a token is stored."""
    # In a header, bytes that are not UTF-8 arrive as surrogates.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def taken_up(
    record: TokenRecord, name: str, following: str, now: Milliseconds, seconds: int
) -> tuple[TokenRecord, TokenRecord]:
    """Return a session's token after the token `following` was issued for it, and the record of `following`, which is
    valid for this many seconds. `name` and `following` are hashes."""
    turn = record.turn + 1
    given = msgspec.structs.replace(record, turn=turn, before=None, after=following)
    until = Milliseconds(now + seconds * 1000)
    return given, msgspec.structs.replace(record, made_at=now, until=until, turn=turn, before=name, after=None)
