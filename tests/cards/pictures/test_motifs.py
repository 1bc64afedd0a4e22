"""Motifs by their names, and their tints."""

import re

import pytest
from quarterdeck_games import GAMES
from quarterdeck_server.cards.pictures.motifs import CREDITS, UnknownMotif, artists, motif
from quarterdeck_server.cards.pictures.picture_files import named_motifs


def test_a_plain_motif_has_the_ink_of_its_scene_and_a_coloured_one_its_own() -> None:
    assert [shape.colour for shape in motif("wolf-howl")] == [""]
    assert all(re.fullmatch(r"#[0-9a-f]{6}|#[0-9a-f]{3}", shape.colour) for shape in motif("emoji:lion"))


def test_a_tint_turns_the_hue_or_sets_the_colour_or_changes_the_light() -> None:
    plain, turned, coloured, dark = (motif(f"emoji:fox{tint}") for tint in ("", "@120", "@#0000ff", "@0,-100"))
    assert [shape.outline for shape in plain] == [shape.outline for shape in turned]
    assert plain != turned
    for shape in coloured:
        red, green, blue = (int(shape.colour[at : at + 2], 16) for at in (1, 3, 5))
        assert red == green <= blue
    assert {shape.colour for shape in dark} == {"#000000"}
    assert [shape.colour for shape in motif("wolf-howl@#123456")] == ["#123456"]
    assert [shape.colour for shape in motif("wolf-howl@30")] == [""]


@pytest.mark.parametrize("name", ["no-such-icon", "emoji:no-such-icon", "other:lion", ""])
def test_an_unknown_motif_is_named(name: str) -> None:
    with pytest.raises(UnknownMotif) as refused:
        motif(name)
    assert refused.value.args == (name,)


def test_the_files_have_the_motifs_that_are_named_and_no_others() -> None:
    named = named_motifs(GAMES.values())
    assert {name for prefix, name in named if prefix == ""} == set(artists())
    for prefix, name in named:
        assert motif(f"{prefix}:{name}" if prefix else name)


def test_everybody_who_has_drawn_a_motif_is_credited() -> None:
    said = " ".join(CREDITS.read_text("utf-8").replace("-\n    ", "-").split())
    assert "CC BY 3.0" in said
    assert "Copyright (c) Microsoft Corporation" in said
    listed = said.partition("made by ")[2]
    for name, author in artists().items():
        assert re.search(rf"[ :,]{re.escape(name)}\b", listed), name
        assert author.replace("-", "")[:4] in listed.lower().replace(" ", ""), author
