"""Tokens: random, stored only as their hash, and for sessions replaced at every use.

A session is a chain of tokens. Presenting the newest one gives the next one. The one before stays valid until the next
one is used, so a lost answer, or a client that dies before it has stored the token, locks nobody out. A session has at
most two valid tokens at any time.
"""

import hashlib

import msgspec
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.chance import Chance

DAY = 24 * 60 * 60
SESSION_SECONDS = 30 * DAY
"""How long a session lives after it was last taken up."""

EVERYTHING = tuple(Scope(value) for value in sent_values(Scope))


class TokenRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Stored data of a token, under its hash."""

    player: PlayerId
    session: str
    """Which session it belongs to, or, for a token made for a program, its own id."""

    scopes: tuple[Scope, ...] = EVERYTHING
    era: int = 1
    """The era of its account: when that is a later one, the session has ended."""

    is_for_program: bool = False
    label: str = ""
    made_at: Milliseconds
    until: Milliseconds
    turn: int = 1
    """How often the session had been taken up when this token was given, or last used."""

    before: str | None = None
    """The hash of the token that this one was given for, if that is still good."""

    after: str | None = None
    """The hash of the token that was given for this one."""


class EndedSessionRecord(msgspec.Struct, frozen=True):
    """A session that its player has ended: none of its tokens is good any more, whichever of them are still kept."""

    player: PlayerId


def fresh(chance: Chance) -> Token:
    """Return a new token of 256 bits."""
    return Token(chance.token_urlsafe(32))


def hashed(token: Token) -> str:
    """Return the name under which a token is kept."""
    # in a header, what is not UTF-8 arrives as surrogates
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def taken_up(
    record: TokenRecord, name: str, following: str, now: Milliseconds, seconds: int
) -> tuple[TokenRecord, TokenRecord]:
    """Return a session's token as it is kept once the one named `following` has been given for it, and that one, which
    is good for so many seconds. Their own names are hashes."""
    turn = record.turn + 1
    given = msgspec.structs.replace(record, turn=turn, before=None, after=following)
    until = Milliseconds(now + seconds * 1000)
    return given, msgspec.structs.replace(record, made_at=now, until=until, turn=turn, before=name, after=None)
