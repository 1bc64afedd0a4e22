"""`quarterdeck people`, as it is typed."""

from pathlib import Path

from client.test_packs import Person
from lobby.people import noted
from quarterdeck_client import Client
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from servers import PASSWORD, live_server


async def test_players_follow_each_other_and_write_from_the_command_line(tmp_path: Path) -> None:
    async with live_server() as server, Client(server.url) as bo:
        ada = Person(server.url, tmp_path / "here.json")
        await ada.types("account", "register", "Ada", "--password", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        await bo.following.set_seen_by(SeenBy.EVERYBODY)
        await noted(server)
        status, written, complaint = await ada.types("people", "list")
        assert (status, written.splitlines()[0]) == (0, "You follow no player."), complaint
        assert (await ada.types("people", "follow", "Bo"))[1] == "Bo  online\n"
        assert (await ada.types("people", "seen-by", "nobody"))[1] == "You are invisible.\n"
        status, _, complaint = await ada.types("people", "write", "Bo", "Hello!")
        assert (status, "does not accept" in complaint) == (1, True)
        hers = (await bo.standings.profile(name="Ada")).player.id
        await bo.following.follow(hers)
        assert (await ada.types("people", "write", "Bo", "Hello!"))[1] == "The message is sent.\n"
        await bo.conversations.send(hers, "Hello yourself!")
        assert "1 unread from Bo" in (await ada.types("people", "list"))[1]
        assert (await ada.types("inbox"))[1].endswith("Bo has sent you a message.\n")
        lines = (await ada.types("people", "read", "Bo"))[1].splitlines()
        assert [line.partition("  ")[2] for line in lines] == ["you: Hello!", "Bo: Hello yourself!"]
        assert "unread" not in (await ada.types("people", "list"))[1]
        await ada.types("people", "delete", "Bo")
        assert (await ada.types("people", "read", "Bo"))[1] == "There are no messages.\n"
        assert (await ada.types("people", "unfollow", "Bo"))[1] == "You do not follow Bo.\n"
        assert (await ada.types("challenge", "allow", "followed"))[1] == "Players that you follow can challenge you.\n"
