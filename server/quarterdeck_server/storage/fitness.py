"""Whether a Redis or Valkey can be the store: what it says of itself, held against what is asked of it.

A store that loses what it has acknowledged, or that cannot be written to, is found out before anybody plays on it.
"""

import asyncio
import contextlib
from collections.abc import Mapping

from redis.exceptions import RedisError

from quarterdeck_server.storage.redis_cluster import ClusterMap
from quarterdeck_server.storage.redis_connections import PATIENCE, connections_to
from quarterdeck_server.storage.redis_pipeline import pack
from quarterdeck_server.storage.store_url import Cluster, address_of
from quarterdeck_server.store_errors import Unavailable

OLDEST_VALKEY = (7, 2)
OLDEST_REDIS = (7, 0)


async def why_unfit_at(url: str, patience: float = PATIENCE) -> str | None:
    """Return why what runs at this address cannot be the store, in sentences that say what to set; `None` if it can.
    Raises `Unavailable`, also if it does not say what it is, and `ValueError` if this is no address."""
    address = address_of(url)
    if not isinstance(address, Cluster):
        return why_unfit(await _said_at(url, patience))
    nodes = ClusterMap(address, patience=patience)
    try:
        await nodes.read()
    except Unavailable:
        # One that answers and is no node of a cluster says so; otherwise it is away.
        said = await _said_at(address.url_of(address.places[0]), patience)
        if _values(said).get("cluster_enabled") == "0":
            return NO_CLUSTER
        raise
    faults = [
        why_unfit(await _said_at(address.url_of(place), patience), node=f"{place[0]}:{place[1]}")
        for place in nodes.owners()
    ]
    for place in nodes.replicas():
        with contextlib.suppress(Unavailable):  # then it is not what will be promoted
            said = await _said_at(address.url_of(place), patience)
            faults.append(why_unfit(said, node=f"{place[0]}:{place[1]}", stands_by=True))
    if not nodes.is_whole():
        faults.append(SLOTS_WITHOUT_NODE)
    return " ".join(fault for fault in faults if fault is not None) or None


async def _said_at(url: str, patience: float) -> bytes:
    """Return what a server says of itself. Raises `Unavailable`."""
    connection = connections_to(url)()
    try:
        async with asyncio.timeout(patience):
            await connection.connect()
            await connection.send_packed_command(pack(("INFO",)), check_health=False)
            return bytes(await connection.read_response())
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(f"Redis cannot be reached: {str(error) or type(error).__name__}") from error
    finally:
        with contextlib.suppress(RedisError, OSError):
            await connection.disconnect(nowait=True)


def why_unfit(info: bytes, node: str = "", *, stands_by: bool = False) -> str | None:
    """Return why a server that says this of itself (`INFO`) cannot be the store, or this node of it, or stand by for
    one, all at once; `None` if it can. What it does not say is not held against it."""
    said = _values(info)
    faults = [
        *_version_faults(said),
        *([CLUSTER] if said.get("cluster_enabled") == "1" and not node else []),
        *([_replica(said)] if said.get("role") not in (None, "master") and not stands_by else []),
        *([FORGETS] if said.get("aof_enabled") == "0" else []),
        *([_evicts(said["maxmemory_policy"])] if said.get("maxmemory_policy", "noeviction") != "noeviction" else []),
    ]
    if not faults:
        return None
    subject = f"The store's node {node}" if node else "The store"
    return f"{subject} is not fit to keep matches. {' '.join(faults)}"


CLUSTER = (
    "It runs in cluster mode: name it in --store as redis+cluster://host:port,host:port, or set `cluster-enabled no`."
)

NO_CLUSTER = (
    "The store is not fit to keep matches as a cluster. It does not run in cluster mode: name it in --store as"
    " redis://host:port, or set `cluster-enabled yes` and give each slot a node."
)

SLOTS_WITHOUT_NODE = (
    "Some slots of the cluster have no node, so some matches could not be kept: `valkey-cli --cluster check host:port`"
    " says which, and `--cluster fix` gives them one."
)

FORGETS = (
    "It forgets every match when it restarts: set `appendonly yes` in its configuration, or `CONFIG SET appendonly yes`"
    " and then `CONFIG REWRITE`."
)


def _evicts(policy: str) -> str:
    return (
        f"It throws matches away when its memory is full (`maxmemory-policy {policy}`): set `maxmemory-policy"
        " noeviction`."
    )


def _replica(said: Mapping[str, str]) -> str:
    primary = f"{said.get('master_host', 'unknown')}:{said.get('master_port', '')}".rstrip(":")
    return (
        f"It is a replica, which cannot be written to: name its primary ({primary}) in --store, or `REPLICAOF NO ONE`."
    )


def _version_faults(said: Mapping[str, str]) -> list[str]:
    name, version, oldest = "Valkey", said.get("valkey_version"), OLDEST_VALKEY
    if version is None:
        name, version, oldest = "Redis", said.get("redis_version"), OLDEST_REDIS
    if version is None or _number(version) >= oldest:
        return []
    return [f"It is {name} {version}, which is too old: install Redis 7.0, Valkey 7.2 or newer."]


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split(".")[:2])


def _values(info: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    return {name: value.strip() for name, colon, value in lines if colon}
