"""`quarterdeck codes`: made, claimed, listed and taken back on the command line."""

import asyncio
import re

from click.testing import CliRunner, Result
from quarterdeck_server.__main__ import main
from servers import LiveServer, line_to, live_server

PASSWORD = "a long walk by the sea"


async def said(server: LiveServer, token: str, *words: str, status: int = 0, typed: str = "") -> str:
    """Run the command beside what runs here, and return what it says."""
    clean = {"QUARTERDECK_URL": server.url, "QUARTERDECK_TOKEN": token}

    def run() -> Result:
        return CliRunner().invoke(main, ["codes", *words], env=clean, input=typed)

    result = await asyncio.to_thread(run)
    assert result.exit_code == status, result.output
    return result.output


async def test_codes_are_made_claimed_listed_looked_up_and_taken_back() -> None:
    async with live_server(packs_account_age=0) as server, line_to(server.url) as mo, line_to(server.url) as ada:
        tokens = []
        for line, name, scope in ((mo, "Mo", "moderate"), (ada, "Ada", "collection:trade")):
            await line.sign_in(f"{name} here")
            await line.ask({"type": "register", "name": name, "password": PASSWORD})
            tokens.append((await line.ask({"type": "make_token", "scopes": [scope]}))["token"])
        await server.services.moderation.make_first_admin("Mo")
        moderator, player = tokens
        gift = ("--pack", "amiibart=2", "--pack", "amiibart:AB1", "--card", "amiibart/trip-wire=4")
        made = await said(server, moderator, "make", "Summer fair", *gift, "--uses", "2", "--for", "7d")
        codes = re.findall(r"^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$", made, re.MULTILINE)
        assert len(codes) == 1
        claimed = await said(server, player, "claim", typed=f"{codes[0].lower()}\n")
        assert "Summer fair:" in claimed
        assert "4 × amiibart/trip-wire" in claimed
        assert claimed.count("a pack of amiibart") == 3
        assert "You have already claimed this code." in await said(
            server, player, "claim", typed=codes[0] + "\n", status=1
        )
        listed = await said(server, moderator, "list")
        assert "Summer fair: 4 × amiibart/trip-wire, 2 × a pack of amiibart, 1 × a pack of amiibart:AB1" in listed
        assert "1 code for 2 each, claimed once, until " in listed
        batch = listed.split()[0]
        assert "Ada: claim_code" in await said(server, moderator, "history", batch)
        looked_up = await said(server, moderator, "history", typed=f"{codes[0]}\n")
        assert "code 1 of it, claimed once" in looked_up
        assert "withdrawn" in await said(server, moderator, "revoke", batch, "--why", "A poster was lost.")
        assert "Mo: revoke_codes" in await said(server, moderator, "history", batch)
        assert "it needs the scope `moderate`" in await said(server, player, "list", status=1)


async def test_anything_that_is_wrong_with_a_gift_is_said_of_the_option_that_it_is_about() -> None:
    async with live_server() as server, line_to(server.url) as mo:
        await mo.sign_in("Mo here")
        await mo.ask({"type": "register", "name": "Mo", "password": PASSWORD})
        token = (await mo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        await server.services.moderation.make_first_admin("Mo")
        good = ("--card", "amiibart/trip-wire", "--pack", "amiibart")
        for bad in ("--card amiibart/nothing", "--pack amiibart:AB9", "--pack chess"):
            said_of_it = await said(server, token, "make", "Fair", *good, *bad.split(), status=1)
            assert f"{bad}: " in said_of_it
        assert "A code must give at least one copy or pack." in await said(server, token, "make", "Fair", status=1)


async def test_anything_that_names_nothing_is_said_before_anybody_is_asked() -> None:
    async with live_server() as server:
        for words in (("--pack", "amiibart=21"), ("--pack", "a/b"), ("--card", "trip-wire"), ("--card", "a/b=101")):
            assert "does not name" in await said(server, "none", "make", "Fair", *words, status=2)
        assert "There are none" not in await said(server, "none", "list", status=1)
