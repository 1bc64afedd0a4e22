"""The documentation site: every document of the repository as a page, with navigation and search.

    python deploy/docs_site.py               # build it into build/docs/site; a broken link is an error
    python deploy/docs_site.py FOLDER        # or into FOLDER/site

`make docs` runs it. Zensical builds the pages from copies of the documents. Links to files that are no page lead to the
public address of the repository there. The site loads nothing from other servers. Its search runs over HTTP:
`python -m http.server --directory build/docs/site`.
"""

import json
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from quarterdeck_server.docs_build.files import PROTOCOL, PUBLISHED
from quarterdeck_server.docs_build.pages.guides import GUIDES
from quarterdeck_server.docs_build.pages.http_pages import http_pages
from quarterdeck_server.docs_build.pages.message_pages import addresses_of, message_pages
from quarterdeck_server.docs_build.pages.topics import FOLDER, GROUPS

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "docs"
SOURCE, SITE = "source", "site"
"""The folders of the copies and of the pages."""

NAVIGATION: Mapping[str, Sequence[str]] = {
    "Start": ("README.md", "server/GLOSSARY.md", "CHANGELOG.md"),
    "Write a client": (
        "protocol/QUICKSTART.md",
        "client/README.md",
        "client/javascript/README.md",
        "client/conversations/README.md",
        "client/TERMINAL.md",
    ),
    "Protocol": (
        "protocol/PROTOCOL.md",
        *(f"protocol/{FOLDER}/{name}.md" for names in GROUPS.values() for name in names),
        "protocol/ERRORS.md",
        "protocol/FAIRNESS.md",
        "protocol/CHANGELOG.md",
    ),
    "Messages": ("reference/messages*",),
    "HTTP": ("reference/http*",),
    "Host a server": ("deploy/TEN_MINUTES.md", "deploy/README.md", "deploy/*.md", "deploy/*/README.md"),
    "Games": (
        "server/quarterdeck_games/ADDING_A_GAME.md",
        "server/quarterdeck_games/ADDING_A_HIDDEN_GAME.md",
        "server/ADDING_A_LANGUAGE.md",
        "server/ADDING_AN_EXTENSION.md",
        "server/quarterdeck_games/*/README.md",
        "server/quarterdeck_games/*/catalogue/README.md",
        "server/quarterdeck_games/RULES.md",
        "server/quarterdeck_games/*/RULES.md",
    ),
    "Contribute": (
        ".github/CONTRIBUTING.md",
        "server/README.md",
        "client/web/README.md",
        "server/BENCHMARKS.md",
        ".github/SECURITY.md",
        ".github/CODE_OF_CONDUCT.md",
    ),
    "Decisions": ("server/decisions/README.md", "server/decisions/*.md"),
}
"""The pages by their group, in their order: paths or patterns of them. A document stands where it is named first."""

LEFT_OUT = (".github/ISSUE_TEMPLATE/*", ".github/pull_request_template.md", "*/languages/how_to_play.*.md")
"""Forms, and translations that stand within the rule books of a server."""

INSTALLED = frozenset({".venv", "build", "dist", "node_modules"})
"""Folders of a checkout with documents of others."""

MOVED = {".github/": "project/"}
"""Folders that have another name in the site, which leaves out those with a dot."""

_LINK = re.compile(r"(?P<text>!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])\((?P<target>[^)\s]+)\)")
_IMAGE = re.compile(r'(?P<before><img src=")(?P<target>[^"]+)(?P<after>")')
_HREF = re.compile(r'href="(?P<target>/[^"]*)"')
_CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
_ELSEWHERE = re.compile(r"[a-z]+:|#|/")
_TITLE = re.compile(r"^# (.+)$|^<h1[^>]*>(.+)</h1>", re.MULTILINE)
_NO_WORDS = re.compile(r"[`*]|<[^>]*>")
PICTURES = (".png", ".svg", ".jpg")
_SERVED = {address: f"protocol/{path}" for path, address in GUIDES.items()}

NOTICE_FILE = "search-notice.js"
NOTICE = """\
// Browsers let no page that was opened as a file load the search index.
if (location.protocol === "file:") {
  const notice = document.createElement("p");
  notice.setAttribute("role", "note");
  notice.style.cssText = "margin: 0; padding: 0.4rem; font-size: 0.7rem; background: #fff3c4; color: #222";
  notice.textContent =
    "Search needs a web server. In the folder of the site, run: python3 -m http.server --bind 127.0.0.1 8000";
  document.body.prepend(notice);
}
"""
"""A script for the site. It tells readers of a copy on their disk why the search finds nothing."""

CONFIGURATION = """[project]
site_name = "Quarterdeck"
site_description = "A match server for turn-based card games: authoritative, durable and verifiable."
docs_dir = "source"
site_dir = "site"
use_directory_urls = false
nav = {navigation}
extra_javascript = ["search-notice.js"]

[project.theme]
font = false
features = ["navigation.indexes", "navigation.footer", "navigation.top", "content.code.copy", "search.highlight"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"

[project.plugins.search]

[project.validation]
invalid_links = true
invalid_link_anchors = true

[project.markdown_extensions]
tables = {{}}
md_in_html = {{}}
toc.permalink = true
toc.slugify = {{ object = "pymdownx.slugs.slugify", kwds = {{ case = "lower" }} }}
pymdownx.superfences = {{}}
pymdownx.highlight.pygments_lang_class = true
pymdownx.betterem = {{}}
pymdownx.tilde = {{}}
"""


def main(build: Path) -> None:
    """Build the site. Ends the program with the builder's words if a link is broken."""
    shutil.rmtree(build, ignore_errors=True)
    texts = {**documents(), **reference()}
    public = public_address()
    for path, text in texts.items():
        _write(build / SOURCE / place_of(path), staged(path, text, texts, public))
    for picture in sorted({name for path, text in texts.items() for name in pictures_in(path, text)}):
        copy = build / SOURCE / place_of(picture)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / picture, copy)
    _write(build / SOURCE / NOTICE_FILE, NOTICE)
    _write(build / "zensical.toml", configured(texts))
    built = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], check=False, cwd=build)
    if built.returncode:
        sys.exit(f"The site was not built. The lines above name the faults, in the copies of {build / SOURCE}.")


def documents() -> Mapping[str, str]:
    """Return the Markdown of every document of the repository that has a page, by its path. Raises `LookupError` for
    one that has no place in the navigation."""
    kept = [name for name in _markdown_files() if not any(fnmatch(name, pattern) for pattern in LEFT_OUT)]
    return {name: (ROOT / name).read_text("utf-8") for name in ordered(kept)}


def ordered(names: Iterable[str]) -> list[str]:
    """Return the paths of pages in the order of the navigation. Raises `LookupError` for one without a place there."""
    left = sorted(names)
    in_order = []
    for pattern in (pattern for patterns in NAVIGATION.values() for pattern in patterns):
        found = [name for name in left if _fits(name, pattern)]
        in_order += found
        left = [name for name in left if name not in found]
    if left:
        raise LookupError(
            f"{', '.join(left)}: no pattern of NAVIGATION in deploy/docs_site.py fits, nor one of LEFT_OUT"
        )
    return in_order


def reference() -> Mapping[str, str]:
    """Return the pages of all messages and paths, as Markdown around HTML, by their paths below the source."""
    asyncapi, openapi = (
        json.loads((PROTOCOL / PUBLISHED / f"{name}.json").read_bytes()) for name in ("asyncapi", "openapi")
    )
    pages = [*message_pages(asyncapi), *http_pages(openapi, addresses_of(asyncapi))]
    return {_source_of(page.address): page.body for page in pages}


def staged(path: str, text: str, pages: Iterable[str], public: str | None) -> str:
    """Return a document as the builder reads it: links lead to pages of the site, to pictures, or to the public
    address; without one, only the words of such a link stay."""
    if path.startswith("reference/"):
        return _HREF.sub(lambda link: f'href="{_html_link(path, link["target"])}"', text)
    known = frozenset(pages)
    code = [found.span() for found in _CODE.finditer(text)]

    def linked(link: re.Match[str]) -> str:
        if any(start <= link.start() < end for start, end in code):
            return link[0]
        target = _target(path, link["target"], known, public)
        return f"{link['text']}({target})" if target else link["text"].lstrip("!")[1:-1]

    def shown(image: re.Match[str]) -> str:
        return f"{image['before']}{_target(path, image['target'], known, public)}{image['after']}"

    return _IMAGE.sub(shown, _LINK.sub(linked, text))


def pictures_in(path: str, text: str) -> Iterable[str]:
    """Return the paths of the pictures that a document shows or links to."""
    targets = [found["target"] for pattern in (_LINK, _IMAGE) for found in pattern.finditer(text)]
    places = (_resolved(path, target) for target in targets if not _ELSEWHERE.match(target))
    return {place for place in places if place.endswith(PICTURES) and (ROOT / place).is_file()}


def place_of(path: str) -> str:
    """Return the path of a document or a picture below the source of the site."""
    for folder, name in MOVED.items():
        if path.startswith(folder):
            return name + path.removeprefix(folder)
    return path


def public_address() -> str | None:
    """Return the public address of the repository, if its metadata has one."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return next(iter(metadata.get("urls", {}).values()), None)


def configured(texts: Mapping[str, str]) -> str:
    """Return the builder's configuration, with the navigation in the order of the pages."""
    groups: dict[str, list[str]] = {title: [] for title in NAVIGATION}
    for path in ordered(texts):
        group = next(title for title, patterns in NAVIGATION.items() if any(_fits(path, each) for each in patterns))
        groups[group].append(f"    {{ {json.dumps(_title(path, texts[path]))} = {json.dumps(place_of(path))} }},\n")
    rows = (f"  {{ {json.dumps(title)} = [\n{''.join(pages)}  ] }},\n" for title, pages in groups.items())
    return CONFIGURATION.format(navigation=f"[\n{''.join(rows)}]")


def _markdown_files() -> list[str]:
    """Return the paths of all documents: those that git keeps, or in an archive of a checkout all that are there."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True)
        return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*.md"))
    return [path.as_posix() for path in found if not INSTALLED.intersection(path.parts)]


def _target(path: str, target: str, pages: frozenset[str], public: str | None) -> str | None:
    """Return the target of a link in the site; `None` if there is none."""
    if _ELSEWHERE.match(target):
        return target
    place, mark, anchor = target.partition("#")
    resolved = _resolved(path, place)
    if resolved in pages or resolved.endswith(PICTURES):
        return f"{posixpath.relpath(place_of(resolved), posixpath.dirname(place_of(path)) or '.')}{mark}{anchor}"
    if (ROOT / resolved / "README.md").is_file() and f"{resolved}/README.md" in pages:
        return _target(path, f"{place.rstrip('/')}/README.md{mark}{anchor}", pages, public)
    if not (ROOT / resolved).exists():
        raise LookupError(f"{path} links to {target}, which is not there")
    return f"{public}/blob/main/{resolved}{mark}{anchor}" if public else None


def _html_link(path: str, address: str) -> str:
    """Return the link from a page of the reference to the page of an address below `/docs`."""
    page, mark, anchor = address.partition("#")
    html = f"{posixpath.splitext(_SERVED.get(page) or _source_of(page))[0]}.html"
    return f"{posixpath.relpath(html, posixpath.dirname(path))}{mark}{anchor}"


def _source_of(address: str) -> str:
    return f"{address.replace('/docs/', 'reference/', 1)}.md"


def _resolved(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))


def _fits(path: str, pattern: str) -> bool:
    """True if a path fits a pattern, in which `*` is a part of a name; below `reference/`, of several."""
    is_deep = pattern.startswith("reference/")
    return fnmatch(path, pattern) and (is_deep or path.count("/") == pattern.count("/"))


def _title(path: str, text: str) -> str:
    found = _TITLE.search(text)
    if found is None:
        raise LookupError(f"{path} has no title: its first heading is one, `# Title`")
    return _NO_WORDS.sub("", found[1] or found[2]).removeprefix("Messages: ").removeprefix("HTTP: ")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if sys.argv[1:] else BUILD)
