"""A player may play whose account exists, is not banned and is approved; a bot also needs an owner of this kind."""

import pytest
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.storage.memory import Memory, MemoryStore

NOW = Milliseconds(0)
UMA, BOT, NOBODY = PlayerId("a" * 16), PlayerId("bot-" + "a" * 16), PlayerId("b" * 16)


@pytest.mark.parametrize("state", [AccountState.ACTIVE, AccountState.WAITING, AccountState.REJECTED])
async def test_a_player_without_an_approval_may_not_play_and_neither_may_their_bots(state: AccountState) -> None:
    documents = MemoryStore(Memory()).documents
    person = AccountRecord(id=UMA, name="Uma", kind=PlayerKind.PERSON, made_at=NOW, bots=(BOT,), state=state)
    bot = AccountRecord(id=BOT, name="Umabot", kind=PlayerKind.BOT, made_at=NOW, owner=UMA)
    await documents.commit([ACCOUNTS.put(each.id, None, each) for each in (person, bot)])
    permit = await EligibilityChecks(documents).of([BOT, UMA, NOBODY], NOW)
    may_play = {UMA, BOT} if state is AccountState.ACTIVE else set()
    assert permit.playing.keys() == may_play
    assert permit.unapproved.keys() == {UMA, BOT} - may_play
    assert permit.gone == {UMA, BOT, NOBODY} - may_play
    alone = await EligibilityChecks(documents).of([BOT], NOW)
    assert alone.playing.keys() == may_play & {BOT}


async def test_a_guest_may_not_play_where_guests_only_watch() -> None:
    documents = MemoryStore(Memory()).documents
    guest = AccountRecord(id=UMA, name="Guest 1234", kind=PlayerKind.GUEST, made_at=NOW)
    person = AccountRecord(id=NOBODY, name="Bo", kind=PlayerKind.PERSON, made_at=NOW)
    await documents.commit([ACCOUNTS.put(each.id, None, each) for each in (guest, person)])
    for guests_play in (True, False):
        permit = await EligibilityChecks(documents, lambda: guests_play).of([UMA, NOBODY], NOW)  # noqa: B023
        assert permit.gone == (set() if guests_play else {UMA})
        assert permit.unapproved.keys() == permit.gone
