"""The server's keys in the store: made once, the same for all processes, rotated with overlap."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.lobby.server_keys import OVERLAP, SECONDS_BELIEVED, SHORTEST_OVERLAP, ServerKeys
from quarterdeck_server.services.repeatable_chance import RepeatableChance
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.verification.signature_check import Signed, check_signature, statement_of
from transcripts import NOON, tiny

TINY = tiny()
STATEMENT = statement_of(TINY)


class Times:
    """The store's clock, set by hand."""

    at = Milliseconds(NOON)

    def __call__(self) -> Milliseconds:
        return self.at


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
async def store(times: Times) -> AsyncIterator[MemoryStore]:
    store = MemoryStore(Memory(times), process="one")
    await store.start()
    yield store
    await store.close()


def process(store: MemoryStore, number: int) -> ServerKeys:
    """Return the keys as a process has them which would make others than any other process."""
    return ServerKeys(store.documents, RepeatableChance(number))


async def test_processes_that_start_together_make_one_key_and_sign_alike(store: MemoryStore) -> None:
    processes = [process(store, number) for number in range(8)]
    signatures = await asyncio.gather(*(each.sign(STATEMENT) for each in processes))
    assert len(set(signatures)) == 1
    published = [await each.published() for each in processes]
    assert published == published[:1] * 8
    (key,) = published[0].keys
    assert (key.since, key.until) == (0, UNSET)


async def test_after_a_rotation_the_old_key_signs_what_ended_before_and_stays_published(
    store: MemoryStore, times: Times
) -> None:
    keys = process(store, 1)
    before = await keys.sign(STATEMENT)
    times.at = Milliseconds(STATEMENT.ended + 1)
    first, second = (await keys.rotate()).keys
    assert (first.since, first.until, second.since) == (0, times.at + OVERLAP, times.at + OVERLAP)
    assert (await keys.sign(STATEMENT)) == before
    later = await keys.sign(replace(STATEMENT, ended=second.since))
    just_before = await keys.sign(replace(STATEMENT, ended=Milliseconds(second.since - 1)))
    published = await process(store, 2).published()
    assert published.keys == (first, second)
    assert check_signature(replace(TINY, signature=before), published).signed is Signed.BY_KEY
    assert [each.split(".")[0] == before.split(".")[0] for each in (just_before, later)] == [True, False]


async def test_a_process_that_has_not_heard_of_a_rotation_signs_as_those_that_have(
    store: MemoryStore, times: Times
) -> None:
    one, other = process(store, 1), process(store, 2)
    await one.published()
    published = await other.rotate(SHORTEST_OVERLAP)
    assert len((await one.published()).keys) == 1
    for ended in (times.at, Milliseconds(times.at + int(SECONDS_BELIEVED * 1000))):
        statement = replace(STATEMENT, ended=ended)
        assert await one.sign(statement) == await other.sign(statement)
    assert published.keys[1].since > times.at + SECONDS_BELIEVED * 1000


async def test_a_rotation_that_comes_too_soon_is_refused_and_changes_nothing(store: MemoryStore, times: Times) -> None:
    keys = process(store, 1)
    with pytest.raises(ValueError, match="the overlap is too short: it must be at least 120 seconds"):
        await keys.rotate(Milliseconds(SHORTEST_OVERLAP - 1))
    two = await keys.rotate()
    with pytest.raises(ValueError, match="the newest signing key does not sign yet"):
        await process(store, 2).rotate()
    assert await process(store, 3).published() == two
    times.at = two.keys[-1].since
    assert len((await keys.rotate()).keys) == 3


async def test_the_secret_part_of_a_key_is_in_its_document_and_in_nothing_that_is_shown(store: MemoryStore) -> None:
    keys = process(store, 1)
    signature = await keys.sign(STATEMENT)
    (document,) = await store.documents.read([Key("server_keys", "server")])
    assert document is not None
    secret = msgspec.json.decode(document.body)["keys"][0]["seed"]
    assert len(bytes.fromhex(secret)) == 32
    shown = [signature, msgspec.json.encode(await keys.published()).decode(), repr(vars(keys))]
    assert [text for text in shown if secret in text] == []
