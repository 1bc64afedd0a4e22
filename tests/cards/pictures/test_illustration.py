"""A picture from its parts."""

from typing import Any
from xml.etree import ElementTree

import pytest
from quarterdeck_server.cards.pictures.grounds import SHAPES
from quarterdeck_server.cards.pictures.illustration import Crest, Subject, composed
from quarterdeck_server.cards.pictures.motifs import motif
from quarterdeck_server.cards.pictures.scenes import SCENES


def picture(**changes: Any) -> str:
    parts = {"seed": "x", "motif": motif("wolf-howl"), "second": motif("pine-tree"), "scene": SCENES["tundra"]}
    return composed(Subject(**{**parts, **changes}))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("is_full_bleed", [False, True])
def test_every_scene_is_drawn_with_known_grounds_and_colours_for_each(name: str, is_full_bleed: bool) -> None:
    scene = SCENES[name]
    assert set(scene.grounds) <= set(SHAPES)
    text = picture(scene=scene, is_full_bleed=is_full_bleed)
    ElementTree.fromstring(text)  # noqa: S314 - our own
    assert all(colour in text for colour in scene.sky)


def test_the_seed_changes_the_ground_and_the_light_and_nothing_else_is_by_chance() -> None:
    assert picture() == picture()
    assert picture() != picture(seed="y")


def test_the_frame_says_how_rare_a_card_is_in_parts_of_the_box() -> None:
    common, rare, ultra = picture(), picture(rarity="rare"), picture(rarity="ultra_rare")
    assert "#00000059" in common
    assert ("#e9eef3" in rare, "#ffe39a" in ultra) == (True, True)
    assert 'stroke-width="2%"' in common
    assert 'stroke-width="3%"' in rare


def test_another_illustration_fills_the_box_without_a_frame() -> None:
    assert "#ffe39a" not in picture(rarity="ultra_rare", is_full_bleed=True)
    assert 'class="t"' in picture(is_full_bleed=True)
    assert "class=" not in picture()


def test_a_crest_stands_in_its_corner() -> None:
    crest = Crest(motif("frog"), "#2e8b57", "#ffffff")
    assert 'preserveAspectRatio="xMinYMin meet"><path' in picture(crest=crest)
    assert "#2e8b57" not in picture()


def test_a_motif_in_the_air_or_under_water_throws_no_shade() -> None:
    assert "<ellipse" in picture()
    assert "<ellipse" not in picture(scene=SCENES["sky"])
    assert "<ellipse" not in picture(scene=SCENES["reef"])
