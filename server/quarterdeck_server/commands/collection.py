"""The command `quarterdeck collection` with a subcommand that reads the store directly: an audit of the card copies
that accounts own."""

import asyncio
import os
from typing import TYPE_CHECKING, Any

import click
import msgspec
from quarterdeck_client.commands.lobby.collection import collection
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
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def audit_collection(*, as_json: bool, **given: Any) -> None:
    """Check the whole ledger of copies, and print each fault with its place.

    Nothing is changed. Servers can keep running. The movements of every account must form a chain that adds up to
    what it owns. All copies made must be in accounts or burnt. Every completed trade must have moved the cards of
    its revision, once. Open trades must hold the offered copies, and no other copies may be held for trades. The
    claims of codes must match their counts. Players listed under a card must own or want it, and allow others to
    find them. Exit status 1 if there is a fault.
    """
    with store_failures():
        found, causes = asyncio.run(_audited(given))
    faults = (*found.faults, *causes.faults)
    if as_json:
        echo_json(msgspec.to_builtins(found) | msgspec.to_builtins(causes) | {"faults": msgspec.to_builtins(faults)})
    else:
        for fault in faults:
            echo(f"FAULT  {fault}")
        well = "Faults found." if faults else "No faults found."
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
