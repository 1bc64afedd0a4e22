"""The rule books as they are served: a game's own, with what is ruled alike for all games behind it.

A book is the `RULES.md` beside the module of the game's class, in a package of others too. It opens with *How to play*;
an anchor, `<a id="AM-35"></a>`, stands before each rule, so that a refusal can link to it.
"""

import re
from functools import cache
from importlib.resources import files

import msgspec
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Phrases

COMMON = "quarterdeck_games"
"""The package whose book is that of all games."""

_FILE = "RULES.md"
_ANCHOR = re.compile(r'<a id="([\w:-]+)"></a>')
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 100%/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #8888; padding: .1rem .6rem; }}
blockquote {{ border-left: .2rem solid #8888; margin-left: 0; padding-left: 1rem; }}
li:has(> a:target), li:has(> p > a:target) {{ outline: .15rem solid; outline-offset: .3rem; }}
</style>
</head>
<body>
{body}</body>
</html>
"""


class RuleBook(msgspec.Struct, frozen=True):
    """One game's rules, whole."""

    markdown: str
    html: str
    """The same as a page of its own; of raw HTML, nothing but the anchors is let through."""

    how_to_play: str
    """The part that a player reads before a match, as Markdown; empty where a book has none."""


def rule_book(game: AnyGame) -> RuleBook | None:
    """Return the book of a game, or `None` if there is none beside its class."""
    package, _, _ = type(game).__module__.rpartition(".")
    return _read(package) if package else None


def phrases_of(game: AnyGame) -> Phrases:
    """Return a game's phrases, with *How to play* of its book as the rules in brief, where it has one."""
    book = rule_book(game)
    if book is None or not book.how_to_play:
        return game.phrases
    return replace(game.phrases, rules=f"# {game.title}\n\n{book.how_to_play}\n")


@cache
def _read(package: str) -> RuleBook | None:
    """Return the book in a package: read once, for it is part of what is installed."""
    own, common = _text(package), _text(COMMON)
    if own is None:
        return None
    markdown = own.replace("](../RULES.md)", "](#G-1)")
    if common is not None:
        _, _, rules = common.partition("\n## ")
        markdown += "\n## What is ruled alike for all games\n\n### " + rules.replace("\n## ", "\n### ")
    _, _, opening = markdown.partition("\n## How to play\n")
    how_to_play, _, _ = opening.partition("\n## ")
    title = next((line.removeprefix("# ") for line in markdown.splitlines() if line.startswith("# ")), "Rules")
    page = _PAGE.format(title=escapeHtml(title), body=_renderer().render(markdown))
    return RuleBook(markdown=markdown, html=page, how_to_play=how_to_play.strip())


def _text(package: str) -> str | None:
    file = files(package) / _FILE
    return file.read_text("utf-8") if file.is_file() else None


def _renderer() -> MarkdownIt:
    """Return what makes HTML of Markdown: CommonMark with tables and anchors, and no HTML beside those."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.inline.ruler.before("autolink", "anchor", _anchor)
    markdown.add_render_rule("anchor", _anchored)
    return markdown


def _anchor(state: StateInline, silent: bool) -> bool:
    """Take an anchor as what it is, and not as text."""
    found = _ANCHOR.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("anchor", "a", 0).attrSet("id", found[1])
    state.pos = found.end()
    return True


def _anchored(renderer: RendererHTML, tokens: list[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    return f"<a{renderer.renderAttrs(tokens[at])}></a>"
