"""The command `quarterdeck webhooks`: the state of the webhooks of the host, and their dead letters."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.commands.setting_options import setting_option, store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import settings_from

if TYPE_CHECKING:
    from quarterdeck_server.lobby.webhooks.outbox import DeliveryRecord, Outbox

Answer = TypeVar("Answer")
MOST_LISTED = 50


@click.group(cls=WholeHelp)
def webhooks() -> None:
    """Show the webhooks of the host, and send dead letters again.

    The file of --webhooks has their addresses and secrets, which are never shown.
    """


_name = click.argument("name")
_file = setting_option("webhooks")


@webhooks.command("list")
@_file
@store_options
def list_hooks(**given: Any) -> None:
    """List the webhooks, with their state and the number of waiting events and dead letters."""

    async def work(outbox: "Outbox") -> list[str]:
        return [await _line(outbox, hook.name) for hook in outbox.hooks]

    echo(*(_run(given, work) or ["There are none."]))


@webhooks.command("log")
@_name
@_file
@store_options
def log(name: str, **given: Any) -> None:
    """Show the last events with their attempts: those that wait for another one, then those that were delivered."""
    _show(given, name, "waiting", "delivered")


@webhooks.command("dead")
@_name
@_file
@store_options
def dead_letters(name: str, **given: Any) -> None:
    """Show the dead letters: events that could not be delivered."""
    _show(given, name, "dead")


@webhooks.command("replay")
@_name
@click.argument("event", required=False)
@_file
@store_options
def replay(name: str, event: str | None, **given: Any) -> None:
    """Deliver all dead letters of a webhook again, or one event."""
    number = _run(given, lambda outbox: outbox.replay(name, event), name)
    echo(f"{number} of them will be delivered again.")


@webhooks.command("enable")
@_name
@_file
@store_options
def enable(name: str, **given: Any) -> None:
    """Enable a webhook that was disabled. Its dead letters stay; replay delivers them."""
    _run(given, lambda outbox: outbox.enable(name), name)
    echo(f"{name} is enabled.")


def _show(given: dict[str, Any], name: str, *states: str) -> None:
    from quarterdeck_server.lobby.webhooks import outbox as outboxes

    async def work(outbox: "Outbox") -> list[str]:
        lines = []
        for state in states:
            records = await outbox.listed(getattr(outboxes, state)(name), MOST_LISTED)
            lines += [f"{state}  {_in_words(record)}" for record in records]
        return lines

    echo(*(_run(given, work, name) or ["There are none."]))


def _run(given: dict[str, Any], work: Callable[["Outbox"], Awaitable[Answer]], name: str | None = None) -> Answer:
    async def run() -> Answer:
        from quarterdeck_server.lobby.webhooks.hooks import read_hooks
        from quarterdeck_server.lobby.webhooks.outbox import Outbox

        settings = settings_from(os.environ, given)
        if settings.webhooks_file is None:
            raise Failure("There are no webhooks here. Name their file with --webhooks.")
        hooks = read_hooks(settings.webhooks_file)
        if name is not None and name not in [hook.name for hook in hooks]:
            raise Failure(f"There is no webhook {name!r}; there are {', '.join(hook.name for hook in hooks)}.")
        async with reached_store(settings) as store:
            return await work(Outbox(store.documents, hooks))

    with store_failures():
        return asyncio.run(run())


async def _line(outbox: "Outbox", name: str) -> str:
    from quarterdeck_server.lobby.webhooks.outbox import dead, waiting

    state = await outbox.state(name)
    shown = "well"
    if state.disabled_at is not None:
        shown = f"disabled since {_time(state.disabled_at)}: {state.why}"
    elif state.failing_since is not None:
        shown = f"failing since {_time(state.failing_since)}"
    return f"{name}  {shown}; {await outbox.count(waiting(name))} waiting, {await outbox.count(dead(name))} dead"


def _in_words(record: "DeliveryRecord") -> str:
    attempts = ", ".join(f"{_time(each.at)} {each.outcome}" for each in record.attempts)
    return f"{record.event}  {record.kind}  {_time(record.at)}  attempts: {attempts or 'none'}"


def _time(at: Milliseconds) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
