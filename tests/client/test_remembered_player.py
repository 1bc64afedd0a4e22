"""Commands that are said in the name of whoever is remembered here."""

from pathlib import Path

import pytest
from quarterdeck_client import Client
from quarterdeck_client.commands.remembered_player import RememberedPlayer
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens
from servers import LiveServer


def test_a_player_who_is_not_remembered_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = RememberedPlayer("http://127.0.0.1:1", None, SavedTokens(tmp_path / "here.json"), client="a test")
    with pytest.raises(SystemExit):
        here.ask_of_all(lambda client: client.seats())
    assert "no player is saved for http://127.0.0.1:1" in capsys.readouterr().err
    here.forget()


async def test_a_player_who_is_remembered_asks_until_they_are_forgotten(server: LiveServer, tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "here.json")
    async with Client(server.url, name="Ada") as ada:
        notebook.note(SavedToken(url=server.url, name="Ada", token=ada.token))
    here = RememberedPlayer(server.url, None, notebook, client="a test")
    account = await here._ask(lambda requests: requests.get())
    assert account.player.name == "Ada"
    here.forget()
    assert notebook.find(server.url, None) is None
