"""The colours of a site can be read on each other, or are refused with their contrast."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from quarterdeck_server.site.colours import LEAST_CONTRAST, PAIRS, PROPERTIES, SHIPPED, contrast, palettes, rules
from quarterdeck_server.site.site_file import SourceText

TOKENS = Path(__file__).parents[2] / "client" / "web" / "styles" / "tokens.css"
TEXT = "name = 'x'\n[colours.dark]\naccent = '#222222'\n[colours.light]\ntext = '#777777'\n"
SOURCE = SourceText(Path("site.toml"), TEXT)


def test_the_shipped_colours_are_those_of_the_client_and_pass() -> None:
    found = [dict(re.findall(r"--([\w-]+): (#\w{6});", block)) for block in TOKENS.read_text().split("{")]
    dark, *lights = (tokens for tokens in found if "bg" in tokens)
    light = lights[0]
    assert lights == [light, light]
    names = {**PROPERTIES, "hot": "hot", "good": "good"}
    for theme, tokens in (("dark", dark), ("light", light)):
        assert SHIPPED[theme] == {name: tokens[property_] for name, property_ in names.items()}
        for front, behind in PAIRS:
            assert contrast(SHIPPED[theme][front], SHIPPED[theme][behind]) >= LEAST_CONTRAST, (theme, front, behind)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    greys = [contrast(f"#{each:02x}{each:02x}{each:02x}", "#000000") for each in range(256)]
    assert all(one < other for one, other in pairwise(greys))


def test_colours_that_cannot_be_read_are_refused_with_both_and_their_ratio() -> None:
    with pytest.raises(
        ValueError, match=r"line 3: `accent` #222222 on `background` #0b131b has a contrast of 1\.\d\d to"
    ):
        palettes({"dark": {"accent": "#222222"}}, SOURCE)
    with pytest.raises(ValueError, match="line 5: `text` #777777 on `background` #e0d8c7"):
        palettes({"light": {"text": "#777777"}}, SOURCE)
    with pytest.raises(ValueError, match="`hot` #b3261e on `background` #c9b3a6 has a contrast of 3"):
        palettes({"light": {"background": "#c9b3a6", "dim": "#000000", "accent": "#000000"}}, SOURCE)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"drak": {}}, "`drak` is not a theme. Did you mean `dark`?"),
        ({"dark": {"acent": "#ffffff"}}, "`acent` is not a colour. Did you mean `accent`?"),
        ({"dark": {"accent": "red"}}, "`accent` is 'red'; a colour is written as #1a2b3c."),
        ({"dark": {"accent": "#fff;}"}}, "a colour is written as #1a2b3c."),
        ({"dark": {"accent": "#ffffff\n"}}, "a colour is written as #1a2b3c."),
    ],
)
def test_anything_that_is_no_colour_is_refused(given: dict[str, dict[str, str]], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        palettes(given, SOURCE)


def test_colours_of_one_theme_leave_the_other_alone() -> None:
    (palette,) = palettes({"dark": {"accent": "#7FD1C0"}}, SOURCE)
    assert palette.colours["accent"] == "#7fd1c0"
    assert rules((palette,)) == ":root{--brass:#7fd1c0}"
    assert "light" not in rules((palette,))
    assert palettes({}, SOURCE) == ()
