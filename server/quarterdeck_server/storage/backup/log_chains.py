"""Check of the logs of matches in a backup. Each version must follow the previous one, with the digest of all entries
up to it, and the recorded end of the log must fit."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quarterdeck_protocol.names import MatchId, Milliseconds, Version

from quarterdeck_server.matches.log import next_digest
from quarterdeck_server.storage.backup.backup_records import Hash, MatchRecord, Record, Stream, Text
from quarterdeck_server.storage.packed_log import DamagedError, unpacked

MOST_NAMED = 10
"""Most broken logs that are listed by name."""


class BrokenChain(Exception):  # noqa: N818 - what was found, not a fault of this program
    """Error: the log of a match is broken. `str(error)` names the match, the version and the fault."""


def chained_entries(record: MatchRecord) -> int:
    """Check that each entry of a log follows the one before, and return the number of entries. Raises `BrokenChain`.

    Old entries without a digest are not checked.
    """
    match record.log.held:
        case Stream() as held:
            return _subscribed(record, held)
        case Text(value):
            try:
                return len(unpacked(value).entries)
            except DamagedError as damaged:
                raise BrokenChain(f"match {record.match}: {damaged}") from damaged
        case _:
            raise BrokenChain(f"match {record.match}: its log has the wrong type")


def _subscribed(record: MatchRecord, held: Stream) -> int:
    digest = at = ""
    for number, (name, fields) in enumerate(held.entries, start=1):
        if name != b"%d-0" % number:
            raise BrokenChain(f"match {record.match}: version {number} is missing, and {name.decode()} stands there")
        stored = dict(zip(fields[::2], fields[1::2], strict=True))
        try:
            at, entry = stored[b"at"].decode(), stored[b"entry"]
        except KeyError as missing:
            raise BrokenChain(f"match {record.match}: version {number} has no {missing}") from missing
        written = stored.get(b"digest", b"").decode()
        if written and written != next_digest(digest, Milliseconds(int(at)), entry):
            raise BrokenChain(f"match {record.match}: version {number} does not match the link of the previous version")
        digest = written
    _check_head(record, Version(len(held.entries)), at, digest)
    return len(held.entries)


def _check_head(record: MatchRecord, version: Version, at: str, digest: str) -> None:
    if record.head is None or not digest:
        return  # it was written before there were digests
    ends: Mapping[bytes, bytes] = dict(record.head.held.fields) if isinstance(record.head.held, Hash) else {}
    said = [ends.get(name, b"").decode() for name in (b"version", b"at", b"digest")]
    if said != [str(version), at, digest]:
        raise BrokenChain(f"match {record.match}: its log ends with version {version}, and its head says otherwise")


@dataclass(slots=True)
class Census:
    """Totals of a backup or store: matches, entries, and the incomplete logs."""

    records: int = 0
    others: int = 0
    """Number of records that are not matches."""

    matches: int = 0
    going_on: int = 0
    """Number of matches that have not ended."""

    entries: int = 0
    broken: int = 0
    named: list[str] = field(default_factory=list)
    """Descriptions of the first broken logs."""

    _counted: dict[MatchId, tuple[int, bool, str | None]] = field(default_factory=dict)
    """For each match: its number of entries, true if it goes on, and the fault of its log."""

    def count(self, records: Iterable[Record]) -> None:
        """Add these records to the totals. A store that shrinks while it is read may list a key twice; then only the
        last record of a match counts."""
        for record in records:
            self.records += 1
            if isinstance(record, MatchRecord):
                self._uncount(record.match)
                self._count_match(record)
            else:
                self.others += 1

    def _uncount(self, match: MatchId) -> None:
        if (before := self._counted.pop(match, None)) is None:
            return
        entries, goes_on, fault = before
        self.matches -= 1
        self.going_on -= goes_on
        self.entries -= entries
        if fault is not None:
            self.broken -= 1
            if fault in self.named:
                self.named.remove(fault)

    def _count_match(self, record: MatchRecord) -> None:
        entries, goes_on, fault = 0, record.log.until is None, None  # a log is kept for a while longer than its match
        try:
            entries = chained_entries(record)
        except BrokenChain as broken:
            fault = str(broken)
            self.broken += 1
            if len(self.named) < MOST_NAMED:
                self.named.append(fault)
        self.matches += 1
        self.going_on += goes_on
        self.entries += entries
        self._counted[record.match] = entries, goes_on, fault
