"""The audit log: every act of moderation, written in the same commit as the act.

An entry is a document that is written once, when there is none yet, and an index by time. Nothing in the server writes
such a document a second time, drops one, or sweeps the index.
"""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.moderation import Audit, Deed, DeedKind
from quarterdeck_protocol.names import DeedId, Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry

INDEX = "audit"
MOST = 100
"""How many entries a page of the log has at most."""

ALIKE = 32
"""How many may have happened in the same millisecond."""


class AuditRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as it is kept: of players only the ids, for names change."""

    id: DeedId
    at: Milliseconds
    by: PlayerId | None
    what: DeedKind
    whom: PlayerId | None
    why: str
    until: Milliseconds | None = None
    detail: str = ""
    order: str = ""
    """The mark of the order, so that the same `ref` cannot name two."""


DEEDS = Collection("audit", AuditRecord)


def id_of(by: PlayerId | None, ref: Ref | None, chance: Chance) -> DeedId:
    """Return the id of a deed: the same one for the same `ref` of the same moderator."""
    return DeedId(id_by(by, ref, chance))


def noted(deed: AuditRecord) -> ExtraWrites:
    """Return what writes a deed into the log, to be committed with what it does."""
    indexes = [INDEX, *(_concerning(player) for player in dict.fromkeys((deed.by, deed.whom)) if player is not None)]
    return ExtraWrites(
        (DEEDS.put(deed.id, None, deed),), tuple(IndexEntry(index, deed.id, deed.at) for index in indexes)
    )


def noted_beside(deed: AuditRecord, indexes: Sequence[str]) -> ExtraWrites:
    """Return what writes into the log what a player has done: it stands in these indexes, and among what concerns the
    player, and not among what moderators have done."""
    listed = [*indexes, *(() if deed.by is None else (_concerning(deed.by),))]
    return ExtraWrites(
        (DEEDS.put(deed.id, None, deed),), tuple(IndexEntry(index, deed.id, deed.at) for index in listed)
    )


def _concerning(player: PlayerId) -> str:
    """Return the index of what a player has done as a moderator and of what was done to them, as lasting as the log."""
    return f"{INDEX}:{player}"


class AuditLog:
    """The log as moderators read it."""

    def __init__(self, documents: DocumentStore, players: Players) -> None:
        self._documents = documents
        self.players = players

    async def shown(self, deed: AuditRecord) -> Deed:
        """Return a deed as moderators see it."""
        return (await self._all_shown([deed]))[0]

    async def read(self, before: str | None, most: int, index: str = INDEX) -> Audit:
        """Return the newest entries of an index of the log, or those older than a page's `before`. Raises
        `CommandRefused`, `Unavailable`."""
        page, following = await paged(self._documents, index, before, most)
        deeds = [deed for deed in await DEEDS.read(self._documents, page) if deed is not None]
        return Audit(deeds=tuple(await self._all_shown(deeds)), before=following)

    async def concerning(self, player: PlayerId, most: int | None) -> list[AuditRecord]:
        """Return the newest entries by or about a player, or all of them. Raises `Unavailable`."""
        index = _concerning(player)
        count = await self._documents.count(index) if most is None else most
        listed = await self._documents.listed(index, most=count, highest_first=True)
        deeds = await DEEDS.read_many(self._documents, [id_ for id_, _ in listed])
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
    """Return one page of an index by time, the newest first, and what to ask for the next one with."""
    most = max(1, min(most, MOST))
    at, member = (float("inf"), "") if before is None else _cursor(before)
    listed = await documents.listed(index, most=most + ALIKE + 1, high=at, highest_first=True)
    older = [(each, when) for each, when in listed if before is None or (when, each) < (at, member)]
    page = older[:most]
    following = f"{round(page[-1][1])}-{page[-1][0]}" if len(older) > most else None
    return [each for each, _ in page], following


def _cursor(before: str) -> tuple[float, str]:
    at, _, member = before.partition("-")
    if not (at.isascii() and at.isdecimal()) or len(at) > 15 or not member:
        raise CommandRefused(RefusalCode.MALFORMED, Text("`before` is what the page before said."), "?before")
    return float(at), member
