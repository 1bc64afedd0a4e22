"""The documentation site has every document, each link in it leads to a place, and it loads nothing from elsewhere."""

import importlib.util
import posixpath
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "deploy" / "docs_site.py"


def _docs_site() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_site", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site = _docs_site()


class Tags(HTMLParser):
    """Anchors, links and loaded files of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.ids |= {said["id"]} if "id" in said else set()
        self.links += [said["href"]] if tag == "a" and "href" in said else []
        self.loaded += [said["href"]] if tag == "link" else []
        self.loaded += [said["src"]] if "src" in said else []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the whole site."""
    build = tmp_path_factory.mktemp("docs")
    made = subprocess.run([sys.executable, PROGRAM, build], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    return build / "site"


def test_every_document_has_a_page(built: Path) -> None:
    pages = {page.relative_to(built).as_posix() for page in built.rglob("*.html")}
    for path in [*site.documents(), *site.reference()]:
        place = site.place_of(path).removesuffix(".md")
        assert f"{place.removesuffix('README')}{'index' if place.endswith('README') else ''}.html" in pages
    assert len(pages) > 150


def test_a_site_that_is_opened_as_a_file_says_why_its_search_finds_nothing(built: Path) -> None:
    assert "python3 -m http.server" in (built / site.NOTICE_FILE).read_text("utf-8")
    for page in ("index.html", "protocol/docs/transport.html"):
        assert any(loaded.endswith(site.NOTICE_FILE) for loaded in Tags((built / page).read_text("utf-8")).loaded)


def test_every_link_leads_to_a_place_and_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    pages = {page.relative_to(built).as_posix(): Tags(page.read_text("utf-8")) for page in built.rglob("*.html")}
    del pages["404.html"]  # its links begin at the top of a server
    elsewhere, dead = [], []
    for name, page in pages.items():
        elsewhere += [each for each in page.loaded if re.match(r"[a-z]+:|//", each)]
        for link in [each for each in (*page.links, *page.loaded) if not re.match(r"[a-z]+:|//", each)]:
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            target = "index.html" if target == "." else target
            if not (built / target).is_file() or (anchor and target in pages and anchor not in pages[target].ids):
                dead.append(f"{name}: {link}")
    assert elsewhere == []
    assert dead == []


def test_a_broken_link_and_a_broken_anchor_are_errors(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"deploy/README\.md links to gone\.md, which is not there"):
        site.staged("deploy/README.md", "[Gone](gone.md)", ["deploy/README.md"], None)
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "index.md").write_text("# Start\n\n[Nowhere](#nowhere)\n", "utf-8")
    (tmp_path / "zensical.toml").write_text(site.CONFIGURATION.format(navigation='[{ "Start" = "index.md" }]'), "utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode != 0
    assert "anchor does not exist" in made.stdout + made.stderr


def test_a_document_without_a_place_in_the_navigation_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"server/NEWS\.md: no pattern of NAVIGATION"):
        site.ordered(["README.md", "server/NEWS.md"])


def test_links_lead_to_pages_pictures_and_the_public_address() -> None:
    pages = ["README.md", ".github/CONTRIBUTING.md", "deploy/README.md"]
    text = (
        "[a](../README.md#b) [`c`](../LICENSE) `[d](e)` [f](../.github/CONTRIBUTING.md) [g](https://h.example)"
        " [i](../deploy)"
    )
    assert site.staged("deploy/README.md", text, pages, "https://forge.example/q") == (
        "[a](../README.md#b) [`c`](https://forge.example/q/blob/main/LICENSE) `[d](e)` [f](../project/CONTRIBUTING.md)"
        " [g](https://h.example) [i](README.md)"
    )
    assert site.staged("README.md", "[Licence](LICENSE)", pages, None) == "Licence"


def test_links_of_the_reference_lead_to_html() -> None:
    html = '<a href="/docs/messages/tables#sit">s</a> <a href="/docs/errors#stale">e</a> <a href="#sit">here</a>'
    assert site.staged("reference/http/me.md", html, [], None) == (
        '<a href="../messages/tables.html#sit">s</a> <a href="../../protocol/ERRORS.html#stale">e</a>'
        ' <a href="#sit">here</a>'
    )
