"""The outbox of webhooks: one document for each event and receiver, written in the commit of the event's cause.

So an event is sent if and only if its cause has happened, whatever process dies. A delivery waits in the index of its
webhook until it is due. Whoever sends it claims it first, for a while: if the process dies, another one sends it again
under the same id.
"""

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds

from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites, again, seen
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
LAST_SEQ = 3
MOST_LOOKS = 20
"""Limit of requests for due deliveries in one claim."""

MOST_WAITED_FOR = 3
"""Number of failed attempts of an event after which later events of the same match no longer wait for it."""

MOST_WAITING = 100_000
"""Limit of deliveries of one webhook that wait. Beyond it those that are due first become dead letters."""

MOST_WAITING_OF_PLAYERS = 1_000


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
    after: str = ""
    """The id of the event of the same match that comes first."""


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


OF_PLAYERS = "own:"
"""The beginning of the names of the webhooks of players. No name of a host's webhook has a colon."""

DUE = "webhooks_due"
"""Name of the index of the waiting deliveries of all webhooks of players, by the time at which they are due."""


class Happened(msgspec.Struct, frozen=True):
    """An event that is still to be written for the webhooks of players that want it."""

    happening: Happening
    watched: bool
    """True if spectators may see it."""


HAPPENED = Collection("webhook_happened", Happened)
"""By a random id."""

HAPPENED_DUE = "webhooks_happened"
"""Name of the index of these events, by the time at which they may be known."""


class Outbox:
    """The outbox of all webhooks."""

    def __init__(
        self, documents: DocumentStore, hooks: Sequence[Hook], public_url: str = "", *, has_players: bool = False
    ) -> None:
        """Make the outbox. With `has_players`, players have webhooks too."""
        self._documents = documents
        self.public_url = public_url
        self.hooks = tuple(hooks)
        self._has_players = has_players
        self.disabled: Callable[[str, str], Awaitable[ExtraWrites]] = _nothing
        """Called with the name of a webhook that is disabled, and with the reason. Returns further writes for that
        commit."""

    def written(self, happening: Happening) -> ExtraWrites:
        """Return the writes that put an event into the outbox, for the commit of its cause."""
        receivers = [hook for hook in self.hooks if happening.kind in hook.events]
        if not receivers:
            return NOTHING
        records = [delivery_of(hook, happening, self.public_url) for hook in receivers]
        return self.put(records, due_at(happening))

    def kept_for_players(self, happening: Happening, *, watched: bool) -> ExtraWrites:
        """Return the writes that keep an event until the webhooks of players get it, for the commit of its cause."""
        if not self._has_players:
            return NOTHING
        name = secrets.token_hex(16)
        return ExtraWrites(
            (HAPPENED.put(name, None, Happened(happening, watched), SECONDS_KEPT),),
            (IndexEntry(HAPPENED_DUE, name, due_at(happening)),),
        )

    def put(self, records: Sequence[DeliveryRecord], due: float) -> ExtraWrites:
        """Return the writes that put deliveries into the outbox."""
        places = [entry for each in records for entry in _entries(_name(each), {waiting(each.hook): due})]
        return ExtraWrites(
            tuple(DELIVERIES.put(_name(each), None, each, SECONDS_KEPT) for each in records), tuple(places)
        )

    async def due(self, most: int, skip: int) -> tuple[list[str], bool]:
        """Return the names of webhooks of players with deliveries that are due, and if there may be more. Raises
        `Unavailable`."""
        now = await self._documents.now()
        found = await self._documents.listed(DUE, most=most, high=now, skip=skip)
        return list(dict.fromkeys(name.partition(".")[2] for name, _ in found)), len(found) == most

    async def forget(self, hook: str, most: int = 100) -> bool:
        """Delete deliveries of a webhook that is gone, and return true if none is left. Raises `Unavailable`."""
        number = 0
        for index in (waiting(hook), dead(hook), delivered(hook)):
            names = [name for name, _ in await self._documents.listed(index, most=most)]
            for name, document in zip(names, await self._read(names), strict=True):
                changes = [] if document is None else [DELIVERIES.drop(name, document)]
                await self._documents.commit(changes, _entries(name, {index: None}))
            number += len(names)
        (state,) = await self._documents.read([HOOK_STATES.key(hook)])
        if number == 0 and state is not None:
            await self._documents.commit([HOOK_STATES.drop(hook, state)])
        return number == 0

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
        now, found = await self._documents.now(), list[DeliveryRecord]()
        for _ in range(MOST_LOOKS):  # those that wait for an earlier event make room for others
            due = await self._documents.listed(waiting(hook), most=most - len(found), high=now)
            names = [name for name, _ in due]
            if not names:
                break
            for name, document in zip(names, await self._read(names), strict=True):
                record = DELIVERIES.of(document)
                if record is None or record.is_delivered:
                    await self._documents.commit([], _entries(name, {waiting(hook): None}))
                elif (later := await self._waits_until(record, now)) is not None:
                    await self._documents.commit([], _entries(name, {waiting(hook): later}))
                elif await self._is_written(record, document, _entries(name, {waiting(hook): now + CLAIMED_FOR})):
                    found.append(record)
            if len(found) == most:
                break
        return found

    async def _waits_until(self, record: DeliveryRecord, now: Milliseconds) -> float | None:
        """Return the time until which an event waits for an earlier one of the same match; `None` if it need not wait,
        or has waited for enough attempts."""
        if not record.after:
            return None
        first = f"{record.after}.{record.hook}"
        due = await self._documents.number_of(waiting(record.hook), first)
        before = None if due is None else (await DELIVERIES.read(self._documents, [first]))[0]
        if due is None or before is None or before.tried >= MOST_WAITED_FOR:
            return None
        return now + SECOND if before.tried == 0 else max(due, now) + SECOND

    async def note(self, record: DeliveryRecord, outcome: str, *, is_delivered: bool, retry_in: int = 0) -> None:
        """Store the outcome of an attempt: the event is delivered, waits for its next attempt, or is a dead letter.
        Raises `Unavailable`."""
        now = await self._documents.now()
        name = _name(record)
        attempts = (*record.attempts, Attempt(now, outcome))[-MOST_ATTEMPTS_KEPT:]
        after = msgspec.structs.replace(record, attempts=attempts, tried=record.tried + 1, is_delivered=is_delivered)
        if is_delivered:
            places: dict[str, float | None] = {
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

        async def step() -> HookState:
            now = await self._documents.now()
            (document,) = await self._documents.read([HOOK_STATES.key(hook)])
            state = HOOK_STATES.of(document) or HookState()
            since, beside = state.failing_since or now, NOTHING
            if is_well:
                after = HookState()
            elif state.disabled_at is None and (is_gone or now - since >= LONGEST_FAILURE):
                after, beside = HookState(since, now, why), await self.disabled(hook, why)
            else:
                after = msgspec.structs.replace(state, failing_since=since)
            if after != state:
                changes = [HOOK_STATES.put(hook, document, after), *beside.changes]
                await self._documents.commit(changes, beside.indexed, next(iter(beside.news), None))
            return after

        return await again(step)

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
        most = MOST_WAITING_OF_PLAYERS if hook.startswith(OF_PLAYERS) else MOST_WAITING
        beyond = await self._documents.count(waiting(hook)) - most
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


def due_at(happening: Happening) -> float:
    """Return the time at which an event is due. Events of one match are due in their order: of two at the same
    millisecond, the earlier one is due a microsecond sooner."""
    return max(happening.at, happening.visible_from) - (LAST_SEQ - happening.seq) / 1000


def delivery_of(hook: Hook, happening: Happening, public_url: str) -> DeliveryRecord:
    """Return an event for a webhook. The id of an event of a match follows from the match."""
    match, seq = happening.match, happening.seq
    return DeliveryRecord(
        event=f"msg_{secrets.token_hex(16)}" if match is None else _event_of(match, seq),
        hook=hook.name,
        kind=happening.kind,
        at=happening.at,
        body=body_for(hook, happening, public_url),
        after="" if match is None or seq == 1 else _event_of(match, seq - 1),
    )


def _event_of(match: MatchId, seq: int) -> str:
    return f"msg_{hashlib.sha256(f'{match} {seq}'.encode()).hexdigest()[:32]}"


def _name(record: DeliveryRecord) -> str:
    return f"{record.event}.{record.hook}"


def _entries(name: str, places: Mapping[str, float | None]) -> list[IndexChange]:
    entries: list[IndexChange] = [IndexEntry(index, name, at) for index, at in places.items()]
    hook = name.partition(".")[2]
    if hook.startswith(OF_PLAYERS) and waiting(hook) in places:
        entries.append(IndexEntry(DUE, name, places[waiting(hook)]))
    return entries


async def _nothing(_: str, __: str) -> ExtraWrites:
    return NOTHING
