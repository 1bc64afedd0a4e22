"""Codes that people type are read alike, however they are written."""

from collections.abc import Callable

import pytest
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.accounts import recovery
from quarterdeck_server.lobby.collection import code_records
from quarterdeck_server.lobby.tables import invites

MINE = PlayerId("me")
CODE = "7K3D-9QZB-X4MN-PR2W"
WAYS: dict[str, Callable[[str], str]] = {
    "small": str.lower,
    "nothing between": lambda code: code.replace("-", ""),
    "blanks": lambda code: code.replace("-", " "),
    "tabs": lambda code: code.replace("-", "\t"),
    "no-break spaces": lambda code: code.replace("-", "\N{NO-BREAK SPACE}"),
    "no-break hyphens": lambda code: code.replace("-", "\N{NON-BREAKING HYPHEN}"),
    "en dashes": lambda code: code.replace("-", "\N{EN DASH}"),
    "em dashes": lambda code: code.replace("-", "\N{EM DASH}"),
    "minus signs": lambda code: code.replace("-", "\N{MINUS SIGN}"),
    "soft hyphens": lambda code: code.replace("-", "\N{SOFT HYPHEN}"),
    "zero width": lambda code: "\N{ZERO WIDTH NO-BREAK SPACE}" + code.replace("-", "-\N{ZERO WIDTH SPACE}"),
    "blanks around": lambda code: f"  {code}\r\n",
    "quotes": lambda code: f'"{code}"',
    "curly quotes": lambda code: f"\N{LEFT DOUBLE QUOTATION MARK}{code}\N{RIGHT DOUBLE QUOTATION MARK}",
    "a dot": lambda code: f"{code}.",
    "full width": lambda code: "".join(chr(ord(each) + 0xFEE0) for each in code),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_code_is_read_however_it_is_typed(way: str) -> None:
    typed = WAYS[way](CODE)
    assert recovery.hashed(MINE, typed) == recovery.hashed(MINE, CODE.lower())
    assert code_records.hashed(typed) == code_records.hashed(CODE)
    assert invites.normal(WAYS[way]("BCD-FGH")) == "BCDFGH"


def test_digits_that_are_read_as_letters_are_the_same_in_claim_and_recovery_codes() -> None:
    for typed in ("OI10-LlO1", "0110-1101"):
        assert recovery.hashed(MINE, typed) == recovery.hashed(MINE, "0110 1101")
        assert code_records.hashed(typed) == code_records.hashed("01101101")


@pytest.mark.parametrize(
    "link",
    ["/join/BCDFGH", "https://example.org/join/bcdfgh", "https://example.org/x/join/BCDFGH?y=z#top", "<x/JOIN/BCDFGH>"],
)
def test_an_invite_code_is_found_in_its_link(link: str) -> None:
    assert invites.normal(link) == "BCDFGH"


def test_another_code_is_another_one() -> None:
    assert len({invites.normal("BCDFGH"), invites.normal("BCDFGJ"), invites.normal("/join/")}) == 3
    assert code_records.hashed(CODE[:-1]) != code_records.hashed(CODE)
    assert recovery.hashed(MINE, CODE[:-1]) != recovery.hashed(MINE, CODE)
