"""Folders of sites for tests."""

from pathlib import Path

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0b6b58"/></svg>'
NAMED = 'name = "Card Harbour"\n'

WHOLE = {
    "site.toml": """name = "Card Harbour"
language = "en"
logo = "logo.svg"

[text]
en = "Card games at the harbour."
de = "Kartenspiele am Hafen."

[colours.dark]
accent = "#7fd1c0"
on_accent = "#06231d"

[colours.light]
accent = "#0b6b58"
on_accent = "#ffffff"
""",
    "logo.svg": SVG,
    "en/welcome.md": "# Aboard\n\nRead the [rules](rules.md) *first*.\n\nThen <b>play</b>.\n",
    "en/rules.md": "1. Be kind.\n\n![Harbour](../logo.svg)\n\n[out](https://example.org)\n",
    "en/imprint.md": "# Imprint\n\nAda, Harbour 1\n",
    "de/imprint.md": "# Impressum\n\nAda, Hafen 1\n",
    "en/privacy.md": "# Privacy\n\nNothing is kept.\n",
    "en/terms.md": "# Terms\n\nNone yet.\n",
}
"""A site with most of what there may be."""


def write_site(folder: Path, files: dict[str, str | bytes] | None = None) -> Path:
    """Write files into a folder; without any, the shortest site."""
    for name, content in ({"site.toml": NAMED} if files is None else files).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def whole_site(folder: Path) -> Path:
    """Write a site with most of what there may be."""
    return write_site(folder, dict(WHOLE))
