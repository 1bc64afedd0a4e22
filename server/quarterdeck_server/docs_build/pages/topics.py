"""The pages of PROTOCOL.md: their order, the table of contents, and the anchors from the time when it was one page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

FOLDER = "docs"
"""The folder of the pages, beside PROTOCOL.md."""

GROUPS: Mapping[str, Sequence[str]] = {
    "Connections": ("transport", "sign-in", "accounts", "sessions", "apps", "reconnecting", "limits", "refusals"),
    "Lobby": (
        "tables",
        "access",
        "quick-match",
        "challenges",
        "tournaments",
        "arenas",
        "tournament-files",
        "clubs",
        "following",
        "private-messages",
        "chat",
        "ratings",
        "notices",
        "webhooks",
    ),
    "Matches": ("matches", "clocks", "patches", "replays"),
    "Cards": ("decks", "cards", "collection", "trades", "wish-lists", "claim-codes"),
    "Over HTTP": ("http", "http-commands", "phrases", "moderation"),
    "The contract": ("schema", "versions", "security"),
    "Your client": ("example-client", "engines", "conformance", "questions"),
}
"""All pages, in their order."""

OLD_ANCHORS: Mapping[str, str] = {
    "transport": "transport",
    "hello-and-who-one-is": "sign-in",
    "accounts": "accounts",
    "programs": "accounts#programs",
    "tables": "tables",
    "who-may-come": "access",
    "the-host": "tables#the-host",
    "the-list-of-tables": "tables#the-list-of-tables",
    "where-one-sits": "tables#seats-of-a-player",
    "decks": "decks",
    "cards-that-one-owns-and-packs": "collection",
    "trades": "trades",
    "wish-lists": "wish-lists",
    "claim-codes": "claim-codes",
    "quick-match": "quick-match",
    "a-match": "matches#a-match",
    "choices": "matches#choices",
    "epoch": "reconnecting#epoch",
    "seen": "matches#seen",
    "ref": "matches#ref",
    "patches": "patches",
    "coming-back": "reconnecting#coming-back",
    "clocks": "clocks",
    "how-players-stand": "ratings#how-players-stand",
    "talk": "chat",
    "refusals": "refusals",
    "how-a-connection-ends": "reconnecting#how-a-connection-ends",
    "limits": "limits",
    "schema": "schema#schema",
    "versions": "versions",
    "secrets": "security#secrets",
    "fairness": "security#fairness",
    "over-plain-http": "http",
    "moderation": "moderation",
    "does-my-client-do-it-right": "conformance",
    "questions-that-come-up": "questions",
    "a-whole-client": "example-client",
}
"""The anchors of PROTOCOL.md as one page, until 29 November 2026, and the pages that they lead to now. They stand in
its table of contents, so that old links arrive there."""

_HEADING = re.compile(r"^(#{1,2}) (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages_in(protocol: Path) -> Mapping[str, str]:
    """Return the Markdown of all protocol pages by their names, in their order. Raises `LookupError` if a page belongs
    to no group."""
    there = {path.stem for path in (protocol / FOLDER).glob("*.md")}
    names = [name for group in GROUPS.values() for name in group]
    if there ^ set(names):
        raise LookupError(f"{FOLDER}/ and GROUPS differ in {', '.join(sorted(there ^ set(names)))}")
    return {name: (protocol / FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in names}


def contents(pages: Mapping[str, str]) -> str:
    """Return the table of contents: a row for each page, with its sections and with the anchors of the former single
    page."""
    return "\n\n".join(_table(title, names, pages) for title, names in GROUPS.items())


def slug(heading: str) -> str:
    """Return the anchor of a heading, in the form that GitHub uses."""
    return "".join(each for each in heading.lower() if each.isalnum() or each in " -_").replace(" ", "-")


def headings(page: str) -> Sequence[str]:
    """Return the title of a Markdown page, and the headings of its sections."""
    return [text for _, text in _HEADING.findall(_BLOCK.sub("", page))]


def _table(title: str, names: Sequence[str], pages: Mapping[str, str]) -> str:
    rows = (f"| {' | '.join(_row(name, pages[name]))} |" for name in names)
    return "\n".join([f"| {title} | sections |", "| --- | --- |", *rows])


def _row(name: str, page: str) -> Iterator[str]:
    title, *sections = headings(page)
    yield _link(title, name)
    yield " · ".join(_link(section, f"{name}#{slug(section)}") for section in sections)


def _link(text: str, target: str) -> str:
    name, mark, anchor = target.partition("#")
    old = "".join(f'<a id="{each}"></a>' for each, leads_to in OLD_ANCHORS.items() if leads_to == target)
    return f"{old}[{text}]({FOLDER}/{name}.md{mark}{anchor})"
