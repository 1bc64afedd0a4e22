"""The list of a player's sessions: what enters it, what leaves it, and how little is stored."""

import secrets

import msgspec
import pytest
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import SESSIONS, keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.sessions import begun, holder_of
from quarterdeck_server.lobby.programs.session_list import MOST_SESSIONS, SessionList
from quarterdeck_server.storage.memory import Memory, MemoryStore

DAY = 24 * 60 * 60 * 1000
ADA = AccountRecord(id=PlayerId("ada"), name="Ada", kind=PlayerKind.PERSON, made_at=Milliseconds(0))


class Bench:
    """A store, the list, and sessions of one player."""

    def __init__(self) -> None:
        self.now = 10 * DAY + 1_234
        self.documents = MemoryStore(Memory(lambda: Milliseconds(self.now))).documents
        self.sessions = SessionList(self.documents)

    async def begin(self, account: AccountRecord = ADA) -> Identity:
        identity, _, change = begun(secrets, account, Milliseconds(self.now))
        await self.documents.commit([change])
        return identity


async def test_only_the_day_of_the_last_use_is_stored_and_once_a_day() -> None:
    bench = Bench()
    await bench.documents.commit([keep(ADA, None)])
    laptop = await bench.begin()
    await bench.sessions.note(laptop, "x" * 100)
    (first,) = await bench.documents.read([SESSIONS.key("ada")])
    bench.now += DAY // 2
    await bench.sessions.note(laptop, None)
    assert await bench.documents.read([SESSIONS.key("ada")]) == [first]
    bench.now += DAY
    await bench.sessions.note(laptop, None)
    (listed,) = await bench.sessions.of(ADA.id, laptop.session)
    assert (listed.client, listed.made_at, listed.used_on) == ("x" * 64, 10 * DAY + 1_234, 11 * DAY)
    assert listed.is_present


async def test_guests_and_programs_have_no_list() -> None:
    bench = Bench()
    guest = msgspec.structs.replace(ADA, kind=PlayerKind.GUEST)
    await bench.documents.commit([keep(guest, None)])
    identity = await bench.begin(guest)
    await bench.sessions.note(identity, "terminal")
    await bench.sessions.note(msgspec.structs.replace(await bench.begin(), is_program=True), "bot")
    assert await bench.sessions.of(ADA.id) == ()


async def test_one_session_too_many_ends_the_one_that_was_used_longest_ago() -> None:
    bench = Bench()
    await bench.documents.commit([keep(ADA, None)])
    identities = [await bench.begin() for _ in range(MOST_SESSIONS + 1)]
    for identity in identities:
        await bench.sessions.note(identity, "terminal")
    listed = await bench.sessions.of(ADA.id)
    assert [each.id for each in listed] == [each.session for each in reversed(identities[1:])]
    with pytest.raises(CommandRefused):
        await holder_of(bench.documents, identities[0].token)
    assert (await holder_of(bench.documents, identities[1].token)).session == identities[1].session
