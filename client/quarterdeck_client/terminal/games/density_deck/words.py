"""Text for Density Deck's cards and scores in a terminal. It is readable without colour too."""

from collections.abc import Sequence

from quarterdeck_protocol.games.density_deck import Card, Colour, Score
from rich.text import Text

INNER = 12
"""Inner width of a drawn card: that of `Aquamarine 5`."""

STYLES = {
    Colour.COMMON: "#1b1b1b on #b8a88a",
    Colour.YELLOW: "#1b1b1b on #f5e050",
    Colour.TURQUOISE: "#06201f on #2fb5a8",
    Colour.RED: "#ffffff on #b3202a",
    Colour.BLUE: "#ffffff on #1f4fbf",
    Colour.PURPLE: "#ffffff on #7328a5",
    Colour.SILVER: "#1b1b1b on #b9bec6",
    Colour.GOLD: "#1b1b1b on #c9930f",
    Colour.AQUAMARINE: "#06201f on #8af0cf",
    Colour.WHITE: "#1b1b1b on #ffffff",
    Colour.BLACK: "#f2f2f2 on #000000",
}
BACK = "#c8d4e6 on #2b3b57"


def said(card: Card) -> str:
    """Return the text of a card: `Red 5`."""
    return f"{card.colour.value.capitalize()} {card.power}"


def chip(card: Card) -> Text:
    """Return a card of Density Deck drawn in one line of text."""
    return Text(f" {said(card)} ", style=STYLES[card.colour])


def face(card: Card) -> list[Text]:
    """Return a face-up card of Density Deck, drawn three lines high."""
    return _box(said(card), STYLES[card.colour])


def back(words: str = "▒▒▒▒▒▒▒▒▒▒▒▒") -> list[Text]:
    """Return a face-down card or pile of Density Deck, drawn three lines high."""
    return _box(words, BACK)


def side_by_side(blocks: Sequence[list[Text]]) -> Text:
    """Return drawn cards side by side. Each block is one card, three lines high."""
    return Text("\n").join(Text(" ").join(block[line] for block in blocks) for line in range(3))


def breakdown(score: Score) -> Text:
    """Return the text of the parts of a score: `Red 5×3×10 = 150, common +7, Black −36`."""
    parts = []
    if score.base is not None:
        product = _coloured(score.base).append(" " + "×".join(str(card.power) for card in score.multiplied))
        parts.append(product.append(f" = {score.product}") if len(score.multiplied) > 1 else product)
    if score.added:
        parts.append(_coloured(Colour.COMMON).append(" +" + "+".join(str(card.power) for card in score.added)))
    parts += [_coloured(off.colour).append(f" −{off.amount}") for off in score.subtracted]
    return Text(", ").join(parts)


def hearts(lives: int, at_most: int) -> Text:
    """Return a player's lives, ten cells wide: one heart for each life if they fit, otherwise ten hearts scaled to the
    share of lives left."""
    full = lives if at_most <= 10 else -(-10 * lives // at_most)
    size = min(at_most, 10)
    shown = Text("♥" * full, style="bold #e0455a").append("·" * (size - full), style="dim")
    return shown.append(" " * (10 - size)).append(f" {lives:>3}", style="bold")


def _box(words: str, style: str) -> list[Text]:
    line = "─" * INNER
    return [
        Text(f"╭{line}╮", style=style),
        Text(f"│{words:^{INNER}}│", style=f"bold {style}"),
        Text(f"╰{line}╯", style=style),
    ]


def _coloured(colour: Colour) -> Text:
    return Text().append(colour.value.capitalize(), style=STYLES[colour])
