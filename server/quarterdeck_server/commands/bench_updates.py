"""`quarterdeck bench updates`: the cost of each form of updates for a server."""

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES

from quarterdeck_server.bench.update_bytes import SHIPPED
from quarterdeck_server.bench.update_cost import lines_of, measure


@click.command("updates")
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--matches", type=click.IntRange(1, 1_000), default=20, show_default=True, help="At once, of each game.")
@click.option("--rounds", type=click.IntRange(1, 1_000), default=40, show_default=True)
@click.option("--actions", type=click.IntRange(1, 1_000), default=3, show_default=True, help="Of a match in a round.")
@click.option(
    "--store", type=click.Choice(["embedded", "memory"]), default="embedded", show_default=True, help="Of the servers."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_updates(
    games: tuple[str, ...], matches: int, rounds: int, actions: int, store: str, seed: int, *, as_json: bool
) -> None:
    """Print what an action of each of GAMES (by default of each shipped game) costs a server in processor time
    where all seats are told whole updates, patches, or either of them compressed.

    The same matches are played on four servers, one for each form, over sockets, a few actions on each in turn. The
    ratios are medians of the rounds; they count, and hardly change with what else the machine has to do.
    """
    found = {
        name: measure(name, matches=matches, rounds=rounds, actions=actions, store=store, seed=seed)
        for name in games or SHIPPED
    }
    for name, costs in found.items():
        for line in lines_of(name, costs):
            echo(line)
    if as_json:
        echo_json({name: msgspec.to_builtins(costs) for name, costs in found.items()})
