"""How a pack is drawn: FAIRNESS.md, *Packs*; the vectors hold the draws themselves."""

import hashlib

from quarterdeck_protocol.fairness.pack_draws import SIDES, PackPool, PackRarity
from quarterdeck_protocol.names import GameName

POOL = PackPool(game=GameName("forest"), common=("a", "b"), rare=("d",), ultra_rare=("f",), art_rare=("f-art",))
WITHOUT = PackPool(game=POOL.game, common=POOL.common, rare=POOL.rare, ultra_rare=POOL.ultra_rare)


def test_the_fifth_card_is_rare_with_two_thirds_ultra_rare_with_a_quarter_and_else_an_art_rare() -> None:
    """S0:13"""
    rolled = [POOL.rolled(number).value for number in range(1, SIDES + 1)]
    assert rolled == ["rare"] * 8 + ["ultra_rare"] * 3 + ["art_rare"]


def test_an_ultra_rare_takes_the_place_of_an_art_rare_where_there_is_none() -> None:
    """S0:11: an Art Rare is another face of a card, and MYACARDS has none."""
    assert [WITHOUT.rolled(number).value for number in range(8, SIDES + 1)] == ["rare"] + ["ultra_rare"] * 4
    assert [each.of(PackRarity.ART_RARE) for each in (POOL, WITHOUT)] == [("f-art",), ()]
    assert WITHOUT.of(PackRarity.COMMON) == ("a", "b")


def test_an_art_rare_told_by_an_older_server_is_known_as_an_ultra_rare_where_there_are_none() -> None:
    assert [WITHOUT.known(each).value for each in PackRarity] == ["common", "rare", "ultra_rare", "ultra_rare", "other"]
    assert [POOL.known(each) for each in PackRarity] == list(PackRarity)
    assert WITHOUT.told(PackRarity.ULTRA_RARE) == (PackRarity.ULTRA_RARE, PackRarity.ART_RARE)
    assert WITHOUT.told(PackRarity.ART_RARE) == ()


def test_the_lists_are_named_by_the_hash_of_their_lines() -> None:
    lines = "quarterdeck pack forest\ncommon a\ncommon b\nrare d\nultra_rare f\nart_rare f-art\n"
    assert POOL.lines == lines
    assert POOL.hash == hashlib.sha256(lines.encode()).hexdigest()


def test_a_rarity_that_is_newer_than_this_is_another() -> None:
    assert PackRarity("mythic") is PackRarity.OTHER
