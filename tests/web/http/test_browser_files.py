"""The browser client's files: what is served of them, and under which digest."""

import json
import re
from pathlib import Path

from node import CLIENT, NODE, run
from quarterdeck_server.web.http.browser_files import DEVELOPMENT, BrowserFiles, shipped_files

PAGE = '<!doctype html><link rel="stylesheet" href="/assets/web/a.css">'


def written(folder: Path, files: dict[str, str]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content)
    return folder


def test_a_change_of_any_file_changes_the_digest_and_nothing_else_does(tmp_path: Path) -> None:
    first = written(tmp_path / "a", {"web/index.html": PAGE, "web/a.css": "a {}", "javascript/src/x.js": "1"})
    same = written(tmp_path / "b", {"web/index.html": PAGE, "web/a.css": "a {}", "javascript/src/x.js": "1"})
    written(same, {"web/README.md": "for people", "web/package.json": "{}", "javascript/tests/x.test.js": "2"})
    digest = BrowserFiles(first).digest
    assert BrowserFiles(same).digest == digest
    assert f'href="/assets/{digest}/web/a.css"'.encode() in BrowserFiles(first).pages["en"].plain
    for path in ("web/index.html", "web/a.css", "javascript/src/x.js"):
        written(same, {path: "other"})
        assert BrowserFiles(same).digest != digest
        written(same, {path: (first / path).read_text()})


def test_nothing_is_served_that_is_for_those_who_work_on_it() -> None:
    files = shipped_files()
    assert files is not None
    for path in files.assets:
        assert not DEVELOPMENT.fullmatch(Path(path).name)
        assert not {"examples", "node_modules", "tests"} & set(Path(path).parts)
        assert not path.endswith((".d.ts", ".md", ".test.js"))


def test_the_page_names_at_once_every_module_that_it_begins_with() -> None:
    files = shipped_files()
    assert files is not None
    named = re.findall(rb'<link rel="modulepreload" href="/assets/\w+/([^"]+)">', files.pages["en"].plain)
    assert b"web/src/main.js" not in named, "it is a script of the page already"
    begun = json.loads(run(NODE, CLIENT / "web" / "tests" / "first-modules.js", folder=CLIENT))
    begun.append("web/words/en/page.js")
    assert sorted(["web/src/main.js", *(path.decode() for path in named)]) == sorted(begun)
    for language, page in files.pages.items():
        words = f"web/words/{language}/page.js"
        assert words in files.assets, "the page speaks what the server speaks"
        assert re.findall(rb"/(web/words/[^\"]+)", page.plain) == [words.encode()], "the page has one language"


def test_a_style_sheet_is_served_with_those_that_it_imports_from_beside_it(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        {
            "web/index.html": PAGE,
            "web/a.css": '@import url("b.css");\n@import url("c.css");\nd {}\n',
            "web/b.css": "b { e: f; }\n",
            "web/c.css": '@import url("b.css");\n',
        },
    )
    assert BrowserFiles(folder).assets["web/a.css"].plain == b"b{e: f;}b{e: f;}d{}\n"


def test_anything_that_cannot_be_compacted_is_served_as_it_is(tmp_path: Path) -> None:
    folder = written(tmp_path, {"web/index.html": PAGE, "web/a.js": "  `no end", "web/vendor/b.js": "  1  "})
    assets = BrowserFiles(folder).assets
    assert (assets["web/a.js"].plain, assets["web/vendor/b.js"].plain) == (b"  `no end", b"  1  ")
