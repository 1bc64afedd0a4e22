"""`quarterdeck serve`."""

import asyncio
import gc
import os
from collections.abc import Mapping
from typing import Any

import click
from quarterdeck_client.commands.output import Failure

from quarterdeck_server.lean_imports import import_lean
from quarterdeck_server.settings import settings_from


@click.command()
@click.option("--host", help="The address to listen on; 0.0.0.0 for everybody.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="The port; 0 for any that is free.  [default: 8765]")
@click.option(
    "--store",
    help="embedded, memory, redis://…, rediss://…, unix://…, redis+sentinel://host:port,…/service"
    " or redis+cluster://host:port,…  [default: embedded]",
)
@click.option("--data", help="Where the embedded store keeps its files.  [default: quarterdeck-data]")
@click.option("--cards", help="A folder with further card sets.  [default: none]")
@click.option("--sets", help="Shipped card sets to switch on, with commas between, such as AB2.  [default: none]")
@click.option("--workers", type=int, help="How many processes share the port.  [default: 1]")
@click.option(
    "--durability",
    help="What a write reaches before it is acknowledged: fast, fsync, replica:N or unchecked; deploy/README.md says"
    " what each loses.  [default: fsync if the store is embedded, else fast]",
)
@click.option(
    "--after-data-loss",
    help="What becomes of matches of which the store has forgotten something: adopt what it still has, or restore what"
    " this process remembers.  [default: adopt]",
)
@click.option("--keep-finished", type=int, help="Days that finished matches stay in the store.  [default: 30]")
@click.option("--archive", help="Where they go then: file:///folder or s3://bucket/prefix.  [default: nowhere]")
@click.option("--bot-delay", type=int, help="Milliseconds a bot of the house thinks.  [default: 700]")
@click.option("--bot-processes", type=int, help="Processes in which bots search; 0 for none.  [default: 1]")
@click.option("--bot-queue", type=int, help="How many decisions of bots may wait for one.  [default: 32]")
@click.option("--messages-per-second", type=int, help="What one connection may send over a while.  [default: 100]")
@click.option("--origins", help="The web origins whose pages may connect, with commas between.  [default: all]")
@click.option("--web", help="on or off: whether the browser client is served at /.  [default: on]")
@click.option("--news", help="What everybody is told who comes, on the first page.  [default: nothing]")
@click.option("--quotas", help="on or off: whether it is counted who does how much.  [default: on]")
@click.option("--new-matches", help="on or off: whether matches begin here, or only go on.  [default: on]")
@click.option(
    "--silence", type=int, help="After how many ms without a word clients come anew; 0: never.  [default: 3000]"
)
@click.option("--guests-talk", help="on or off: whether guests say words of their own.  [default: on]")
@click.option("--tables-per-player", type=int, help="At how many tables one may sit; 0 for any number.  [default: 8]")
@click.option("--tables-per-address", type=int, help="How many one address may open.  [default: 100]")
@click.option("--first-packs", type=int, help="How many packs of cards a player is given once.  [default: 5]")
@click.option("--packs-per-day", type=int, help="How many packs a player is given each day.  [default: 1]")
@click.option("--packs-per-match", type=int, help="How many packs a rated match gives, ten a day.  [default: 1]")
@click.option("--packs-account-age", type=int, help="How many hours old an account is that gets any.  [default: 24]")
@click.option(
    "--open-trades", type=int, help="How many trades of a player wait, and for one; 0 for none.  [default: 20]"
)
@click.option("--trades-last", type=int, help="For how many hours an offer can be accepted.  [default: 72]")
@click.option("--trades-account-age", type=int, help="How many hours old accounts are that trade.  [default: 24]")
@click.option("--spectators-per-match", type=int, help="How many watch one match in one process.  [default: 5000]")
@click.option("--connections", type=int, help="How many connections one process holds.  [default: 10000]")
@click.option("--connections-per-address", type=int, help="How many of them one address holds.  [default: 500]")
@click.option("--venues", help="Networks whose addresses may do more: 203.0.113.0/24=20,…  [default: none]")
@click.option("--role", help="Which background work is done here: all, match or lobby.  [default: all]")
@click.option("--trusted-proxies", type=int, help="How many proxies of your own stand in front.  [default: 0]")
@click.option("--metrics", help="Where Prometheus is answered, as 127.0.0.1:9464.  [default: nowhere]")
@click.option("--metrics-token", help="What has to be brought there as `Authorization: Bearer …`.  [default: none]")
@click.option("--traces", type=float, help="Which part of actions is traced for OpenTelemetry.  [default: 0]")
@click.option(
    "--drain", type=float, help="Over how many seconds players are told to go, once it is to stop.  [default: 0]"
)
@click.option(
    "--test-seed",
    type=int,
    help=(
        "For tests of clients, in memory: the seeds of matches and of packs, one after the other, and what bots like"
        " are the same in every run. A deal and a pack are, where the players give the same entropy."
    ),
)
@click.option("--log-level", help="debug, info, warning or error.  [default: info]")
def serve(**given: Any) -> None:
    """Run a match server.

    Every option can also be set in the environment: QUARTERDECK_HOST, QUARTERDECK_PORT and so on; what is given here
    goes first.
    """
    gc.disable()  # until it serves: imported objects live on
    try:
        _serve(given)
    finally:
        gc.enable()


def _serve(given: Mapping[str, Any]) -> None:
    import_lean("quarterdeck_server.logs", "quarterdeck_server.supervisor")
    from quarterdeck_server.logs import begin_logging
    from quarterdeck_server.loops import fastest_loop
    from quarterdeck_server.storage.redis.embedded import EmbeddedError
    from quarterdeck_server.supervisor import serve as serve_until_stopped

    try:
        settings = settings_from(os.environ, given)
        begin_logging(settings.log_level)
        with asyncio.Runner(loop_factory=fastest_loop()) as runner:
            runner.run(serve_until_stopped(settings))
    except (ValueError, EmbeddedError) as error:
        raise Failure(*str(error).split("\n")) from error
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise Failure(*said.split("\n")) from error
