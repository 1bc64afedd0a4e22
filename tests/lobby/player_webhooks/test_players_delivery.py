"""Delivery of the webhooks of players: neither a flood of one player nor many slow receivers delay the others."""

import asyncio
from collections import Counter
from collections.abc import Callable

from quarterdeck_protocol.lobby.webhooks import WebhookForm, WebhookId, WebhookSignature
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.player_webhooks.hook_records import PLAYERS_HOOKS, PlayersHook, PlayersHooks, name_of
from quarterdeck_server.lobby.player_webhooks.players_delivery import (
    MOST_BUSY,
    MOST_OF_A_PLAYER,
    MOST_OF_ONE,
    MOST_PAGES,
    MOST_SLOW,
    PAGE,
    SLOW,
    PlayersWebhookDelivery,
)
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.outbox import DeliveryRecord, Outbox, waiting
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer, WebhookDelivery
from quarterdeck_server.storage.memory import Memory, MemoryStore

NOW = Milliseconds(1_800_000_000_000)
KEYS = HookKeys(b"s" * 32)
FLOODED, FEW = 5, 20
EVENTS = PAGE * MOST_PAGES // FLOODED + 100
"""Events of each flooded webhook: together more than one round looks at."""

STEPS = 50_000
"""Limit of turns of the event loop that a test waits for what must happen."""


class Flood:
    """Webhooks of players with receivers that answer when they may, and of others with good ones."""

    def __init__(self) -> None:
        self.now, self.answers = NOW, asyncio.Event()
        self.store = MemoryStore(Memory(lambda: self.now))
        self.outbox = Outbox(self.store.documents, [], has_players=True)
        self.in_progress, self.taken = Counter[str](), Counter[str]()
        self.delivery = PlayersWebhookDelivery(
            self.store.documents, self.outbox, WebhookDelivery(self.outbox, self.send), KEYS
        )

    async def send(self, hook: Hook, event: str, body: str) -> Answer:
        self.in_progress[hook.name] += 1
        if hook.url == "https://slow.example":
            await self.answers.wait()
        self.in_progress[hook.name] -= 1
        self.taken[hook.name] += 1
        return Answer(204)

    async def add(self, player: str, url: str, hooks: int, events: int) -> list[str]:
        """Add webhooks of a player with events that are due, and return their names."""
        owner = PlayerId(player)
        ids = [WebhookId(str(number)) for number in range(hooks)]
        names = [name_of(owner, each) for each in ids]
        records = tuple(
            PlayersHook(
                id=each,
                address=KEYS.sealed(name, url),
                events=(),
                form=WebhookForm.STANDARD,
                language="en",
                signature=WebhookSignature.HMAC,
                made_at=NOW,
            )
            for each, name in zip(ids, names, strict=True)
        )
        await self.store.documents.commit([PLAYERS_HOOKS.put(owner, None, PlayersHooks(hooks=records))])
        for number in range(events):
            due = [DeliveryRecord(event=f"msg_{number}", hook=name, kind="turn", at=NOW, body="{}") for name in names]
            writes = self.outbox.put(due, NOW if player == "other" else NOW - 1)
            await self.store.documents.commit(writes.changes, writes.indexed)
        return names

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened."""
        for _ in range(STEPS):
            if happened():
                return
            await asyncio.sleep(0)
        raise AssertionError(self.taken.total(), self.in_progress.total(), self.delivery.busy)


async def test_a_flood_of_one_player_with_a_dead_receiver_delays_nobody_else() -> None:
    flood = Flood()
    flooded = await flood.add("flood", "https://slow.example", FLOODED, EVENTS)
    (other,) = await flood.add("other", "https://well.example", 1, FEW)
    for _ in range(2):  # rounds: the first looks at the flood only
        await flood.delivery.round()
    await flood.until(lambda: flood.taken[other] == FEW and flood.delivery.busy == MOST_OF_A_PLAYER)
    assert sorted(flood.in_progress[name] for name in flooded)[-3:] == [0, MOST_OF_ONE, MOST_OF_ONE]
    assert await flood.outbox.count(waiting(other)) == 0
    assert flood.delivery.busy == MOST_OF_A_PLAYER, "what waits is in the store, not in memory"
    await flood.delivery.close()


async def test_many_slow_receivers_leave_half_of_the_room_to_others() -> None:
    flood = Flood()
    for number in range(MOST_BUSY):
        await flood.add(f"slow {number}", "https://slow.example", 1, 2 * MOST_OF_ONE)
    (other,) = await flood.add("other", "https://well.example", 1, FEW)
    await flood.delivery.round()
    await flood.until(lambda: flood.in_progress.total() == MOST_BUSY * MOST_OF_ONE)
    assert flood.taken[other] == 0, "nobody knows yet that they are slow"

    flood.now = Milliseconds(NOW + SLOW)
    flood.answers.set()
    await flood.until(lambda: flood.delivery.busy == 0)
    assert flood.taken.total() == MOST_BUSY * MOST_OF_ONE, "each gave its place back after one turn"
    flood.answers.clear()
    await flood.delivery.round()
    await flood.until(lambda: flood.taken[other] == FEW and flood.delivery.busy == MOST_SLOW)
    await flood.delivery.close()


async def test_a_webhook_that_is_deleted_in_its_turn_gets_nothing_more() -> None:
    flood = Flood()
    (name,) = await flood.add("slow", "https://slow.example", 1, 3 * MOST_OF_ONE)
    await flood.delivery.round()
    await flood.until(lambda: flood.in_progress[name] == MOST_OF_ONE)
    owner = PlayerId("slow")
    (record,) = await flood.store.documents.read([PLAYERS_HOOKS.key(owner)])
    await flood.store.documents.commit([PLAYERS_HOOKS.put(owner, record, PlayersHooks(hooks=()))])
    flood.answers.set()
    await flood.until(lambda: flood.delivery.busy == 0)
    assert flood.taken[name] == MOST_OF_ONE
    assert await flood.outbox.count(waiting(name)) == 0
