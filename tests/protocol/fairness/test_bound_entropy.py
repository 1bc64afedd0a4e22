"""What binds a share of entropy, and all decks: the vectors of FAIRNESS.md; nothing that could be taken for another."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.names import MatchId

VECTORS = json.loads((Path(__file__).parents[3] / "protocol" / "fairness-vectors.json").read_text(encoding="utf-8"))
SEED, MATCH = "07" * 32, MatchId("m")


@pytest.mark.parametrize("vector", VECTORS["entropy_hashes"])
def test_the_hash_of_a_share_is_that_of_the_vectors(vector: Any) -> None:
    assert entropy_hash(vector["entropy"]) == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["decks"])
def test_the_commitment_to_decks_is_that_of_the_vectors(vector: Any) -> None:
    decks = msgspec.convert(vector["decks"], tuple[Deck, ...])
    assert decks_commitment(vector["seed"], vector["match"], decks) == vector["commitment"]


@pytest.mark.parametrize("wrong", ["", "A" * 64, "g" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", " " + "a" * 63])
def test_anything_that_is_bound_is_sixty_four_small_hexadecimal_digits_and_nothing_else(wrong: str) -> None:
    for command in ({"type": "ready", "table": "t"}, {"type": "accept", "offer": "o"}):
        said = {**command, "entropy_hash": "a" * 64}
        assert msgspec.convert(said, AnyFromClient).__struct_config__.tag == command["type"]
        with pytest.raises(msgspec.ValidationError, match="entropy_hash"):
            msgspec.convert({**said, "entropy_hash": wrong}, AnyFromClient)


def test_anything_that_differs_in_the_decks_gives_another_commitment() -> None:
    different = (
        (Deck(cards=(("a", 1), ("b", 2))),),
        (Deck(cards=(("b", 2), ("a", 1))),),
        (Deck(cards=(("a", 1), ("b", 3))),),
        (Deck(cards=(("a", 1),)), Deck(cards=(("b", 2),))),
        (Deck(cards=(("a", 1),)), Deck(cards=(("b", 2),)), Deck(cards=())),
        (Deck(cards=(("a", 1), ("b", 2)), beside=("c",)),),
        (Deck(cards=(("a", 1), ("b", 2)), beside=("c", "")),),
    )
    told = {decks_commitment(SEED, MATCH, decks) for decks in different}
    other = {decks_commitment("08" * 32, MATCH, different[0]), decks_commitment(SEED, MatchId("n"), different[0])}
    assert len(told | other) == len(different) + 2


def test_anything_that_a_deck_is_called_is_not_bound() -> None:
    named = Deck(id="vigil", name="Vigil", cards=(("a", 1),))
    assert decks_commitment(SEED, MATCH, (named,)) == decks_commitment(SEED, MATCH, (Deck(cards=(("a", 1),)),))
