"""PROTOCOL.md with all of its pages, as tests compare them with the code."""

from quarterdeck_server.docs_build.files import DOCUMENT, PROTOCOL, Files, made
from quarterdeck_server.docs_build.pages.topics import pages_in

ENTRY = (PROTOCOL / DOCUMENT).read_text(encoding="utf-8")
"""The page with the table of contents."""

PAGES = pages_in(PROTOCOL)
"""The Markdown of each topic, by its name."""

WHOLE = "\n".join([ENTRY, *PAGES.values()])

_MADE: list[Files] = []


async def made_once() -> Files:
    """Return what the code writes below `protocol/`. It is written once in a process, for that takes seconds."""
    if not _MADE:
        _MADE.append(await made(PROTOCOL))
    return _MADE[0]
