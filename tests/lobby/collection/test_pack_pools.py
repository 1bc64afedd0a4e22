"""What packs are drawn from, and what is drawn."""

import hashlib
from collections import Counter

import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.fairness.pack_draws import CARDS_IN_A_PACK, PackPool, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import PackId
from quarterdeck_protocol.names import GameName
from quarterdeck_server.lobby.collection.pack_pools import drawn, pools_of

POOL = PackPool(
    game=GameName("forest"), common=("a", "b", "c"), rare=("d", "e"), ultra_rare=("f",), art_rare=("f-art",)
)


def test_packs_hold_what_a_deck_may_hold_by_rarity_and_art_rares_are_printings() -> None:
    pool = pools_of(GAMES)[GameName("amiibart")]
    catalogue = GAMES["amiibart"].catalogue
    assert catalogue is not None
    collected = [card for card in catalogue.cards.values() if card.kind not in ("power", "token")]
    for rarity in ("common", "rare", "ultra_rare"):
        assert set(pool.of(PackRarity(rarity))) == {card.id for card in collected if card.rarity == rarity}
    assert set(pool.art_rare) == {each.id for each in catalogue.printings.values() if each.rarity == "art_rare"}
    assert len(set(pool.art_rare)) == len(pool.art_rare) > 0


def test_games_without_decks_or_rarities_have_no_packs() -> None:
    found = pools_of(GAMES)
    assert not {"tiny", "density-deck", "amfibido"} & set(found)
    assert pools_of({"tiny": GAMES["tiny"]}) == {}


def test_the_same_lists_have_the_same_hash_and_others_another() -> None:
    assert pools_of(GAMES)[GameName("amiibart")].hash == pools_of(GAMES)[GameName("amiibart")].hash
    lines = "quarterdeck pack forest\ncommon a\ncommon b\ncommon c\nrare d\nrare e\nultra_rare f\nart_rare f-art\n"
    assert POOL.hash == hashlib.sha256(lines.encode()).hexdigest()


def test_of_twelve_rolls_eight_are_rare_three_ultra_rare_and_one_is_art_rare() -> None:
    assert Counter(POOL.rolled(rolled).value for rolled in range(1, 13)) == {"rare": 8, "ultra_rare": 3, "art_rare": 1}


@pytest.mark.parametrize("entropy", ["", "mine", "日本"])
def test_a_pack_is_three_commons_a_rare_and_the_fifth_and_follows_from_seed_and_entropy(entropy: str) -> None:
    cards = drawn(POOL, "5e" * 32, PackId("p"), entropy)
    assert len(cards) == CARDS_IN_A_PACK
    assert [card.rarity for card in cards[:4]] == [*["common"] * 3, "rare"]
    assert all(card.card in POOL.of(card.rarity) for card in cards)
    assert cards == drawn(POOL, "5e" * 32, PackId("p"), entropy)
    others = [drawn(POOL, "5e" * 32, PackId("p"), f"{entropy}{number}") for number in range(20)]
    assert any(other != cards for other in others)


def test_without_art_rares_an_ultra_rare_takes_their_place() -> None:
    pool = PackPool(game=GameName("forest"), common=("a",), rare=("d",), ultra_rare=("f", "g"))
    fifth = [drawn(pool, "5e" * 32, PackId(f"p{number}"), "")[-1] for number in range(200)]
    assert {(card.card, card.rarity.value) for card in fifth} == {
        ("d", "rare"),
        ("f", "ultra_rare"),
        ("g", "ultra_rare"),
    }


def test_packs_of_myacards_tell_the_rarities_that_stand_on_its_cards() -> None:
    pool, catalogue = pools_of(GAMES)[GameName("myacards")], GAMES["myacards"].catalogue
    assert catalogue is not None
    cards = [card for number in range(200) for card in drawn(pool, "5e" * 32, PackId(f"p{number}"), "")]
    assert {card.rarity.value for card in cards} == {"common", "rare", "ultra_rare"}
    assert [card for card in cards if catalogue.cards[card.card].rarity != card.rarity.value] == []
