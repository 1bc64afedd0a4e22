"""The rule book of a game over plain HTTP: as a page for a browser, otherwise as Markdown."""

import base64
import hashlib
import re
from functools import cache

from aiohttp import hdrs, web

from quarterdeck_server.cards.rule_books import RuleBook
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.responses import takes_html

HTML = "text/html"
MARKDOWN = "text/markdown"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def answer(request: web.Request, book: RuleBook) -> web.Response:
    """Return the rule book in the form that the client accepts, or status 304 if the client has it already."""
    kind = HTML if takes_html(request) else MARKDOWN
    response = _document(book.html if kind == HTML else book.markdown, kind).answer(request)
    response.headers[hdrs.VARY] = f"{hdrs.ACCEPT}, {hdrs.ACCEPT_LANGUAGE}, {hdrs.ACCEPT_ENCODING}"
    response.headers[hdrs.CONTENT_LANGUAGE] = book.language
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = _policy(book.html)
    return response


@cache
def _document(text: str, kind: str) -> StaticAnswer:
    return StaticAnswer(text.encode(), kind, charset="utf-8")


@cache
def _policy(html: str) -> str:
    """Return the content security policy of a rule book page: it may load and run nothing, and only its own inline
    styles apply."""
    styles = [
        f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
        for style in _STYLE.findall(html)
    ]
    return (
        f"default-src 'none'; style-src {' '.join(styles)}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
