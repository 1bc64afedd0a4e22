"""Check if a Redis or Valkey server is suitable as a store: its own report is compared with the requirements.

A store that would lose acknowledged data, or that cannot be written to, is found before anybody plays on it.
"""

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from quarterdeck_server.storage.durability import FAST, FSYNC, Durability, DurabilityLevel, replica
from quarterdeck_server.storage.store_url import Cluster, address_of
from quarterdeck_server.storage.wire.cluster_pipeline import ClusterMap
from quarterdeck_server.storage.wire.connections import PATIENCE, connections_to
from quarterdeck_server.storage.wire.pipeline import Pipeline
from quarterdeck_server.storage.wire.question import Refused
from quarterdeck_server.store_errors import Unavailable

OLDEST_VALKEY = (7, 2)
OLDEST_REDIS = (7, 0)


class ServerReport(NamedTuple):
    """A store server's report on itself."""

    info: Mapping[str, str]
    """Values by their names in `INFO`."""

    appendfsync: str | None = None
    """The server's `appendfsync` setting, which says when writes are synced to the disk; `None` if unknown."""

    @property
    def replicas(self) -> int:
        """Number of replicas of the store that are online."""
        of_replicas = [value for name, value in self.info.items() if _REPLICA.fullmatch(name)]
        return sum("state=online" in value.split(",") for value in of_replicas)


_REPLICA = re.compile(r"slave\d+")


def report_in(info: bytes, configured: Sequence[bytes] = ()) -> ServerReport:
    """Return the report in the answers to `INFO` and `CONFIG GET appendfsync`."""
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    return ServerReport(
        {name: value.strip() for name, colon, value in lines if colon},
        configured[1].decode() if len(configured) == 2 else None,
    )


async def report_of(line: Pipeline) -> ServerReport:
    """Request a store server's report. A server that hides its settings still counts as suitable. Raises
    `Unavailable`."""
    info, configured = line.ask("INFO"), line.ask("CONFIG", "GET", "appendfsync")
    try:
        return report_in(await info, await configured)
    except Refused:
        return report_in(await info)


async def why_unfit_at(url: str, durability: Durability = FAST, patience: float = PATIENCE) -> str | None:
    """Return the reasons that the server at this address cannot be the store, with the settings to change; `None` if it
    can. Raises `Unavailable`, also if the server reports nothing, and `ValueError` for an invalid address."""
    address = address_of(url)
    if not isinstance(address, Cluster):
        return why_unfit(await _report_at(url, patience), durability)
    connections_to(address.url_of(address.places[0]))  # which says what is wrong with the address
    nodes = ClusterMap(address, patience=patience)
    try:
        await nodes.read()
    except Unavailable:
        # One that answers and is no node of a cluster says so; otherwise it is away.
        found = await _report_at(address.url_of(address.places[0]), patience)
        if found.info.get("cluster_enabled") == "0":
            return NO_CLUSTER
        raise
    faults = [
        why_unfit(await _report_at(address.url_of(place), patience), durability, node=f"{place[0]}:{place[1]}")
        for place in nodes.owners()
    ]
    for place in nodes.replicas():
        with contextlib.suppress(Unavailable):  # then it is not what will be promoted
            found = await _report_at(address.url_of(place), patience)
            faults.append(why_unfit(found, durability, node=f"{place[0]}:{place[1]}", stands_by=True))
    if not nodes.is_whole():
        faults.append(SLOTS_WITHOUT_NODE)
    return " ".join(fault for fault in faults if fault is not None) or None


async def _report_at(url: str, patience: float) -> ServerReport:
    """Return a store server's report on itself. Raises `Unavailable`."""
    line = Pipeline(connections_to(url), patience=patience)
    line.start()
    try:
        return await report_of(line)
    finally:
        await line.close()


def why_unfit(
    report: ServerReport, durability: Durability = FAST, node: str = "", *, stands_by: bool = False
) -> str | None:
    """Return all reasons that a server with this report cannot be the store, a node of it, or a standby; `None` if it
    can. Missing facts do not count against the server."""
    info = report.info
    faults = [
        *_version_faults(info),
        *([CLUSTER] if info.get("cluster_enabled") == "1" and not node else []),
        *([_replica(info)] if info.get("role") not in (None, "master") and not stands_by else []),
        *_durability_faults(report, durability, stands_by=stands_by),
        *([_evicts(info["maxmemory_policy"])] if info.get("maxmemory_policy", "noeviction") != "noeviction" else []),
    ]
    if not faults:
        return None
    subject = f"The store's node {node}" if node else "The store"
    return f"{subject} cannot store matches safely. {' '.join(faults)}"


def durability_held(servers: Collection[ServerReport]) -> tuple[Durability, ...]:
    """Return the durability levels that all servers with these reports can provide."""
    fewest = min((report.replicas for report in servers), default=0)
    known = all(report.appendfsync is not None for report in servers)
    asked = (FAST, *([FSYNC] if known else []), *([replica(fewest)] if fewest else []))
    return tuple(each for each in asked if not any(any(_durability_faults(report, each)) for report in servers))


def _durability_faults(report: ServerReport, durability: Durability, *, stands_by: bool = False) -> Iterator[str]:
    """Yield the reasons why acknowledged writes may be less durable than required."""
    if durability.level is DurabilityLevel.UNCHECKED:
        return
    if report.info.get("aof_enabled") == "0":
        yield FORGETS
        return
    match durability.level:
        case DurabilityLevel.FAST | DurabilityLevel.REPLICA:
            if report.appendfsync == "no":
                yield _syncs(durability, "no", "everysec")
        case DurabilityLevel.FSYNC:
            if report.appendfsync not in (None, "always"):
                yield _syncs(durability, report.appendfsync, "always")
        case _:
            assert_never(durability.level)
    if report.replicas < durability.replicas and "role" in report.info and not stands_by:
        yield _lacks_replicas(report.replicas, durability)


CLUSTER = (
    "It runs in cluster mode: name it in --store as redis+cluster://host:port,host:port, or set `cluster-enabled no`."
)

NO_CLUSTER = (
    "The store cannot store matches as a cluster. It does not run in cluster mode: name it in --store as "
    "redis://host:port, or set `cluster-enabled yes` and give each slot a node."
)

SLOTS_WITHOUT_NODE = (
    "Some slots of the cluster have no node, so some matches could not be kept: `valkey-cli --cluster check host:port`"
    " says which, and `--cluster fix` gives them one."
)

FORGETS = (
    "It loses every match when it restarts: set `appendonly yes` in its configuration, or `CONFIG SET "
    "appendonly yes` and then `CONFIG REWRITE`. If its data is kept in another way, start with `--durability "
    "unchecked`."
)


def _evicts(policy: str) -> str:
    return (
        f"It deletes matches when its memory is full (`maxmemory-policy {policy}`): set `maxmemory-policy noeviction`."
    )


def _replica(info: Mapping[str, str]) -> str:
    primary = f"{info.get('master_host', 'unknown')}:{info.get('master_port', '')}".rstrip(":")
    return (
        f"It is a replica, which cannot be written to: name its primary ({primary}) in --store, or `REPLICAOF NO ONE`."
    )


def _version_faults(info: Mapping[str, str]) -> list[str]:
    name, version, oldest = "Valkey", info.get("valkey_version"), OLDEST_VALKEY
    if version is None:
        name, version, oldest = "Redis", info.get("redis_version"), OLDEST_REDIS
    if version is None or _number(version) >= oldest:
        return []
    return [f"It is {name} {version}, which is too old: install Redis 7.0, Valkey 7.2 or newer."]


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split(".")[:2])


def _syncs(durability: Durability, found: str, right: str) -> str:
    weaker = ", or start with `--durability fast`" if durability == FSYNC else ""
    return (
        f"It acknowledges earlier than `--durability {durability}` allows (`appendfsync {found}`): `CONFIG SET"
        f" appendfsync {right}` and then `CONFIG REWRITE`{weaker}."
    )


def _lacks_replicas(found: int, durability: Durability) -> str:
    return (
        f"It has {found or 'no'} replica{'' if found == 1 else 's'}, and `--durability {durability}` waits for"
        f" {durability.replicas}: let as many follow it (`REPLICAOF`), or start with `--durability"
        f" {replica(found) if found else FSYNC}`."
    )
