"""Change of a player's name: the account, the old name and the new name are one commit."""

from collections.abc import Callable

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind

from quarterdeck_server.lobby.accounts import player_names, sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner
from quarterdeck_server.lobby.accounts.deletion import Leaving
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, TOKENS, keep, session_seconds
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged, SessionsEnded
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, again
from quarterdeck_server.lobby.documents import Change, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import Notification, notification


async def rename(
    documents: DocumentStore,
    player: PlayerId,
    change: Callable[[AccountRecord], AccountRecord],
    staying: Identity | None = None,
    where: str = "$.name",
    ending: Leaving | None = None,
) -> None:
    """Change an account and its name, together with the writes of `ending`. The session `staying` continues with the
    changed account. If the change increases the `era` of the account, as a new password does, all other sessions end.
    Raises `CommandRefused`, if the session has ended, and with the JSON path `where` if the name is taken."""

    async def step() -> None:
        beside = NOTHING if ending is None else await ending(player)
        await renamed(documents, player, change, staying, beside, where)

    await again(step)


async def renamed(
    documents: DocumentStore,
    player: PlayerId,
    change: Callable[[AccountRecord], AccountRecord],
    staying: Identity | None = None,
    beside: ExtraWrites = NOTHING,
    where: str = "$.name",
) -> None:
    """Rename a player in one commit with the writes in `beside`. Raises `Conflict` if another process changed the
    documents first."""
    conditions = await sessions.still(documents, staying)
    (document,) = await documents.read([ACCOUNTS.key(player)])
    account = ACCOUNTS.of(document)
    if account is None:
        raise unknown_token()
    changed = change(account)
    before, after = player_names.skeleton(account.name), player_names.skeleton(changed.name)
    token = "" if staying is None else staying.token
    keys = [NAMES.key(after), NAMES.key(before), TOKENS.key(token)]
    named, had, session = await documents.read(keys)
    owner, owned, record = NAMES.of(named), NAMES.of(had), TOKENS.of(session)
    if owner is not None and owner.player != player:
        raise player_names.taken(changed.name, where)
    changes: list[Change | Unchanged] = [keep(changed, document)]
    if changed.kind is not PlayerKind.GUEST and owner is None:
        changes.append(NAMES.put(after, None, NameOwner(player)))
    if before != after and owned is not None and owned.player == player:
        changes.append(NAMES.drop(before, had))
    news: Notification = PlayerChanged(player)
    if changed.era != account.era:
        news = SessionsEnded(player, but=None if staying is None else staying.session)
    if record is not None and record.era == account.era:
        seconds = session_seconds(changed)
        until = Milliseconds(await documents.now() + seconds * 1000)
        going_on = msgspec.structs.replace(record, era=changed.era, until=until)
        changes.append(TOKENS.put(token, session, going_on, seconds))
    await documents.commit([*changes, *conditions, *beside.changes], beside.indexed, notification(news))
