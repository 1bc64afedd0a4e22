"""Who one was on which server, in a file."""

import stat
from pathlib import Path

import pytest
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens, usual_path
from quarterdeck_protocol.names import TableId, Token

ADA = SavedToken(url="http://here", name="Ada", token=Token("secret"), table=TableId("t1"))
BO = SavedToken(url="http://here", name="Bo", token=Token("other"))
FAR = SavedToken(url="http://there", name="Ada", token=Token("third"))


def test_a_player_who_played_last_is_found_first_and_others_by_name(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "deep" / "players.json")
    assert notebook.find("http://here", None) is None
    for player in (ADA, BO, FAR):
        notebook.note(player)
    assert notebook.find("http://here", None) == BO
    assert notebook.find("http://here", "Ada") == ADA
    assert notebook.find("http://there", None) == FAR
    assert notebook.find("http://here", "Cy") is None


def test_the_same_player_is_noted_once(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    for player in (ADA, BO, ADA):
        notebook.note(player)
    assert notebook.path.read_text().count("Ada") == 1
    assert notebook.find("http://here", None) == ADA


def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "quarterdeck" / "players.json")
    notebook.note(ADA)
    assert stat.S_IMODE(notebook.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(notebook.path.parent.stat().st_mode) == 0o700
    assert [path.name for path in notebook.path.parent.iterdir()] == ["players.json"]


def test_a_byte_order_mark_of_an_editor_loses_nobody(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    notebook.note(ADA)
    notebook.path.write_bytes(b"\xef\xbb\xbf" + notebook.path.read_bytes())
    notebook.note(BO)
    assert notebook.find("http://here", "Ada") == ADA


def test_a_file_that_is_of_no_use_is_begun_again(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    notebook.path.write_text("not JSON at all")
    assert notebook.find("http://here", None) is None
    notebook.note(ADA)
    assert notebook.find("http://here", "Ada") == ADA


def test_it_stands_in_the_state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert usual_path() == tmp_path / "quarterdeck" / "players.json"
    monkeypatch.delenv("XDG_STATE_HOME")
    assert usual_path() == Path.home() / ".local" / "state" / "quarterdeck" / "players.json"
