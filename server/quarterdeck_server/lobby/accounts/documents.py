"""Documents of accounts, names, tokens, ended sessions and decks, each with its lifetime."""

from msgspec import UNSET
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind

from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner, ProgramLinkRecord
from quarterdeck_server.lobby.accounts.decks import DecksRecord
from quarterdeck_server.lobby.accounts.tokens import (
    DAY,
    SESSION_SECONDS,
    EndedSessionRecord,
    RefreshRecord,
    SecondFactorRecord,
    SessionsRecord,
    TokenRecord,
)
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, Unchanged

ACCOUNTS = Collection("account", AccountRecord)
NAMES = Collection("name", NameOwner)
TOKENS = Collection("token", TokenRecord)
REFRESHES = Collection("app_refresh", RefreshRecord)
SESSIONS = Collection("sessions", SessionsRecord)
ENDED = Collection("ended", EndedSessionRecord)
DECKS = Collection("decks", DecksRecord)
SECOND_FACTORS = Collection("second_factor", SecondFactorRecord)
PROGRAM_LINKS = Collection("program_link", ProgramLinkRecord)
"""Accounts elsewhere, such as those of Discord, that act for a player."""

PASSING_SECONDS = DAY
"""Seconds for which a guest is remembered who neither plays nor returns. Guest accounts cost nothing to create, so
nobody misses them."""

WAITING = "waiting_accounts"
"""The index of the accounts that wait for approval, by the time of their registration."""

REJECTED = "rejected_accounts"
"""The index of the rejected accounts, by the time of the rejection."""

UNAPPROVED_KEPT = Milliseconds(30 * DAY * 1000)
"""Milliseconds for which an account is kept that waits for approval, and one that was rejected."""

MOST_TOKENS = 32
"""Limit of tokens for programs of one player."""


def waiting_from(mark: str) -> str:
    """Return the name of the index of accounts from one address that wait for approval, by the time of their
    registration."""
    return f"{WAITING}:{mark}"


def decided(account: AccountRecord) -> tuple[IndexEntry, ...]:
    """Return the index changes after which an account is listed neither as waiting for approval nor as rejected."""
    indexes = [WAITING, REJECTED, *([] if account.applied_from is None else [waiting_from(account.applied_from)])]
    return tuple(IndexEntry(index, account.id, None) for index in indexes)


def tokens_of(player: PlayerId) -> str:
    """Return the name of the index of the tokens made for a player's programs, ordered by expiry."""
    return f"tokens:{player}"


def session_seconds(account: AccountRecord) -> int:
    """Return the seconds that a session of this account lives after it was last resumed. A guest's account lives as
    long."""
    return PASSING_SECONDS if account.is_passing else SESSION_SECONDS


def keep(account: AccountRecord, document: Document | None) -> Change:
    """Return the change that stores an account: a guest's account for a limited time, any other until it is deleted."""
    seconds = session_seconds(account) if account.kind is PlayerKind.GUEST else None
    return ACCOUNTS.put(account.id, document, account, seconds)


async def touched(documents: DocumentStore, player: PlayerId) -> Change | Unchanged:
    """Return the write of an account as it is, for a commit that has a limit of the player. Count after this read: if
    others of the player's commits are made at once, one is first, and the others count again."""
    (document,) = await documents.read([ACCOUNTS.key(player)])
    account = ACCOUNTS.of(document)
    return Unchanged(ACCOUNTS.key(player), 0) if account is None else keep(account, document)


async def withdrawn(documents: DocumentStore, name: str, document: Document | None) -> list[Change]:
    """Return the changes that remove a program's token, given by its hash, the refresh token of its app, and its
    link with an account elsewhere."""
    record = TOKENS.of(document)
    if record is None:
        return []
    changes = [TOKENS.drop(name, document)]
    if record.app is not UNSET:
        (refresh,) = await documents.read([REFRESHES.key(record.app.refresh)])
        changes += [REFRESHES.drop(record.app.refresh, refresh)] if refresh else []
    if record.link is not UNSET:
        (linked,) = await documents.read([PROGRAM_LINKS.key(record.link)])
        changes += [PROGRAM_LINKS.drop(record.link, linked)] if linked else []
    return changes
