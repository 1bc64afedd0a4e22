"""The codes of all ready decks, written down: `make golden` writes them anew when a deck has changed."""

from pathlib import Path

import pytest
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED as AMIIBART
from quarterdeck_games.decks import COPIES_BITS, code_of
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED as MYACARDS

FILE = Path(__file__).parent / "deck-codes.txt"


def codes() -> str:
    """Give a line for each ready deck that a code can say."""
    lines = []
    for prefix, decks, numbers in (
        ("AB", AMIIBART.decks, AMIIBART.numbers),
        ("MY", MYACARDS.decks, MYACARDS.numbers),
    ):
        for deck in decks.values():
            assert all(count < 1 << COPIES_BITS for _, count in deck.cards)
            lines.append(f"{deck.id}: {code_of(deck, prefix, numbers)}\n")
    return "".join(lines)


def test_the_codes_of_all_ready_decks_are_as_they_were(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--record"):
        FILE.write_text(codes(), encoding="utf-8")
    assert codes() == FILE.read_text(encoding="utf-8"), "a ready deck or a number has changed: `make golden`, and look"
