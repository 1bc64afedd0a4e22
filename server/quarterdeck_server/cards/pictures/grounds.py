"""Shapes of the ground in a card's picture: each is an SVG path from the left edge to the right, closed at the
bottom."""

import itertools
from collections.abc import Callable, Mapping
from types import MappingProxyType

from quarterdeck_server.cards.pictures.seeded_numbers import SeededNumbers

WIDTH, HEIGHT = 400, 300

Shape = Callable[[SeededNumbers, int], str]
"""Draws a ground whose upper edge is at about this height."""


def _closed(path: str) -> str:
    return f"{path}H{WIDTH}V{HEIGHT}H0z"


def _points(numbers: SeededNumbers, steps: tuple[int, int], heights: tuple[int, int]) -> list[tuple[int, int]]:
    """Return points from the left edge of a picture to beyond its right edge."""
    points = [(0, numbers.between(*heights))]
    while points[-1][0] < WIDTH:
        points.append((points[-1][0] + numbers.between(*steps), numbers.between(*heights)))
    return points


def hills(numbers: SeededNumbers, top: int) -> str:
    points = _points(numbers, (90, 150), (top - 16, top + 16))
    path = f"M0 {points[0][1]}"
    for (x, y), (to, high) in itertools.pairwise(points):
        middle = (x + to) // 2
        path += f"C{middle} {y} {middle} {high} {to} {high}"
    return _closed(path)


def dunes(numbers: SeededNumbers, top: int) -> str:
    path, x = f"M0 {top + numbers.between(-8, 8)}", 0
    while x < WIDTH:
        wide = numbers.between(110, 170)
        path += f"q{wide // 2} {-numbers.between(24, 44)} {wide} 0"
        x += wide
    return _closed(path)


def _jagged(steps: tuple[int, int], rise: int, above: int = 0) -> Shape:
    """Return the outline of ground with peaks up to `rise` high. `above` lifts the whole ground."""

    def jagged(numbers: SeededNumbers, top: int) -> str:
        edge = top - above
        path, x = f"M0 {edge + rise // 2}", 0
        while x < WIDTH:
            half = numbers.between(*steps)
            high, low = numbers.between(rise // 3, rise), numbers.between(0, rise // 2)
            path += f"L{x + half} {edge - high}L{x + 2 * half} {edge + low}"
            x += 2 * half
        return _closed(path)

    return jagged


def waves(numbers: SeededNumbers, top: int) -> str:
    wide = numbers.between(22, 32)
    return _closed(f"M{-numbers.below(wide)} {top}" + f"q{wide // 2} 14 {wide} 0" * (WIDTH // wide + 2))


def mesas(numbers: SeededNumbers, top: int) -> str:
    path, x = f"M0 {top}", 0
    while x < WIDTH:
        gap, wide, high = numbers.between(20, 60), numbers.between(50, 90), numbers.between(18, 44)
        path += f"h{gap}l8 {-high}h{wide}l8 {high}"
        x += gap + wide + 16
    return _closed(path)


def _row(numbers: SeededNumbers, top: int, gap: tuple[int, int], drawn: Callable[[int], str]) -> str:
    """Return a row of equal shapes on a flat ground, as an SVG path. `drawn` draws one shape of a
    width, from left to right and back to the ground."""
    path, x = f"M{-numbers.below(20)} {top}", -20
    while x < WIDTH:
        before = numbers.between(*gap)
        wide = numbers.between(18, 30)
        path += f"h{before}{drawn(wide)}"
        x += before + wide
    return _closed(path)


def _row_of(gap: tuple[int, int], heights: tuple[int, int], outline: Callable[[int, int], str]) -> Shape:
    """Return the outline of a row of objects. `outline` draws each of them in its width and height."""

    def row(numbers: SeededNumbers, top: int) -> str:
        return _row(numbers, top, gap, lambda wide: outline(wide, numbers.between(*heights)))

    return row


def grass(numbers: SeededNumbers, top: int) -> str:
    def blade(wide: int) -> str:
        return f"l{wide // 3} {-numbers.between(8, 20)}l{wide // 4} {numbers.between(4, 8)}V{top}"

    return _row(numbers, top, (0, 3), blade)


def skyline(numbers: SeededNumbers, top: int) -> str:
    def house(wide: int) -> str:
        return f"V{top - numbers.between(14, 74)}h{wide}V{top}"

    return _row(numbers, top, (0, 4), house)


def wall(numbers: SeededNumbers, top: int) -> str:
    def merlon(wide: int) -> str:
        return f"v-22h{wide}v22"

    return _row(numbers, top, (12, 14), merlon)


def steps(_numbers: SeededNumbers, top: int) -> str:
    return _closed(f"M0 {top + 24}H60V{top + 12}H110V{top}H290V{top + 12}H340V{top + 24}H{WIDTH}")


def clouds(numbers: SeededNumbers, top: int) -> str:
    path, x = f"M-20 {top}", -20
    while x < WIDTH:
        wide = numbers.between(36, 80)
        path += f"a{wide // 2} {wide // 2 - 4} 0 0 1 {wide} 0"
        x += wide
    return _closed(path)


def drips(numbers: SeededNumbers, top: int) -> str:
    """Draw stalactites at the top of a picture, together with the ground."""
    path, x = "M0 0", 0
    while x < WIDTH:
        wide = numbers.between(18, 44)
        path += f"l{wide // 2} {numbers.between(24, 90)}l{wide - wide // 2} {-numbers.between(20, 60)}V0"
        x += wide
    return f"{path}z{_jagged((20, 40), 40)(numbers, top)}"


def grid(_numbers: SeededNumbers, top: int) -> str:
    return _closed(f"M0 {top}H{WIDTH}") + "".join(
        f"M200 {top - 4}L{x} {HEIGHT}h3L202 {top - 4}z" for x in range(-300, 701, 100)
    )


def crowd(numbers: SeededNumbers, top: int) -> str:
    def head(wide: int) -> str:
        return (
            f"q0 -20 {wide // 4} -20a{wide // 4 + 2} {wide // 4 + 3} 0 1 1 {wide // 2} 0q{wide // 4} 0 {wide // 4} 20"
        )

    return _row(numbers, top, (0, 5), head)


def ropes(_numbers: SeededNumbers, top: int) -> str:
    lines = "".join(f"M0 {top - y}H{WIDTH}v5H0z" for y in (34, 62, 90))
    return f"{_closed(f'M0 {top}H{WIDTH}')}{lines}M36 {top - 108}h12v120h-12zM352 {top - 108}h12v120h-12z"


def screens(numbers: SeededNumbers, top: int) -> str:
    """Draw the frames of paper screens behind the mats of a dojo, as in the game Amfibido."""
    at = numbers.between(0, 40)
    posts = "".join(f"M{x} 0h6v{top}h-6z" for x in range(-at, WIDTH, 88))
    rails = "".join(f"M0 {y}h{WIDTH}v4h-{WIDTH}z" for y in range(46, top - 30, 62))
    return f"{posts}{rails}{_closed(f'M0 {top}H{WIDTH}')}"


def mats(_numbers: SeededNumbers, top: int) -> str:
    return _closed(f"M0 {top + 12}H{WIDTH}")


def lanterns(numbers: SeededNumbers, top: int) -> str:
    path, x = "", numbers.between(10, 40)
    while x < WIDTH:
        long = numbers.between(10, 60)
        path += f"M{x} 0v{long}c-22 2 -22 40 0 42h4c22 -2 22 -40 0 -42v{-long}z"
        x += numbers.between(70, 120)
    return f"{path}{_closed(f'M0 {top + 6}H{WIDTH}')}"


def racks(numbers: SeededNumbers, top: int) -> str:
    pegs = "".join(f"M{x} {top - 96}h5v{numbers.between(40, 80)}h-5z" for x in range(20, WIDTH, 34))
    return f"M0 {top - 104}h{WIDTH}v8h-{WIDTH}z{pegs}{_closed(f'M0 {top}H{WIDTH}')}"


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "hills": hills,
        "dunes": dunes,
        "peaks": _jagged((26, 48), 50),
        "alps": _jagged((42, 70), 90, above=10),
        "rocks": _jagged((12, 26), 18),
        "waves": waves,
        "mesas": mesas,
        "firs": _row_of((0, 10), (30, 62), lambda wide, high: f"l{wide // 2} {-high}l{wide - wide // 2} {high}"),
        "trees": _row_of(
            (0, 6), (14, 34), lambda wide, high: f"v{-high}a{wide // 2 + 5} {wide // 2 + 8} 0 0 1 {wide} 0v{high}"
        ),
        "acacias": _row_of(
            (60, 120), (24, 40), lambda wide, high: f"v{-high}l{-wide} -6q{wide} -26 {2 * wide + 5} 0l{-wide} 6v{high}"
        ),
        "grass": grass,
        "reeds": _row_of((8, 40), (50, 110), lambda _wide, high: f"v{-high}h-3v-20h9v20h-3v{high}"),
        "flames": _row_of(
            (0, 8),
            (24, 60),
            lambda wide, high: (
                f"q{wide // 3} {-high // 2} {wide // 3} {-high}q{wide // 2} {high // 2} {wide - wide // 3} {high}"
            ),
        ),
        "graves": _row_of(
            (14, 50), (12, 26), lambda wide, high: f"v{-high}a{wide // 2} {wide // 2} 0 0 1 {wide // 2 * 2} 0v{high}"
        ),
        "columns": _row_of((18, 44), (60, 110), lambda wide, high: f"v{-high}h-5v-8h{wide + 10}v8h-5v{high}"),
        "spires": _row_of((16, 60), (30, 70), lambda wide, high: f"v{-high}l{wide // 2} -34l{wide // 2} 34v{high}"),
        "skyline": skyline,
        "roofs": _row_of(
            (4, 16), (16, 40), lambda wide, high: f"v{-high}h-5l{wide + 5} -22l{wide + 5} 22h-5v{high}h{-wide}h{wide}"
        ),
        "wall": wall,
        "stakes": _row_of((10, 30), (40, 90), lambda _wide, high: f"v{-high}l3 -18l3 18v{high}"),
        "banners": _row_of(
            (30, 80), (70, 120), lambda wide, high: f"v{-high}h{wide + 14}l-8 12l8 12h{-wide - 10}v{high - 24}"
        ),
        "steps": steps,
        "clouds": clouds,
        "coral": _row_of(
            (2, 18),
            (20, 64),
            lambda wide, high: (
                f"c-14 {-high // 2} 2 {-high} -6 {-high}q10 -14 14 4q8 -22 16 -2q-4 {high // 2} {wide - 24} {high - 2}"
            ),
        ),
        "drips": drips,
        "grid": grid,
        "crowd": crowd,
        "ropes": ropes,
        "screens": screens,
        "mats": mats,
        "lanterns": lanterns,
        "racks": racks,
    }
)
"""All shapes, by the names that scenes use."""
