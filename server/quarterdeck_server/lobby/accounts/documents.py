"""Documents of accounts, names, tokens, ended sessions and decks, each with its lifetime."""

from quarterdeck_protocol.lobby.accounts import AccountState
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
"""Seconds for which a guest is remembered who neither plays nor returns. Guest accounts cost nothing to create, so
nobody misses them."""

REJECTED_SECONDS = 30 * DAY
"""Seconds for which a rejected account is kept."""

MOST_TOKENS = 32
"""Limit of tokens for programs of one player."""


def tokens_of(player: PlayerId) -> str:
    """Return the name of the index of the tokens made for a player's programs, ordered by expiry."""
    return f"tokens:{player}"


def session_seconds(account: AccountRecord) -> int:
    """Return the seconds that a session of this account lives after it was last resumed. A guest's account lives as
    long."""
    return PASSING_SECONDS if account.is_passing else SESSION_SECONDS


def keep(account: AccountRecord, document: Document | None) -> Change:
    """Return the change that stores an account: a guest's account and a rejected one for a limited time, any other for
    ever."""
    is_guest = account.kind is PlayerKind.GUEST
    seconds = session_seconds(account) if is_guest else kept_seconds(account)
    return ACCOUNTS.put(account.id, document, account, seconds)


def kept_seconds(account: AccountRecord) -> int | None:
    """Return the seconds for which a registered account and its name are kept; `None` for ever."""
    return REJECTED_SECONDS if account.state is AccountState.REJECTED else None
