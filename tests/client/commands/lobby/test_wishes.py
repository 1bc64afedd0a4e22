"""`quarterdeck collection wishes`, `wish`, `be-found` and `who-has`, as they are typed."""

from pathlib import Path

from client.test_packs import Person
from quarterdeck_client import Client
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, WishCard
from servers import PASSWORD, live_server
from web.trade_cases import GAME, give


async def test_a_card_is_wished_for_and_found_from_the_command_line(tmp_path: Path) -> None:
    async with live_server(luck=1, trades_account_age=0) as server, Client(server.url, name="Bo") as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        await give(server, bo.player.id, "deluge", 1)
        await bo.collection.wishes.be_found(FoundBy.TRADERS)
        await bo.collection.wishes.change([WishCard(game=GAME, card="grave-bat")])
        status, written, _ = await ada.types("collection", "wishes")
        assert (status, written) == (0, "Your wish list is empty.\nOther players cannot find you by your cards.\n")
        status, written, _ = await ada.types("collection", "wish", GAME, "Deluge")
        assert (status, written) == (0, "Deluge is on your wish list now, with 1 card on it.\n")
        assert "Deluge, Amiibart TCG\n" in (await ada.types("collection", "wishes"))[1]
        written = (await ada.types("collection", "who-has", GAME, "deluge"))[1]
        assert written == "Who has Deluge to trade\nBo · has of your wish list: Deluge\n"
        assert (
            "None of the players who can be found" in (await ada.types("collection", "who-has", GAME, "grave-bat"))[1]
        )
        assert "Others can find you" in (await ada.types("collection", "be-found", "traders"))[1]
        status, _, complaint = await ada.types("collection", "who-has", "--wishes", GAME, "grave-bat")
        assert status == 1, complaint
        assert "you need a free copy of it" in complaint
        status, _, complaint = await ada.types("collection", "wish", GAME, "beast")
        assert status == 1, complaint
        assert "“beast” could be " in complaint
        status, _, complaint = await ada.types("collection", "wish", GAME, "no such card")
        assert status == 1, complaint
        assert "no card of amiibart matches “no such card”" in complaint
        status, written, _ = await ada.types("collection", "wish", GAME, "deluge", "--no-more")
        assert (status, written) == (0, "Deluge is on your wish list no more, with 0 cards on it.\n")
