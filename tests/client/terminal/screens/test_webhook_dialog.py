"""Webhooks in the terminal client: made, refused once by a real receiver, sent again, and removed, by keys."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.webhooks import WebhookEvent, WebhookForm
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.storage.memory import Memory, the_time
from screens import Shown, terminal
from servers import PASSWORD, SOON
from services.test_webhook_parts import world
from webhook_receivers import receiver, status

SIZE = (110, 44)


async def make(shown: Shown, url: str, form: str) -> None:
    """Fill the dialogs of a new webhook, without its third event, and put its key away."""
    await shown.pick("Add a webhook")
    await shown.write("The address of the receiver", url)
    await shown.pick(form)
    await shown.pick("HMAC")
    await shown.shows("The events to send")
    await shown.press("4", "enter")
    await shown.shows("whsec_")
    await shown.pick("I have saved it")
    await shown.shows("The webhook is made.")


@contextlib.asynccontextmanager
async def ada_and_bo(
    folder: Path, clock: Callable[[], Milliseconds] = the_time
) -> AsyncIterator[tuple[Client, Client]]:
    """Two players with accounts at a server that sends webhooks to inner networks."""
    async with world(folder, memory=Memory(clock)) as (server, _), Client(server.url) as ada, Client(server.url) as bo:
        for client, name in ((ada, "Ada Hook"), (bo, "Bo")):
            await client.account.register(name, PASSWORD)
        yield ada, bo


async def test_a_webhook_is_made_fails_is_sent_again_and_removed(tmp_path: Path) -> None:
    ahead = [0]
    async with (
        ada_and_bo(tmp_path, lambda: Milliseconds(the_time() + ahead[0])) as (ada, bo),
        receiver(lambda number: status(204 if number else 410)) as receiving,
        terminal(ada, Plan(), size=SIZE) as shown,
    ):
        await shown.shows("n  New table")
        await shown.press("a")
        await shown.pick("Webhooks")
        await shown.shows("None yet.")
        await make(shown, receiving.url, "Standard Webhooks")
        (hook,) = await ada.webhooks.list()
        assert WebhookEvent.TURN not in hook.events
        first = await bo.challenges.create(ada.player.id, "density-deck")
        await receiving.until(1)
        await bo.challenges.cancel(first.id)
        await bo.challenges.create(ada.player.id, "amfibido")
        ahead[0] = 10_000  # what waits for a disabled webhook becomes a dead letter
        async with asyncio.timeout(SOON):
            while (await ada.webhooks.list())[0].dead < 2:
                pass
        await shown.press("escape")
        await shown.pick("Webhooks")
        await shown.pick(receiving.url)
        await shown.shows(": 410.")
        await shown.pick("Enable again")
        await shown.pick("Dead letters")
        await shown.pick("challenges: 410")
        await shown.shows("Sent again: 1")
        requests = await receiving.until(2)
        assert requests[0].headers["webhook-id"] == requests[1].headers["webhook-id"]
        await shown.pick("Send all dead letters again")
        assert (await receiving.until(3))[2].headers["webhook-id"] != requests[0].headers["webhook-id"]
        ahead[0] = 3_600_000
        await shown.pick("New key")
        await shown.pick("New key")
        await shown.write("Your current password", PASSWORD)
        await shown.pick("I have saved it")
        await shown.pick("Delivered")
        await shown.shows("410, 204")
        await shown.pick("Go on")
        await shown.pick("Remove")
        await shown.pick("Remove")
        await shown.shows("The webhook is removed.")
        assert await ada.webhooks.list() == ()


async def test_a_club_and_a_table_have_webhooks_of_their_own(tmp_path: Path) -> None:
    async with (
        ada_and_bo(tmp_path) as (ada, _),
        receiver() as receiving,
        terminal(ada, Plan(), size=SIZE) as shown,
    ):
        await ada.clubs.create("Harbour")
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Clubs")
        await shown.pick("Harbour")
        await shown.pick("Webhooks")
        await make(shown, receiving.url, "message for Discord")
        await shown.press("escape")
        await shown.pick("Open a table")
        await shown.pick("Density Deck")
        await shown.shows("Ada Hook (you)")
        assert "content" in (await receiving.until(1))[0].message
        await shown.press("p")
        await shown.pick("Webhooks")
        await shown.shows("None yet.")
        await make(shown, receiving.url, "Standard Webhooks")
        await shown.press("escape")
        club, table = await ada.webhooks.list()
        assert (club.form, club.club is None, table.form, table.table is None) == (
            WebhookForm.DISCORD,
            False,
            WebhookForm.STANDARD,
            False,
        )
        assert WebhookEvent.MATCH_RATED not in table.events
