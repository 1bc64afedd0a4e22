"""`quarterdeck challenge` and `quarterdeck inbox`, as they are typed."""

from pathlib import Path

from client.test_packs import Person
from lobby.people import at_one_address
from quarterdeck_client import Client
from quarterdeck_protocol.lobby.social.challenges import DeclineReason
from servers import PASSWORD, live_server


async def test_players_challenge_each_other_from_the_command_line(tmp_path: Path) -> None:
    async with live_server(luck=1) as server, Client(server.url, name="Bo") as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        assert (await ada.types("inbox"))[1] == "Your inbox is empty.\n"
        status, written, complaint = await ada.types(
            *("challenge", "send", "Bo", "density-deck", "--seat", "2", "--option", "lives=1", "--time-limit", "90")
        )
        assert status == 0, complaint
        assert "you challenge Bo: density-deck, 90 s, not rated, challenger has seat 2, " in written
        assert "lives 1" in written
        [received] = (await bo.challenges.list()).received
        assert (received.seat, received.time_limit) == (1, 90_000)
        written = (await ada.types("challenge", "list"))[1]
        assert received.id in written
        assert "Players with an account and their bots can challenge you." in written
        await bo.challenges.decline(received.id, DeclineReason.TOO_SLOW)
        status, written, _ = await ada.types("inbox", "--keep-unread")
        assert written.startswith("new  ")
        assert "The challenge with Bo to density-deck is declined: the time is too long." in written
        assert (await ada.types("inbox"))[1].startswith("new  ")
        assert (await ada.types("inbox"))[1].startswith("     ")

        made = await bo.challenges.create(await _id_of(bo, "Ada"), "tiny")
        status, written, complaint = await ada.types("challenge", "accept", made.id)
        assert status == 0, complaint
        assert "is accepted. Its match is " in written
        assert "`quarterdeck play`" in written
        made = await bo.challenges.create(await _id_of(bo, "Ada"), "tiny")
        status, written, _ = await ada.types("challenge", "decline", made.id, "--reason", "later")
        assert (status, "declined: not now, but later." in written) == (0, True)
        await at_one_address(server, await _id_of(bo, "Ada"), bo.player.id)
        made = await bo.challenges.create(await _id_of(bo, "Ada"), "tiny", rated=True)
        status, _, complaint = await ada.types("challenge", "accept", made.id, "--only-rated")
        assert (status, "`same_address`" in complaint) == (1, True), complaint
        assert (await ada.types("challenge", "allow", "nobody"))[1] == "Nobody can challenge you.\n"


async def test_a_challenge_is_cancelled_and_a_refusal_is_explained(tmp_path: Path) -> None:
    async with live_server(luck=1) as server, Client(server.url, name="Bo") as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        await ada.types("challenge", "send", "Bo", "tiny")
        [received] = (await bo.challenges.list()).received
        status, written, _ = await ada.types("challenge", "cancel", received.id)
        assert (status, written) == (0, "The challenge with Bo to tiny is cancelled.\n")
        status, _, complaint = await ada.types("challenge", "accept", received.id)
        assert status == 1, complaint
        status, _, complaint = await ada.types("challenge", "send", "Bo", "tiny", "--option", "lives")
        assert (status, "lives: write NAME=VALUE" in complaint) == (2, True)
        status, _, complaint = await ada.types("challenge", "send", "Nobody at all", "tiny")
        assert status == 1, complaint


async def test_a_link_is_made_listed_accepted_and_cancelled_from_the_command_line(tmp_path: Path) -> None:
    async with live_server(luck=1) as server, Client(server.url, name="Bo") as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        status, written, complaint = await ada.types("challenge", "link", "tiny", "--time-limit", "90")
        assert status == 0, complaint
        token = written.split()[0].removeprefix(f"{server.url}/challenge#")
        shown = await bo.challenges.get_link(token)
        assert f"{shown.link.id}  by a link: tiny, 90 s" in (await ada.types("challenge", "list"))[1]
        assert (await ada.types("challenge", "cancel-link", shown.link.id))[1] == "The link is cancelled.\n"
        made = await bo.challenges.create_link("tiny")
        status, written, complaint = await ada.types("challenge", "accept-link", f"{server.url}/challenge#{made.token}")
        assert (status, "is accepted. Its match is " in written) == (0, True), complaint


async def _id_of(client: Client, name: str) -> str:
    return (await client.standings.profile(name=name)).player.id
