"""Webhooks from a real Redis by real processes, which are killed with SIGKILL while they send.

The receivers are on the loopback interface. Each fails at the first attempt of each event, in its own way. At the end
each event was taken under its id, the events of each match were first taken in their order, and each request was
signed. A run ends by itself: `SECONDS` is its limit.
"""

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from faults.real_stores import ReplacedStore
from faults.webhook_storm import KINDS
from quarterdeck_protocol.names import GameName, MatchId
from quarterdeck_server.lobby.webhooks import outbox
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, HookPlayer
from quarterdeck_server.lobby.webhooks.hooks import read_hooks
from quarterdeck_server.lobby.webhooks.outbox import Outbox, dead, waiting
from quarterdeck_server.lobby.webhooks.webhook_delivery import WebhookDelivery
from quarterdeck_server.storage.durability import FAST
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.web.webhooks.sender import Sender
from standardwebhooks import Webhook, WebhookVerificationError
from webhook_receivers import Received, Receiver, status

SECONDS = 600
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
PROCESSES = 3
SECONDS_BETWEEN_KILLS = 2.0
FAULTS: dict[str, bytes | None] = {
    "well": status(204),
    "error": status(500),
    "redirect": status(302, "Location: http://127.0.0.1:1/"),
    "reset": None,
    "nonsense": b"no HTTP at all\r\n\r\n",
    "taken": None,
}
"""The answers of receivers to the first attempt of each event. The last one takes it, and then resets."""


@dataclass
class Killed:
    """What came of a run."""

    events: int = 0
    requests: int = 0
    killed: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    order: dict[str, list[int]] = field(default_factory=dict)
    signed: list[Received] = field(default_factory=list)

    def answer(self, name: str, request: Received) -> bytes | None:
        """Be a receiver: fail at the first attempt of an event, and note what was taken."""
        self.requests += 1
        self.signed.append(request)
        event = f"{request.headers['webhook-id']}.{name}"
        first = event not in self.taken
        if name in ("well", "taken") or not first:
            self.taken[event] += 1
            data = request.message["data"]
            if self.taken[event] == (1 if name in ("well", "taken") else 2):
                self.order.setdefault(f"{data['match']} {name}", []).append(data["seq"])
        else:
            self.taken[event] = 1  # a first attempt that failed
        return FAULTS[name] if first else status(204)

    def lost(self, names: set[str]) -> set[str]:
        """Return the events that no receiver has taken."""
        return {each for each in names if self.taken[each] < (1 if each.endswith((".well", ".taken")) else 2)}


async def written(to: Outbox, store: RedisStore, matches: int) -> set[str]:
    """Write the events of some matches in commits of their own; return their names."""
    names = set[str]()
    players = (HookPlayer("a", "Ada", 1, 1500, 1500), HookPlayer("b", "Bo", 2, 1500, 1500))
    for number in range(matches):
        for seq, kind in enumerate(KINDS, 1):
            at = await store.documents.now()
            happening = Happening(
                kind=kind,
                at=at,
                visible_from=at,
                game=GameName("tiny"),
                title="Tiny",
                match=MatchId(f"m{number}"),
                seq=seq,
                players=players,
            )
            writes = to.written(happening)
            names.update(change.key.name for change in writes.changes)
            await store.documents.commit(writes.changes, writes.indexed)
    return names


@contextlib.asynccontextmanager
async def receivers(found: Killed) -> AsyncIterator[dict[str, str]]:
    """Run one receiver for each fault; yield their addresses."""
    async with contextlib.AsyncExitStack() as stack:
        addresses = {}
        for name in FAULTS:
            receiver = Receiver(lambda _: None)
            receiver.answer = lambda _, name=name, to=receiver: found.answer(name, to.requests[-1])  # type: ignore[misc]
            server = await stack.enter_async_context(await asyncio.start_server(receiver.serve, "127.0.0.1", 0))
            addresses[name] = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        yield addresses


async def kill_senders(matches: int, seed: int, folder: Path, kills: int, claim: int = outbox.CLAIMED_FOR) -> Killed:
    """Deliver the events of some matches by processes of which one is killed now and then, and check what came. What a
    killed one was sending is free again after `claim` milliseconds. Raises `AssertionError`, and `TimeoutError` after
    `SECONDS`."""
    found, chance, store = Killed(), random.Random(seed), ReplacedStore(folder / "store")
    async with asyncio.timeout(SECONDS), receivers(found) as addresses:
        await store.start()
        file = folder / "webhooks.toml"
        hooks = "".join(
            f'[[hook]]\nname = "{name}"\nurl = "{url}"\nsecrets = ["{SECRET}"]\ninner = true\n'
            for name, url in addresses.items()
        )
        file.write_text(hooks, encoding="utf-8")
        redis = RedisStore(store.url, durability=FAST)
        await redis.start()
        senders: list[asyncio.subprocess.Process] = []
        try:
            sent = Outbox(redis.documents, read_hooks(file))
            senders += [await _started(store.url, file, claim) for _ in range(PROCESSES)]
            writing = asyncio.create_task(written(sent, redis, matches))
            while not writing.done() or await _left(sent):
                await asyncio.sleep(SECONDS_BETWEEN_KILLS)
                if found.killed < kills:
                    dying = senders.pop(chance.randrange(len(senders)))
                    os.kill(dying.pid, signal.SIGKILL)
                    await dying.wait()
                    found.killed += 1
                    senders.append(await _started(store.url, file, claim))
            names = await writing
        finally:
            for sender in senders:
                with contextlib.suppress(ProcessLookupError):
                    sender.kill()
                await sender.wait()
            await redis.close()
            await store.stop()
    found.events = len(names)
    assert found.lost(names) == set(), "an event was lost, or came under another id"
    wrong = {match: seen for match, seen in found.order.items() if seen != [1, 2, 3]}
    assert wrong == {}, "events of a match were first taken in another order"
    unsigned = [each for each in found.signed if not _is_signed(each)]
    assert unsigned == [], "a library that is not ours refuses a signature"
    return found


def _is_signed(request: Received) -> bool:
    try:
        Webhook(SECRET).verify(request.body, request.headers)
    except WebhookVerificationError:
        return False
    return True


async def _left(sent: Outbox) -> int:
    return sum([await sent.count(index(hook.name)) for hook in sent.hooks for index in (waiting, dead)])


async def _started(url: str, file: Path, claim: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "faults.killed_senders", url, str(file), str(claim)),
        stdin=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )


async def send(url: str, file: Path) -> None:
    """Deliver as a process of a server does, until the standard input ends."""
    store = RedisStore(url, durability=FAST)
    await store.start()
    delivery = WebhookDelivery(Outbox(store.documents, read_hooks(file)), Sender().send)
    delivery.start()
    try:
        await asyncio.to_thread(sys.stdin.read)
    finally:
        await delivery.close()
        await store.close()


if __name__ == "__main__":
    outbox.CLAIMED_FOR = int(sys.argv[3])
    asyncio.run(send(sys.argv[1], Path(sys.argv[2])))
