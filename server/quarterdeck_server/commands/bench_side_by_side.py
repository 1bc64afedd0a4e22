"""`quarterdeck bench side-by-side`: the server beside the limit of its own parts, and beside an older commit."""

import asyncio

import click
import msgspec
from quarterdeck_client.commands.output import Failure, echo, echo_json

from quarterdeck_server.bench.closed_loop import LoadError
from quarterdeck_server.bench.side_by_side import Comparison, compare, reckoned


@click.command("side-by-side")
@click.option("--matches", "sizes", type=click.IntRange(1, 5_000), multiple=True, default=(50, 500), show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), default=10, show_default=True, help="Interleaved.")
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=2.0, show_default=True, help="Of each, a round.")
@click.option("--baseline", metavar="REV", help="A commit of this repository that runs beside this one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def bench_side_by_side(
    sizes: tuple[int, ...], rounds: int, seconds: float, baseline: str | None, *, as_json: bool
) -> None:
    """Play `tiny` on a relay that keeps nothing, on the cheapest server that appends each action to a durable log
    (raw), on this server, and on the one of an older commit, in turn, round after round; print medians, and the
    medians of each round's ratios. It needs a C compiler, for the load.
    """
    found: dict[int, dict[str, Comparison]] = {}
    for matches in sizes:
        try:
            measured = asyncio.run(
                compare(matches, rounds=rounds, seconds=seconds, baseline=baseline, told=lambda line: echo(line))
            )
        except (LoadError, OSError, TimeoutError) as error:
            raise Failure(f"the bench broke off: {error}") from error
        found[matches] = reckoned(measured)
        _print(matches, found[matches])
    if as_json:
        echo_json({str(matches): msgspec.to_builtins(compared) for matches, compared in found.items()})


def _print(matches: int, compared: dict[str, Comparison]) -> None:
    echo(f"{matches} matches: medians (slowest to fastest round); CPU of the server an action; ratios to the others")
    for name, each in compared.items():
        rates = f"{each.per_second:,.0f}/s ({each.slowest:,.0f} to {each.fastest:,.0f})"
        took = f"p50 {each.p50_ms:.1f} · p99 {each.p99_ms:.1f} ms"
        echo(f"  {name:<9} {rates:<28} {each.microseconds:>4.0f} µs  {took:<28} {each.rss / 2**20:.0f} MB")
        for other, ratio in each.cpu_ratios.items():
            echo(f"    to {other:<9} CPU {ratio:.2f} · rate {each.rate_ratios[other]:.2f}")
