"""Choices of a match as labels of buttons and selects, which fit into the limits of Discord."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from quarterdeck_client.phrases import PhraseBook
from quarterdeck_protocol.open_choices import complete

from quarterdeck_server.web.discord.discord_messages import LONGEST_LABEL, MOST_OPTIONS, clipped


class Labelled(NamedTuple):
    """A choice with its label, and the value that a select sends for it."""

    label: str
    value: str
    action: Any


def labelled(choices: Sequence[Any], book: PhraseBook) -> tuple[Labelled, ...]:
    """Return the choices of a seat, as JSON, with labels that are different and not too long."""
    actions = [
        msgspec.json.decode(each) for choice in choices for each in complete(msgspec.Raw(msgspec.json.encode(choice)))
    ]
    texts = [clipped(book.action(action) or "–", LONGEST_LABEL) for action in actions]
    labels = list(_different(texts))
    return tuple(
        Labelled(label, f"{place}.{_digest(action)}", action)
        for place, (label, action) in enumerate(zip(labels, actions, strict=True))
    )


def chosen(choices: Sequence[Labelled], value: str) -> Labelled | None:
    """Return the choice with this value; `None` if there is none, because the match has gone on."""
    return next((each for each in choices if each.value == value), None)


def page_of(choices: Sequence[Labelled], page: int) -> Sequence[Labelled]:
    """Return the choices of one page of a select."""
    return choices[page * MOST_OPTIONS : (page + 1) * MOST_OPTIONS]


def number_of_pages(choices: Sequence[Labelled]) -> int:
    return -(-len(choices) // MOST_OPTIONS)


def _digest(action: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(action, order="sorted")).hexdigest()[:8]


def _different(texts: Sequence[str]) -> Iterator[str]:
    """Yield texts of which equal ones are numbered."""
    often, seen = Counter(texts), Counter[str]()
    for text in texts:
        seen[text] += 1
        mark = f" ({seen[text]})" if often[text] > 1 else ""
        yield f"{clipped(text, LONGEST_LABEL - len(mark))}{mark}"
