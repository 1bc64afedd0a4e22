"""Settings file of a site, `site.toml`: name, short texts, logo, colours and the version of the terms."""

import difflib
import re
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

NAME = "site.toml"
MOST_LETTERS_OF_A_NAME = 40

PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+\Z"
"""One line of text, with no character that changes its writing direction."""

Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=PLAIN)]

TABLE = re.compile(r"^\s*\[([\w.-]+)\]")
KEY = re.compile(r"""^\s*["']?([\w-]+)["']?\s*=""")
PLACE = re.compile(r"`\$\.?(.*)`\Z")
UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")


class SiteFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a site's settings file."""

    name: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS_OF_A_NAME, pattern=PLAIN)]
    language: str = "en"
    """The default language: a page that is missing in another language is shown in this one."""

    text: dict[str, Line] = {}
    """The short text, by language."""

    logo: Annotated[str, Meta(min_length=1)] | None = None
    terms_version: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.-]+\Z")] | None = None
    colours: dict[str, dict[str, str]] = {}
    """Colours by theme (`dark`, `light`) and name."""

    registration: Literal["open", "approval", "invite", "closed"] = "open"
    guests: Literal["on", "watch", "off"] = "on"


class SourceText:
    """The text of a site's settings file, kept so that errors can name a line."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self._lines = text.splitlines()

    def fault(self, path: str, wrong: str) -> ValueError:
        """Return the error for the value at a path in the settings file, such as `colours.dark.text`."""
        return ValueError(f"{self.place(path)}: {wrong}")

    def place(self, path: str) -> str:
        """Return the file name and the line of the value at a path in the settings file."""
        number = self._number_of(path)
        return f"{self.file}{f', line {number}' if number else ''}"

    def _number_of(self, path: str) -> int | None:
        """Return the number of the line in the settings file with this key, or of the table that should have it."""
        table, found = "", None
        for number, line in enumerate(self._lines, 1):
            if opened := TABLE.match(line):
                table = opened[1] + "."
                if table == f"{path}." or path.startswith(table):
                    found = number
            elif (key := KEY.match(line)) and path in (table + key[1], f"{table}{key[1]}."):
                return number
        return found


def read_site_file(folder: Path, languages: Collection[str]) -> tuple[SiteFile, SourceText]:
    """Return the settings of a site, and their source for further errors. Raises `ValueError` with the file, the line
    and what would be right; `OSError` if the file cannot be read."""
    file = folder / NAME
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder. A site is a folder with {NAME} in it.")
    if not file.is_file():
        raise ValueError(f'{file} is missing. Its shortest form is one line: name = "The name of your server".')
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: byte {error.start} is not UTF-8. Save the file as UTF-8.") from error
    source = SourceText(file, text)
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file} is not TOML: {error}.") from error
    try:
        found = msgspec.convert(read, SiteFile)
    except msgspec.ValidationError as error:
        raise _misfit(source, error, read) from error
    if found.language not in languages:
        right = _named(languages)
        raise source.fault("language", f"language is {found.language!r}; this server speaks {right}.")
    for language in found.text:
        if language not in languages:
            raise source.fault(f"text.{language}", f"text.{language}: this server speaks {_named(languages)}.")
    return found, source


def _misfit(source: SourceText, error: msgspec.ValidationError, read: dict[str, Any]) -> ValueError:
    said, _, _ = str(error).partition(" - at ")
    place = PLACE.search(str(error))
    path = place[1] if place else ""
    while "[...]" in path:
        path = _with_key(path, read)
    if unknown := UNKNOWN.match(said):
        key = f"{path}.{unknown[1]}".lstrip(".")
        return source.fault(key, f"`{key}` is not a setting of a site. {suggestion(unknown[1], keys())}")
    if "missing required field `name`" in said:
        return ValueError(f'{source.file}: `name` is missing. Write a line name = "The name of your server".')
    return source.fault(path, f"`{path}`: {said}; {_RIGHT.get(path.partition('.')[0], 'see deploy/SITE.md')}.")


def _with_key(path: str, read: dict[str, Any]) -> str:
    """Return the path with the name of the first key whose value does not fit. msgspec leaves that name out."""
    table, _, rest = path.partition("[...]")
    name, (top, *inner) = "", table.split(".")
    kinds = msgspec.structs.fields(SiteFile)
    kind = next(field.type for field in kinds if field.name == top)
    found = read[top]
    for key in inner:
        kind, found = get_args(kind)[1], found[key]
    for key, value in found.items() if isinstance(found, dict) else ():
        try:
            msgspec.convert({key: value}, kind)
        except msgspec.ValidationError:
            name = key
            break
    return f"{table}.{name}{rest}"


_RIGHT = {
    "name": f"it must be one line of at most {MOST_LETTERS_OF_A_NAME} letters, without control characters",
    "text": "it must be one line of at most 200 letters, without control characters, by language in a table [text]",
    "logo": 'it must be the name of a file in the folder: logo = "logo.svg"',
    "colours": "it must be tables [colours.dark] and [colours.light] with colours as #1a2b3c",
    "terms_version": 'it must be a short word of letters, digits, dots and dashes: terms_version = "2026-11"',
    "registration": "it must be one of open, approval, invite, closed",
    "guests": "it must be one of on, watch, off",
    "language": 'it must be the tag of a language: language = "de"',
}
"""The right form, by key."""


def keys() -> tuple[str, ...]:
    """Return the keys of a settings file."""
    return SiteFile.__struct_fields__


def suggestion(word: str, right: Collection[str]) -> str:
    """Return a sentence that lists the valid words, and suggests the most similar one."""
    near = difflib.get_close_matches(word, right, 1)
    meant = f"Did you mean `{near[0]}`? " if near else ""
    return f"{meant}There are: {', '.join(right)}."


def _named(languages: Collection[str]) -> str:
    return ", ".join(languages)
