"""All documents that the server shows, by the paths of their files."""

from collections.abc import Iterator, Mapping

import msgspec

from quarterdeck_server.docs_build.pages.guides import GUIDES, address_of, guide_pages, markdown
from quarterdeck_server.docs_build.pages.http_pages import ADDRESS as HTTP
from quarterdeck_server.docs_build.pages.http_pages import http_pages
from quarterdeck_server.docs_build.pages.layout import STYLE, Groups, Page, file_of, framed
from quarterdeck_server.docs_build.pages.message_pages import ADDRESS as MESSAGES
from quarterdeck_server.docs_build.pages.message_pages import addresses_of, message_pages
from quarterdeck_server.docs_build.pages.reference_parts import Document
from quarterdeck_server.docs_build.pages.search_index import search_index
from quarterdeck_server.docs_build.pages.topics import FOLDER, GROUPS
from quarterdeck_server.web.http.docs_search import RESULTS

OVERVIEW = """# Quarterdeck for authors of clients

- [Quick start](/docs/quickstart): from nothing to a finished match, on one page.
- [Protocol](/docs/protocol): the contract, one page a topic, from the first frame to the end of a match.
- [Messages](/docs/messages): every message of the socket, with every field and a recorded frame. For programs:
  [`/v1/asyncapi.json`](/v1/asyncapi.json).
- [HTTP](/docs/http): every path. For programs: [`/v1/openapi.json`](/v1/openapi.json).
- [Refusals](/docs/errors): the meaning of each code, and the right reaction of a client.
- [Fairness](/docs/fairness): how anybody verifies a match, and the limits of the proof.
- [Changes](/docs/changes) of the protocol, by date.
- JSON Schema: [messages of clients](/v1/schema/from-client.json), [messages of servers](/v1/schema/from-server.json),
  [a file with a transcript](/v1/schema/transcript.json), and [all of it](/v1/schema). `/v1/games/<game>` has the
  shapes of a game, as `schema`.
- [The games of this server](/v1/games).
"""

SEARCH = Page(
    "/docs/search",
    "Search",
    f"<h1>Search</h1>\n<p>Type words, or the beginnings of words, into the field above.</p>\n{RESULTS}",
)


def documents(openapi: Document, asyncapi: Document, guides: Mapping[str, str]) -> Mapping[str, bytes]:
    """Return every page, their style sheet and their search index, by the paths of their files. `guides` has Markdown
    texts by the paths of their files."""
    written = guide_pages(guides)
    messages, paths = message_pages(asyncapi), http_pages(openapi, addresses_of(asyncapi))
    below: Mapping[str, Groups] = {
        GUIDES["PROTOCOL.md"]: dict(_topics(written)),
        MESSAGES: {"": messages[1:]},
        HTTP: {"": paths[1:]},
    }
    overview = Page("/docs", "Overview", str(markdown.render(OVERVIEW)))
    all_pages = [overview, *written.values(), *messages, *paths]
    index = search_index(page for page in all_pages if page.address not in (MESSAGES, HTTP, GUIDES["PROTOCOL.md"]))
    return {
        **{file_of(page.address): framed(page, below).encode() for page in (*all_pages, SEARCH)},
        "search.json": msgspec.json.encode(index),
        "style.css": STYLE.encode(),
    }


def _topics(written: Mapping[str, Page]) -> Iterator[tuple[str, list[Page]]]:
    for title, names in GROUPS.items():
        pages = (written.get(address_of(f"{FOLDER}/{name}.md")) for name in names)
        yield title, [page for page in pages if page is not None]
