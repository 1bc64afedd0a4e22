"""The search of the documents: sections with all words of a question, the best first, and a page that runs nothing."""

import aiohttp
import pytest
from quarterdeck_server.web.http.docs_search import (
    MOST_RESULTS,
    QUESTION,
    RESULTS,
    DocsSearch,
    SearchIndex,
    Section,
    page_of,
    words_of,
)
from quarterdeck_server.web.http.routes.docs_routes import POLICY
from servers import live_server

SECTIONS = [
    Section("/docs/protocol/tables", "Tables", "Tables", "Players gather."),
    Section("/docs/protocol/tables#open", "Open a table", "Tables", "It takes the first seat."),
    Section("/docs/messages/tables#open_table", "open_table", "Tables", "Open a table."),
    Section("/docs/protocol/chat", "Chat", "Chat", "Say something at a table."),
]


def search() -> DocsSearch:
    words: dict[str, list[int]] = {}
    for number, each in enumerate(SECTIONS):
        for word in words_of(f"{each.title} {each.page} {each.text}"):
            words.setdefault(word, []).append(number)
    return DocsSearch(SearchIndex(SECTIONS, words))


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("gather", ["Tables"]),
        ("GATH", ["Tables"]),
        ("open_table", ["open_table"]),
        ("table open", ["Open a table", "open_table"]),
        ("table", ["Open a table", "open_table", "Tables", "Chat"]),
        ("the chat", ["Chat"]),
        ("gather nothing", []),
        ("", []),
        ("?!", []),
    ],
)
def test_sections_with_all_words_are_found_the_best_first(question: str, titles: list[str]) -> None:
    assert sorted(each.title for each in search().found(question)) == sorted(titles)
    assert [each.title for each in search().found(question)][:1] == titles[:1]


def test_a_name_is_found_by_its_parts_too() -> None:
    assert list(words_of("The open_table of 2")) == ["open_table", "open", "table"]


def test_a_question_stands_in_the_page_as_text() -> None:
    page = page_of(f"<input{QUESTION}>{RESULTS}", '"><script>alert(1)</script>', [])
    assert "<script" not in page
    assert page.startswith('<input value="&quot;&gt;&lt;script&gt;')
    assert "No section for" in page


def test_many_results_are_counted_and_cut() -> None:
    page = page_of(RESULTS, "table", [SECTIONS[0]] * (MOST_RESULTS + 2))
    assert f"The first {MOST_RESULTS} of {MOST_RESULTS + 2} sections for “table”" in page
    assert page.count("<li>") == MOST_RESULTS


async def test_the_server_answers_a_question_with_links_and_runs_nothing() -> None:
    async with live_server() as server, aiohttp.ClientSession() as browser:
        async with browser.get(f"{server.url}/docs/search", params={"q": "spectator delay"}) as response:
            page = await response.text()
            assert (response.status, response.content_type) == (200, "text/html")
            assert response.headers["Content-Security-Policy"] == POLICY
            assert "form-action 'self'" in POLICY
            assert response.headers["ETag"]
        assert '<a href="/docs/protocol/access#spectator-delay">Spectator delay</a>' in page
        assert "<script" not in page
        async with browser.get(f"{server.url}/docs/search") as response:
            assert RESULTS in await response.text()
        async with browser.get(f"{server.url}/docs/search", params={"q": "open_table"}) as response:
            assert '<a href="/docs/messages/tables#open_table">open_table</a>' in await response.text()
