"""An SVG picture of the balance of ready decks: the win rate of each deck against each other."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from quarterdeck_server.evaluation.balance_figures import Balance
from quarterdeck_server.evaluation.shares import Share, in_words

CELL, ROW, LABELS, HEAD = 92, 40, 130, 60
MOST_BAR, CHART = 14.0, 120
GOOD, BAD = (33, 102, 172), (178, 24, 43)
"""The colours of winning all and of losing all matches; even is white. The numbers repeat it for readers without
colours.
"""


def picture(found: Balance, title: str) -> bytes:
    """Return the SVG picture of a measurement: the matrix of win rates, the wins of the starting player, and the
    lengths of matches."""
    columns = ["all", "begins", *found.decks]
    width = LABELS + CELL * len(columns) + 20
    matrix = HEAD + ROW * len(found.decks)
    height = matrix + CHART + 90
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "font-family": "sans-serif",
            "font-size": "12",
            "role": "img",
        },
    )
    SubElement(root, "title").text = title
    SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "#fff"})
    _text(root, 10, 24, title, size=16)
    for at, column in enumerate(columns):
        _text(root, LABELS + CELL * at + CELL // 2, HEAD - 10, column, anchor="middle")
    for row, deck in enumerate(found.decks):
        top = HEAD + ROW * row
        _text(root, LABELS - 8, top + 25, deck, anchor="end")
        shares = [found.against(deck), found.starting(deck)]
        shares += [found.against(deck, other) for other in found.decks]
        for at, share in enumerate(shares):
            _cell(root, LABELS + CELL * at, top, share)
    _text(root, 10, matrix + 24, _in_brief(found))
    _lengths(root, found.lengths, matrix + 44, width - 40)
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _in_brief(found: Balance) -> str:
    return (
        f"Whoever begins wins {in_words(found.first)} of {len(found.matches)} matches;"
        f" {found.median_turns:g} turns in the median, {found.long_turns} in nine of ten."
    )


def _cell(root: Element, left: int, top: int, share: Share) -> None:
    """Draw a cell with a win rate and its interval; an empty cell if no match was played."""
    fill = _colour(share.share) if share.of else "#eee"
    place = {"x": str(left), "y": str(top), "width": str(CELL), "height": str(ROW)}
    SubElement(root, "rect", {**place, "fill": fill, "stroke": "#fff"})
    if share.of:
        low, high = share.interval
        _text(root, left + CELL // 2, top + 17, f"{share.share:.0%}", anchor="middle")
        _text(root, left + CELL // 2, top + 32, f"{low:.0%}…{high:.0%}", anchor="middle", size=10)


def _colour(share: float) -> str:
    """Return the background colour of a win rate, light enough for black text. An even rate is white."""
    towards = GOOD if share > 1 / 2 else BAD
    strength = min(1.0, abs(share - 1 / 2) * 2) * 0.6
    red, green, blue = [round(255 + (part - 255) * strength) for part in towards]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _lengths(root: Element, turns: Sequence[int], top: int, width: int) -> None:
    """Draw a chart of the number of matches by turns. The last bar has all longer matches."""
    last = turns[len(turns) * 98 // 100]
    counts = [sum(min(each, last) == turn for each in turns) for turn in range(1, last + 1)]
    bar = min(MOST_BAR, width / last)
    for at, count in enumerate(counts):
        tall = round((CHART - 30) * count / max(counts))
        left = round(20 + bar * at, 1)
        place = {"x": str(left), "y": str(top + CHART - 20 - tall), "width": str(round(bar * 0.8, 1))}
        shown = SubElement(root, "rect", {**place, "height": str(tall), "fill": "#6b7c93"})
        SubElement(shown, "title").text = f"{at + 1} turns{' or more' if at + 1 == last else ''}: {count}"
        if (at + 1) % 5 == 0:
            _text(root, round(left), top + CHART - 6, str(at + 1), size=10)
    _text(root, 10, top + CHART + 12, "Turns of a match", size=11)


def _text(root: Element, left: int, top: int, text: str, *, anchor: str = "start", size: int = 12) -> None:
    place = {"x": str(left), "y": str(top), "text-anchor": anchor, "font-size": str(size)}
    SubElement(root, "text", place).text = text
