"""A rule book as an HTML page: rendered from its Markdown, with its anchors and no other raw HTML."""

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

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


def page_of(title: str, body: str, language: str) -> str:
    """Return a complete HTML page that contains a rendered rule book."""
    return _PAGE.format(title=escapeHtml(title), body=body, language=language)


def rendered(markdown: str) -> str:
    """Return a rule book, or a part of one, rendered as HTML."""
    html: str = anchored_markdown().render(markdown)
    return html


def anchored_markdown() -> MarkdownIt:
    """Return a Markdown renderer for rule books: CommonMark with tables and anchors, but without other raw HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.inline.ruler.before("autolink", "anchor", _anchor)
    markdown.add_render_rule("anchor", _anchored)
    return markdown


def _anchor(state: StateInline, silent: bool) -> bool:
    """Parse an HTML anchor in a rule book as an anchor, not as text."""
    found = _ANCHOR.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("anchor", "a", 0).attrSet("id", found[1])
    state.pos = found.end()
    return True


def _anchored(renderer: RendererHTML, tokens: list[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    return f"<a{renderer.renderAttrs(tokens[at])}></a>"
