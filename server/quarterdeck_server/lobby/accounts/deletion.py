"""Ends of sessions and accounts: one session ends, all sessions of a player end, or an account is removed with all its
data."""

import contextlib
import math
from collections.abc import Awaitable, Callable

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts import accounts, player_names
from quarterdeck_server.lobby.accounts.documents import (
    ACCOUNTS,
    DECKS,
    ENDED,
    MOST_TOKENS,
    NAMES,
    SECOND_FACTORS,
    SESSIONS,
    TOKENS,
    keep,
    session_seconds,
    tokens_of,
    withdrawn,
)
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.accounts.tokens import EndedSessionRecord
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, again, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexSweep, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.store_errors import Conflict, Unavailable


async def sign_out(documents: DocumentStore, identity: Identity) -> None:
    """End one session, on any connection that has it now."""

    def decide(stored: list[Document | None]) -> Commit[None]:
        account = ACCOUNTS.of(stored[2])
        changes: list[Change | Unchanged] = [Unchanged(ACCOUNTS.key(identity.player.id), seen(stored[2]))]
        if account is not None:  # it is as long known to have ended as any token of it may live
            ended = EndedSessionRecord(identity.player.id)
            changes.append(ENDED.put(identity.session, stored[0], ended, session_seconds(account)))
        if stored[1]:
            changes.append(TOKENS.drop(identity.token, stored[1]))
        return Commit(None, changes, news=notification(SessionsEnded(identity.player.id, only=identity.session)))

    await commit(
        documents, [ENDED.key(identity.session), TOKENS.key(identity.token), ACCOUNTS.key(identity.player.id)], decide
    )


async def end_sessions(documents: DocumentStore, player: PlayerId) -> None:
    """End all sessions of a player. Tokens made for programs stay."""

    def decide(stored: list[Document | None]) -> Commit[None]:
        account = ACCOUNTS.of(stored[0])
        if account is None:
            return Commit(None)
        changes = [keep(msgspec.structs.replace(account, era=account.era + 1), stored[0])]
        return Commit(None, changes, news=notification(SessionsEnded(player)))

    await commit(documents, [ACCOUNTS.key(player)], decide)


async def has_parted(documents: DocumentStore, token: str, *, for_good: bool) -> bool:
    """True if all sessions up to the time of this token (given by its hash) have been ended. With `for_good`, true if
    its account is deleted."""
    (record,) = await TOKENS.read(documents, [token])
    if record is None:
        return False
    (account,) = await ACCOUNTS.read(documents, [record.player])
    return account is None or (not for_good and record.era < account.era)


Leaving = Callable[[PlayerId], Awaitable[ExtraWrites]]
"""Returns the further writes for the removal of a player's account, for the state at the time of the call. Raises
`Unavailable`."""


async def remove(
    documents: DocumentStore, player: PlayerId, leaving: Leaving, state: AccountState | None = None
) -> None:
    """Remove an account with its name, tokens, decks and bots, and with the writes of other services from `leaving`.
    With a `state`, an account in another state stays."""
    await again(lambda: _removed(documents, player, leaving, state))


async def _removed(documents: DocumentStore, player: PlayerId, leaving: Leaving, state: AccountState | None) -> None:
    (document,) = await documents.read([ACCOUNTS.key(player)])
    account = ACCOUNTS.of(document)
    if account is None or state not in (None, account.state):
        return
    bots = [bot for bot in await ACCOUNTS.read(documents, account.bots) if bot is not None]
    for bot in bots:
        await remove(documents, bot.id, leaving)
    if bots:
        raise Conflict("the owner's account has changed")
    skeleton, owner = player_names.skeleton(account.name), account.owner or PlayerId("")
    keys = [
        NAMES.key(skeleton),
        ACCOUNTS.key(owner),
        DECKS.key(player),
        SESSIONS.key(player),
        SECOND_FACTORS.key(player),
    ]
    named, owning, decks, sessions, factor = await documents.read(keys)
    changes: list[Change | Unchanged] = [ACCOUNTS.drop(player, document)]
    changes.append(DECKS.drop(player, decks) if decks else Unchanged(DECKS.key(player), 0))
    changes.append(SESSIONS.drop(player, sessions) if sessions else Unchanged(SESSIONS.key(player), 0))
    changes += [SECOND_FACTORS.drop(player, factor)] if factor else [Unchanged(SECOND_FACTORS.key(player), 0)]
    named_is, owner_is = NAMES.of(named), ACCOUNTS.of(owning)
    if named_is is not None and named_is.player == player:
        changes.append(NAMES.drop(skeleton, named))
    if owner_is is not None and player in owner_is.bots:
        changes.append(keep(accounts.without_bot(owner_is, player), owning))
    changes += await _tokens_gone(documents, player)
    beside = await leaving(player)
    gone = [IndexSweep(tokens_of(player), math.inf), *beside.indexed]
    await documents.commit([*changes, *beside.changes], gone, notification(SessionsEnded(player, programs=True)))
    await notify(documents, beside)


async def notify(documents: DocumentStore, done: ExtraWrites) -> None:
    """Send the further notifications of writes that are done."""
    for news in done.news:
        with contextlib.suppress(Unavailable):  # it is committed; whoever misses this reads it when they ask
            await documents.commit((), (), news)


async def programs_ended(documents: DocumentStore, player: PlayerId) -> ExtraWrites:
    """Return the writes that end all tokens of programs of a player and of the player's bots: of apps, overlays and
    links elsewhere too."""
    (account,) = await ACCOUNTS.read(documents, [player])
    bots = () if account is None else account.bots
    owned = [ACCOUNTS.key(bot) for bot in bots]
    writes = ExtraWrites(
        tuple(Unchanged(key, seen(one)) for key, one in zip(owned, await documents.read(owned), strict=True)),
        tuple(IndexSweep(tokens_of(each), math.inf) for each in (player, *bots)),
        tuple(notification(SessionsEnded(bot, programs=True)) for bot in bots),
    )
    for each in (player, *bots):
        writes = writes.plus(ExtraWrites(tuple(await _tokens_gone(documents, each))))
    return writes


async def _tokens_gone(documents: DocumentStore, player: PlayerId) -> list[Change]:
    hashes = [name for name, _ in await documents.listed(tokens_of(player), most=MOST_TOKENS)]
    stored = await documents.read([TOKENS.key(name) for name in hashes])
    return [
        gone for name, token in zip(hashes, stored, strict=True) for gone in await withdrawn(documents, name, token)
    ]
