"""Connection to a cluster: one pipeline to each node, and a map of slots to nodes.

redis-py reads the map (`CLUSTER SLOTS`, from any node that answers). Requests go through this project's pipelines, so
that all requests to a node in one iteration of the event loop are sent together here too, and nothing is repeated
without the caller. A request that a node has *not* carried out goes to another one: the replies `MOVED` and `ASK` name
it. After `TRYAGAIN` the request waits while the keys of a slot are moving.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError, ResponseError, TryAgainError

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.store_url import Cluster, Place, places_of
from quarterdeck_server.storage.wire.admission import unavailable
from quarterdeck_server.storage.wire.confirmation import Confirmation
from quarterdeck_server.storage.wire.connections import PATIENCE, Connection, check_files, connections_to, never_again
from quarterdeck_server.storage.wire.pipeline import Pipeline, Server
from quarterdeck_server.storage.wire.question import ASKING, Argument, Question, Refused, Script, question_of, refuse
from quarterdeck_server.store_errors import AccessDenied, Unavailable

SLOTS = 16_384

HASTE = 16
"""Number of redirections of one request without a pause. Then it waits, because the nodes disagree."""

BETWEEN_READS = 0.1
"""Least seconds between two reads of the map."""

PAUSE = 0.02
"""Seconds before a request is sent again to a node that answered `TRYAGAIN`."""


class ClusterMap:
    """The known map of slots to nodes. It is read on demand, and corrected by the nodes' replies."""

    def __init__(self, address: Cluster, *, patience: float = PATIENCE) -> None:
        self._address = address
        self._patience = patience
        self._owners: dict[int, Place] = {}
        self._replicas: list[Place] = []
        self._read_at = -BETWEEN_READS
        self._read_task: asyncio.Task[None] | None = None
        self._followers: list[Callable[[Unavailable | None], None]] = []
        self._closed = False

    def subscribe(self, read: Callable[[Unavailable | None], None]) -> None:
        """Register a callback for every read of the map. It gets the error if the read failed."""
        self._followers.append(read)

    def owner(self, slot: int) -> Place | None:
        """Return the node that has a cluster slot; `None` if no node has it."""
        return self._owners.get(slot)

    def owners(self) -> list[Place]:
        """Return the nodes that have slots, always in the same order."""
        return sorted(set(self._owners.values()))

    def replicas(self) -> list[Place]:
        """Return the replicas, as of the last read of the map."""
        return self._replicas

    def is_whole(self) -> bool:
        """True if every slot of the cluster has a node."""
        return len(self._owners) == SLOTS

    def connections_to(self, place: Place) -> Callable[[], Connection]:
        """Return a function that makes connections to a node of the cluster."""
        return connections_to(self._address.url_of(place))

    def moved(self, slot: int, place: Place) -> None:
        """Record that a slot has moved to another node, before the map is read again."""
        self._owners[slot] = place

    def read_soon(self) -> None:
        """Read the map again in the background, unless a read is running."""
        if self._closed or self._read_task is not None:
            return
        self._read_task = asyncio.get_running_loop().create_task(self._read_and_notify(), name="map of the cluster")

    async def read(self) -> None:
        """Read the map of the cluster. Raises `Unavailable`, and `ValueError` as `check_files`."""
        first = self._address.places[0]
        check_files(self._address.url_of(first))
        cluster = RedisCluster.from_url(
            self._address.url_of(first),
            startup_nodes=[ClusterNode(host, port) for host, port in self._address.places[1:]],
            require_full_coverage=False,
            socket_timeout=self._patience,
            socket_connect_timeout=self._patience,
            retry=never_again(),
            protocol=2,
        )
        # The nodes that were there when it was read last may be all that is left.
        known = [place for place in self.owners() if place not in self._address.places]
        try:
            await cluster.nodes_manager.initialize(additional_startup_nodes_info=known)
        except (RedisClusterException, RedisError, OSError, TimeoutError) as error:
            refusal = unavailable(error)
            if isinstance(refusal, AccessDenied):
                raise refusal from error
            raise Unavailable(f"{places_of(self._address)} cannot be reached: {error}") from error
        finally:
            closing = asyncio.ensure_future(_closed(cluster, self._patience))
            try:
                await asyncio.shield(closing)
            except asyncio.CancelledError:  # who is called off while hanging up hangs up all the same
                await closing
                raise
        found = cluster.nodes_manager.slots_cache
        self._owners = {slot: _place(nodes[0]) for slot, nodes in found.items() if nodes}
        self._replicas = sorted({_place(node) for nodes in found.values() for node in nodes[1:]})

    async def close(self) -> None:
        """Stop reading the map of the cluster."""
        self._closed = True
        if self._read_task is not None:
            self._read_task.cancel()
            await asyncio.wait([self._read_task])

    async def _read_and_notify(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._read_at + BETWEEN_READS - loop.time()))
        try:
            await self.read()
        except Unavailable as away:
            why: Unavailable | None = away
        else:
            why = None
        self._read_at = loop.time()
        self._read_task = None  # whoever is told may want it read again
        self._notify(why)

    def _notify(self, why: Unavailable | None) -> None:
        for read in self._followers:
            read(why)


def _place(node: ClusterNode) -> Place:
    return node.host, int(node.port)


async def _closed(cluster: RedisCluster, patience: float) -> None:
    """Close the connections to all nodes; redis-py may wait for one that does not answer."""
    manager = cluster.nodes_manager
    with contextlib.suppress(RedisError, OSError, TimeoutError):
        async with asyncio.timeout(patience):
            await manager.aclose()
    with contextlib.suppress(RedisError, OSError, TimeoutError):
        async with asyncio.timeout(patience):
            await manager.aclose("startup_nodes")


class ClusterPipeline:
    """Connections to all nodes of a cluster: each request goes to the node that has its keys."""

    has_slots = True

    def __init__(
        self, nodes: ClusterMap, *, patience: float = PATIENCE, confirmation: Confirmation | None = None
    ) -> None:
        self._map = nodes
        self._confirmation = confirmation
        self._patience = patience
        self._pipelines: dict[Place, Pipeline] = {}
        self._retired: set[asyncio.Task[None]] = set()
        self._batches_of_the_retired = 0
        self._without_node: list[Question] = []
        self._open = False
        nodes.subscribe(self._map_read)

    @property
    def batches(self) -> int:
        """Number of request batches sent to all nodes together."""
        return self._batches_of_the_retired + sum(pipeline.batches for pipeline in self._pipelines.values())

    def start(self) -> None:
        """Start sending requests."""
        self._open = True
        self._map.read_soon()

    async def close(self) -> None:
        """Carry out all waiting requests, and close the connections to the store."""
        self._open = False
        await asyncio.gather(*(pipeline.close() for pipeline in self._pipelines.values()), *self._retired)
        self._refuse_those_without_node(Unavailable("the connection is not open"))

    def ask(self, *command: Argument, meaning: Callable[[Any], Any] | None = None) -> asyncio.Future[Any]:
        """Send a command to the node that has its first key. A command without keys goes to the lobby's node."""
        key = command[1] if len(command) > 1 else keys.LOBBY
        slot = key_slot(key) if isinstance(key, bytes) else keys.slot(str(key))
        return self._send(question_of(command, meaning, slot))

    def run(
        self, script: Script, keys_: tuple[str, ...], *arguments: Argument, meaning: Callable[[Any], Any]
    ) -> asyncio.Future[Any]:
        """Run a script on the node that has its keys. Raises `ValueError` if they are not in one slot."""
        command = ("EVALSHA", script.sha, len(keys_), *keys_, *arguments)
        return self._send(question_of(command, meaning, keys.shared_slot(keys_), script))

    def servers(self) -> list[Server]:
        """Return each node with slots. Each has the number of a shard on it, if it has one."""
        shard_of = {self._map.owner(keys.slot(keys.deadlines(shard))): shard for shard in range(keys.SHARDS)}
        return [
            Server(f"{place[0]}:{place[1]}", self._pipeline_to(place), shard_of[place])
            for place in self._map.owners()
            if place in shard_of
        ]

    def _send(self, question: Question) -> asyncio.Future[Any]:
        place = self._map.owner(question.slot)
        if place is None and self._open:
            self._without_node.append(question)
            self._map.read_soon()
        else:
            self._put(place, question)
        return question.answer

    def _put(self, place: Place | None, question: Question) -> None:
        if place is None or not self._open:
            refuse(question.answer, Unavailable("the connection is not open"))
        else:
            self._pipeline_to(place).put(question)

    def _pipeline_to(self, place: Place) -> Pipeline:
        pipeline = self._pipelines.get(place)
        if pipeline is None:
            pipeline = self._pipelines[place] = Pipeline(
                self._map.connections_to(place),
                patience=self._patience,
                confirmation=self._confirmation,
                elsewhere=lambda question, refusal: self._elsewhere(place, question, refusal),
                lost=self._map.read_soon,
            )
            pipeline.start()
        return pipeline

    def _elsewhere(self, asked: Place, question: Question, refusal: ResponseError) -> None:
        """Send a request again, to the node that the reply names, or to the same node a moment later."""
        if question.asking:
            question.packed, question.asking = question.packed.removeprefix(ASKING), False
        now = asyncio.get_running_loop().time()
        question.redirections += 1
        if question.redirections == 1:
            question.until = now + self._patience
        if now > question.until or not self._open:
            refuse(question.answer, Refused(f"Redis refuses: {refusal}"))
            return
        place = asked
        match refusal:
            case MovedError():
                place = (refusal.host or asked[0], int(refusal.port))
                self._map.moved(question.slot, place)
                self._map.read_soon()  # seldom does one slot alone move
            case AskError():
                place = (refusal.host or asked[0], int(refusal.port))
                question.packed, question.asking = ASKING + question.packed, True
            case _:
                place = self._map.owner(question.slot) or asked
        if question.redirections % HASTE == 0 or isinstance(refusal, TryAgainError):
            asyncio.get_running_loop().call_later(PAUSE, self._put, place, question)
        else:
            self._put(place, question)

    def _map_read(self, why: Unavailable | None) -> None:
        """Send the requests that waited for the map of the cluster, and close the connections to nodes without
        slots."""
        self._refuse_those_without_node(why)
        for place in set(self._pipelines) - set(self._map.owners()):
            pipeline = self._pipelines.pop(place)
            retired = asyncio.get_running_loop().create_task(pipeline.close(), name="disconnecting from a node")
            self._retired.add(retired)
            retired.add_done_callback(self._retired.discard)
            self._batches_of_the_retired += pipeline.batches

    def _refuse_those_without_node(self, why: Unavailable | None) -> None:
        waiting, self._without_node = self._without_node, []
        for question in waiting:
            if why is not None:
                refuse(question.answer, why)
            elif (place := self._map.owner(question.slot)) is None:
                refuse(question.answer, Refused("no node of the cluster has these keys"))
            else:
                self._pipeline_to(place).put(question)
