"""Delivery of webhooks: nothing is lost or sent under another id, whatever receivers and processes do."""

import msgspec
import pytest
from lobby.webhooks.test_hook_messages import ENDED
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.lobby.webhooks.hooks import Hook, HookEvent
from quarterdeck_server.lobby.webhooks.outbox import DAY, MINUTE, RETRIES, Outbox, dead, delivered, waiting
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer, WebhookDelivery
from quarterdeck_server.storage.memory import Memory, MemoryStore

NOON = 1_800_000_000_000
HOOK = Hook(name="club", url="https://a.example")


class World:
    """An outbox with a clock that is set by hand, and a receiver that answers as it is told."""

    def __init__(self) -> None:
        self.at = NOON
        self.written = 0
        self.store = MemoryStore(Memory(lambda: Milliseconds(self.at)))
        self.outbox = Outbox(self.store.documents, [HOOK])
        self.answer = Answer(500)
        self.sent: list[str] = []
        self.delivery = WebhookDelivery(self.outbox, self.send)

    async def send(self, hook: Hook, event: str, body: str) -> Answer:
        self.sent.append(event)
        return self.answer

    async def write(self, visible_from: int = NOON) -> None:
        self.written += 1
        match = MatchId(f"match {self.written}")
        writes = self.outbox.written(
            msgspec.structs.replace(ENDED, match=match, visible_from=Milliseconds(visible_from))
        )
        await self.store.documents.commit(writes.changes, writes.indexed)

    async def round(self, later: int = 0) -> int:
        self.at += later
        return await self.delivery.round(HOOK)

    async def counts(self) -> tuple[int, int, int]:
        """Return how many events wait, are dead letters, and were delivered."""
        return (
            await self.outbox.count(waiting("club")),
            await self.outbox.count(dead("club")),
            await self.outbox.count(delivered("club")),
        )


async def test_an_event_is_tried_again_under_one_id_until_it_is_a_dead_letter_and_can_be_replayed() -> None:
    world = World()
    await world.write()
    assert await world.round() == 1
    for wait in RETRIES:
        assert await world.round(wait - 1) == 0
        assert await world.round(1) == 1
    assert (len(world.sent), len(set(world.sent))) == (10, 1)
    assert await world.counts() == (0, 1, 0)
    world.answer = Answer(200)
    assert await world.outbox.replay("club") == 1
    assert await world.round() == 1
    assert await world.counts() == (0, 0, 1)
    assert len(set(world.sent)) == 1
    (record,) = await world.outbox.listed(delivered("club"), 9)
    assert record.attempts[-1].outcome == "200"


async def test_thirty_events_at_once_are_delivered_without_a_pause_between_them() -> None:
    world = World()
    world.answer = Answer(204)
    for _ in range(30):
        await world.write()
    await world.delivery.deliver_due(HOOK)
    assert await world.counts() == (0, 0, 30)


async def test_an_event_waits_until_everybody_may_know_it() -> None:
    world = World()
    world.answer = Answer(204)
    await world.write(visible_from=NOON + 30_000)
    assert await world.round(29_999) == 0
    assert await world.round(1) == 1


async def test_a_webhook_is_disabled_at_once_if_its_receiver_is_gone() -> None:
    world = World()
    world.answer = Answer(410)
    await world.write()
    await world.round()
    assert (await world.outbox.state("club")).disabled_at == NOON
    await world.write()
    await world.round()
    assert len(world.sent) == 1, "nothing more is sent"
    assert (await world.counts())[1] >= 1, "what comes meanwhile is a dead letter"
    await world.outbox.enable("club")
    world.answer = Answer(200)
    assert await world.outbox.replay("club") >= 1
    while await world.round(DAY):
        pass
    assert await world.counts() == (0, 0, 2)


@pytest.mark.parametrize(("answer", "disabled"), [(Answer(500), True), (Answer(200), False)])
async def test_a_webhook_is_disabled_after_five_days_without_a_success(answer: Answer, disabled: bool) -> None:
    world = World()
    await world.write()
    await world.round()
    world.answer = answer
    for _ in range(5):
        await world.write()
        await world.round(DAY)
    assert ((await world.outbox.state("club")).disabled_at is not None) is disabled


async def test_a_receiver_that_asks_for_fewer_requests_gets_the_next_one_later() -> None:
    world = World()
    world.answer = Answer(429)
    await world.write()
    await world.round()
    assert await world.round(MINUTE - 1) == 0
    assert await world.round(1) == 1


async def test_the_end_of_a_match_waits_for_its_begin_and_not_for_ever() -> None:
    world = World()
    for kind, seq in ((HookEvent.MATCH_ENDED, 2), (HookEvent.MATCH_BEGUN, 1)):
        writes = world.outbox.written(msgspec.structs.replace(ENDED, kind=kind, seq=seq))
        await world.store.documents.commit(writes.changes, writes.indexed)
    sent = []
    for wait in (0, *(each + 1000 for each in RETRIES[:2]), 1000):
        await world.round(wait)
        sent.append(len(set(world.sent)))
    assert sent == [1, 1, 1, 2], "the begin was tried three times before the end was sent"
    world.answer = Answer(204)
    while await world.round(DAY):
        pass
    assert await world.counts() == (0, 0, 2)


async def test_a_backlog_of_matches_is_delivered_without_a_pause() -> None:
    world = World()
    world.answer = Answer(204)
    for number in range(20):
        for kind, seq in ((HookEvent.MATCH_BEGUN, 1), (HookEvent.MATCH_ENDED, 2)):
            told = msgspec.structs.replace(ENDED, match=MatchId(f"m{number}"), kind=kind, seq=seq)
            writes = world.outbox.written(told)
            await world.store.documents.commit(writes.changes, writes.indexed)
    await world.delivery.deliver_due(HOOK)
    world.at += 1_000
    await world.delivery.deliver_due(HOOK)
    assert await world.counts() == (0, 0, 40)
