"""Sessions: how one is begun, resumed on another connection, read and extended.

A session is a chain of tokens (`tokens.py`). Its lifetime depends on the kind of account (`documents.py`).
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.names import Milliseconds, Token

from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, ENDED, TOKENS, keep, session_seconds
from quarterdeck_server.lobby.accounts.identities import (
    Identity,
    Over,
    good,
    identity,
    only_for_overlay,
    proved_at,
    unknown_token,
)
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged, SessionTaken
from quarterdeck_server.lobby.accounts.tokens import TokenRecord, fresh, hashed, taken_up
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Answer, Commit, Decide, again, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, Key, Now, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.store_errors import Conflict, Unavailable


def begun(
    chance: Chance, account: AccountRecord, now: Milliseconds, proved: Milliseconds | None = None
) -> tuple[Identity, Token, Change]:
    """Return a new session of this account, its token, and the change that stores it. `proved` is the time of the last
    proof, if it is not this sign-in."""
    token, seconds = fresh(chance), session_seconds(account)
    record = TokenRecord(
        player=account.id,
        session=chance.token_hex(8),
        era=account.era,
        made_at=now,
        until=Milliseconds(now + seconds * 1000),
        proved_at=now if proved is None else proved,
    )
    return identity(account, record, hashed(token)), token, TOKENS.put(hashed(token), None, record, seconds)


async def take_up(
    documents: DocumentStore, chance: Chance, token: Token, is_gone: Callable[[], bool], now: Now
) -> tuple[Identity, Token]:
    """Return the player of this token, and the next token. Raises `Unavailable` if the caller `is_gone` before anything
    was changed. The player may have reconnected elsewhere with the same token, and that session must not break."""
    return await again(lambda: _taken_up(documents, chance, token, is_gone, now))


async def _taken_up(
    documents: DocumentStore, chance: Chance, token: Token, is_gone: Callable[[], bool], read_now: Now
) -> tuple[Identity, Token]:
    name, now = hashed(token), await read_now()
    first = TOKENS.of((await documents.read([TOKENS.key(name)]))[0])
    if first is None:
        raise unknown_token()
    ended = ENDED.key(first.session)
    neighbours = [first.before or "", first.after or ""]
    keys = [TOKENS.key(name), ACCOUNTS.key(first.player), ended, *map(TOKENS.key, neighbours)]
    stored = await documents.read(keys)
    record, account = good(TOKENS.of(stored[0]), ACCOUNTS.of(stored[1]), stored[2], now)
    if record.overlay_delay is not UNSET:
        raise only_for_overlay("$.token")
    if record.is_for_program:
        return identity(account, record, name, await _owner_of(documents, account)), token
    if [record.before or "", record.after or ""] != neighbours:
        raise Conflict("another connection has just resumed this session")
    new = fresh(chance)
    seconds = session_seconds(account)
    given, following = taken_up(record, name, hashed(new), now, seconds)
    changes: list[Change | Unchanged] = [
        TOKENS.put(name, stored[0], given, seconds),
        TOKENS.put(hashed(new), None, following, seconds),
        keep(account, stored[1]),
        Unchanged(ended, 0),
        *(TOKENS.drop(each, document) for each, document in zip(neighbours, stored[3:], strict=True) if document),
    ]
    if is_gone():
        raise Unavailable("the client has disconnected")
    await documents.commit(changes, news=notification(SessionTaken(account.id, record.session, following.turn)))
    return identity(account, following, hashed(new)), new


async def holder(documents: DocumentStore, token: Token) -> Identity:
    """Return the player of this token without replacing the token by the next one. An HTTP request does not take over
    the session."""
    return await holder_of(documents, hashed(token))


async def holder_of(documents: DocumentStore, name: str) -> Identity:
    """Return the player of the token with this hash."""
    record = (await TOKENS.read(documents, [name]))[0]
    if record is None:
        raise unknown_token()
    now = await documents.now()
    document, ended = await documents.read([ACCOUNTS.key(record.player), ENDED.key(record.session)])
    record, account = good(record, ACCOUNTS.of(document), ended, now)
    return identity(account, record, name, await _owner_of(documents, account))


async def _owner_of(documents: DocumentStore, account: AccountRecord) -> AccountRecord | None:
    """Return the account of a bot's owner; `None` if this is no bot."""
    return None if account.owner is None else (await ACCOUNTS.read(documents, [account.owner]))[0]


async def as_of_now(
    documents: DocumentStore, identity: Identity, beside: Sequence[Key] = ()
) -> tuple[Identity | Over, Sequence[Document | None]]:
    """Return the present identity of a player who signed in earlier, or the reason that it has ended; and the documents
    `beside` it, which are read in the same round trip."""
    keys = keys_of(identity) if identity.owner is None else [*keys_of(identity), ACCOUNTS.key(identity.owner)]
    stored = await documents.read([*keys, *beside])
    return await _as_of_now(documents, identity, stored), stored[len(keys) :]


async def _as_of_now(
    documents: DocumentStore, identity: Identity, stored: Sequence[Document | None]
) -> Identity | Over:
    record, account = TOKENS.of(stored[0]), ACCOUNTS.of(stored[1])
    owner = None if identity.owner is None else ACCOUNTS.of(stored[3])
    if account is None or stored[2] is not None or (record is None and identity.is_program):
        return Over.ENDED
    if record is None or record.turn > identity.turn:
        return Over.ELSEWHERE
    if record.is_for_program and record.until <= await documents.now():
        return Over.ENDED
    if record.era < account.era:
        return Over.ENDED
    return msgspec.structs.replace(identity.as_of(account, owner), until=record.until, proved_at=proved_at(record))


def keys_of(identity: Identity) -> list[Key]:
    """Return the keys of the documents by which a session lives: of its token, its account and its end."""
    return [TOKENS.key(identity.token), ACCOUNTS.key(identity.player.id), ENDED.key(identity.session)]


def standing(
    identity: Identity, stored: Sequence[Document | None], now: Milliseconds
) -> tuple[AccountRecord, tuple[Unchanged, ...]]:
    """Return the account of a session, whose documents (`keys_of`) were read, and the conditions by which the session
    has not ended when its order is committed. Whatever opens an account for longer than a session is committed with
    them. Raises `CommandRefused` if the session has ended."""
    _, account = good(TOKENS.of(stored[0]), ACCOUNTS.of(stored[1]), stored[2], now)
    return account, (Unchanged(ACCOUNTS.key(account.id), seen(stored[1])), Unchanged(ENDED.key(identity.session), 0))


async def still(documents: DocumentStore, by: Identity | None) -> tuple[Unchanged, ...]:
    """Return the conditions of an order of the session `by`, as `standing`; none for an order of the server's own."""
    if by is None:
        return ()
    return standing(by, await documents.read(keys_of(by)), await documents.now())[1]


async def commit_for(
    documents: DocumentStore, by: Identity | None, keys: Sequence[Key], decide: Decide[Answer]
) -> Answer:
    """Commit the changes of an order as `commit` does, on condition that the session `by` has not ended."""

    async def step() -> Answer:
        conditions, decided = await still(documents, by), decide(await documents.read(keys))
        if decided.changes:
            await documents.commit([*decided.changes, *conditions], decided.indexed, decided.news)
        return decided.answer

    return await again(step)


async def prove(documents: DocumentStore, identity: Identity) -> Milliseconds:
    """Store that the player of a session has just proved who they are, and return the time."""
    now = await documents.now()

    def decide(stored: list[Document | None]) -> Commit[Milliseconds]:
        record, account = good(TOKENS.of(stored[0]), ACCOUNTS.of(stored[1]), stored[2], now)
        proved = TOKENS.put(
            identity.token,
            stored[0],
            msgspec.structs.replace(record, proved_at=now),
            max((record.until - now) // 1000, 1),
        )
        news = notification(PlayerChanged(account.id))
        return Commit(now, [proved, Unchanged(ENDED.key(identity.session), 0)], news=news)

    return await commit(documents, keys_of(identity), decide)


async def stay(documents: DocumentStore, identity: Identity, now: Milliseconds) -> Identity:
    """Extend the lifetime of a guest who plays, and of the guest's session, beyond that of a mere visitor. Return the
    guest's new identity."""

    def decide(stored: list[Document | None]) -> Commit[Identity]:
        record, account = good(TOKENS.of(stored[0]), ACCOUNTS.of(stored[1]), stored[2], now)
        known = msgspec.structs.replace(account, has_played=True)
        token = msgspec.structs.replace(record, until=Milliseconds(now + session_seconds(known) * 1000))
        session = TOKENS.put(identity.token, stored[0], token, session_seconds(known))
        staying = msgspec.structs.replace(identity.as_of(known, None), until=token.until)
        return Commit(staying, [session, keep(known, stored[1]), Unchanged(ENDED.key(identity.session), 0)])

    return await commit(documents, keys_of(identity), decide)
