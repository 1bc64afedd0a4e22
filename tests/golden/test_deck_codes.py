"""The codes of all ready decks, written down: `make golden` writes them anew when a deck has changed."""

from pathlib import Path

import msgspec
import pytest
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED as AMIIBART
from quarterdeck_games.decks import COPIES_BITS, code_of
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED as MYACARDS

FILE = Path(__file__).parent / "deck-codes.json"


def codes() -> bytes:
    """Return the code of every ready deck, as JSON."""
    found = {}
    for prefix, decks, numbers in (
        ("AB", AMIIBART.decks, AMIIBART.numbers),
        ("MY", MYACARDS.decks, MYACARDS.numbers),
    ):
        for deck in decks.values():
            assert all(count < 1 << COPIES_BITS for _, count in deck.cards)
            found[deck.id] = code_of(deck, prefix, numbers)
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"


def test_the_codes_of_all_ready_decks_are_as_they_were(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--record"):
        FILE.write_bytes(codes())
    assert codes() == FILE.read_bytes(), "a ready deck or a number has changed: `make golden`, and look"
