"""Writes the motifs of the cards' pictures: those icons of two npm packages that the picture files of the games name.

    python client/web/scripts/motifs.py PACKAGES AUTHORS

PACKAGES is a folder with the unpacked npm packages, as `npm pack` and `tar` make them. AUTHORS is a checkout of
github.com/game-icons/icons, whose folders say who has drawn each icon. The paths come out on a grid of 512 whole steps,
so each picture stays small.
"""

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from quarterdeck_games import GAMES
from quarterdeck_server.cards.pictures.motifs import CREDITS, FILES, GRID, MOTIFS, PREFIXES, artists
from quarterdeck_server.cards.pictures.picture_files import named_motifs

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def segments(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of an SVG path with their numbers; a repeated command is yielded again."""
    at, command = 0, ""
    while at < len(d):
        if d[at] in " ,\n\t":
            at += 1
            continue
        if d[at].lower() in COUNTS:
            command, at = d[at], at + 1
        numbers: list[float] = []
        while len(numbers) < COUNTS[command.lower()]:
            while d[at] in " ,\n\t":
                at += 1
            if command.lower() == "a" and len(numbers) in (3, 4):  # flags may stand without a gap
                numbers.append(float(d[at]))
                at += 1
                continue
            found = NUMBER.match(d, at)
            if found is None:
                raise ValueError(f"no number at {at} in {d[:40]}")
            numbers.append(float(found[0]))
            at = found.end()
        yield command, numbers
        if command in "mM":
            command = "l" if command == "m" else "L"


def on_grid(d: str, scale: float) -> str:
    """Return an SVG path in integers. Its coordinates are relative to the rounded position, so that rounding errors do
    not add up."""
    written: list[str] = []
    x = y = start_x = start_y = 0.0  # where the pen of the original is
    px = py = psx = psy = 0  # where the pen of the copy is
    for command, numbers in segments(d):
        low, is_relative = command.lower(), command.islower()
        if low == "z":
            written.append("z")
            x, y, px, py = start_x, start_y, psx, psy
            continue
        if low == "a":
            rx, ry, turn, large, sweep, *end = numbers
            ex, ey = (end[0] + x, end[1] + y) if is_relative else end
            tx, ty = round(ex * scale), round(ey * scale)
            radii = max(1, round(rx * scale)), max(1, round(ry * scale))
            written.append(f"a{radii[0]} {radii[1]} {round(turn)} {int(large)} {int(sweep)} {tx - px} {ty - py}")
            x, y, px, py = ex, ey, tx, ty
            continue
        if low in "hv":
            x, y = (
                ((numbers[0] + (x if is_relative else 0)), y)
                if low == "h"
                else (x, numbers[0] + (y if is_relative else 0))
            )
            tx, ty = round(x * scale), round(y * scale)
            if low == "h" and tx != px:
                written.append(f"h{tx - px}")
            if low == "v" and ty != py:
                written.append(f"v{ty - py}")
            px, py = tx, ty
            continue
        points = [
            (numbers[at] + (x if is_relative else 0), numbers[at + 1] + (y if is_relative else 0))
            for at in range(0, len(numbers), 2)
        ]
        scaled = [(round(a * scale) - px, round(b * scale) - py) for a, b in points]
        if low != "l" or scaled[-1] != (0, 0):
            text = low + " ".join(f"{a} {b}" for a, b in scaled)
            if low == "m" and not written:
                text = "M" + text[1:]
            written.append(text)
        x, y = points[-1]
        px, py = px + scaled[-1][0], py + scaled[-1][1]
        if low == "m":
            start_x, start_y, psx, psy = x, y, px, py
    text = "".join(written)
    return re.sub(r" -", "-", re.sub(r"([a-zA-Z])\1(?=[-\d])", r"\1", _merged(text)))


def _merged(text: str) -> str:
    """Return an SVG path in which repeated commands are written only once."""
    parts = re.findall(r"[a-zA-Z][^a-zA-Z]*", text)
    result, before = "", ""
    for part in parts:
        if part[0] == before and before in "lcsqt":
            result += (" " if part[1] != "-" else "") + part[1:]
        else:
            result += part
        before = part[0]
    return result


def shapes(body: str, scale: float) -> list[list[str]]:
    """Return the filled paths of an icon, each as its colour and its outline."""
    root = ElementTree.fromstring(f"<svg>{body}</svg>")  # noqa: S314 - of a package that somebody has chosen
    found: list[list[str]] = []

    def take(element: ElementTree.Element, fill: str) -> None:
        fill = element.get("fill", fill)
        kind = element.tag
        if kind in ("svg", "g"):
            for child in element:
                take(child, fill)
        elif kind in ("path", "circle", "ellipse", "rect"):
            d = element.get("d") or _outline(element)
            colour = "" if fill in ("currentColor", "") else fill
            rule = ["evenodd"] if element.get("fill-rule") == "evenodd" else []
            if colour != "none":
                found.append([colour, on_grid(d, scale), *rule])
        else:
            raise ValueError(f"an icon has <{kind}>, which no picture may have; name another one")

    take(root, "")
    return found


def _outline(element: ElementTree.Element) -> str:
    at = {name: float(value) for name, value in element.attrib.items() if NUMBER.fullmatch(value)}
    if element.tag == "rect":
        return f"M{at.get('x', 0)} {at.get('y', 0)}h{at['width']}v{at['height']}h{-at['width']}z"
    rx, ry = at.get("rx", at.get("r", 0)), at.get("ry", at.get("r", 0))
    return f"M{at['cx'] - rx} {at['cy']}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0z"


def main(packages: Path, authors: Path) -> None:
    drawn_by = {path.stem: path.parent.name for path in authors.glob("*/*.svg")}
    named = named_motifs(GAMES.values())
    for prefix in PREFIXES:
        icons = json.loads(next(packages.glob(f"*{FILES[prefix]}/**/icons.json")).read_text("utf-8"))
        lines = []
        for name in sorted(each for of, each in named if of == prefix):
            icon = icons["icons"].get(name) or icons["icons"][icons["aliases"][name]["parent"]]
            size = icon.get("width", icons.get("width", 16))
            entry: dict[str, object] = {"shapes": shapes(icon["body"], GRID / size)}
            if prefix == "":
                entry["by"] = drawn_by[name]
            lines.append(f"{json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}")
        path = MOTIFS / f"{FILES[prefix]}.json"
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{path.name}: {len(lines)} motifs, {path.stat().st_size:,} bytes")
    write_credits()


LINKS = {
    "lorc": "Lorc, https://lorcblog.blogspot.com",
    "delapouite": "Delapouite, https://delapouite.com",
    "john-colburn": "John Colburn, http://ninmunanmu.com",
    "felbrigg": "Felbrigg, http://blackdogofdoom.blogspot.co.uk",
    "carl-olsen": "Carl Olsen, https://twitter.com/unstoppableCarl",
    "sbed": "Sbed, http://opengameart.org/content/95-game-icons",
    "willdabeast": "Willdabeast, http://wjbstories.blogspot.com",
    "lord-berandas": "Lord Berandas, http://berandas.deviantart.com",
    "heavenly-dog": "HeavenlyDog, http://www.gnomosygoblins.blogspot.com",
    "faithtoken": "Faithtoken, http://fungustoken.deviantart.com",
    "andymeneely": "Andy Meneely, http://www.se.rit.edu/~andy/",
    "darkzaitzev": "DarkZaitzev, http://darkzaitzev.deviantart.com",
    "guard13007": "Guard13007, https://guard13007.com",
    "sparker": "Sparker, http://citizenparker.com",
}
"""Names and links of the authors who ask for a link beside their name."""


def write_credits() -> None:
    """Write the file that names the artist and licence of each motif."""
    icons: dict[str, list[str]] = {}
    for name, author in artists().items():
        icons.setdefault(LINKS.get(author, author.replace("-", " ").title()), []).append(name)
    lists = [
        textwrap.fill(f"{author}: {', '.join(sorted(names))}", 100, subsequent_indent="    ")
        for author, names in sorted(icons.items(), key=lambda each: -len(each[1]))
    ]
    CREDITS.write_text(HEAD + "\n\n".join(lists) + "\n", "utf-8")


HEAD = """The pictures of cards are composed by Quarterdeck from the motifs below, which were recoloured and simplified.

Coloured motifs: Fluent Emoji, Copyright (c) Microsoft Corporation, under the MIT License
(https://github.com/microsoft/fluentui-emoji):

    Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
    documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
    rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
    permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
    notice and this permission notice shall be included in all copies or substantial portions of the Software. THE
    SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
    WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS
    OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
    OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

Other motifs: icons from https://game-icons.net, under CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), made by

"""


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
