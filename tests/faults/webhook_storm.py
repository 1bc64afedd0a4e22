"""Events of webhooks through faults of receivers and kills of processes, in simulated time.

Each of the twelve receivers has one fault for its first attempts at each event, and processes are killed in the middle
of its work. At the end, each event was taken at least once under the same id, none was lost, and the events of each
match were first taken in their order.
"""

import random
from collections import Counter

import msgspec
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, HookPlayer
from quarterdeck_server.lobby.webhooks.hooks import Hook, HookEvent
from quarterdeck_server.lobby.webhooks.outbox import HOUR, MINUTE, SECOND, Outbox, dead, waiting
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer, WebhookDelivery
from quarterdeck_server.storage.memory import Memory, MemoryStore

BEGIN = 1_800_000_000_000
KINDS = (HookEvent.MATCH_BEGUN, HookEvent.MATCH_ENDED, HookEvent.MATCH_RATED)
FAULTS = {
    "slow": Answer(None, "no answer in time"),
    "500": Answer(500),
    "reset": Answer(None, "ServerDisconnectedError"),
    "redirect": Answer(302),
    "gone": Answer(410),
    "bad TLS": Answer(None, "its certificate is not valid"),
    "endless body": Answer(200),
    "nonsense": Answer(None, "ClientResponseError"),
    "throttled": Answer(429),
    "no address": Answer(None, "ClientConnectorDNSError"),
    "taken and then reset": Answer(None, "ServerDisconnectedError"),
    "well": Answer(204),
}
"""The answers of twelve receivers during their faults. Tests of the sender provoke the same ones on real sockets."""

FAULTY_ATTEMPTS = 2
SHARE_KILLED = 0.02
"""Part of the attempts during which the process is killed, before or after the receiver took the event."""


class Killed(BaseException):
    """The process has ended in the middle of an attempt."""


class Storm:
    """Receivers with faults, processes that are killed, and the events between them."""

    def __init__(self, events: int, seed: int) -> None:
        self.now = BEGIN
        self.random = random.Random(seed)
        self.store = MemoryStore(Memory(lambda: Milliseconds(self.now)))
        self.hooks = [Hook(name=name.replace(" ", "-").lower(), url="https://a.example") for name in FAULTS]
        self.faults = dict(zip((hook.name for hook in self.hooks), FAULTS.values(), strict=True))
        self.tried = Counter[str]()
        self.taken = Counter[str]()
        self.order: dict[str, list[int]] = {}
        self.written: set[str] = set()
        self.killed = self.attempts = self.repeated = 0
        self.matches = events // (len(KINDS) * len(self.hooks)) + 1

    async def write(self) -> int:
        """Write all events in the commits of their causes, and return their number."""
        outbox = Outbox(self.store.documents, self.hooks)
        for match in range(self.matches):
            for seq, kind in enumerate(KINDS, 1):
                at = Milliseconds(BEGIN + match)
                players = (HookPlayer("a", "Ada", 1, 1500, 1500), HookPlayer("b", "Bo", 2, 1500, 1500))
                writes = outbox.written(
                    Happening(
                        kind=kind,
                        at=at,
                        visible_from=at,
                        game=GameName("tiny"),
                        title="Tiny",
                        match=MatchId(f"m{match}"),
                        seq=seq,
                        players=players,
                    )
                )
                self.written.update(change.key.name for change in writes.changes)
                await self.store.documents.commit(writes.changes, writes.indexed)
        self.now = BEGIN + self.matches
        return len(self.written)

    async def send(self, hook: Hook, event: str, body: str) -> Answer:
        """Be the receivers: fail as each of them does, and note what was taken."""
        name = f"{event}.{hook.name}"
        self.attempts += 1
        self.tried[name] += 1
        killed = self.random.random() < SHARE_KILLED
        if killed and self.random.random() < 0.5:
            raise Killed
        fault = self.faults[hook.name]
        is_faulty = self.tried[name] <= FAULTY_ATTEMPTS and not fault.is_success
        if not is_faulty or hook.name == "taken-and-then-reset":
            self.take(name, hook, body)
        if killed:
            raise Killed
        return fault if is_faulty else Answer(200)

    def take(self, name: str, hook: Hook, body: str) -> None:
        self.taken[name] += 1
        data = msgspec.json.decode(body)["data"]
        self.repeated += self.taken[name] > 1
        if self.taken[name] == 1:
            self.order.setdefault(f"{data['match']} {hook.name}", []).append(data["seq"])

    async def deliver(self) -> None:
        """Deliver with one process after another, until nothing waits. A killed one is followed by a new one."""
        while True:
            outbox = Outbox(self.store.documents, self.hooks)
            delivery, moved = WebhookDelivery(outbox, self.send), 0
            for hook in self.hooks:
                if (await outbox.state(hook.name)).disabled_at is not None:
                    await outbox.enable(hook.name)  # its owner has mended the receiver
                await outbox.replay(hook.name)
                try:
                    while number := await delivery.round(hook, 64):
                        moved += number
                except Killed:
                    self.killed += 1
                    moved += 1
            left = sum([await outbox.count(index(hook.name)) for hook in self.hooks for index in (waiting, dead)])
            if not left:
                return
            self.now += SECOND if moved else MINUTE if self.now < BEGIN + HOUR else HOUR


async def storm(events: int, seed: int) -> Storm:
    """Run a storm, and check it. Raises `AssertionError`."""
    stormy = Storm(events, seed)
    await stormy.write()
    await stormy.deliver()
    assert set(stormy.taken) == stormy.written, "an event was lost, or came under another id"
    wrong = {match: seen for match, seen in stormy.order.items() if seen != [1, 2, 3]}
    assert wrong == {}, "events of a match were first taken in another order"
    return stormy
