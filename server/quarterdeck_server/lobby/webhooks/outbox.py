"""The outbox of webhooks: one document for each event and receiver, written in the commit of the event's cause.

So an event is sent if and only if its cause has happened, whatever process dies. A delivery waits in the index of its
webhook until it is due. Whoever sends it claims it first, for a while: if the process dies, another one sends it again
under the same id.
"""

import secrets
from collections.abc import Mapping, Sequence

import msgspec
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites, seen
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexChange, IndexEntry
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, body_for
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.store_errors import Conflict

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
RETRIES = (5 * SECOND, 5 * MINUTE, 30 * MINUTE, *(hours * HOUR for hours in (2, 5, 10, 14, 20, 24)))
"""Times between one attempt and the next."""

SECONDS_KEPT = 30 * 24 * 60 * 60
DELIVERED_KEPT = 7 * DAY
CLAIMED_FOR = MINUTE
LONGEST_FAILURE = 5 * DAY
"""Time of failures without a success after which a webhook is disabled."""

MOST_ATTEMPTS_KEPT = 10
MOST_WAITING = 100_000
"""Limit of deliveries of one webhook that wait. Beyond it those that are due first become dead letters."""


class Attempt(msgspec.Struct, frozen=True):
    """One attempt to deliver an event."""

    at: Milliseconds
    outcome: str
    """The HTTP status, or why there is none."""


class DeliveryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An event for one webhook."""

    event: str
    """The id that the receiver sees, the same in all attempts."""

    hook: str
    kind: str
    at: Milliseconds
    body: str
    attempts: tuple[Attempt, ...] = ()
    tried: int = 0
    """Number of attempts since it was written or replayed."""

    is_delivered: bool = False


class HookState(msgspec.Struct, frozen=True):
    """The state of a webhook."""

    failing_since: Milliseconds | None = None
    disabled_at: Milliseconds | None = None
    why: str = ""


DELIVERIES = Collection("webhook", DeliveryRecord)
"""By the id of the event and the name of the webhook."""

HOOK_STATES = Collection("webhook_state", HookState)
"""By the name of the webhook."""


def waiting(hook: str) -> str:
    """Return the name of the index of the deliveries of a webhook that wait, by the time at which they are due."""
    return f"webhooks_waiting:{hook}"


def dead(hook: str) -> str:
    """Return the name of the index of the dead letters of a webhook, by the time of their last attempt."""
    return f"webhooks_dead:{hook}"


def delivered(hook: str) -> str:
    """Return the name of the index of the delivered events of a webhook, by time."""
    return f"webhooks_delivered:{hook}"


class Outbox:
    """The outbox of all webhooks of the host."""

    def __init__(self, documents: DocumentStore, hooks: Sequence[Hook], public_url: str = "") -> None:
        self._documents = documents
        self._public_url = public_url
        self.hooks = tuple(hooks)

    def written(self, happening: Happening) -> ExtraWrites:
        """Return the writes that put an event into the outbox, for the commit of its cause."""
        receivers = [hook for hook in self.hooks if happening.kind in hook.events]
        if not receivers:
            return NOTHING
        event = f"msg_{secrets.token_hex(16)}"
        due = max(happening.at, happening.visible_from)
        records = [
            DeliveryRecord(
                event=event,
                hook=hook.name,
                kind=happening.kind,
                at=happening.at,
                body=body_for(hook, happening, self._public_url),
            )
            for hook in receivers
        ]
        return ExtraWrites(
            tuple(DELIVERIES.put(_name(each), None, each, SECONDS_KEPT) for each in records),
            tuple(IndexEntry(waiting(each.hook), _name(each), due) for each in records),
        )

    async def state(self, hook: str) -> HookState:
        """Return the state of a webhook. Raises `Unavailable`."""
        return (await HOOK_STATES.read(self._documents, [hook]))[0] or HookState()

    async def count(self, index: str) -> int:
        """Return the number of deliveries in an index. Raises `Unavailable`."""
        return await self._documents.count(index)

    async def listed(self, index: str, most: int) -> list[DeliveryRecord]:
        """Return the newest deliveries in an index. Raises `Unavailable`."""
        names = [name for name, _ in await self._documents.listed(index, most=most, highest_first=True)]
        return [each for each in await DELIVERIES.read_many(self._documents, names) if each is not None]

    async def claimed(self, hook: str, most: int) -> list[DeliveryRecord]:
        """Claim deliveries of a webhook that are due, and return them. Another process that claims the same ones gets
        none of them. Raises `Unavailable`."""
        now = await self._documents.now()
        names = [name for name, _ in await self._documents.listed(waiting(hook), most=most, high=now)]
        found: list[DeliveryRecord] = []
        for name, document in zip(names, await self._read(names), strict=True):
            record = DELIVERIES.of(document)
            if record is None or record.is_delivered:
                await self._documents.commit([], [IndexEntry(waiting(hook), name, None)])
            elif await self._is_written(record, document, [IndexEntry(waiting(hook), name, now + CLAIMED_FOR)]):
                found.append(record)
        return found

    async def note(self, record: DeliveryRecord, outcome: str, *, is_delivered: bool, retry_in: int = 0) -> None:
        """Store the outcome of an attempt: the event is delivered, waits for its next attempt, or is a dead letter.
        Raises `Unavailable`."""
        now = await self._documents.now()
        name = _name(record)
        attempts = (*record.attempts, Attempt(now, outcome))[-MOST_ATTEMPTS_KEPT:]
        after = msgspec.structs.replace(record, attempts=attempts, tried=record.tried + 1, is_delivered=is_delivered)
        if is_delivered:
            places: dict[str, int | None] = {
                waiting(record.hook): None,
                dead(record.hook): None,
                delivered(record.hook): now,
            }
        elif record.tried >= len(RETRIES):
            places = {waiting(record.hook): None, dead(record.hook): now}
        else:
            places = {waiting(record.hook): now + max(RETRIES[record.tried], retry_in)}
        (document,) = await self._read([name])
        if document is not None:
            await self._is_written(after, document, _entries(name, places))

    async def bury(self, record: DeliveryRecord) -> None:
        """Give up a delivery to a disabled webhook without an attempt: it becomes a dead letter. Raises
        `Unavailable`."""
        places = {waiting(record.hook): None, dead(record.hook): await self._documents.now()}
        await self._documents.commit([], _entries(_name(record), places))

    async def replay(self, hook: str, event: str | None = None) -> int:
        """Let the dead letters of a webhook, or one of them, be delivered again. Return their number. Raises
        `Unavailable`."""
        now, number = await self._documents.now(), 0
        names = [name for name, _ in await self._documents.listed(dead(hook), most=MOST_WAITING)]
        wanted = [name for name in names if event is None or name == f"{event}.{hook}"]
        for name, document in zip(wanted, await self._read(wanted), strict=True):
            record = DELIVERIES.of(document)
            places = {dead(hook): None, **({} if record is None else {waiting(hook): now})}
            if record is None:
                await self._documents.commit([], _entries(name, places))
            elif await self._is_written(msgspec.structs.replace(record, tried=0), document, _entries(name, places)):
                number += 1
        return number

    async def judge(self, hook: str, *, is_well: bool, is_gone: bool, why: str) -> HookState:
        """Store that a webhook works or fails. It is disabled if its receiver is gone, or has failed for five days.
        Raises `Unavailable`."""
        now = await self._documents.now()
        (document,) = await self._documents.read([HOOK_STATES.key(hook)])
        state = HOOK_STATES.of(document) or HookState()
        since = state.failing_since or now
        if is_well:
            after = HookState()
        elif state.disabled_at is None and (is_gone or now - since >= LONGEST_FAILURE):
            after = HookState(since, now, why)
        else:
            after = msgspec.structs.replace(state, failing_since=since)
        if after != state:
            try:
                await self._documents.commit([HOOK_STATES.put(hook, document, after)])
            except Conflict:  # another process has judged it at the same moment
                return await self.state(hook)
        return after

    async def enable(self, hook: str) -> None:
        """Enable a webhook again. Raises `Unavailable`."""
        await self.judge(hook, is_well=True, is_gone=False, why="")

    async def tidy(self, hook: str) -> None:
        """Remove events that were delivered or given up long ago, and give up waiting ones beyond the limit. Raises
        `Unavailable`."""
        now = await self._documents.now()
        old = [name for name, _ in await self._documents.listed(delivered(hook), most=100, high=now - DELIVERED_KEPT)]
        for name, document in zip(old, await self._read(old), strict=True):
            changes = [] if document is None else [DELIVERIES.drop(name, document)]
            await self._documents.commit(changes, [IndexEntry(delivered(hook), name, None)])
        expired = now - SECONDS_KEPT * SECOND
        for name, _ in await self._documents.listed(dead(hook), most=100, high=expired):
            await self._documents.commit([], [IndexEntry(dead(hook), name, None)])
        beyond = await self._documents.count(waiting(hook)) - MOST_WAITING
        if beyond > 0:
            for name, _ in await self._documents.listed(waiting(hook), most=min(beyond, 100)):
                await self._documents.commit([], _entries(name, {waiting(hook): None, dead(hook): now}))

    async def _read(self, names: Sequence[str]) -> list[Document | None]:
        return await self._documents.read([DELIVERIES.key(name) for name in names]) if names else []

    async def _is_written(
        self, record: DeliveryRecord, document: Document | None, indexed: Sequence[IndexChange]
    ) -> bool:
        assert seen(document) > 0  # noqa: S101 - it was read before
        try:
            await self._documents.commit([DELIVERIES.put(_name(record), document, record, SECONDS_KEPT)], indexed)
        except Conflict:  # another process has it
            return False
        return True


def _name(record: DeliveryRecord) -> str:
    return f"{record.event}.{record.hook}"


def _entries(name: str, places: Mapping[str, int | None]) -> list[IndexChange]:
    return [IndexEntry(index, name, at) for index, at in places.items()]
