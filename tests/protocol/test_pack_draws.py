"""How a pack is drawn: FAIRNESS.md, *Packs*; the vectors hold the draws themselves."""

import hashlib

from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.pack_draws import SIDES, PackPool, PackRarity, rarity_rolled

POOL = PackPool(game=GameName("forest"), common=("a", "b"), rare=("d",), ultra_rare=("f",), art_rare=("f-art",))


def test_the_fifth_card_is_rare_with_two_thirds_ultra_rare_with_a_quarter_and_else_an_art_rare() -> None:
    """S0:13"""
    rolled = [rarity_rolled(number).value for number in range(1, SIDES + 1)]
    assert rolled == ["rare"] * 8 + ["ultra_rare"] * 3 + ["art_rare"]


def test_an_ultra_rare_takes_the_place_of_an_art_rare_where_there_is_none() -> None:
    without = PackPool(game=POOL.game, common=POOL.common, rare=POOL.rare, ultra_rare=POOL.ultra_rare)
    assert [each.of(PackRarity.ART_RARE) for each in (POOL, without)] == [("f-art",), ("f",)]
    assert without.of(PackRarity.COMMON) == ("a", "b")


def test_the_lists_are_named_by_the_hash_of_their_lines() -> None:
    lines = "quarterdeck pack forest\ncommon a\ncommon b\nrare d\nultra_rare f\nart_rare f-art\n"
    assert POOL.lines == lines
    assert POOL.hash == hashlib.sha256(lines.encode()).hexdigest()


def test_a_rarity_that_is_newer_than_this_is_another() -> None:
    assert PackRarity("mythic") is PackRarity.OTHER
