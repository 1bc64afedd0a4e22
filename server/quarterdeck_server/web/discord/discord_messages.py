"""Answers to interactions, within the limits of Discord: messages with embeds, buttons and selects."""

from collections.abc import Mapping, Sequence
from typing import Any

LONGEST_LABEL = 80
LONGEST_ID = 100
LONGEST_TEXT = 1_900
LONGEST_BOARD = 3_500
MOST_OPTIONS = 25
MOST_IN_A_ROW = 5
EPHEMERAL = 64
PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5
PONG, MESSAGE, UPDATE, SUGGESTIONS = 1, 4, 7, 8

Part = dict[str, Any]
Row = dict[str, Any]
Answer = dict[str, Any]


def clipped(text: str, most: int) -> str:
    """Return a text of at most so many characters, as Discord counts them (in UTF-16)."""
    if len(text) <= most // 2 or _units(text) <= most:
        return text
    kept = text[:most]
    while _units(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def button(label: str, custom_id: str, style: int = SECONDARY) -> Part:
    """Return a button that sends this id."""
    return {"type": 2, "style": style, "label": clipped(label, LONGEST_LABEL), "custom_id": custom_id}


def link(label: str, url: str) -> Part:
    """Return a button that opens a page."""
    return {"type": 2, "style": LINK, "label": clipped(label, LONGEST_LABEL), "url": url}


def select(custom_id: str, placeholder: str, options: Sequence[tuple[str, str]]) -> Part:
    """Return a select with labels and values, of which one may be chosen."""
    shown = [{"label": clipped(label, LONGEST_LABEL), "value": value} for label, value in options]
    return {"type": 3, "custom_id": custom_id, "placeholder": clipped(placeholder, LONGEST_LABEL), "options": shown}


def row(*parts: Part) -> Row:
    """Return a row with up to five buttons, or one select."""
    return {"type": 1, "components": list(parts)}


def embed(title: str, text: str, url: str = "", picture: str = "") -> Part:
    """Return a box with a title, a text and a picture. The title is a link if there is an address."""
    shown: Part = {"title": clipped(title, 250), "description": clipped(text, LONGEST_BOARD)}
    if url:
        shown["url"] = url
    if picture:
        shown["image"] = {"url": picture}
    return shown


def said_privately(text: str, rows: Sequence[Row] = ()) -> Answer:
    """Return an answer that only the sender of the interaction sees."""
    return message(content=text, rows=rows, is_private=True)


def message(
    *,
    content: str = "",
    embeds: Sequence[Part] = (),
    rows: Sequence[Row] = (),
    is_private: bool = False,
    replaces: bool = False,
) -> Answer:
    """Return an answer with a message: a new one, or one that `replaces` the message of the pressed button. Nobody is
    mentioned."""
    data: Part = {
        "content": clipped(content, LONGEST_TEXT),
        "embeds": list(embeds),
        "components": [each for each in rows if each["components"]],
        "allowed_mentions": {"parse": []},
    }
    if is_private and not replaces:
        data["flags"] = EPHEMERAL
    return {"type": UPDATE if replaces else MESSAGE, "data": data}


def suggestions(choices: Mapping[str, str]) -> Answer:
    """Return suggestions for an option: values by their names."""
    shown = [{"name": clipped(name, 100), "value": clipped(value, 100)} for name, value in choices.items()]
    return {"type": SUGGESTIONS, "data": {"choices": shown[:MOST_OPTIONS]}}
