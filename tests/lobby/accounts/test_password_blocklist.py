"""Which passwords are tried first, so that nobody has one of them."""

import gzip
import hashlib
from importlib.resources import files

import pytest
from quarterdeck_server.lobby.accounts.password_blocklist import why_refused

DIGEST = "59e3d63fb94bd1eee6b26da45c5de25c60185f1955e75f8dc22bd5738a871eb4"
"""The SHA-256 of the list as text. After a change of the list, write the new one."""

COMMON = ("12345678", "password", "Password", "PASSWORD1", "password123!", "iloveyou", "qwertyuiop", "sunshine2024")


@pytest.mark.parametrize("password", COMMON)
def test_the_commonest_are_refused_however_they_are_written(password: str) -> None:
    assert why_refused(password) == "This password is one of the most common and easy to guess; choose another."


def test_the_packed_list_is_the_reviewed_one_with_its_source_and_every_password_in_it_is_refused() -> None:
    packed = files("quarterdeck_server.lobby.accounts").joinpath("password_blocklist.txt.gz").read_bytes()
    text = gzip.decompress(packed)
    assert hashlib.sha256(text).hexdigest() == DIGEST
    assert packed[4:8] == bytes(4), "no time is packed with it: the same list is the same bytes"
    assert b"MIT licence, \xc2\xa9 2012-2016 Dan Wheeler and Dropbox, Inc." in text
    passwords = [line for line in text.decode().splitlines() if not line.startswith("# ")]
    assert len(passwords) == 11_611
    assert [each for each in passwords if why_refused(each) is None] == []


@pytest.mark.parametrize("password", ["aaaaaaaa", "abababababab", "112112112112", "        "])
def test_a_few_characters_again_and_again_are_refused(password: str) -> None:
    assert "different characters" in (why_refused(password) or "")


@pytest.mark.parametrize(
    "password",
    ["Ada Lovelace", "adalovelace1815", "AdaLovelaceAdaLovelace", "ecalevol ada", "quarterdeck", "Quarterdeck1!"],
)
def test_their_own_name_and_the_houses_are_refused(password: str) -> None:
    assert "your name" in (why_refused(password, ["Ada Lovelace"]) or "").lower()


@pytest.mark.parametrize(
    "password", ["a long walk by the sea", "nine green bottles", "kX9#vQ2m", "lovelace wrote notes", "漢字仮名交じり文"]
)
def test_others_are_taken(password: str) -> None:
    assert why_refused(password, ["Ada Lovelace"]) is None


def test_a_name_without_letters_is_no_password_of_everybody() -> None:
    assert why_refused("kX9#vQ2m", ["1234"]) is None
