"""Admission of players who register: what is counted, is counted in the commit."""

import pytest
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.admission.newcomers import Newcomers
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Conflict


@pytest.mark.parametrize("address", ["192.0.2.7", "127.0.0.1"])
async def test_of_two_accounts_that_begin_to_wait_at_once_one_is_counted_anew(address: str) -> None:
    documents = MemoryStore(Memory()).documents
    newcomers = Newcomers(documents)
    asked = [newcomers.admit(PlayerId(name), None, Registration.APPROVAL, address) for name in ("ada", "bo")]
    first, second = [(await each).beside for each in asked]
    await documents.commit(first.changes, first.indexed)
    with pytest.raises(Conflict):
        await documents.commit(second.changes, second.indexed)
