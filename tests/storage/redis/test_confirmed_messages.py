"""What others hear of a write that replicas have to confirm."""

import asyncio
from contextlib import suppress

import pytest
from clusters import Pair
from quarterdeck_server.store_errors import Unconfirmed
from replica_pairs import MATCH, hasty_process_on, process_on, write
from stores import SOON, Ears, next_of, until


async def test_others_hear_of_what_a_replica_has(pair: Pair) -> None:
    async with process_on(pair.url) as one, process_on(pair.url) as two:
        ears = Ears(two)
        await two.log.subscribe(MATCH)
        for version in range(1, 50):
            await write(one, version)
        heard = [await next_of(ears.entries) for _ in range(1, 50)]
        assert [stamped.version for _, stamped in heard] == list(range(1, 50))
        await one.documents.commit((), (), b"told")
        assert await next_of(ears.notifications) == b"told"


async def test_others_do_not_hear_of_what_was_not_confirmed_but_are_told_to_read_when_it_can_be(pair: Pair) -> None:
    async with hasty_process_on(pair.url) as one, hasty_process_on(pair.url) as two:
        ears = Ears(two)
        with suppress(Unconfirmed):  # the store knows, however long that took
            await two.log.subscribe(MATCH)
        pair.cut_off()
        ears.missed.clear()
        failed = two.confirmations.failures
        with pytest.raises(Unconfirmed):
            await write(one, 1)
        await until(lambda: two.confirmations.failures > failed)
        assert not ears.missed.is_set()
        pair.follow()
        await asyncio.wait_for(ears.missed.wait(), SOON)
        assert ears.entries.empty()
