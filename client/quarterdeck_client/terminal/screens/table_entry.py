"""Joining a table, with a prompt for its password."""

from typing import Any

from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.refusals import RefusalCode
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.widgets.forms import written


async def sit_down(
    app: App[Any], client: Client, table: TableId | None, code: str | None, password: str | None
) -> Table:
    """Take a seat at a table. If the table needs a password, ask until it is right. Raises `RefusedError`, also if the
    player enters no password, and `LostError`."""
    while True:
        try:
            return await client.tables.sit(table, code=code, password=password)
        except RefusedError as refused:
            if refused.code is not RefusalCode.WRONG_PASSWORD:
                raise
            words = "The password of this table:" if password is None else f"{refused}\n\nThe password:"
            password = await written(app, words, is_secret=True)
            if password is None:
                raise
