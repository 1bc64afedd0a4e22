"""Notices under faults: none is lost, and one that comes again has the same id. `make notices` is the long form."""

import pytest
from faults.noticed_faults import noticed_ordeal

MOST_TIMES = 6
"""How often one notice is received at most: once, and again after each death of its reader in the middle of it."""


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_notice_is_lost_and_each_keeps_its_id_however_often_it_comes(seed: int) -> None:
    found = await noticed_ordeal(seed, 1_000)
    assert (found.written, found.lost, found.without_a_cause) == (1_000, 0, 0)
    assert (found.doubled_in_an_inbox, found.other_ids) == (0, 0)
    assert found.most_times <= MOST_TIMES
    assert found.received_again <= found.faults.total()
    assert len(found.faults) == 5
