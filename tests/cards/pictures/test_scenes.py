"""The table of scenes."""

import re

from quarterdeck_server.cards.pictures.grounds import SHAPES
from quarterdeck_server.cards.pictures.scenes import SCENES, TABLE

LAMPS = {"sun", "moon", "rays", "ring", "glow", "bolt", "none"}
WEATHERS = {"stars", "embers", "rain", "snow", "bubbles", "motes", ""}


def test_each_line_has_another_scene_with_words_and_colours_that_are_known() -> None:
    assert len(SCENES) == len([line for line in TABLE.strip().splitlines() if not line.startswith("#")])
    for name, scene in SCENES.items():
        colours = (*scene.sky, *scene.land, scene.light, *scene.ink)
        assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in colours), name
        assert (scene.lamp in LAMPS, scene.weather in WEATHERS) == (True, True), name
        assert set(scene.grounds) <= set(SHAPES), name
