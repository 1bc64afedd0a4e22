"""Matches on a primary that Sentinels know: they go on when it has died and a replica has taken its place."""

import asyncio
from pathlib import Path

from clusters import Replicated
from end_to_end.two_processes import played_through_two_processes


async def test_a_match_goes_on_when_the_primary_has_died(tmp_path: Path) -> None:
    replicated = Replicated(tmp_path, sentinels=3)
    try:
        await asyncio.to_thread(replicated.start)
        async with played_through_two_processes(replicated.url) as (_, played):
            await played.have_been(5)
            dies = replicated.primary()
            async with played.interval():  # what a replica has not got is lost with the primary
                await asyncio.to_thread(dies.wait_for_replicas, "caught-up")
            dies.kill()
            await asyncio.to_thread(replicated.fail_over)
    finally:
        replicated.stop()


async def test_a_match_goes_on_when_the_replica_that_is_promoted_had_not_heard_everything(tmp_path: Path) -> None:
    replicated = Replicated(tmp_path, replicas=1, sentinels=3)
    try:
        await asyncio.to_thread(replicated.start)
        async with played_through_two_processes(replicated.url, forgets=True) as (_, played):
            await played.have_been(5)
            dies, takes_over = replicated.primary(), replicated.servers[1]
            async with played.interval():
                await asyncio.to_thread(dies.wait_for_replicas, "caught-up")
                await asyncio.to_thread(takes_over.lose_its_primary)
            await played.have_been(len(played.acknowledged) + 5)
            async with played.interval():
                dies.kill()
                await asyncio.to_thread(replicated.fail_over)
    finally:
        replicated.stop()
