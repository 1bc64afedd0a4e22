"""What a number of matches at the same time takes: processors, memory and lines, reckoned from what was measured.

    python -m quarterdeck_server.bench.capacity --matches 1000 --servers 4 --nodes 3
    python -m quarterdeck_server.bench.capacity --matches 500000 --servers 150 --nodes 24 --game 4.0

The formula is `reckoned`; `deploy/CAPACITY.md` explains it, says where each figure comes from (`quarterdeck bench tiny
--hosts …`), and compares what it foretells with what was measured.
"""

from collections.abc import Iterator

import click
import msgspec

US, KB, MB = 1e-6, 1024, 2**20


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What one thing costs, on the machine on which it was measured."""

    idle_server: float = 0.020
    """Cores of a server with matches in which nothing happens."""

    action: float = 300 * US
    """Seconds of a server's processor for an action of `tiny`, at a pace at which few actions share a batch."""

    rung: float = 120 * US
    """Seconds for each further process that holds the match and is rung with the action."""

    idle_node: float = 0.003
    """Cores of a node of the store that is asked nothing but how it is."""

    append: float = 110 * US
    """Seconds of a node's processor for an action."""

    passed_on: float = 20 * US
    """Seconds of it for each further process that is rung."""

    server: float = 85 * MB
    match: float = 20 * KB
    """Bytes for a match in each process that holds it."""

    connection: float = 31 * KB
    entry: float = 450.0
    """Bytes of the store's memory for an action of a match that is not packed yet."""

    update: float = 700.0
    """Bytes on the wire for telling a seat of an action of `tiny`."""

    appended: float = 1_000.0
    """Bytes on the store's line for an action, both ways."""

    rung_bytes: float = 500.0


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be borne."""

    matches: int
    seats: int = 2
    actions: float = 0.2
    """Of a match, a second."""

    servers: int = 1
    """Processes."""

    nodes: int = 1
    game: float = 1.0
    """How many times the processor time of `tiny` an action of the game takes (`quarterdeck bench GAME --hosts 1`)."""


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What that takes, all servers and all nodes together; memory in bytes, lines in bytes a second."""

    rate: float
    """Actions a second."""

    server_cores: float
    store_cores: float
    server_memory: float
    store_memory_an_hour: float
    """That entries take; packed and put away, they leave it."""

    to_players: float
    store_lines: float


def processes_of_a_match(seats: int, servers: int) -> float:
    """Return how many processes hold a match on average, if each seat is connected to any of them."""
    return servers * (1 - (1 - 1 / servers) ** seats)


def reckoned(load: Load, measured: Measured) -> Cost:
    """Return what a load takes."""
    rate = load.matches * load.actions
    held = processes_of_a_match(load.seats, load.servers)
    others = held - 1
    return Cost(
        rate=rate,
        server_cores=load.servers * measured.idle_server
        + rate * (measured.action * load.game + measured.rung * load.game * others),
        store_cores=load.nodes * measured.idle_node + rate * (measured.append + measured.passed_on * others),
        server_memory=load.servers * measured.server
        + load.matches * (held * measured.match + load.seats * measured.connection),
        store_memory_an_hour=3600 * rate * measured.entry,
        to_players=rate * load.seats * measured.update,
        store_lines=rate * (measured.appended + measured.rung_bytes * others),
    )


def lines_of(load: Load, cost: Cost) -> Iterator[str]:
    """Yield what is printed."""
    yield f"{load.matches:,} matches of {load.seats}, {load.actions:g} actions a second each: {cost.rate:,.0f} a second"
    each = cost.server_cores / load.servers
    yield f"  servers  {cost.server_cores:.2f} cores, {each:.0%} of one for each of {load.servers} processes"
    yield f"           {cost.server_memory / MB:,.0f} MB · {cost.to_players / MB:.2f} MB a second to players"
    each = cost.store_cores / load.nodes
    yield f"  store    {cost.store_cores:.2f} cores, {each:.0%} of one for each of {load.nodes} nodes"
    kept = f"{cost.store_memory_an_hour / MB:,.0f} MB of entries an hour"
    yield f"           {kept} · {cost.store_lines / MB:.2f} MB a second"


@click.command()
@click.option("--matches", type=click.IntRange(1), default=1_000, show_default=True, help="At the same time.")
@click.option("--seats", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option("--actions", type=click.FloatRange(0), default=0.2, show_default=True, help="Of a match, a second.")
@click.option("--servers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--nodes", type=click.IntRange(1), default=1, show_default=True, help="Of the store.")
@click.option("--game", type=click.FloatRange(0), default=1.0, show_default=True, help="Times what `tiny` takes.")
def main(**options: int | float) -> None:
    """Print what so many matches take."""
    load = msgspec.convert(options, Load)
    for line in lines_of(load, reckoned(load, Measured())):
        click.echo(line)


if __name__ == "__main__":
    main()
