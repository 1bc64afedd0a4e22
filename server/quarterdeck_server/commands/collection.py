"""`quarterdeck collection`, with the one command of it that goes to the store: an audit of the copies that accounts
own."""

import asyncio
import os
from typing import TYPE_CHECKING, Any

import click
import msgspec
from quarterdeck_client.commands.collection import collection
from quarterdeck_client.commands.output import echo, echo_json

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import settings_from

__all__ = ["collection"]

if TYPE_CHECKING:
    from quarterdeck_server.lobby.collection.cause_audit import CauseAudit
    from quarterdeck_server.lobby.collection.ledger_audit import LedgerAudit

UNWELL = 1


@click.command("audit")
@store_options
@click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
def audit_collection(*, as_json: bool, **given: Any) -> None:
    """Read the whole ledger of copies, and say what is wrong with it and where. Nothing is changed.

    It may be done while servers run. Every account's movements have to form a chain, and to come to what it is said to
    own; the copies in all accounts, with those that were burnt, have to be those that were made. Every trade that is
    done has to have moved what its revision says, once; what is open has to hold what is offered, and nothing else is
    held for a trade; codes have to be claimed as often as was counted; and who is found by a card has to have it or
    wish for it, and let themselves be found. Exit status 1 if it is not so.
    """
    with store_failures():
        found, causes = asyncio.run(_audited(given))
    faults = (*found.faults, *causes.faults)
    if as_json:
        echo_json(msgspec.to_builtins(found) | msgspec.to_builtins(causes) | {"faults": msgspec.to_builtins(faults)})
    else:
        for fault in faults:
            echo(f"FAULT  {fault}")
        well = "Something is wrong." if faults else "All is right."
        echo(
            f"{well} {found.made:,} copies were made, {found.burnt:,} burnt, and {found.owned:,} are in"
            f" {found.accounts:,} accounts, by {found.movements:,} movements."
            f" {causes.trades:,} trades are done, and {causes.claims:,} claims of codes have given copies."
            f" {causes.found:,} players let themselves be found."
        )
    if faults:
        raise SystemExit(UNWELL)


collection.add_local_command(audit_collection)


async def _audited(given: dict[str, Any]) -> "tuple[LedgerAudit, CauseAudit]":
    from quarterdeck_server.lobby.collection.cause_audit import audited_causes
    from quarterdeck_server.lobby.collection.ledger_audit import audited

    async with reached_store(settings_from(os.environ, given)) as store:
        with amount_done("accounts read") as done:
            ledger = await audited(store.documents, done)
        with amount_done("accounts held against trades and codes") as done:
            return ledger, await audited_causes(store.documents, done=done)
