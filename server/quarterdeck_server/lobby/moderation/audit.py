"""The audit log of moderation. Every entry is written in the same commit as the act that it records.

An entry is a document that is written only once, with an entry in an index by time. Nothing in the server changes or
deletes such a document, or removes its index entry.
"""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.moderation import Audit, Deed, DeedKind
from quarterdeck_protocol.names import DeedId, Milliseconds, PlayerId, Ref, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry

INDEX = "audit"
REFUSED_ORDERS = "audit:refused_orders"
"""Name of the index of refused orders of players about tournaments. Everybody can cause such an entry, so they are not
among moderators' acts."""

MOST = 100
"""Limit of entries on a page of the log."""

ALIKE = 32
"""Limit of entries with the same millisecond."""


class AuditRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a log entry. It holds only the ids of players, because names change."""

    id: DeedId
    at: Milliseconds
    by: PlayerId | None
    what: DeedKind
    whom: PlayerId | None
    why: str
    until: Milliseconds | None = None
    detail: str = ""
    order: str = ""
    """The mark of the order, so that the same `ref` cannot name two orders."""

    version: Version | UnsetType = UNSET
    """The last version of a match that an inspection may show."""


AUDIT_ENTRIES = Collection(stored_kinds.AUDIT_ENTRY, AuditRecord)


class Entry(Protocol):
    """Interface of an object that is listed in an index by time."""

    @property
    def id(self) -> str: ...

    @property
    def at(self) -> Milliseconds: ...


Listed = TypeVar("Listed", bound=Entry)
Readable = Callable[[Sequence[str]], Awaitable[list[Listed]]]
"""Filters entries: returns only the entries that the reader may see."""


def id_of(by: PlayerId | None, ref: Ref | None, chance: Chance) -> DeedId:
    """Return the id of a moderation act. The same `ref` of the same moderator gives the same id."""
    return DeedId(id_by(by, ref, chance))


def inspection_mark(tournament: str, person: PlayerId) -> DeedId:
    """Return the id of the entry, listed nowhere, by which a person has looked at matches of a tournament as a
    moderator."""
    return DeedId(hashlib.sha256(f"looks {tournament} {person}".encode()).hexdigest()[:32])


def is_of_a_report(deed: AuditRecord) -> bool:
    """Return true if an entry of the audit log is a decision about a report, or a refused one."""
    return deed.what is DeedKind.RESOLVE or (
        deed.what is DeedKind.REFUSED and deed.detail.startswith(f"{DeedKind.RESOLVE}:")
    )


def noted(deed: AuditRecord) -> ExtraWrites:
    """Return the store writes that add an audit entry. The caller commits them with the moderator's order."""
    indexes = [INDEX, *(_concerning(player) for player in dict.fromkeys((deed.by, deed.whom)) if player is not None)]
    return ExtraWrites(
        (AUDIT_ENTRIES.put(deed.id, None, deed),), tuple(IndexEntry(index, deed.id, deed.at) for index in indexes)
    )


def noted_beside(deed: AuditRecord, indexes: Sequence[str]) -> ExtraWrites:
    """Return the store writes that add a player's own action to the audit log. It is listed in these indexes and among
    the player's entries, but not among moderators' acts."""
    listed = [*indexes, *(() if deed.by is None else (_concerning(deed.by),))]
    return ExtraWrites(
        (AUDIT_ENTRIES.put(deed.id, None, deed),), tuple(IndexEntry(index, deed.id, deed.at) for index in listed)
    )


def _concerning(player: PlayerId) -> str:
    """Return the name of the index of all acts by a player as a moderator, and of acts about the player. It is kept as
    long as the log."""
    return f"{INDEX}:{player}"


class AuditLog:
    """The audit log as moderators read it."""

    def __init__(self, documents: DocumentStore, players: Players) -> None:
        self._documents = documents
        self.players = players

    async def shown(self, deed: AuditRecord) -> Deed:
        """Return an entry of the audit log in the form that moderators see."""
        return (await self._all_shown([deed]))[0]

    async def read(self, before: str | None, most: int, index: str = INDEX, *, reader: PlayerId | None = None) -> Audit:
        """Return the newest entries of an index of the log, or those older than a page's `before`. Entries of reports
        about the `reader` are left out, because reported players are not notified. Raises `CommandRefused`,
        `Unavailable`."""
        readable = partial(self._readable, reader)
        deeds, following = await readable_page(self._documents, index, before, most, readable)
        return Audit(deeds=tuple(await self._all_shown(deeds)), before=following)

    async def _readable(self, reader: PlayerId | None, ids: Sequence[str]) -> list[AuditRecord]:
        deeds = [deed for deed in await AUDIT_ENTRIES.read(self._documents, ids) if deed is not None]
        about = await self.players.known([deed.whom for deed in deeds if deed.whom is not None])
        return [
            deed
            for deed in deeds
            if deed.whom is None or not is_of_a_report(deed) or not is_concerned(reader, about[deed.whom])
        ]

    async def concerning(self, player: PlayerId, most: int | None) -> list[AuditRecord]:
        """Return the newest entries of the audit log by or about a player; all such entries if `most` is `None`. Raises
        `Unavailable`."""
        index = _concerning(player)
        count = await self._documents.count(index) if most is None else most
        listed = await self._documents.listed(index, most=count, highest_first=True)
        deeds = await AUDIT_ENTRIES.read_many(self._documents, [id_ for id_, _ in listed])
        return [deed for deed in deeds if deed is not None]

    async def _all_shown(self, deeds: list[AuditRecord]) -> list[Deed]:
        named = [each for deed in deeds for each in (deed.by, deed.whom) if each is not None]
        players = await self.players.known(named)
        return [
            Deed(
                id=deed.id,
                at=deed.at,
                by=None if deed.by is None else players[deed.by],
                what=deed.what,
                whom=None if deed.whom is None else players[deed.whom],
                why=deed.why,
                until=deed.until,
                detail=deed.detail,
            )
            for deed in deeds
        ]


async def paged(documents: DocumentStore, index: str, before: str | None, most: int) -> tuple[list[str], str | None]:
    """Return one page of an index by time, the newest first, and the cursor of the next one."""
    page, following = await paged_with_times(documents, index, before, most)
    return [each for each, _ in page], following


async def paged_with_times(
    documents: DocumentStore, index: str, before: str | None, most: int
) -> tuple[list[tuple[str, float]], str | None]:
    """Return one page of an index by time with the times, the newest first, and the cursor of the next one."""
    most = max(1, min(most, MOST))
    at, member = (float("inf"), "") if before is None else _cursor(before)
    listed = await documents.listed(index, most=most + ALIKE + 1, high=at, highest_first=True)
    older = [(each, when) for each, when in listed if before is None or (when, each) < (at, member)]
    page = older[:most]
    following = _cursor_after(page[-1][1], page[-1][0]) if len(older) > most else None
    return page, following


async def readable_page(
    documents: DocumentStore, index: str, before: str | None, most: int, readable: Readable[Listed]
) -> tuple[list[Listed], str | None]:
    """Return one page of the `readable` entries of an index, and the cursor of the next one. Other entries are skipped
    without a trace: a page is never shorter because of them."""
    most = max(1, min(most, MOST))
    found: list[Listed] = []
    following = before
    while len(found) <= most:
        page, following = await paged(documents, index, following, most + 1)
        found += await readable(page)
        if following is None:
            break
    shown = found[:most]
    return shown, _cursor_after(shown[-1].at, shown[-1].id) if len(found) > most else None


def is_concerned(reader: PlayerId | None, player: Player) -> bool:
    """Return true if the reader is the player whom an entry concerns, or that bot's owner."""
    return reader is not None and reader in (player.id, player.owner)


def _cursor_after(at: float, member: str) -> str:
    return f"{round(at)}-{member}"


def _cursor(before: str) -> tuple[float, str]:
    at, _, member = before.partition("-")
    if not (at.isascii() and at.isdecimal()) or len(at) > 15 or not member:
        raise CommandRefused(
            RefusalCode.MALFORMED, Text("`before` must be the value from the previous page."), "?before"
        )
    return float(at), member
