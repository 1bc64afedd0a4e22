"""Resources for a number of simultaneous matches: processors, memory and bandwidth, computed from measurements.

    quarterdeck bench capacity --matches 1000 --servers 4 --nodes 3
    quarterdeck bench capacity --matches 500000 --servers 150 --nodes 24 --game 4.0

The formula is `reckoned`. `deploy/CAPACITY.md` explains it, gives the source of each figure (`quarterdeck bench tiny
--hosts …`), and compares its predictions with measurements.
"""

from collections.abc import Iterator

import msgspec

US, KB, MB = 1e-6, 1024, 2**20


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Cost of single operations and objects on the machine of the measurement (`deploy/CAPACITY.md`)."""

    idle_server: float = 0.01
    """Cores of a server with matches in which nothing happens."""

    busy_server: float = 0.085
    """Cores of a server for being woken, at most, by sockets, store and clock: many actions share a waking."""

    half_busy_server: float = 45.0
    """Number of actions per second of one server at which this latency is half of that."""

    action: float = 110 * US
    """Seconds of a server's processor for an action of `tiny`, wakings not counted."""

    rung: float = 40 * US
    """Seconds for each further process that holds the match and is rung with the action."""

    idle_node: float = 0.004
    busy_node: float = 0.026
    half_busy_node: float = 20.0
    """The same of a node of the store."""

    append: float = 18 * US
    """Seconds of a node's processor for an action."""

    passed_on: float = 25 * US
    """Seconds of it for each further process that is rung."""

    begun: float = 1_200 * US
    """CPU seconds of the lobby's node for a match: joining players, the table, the settlement."""

    server: float = 85 * MB
    match: float = 20 * KB
    """Bytes for a match in each process that holds it."""

    connection: float = 31 * KB
    """Bytes for a connection that takes whole updates."""

    entry: float = 600.0
    """Bytes of the store's memory for an action of a match that is not packed yet."""

    update: float = 700.0
    """Bytes on the wire for telling a seat of an action of `tiny`."""

    appended: float = 1_100.0
    """Bytes on the store's line for an action, both ways."""

    rung_bytes: float = 1_000.0
    """The same for each further process that is rung."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """The load for which machines are planned."""

    matches: int
    seats: int = 2
    actions: float = 0.2
    """Actions of a match per second."""

    minutes: float = 10.0
    """Length of a match in minutes."""

    servers: int = 1
    """Number of processes."""

    nodes: int = 1
    game: float = 1.0
    """The processor time of an action of the game as a multiple of `tiny` (`quarterdeck bench GAME --hosts 1`)."""


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """Resources for a load, for all servers and all store nodes together. Memory is in bytes, bandwidth in bytes a
    second."""

    rate: float
    """Actions per second."""

    server_cores: float
    store_cores: float
    lobby_cores: float
    """Cores of the lobby's node. There is one such node in a cluster of any size."""

    server_memory: float
    store_memory: float
    """Memory for the entries of running matches, which are half played on average."""

    to_players: float
    store_lines: float


def processes_of_a_match(seats: int, servers: int) -> float:
    """Return the average number of server processes that hold a match in memory, if each seat is connected to a random
    process."""
    return servers * (1 - (1 - 1 / servers) ** seats)


def reckoned(load: Load, measured: Measured) -> Cost:
    """Return the processors, memory and bandwidth that a load needs."""
    rate = load.matches * load.actions
    held = processes_of_a_match(load.seats, load.servers)
    others = held - 1
    woken = rate / (rate + load.servers * measured.half_busy_server) if rate else 0.0
    woken_node = rate / (rate + load.nodes * measured.half_busy_node) if rate else 0.0
    return Cost(
        rate=rate,
        server_cores=load.servers * (measured.idle_server + measured.busy_server * woken)
        + rate * (measured.action * load.game + measured.rung * load.game * others),
        store_cores=load.nodes * (measured.idle_node + measured.busy_node * woken_node)
        + rate * (measured.append + measured.passed_on * others),
        lobby_cores=load.matches / (load.minutes * 60) * measured.begun,
        server_memory=load.servers * measured.server
        + load.matches * (held * measured.match + load.seats * measured.connection),
        store_memory=rate * load.minutes * 60 / 2 * measured.entry,
        to_players=rate * load.seats * measured.update,
        store_lines=rate * (measured.appended + measured.rung_bytes * others),
    )


def lines_of(load: Load, cost: Cost) -> Iterator[str]:
    """Yield the lines of the printed capacity report."""
    yield f"{load.matches:,} matches of {load.seats}, {load.actions:g} actions a second each: {cost.rate:,.0f} a second"
    each = cost.server_cores / load.servers
    yield f"  servers  {cost.server_cores:.2f} cores, {each:.0%} of one for each of {load.servers} processes"
    yield f"           {cost.server_memory / MB:,.0f} MB · {cost.to_players / MB:.2f} MB a second to players"
    each = cost.store_cores / load.nodes
    yield f"  store    {cost.store_cores:.2f} cores, {each:.0%} of one for each of {load.nodes} nodes"
    yield f"           {cost.store_memory / MB:,.0f} MB of entries · {cost.store_lines / MB:.2f} MB a second"
    yield f"  lobby    {cost.lobby_cores:.2f} cores of one node"
