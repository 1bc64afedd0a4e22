"""The rule books that the server shows: for each game its own rules, followed by the rulings for all games.

A book is the file `RULES.md` next to the module of the game's class, also in third-party packages. It begins with the
section *How to play*. An anchor such as `<a id="AM-35"></a>` stands before each rule, so that refusals can link to it.
A translation of *How to play* is `languages/how_to_play.<tag>.md` in the same folder, with a title of its own. The
rules themselves are in English.
"""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Phrases

from quarterdeck_server.translations import ENGLISH, phrases_in

COMMON = "quarterdeck_games"
"""The package with the book for all games."""

_FILE = "RULES.md"


class RuleBook(msgspec.Struct, frozen=True):
    """The complete rules of one game, as a text for people."""

    markdown: str
    html: str
    """The same as a page of its own; of raw HTML, nothing but the anchors is let through."""

    how_to_play: str
    """The part that a player reads before a match, as Markdown; empty where a book has none."""

    language: str = ENGLISH
    """The language of that part."""


def rule_book(game: AnyGame, language: str = ENGLISH) -> RuleBook | None:
    """Return the rule book of a game; `None` if there is no book next to its class."""
    package, _, _ = type(game).__module__.rpartition(".")
    return _read(package, language) if package else None


def phrases_of(game: AnyGame, language: str = ENGLISH) -> Phrases:
    """Return a game's phrases in a language. If its rule book has a section *How to play*, that section is the summary
    of the rules."""
    book = rule_book(game, language)
    phrases = phrases_in(language, game, game.phrases)
    if book is None or not book.how_to_play:
        return phrases
    return replace(phrases, rules=f"# {game.title}\n\n{book.how_to_play}\n")


@cache
def _read(package: str, language: str) -> RuleBook | None:
    """Return the rule book of a package. It is read once, because it is part of the installation."""
    own, common = _text(package, _FILE), _text(COMMON, _FILE)
    if own is None:
        return None
    # Imported when a book is read first: no start needs what knows Markdown.
    from quarterdeck_server.cards.rule_book_page import page_of, rendered

    markdown = own.replace("](../RULES.md)", "](#G-1)")
    if common is not None:
        _, _, rules = common.partition("\n## ")
        markdown += "\n## What is ruled alike for all games\n\n### " + rules.replace("\n## ", "\n### ")
    _, _, opening = markdown.partition("\n## How to play\n")
    how_to_play, _, _ = opening.partition("\n## ")
    title = next((line.removeprefix("# ") for line in markdown.splitlines() if line.startswith("# ")), "Rules")
    body = rendered(markdown)
    opened = _text(package, f"languages/how_to_play.{language}.md")
    if opened is not None:
        rules = "## " + opening.partition("\n## ")[2]
        markdown = f"{opened.rstrip()}\n\n{rules}"
        body = f'{rendered(opened)}<div lang="{ENGLISH}">\n{rendered(rules)}</div>\n'
        how_to_play = opened.partition("\n## ")[2].partition("\n")[2]
        title = opened.partition("\n")[0].removeprefix("# ")
    spoken = ENGLISH if opened is None else language
    page = page_of(title, body, spoken)
    return RuleBook(markdown=markdown, html=page, how_to_play=how_to_play.strip(), language=spoken)


def _text(package: str, name: str) -> str | None:
    file = files(package) / name
    return file.read_text("utf-8") if file.is_file() else None
