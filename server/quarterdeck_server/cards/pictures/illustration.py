"""Composition of a card's picture as SVG: a motif and a second one in a scene.

The same subject gives the same bytes. All differences between two cards with the same scene are computed from the
card's id. The picture fits a box of any shape: its content is cut off at the edges, but frame and crest stay complete,
because their sizes are relative to the box.
"""

from typing import NamedTuple

from quarterdeck_server.cards.pictures.grounds import HEIGHT, SHAPES, WIDTH
from quarterdeck_server.cards.pictures.motifs import GRID, Motif
from quarterdeck_server.cards.pictures.scenes import Scene
from quarterdeck_server.cards.pictures.seeded_numbers import SeededNumbers

FRAMES = {"rare": ("#e9eef3", "#7d8b99"), "ultra_rare": ("#ffe39a", "#a8741c")}
"""Colours of the two lines around a rare card; others have a plain one."""

HORIZON = 176
TOPS = {2: (HORIZON, 232), 3: (HORIZON - 14, 208, 250), 4: (HORIZON - 40, HORIZON, 214, 256)}
"""The upper edges of the grounds, by their number."""


class Crest(NamedTuple):
    """A small shield in a card's picture: the sign of a guild on the colour of a level."""

    sign: Motif
    colour: str
    ink: str


class Subject(NamedTuple):
    """The content of a card's picture: its motifs, scene and crest."""

    seed: str
    motif: Motif
    second: Motif
    scene: Scene
    rarity: str = ""
    crest: Crest | None = None
    is_full_bleed: bool = False
    """True for another illustration of a card: larger, in more layers, with a slow light."""


def composed(subject: Subject) -> str:
    """Return a card's picture as SVG."""
    numbers = SeededNumbers(subject.seed)
    scene = subject.scene
    lamp = numbers.between(130, 270), numbers.between(58, 104)
    if subject.is_full_bleed:
        lamp = 200, 118
    parts = [
        _definitions(scene, subject),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#s)"/>',
        _light(scene, numbers, lamp, subject.is_full_bleed),
        _weather(scene.weather, scene.light, numbers),
        *_grounds_and_second(subject, numbers),
        _main_motif(subject, numbers),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#v)"/>',
    ]
    inner = "".join(parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" overflow="hidden">'
        f'<svg width="100%" height="100%" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice">'
        f"{inner}</svg>{_crest(subject.crest)}{_frame(subject)}</svg>"
    )


def _definitions(scene: Scene, subject: Subject) -> str:
    style = (
        "<style>.t{animation:t 90s linear infinite;transform-origin:200px 118px}"
        ".b{animation:b 7s ease-in-out infinite}@keyframes t{to{transform:rotate(360deg)}}"
        "@keyframes b{50%{opacity:.55}}@media(prefers-reduced-motion:reduce){.t,.b{animation:none}}</style>"
        if subject.is_full_bleed
        else ""
    )
    sky = f'<stop stop-color="{scene.sky[0]}"/><stop offset="1" stop-color="{scene.sky[1]}"/>'
    ink = f'<stop stop-color="{scene.ink[0]}"/><stop offset="1" stop-color="{scene.ink[1]}"/>'
    glow = f'<stop stop-color="{scene.light}"/><stop offset="1" stop-color="{scene.light}" stop-opacity="0"/>'
    edge = '<stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".38"/>'
    return (
        f'{style}<defs><linearGradient id="s" x2="0" y2=".75">{sky}</linearGradient>'
        f'<linearGradient id="i" x2="0" y2="1">{ink}</linearGradient>'
        f'<radialGradient id="g">{glow}</radialGradient>'
        f'<radialGradient id="v" r=".75">{edge}</radialGradient></defs>'
    )


def _light(scene: Scene, numbers: SeededNumbers, at: tuple[int, int], is_slow: bool) -> str:
    x, y = at
    lit, turning, breathing = scene.light, ' class="t"' if is_slow else "", ' class="b"' if is_slow else ""
    halo = f'<circle cx="{x}" cy="{y}" r="150" fill="url(#g)" opacity=".6"{breathing}/>'
    rays = ""
    if scene.lamp == "rays" or is_slow:
        wide = numbers.between(8, 14)
        spokes = "".join(
            f'<path d="M{x} {y}l{-wide * 3}-420h{wide * 6}z" transform="rotate({turn} {x} {y})"/>'
            for turn in range(numbers.below(30), 360, 30)
        )
        rays = f'<g fill="{lit}" opacity=".22"{turning}>{spokes}</g>'
    disc = numbers.between(34, 46)
    match scene.lamp:
        case "sun":
            return f'{rays}{halo}<circle cx="{x}" cy="{y}" r="{disc}" fill="{lit}" opacity=".92"/>'
        case "moon":
            cut = numbers.between(14, 24)
            inner = f"a{disc - 4} {disc - 4} 0 0 1-{disc}-{disc - cut // 3}z"
            moon = f"M{x} {y - disc}a{disc} {disc} 0 1 0 {disc} {disc}{inner}"
            return f'{rays}{halo}<path d="{moon}" fill="{lit}" opacity=".95"/>'
        case "ring":
            return (
                f'{rays}{halo}<g fill="none" stroke="{lit}">'
                f'<circle cx="{x}" cy="{y}" r="{disc + 34}" stroke-width="7" opacity=".7"/>'
                f'<circle cx="{x}" cy="{y}" r="{disc + 54}" stroke-width="2" opacity=".5"/></g>'
            )
        case "bolt":
            path, bx, by = f"M{x} 0", x, 0
            while by < HORIZON:
                step, down = numbers.between(-34, 34), numbers.between(22, 40)
                path, bx, by = f"{path}l{step} {down}", bx + step, by + down
            return f'{rays}{halo}<path d="{path}" fill="none" stroke="{lit}" stroke-width="5" stroke-linejoin="bevel"/>'
        case _:
            return rays + halo


def _weather(weather: str, light: str, numbers: SeededNumbers) -> str:
    def scattered(count: int, least: int, most: int, low: int) -> list[tuple[int, int, int]]:
        return [(numbers.below(WIDTH), numbers.below(low), numbers.between(least, most)) for _ in range(count)]

    def dots(places: list[tuple[int, int, int]]) -> str:
        return "".join(f"M{x} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0" for x, y, r in places)

    match weather:
        case "stars":
            stars = "".join(
                f"M{x} {y}l{r}-{2 * r} {r} {2 * r} {2 * r} {r}-{2 * r} {r}-{r} {2 * r}-{r}-{2 * r}-{2 * r}-{r}z"
                for x, y, r in scattered(16, 1, 3, 170)
            )
            return f'<path d="{stars}" fill="{light}" opacity=".85"/>'
        case "embers":
            return f'<path d="{dots(scattered(22, 1, 3, HEIGHT))}" fill="{light}" opacity=".8"/>'
        case "motes":
            return f'<path d="{dots(scattered(14, 1, 3, 240))}" fill="{light}" opacity=".55"/>'
        case "snow":
            return f'<path d="{dots(scattered(30, 2, 4, HEIGHT))}" fill="#fff" opacity=".85"/>'
        case "bubbles":
            rings = dots(scattered(14, 3, 9, 260))
            return f'<path d="{rings}" fill="none" stroke="{light}" stroke-width="2" opacity=".6"/>'
        case "rain":
            drops = "".join(f"M{x} {y}l-8 {12 + 4 * r}" for x, y, r in scattered(26, 1, 4, HEIGHT))
            return f'<path d="{drops}" stroke="{light}" stroke-width="2" opacity=".35"/>'
        case _:
            return ""


def _grounds_and_second(subject: Subject, numbers: SeededNumbers) -> list[str]:
    """Return the grounds of a picture from far to near, with the second motif between them."""
    scene = subject.scene
    names = scene.grounds if not subject.is_full_bleed else (*scene.grounds[:1], *scene.grounds)
    tops = TOPS[len(names)]
    colours = scene.land[-len(names) :] if len(names) <= 3 else (scene.land[0], *scene.land)
    side, size = numbers.one_of((-1, 1)), numbers.between(124, 150)
    x = WIDTH // 2 + side * numbers.between(96, 118) - size // 2
    second = _motif(subject.second, scene.land[min(1, len(scene.land) - 1)], x, 214 - size, size, side < 0)
    parts: list[str] = []
    for order, (name, top, colour) in enumerate(zip(names, tops, colours, strict=True)):
        if order == len(names) - 1:
            parts.append(f'<g opacity=".8">{second}</g>')
        haze = ' opacity=".75"' if order == 0 and len(names) > 2 else ""
        parts.append(f'<path d="{SHAPES[name](numbers, top)}" fill="{colour}"{haze}/>')
    return parts


def _main_motif(subject: Subject, numbers: SeededNumbers) -> str:
    is_flipped = numbers.below(2) == 1
    size = 264 if subject.is_full_bleed else numbers.between(190, 206)
    x, y = 200 + numbers.between(-10, 10) - size // 2, 154 - size // 2
    shade = ""
    if not _is_afloat(subject.scene):
        shade = f'<ellipse cx="200" cy="{min(y + size - 6, 276)}" rx="{size * 2 // 5}" ry="12" opacity=".3"/>'
    outline = ""
    if len(subject.motif) == 1:  # without colours of its own
        outline = f' stroke="{subject.scene.land[-1]}" stroke-width="22" stroke-linejoin="round" paint-order="stroke"'
    return f"{shade}<g{outline}>{_motif(subject.motif, 'url(#i)', x, y, size, is_flipped)}</g>"


def _is_afloat(scene: Scene) -> bool:
    """True if a scene has no ground on which motifs could stand, such as air or water."""
    return scene.weather == "bubbles" or scene.grounds[-1] == "clouds"


def _motif(motif: Motif, ink: str, x: int, y: int, size: int, is_flipped: bool) -> str:
    scale = f"{size / GRID:.3f}".lstrip("0")
    place = f"translate({x + size} {y})scale(-{scale} {scale})" if is_flipped else f"translate({x} {y})scale({scale})"
    paths = "".join(
        f'<path d="{outline}"{f" fill={chr(34)}{colour}{chr(34)}" if colour else ""}'
        f"{' fill-rule=' + chr(34) + 'evenodd' + chr(34) if is_evenodd else ''}/>"
        for colour, outline, is_evenodd in motif
    )
    return f'<g transform="{place}" fill="{ink}">{paths}</g>'


def _crest(crest: Crest | None) -> str:
    if crest is None:
        return ""
    sign = _motif(crest.sign, crest.ink, 9, 8, 22, False)
    return (
        '<svg x="2%" y="3%" width="22%" height="30%" viewBox="0 0 40 46" preserveAspectRatio="xMinYMin meet">'
        f'<path d="M2 2h36v22c0 10-8 17-18 20c-10-3-18-10-18-20z" fill="{crest.colour}" stroke="{crest.ink}"'
        f' stroke-width="2.5"/>{sign}</svg>'
    )


def _frame(subject: Subject) -> str:
    if subject.is_full_bleed:
        return ""
    inner, outer = FRAMES.get(subject.rarity, ("", "#00000059"))
    box = '<rect width="100%" height="100%" fill="none"'
    lines = f'{box} stroke="{outer}" stroke-width="{5 if inner else 2}%"/>'
    return lines + (f'{box} stroke="{inner}" stroke-width="3%"/>' if inner else "")
