"""A log that is whole, and every way in which one is not."""

from collections.abc import Callable

import pytest
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.matches.log import History, Stamped, next_digest
from quarterdeck_server.storage.backup.backup_records import Hash, KeyRecord, MatchRecord, Set, StoredKey, Stream, Text
from quarterdeck_server.storage.backup.log_chains import MOST_NAMED, BrokenChain, Census, chained_entries
from quarterdeck_server.storage.packed_log import packed

Entries = list[tuple[bytes, list[bytes]]]


def entries(number: int = 3, first_digest: int = 1) -> Entries:
    """Return so many entries; they have digests from the one of this number on."""
    digest, made = "", list[tuple[bytes, list[bytes]]]()
    for version in range(1, number + 1):
        at, entry = Milliseconds(1_000 + version), b'{"version":%d}' % version
        fields = [b"entry", entry, b"at", b"%d" % at]
        if version >= first_digest:
            digest = next_digest(digest, at, entry)
            fields += [b"digest", digest.encode()]
        made.append((b"%d-0" % version, fields))
    return made


def logged(stored: Entries, *, version: int | None = None, match: str = "m", until: int | None = None) -> MatchRecord:
    """Return the record of a match with these entries, and a head that says that it ends with this version."""
    last = dict(zip(stored[-1][1][::2], stored[-1][1][1::2], strict=True))
    ends = {b"version": b"%d" % (version or len(stored)), b"at": last[b"at"], b"digest": last.get(b"digest", b"")}
    head = StoredKey(b"head", Hash([(b"epoch", b"0"), *ends.items()]))
    log = StoredKey(b"log", Stream(stored), None if until is None else Milliseconds(until))
    return MatchRecord(MatchId(match), log, head, None)


@pytest.mark.parametrize("first_digest", [1, 2, 4], ids=["all with digests", "from the second on", "none"])
def test_a_log_that_is_whole_has_all_its_entries(first_digest: int) -> None:
    assert chained_entries(logged(entries(3, first_digest))) == 3


def _without_the_second(stored: Entries) -> None:
    del stored[1]


def _with_another_entry(stored: Entries) -> None:
    stored[1][1][1] = b'{"version":2,"and":"more"}'


def _at_another_time(stored: Entries) -> None:
    stored[1][1][3] = b"999"


def _exchanged(stored: Entries) -> None:
    stored[1][1][:], stored[2][1][:] = stored[2][1][:], stored[1][1][:]


def _without_its_time(stored: Entries) -> None:
    del stored[2][1][2:4]


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (_without_the_second, "version 2 is missing, and 3-0 stands there"),
        (_with_another_entry, "version 2 does not match the link of the previous version"),
        (_at_another_time, "version 2 does not match the link of the previous version"),
        (_exchanged, "version 2 does not match the link of the previous version"),
        (_without_its_time, "version 3 has no b'at'"),
    ],
)
def test_a_log_that_was_altered_says_where(alter: Callable[[Entries], None], said: str) -> None:
    stored = entries()
    whole = logged(stored)
    alter(stored)
    with pytest.raises(BrokenChain) as broken:
        chained_entries(whole)
    assert str(broken.value) == f"match m: {said}"


def test_a_head_that_says_otherwise_is_told() -> None:
    with pytest.raises(BrokenChain, match="its log ends with version 3, and its head says otherwise"):
        chained_entries(logged(entries(), version=4))
    with pytest.raises(BrokenChain, match="its log has the wrong type"):
        chained_entries(MatchRecord(MatchId("m"), StoredKey(b"log", Set([])), None, None))


def test_a_packed_log_is_followed_as_well() -> None:
    digest, stamped = "", list[Stamped]()
    for version in (1, 2):
        digest = next_digest(digest, Milliseconds(version), b"{}")
        stamped.append(Stamped(Version(version), b"{}", Milliseconds(version), digest))
    value = packed(History(Epoch(0), stamped))
    assert chained_entries(MatchRecord(MatchId("m"), StoredKey(b"log", Text(value)), None, None)) == 2
    with pytest.raises(BrokenChain, match="match m: the bytes are not a compressed log"):
        chained_entries(MatchRecord(MatchId("m"), StoredKey(b"log", Text(b"?")), None, None))
    other = value.replace(digest.encode(), b"0" * 40)
    with pytest.raises(BrokenChain, match="match m: the digest of a compressed log differs"):
        chained_entries(MatchRecord(MatchId("m"), StoredKey(b"log", Text(other)), None, None))


def test_a_census_counts_what_goes_on_and_names_the_first_of_the_broken() -> None:
    census = Census()
    census.count([KeyRecord(StoredKey(b"a", Text(b"?"))), logged(entries()), logged(entries(2), match="n", until=17)])
    assert (census.records, census.matches, census.going_on, census.entries, census.broken) == (3, 2, 1, 5, 0)
    census.count(logged(entries(), version=9, match=f"m{number}") for number in range(MOST_NAMED + 1))
    assert (census.broken, len(census.named), census.entries) == (MOST_NAMED + 1, MOST_NAMED, 5)
    assert census.named[0].startswith("match m0: ")


def test_a_match_that_is_listed_twice_counts_once_as_it_came_last() -> None:
    census = Census()
    census.count([logged(entries(2)), logged(entries(3), match="n"), logged(entries(3), version=9, match="o")])
    assert (census.records, census.matches, census.going_on, census.entries, census.broken) == (3, 3, 3, 5, 1)
    census.count([logged(entries(4), until=17), logged(entries(3), match="o")])
    assert (census.records, census.matches, census.going_on, census.entries) == (5, 3, 2, 10)
    assert (census.others, census.broken, census.named) == (0, 0, [])
