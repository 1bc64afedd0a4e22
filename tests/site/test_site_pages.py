"""Pages of a site are harmless, and lead somewhere."""

from pathlib import Path

import pytest
from quarterdeck_server.cards.pictures.host_svg import harmless
from quarterdeck_server.site.site_pages import MOST_WELCOME, Page, check_names, read_page
from site_folders import SVG, write_site


def page(folder: Path, text: str | bytes, name: str = "rules", **others: str) -> Page:
    write_site(folder, {f"en/{name}.md": text, **{each.replace("_", "/"): said for each, said in others.items()}})
    found = read_page(folder, "en", name, "Title")
    assert found is not None
    return found


def test_markdown_becomes_html_in_which_markup_is_text(tmp_path: Path) -> None:
    found = page(tmp_path, "# House\n\nBe *kind*. <script>alert(1)</script>\n\n<iframe src=x></iframe>\n")
    assert found.title == "House"
    assert found.html.startswith("<h1>House</h1>\n<p>Be <em>kind</em>. &lt;script&gt;")
    assert "<script" not in found.html
    assert "<iframe" not in found.html
    assert found.plain == "Be kind. <script>alert(1)</script>\n\n<iframe src=x></iframe>"
    assert page(tmp_path, "No heading.").title == "Title"


def test_links_lead_to_pages_paths_and_other_sites_that_learn_nothing(tmp_path: Path) -> None:
    text = "[a](terms.md#one) [b](https://e.example/?a=1&b=2) [c](mailto:a@e.example) [d](/docs) [e](#two)"
    html = page(tmp_path, text, **{"en_terms.md": "x"}).html
    assert 'href="/site/terms#one"' in html
    assert 'href="https://e.example/?a=1&amp;b=2" rel="nofollow noopener noreferrer"' in html
    assert 'href="mailto:a@e.example"' in html
    assert 'href="/docs"' in html
    assert 'href="#two"' in html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x\n\n[a](javascript:alert)", "rules.md, line 3: a link may not begin with `javascript:`"),
        ("[a](JaVaScRiPt&#58;alert)", "may not begin with `javascript:`"),
        ("[a](data:text/html,x)", "may not begin with `data:`"),
        ("<vbscript:x>", "may not begin with `vbscript:`"),
        ("[a](//e.example)", "has no scheme"),
        ("[a](/%5Ce.example)", "has no scheme"),
        ("[a](nowhere.md)", "leads nowhere"),
        ("[a](terms.md)", "leads to a page that is missing"),
        ("![a](https://e.example/a.png)", "is not in the folder"),
        ("![a](/etc/a.png)", "is not in the folder"),
        ("![a](../../a.png)", "is outside of"),
        ("![a](gone.png)", "gone.png is missing"),
        ("x\n\n| a |\n| - |\n| b |\n| [a](nowhere.md) |", "rules.md, line 6: the link `nowhere.md`"),
        ("x\n\n[a](<http://[>)", "rules.md, line 3: `http://[` is not an address: Invalid IPv6 URL."),
        ("![a](<http://[>)", "rules.md, line 1: `http://[` is not an address: Invalid IPv6 URL."),
        ("x\ny\u202ez", "rules.md, line 2: the character U+202E"),
        ("x\n\n```\n\u2066\n```", "rules.md, line 4: the character U+2066"),
        ("x\n\ny&#x202e;z", "rules.md, line 3: the character U+202E"),
        ("x\n\n* y &#8294;", "rules.md, line 3: the character U+2066"),
        ('x\n\n[y](/docs "&#x202e;")', "rules.md, line 3: the character U+202E"),
        ("x\n| a |\n| - |\n| b\x1b |", "rules.md, line 4: the character U+001B"),
        ("x\u2028y", "rules.md, line 1: the character U+2028"),
        ("x\x00", "rules.md, line 1: the character U+0000"),
        ("![a](a.txt)", "a.txt must be a PNG or an SVG"),
        (" \n", "is empty"),
        (b"\nx\xff", "line 2: this is not UTF-8"),
        ("x" * 200_001, "has 200,001 bytes; a page may have 200,000"),
    ],
)
def test_anything_that_is_unsafe_or_leads_nowhere_is_refused_with_its_line(
    tmp_path: Path, text: str | bytes, said: str
) -> None:
    with pytest.raises(ValueError, match=r"rules\.md") as wrong:
        page(tmp_path / "site", text)
    assert said in str(wrong.value)


def test_pictures_are_served_from_the_folder(tmp_path: Path) -> None:
    found = page(tmp_path, "![Harbour](../pictures/a.svg)", **{"pictures_a.svg": SVG})
    assert '<img src="/site/pictures/pictures/a.svg" alt="Harbour" loading="lazy" />' in found.html
    assert found.pictures["pictures/a.svg"].content == harmless(SVG.encode())
    (tmp_path / "pictures" / "b.svg").symlink_to("/etc/hostname")
    with pytest.raises(ValueError, match="is outside of"):
        page(tmp_path, "![x](../pictures/b.svg)")


def test_a_welcome_is_short(tmp_path: Path) -> None:
    assert page(tmp_path, "x" * MOST_WELCOME, "welcome").plain == "x" * MOST_WELCOME
    with pytest.raises(ValueError, match="a welcome may have 2,000"):
        page(tmp_path, "x" * (MOST_WELCOME + 1), "welcome")


def test_a_page_that_nobody_would_see_is_refused(tmp_path: Path) -> None:
    check_names(write_site(tmp_path / "a", {"en/rules.md": "x", "notes/a.txt": "x"}), ("en", "de"))
    for name, said in (
        ("en/rulez.md", "is not a page of a site. Did you mean `rules`?"),
        ("fr/rules.md", "this server speaks en, de"),
        ("rules.md", "has no language. Move it to"),
    ):
        with pytest.raises(ValueError, match="rule") as wrong:
            check_names(write_site(tmp_path / said[:6], {name: "x"}), ("en", "de"))
        assert said in str(wrong.value)
    assert read_page(tmp_path / "a", "de", "rules", "Title") is None


def test_a_page_that_links_to_a_file_elsewhere_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("root:x:0:0")
    folder = tmp_path / "site"
    write_site(folder, {"en/rules.md": "Be kind."})
    (folder / "en" / "imprint.md").symlink_to(secret)
    with pytest.raises(ValueError, match=r"imprint\.md is a link to a file outside of "):
        read_page(folder, "en", "imprint", "Imprint")


def test_marks_of_right_to_left_scripts_tabs_and_line_ends_are_kept(tmp_path: Path) -> None:
    assert page(tmp_path, "a\tb\r\n\r\n\u200f\u05d0\u200e", "welcome").plain == "a\tb\n\n\u200f\u05d0\u200e"
