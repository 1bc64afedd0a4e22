"""The outbox of webhooks: claims and bounds."""

import pytest
from lobby.webhooks.test_webhook_delivery import NOON, World
from quarterdeck_server.lobby.webhooks import outbox as outboxes
from quarterdeck_server.lobby.webhooks.outbox import CLAIMED_FOR, DAY
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer


async def test_two_processes_never_send_an_event_at_once_and_a_dead_one_loses_none() -> None:
    world = World()
    await world.write()
    first = await world.outbox.claimed("club", 9)
    assert len(first) == 1
    assert await world.outbox.claimed("club", 9) == []
    world.at += CLAIMED_FOR  # the first process has died before it stored the outcome
    assert [each.event for each in await world.outbox.claimed("club", 9)] == [first[0].event]


async def test_what_waits_beyond_the_limit_becomes_a_dead_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outboxes, "MOST_WAITING", 2)
    world = World()
    for _ in range(3):
        await world.write(visible_from=NOON + DAY)
    await world.round()
    assert await world.counts() == (2, 1, 0)
    world.answer = Answer(200)
    await world.round(DAY)
    assert await world.counts() == (0, 1, 2)
    await world.round(8 * DAY)
    assert await world.counts() == (0, 1, 0)
    await world.round(23 * DAY)
    assert await world.counts() == (0, 0, 0)


async def test_the_limit_holds_while_more_is_due_than_can_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outboxes, "MOST_WAITING", 20)
    world = World()
    for _ in range(50):
        await world.write()
    await world.round()
    waiting, buried, _ = await world.counts()
    assert (waiting <= 20, buried) == (True, 30)
