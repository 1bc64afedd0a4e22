"""`quarterdeck bench capacity`: the resources for a number of simultaneous matches, computed from measurements."""

import click
import msgspec
from quarterdeck_client.commands.output import echo

from quarterdeck_server.evaluation.capacity.estimate import Load, Measured, lines_of, reckoned


@click.command("capacity")
@click.option("--matches", type=click.IntRange(1), default=1_000, show_default=True, help="At the same time.")
@click.option("--seats", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option("--actions", type=click.FloatRange(0), default=0.2, show_default=True, help="Of a match, a second.")
@click.option("--minutes", type=click.FloatRange(0.1), default=10.0, show_default=True, help="Of a match.")
@click.option("--servers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--nodes", type=click.IntRange(1), default=1, show_default=True, help="Of the store.")
@click.option("--game", type=click.FloatRange(0), default=1.0, show_default=True, help="Times what `tiny` takes.")
def bench_capacity(**options: int | float) -> None:
    """Print the resources for so many matches."""
    load = msgspec.convert(options, Load)
    for line in lines_of(load, reckoned(load, Measured())):
        echo(line)
