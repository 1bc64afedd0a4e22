"""Matches in an archive: they come back as they were, and what does not have its links is never taken for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from finished_matches import logged
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.matches.log import History, Stamped, next_digest
from quarterdeck_server.storage.archive.archive_address import archive_at
from quarterdeck_server.storage.archive.match_archive import BEFORE, MatchArchive, archived, match_named, name_of
from quarterdeck_server.storage.packed_log import DamagedError, packed

MATCH = MatchId("tb_4/../é %2F")


class Memory:
    """An archive in memory, which loses what it is told to."""

    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}
        self.is_losing = False

    async def put(self, name: str, body: bytes) -> None:
        self.stored[name] = body[:-1] if self.is_losing else body

    async def get(self, name: str) -> bytes | None:
        return self.stored.get(name)

    async def remove(self, name: str) -> None:
        self.stored.pop(name, None)

    async def listed(self) -> AsyncIterator[tuple[str, int]]:
        for name, body in self.stored.items():
            yield name, len(body)


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def archive(memory: Memory) -> MatchArchive:
    return MatchArchive(memory)


async def test_a_match_comes_back_as_it_was(archive: MatchArchive, memory: Memory) -> None:
    history = await logged(MATCH)
    size = await archive.put(MATCH, history)
    assert await archive.get(MATCH) == history
    assert [each async for each in archive.matches()] == [(MATCH, name_of(MATCH), size)]
    assert size == sum(map(len, memory.stored.values()))
    assert await archive.get(MatchId("another")) is None


async def test_putting_it_twice_does_it_once(archive: MatchArchive, memory: Memory) -> None:
    history = await logged(MATCH)
    size = await archive.put(MATCH, history)
    memory.is_losing = True  # nothing is written any more
    assert await archive.put(MATCH, history) == size
    assert await archive.get(MATCH) == history


async def test_anything_that_does_not_come_back_as_it_was_given_is_not_kept(
    archive: MatchArchive, memory: Memory
) -> None:
    memory.is_losing = True
    with pytest.raises(DamagedError, match="returned other bytes"):
        await archive.put(MATCH, await logged(MATCH))


async def test_a_match_that_was_played_on_after_a_loss_stands_beside_what_it_was(
    archive: MatchArchive, memory: Memory
) -> None:
    first, second = await logged(MATCH, marks=3), await logged(MATCH, marks=5)
    await archive.put(MATCH, first)
    await archive.put(MATCH, History(Epoch(1), second.entries))
    assert await archive.get(MATCH) == History(Epoch(1), second.entries)
    assert memory.stored[name_of(MATCH) + BEFORE] == archived(MATCH, first)
    await archive.remove(MATCH)
    assert memory.stored == {}


async def test_anything_that_is_damaged_is_written_again(archive: MatchArchive, memory: Memory) -> None:
    history = await logged(MATCH)
    await archive.put(MATCH, history)
    memory.stored[name_of(MATCH)] = b"damaged"
    with pytest.raises(DamagedError, match="not an archived match"):
        await archive.get(MATCH)
    await archive.put(MATCH, history)
    assert await archive.get(MATCH) == history


async def test_another_match_under_its_name_is_none(archive: MatchArchive, memory: Memory) -> None:
    other = MatchId("other")
    memory.stored[name_of(MATCH)] = archived(other, await logged(other))
    with pytest.raises(DamagedError, match="another match than its name says"):
        await archive.get(MATCH)


async def test_a_match_without_its_links_is_none(archive: MatchArchive, memory: Memory) -> None:
    header, _, body = archived(MATCH, await logged(MATCH, marks=3)).partition(b"\n")
    memory.stored[name_of(MATCH)] = header + b"\n" + archived(MATCH, await logged(MATCH, marks=5)).partition(b"\n")[2]
    assert body
    with pytest.raises(DamagedError, match="does not end in the recorded last link"):
        await archive.get(MATCH)


HEADER = b"quarterdeck match 1 m " + b"0" * 64 + b"\n"


def a_log_of(*entries: bytes) -> bytes:
    """Return a packed log that is whole, whatever is in it."""
    digest, stamped = "", list[Stamped]()
    for number, entry in enumerate(entries, start=1):
        digest = next_digest(digest, Milliseconds(1), entry)
        stamped.append(Stamped(Version(number), entry, Milliseconds(1), digest))
    return packed(History(Epoch(0), stamped))


@pytest.mark.parametrize(
    "body",
    [a_log_of(b"no entry"), a_log_of(b"{}"), b"1 0 " + b"9" * 5_000 + b"  ", b"1 " + b"9" * 5_000 + b" 1  "],
    ids=["nothing that is read", "no opening", "no version", "no epoch"],
)
async def test_anything_that_is_no_log_of_a_match_is_damaged_and_nothing_else(
    archive: MatchArchive, memory: Memory, body: bytes
) -> None:
    match = MatchId("m")
    memory.stored[name_of(match)] = HEADER + body
    with pytest.raises(DamagedError):
        await archive.get(match)
    history = await logged(match)
    await archive.put(match, history)
    assert await archive.get(match) == history


@pytest.mark.parametrize("match", ["m", "..", "../../etc/passwd", "a b", "%2F", "é" * 30, ".tmp"])
def test_every_match_has_one_name_below_the_folder(match: str, tmp_path: Path) -> None:
    name = name_of(MatchId(match))
    assert match_named(name) == match
    assert (tmp_path / name).resolve().relative_to(tmp_path.resolve()).as_posix() == name
    assert len(Path(name).parts) == 3


@pytest.mark.parametrize("name", ["readme.txt", "ab/cd/m.match", "m.match", name_of(MATCH) + BEFORE])
def test_anything_that_is_no_name_of_a_match_is_none(name: str) -> None:
    assert match_named(name) is None


async def test_an_id_that_no_server_gives_is_not_looked_for(tmp_path: Path) -> None:
    archive, match = MatchArchive(archive_at(f"file://{tmp_path}/away")), MatchId("m" * 300)
    assert await archive.get(match) is None
    with pytest.raises(ValueError, match="too long"):
        await archive.put(match, await logged(MATCH))
