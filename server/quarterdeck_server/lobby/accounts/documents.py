"""Documents of accounts, names, tokens, ended sessions and decks, each with its lifetime."""

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import PlayerKind

from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner
from quarterdeck_server.lobby.accounts.decks import DecksRecord
from quarterdeck_server.lobby.accounts.tokens import DAY, SESSION_SECONDS, EndedSessionRecord, TokenRecord
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Change, Document

ACCOUNTS = Collection("account", AccountRecord)
NAMES = Collection("name", NameOwner)
TOKENS = Collection("token", TokenRecord)
ENDED = Collection("ended", EndedSessionRecord)
DECKS = Collection("decks", DecksRecord)

PASSING_SECONDS = DAY
"""How long a guest is remembered who neither plays nor comes back: it costs nothing to make guests, and nobody misses
these."""

MOST_TOKENS = 32
"""How many tokens for programs one player has."""


def tokens_of(player: PlayerId) -> str:
    """Return the index of the tokens made for a player's programs, by when they end."""
    return f"tokens:{player}"


def session_seconds(account: AccountRecord) -> int:
    """Return how long a session of this account lives after it was last taken up; a guest is kept as long."""
    return PASSING_SECONDS if account.is_passing else SESSION_SECONDS


def keep(account: AccountRecord, document: Document | None) -> Change:
    """Keep an account: a guest's for a while, anybody else's for ever."""
    is_guest = account.kind is PlayerKind.GUEST
    return ACCOUNTS.put(account.id, document, account, session_seconds(account) if is_guest else None)
