"""The rule books as they are served: a game's own, with what is ruled alike for all games behind it.

A book is the `RULES.md` beside the module of the game's class, in a package of others too. It opens with *How to play*;
an anchor, `<a id="AM-35"></a>`, stands before each rule, so that a refusal can link to it. In another language *How to
play* is `languages/how_to_play.<tag>.md` beside it, with a title of its own; the rules behind it are in English.
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

from quarterdeck_server.translations import ENGLISH, phrases_in

COMMON = "quarterdeck_games"
"""The package whose book is that of all games."""

_FILE = "RULES.md"
_ANCHOR = re.compile(r'<a id="([\w:-]+)"></a>')
_PAGE = """<!doctype html>
<html lang="{language}">
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

    language: str = ENGLISH
    """What that part is in."""


def rule_book(game: AnyGame, language: str = ENGLISH) -> RuleBook | None:
    """Return the book of a game, or `None` if there is none beside its class."""
    package, _, _ = type(game).__module__.rpartition(".")
    return _read(package, language) if package else None


def phrases_of(game: AnyGame, language: str = ENGLISH) -> Phrases:
    """Return a game's phrases in a language, with *How to play* of its book as the rules in brief, where it has one."""
    book = rule_book(game, language)
    phrases = phrases_in(language, game, game.phrases)
    if book is None or not book.how_to_play:
        return phrases
    return replace(phrases, rules=f"# {game.title}\n\n{book.how_to_play}\n")


@cache
def _read(package: str, language: str) -> RuleBook | None:
    """Return the book in a package: read once, for it is part of what is installed."""
    own, common = _text(package, _FILE), _text(COMMON, _FILE)
    if own is None:
        return None
    markdown = own.replace("](../RULES.md)", "](#G-1)")
    if common is not None:
        _, _, rules = common.partition("\n## ")
        markdown += "\n## What is ruled alike for all games\n\n### " + rules.replace("\n## ", "\n### ")
    _, _, opening = markdown.partition("\n## How to play\n")
    how_to_play, _, _ = opening.partition("\n## ")
    title = next((line.removeprefix("# ") for line in markdown.splitlines() if line.startswith("# ")), "Rules")
    body = _renderer().render(markdown)
    opened = _text(package, f"languages/how_to_play.{language}.md")
    if opened is not None:
        rules = "## " + opening.partition("\n## ")[2]
        markdown = f"{opened.rstrip()}\n\n{rules}"
        body = f'{_renderer().render(opened)}<div lang="{ENGLISH}">\n{_renderer().render(rules)}</div>\n'
        how_to_play = opened.partition("\n## ")[2].partition("\n")[2]
        title = opened.partition("\n")[0].removeprefix("# ")
    spoken = ENGLISH if opened is None else language
    page = _PAGE.format(title=escapeHtml(title), body=body, language=spoken)
    return RuleBook(markdown=markdown, html=page, how_to_play=how_to_play.strip(), language=spoken)


def _text(package: str, name: str) -> str | None:
    file = files(package) / name
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
