"""The rule book of a game over plain HTTP: as a page for a browser, as Markdown for whoever asks for no page."""

from functools import cache

from aiohttp import hdrs, web

from quarterdeck_server.rule_books import RuleBook
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.responses import takes_html

HTML = "text/html"
MARKDOWN = "text/markdown"
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A page of rules loads nothing, runs nothing, and has its few lines of style within it."""


def answer(request: web.Request, book: RuleBook) -> web.Response:
    """Return the book in the form that the client takes, or 304 if the client has it already."""
    kind = HTML if takes_html(request) else MARKDOWN
    response = _document(book.html if kind == HTML else book.markdown, kind).answer(request)
    response.headers[hdrs.VARY] = f"{hdrs.ACCEPT}, {hdrs.ACCEPT_ENCODING}"
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@cache
def _document(text: str, kind: str) -> StaticAnswer:
    return StaticAnswer(text.encode(), kind, charset="utf-8")
