"""A document becomes a page whose links lead to served pages, and whose headings and codes have anchors."""

import pytest
from quarterdeck_server.docs_build.pages.guides import guide_pages

GUIDES = {
    "PROTOCOL.md": '# The protocol\n\n| page |\n| --- |\n| <a id="talk"></a>[Chat](docs/chat.md) |',
    "ERRORS.md": "# Refusals\n\n| code | reaction |\n| --- | --- |\n| `stale` | look again |\n| `stale` | once more |",
    "docs/chat.md": "# Chat\n\n<!-- end -->\n\n## Say\n\n[Codes](../ERRORS.md#stale)\n\n## `ref`\n\n[Say](#say)",
}


def test_links_lead_to_addresses_and_headings_have_anchors() -> None:
    pages = guide_pages(GUIDES)
    assert list(pages) == ["/docs/protocol", "/docs/errors", "/docs/protocol/chat"]
    chat = pages["/docs/protocol/chat"]
    assert chat.title == "Chat"
    assert '<a href="/docs/errors#stale">Codes</a>' in chat.body
    assert '<h2 id="ref"><code>ref</code></h2>' in chat.body
    assert '<a href="#say">Say</a> <a href="#ref">ref</a></nav>' in chat.body
    assert "end --" not in chat.body


def test_anchors_stay_and_no_other_html_does() -> None:
    pages = guide_pages({**GUIDES, "docs/html.md": "# Html\n\n<b>bold</b>"})
    assert '<a id="talk"></a><a href="/docs/protocol/chat">Chat</a>' in pages["/docs/protocol"].body
    assert "&lt;b&gt;bold" in pages["/docs/protocol/html"].body


def test_each_code_has_one_anchor() -> None:
    assert guide_pages(GUIDES)["/docs/errors"].body.count('<tr id="stale">') == 1


def test_a_link_to_a_file_that_is_not_served_is_an_error() -> None:
    guides = {**GUIDES, "docs/tables.md": "# Tables\n\n[Gone](gone.md)"}
    with pytest.raises(
        LookupError, match=r"docs/tables\.md links to gone\.md, which the server does not show below /docs"
    ):
        guide_pages(guides)
