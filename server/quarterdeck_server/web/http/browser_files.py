"""The browser client's files, as a process knows them: read once, packed once, under one digest.

The digest is part of every address but that of the page itself, so a file may be kept for ever, and a new version is
never mixed with an old one. Nothing is built: what lies in `client/web` and `client/javascript` is what is served.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import structlog

from quarterdeck_server.web.http.catalogues import StaticAnswer

FOLDERS = ("web", "javascript")
PAGE = "web/index.html"
PREFIX = b'"/assets/'
"""How the page writes the beginning of a file's address; the digest comes behind it."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }
)
"""What is served, and as what; everything else in the folders is for those who work on them."""

TEXTS = frozenset({".css", ".html", ".js", ".svg", ".txt"})
NOT_SERVED = frozenset({"examples", "node_modules", "pictures", "scripts", "tests", "types"})
DEVELOPMENT = re.compile(r"(biome|jsconfig|package|package-lock|tsconfig)(\.\w+)*\.json|.*\.(test|spec)\.js")

_log = structlog.get_logger()


class BrowserFiles:
    """The browser client of one folder."""

    def __init__(self, folder: Path) -> None:
        """Raises `OSError` if it cannot be read."""
        contents = dict(_contents(folder))
        whole = hashlib.sha256()
        for path, content in sorted(contents.items()):
            whole.update(f"{path} {len(content)} ".encode() + content)
        self.digest = whole.hexdigest()[:16]
        page = contents.pop(PAGE).replace(PREFIX, f'"/assets/{self.digest}/'.encode())
        self.page = StaticAnswer(page, "text/html", charset="utf-8")
        self.assets = {path: _asset(path, content) for path, content in contents.items()}
        """By their paths from the digest on: `web/src/main.js`."""


def _asset(path: str, content: bytes) -> StaticAnswer:
    suffix = Path(path).suffix
    return StaticAnswer(content, KINDS[suffix], charset="utf-8" if suffix in TEXTS else None)


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for name in FOLDERS:
        for file in sorted((folder / name).rglob("*")):
            path = file.relative_to(folder)
            if file.is_file() and _is_served(path):
                yield path.as_posix(), file.read_bytes()


def _is_served(path: Path) -> bool:
    return (
        path.suffix in KINDS
        and not DEVELOPMENT.fullmatch(path.name)
        and not any(part in NOT_SERVED or part.startswith(".") for part in path.parts)
    )


@cache
def shipped_files() -> BrowserFiles | None:
    """Return the browser client that came with this server: in the package where it is installed, beside it in a
    checkout; `None` where there is none."""
    installed = Path(str(files("quarterdeck_server"))) / "client"
    checkout = Path(__file__).parents[4] / "client"
    for folder in (installed, checkout):
        if (folder / PAGE).is_file():
            return BrowserFiles(folder)
    _log.warning("this installation has no browser client; `/` is a few lines of text")
    return None
