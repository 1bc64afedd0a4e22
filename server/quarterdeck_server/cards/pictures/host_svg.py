"""SVG files of hosts, made harmless by a list of what an SVG may have: pictures of cards and of a site.

The result is written from what was read, so it holds nothing but listed elements and attributes. What draws, but could
load or run something, is refused with its name and line. Notes of drawing programs are left out.
"""

import re
from xml.etree import ElementTree
from xml.parsers import expat  # document types, and so entities, are refused below

SVG = "http://www.w3.org/2000/svg"
MOST_ELEMENTS = 2_000
MOST_DEPTH = 50

SHAPES = frozenset({"g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
GRADIENTS = frozenset({"defs", "linearGradient", "radialGradient", "stop", "clipPath"})
ALLOWED = frozenset({"svg"}) | SHAPES | GRADIENTS
LEFT_OUT = frozenset({"title", "desc", "metadata"})
"""Elements that describe a picture and draw nothing."""

ATTRIBUTES = frozenset(
    {
        *("id", "d", "points", "transform", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"),
        *("fx", "fy", "width", "height", "offset", "gradientUnits", "gradientTransform", "spreadMethod"),
        *("clipPathUnits", "fill", "fill-opacity", "fill-rule", "clip-path", "clip-rule", "color", "opacity"),
        *("stop-color", "stop-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
        *("stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "paint-order"),
        *("display", "visibility", "preserveAspectRatio"),
    }
)
OWN_PART = re.compile(r"""url\(\s*["']?#[\w.-]+["']?\s*\)""")
"""A reference to a part of the same file, such as a gradient."""


class HarmfulSvg(ValueError):  # noqa: N818 - said as what it is
    """Error: a host's SVG file cannot be used. The text says why, and what would be right."""

    def __init__(self, wrong: str, line: int) -> None:
        super().__init__(wrong)
        self.line = line


def harmless(content: bytes) -> bytes:
    """Return an SVG file with only the allowed elements and attributes. Raises `HarmfulSvg`."""
    return _written(_Copy(content).root)


def filling_any_box(content: bytes) -> bytes:
    """Return an SVG file as `harmless` does, changed so that it fills any box in which it is shown. Parts outside of
    the box are cut off, as with all other card pictures. Raises `HarmfulSvg`."""
    copy = _Copy(content)
    root = copy.root
    size = [re.sub(r"px$", "", root.attrib.pop(side, "")) for side in ("width", "height")]
    if "viewBox" not in root.attrib:
        if not all(re.fullmatch(r"\d+(\.\d+)?", side) for side in size):
            raise HarmfulSvg("An SVG must have a `viewBox`, or `width` and `height` in pixels.", copy.first_line)
        root.set("viewBox", f"0 0 {size[0]} {size[1]}")
    root.attrib.pop("preserveAspectRatio", None)
    root.set("preserveAspectRatio", "xMidYMid slice")
    return _written(root)


def _written(root: ElementTree.Element) -> bytes:
    root.set("xmlns", SVG)
    return ElementTree.tostring(root, encoding="unicode").encode()


class _Copy:
    """A copy of the allowed elements and attributes of an SVG file, made while the file is read."""

    root: ElementTree.Element
    first_line: int

    def __init__(self, content: bytes) -> None:
        """Copy an SVG file. Raises `HarmfulSvg`."""
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise HarmfulSvg("An SVG must be UTF-8.", content[: error.start].count(b"\n") + 1) from None
        self._elements = 0
        self._open: list[ElementTree.Element] = []
        self._left_out = 0
        """Number of open elements that are left out, with all of their content."""

        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_type
        self._parser.ProcessingInstructionHandler = self._instruct
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            raise HarmfulSvg(f"This is not well-formed XML: {error}.", error.lineno) from None

    def _harmful(self, wrong: str) -> HarmfulSvg:
        return HarmfulSvg(wrong, self._parser.CurrentLineNumber)

    def _refuse_type(self, *_: object) -> None:
        raise self._harmful("An SVG must have no DOCTYPE and no entities; remove them.")

    def _instruct(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            raise self._harmful("An SVG must have no `xml-stylesheet`; turn styles into attributes.")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition("}")
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise self._harmful(f"An SVG can have at most {MOST_ELEMENTS:,} elements.")
        if not self._open:
            if (space, name) != (SVG, "svg"):
                raise self._harmful(f'The outermost element must be `svg` with xmlns="{SVG}".')
            self.root = ElementTree.Element(name, self._kept(name, attributes))
            self.first_line = self._parser.CurrentLineNumber
            self._open.append(self.root)
        elif self._left_out or space != SVG or name in LEFT_OUT:
            self._left_out += 1
        elif name not in ALLOWED or name == "svg":
            raise self._harmful(f"An SVG must not have `{name}`; use {', '.join(sorted(SHAPES))} and gradients.")
        elif len(self._open) > MOST_DEPTH:
            raise self._harmful(f"The elements of an SVG can be nested at most {MOST_DEPTH} deep.")
        else:
            self._open.append(ElementTree.SubElement(self._open[-1], name, self._kept(name, attributes)))

    def _end(self, _tag: str) -> None:
        if self._left_out:
            self._left_out -= 1
        else:
            self._open.pop()

    def _kept(self, name: str, attributes: dict[str, str]) -> dict[str, str]:
        kept: dict[str, str] = {}
        for key, value in attributes.items():
            if key.rpartition("}")[2].lower().startswith("on"):
                raise self._harmful(f"`{name}` must not have `{key}`: a picture runs nothing.")
            for attribute, said in _declarations(value) if key == "style" else [(key, value)]:
                if attribute not in ATTRIBUTES:
                    continue
                if "url" in OWN_PART.sub("", said).lower() or "\\" in said:
                    raise self._harmful(
                        f"`{attribute}` of `{name}` can only refer to a part of the same file: `url(#…)`."
                    )
                kept[attribute] = said
        return kept


def _declarations(style: str) -> list[tuple[str, str]]:
    """Return the properties in a `style` attribute of SVG, each as the attribute with the same meaning."""
    pairs = [each.partition(":") for each in style.split(";")]
    return [(name.strip(), value.strip()) for name, _, value in pairs if value.strip()]
