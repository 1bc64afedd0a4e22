"""`quarterdeck packs`, with the one command of it that goes to the store: an audit of packs against chance."""

import asyncio
import os
from typing import TYPE_CHECKING, Any

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_client.commands.packs import packs

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import settings_from

__all__ = ["packs"]

if TYPE_CHECKING:
    from quarterdeck_server.lobby.collection.pack_audit import PackAudit

UNWELL = 1


@click.command("audit")
@store_options
@click.option("--cards", help="The folder with further card sets, as for `serve`.  [default: none]")
@click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
def audit_packs(*, as_json: bool, **given: Any) -> None:
    """Draw every pack again that was ever opened, hold all against what was counted, and ask by a chi-square test
    whether chance would have drawn so. Nothing is changed.

    It may be done while servers run. Exit status 1 if a pack is not what was drawn, a count is wrong, or the odds are
    as unlikely as one honest server in a thousand would find them.
    """
    with store_failures():
        found = asyncio.run(_audited(given))
    if as_json:
        echo_json(msgspec.to_builtins(found))
    else:
        _say(found)
    if found.faults or found.doubts:
        raise SystemExit(UNWELL)


packs.add_local_command(audit_packs)


def _say(found: "PackAudit") -> None:
    for pool in found.odds.pools:
        fifth = ", ".join(f"{count:,} {rarity}" for rarity, count in pool.fifth.items())
        echo(f"{pool.lists.game} ({pool.pool[:8]}): {pool.packs:,} packs; fifth cards: {fifth}")
        for each in pool.fits:
            echo(f"       {each.what:<10}  chi-square {each.chi_square:8.1f} of {each.degrees:3}, p {each.p:.3f}")
    for fault in found.faults:
        echo(f"FAULT  {fault}")
    for doubt in found.doubts:
        echo(f"DOUBT  {doubt}")
    well = "Something is wrong." if found.faults or found.doubts else "All is right."
    echo(f"{well} {found.packs:,} packs were drawn again.")


async def _audited(given: dict[str, Any]) -> "PackAudit":
    from quarterdeck_server.cards.host_sets import games_with
    from quarterdeck_server.lobby.collection.pack_audit import audited_packs
    from quarterdeck_server.lobby.collection.pack_pools import pools_of

    settings = settings_from(os.environ, given)
    pools = pools_of(games_with(settings.cards_directory, settings.sets))
    async with reached_store(settings) as store:
        with amount_done("accounts looked through") as done:
            return await audited_packs(store.documents, pools, done)
