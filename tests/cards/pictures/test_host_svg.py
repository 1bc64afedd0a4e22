"""SVG of hosts: what is kept, what is left out, and what is refused."""

from xml.etree import ElementTree

import pytest
from quarterdeck_server.cards.pictures.host_svg import ALLOWED, ATTRIBUTES, HarmfulSvg, filling_any_box, harmless

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30">'


def drawn(inside: str, head: str = HEAD) -> str:
    return filling_any_box(f"{head}{inside}</svg>".encode()).decode()


def test_shapes_gradients_and_their_attributes_are_kept() -> None:
    gradient = '<defs><linearGradient id="g"><stop offset="1" stop-color="#fff"/></linearGradient></defs>'
    text = drawn(f'{gradient}<g transform="scale(2)"><path d="M0 0h9v9z" fill="url(#g)"/></g>')
    assert 'fill="url(#g)"' in text
    assert '<path d="M0 0h9v9z"' in text
    assert 'stop-color="#fff"' in text


def test_a_picture_fills_its_box_whatever_its_size() -> None:
    text = drawn("<rect/>", '<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="30">')
    assert text.startswith('<svg viewBox="0 0 40 30" preserveAspectRatio="xMidYMid slice"')
    assert "width" not in text
    with pytest.raises(HarmfulSvg, match="`viewBox`, or `width` and `height`"):
        drawn("", '<svg xmlns="http://www.w3.org/2000/svg" width="100%">')


def test_notes_of_drawing_programs_are_left_out() -> None:
    noted = '<!-- made by hand --><title>A</title><metadata>m</metadata><x:layer xmlns:x="urn:x"><x:a/></x:layer>'
    text = drawn(f'{noted}<path d="M0 0" class="a" data-name="b" x:y="z" xmlns:x="urn:x"/>')
    assert [each.tag.rpartition("}")[2] for each in ElementTree.fromstring(text).iter()] == ["svg", "path"]  # noqa: S314
    assert "data-name" not in text
    assert "class" not in text


def test_a_style_becomes_the_attributes_that_say_the_same() -> None:
    text = drawn('<path d="M0 0" style="fill:#f00;stroke-width: 2 ;-inkscape-font:x;opacity:"/>')
    assert 'fill="#f00" stroke-width="2"' in text
    assert "style" not in text


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        ("<script>alert(1)</script>", "`script`"),
        ("<foreignObject><p/></foreignObject>", "`foreignObject`"),
        ('<image href="https://example.org/a.png"/>', "`image`"),
        ('<use xlink:href="#a"/>', "`use`"),
        ('<a href="javascript:alert(1)"><path/></a>', "`a`"),
        ("<style>@import 'x'</style>", "`style`"),
        ("<text>Hello</text>", "`text`"),
        ('<animate attributeName="x"/>', "`animate`"),
        ("<svg/>", "`svg`"),
        ('<path onclick="alert(1)"/>', "`onclick`"),
        ('<path ONLOAD="alert(1)"/>', "`ONLOAD`"),
        ('<path fill="url(https://example.org/#a)"/>', "`fill` of `path`"),
        ('<path style="fill:url(//example.org)"/>', "`fill` of `path`"),
        ('<path clip-path="u\\72l(x)"/>', "`clip-path` of `path`"),
        ("<g>" * 60 + "</g>" * 60, "at most 50 deep"),
        ("<g/>" * 2_001, "at most 2,000 elements"),
    ],
)
def test_anything_that_could_load_or_run_something_is_refused_by_its_name(inside: str, named: str) -> None:
    with pytest.raises(HarmfulSvg, match=named.replace("(", r"\(")):
        drawn(inside)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', "no DOCTYPE"),
        (b"<svg", "not well-formed XML"),
        (f"{HEAD}<?xml-stylesheet href='a.css'?></svg>".encode(), "no `xml-stylesheet`"),
        (b"<svg/>", "outermost element must be `svg`"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "outermost element must be `svg`"),
        ("<svg/>".encode("utf-16"), "must be UTF-8"),
    ],
)
def test_anything_that_is_no_plain_svg_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(HarmfulSvg, match=said):
        harmless(content)


def test_nothing_on_the_lists_loads_runs_or_embeds() -> None:
    assert ALLOWED.isdisjoint(
        {"script", "style", "image", "use", "a", "foreignObject", "animate", "set", "text", "filter"}
    )
    assert not any(each.startswith("on") or "href" in each for each in ATTRIBUTES)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (f"{HEAD}\n<g>\n<script/></g></svg>".encode(), 3),
        (f"{HEAD}\n<g onclick='x()'/></svg>".encode(), 2),
        (b"\n<!DOCTYPE svg><svg/>", 2),
        (f"{HEAD}\n\n<g></svg>".encode(), 3),
        (f"{HEAD}\n\xff</svg>".encode("latin-1"), 2),
        (b'\n<svg xmlns="http://www.w3.org/2000/svg"/>', 2),
    ],
)
def test_anything_that_is_refused_has_its_line(content: bytes, line: int) -> None:
    with pytest.raises(HarmfulSvg) as harmful:
        filling_any_box(content)
    assert harmful.value.line == line


def test_a_picture_that_need_not_fill_a_box_keeps_its_size() -> None:
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" preserveAspectRatio="none"><rect/></svg>'
    assert harmless(text.encode()).decode() == text.replace(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" preserveAspectRatio="none">',
        '<svg width="40" height="30" preserveAspectRatio="none" xmlns="http://www.w3.org/2000/svg">',
    ).replace("<rect/>", "<rect />")
