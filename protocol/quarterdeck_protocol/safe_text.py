"""Protection of terminals from the texts of strangers: servers, files and players.

A terminal obeys its input: an escape sequence colours a line, erases it or names the window; a direction mark reverses
the words beside it. All printed text is made safe by this module: in the commands by
`quarterdeck_client/commands/output.py`, on the screens as the last step before drawing
(`quarterdeck_client/terminal/safe_lines.py`).
"""

import re

MARK = "\N{REPLACEMENT CHARACTER}"
"""The replacement for a character that no text needs."""

HARMFUL = (
    "\x00-\x1f\x7f-\x9f"  # control characters: what terminals obey, line breaks and tabs too
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks of direction
    "\u2028\u2029"  # line breaks by Unicode's book
    "\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # not to be seen at all
    "\ud800-\udfff"  # halves of characters, which nothing can write
)
"""Joiners (U+200C, U+200D) and variation selectors are not among them: scripts and emoji are written with them."""

_harmful = re.compile(f"[{HARMFUL}]")


def safe(text: str, mark: str = MARK) -> str:
    """Return a text as one line that is safe to print, with `mark` in place of each unsafe character."""
    if text.isascii() and text.isprintable():
        return text
    return _harmful.sub(mark, text)


def safe_json(written: bytes) -> str:
    """Return JSON with the same meaning in which characters that a terminal would obey are escaped. Line breaks between
    values stay."""
    text = written.decode(errors="surrogatepass")
    return "\n".join(_harmful.sub(_escaped, line) for line in text.split("\n"))


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", errors="surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
