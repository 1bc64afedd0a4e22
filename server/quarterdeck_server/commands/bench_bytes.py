"""`quarterdeck bench bytes`: the bytes of a match for a seat on the wire."""

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES

from quarterdeck_server.bench.update_bytes import SHIPPED, lines_of, measure


@click.command("bytes")
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--matches", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Of each game.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_bytes(games: tuple[str, ...], matches: int, seed: int, *, as_json: bool) -> None:
    """Print how many bytes a match of each of GAMES costs a seat (by default of each shipped game), in the median
    of random matches: whole, in patches, compressed, and both; and what they are made of."""
    found = {name: measure(name, matches, seed) for name in games or SHIPPED}
    for name, figures in found.items():
        for line in lines_of(name, figures):
            echo(line)
    if as_json:
        echo_json({name: msgspec.to_builtins(figures) for name, figures in found.items()})
