"""A club's channel: a table opens, one joins by the link, one plays by buttons, and the result comes with a picture."""

import re
from pathlib import Path

import aiohttp
from discord_simulator import SETTING, Discord
from servers import LiveServer, Message, live_server
from web.discord.discord_channel import ADA, linked, some_value
from webhook_receivers import receiver

HOST = "https://cards.example.org"
HOOK = """
[[hook]]
name = "club-channel"
url = "{url}"
form = "discord"
inner = true
events = ["table.opened", "match.ended"]
"""


def link_in(post: Message) -> str:
    """Return the path of the link in a message of the channel."""
    found = re.search(rf"{HOST}(/\S+)", post["content"])
    assert found, post
    return found[1]


async def unfurled(server: LiveServer, path: str) -> tuple[str, bytes]:
    """Return the title and the picture that a chat program shows for a link, as it finds them in the page."""
    async with aiohttp.ClientSession() as http:
        async with http.get(server.url + path, headers={"Accept": "text/html"}) as answer:
            page = await answer.text()
        title, picture = [re.findall(f'property="og:{name}" content="([^"]+)"', page)[0] for name in ("title", "image")]
        async with http.get(server.url + picture.replace("&amp;", "&").removeprefix(HOST)) as answer:
            return title, await answer.read()


async def test_a_channel_sees_a_table_plays_by_buttons_and_gets_the_result_with_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "webhooks.toml"
    async with receiver() as channel:
        file.write_text(HOOK.format(url=channel.url))
        async with (
            live_server(discord=SETTING, webhooks=str(file), public_url=HOST) as server,
            server.person("Ada") as ada,
            server.person("Ben") as ben,
        ):
            discord = Discord(server.url)
            await linked(discord, ADA, ada)
            message = await discord.command(ADA, "table", game="amiibart")
            (opened,) = await channel.until(1)
            assert "Ada opened a table for Amiibart TCG" in opened.message["content"]
            table = link_in(opened.message).removeprefix("/t/")
            await ben.ask({"type": "sit", "table": table})
            begun = await ben.ask({"type": "ready", "table": table})
            match = begun["table"]["match"]
            await discord.press(ADA, message, "show:")
            panel = await discord.press(ADA, message, "play:")
            update, number = await ben.ask({"type": "watch_match", "match": match}), 0
            while update["result"] is None:
                for _ in range(len(update["choices"]) and 1):
                    act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][-1]}
                    await ben.ask(act)
                panel = await discord.press(ADA, panel, "at:")
                while panel.has("act:"):
                    panel = await discord.press(ADA, panel, "act:", some_value(panel.part("act:"), number))
                    number += 1
                update = await ben.ask({"type": "watch_match", "match": match})
            assert number > 5
            assert "The match has ended" in panel.text
            ended = (await channel.until(2))[1].message
            assert "A match of Amiibart TCG has ended\\: 1. " in ended["content"]
            title, picture = await unfurled(server, link_in(ended))
            assert title == "Ada – Ben"
            assert picture.startswith(b"\x89PNG")
