"""Pages of a site: Markdown of the host, made harmless.

HTML in the text stays text. A link leads to a page of the site, to a path of the server, to `https`, `http`, `mailto`
or `tel`. A picture is a file of the folder. Everything else is an error with the file and the line.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.player_text import is_control
from quarterdeck_server.site.pictures import LARGEST_PICTURE, Picture, read_picture
from quarterdeck_server.site.site_file import suggestion

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TITLES: Mapping[str, str] = {
    "welcome": Text("Welcome"),
    "rules": Text("Rules of the house"),
    "contact": Text("Contact"),
    "imprint": Text("Imprint"),
    "privacy": Text("Privacy"),
    "terms": Text("Terms of use"),
}
"""The pages that a site may have, with their titles where the text begins with no heading."""

LARGEST_PAGE = 200_000
MOST_WELCOME = 2_000
"""Most characters of the welcome as plain text."""

PATH = "/site"
SCHEMES = ("https", "http", "mailto", "tel")
BETWEEN_LINES = "\t\n\r"
"""Control characters that a text may have."""

AWAY = "nofollow noopener noreferrer"


class Page(msgspec.Struct, frozen=True):
    """A page of a site in one language."""

    name: str
    language: str
    title: str
    html: str
    """The text as HTML that holds nothing but text, links and pictures of the folder."""

    plain: str
    """The text as paragraphs without any marks."""

    source: bytes
    pictures: Mapping[str, Picture]
    """The pictures on this page, by their paths in the folder of the site."""


def path_of(page: str) -> str:
    """Return the path of a page on the server."""
    return f"{PATH}/{page}"


def _markdown() -> "MarkdownIt":
    """Return a Markdown parser that accepts every link. The links are checked after parsing, when their lines are
    known."""
    # Imported when a page is read first: no start without a site needs what knows Markdown.
    from markdown_it import MarkdownIt

    class Lenient(MarkdownIt):
        """Markdown parser that accepts every link unchecked."""

        def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
            return True

    return Lenient("commonmark", {"html": False}).enable("table")


def read_page(folder: Path, language: str, name: str, title: str) -> Page | None:
    """Return a page in a language, `None` if the folder has none. The `title` is for a text without a heading. Raises
    `ValueError` with the file and the line, `OSError`."""
    file = folder / language / f"{name}.md"
    if not file.is_file():
        return None
    if not file.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{file} is a link to a file outside of {folder}. Put the page into the folder.")
    source = file.read_bytes()
    if len(source) > LARGEST_PAGE:
        raise ValueError(f"{file} has {len(source):,} bytes; a page may have {LARGEST_PAGE:,}.")
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise ValueError(f"{file}, line {line}: this is not UTF-8. Save the file as UTF-8.") from error
    if not text.strip():
        raise ValueError(f"{file} is empty. Write the text, or remove the file.")
    for number, written in enumerate(text.split("\n"), 1):
        _check_shown(written, f"{file}, line {number}")
    markdown = _markdown()
    tokens = markdown.parse(text)
    pictures: dict[str, Picture] = {}
    at = str(file)
    for block in tokens:
        at = f"{file}, line {block.map[0] + 1}" if block.map else at
        for token in block.children or ():
            _check_shown("".join((token.content, *map(str, token.attrs.values()))), at)
            if token.type == "link_open":
                _aim(token, file, at)
            elif token.type == "image":
                _show(token, folder, file, at, pictures)
    plain = "\n\n".join(_paragraphs(tokens))
    if name == "welcome" and len(plain) > MOST_WELCOME:
        raise ValueError(f"{file} has {len(plain):,} characters of text; a welcome may have {MOST_WELCOME:,}.")
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return Page(name, language, _heading(tokens) or title, html, plain, source, pictures)


def check_names(folder: Path, languages: Sequence[str]) -> None:
    """Check that there is no page, and no folder of pages, that nobody would ever see. Raises `ValueError`."""
    for file in sorted(folder.glob("*/*.md")):
        if file.parent.name not in languages:
            raise ValueError(
                f"{file}: pages stand in folders named after languages, and this server speaks {', '.join(languages)}."
            )
        if file.stem not in TITLES:
            raise ValueError(f"{file} is not a page of a site. {suggestion(file.stem, tuple(TITLES))}")
    for file in sorted(folder.glob("*.md")):
        if file.stem in TITLES:
            raise ValueError(f"{file} has no language. Move it to {folder / languages[0] / file.name}.")


def _check_shown(text: str, at: str) -> None:
    """Raise `ValueError` if a text has characters that change what is around them, written out or as `&#x202e;`."""
    for character in text:
        if is_control(character) and character not in BETWEEN_LINES:
            raise ValueError(
                f"{at}: the character U+{ord(character):04X} controls the text around it and is not shown. Remove it."
            )


def _parts(target: str, at: str) -> SplitResult:
    try:
        return urlsplit(target)
    except ValueError as error:
        raise ValueError(f"{at}: `{target}` is not an address: {error}. Correct it.") from error


def _aim(token: "Token", file: Path, at: str) -> None:
    """Check the target of a link, and set the address that the served page uses. Raises `ValueError`."""
    target = unquote(str(token.attrGet("href") or ""))
    parts = _parts(target, at)
    if parts.scheme:
        if parts.scheme.lower() not in SCHEMES:
            raise ValueError(f"{at}: a link may not begin with `{parts.scheme}:`, but with {', '.join(SCHEMES)}.")
        if parts.scheme.lower() in ("http", "https"):
            token.attrSet("rel", AWAY)
        return
    if target.startswith("//") or "\\" in target:
        raise ValueError(f"{at}: the link `{target}` has no scheme. Write https:// before it.")
    if target.startswith(("/", "#")):
        return
    name = Path(parts.path)
    if name.suffix != ".md" or name.stem not in TITLES:
        pages = ", ".join(f"{page}.md" for page in TITLES)
        raise ValueError(
            f"{at}: the link `{target}` leads nowhere. Pages are {pages}; other sites begin with https://."
        )
    if not (file.parent / name.name).is_file() and not any(file.parent.parent.glob(f"*/{name.name}")):
        raise ValueError(f"{at}: the link `{target}` leads to a page that is missing: {file.parent / name.name}.")
    token.attrSet("href", path_of(name.stem) + (f"#{parts.fragment}" if parts.fragment else ""))


def _show(token: "Token", folder: Path, file: Path, at: str, pictures: dict[str, Picture]) -> None:
    """Check a picture of a page, and set the path under which it is served. Raises `ValueError`, `OSError`."""
    target = unquote(str(token.attrGet("src") or ""))
    if _parts(target, at).scheme or target.startswith(("/", "\\")):
        raise ValueError(
            f"{at}: the picture `{target}` is not in the folder. Put a copy beside the page and write its name."
        )
    found = (file.parent / target).resolve()
    if not found.is_relative_to(folder.resolve()):
        raise ValueError(f"{at}: the picture `{target}` is outside of {folder}. Put it into the folder.")
    path = found.relative_to(folder.resolve()).as_posix()
    if not re.fullmatch(r"[\w./-]+", path, re.ASCII):
        raise ValueError(f"{at}: name the picture `{target}` with letters, digits, dots and dashes alone.")
    pictures[path] = read_picture(found, LARGEST_PICTURE, at)
    token.attrSet("src", f"{PATH}/pictures/{path}")
    token.attrSet("loading", "lazy")


def _heading(tokens: "Sequence[Token]") -> str:
    """Return the first heading, if the text begins with it."""
    if len(tokens) > 1 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return _text_of(tokens[1])
    return ""


def _paragraphs(tokens: "Sequence[Token]") -> Sequence[str]:
    is_heading = bool(_heading(tokens))
    found = [_text_of(token) for token in tokens if token.type == "inline"]
    return [each for each in found[1 if is_heading else 0 :] if each]


def _text_of(block: "Token") -> str:
    parts = [" " if token.type in ("softbreak", "hardbreak") else token.content for token in block.children or ()]
    return "".join(parts).strip()
