"""Notifications from a cluster to a process: one listener for each node with slots, for the channels of that node."""

import asyncio
from collections.abc import Awaitable, Callable

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis.channels import Channels
from quarterdeck_server.storage.redis.server_listener import SILENCE, Listener, Receivers
from quarterdeck_server.storage.store_url import Place
from quarterdeck_server.storage.wire.cluster_pipeline import ClusterMap
from quarterdeck_server.store_errors import Unavailable

Again = Callable[[frozenset[int]], Awaitable[None]]
"""Awaited whenever the channels of these shards are subscribed again."""


class ClusterListener:
    """One listener for each cluster node. Each channel is subscribed on the node that has it according to the cluster's
    map."""

    def __init__(
        self, nodes: ClusterMap, channels: Channels, receivers: Receivers, again: Again, *, silence: float = SILENCE
    ) -> None:
        self._map = nodes
        self._channels = channels
        self._receivers = receivers
        self._again = again
        self._silence = silence
        self._listeners: dict[Place, tuple[Listener, frozenset[str]]] = {}
        self._wanted: dict[Place, frozenset[str]] | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        nodes.subscribe(self._map_read)

    async def start(self) -> None:
        """Start listening to the cluster's notifications, with retries for as long as needed."""
        self._task = asyncio.get_running_loop().create_task(self._watch_map(), name="listeners to the cluster")
        self._map.read_soon()

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await asyncio.gather(*(listener.close() for listener, _ in self._listeners.values()))

    @property
    def is_listening(self) -> bool:
        """True if every notification channel is subscribed."""
        return (
            self._wanted is not None
            and sum(map(len, self._wanted.values())) == len(self._receivers)
            and {place: channels for place, (_, channels) in self._listeners.items()} == self._wanted
            and all(listener.is_listening for listener, _ in self._listeners.values())
        )

    async def until_it_listens(self) -> None:
        """Wait until every notification channel is subscribed."""
        while not self.is_listening:
            for listener, _ in list(self._listeners.values()):
                await listener.until_it_listens()
            await asyncio.sleep(0.01)

    def _map_read(self, why: Unavailable | None) -> None:
        if why is not None:
            # The listeners have noticed, too, or will; without any there is nobody else to ask once more.
            if not self._listeners:
                self._map.read_soon()
            return
        wanted: dict[Place, set[str]] = {}
        for channel in self._receivers:
            place = self._map.owner(keys.slot(channel))
            if place is not None:
                wanted.setdefault(place, set()).add(channel)
        self._wanted = {place: frozenset(channels) for place, channels in wanted.items()}
        self._changed.set()

    async def _watch_map(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted = self._wanted or {}
            for place, (listener, channels) in list(self._listeners.items()):
                if wanted.get(place) != channels:
                    del self._listeners[place]
                    await listener.close()
            for place, channels in wanted.items():
                if place not in self._listeners:
                    listener = self._listener_to(place, channels)
                    self._listeners[place] = listener, channels
                    await listener.start()

    def _listener_to(self, place: Place, channels: frozenset[str]) -> Listener:
        shards = frozenset(
            shard for shard in range(keys.SHARDS) if self._map.owner(keys.slot(keys.deadlines(shard))) == place
        )
        return Listener(
            self._map.connections_to(place),
            self._channels,
            {channel: self._receivers[channel] for channel in channels},
            lambda: self._again(shards),
            silence=self._silence,
            lost=self._map.read_soon,
        )
