"""The settings file of a site: what is wrong in it is named with its line."""

from pathlib import Path

import pytest
from quarterdeck_server.site.site_file import read_site_file
from site_folders import write_site

LANGUAGES = ("en", "de")


def test_a_name_is_enough(tmp_path: Path) -> None:
    settings, _ = read_site_file(write_site(tmp_path), LANGUAGES)
    assert (settings.name, settings.language, settings.text, settings.logo) == ("Card Harbour", "en", {}, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('nam = "x"', "site.toml, line 1: `nam` is not a setting of a site. Did you mean `name`?"),
        ('language = "en"', '`name` is missing. Write a line name = "The name of your server".'),
        ('name = "x', "is not TOML: "),
        (
            "\nname = 3",
            "site.toml, line 2: `name`: Expected `str`, got `int`; it must be one line of at most 40 letters",
        ),
        (f'name = "{"x" * 41}"', "it must be one line of at most 40 letters"),
        ('name = "a\\nb"', "it must be one line of at most 40 letters"),
        ('name = "a\u202eb"', "site.toml, line 1: `name`: "),
        ('name = "a"\n[text]\nen = "\u2066b"', "site.toml, line 3: `text.en`: "),
        ('name = "x"\nlanguage = "fr"', "line 2: language is 'fr'; this server speaks en, de."),
        ('name = "x"\n[text]\nfr = "y"', "line 3: text.fr: this server speaks en, de."),
        ('name = "x"\nterms_version = "1 2"', "line 2: `terms_version`"),
        ('name = "x"\n[colours.dark]\ntext = 3', "line 3: `colours"),
        ('name = "x"\nlogo = ""', 'logo = "logo.svg"'),
    ],
)
def test_anything_that_is_wrong_is_named_with_its_line_and_what_would_be_right(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(ValueError, match=r"site\.toml") as wrong:
        read_site_file(write_site(tmp_path, {"site.toml": text}), LANGUAGES)
    assert said in str(wrong.value)


def test_a_folder_that_is_none_or_has_no_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not a folder"):
        read_site_file(tmp_path / "nowhere", LANGUAGES)
    with pytest.raises(ValueError, match=r"site\.toml is missing. Its shortest form"):
        read_site_file(tmp_path, LANGUAGES)
    with pytest.raises(ValueError, match="byte 8 is not UTF-8"):
        read_site_file(write_site(tmp_path, {"site.toml": b'name = "\xff"'}), LANGUAGES)
