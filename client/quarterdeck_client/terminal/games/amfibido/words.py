"""Text for Amfibido's cards and powers."""

from collections.abc import Mapping

from quarterdeck_protocol.games.amfibido import CardId, Face, Part, Share
from rich.text import Text

LEVELS = ("", "I ", "II ", "III ", "IV ", "V ")
STYLES = {"fighter": "bold", "equipment": "#d9a441", "combo": "#e0455a", "action": "#5aa9e6", "sensei": "#8a7fd6"}
KINDS = {"equipment": "kit", "action": "act"}
SHARES = {Share.BASE: "base", Share.EQUIPMENT: "kit", Share.ABILITY: "abil", Share.COMBO: "combo"}


Faces = Mapping[CardId, Face]
"""The printed fields of the cards received so far, by card id."""


def name_of(faces: Faces, card: CardId) -> str:
    """Return the name of a card; its id if the server has not sent the card's printed fields."""
    face = faces.get(card)
    return card.replace("-", " ").title() if face is None else face.name


def card_words(card: CardId, faces: Faces) -> Text:
    """Return the complete printed text of a card."""
    face = faces.get(card)
    if face is None:
        return Text(name_of(faces, card))
    words = Text().append(f"{LEVELS[face.level]}{face.name} ", style=STYLES[face.kind.value])
    words.append(f"{face.power} " if face.power else "", style="bold")
    kind = ", ".join(face.species) or KINDS.get(face.kind.value, face.kind.value)
    return words.append(f"{kind}. {face.text}" if face.text else kind, style="dim")


def power_sum(parts: tuple[Part, ...]) -> Text:
    """Return the text of the parts of a fighter's power: `2b +1kit +3abil +3combo`."""
    line = Text(style="dim")
    for share, word in SHARES.items():
        amount = sum(part.amount for part in parts if part.share is share)
        if amount or share is Share.BASE:
            line.append(f"{amount}{word[0]}" if share is Share.BASE else f" {amount:+}{word}")
    return line
