"""SVG files of hosts, made harmless by a list of what an SVG may have.

The result is written from the parsed file, so it holds nothing but listed elements and attributes. What draws, but
could load or run something, is refused with its name. Notes of drawing programs are left out.
"""

import re
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
MOST_ELEMENTS = 2_000
MOST_DEPTH = 50

SHAPES = frozenset({"g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
GRADIENTS = frozenset({"defs", "linearGradient", "radialGradient", "stop", "clipPath"})
ALLOWED = frozenset({"svg"}) | SHAPES | GRADIENTS
LEFT_OUT = frozenset({"title", "desc", "metadata"})
"""Elements that say something to people, and draw nothing."""

ATTRIBUTES = frozenset(
    {
        *("id", "d", "points", "transform", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"),
        *("fx", "fy", "width", "height", "offset", "gradientUnits", "gradientTransform", "spreadMethod"),
        *("clipPathUnits", "fill", "fill-opacity", "fill-rule", "clip-path", "clip-rule", "color", "opacity"),
        *("stop-color", "stop-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
        *("stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "paint-order"),
        *("display", "visibility"),
    }
)
OWN_PART = re.compile(r"""url\(\s*["']?#[\w.-]+["']?\s*\)""")
"""A reference to a part of the same file, such as a gradient."""


class HarmfulSvg(ValueError):  # noqa: N818 - said as what it is
    """Error: a host's SVG file cannot be used. The text says why, and what would be right."""


def harmless(content: bytes) -> bytes:
    """Return an SVG file with only the allowed elements and attributes. Raises `HarmfulSvg`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HarmfulSvg("An SVG must be UTF-8.") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise HarmfulSvg("An SVG must have no DOCTYPE and no entities; remove them.")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 - it declares no entity
    except ElementTree.ParseError as error:
        raise HarmfulSvg(f"This is not well-formed XML: {error}.") from None
    if root.tag != f"{{{SVG}}}svg":
        raise HarmfulSvg(f'The outermost element must be `svg` with xmlns="{SVG}".')
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise HarmfulSvg(f"An SVG can have at most {MOST_ELEMENTS:,} elements.")
    drawn = _copied(root, 0)
    _fill_any_box(drawn)
    return ElementTree.tostring(drawn, encoding="unicode").encode()


def _copied(element: ElementTree.Element, depth: int) -> ElementTree.Element:
    if depth > MOST_DEPTH:
        raise HarmfulSvg(f"The elements of an SVG can be nested at most {MOST_DEPTH} deep.")
    name = element.tag.rpartition("}")[2]
    copy = ElementTree.Element(name, _attributes(name, element))
    for child in element:
        space, _, kind = child.tag.rpartition("}")
        if space != f"{{{SVG}" or kind in LEFT_OUT:
            continue
        if kind not in ALLOWED or kind == "svg":
            raise HarmfulSvg(f"An SVG must not have `{kind}`; use {', '.join(sorted(SHAPES))} and gradients.")
        copy.append(_copied(child, depth + 1))
    return copy


def _attributes(name: str, element: ElementTree.Element) -> dict[str, str]:
    kept: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key.rpartition("}")[2].lower().startswith("on"):
            raise HarmfulSvg(f"`{name}` must not have `{key}`: a picture runs nothing.")
        pairs = _declarations(value) if key == "style" else [(key, value)]
        for attribute, said in pairs:
            if attribute not in ATTRIBUTES:
                continue
            if "url" in OWN_PART.sub("", said).lower() or "\\" in said:
                raise HarmfulSvg(f"`{attribute}` of `{name}` can only refer to a part of the same file: `url(#…)`.")
            kept[attribute] = said
    return kept


def _declarations(style: str) -> list[tuple[str, str]]:
    """Return the properties in a `style` attribute of SVG, each as the attribute with the same meaning."""
    pairs = [each.partition(":") for each in style.split(";")]
    return [(name.strip(), value.strip()) for name, _, value in pairs if value.strip()]


def _fill_any_box(root: ElementTree.Element) -> None:
    """Change an SVG picture so that it fills any box in which it is shown. Parts outside of the box are cut off, as
    with all other card pictures. Raises `HarmfulSvg`."""
    size = [re.sub(r"px$", "", root.attrib.pop(side, "")) for side in ("width", "height")]
    if "viewBox" not in root.attrib:
        if not all(re.fullmatch(r"\d+(\.\d+)?", side) for side in size):
            raise HarmfulSvg("An SVG must have a `viewBox`, or `width` and `height` in pixels.")
        root.set("viewBox", f"0 0 {size[0]} {size[1]}")
    root.set("preserveAspectRatio", "xMidYMid slice")
    root.set("xmlns", SVG)
