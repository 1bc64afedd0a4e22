"""The command `quarterdeck admin` with a subcommand that writes to the store directly. Access to the store is enough to
make an admin."""

import asyncio
import os
from typing import Any

import click
from quarterdeck_client.commands.admin import admin, new_invite, written
from quarterdeck_client.commands.output import echo
from quarterdeck_protocol.lobby.admission import MOST_USES, InviteMade, InviteOrder
from quarterdeck_protocol.lobby.moderation import Deed

from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import Settings, settings_from

__all__ = ["admin"]


@click.command("make-first")
@click.argument("name")
@store_options
@click.option("--force", is_flag=True, help="Make another admin, even if there is one.")
def make_first(name: str, force: bool, **given: Any) -> None:
    """Make the first admin, on the store's machine.

    The account NAME must exist: use `quarterdeck account register`. The server can be running or stopped. If the
    embedded store is running, run this as the same user.
    """
    with store_failures():
        settings = settings_from(os.environ, given)
        deed = asyncio.run(_make_first(settings, name, force=force))
    echo(written(deed))


admin.add_local_command(make_first)


@click.command("make-invite")
@store_options
@click.option("--uses", type=click.IntRange(1, MOST_USES), default=1, show_default=True, help="Number of accounts.")
def make_invite(uses: int, **given: Any) -> None:
    """Make an invite for a week, on the store's machine: for the first accounts of a server.

    The server can be running or stopped. If the embedded store is running, run this as the same user.
    """
    with store_failures():
        settings = settings_from(os.environ, given)
        made = asyncio.run(_make_invite(settings, uses))
    echo(*new_invite(made))


admin.add_local_command(make_invite)


async def _make_invite(settings: Settings, uses: int) -> InviteMade:
    from quarterdeck_server.lobby.accounts.players import Players
    from quarterdeck_server.lobby.admission.invite_orders import InviteOrders
    from quarterdeck_server.lobby.moderation.audit import AuditLog
    from quarterdeck_server.lobby.moderation.orders import Orders
    from quarterdeck_server.lobby.shared_affairs import SharedAffairs

    async with reached_store(settings) as store:
        documents = store.documents
        log = AuditLog(documents, Players(documents))
        orders = InviteOrders(documents, log, Orders(documents, SharedAffairs(documents)))
        return await orders.make_on_the_command_line(
            InviteOrder(why="on the command line of the store's machine", uses=uses)
        )


async def _make_first(settings: Settings, name: str, *, force: bool) -> Deed:
    from quarterdeck_server.lobby.accounts.players import Players
    from quarterdeck_server.lobby.moderation.orders import Orders
    from quarterdeck_server.lobby.moderation.service import Moderation
    from quarterdeck_server.lobby.shared_affairs import SharedAffairs

    async with reached_store(settings) as store:
        documents = store.documents
        orders = Orders(documents, SharedAffairs(documents))
        return await Moderation(documents, Players(documents), orders).make_first_admin(name, force=force)
