"""The files of the browser client: read once, compressed at the first request, and named by one digest.

The digest is part of every address except that of the page itself. So a file may be cached for ever, and a new version
is never mixed with an old one. There is no build step: the files in `client/web` and `client/javascript` are sent
without comments and other text for people. A style sheet includes the sheets that it imports from its own folder. The
page names all modules that it needs first, and the texts of its language, so that the browser does not wait for one
module to name the next.
"""

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import structlog

from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.http import compact_code
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.compact_code import compact_script, compact_styles

FOLDERS = ("web", "javascript")
PAGE = "web/index.html"
WORDS = "web/words/{language}/page.js"
"""The words of the page in a language. The page needs those of its own language only."""

PREFIX = '"/assets/'
"""Beginning of a file's address in the page; the digest is inserted after it."""

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
"""Served files by suffix, with their media types. Everything else in the folders is for developers."""

COMPACTED: Mapping[str, Callable[[str], str]] = MappingProxyType({".css": compact_styles, ".js": compact_script})
PACKED_ALREADY = "vendor"
"""Files in a folder of this name are served as they are."""

SCRIPT = re.compile(r'<script type="module" src="/assets/([^"]+)"')
IMPORT = re.compile(r'^(?:import|export)\b[^;"]* from "(\.[^"]+)";', re.MULTILINE)
"""Static imports of a module, as the formatter writes them."""
SHEET = re.compile(r'@import url\("(\w[^"/]*)"\);')

TEXTS = frozenset({".css", ".html", ".js", ".svg", ".txt"})
NOT_SERVED = frozenset({"examples", "node_modules", "pictures", "scripts", "tests", "types"})
DEVELOPMENT = re.compile(r"(biome|jsconfig|package|package-lock|tsconfig)(\.\w+)*\.json|.*\.(test|spec)\.js")

_log = structlog.get_logger()


class BrowserFiles:
    """The files of the browser client in one folder."""

    def __init__(self, folder: Path) -> None:
        """Read the files of the browser client. Raises `OSError` if the folder cannot be read."""
        sources = dict(_contents(folder))
        # The served bytes follow from the files and from the code that compacts them.
        whole = hashlib.sha256(Path(compact_code.__file__).read_bytes())
        for path, content in sorted(sources.items()):
            whole.update(f"{path} {len(content)} ".encode() + content)
        self.digest = whole.hexdigest()[:16]
        self._sources = sources
        self.pages = MadeWhenAsked(LANGUAGES, self._page)
        """The page for each language."""
        self.assets = MadeWhenAsked(sources.keys() - {PAGE}, self._asset)
        """By their paths from the digest on: `web/src/main.js`."""

    def _asset(self, path: str) -> StaticAnswer:
        suffix = Path(path).suffix
        content = _served(path, self._sources)
        return StaticAnswer(content, KINDS[suffix], charset="utf-8" if suffix in TEXTS else None)

    def _page(self, language: str) -> StaticAnswer:
        page = self._sources[PAGE].decode()
        html = _preloading(page, self._sources, WORDS.format(language=language))
        return StaticAnswer(html.replace(PREFIX, f'"/assets/{self.digest}/').encode(), "text/html", charset="utf-8")


def _served(path: str, sources: Mapping[str, bytes]) -> bytes:
    compacted = COMPACTED.get(Path(path).suffix)
    if compacted is None or PACKED_ALREADY in Path(path).parts:
        return sources[path]
    try:
        return compacted(_with_imports(path, sources)).encode()
    except ValueError:  # a file that cannot be parsed is still served
        _log.warning("a file of the browser client is served without minification", path=path)
        return sources[path]


def _with_imports(path: str, sources: Mapping[str, bytes]) -> str:
    """Return the content of a file. A style sheet includes the sheets that it imports from its own folder."""
    text = sources[path].decode()
    if not path.endswith(".css"):
        return text
    return SHEET.sub(lambda found: _with_imports(posixpath.join(posixpath.dirname(path), found[1]), sources), text)


def _preloading(page: str, sources: Mapping[str, bytes], words: str) -> str:
    """Return the page with a link to each module that it needs first, and to the texts of a language if there are
    any."""
    scripts = [path for path in SCRIPT.findall(page) if path in sources]
    # Firefox reports an error for a link to a script that it loads already.
    modules: dict[str, None] = {}
    begins = list(scripts)
    for path in begins:  # it grows meanwhile
        for imported in IMPORT.findall(sources[path].decode()):
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))
            if found in sources and found not in modules and found not in scripts:
                modules[found] = None
                begins.append(found)
    if words in sources:
        modules[words] = None
    links = "".join(f'<link rel="modulepreload" href="/assets/{path}">\n' for path in modules)
    return page.replace("</head>", f"{links}</head>")


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
    """Return the browser client of this server: in the package if it is installed, beside it in a checkout; `None` if
    there is none."""
    installed = Path(str(files("quarterdeck_server"))) / "client"
    checkout = Path(__file__).parents[4] / "client"
    for folder in (installed, checkout):
        if (folder / PAGE).is_file():
            return BrowserFiles(folder)
    _log.warning("this installation has no browser client; `/` shows a short text")
    return None
