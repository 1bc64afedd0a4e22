"""The index has each section of a page with its words, and neither frames nor lists of links."""

from quarterdeck_server.docs_build.pages.layout import Page
from quarterdeck_server.docs_build.pages.search_index import EXCERPT, search_index

GUIDE = Page(
    "/docs/protocol/chat",
    "Chat",
    '<h1 id="chat">Chat</h1><nav>elsewhere</nav><p>Players write.</p><h2 id="say">Say <code>it</code></h2>'
    "<p>Up to 300</p><p>characters.</p><pre>frame</pre>",
)
ERRORS = Page(
    "/docs/errors",
    "Refusals",
    '<h1>Refusals</h1><table><tr id="stale"><td><code>stale</code></td><td>Look <code>again</code>.</td></tr></table>',
)
MESSAGES = Page(
    "/docs/messages/tables",
    "Tables",
    '<h1>Messages</h1><section id="sit"><h2><a href="#sit"><code>sit</code></a></h2><p>Take a seat.</p></section>',
)


def test_a_section_begins_at_each_anchor() -> None:
    sections = search_index([GUIDE, ERRORS, MESSAGES]).sections
    assert [(each.address, each.title, each.page, each.text) for each in sections] == [
        ("/docs/protocol/chat", "Chat", "Chat", "Players write."),
        ("/docs/protocol/chat#say", "Say it", "Chat", "Up to 300 characters."),
        ("/docs/errors", "Refusals", "Refusals", ""),
        ("/docs/errors#stale", "stale", "Refusals", "Look again."),
        ("/docs/messages/tables", "Messages", "Tables", ""),
        ("/docs/messages/tables#sit", "sit", "Tables", "Take a seat."),
    ]


def test_words_have_the_numbers_of_their_sections() -> None:
    words = search_index([GUIDE, ERRORS, MESSAGES]).words
    assert words["chat"] == [0, 1]
    assert words["stale"] == [3]
    assert not words.keys() & {"elsewhere", "frame", "the"}


def test_a_long_section_is_cut_between_words() -> None:
    (section,) = search_index([Page("/docs", "Overview", f"<p>{'word ' * 100}</p>")]).sections
    assert len(section.text) <= EXCERPT + 2
    assert section.text.endswith("word …")
