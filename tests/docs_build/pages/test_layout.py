"""A page has a search, links to all documents, and to those before and after it."""

from quarterdeck_server.docs_build.pages.layout import Page, file_of, framed

TABLES, ACCESS = Page("/docs/protocol/tables", "Tables", "<h1>Tables</h1>"), Page("/docs/protocol/access", "Access", "")
BELOW = {
    "/docs/protocol": {"Lobby": [TABLES], "Further": [ACCESS]},
    "/docs/http": {"": [Page("/docs/http/me", "Me", "")]},
}


def test_the_document_of_a_page_is_open_and_the_page_is_marked() -> None:
    html = framed(TABLES, BELOW)
    assert '<a href="/docs/protocol/tables" aria-current="page">Tables</a>' in html
    assert "<b>Lobby</b>" in html
    assert "/docs/http/me" not in html
    assert "<title>Tables · Quarterdeck</title>" in html


def test_the_next_page_of_the_same_document_is_linked() -> None:
    assert '<nav class="around" aria-label="Next pages"><a href="/docs/protocol/access">Access</a></nav>' in framed(
        TABLES, BELOW
    )
    assert '<nav class="around" aria-label="Next pages"><a href="/docs/protocol/tables">Tables</a></nav>' in framed(
        ACCESS, BELOW
    )
    assert 'class="around"' not in framed(Page("/docs", "Overview", ""), BELOW)


def test_a_page_has_a_file() -> None:
    assert file_of("/docs") == "index.html"
    assert file_of("/docs/protocol/tables") == "protocol/tables.html"


def test_wide_parts_are_reached_by_the_keyboard() -> None:
    html = framed(Page("/docs/errors", "Refusals", "<table></table><pre></pre>"), {})
    assert '<table tabindex="0"></table><pre tabindex="0"></pre>' in html
