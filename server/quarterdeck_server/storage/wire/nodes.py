"""Connections to each server with a part of a store, for tools that read the complete store without subscriptions."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from redis.crc import key_slot

from quarterdeck_server.storage.store_url import Cluster, Place, address_of
from quarterdeck_server.storage.wire.cluster_pipeline import ClusterMap
from quarterdeck_server.storage.wire.connections import PATIENCE, Connection, connections_to
from quarterdeck_server.storage.wire.pipeline import Pipeline
from quarterdeck_server.store_errors import Unavailable


class Nodes:
    """A connection to each server with a part of the store: one server, or the nodes of a cluster that have slots."""

    def __init__(
        self,
        cluster: ClusterMap | None,
        connections: Mapping[str, Callable[[], Connection]],
        patience: float = PATIENCE,
    ) -> None:
        self.cluster = cluster
        self.connections = connections
        """Functions that make a connection to each server, by its name; the name is empty if there is only one."""

        self.pipelines: Mapping[str, Pipeline] = {
            name: Pipeline(connect, patience=patience) for name, connect in connections.items()
        }
        """The connections, by the same names."""

    def name_of(self, key: str | bytes) -> str:
        """Return the name of the node with this key. Raises `Unavailable` if none has it."""
        place = None
        if self.cluster is not None:
            place = self.cluster.owner(key_slot(key if isinstance(key, bytes) else key.encode()))
        name = "" if place is None else _name(place)
        if name not in self.pipelines:
            raise Unavailable("some slots of the cluster have no node")
        return name

    def pipeline_of(self, key: str | bytes) -> Pipeline:
        """Return the connection to the node with this key. Raises `Unavailable` if none has it."""
        return self.pipelines[self.name_of(key)]


def _name(place: Place) -> str:
    return f"{place[0]}:{place[1]}"


@asynccontextmanager
async def nodes_at(url: str, *, patience: float = PATIENCE) -> AsyncIterator[Nodes]:
    """Return connections to all servers at this address. Raises `Unavailable`."""
    address = address_of(url)
    if isinstance(address, Cluster):
        cluster = ClusterMap(address)
        await cluster.read()
        nodes = Nodes(cluster, {_name(each): cluster.connections_to(each) for each in cluster.owners()}, patience)
    else:
        nodes = Nodes(None, {"": connections_to(url)}, patience)
    for line in nodes.pipelines.values():
        line.start()
    try:
        yield nodes
    finally:
        for line in nodes.pipelines.values():
            await line.close()
