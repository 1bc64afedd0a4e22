"""A site is read as a whole, in each language of the server."""

from pathlib import Path

import pytest
from quarterdeck_server.site.site import read_site, stamp_of
from site_folders import SVG, WHOLE, whole_site, write_site


def test_anything_that_is_missing_in_a_language_is_there_in_the_default_one(tmp_path: Path) -> None:
    site = read_site(whole_site(tmp_path))
    shown = site.shown("de")
    assert (shown.name, shown.text) == ("Card Harbour", "Kartenspiele am Hafen.")
    assert shown.welcome == "Read the rules first.\n\nThen <b>play</b>."
    assert [(page.name, page.title, page.path) for page in shown.pages] == [
        ("welcome", "Aboard", "/site/welcome"),
        ("rules", "Rules of the house", "/site/rules"),
        ("imprint", "Impressum", "/site/imprint"),
        ("privacy", "Privacy", "/site/privacy"),
        ("terms", "Terms", "/site/terms"),
    ]
    assert shown.logo == f"/site/logo?v={site.digest}"


def test_a_page_that_is_in_another_language_alone_is_shown_in_that(tmp_path: Path) -> None:
    site = read_site(write_site(tmp_path, {"site.toml": 'name = "x"', "de/contact.md": "An Ada."}))
    assert site.pages["contact"]["en"].language == "de"
    assert site.pages["contact"]["en"].title == "Kontakt"
    assert site.text("en") == ""


def test_the_version_of_the_terms_is_the_declared_one_or_follows_from_their_text(tmp_path: Path) -> None:
    first = read_site(whole_site(tmp_path)).terms
    write_site(tmp_path, {"en/imprint.md": "Another imprint"})
    assert read_site(tmp_path).terms == first
    write_site(tmp_path, {"de/terms.md": "Keine."})
    assert read_site(tmp_path).terms not in (None, first)
    write_site(tmp_path, {"site.toml": 'name = "x"\nterms_version = "2026-11"'})
    assert read_site(tmp_path).terms == "2026-11"
    (tmp_path / "en/terms.md").unlink()
    (tmp_path / "de/terms.md").unlink()
    with pytest.raises(ValueError, match=r"site\.toml, line 2: there are no terms"):
        read_site(tmp_path)


def test_a_logo_outside_of_the_folder_is_refused(tmp_path: Path) -> None:
    write_site(tmp_path, {"logo.svg": SVG, "site/site.toml": 'name = "x"\nlogo = "../logo.svg"'})
    with pytest.raises(ValueError, match=r"site\.toml, line 2: \.\./logo\.svg is outside of"):
        read_site(tmp_path / "site")


def test_every_change_of_a_file_gives_another_digest_and_stamp(tmp_path: Path) -> None:
    whole_site(tmp_path)
    digests, stamps = {read_site(tmp_path).digest}, [stamp_of(tmp_path)]
    for number, (name, content) in enumerate(WHOLE.items(), 2):
        added = "\n" if name.endswith(".toml") else " \n\nMore."
        changed = content.replace("#0b6b58", "#0b6b57") if name.endswith("svg") else content + added
        write_site(tmp_path, {name: changed})
        if not name.endswith(".toml"):
            digests.add(read_site(tmp_path).digest)
        stamps.append(stamp_of(tmp_path))
        assert stamps[-1] not in stamps[:-1], name
        assert len(digests) == number - 1, name
