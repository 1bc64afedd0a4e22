"""Writes events and notices into the outbox, for the webhooks of players that want them.

An event is stored in the commit of its cause, and written for each webhook when it may be known. What its player may
know is decided then, from the players of the event and from the player's present access: a member who has left a club
and a player who has left a table are told nothing more, a banned player nothing at all. A notice is already stored in
the inbox. The record of the player's webhooks has the id of the last notice that was written, and changes in the same
commit, so each one is written once.
"""

import secrets
from collections.abc import Awaitable, Collection, Mapping
from contextlib import suppress

import msgspec
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.tables import Access
from quarterdeck_protocol.lobby.webhooks import WebhookEvent
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.clubs.club_records import CLUBS, ORGANISING, ClubRecord
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, Snapshot
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.eligibility import NO_PLAYERS, EligibilityChecks
from quarterdeck_server.lobby.notices.followed_inboxes import FollowedInboxes, Subscribe, Unsubscribe
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES, NO_ID, added
from quarterdeck_server.lobby.notices.notice_texts import EVENTS
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.player_webhooks.hook_records import (
    ABOUT_PLAYERS,
    NO_HOOKS,
    PLAYERS_HOOKS,
    PlayersHook,
    about_club,
    about_table,
    opened,
    owner_of,
)
from quarterdeck_server.lobby.player_webhooks.notice_bodies import notice_body
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.outbox import (
    HAPPENED,
    HAPPENED_DUE,
    OF_PLAYERS,
    DeliveryRecord,
    Happened,
    Outbox,
    delivery_of,
    due_at,
)
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict

SECONDS_BETWEEN_ROUNDS = 1.0
MOST_AT_ONCE = 100
MOST_ABOUT_ONE = 200
"""Limit of players with webhooks about one club or table."""

MOST_PLAYERS = 10_000
"""Limit of players whose inboxes a process follows."""


class WebhookFanOut:
    """Writes what happens into the outbox, for the webhooks of players."""

    def __init__(
        self,
        documents: DocumentStore,
        outbox: Outbox,
        keys: HookKeys,
        titles: Mapping[str, str],
        *,
        inner: bool = False,
    ) -> None:
        self._documents = documents
        self._eligibility = EligibilityChecks(documents)
        self._outbox = outbox
        self._keys = keys
        self._titles = titles
        self._inner = inner
        self._inboxes = FollowedInboxes(documents, ABOUT_PLAYERS, MOST_PLAYERS, self._wake)
        self._woken: dict[PlayerId, None] = {}
        self._task = PeriodicTask()

    def start(self, subscribe: Subscribe, unsubscribe: Unsubscribe) -> None:
        """Start to write. `subscribe` and `unsubscribe` follow an inbox."""

        async def work() -> None:
            await self._inboxes.follow(subscribe, unsubscribe)
            await self.round()

        self._task.start(repeat(work, SECONDS_BETWEEN_ROUNDS, meanwhile="webhooks of players wait"))

    async def close(self) -> None:
        """Stop writing. Another process continues."""
        await self._task.stop()

    async def round(self) -> None:
        """Write all events that may be known, and all new notices of players who were noted. Raises `Unavailable`."""
        now = await self._documents.now()
        for name, _ in await self._documents.listed(HAPPENED_DUE, most=MOST_AT_ONCE, high=now):
            (seen,) = await HAPPENED.snapshots(self._documents, [name])
            await self._committed(self._write(seen, now))
        for player in list(self._woken):
            del self._woken[player]
            try:
                await self.write_notices(player)
            except BaseException:
                self._woken[player] = None
                raise

    async def write_notices(self, player: PlayerId) -> None:
        """Write the new notices of a player. Raises `Unavailable`."""
        now = await self._documents.now()
        (seen,), (inbox,) = (
            await PLAYERS_HOOKS.snapshots(self._documents, [player]),
            await INBOXES.read(self._documents, [player]),
        )
        if await self._is_banned(player, now):
            return  # the inbox keeps them until the ban ends
        record, notices = seen.record, (inbox or EMPTY).after((seen.record or NO_HOOKS).last_written, now)
        if record is None or not notices:
            return
        hooks = [hook for hook in record.hooks if hook.subject is None]
        deliveries = [
            each for notice in notices for hook in hooks if (each := self._of_notice(player, hook, notice, now))
        ]
        after = msgspec.structs.replace(record, last_written=int(notices[-1].id))
        beside = self._outbox.put(deliveries, now)

        async def write() -> None:
            await self._documents.commit([seen.becomes(after), *beside.changes], beside.indexed)

        await self._committed(write())

    async def disabled(self, hook: str, why: str) -> ExtraWrites:
        """Return the writes of the notice to a player whose webhook is disabled. Raises `Unavailable`."""
        if not hook.startswith(OF_PLAYERS):
            return NOTHING
        player, id_ = owner_of(hook)
        inbox, record = await self._documents.read([INBOXES.key(player), PLAYERS_HOOKS.key(player)])
        if record is None:
            return NOTHING
        now = await self._documents.now()
        notice = Notice(id=NO_ID, kind=NoticeKind.WEBHOOK_DISABLED, at=now, webhook=id_, reason=why)
        return added({player: inbox}, [(player, notice)]).plus(
            ExtraWrites(news=(notification(InboxesChanged((player,))),))
        )

    async def _committed(self, work: Awaitable[None]) -> None:
        """Wait for a commit. If another process was faster, nothing is left to do, or the next round does it."""
        with suppress(Conflict):
            await work

    async def _write(self, seen: Snapshot[Happened], now: Milliseconds) -> None:
        """Write an event for all webhooks that want it, and forget it."""
        going = IndexEntry(HAPPENED_DUE, seen.name, None)
        if seen.record is None:
            await self._documents.commit([], [going])
            return
        happening = seen.record.happening
        (table,) = await TABLES.read(self._documents, [happening.table or ""])
        subjects = [about_table(happening.table or "")]
        if table is not None and table.club:
            subjects.append(about_club(table.club))
        players: dict[PlayerId, None] = {}
        for subject in subjects:
            listed = await self._documents.listed(subject, most=MOST_ABOUT_ONE)
            players.update((PlayerId(player), None) for player, _ in listed)
        records = await PLAYERS_HOOKS.read_many(self._documents, list(players))
        access = None if table is None else await self._access(table, seen.record, players, now)
        event, deliveries = WebhookEvent(happening.kind), list[DeliveryRecord]()
        for player, record in zip(players, records, strict=True):
            for each in (record or NO_HOOKS).hooks:
                is_about = each.subject in subjects and access is not None and access.allows(player, each)
                is_wanted = is_about and each.wants(event) and each.made_at <= happening.at
                if is_wanted and (hook := self._hook(player, each, now)):
                    deliveries.append(delivery_of(hook, happening, self._outbox.public_url))
        beside = self._outbox.put(deliveries, due_at(happening))
        await self._documents.commit([seen.becomes(None), *beside.changes], [going, *beside.indexed])

    async def _access(
        self, table: TableRecord, happened: Happened, hooked: Collection[PlayerId], now: Milliseconds
    ) -> "_Access":
        """Return what decides who of the players with webhooks may know of an event."""
        played = frozenset(PlayerId(each.id) for each in happened.happening.players)
        found = await self._eligibility.of([*{*hooked, *played, *table.people}], now)
        (club,) = await CLUBS.read(self._documents, [ClubId(table.club or "")])
        blocked = frozenset().union(*(found.blocked.get(each, NO_PLAYERS) for each in played | table.people))
        return _Access(table, played, found.gone, blocked, happened.watched, club)

    async def _is_banned(self, player: PlayerId, now: Milliseconds) -> bool:
        found = await self._eligibility.of([player], now)
        return player in found.gone and player not in found.unapproved

    def _of_notice(
        self, player: PlayerId, hook: PlayersHook, notice: Notice, now: Milliseconds
    ) -> DeliveryRecord | None:
        event = EVENTS.get(notice.kind)
        if event is None or not hook.wants(event):
            return None
        if notice.webhook == hook.id:
            return None  # it would wait for the disabled webhook that it is about, and become a dead letter
        found = self._hook(player, hook, now)
        if found is None:
            return None
        return DeliveryRecord(
            event=f"msg_{secrets.token_hex(16)}",
            hook=found.name,
            kind=event.value,
            at=notice.at,
            body=notice_body(found, notice, self._titles, self._outbox.public_url),
        )

    def _hook(self, player: PlayerId, hook: PlayersHook, now: Milliseconds) -> Hook | None:
        return opened(player, hook, self._keys, now, inner=self._inner)

    def _wake(self, player: PlayerId) -> None:
        self._woken[player] = None


class _Access(msgspec.Struct, frozen=True):
    """What decides who may know of an event at a table, when the event is written."""

    table: TableRecord
    played: frozenset[PlayerId]
    """The players of the event."""

    gone: frozenset[PlayerId]
    """Players with webhooks who may not sign in, or may only wait."""

    blocked: frozenset[PlayerId]
    """Players blocked by a player of the event, or by somebody who sits at the table."""

    is_watched: bool
    """True if others than its players may know of the event."""

    club: ClubRecord | None
    """The club of the table."""

    def allows(self, player: PlayerId, hook: PlayersHook) -> bool:
        """True if a webhook of a player may tell the event: of the player's own match, or where the player may watch,
        as an organiser of the club or with a place at the table."""
        if player in self.gone:
            return False
        roles = () if self.club is None else tuple(each.role for each in self.club.members if each.player == player)
        if hook.club is not None and not any(role in ORGANISING for role in roles):
            return False
        if player in self.played:
            return True
        if not self.is_watched or player in self.blocked:
            return False
        may_watch = self.table.access is Access.PUBLIC or player == self.table.host or bool(roles)
        return hook.club is not None or (may_watch and self.table.is_open_to(player))
