"""In whose name commands are given: a token comes first, then the player who is remembered there."""

from pathlib import Path

import pytest
from quarterdeck_client.commands.token_holder import TokenHolder
from quarterdeck_client.errors import ClientError
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens
from quarterdeck_protocol.names import Token

URL = "http://127.0.0.1:1"


def test_a_token_that_is_given_is_taken_and_nobody_need_be_remembered(tmp_path: Path) -> None:
    holder = TokenHolder.of(f"{URL}/", None, "given", tmp_path / "players.json")
    assert (holder.url, holder.token()) == (URL, "given")


def test_without_one_it_is_that_of_the_player_who_is_remembered(tmp_path: Path) -> None:
    SavedTokens(tmp_path / "players.json").note(SavedToken(url=URL, name="Ada", token=Token("of Ada")))
    assert TokenHolder.of(URL, None, None, tmp_path / "players.json").token() == "of Ada"
    assert TokenHolder.of(URL, "Ada", None, tmp_path / "players.json").token() == "of Ada"


def test_where_nobody_is_remembered_one_is_told_how_to_come_in(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="no player is saved"):
        TokenHolder.of(URL, "Bo", None, tmp_path / "players.json").token()
