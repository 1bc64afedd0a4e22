"""The connection of one process to Redis."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Container
from functools import partial
from itertools import count

import structlog
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.matches.log import NEVER, START
from quarterdeck_server.metrics import Confirmations
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import FAST, Durability
from quarterdeck_server.storage.lifetimes import LIFETIMES, Lifetimes
from quarterdeck_server.storage.redis.channels import Channels, of_a_cluster, of_one_server
from quarterdeck_server.storage.redis.cluster_listener import ClusterListener
from quarterdeck_server.storage.redis.confirmed_messages import ConfirmedMessages
from quarterdeck_server.storage.redis.documents import RedisDocuments
from quarterdeck_server.storage.redis.fitness import report_of, why_unfit
from quarterdeck_server.storage.redis.match_logs import RedisLog
from quarterdeck_server.storage.redis.server_listener import SILENCE, Listener, Receivers
from quarterdeck_server.storage.store_url import Cluster, address_of
from quarterdeck_server.storage.wire.cluster_pipeline import ClusterMap, ClusterPipeline
from quarterdeck_server.storage.wire.confirmation import CONFIRMED_WITHIN, Confirmation
from quarterdeck_server.storage.wire.connections import PATIENCE, connections_to
from quarterdeck_server.storage.wire.pipeline import Pipeline, Server
from quarterdeck_server.storage.wire.question import Refused
from quarterdeck_server.store_errors import Unavailable, Unconfirmed, Unfit

SECONDS_BETWEEN_TRIALS = 1.0

TRIAL = Lifetimes(finished_match=1)
"""Lifetimes of test matches: they expire after one second."""

_log = structlog.get_logger()


class RedisStore:
    """A connection for requests, and a listener for notifications; in a cluster, one of each to every node."""

    def __init__(
        self,
        url: str,
        *,
        durability: Durability = FAST,
        process: str | None = None,
        lifetimes: Lifetimes = LIFETIMES,
        patience: float = PATIENCE,
        confirmed_within: float = CONFIRMED_WITHIN,
        silence: float = SILENCE,
    ) -> None:
        """Make the connection of a process to a Redis store. Raises `ValueError` if the address of the store is
        invalid."""
        self.durability = durability
        self.confirmations = Confirmations()
        confirming: Confirmation | None = None
        if durability.replicas:
            confirming = Confirmation(durability.replicas, confirmed_within, self.confirmations)
        self.process = process or secrets.token_hex(8)
        self.pipeline: Pipeline | ClusterPipeline
        self._nodes: ClusterMap | None = None
        self._listener: Listener | ClusterListener
        address = address_of(url)
        if isinstance(address, Cluster):
            nodes = self._nodes = ClusterMap(address, patience=patience)
            self.pipeline = ClusterPipeline(nodes, patience=patience, confirmation=confirming)
            ours = of_a_cluster(self.process)
            self._listener = ClusterListener(nodes, ours, self._receivers(ours), self._listening_again, silence=silence)
        else:
            self.pipeline = Pipeline(connections_to(url), patience=patience, confirmation=confirming)
            ours = of_one_server(self.process)
            self._listener = Listener(
                connections_to(url), ours, self._receivers(ours), self._listening_again, silence=silence
            )
        self.log = RedisLog(self.pipeline, ours, lifetimes)
        self.documents = RedisDocuments(self.pipeline, ours)
        self._messages = self._confirmed_messages() if durability.replicas else None
        self._trial_log = RedisLog(self.pipeline, ours, TRIAL)
        self._trials = 0
        self._tried_at = -SECONDS_BETWEEN_TRIALS
        self._unfit: str | None = None
        self._fitness_check: asyncio.Task[None] | None = None
        self._patience = patience
        self._renew_after = lifetimes.followed / 4
        self._renewing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start listening for notifications. Redis need not be available yet."""
        self.pipeline.start()
        await self._listener.start()
        self._renewing = asyncio.get_running_loop().create_task(self._renew(), name="renewing what is followed")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._listener.until_it_listens(), self._patience)

    async def close(self) -> None:
        """Answer all requests, and close all connections."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait([self._renewing])
        if self._fitness_check is not None:
            self._fitness_check.cancel()
        await self._listener.close()
        await self.pipeline.close()
        for messages in self._messages or ():
            await messages.close()
        if self._nodes is not None:
            await self._nodes.close()

    async def ping(self) -> None:
        """Return normally if Redis answers, this process is subscribed, and a match could be written."""
        await self.pipeline.ask("PING")
        if not self._listener.is_listening:
            raise Unavailable("Redis answers, but this process is not subscribed yet")
        if self._unfit is not None or time.monotonic() - self._tried_at >= SECONDS_BETWEEN_TRIALS:
            await self._ensure_fitness()
        if self._unfit is not None:
            raise Unfit(self._unfit)

    async def _ensure_fitness(self) -> None:
        """Test if the store is suitable, or await the running test: all callers share one test at a time."""
        if self._fitness_check is None:
            self._fitness_check = asyncio.get_running_loop().create_task(self._check_fitness(), name="a trial")
            self._fitness_check.add_done_callback(self._fitness_read)
        await asyncio.shield(self._fitness_check)

    def _fitness_read(self, looking: asyncio.Task[None]) -> None:
        self._fitness_check = None
        if not looking.cancelled():
            looking.exception()  # whoever asked may have gone

    async def _check_fitness(self) -> None:
        """Read the server's report, and write a test match with the real script, because a full or read-only store
        answers all other requests. Raises `Unavailable` if the store does not answer."""
        self._trials += 1
        faults = [await self._why_unfit(server) for server in self.pipeline.servers()]
        unfit = " ".join(fault for fault in faults if fault is not None) or None
        if unfit != self._unfit:
            log = _log.error if unfit is not None else _log.warning
            log("the store's fitness changed", why_not=unfit)
        self._unfit, self._tried_at = unfit, time.monotonic()

    async def _why_unfit(self, server: Server) -> str | None:
        try:
            unfit = why_unfit(await report_of(server.pipeline), self.durability, node=server.name)
        except Refused:  # then what it can do has to do
            unfit = None
        try:
            await self._trial_log.append(self._trial_match(server.shard), START, b"", NEVER, over=True)
        except (Refused, Unconfirmed) as refused:
            return unfit or f"The store refuses writes. {refused}."
        return unfit

    def _trial_match(self, shard: int | None) -> MatchId:
        """Return the id of a test match, in this shard if one is given."""
        names = (MatchId(f"trial-{self.process}-{self._trials}-{number}") for number in count())
        return next(match for match in names if shard in (None, keys.shard(match)))

    async def _listening_again(self, shards: Container[int] = range(keys.SHARDS)) -> None:
        # Only when Redis knows again which matches this process follows can nothing more go by unheard.
        await self.log.register_again(shards)
        self.log.rung_again()
        self.documents.rung_again()

    def _receivers(self, ours: Channels) -> Receivers:
        """Return the function that receives the messages of each channel."""
        return {
            **{ours.of_shard(shard): self._receive_entry for shard in range(keys.SHARDS)},
            **{
                ours.of_news(tag): partial(self._receive_message, self._tags_of_news.index(tag))
                for tag in self._tags_of_news
            },
        }

    def _confirmed_messages(self) -> tuple[ConfirmedMessages, ...]:
        """Return the buffers that keep messages of matches, and of the commits in each slot, until replicas have the
        data."""
        documents = self.documents
        return (
            *(
                ConfirmedMessages(self.pipeline, partial(_same, tag), documents.receive, documents.rung_again)
                for tag in self._tags_of_news
            ),
            ConfirmedMessages(self.pipeline, self._tag_of_match, self.log.receive, self.log.rung_again),
        )

    @property
    def _tags_of_news(self) -> tuple[str, ...]:
        """The tags of the slots that have a channel of their own for the notifications of commits."""
        return (keys.LOBBY,) if self._nodes is None else keys.WITH_NEWS

    def _tag_of_match(self, message: bytes) -> str:
        """Return the tag of the keys of the match in a message. On a single server, every key is treated as a key of
        the lobby."""
        if self._nodes is None:
            return keys.LOBBY
        return keys.shard_tag(keys.shard(MatchId(message.partition(b" ")[0].decode())))

    def _receive_entry(self, message: bytes) -> None:
        if self._messages is None:
            self.log.receive(message)
        else:
            self._messages[-1].receive(message)

    def _receive_message(self, place: int, message: bytes) -> None:
        """Receive a notification of the slot whose tag is at this place in `_tags_of_news`."""
        if self._messages is None:
            self.documents.receive(message)
        else:
            self._messages[place].receive(message)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._renew_after)
            with contextlib.suppress(Unavailable):  # then the listener, too, starts again and renews everything
                await self.log.register_again()


def _same(tag: str, _: bytes) -> str:
    """Return the tag of the slot whose channel a message came on."""
    return tag
