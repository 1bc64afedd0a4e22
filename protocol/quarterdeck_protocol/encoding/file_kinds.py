"""Readers for files that people provide: transcripts, card sets, decks, keys and tables.

A byte order mark is skipped. The error for a file of another kind names the expected kind and, if the bytes show it,
the found one: `this is not a transcript: it is a chess game in PGN`. `file-kinds.js` of the JavaScript package knows
the same kinds.
"""

import codecs
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from quarterdeck_protocol.encoding.strict_json import shape_fault
from quarterdeck_protocol.encoding.unambiguous_json import ambiguity_in
from quarterdeck_protocol.translatable_text import Text

MARK = codecs.BOM_UTF8
"""The byte order mark, which editors on Windows write at the start of UTF-8."""


BYTES_OF_A_HEAD = 4096
"""Number of characters of a text in which the lines of a deck are searched."""


class FileKind(StrEnum):
    """A kind of file that is recognised by its bytes."""

    EMPTY = "empty"
    GZIP = "gzip"
    ZIP = "zip"
    ARCHIVE = "archive"
    PICTURE = "picture"
    PDF = "pdf"
    DATABASE = "database"
    STORE = "store"
    BACKUP = "backup"
    UTF_16 = "utf_16"
    NOT_UTF_8 = "not_utf_8"
    BINARY = "binary"
    PGN = "pgn"
    HTML = "html"
    XML = "xml"
    JSON_LINES = "json_lines"
    TRANSCRIPT = "transcript"
    REPLAY = "replay"
    TABLE = "table"
    KEYS = "keys"
    CARD_SET = "card_set"
    DECK = "deck"
    MESSAGE = "message"
    JSON = "json"
    TEXT = "text"
    """Any text that is none of the above, also JSON with a mistake in it."""


NAMES: Mapping[FileKind, Text] = {
    FileKind.EMPTY: Text("empty"),
    FileKind.GZIP: Text("a gzip archive; unpack it first"),
    FileKind.ZIP: Text("a ZIP archive; unpack it first"),
    FileKind.ARCHIVE: Text("a compressed archive; unpack it first"),
    FileKind.PICTURE: Text("a picture"),
    FileKind.PDF: Text("a PDF document"),
    FileKind.DATABASE: Text("an SQLite database"),
    FileKind.STORE: Text("a snapshot file of Redis or Valkey"),
    FileKind.BACKUP: Text("a backup of Quarterdeck"),
    FileKind.UTF_16: Text("text in UTF-16; save it as UTF-8"),
    FileKind.NOT_UTF_8: Text("text in an encoding other than UTF-8; save it as UTF-8"),
    FileKind.BINARY: Text("binary, not text"),
    FileKind.PGN: Text("a chess game in PGN"),
    FileKind.HTML: Text("a web page"),
    FileKind.XML: Text("XML"),
    FileKind.JSON_LINES: Text("several JSON values, one a line (NDJSON)"),
    FileKind.TRANSCRIPT: Text("a transcript of a match"),
    FileKind.REPLAY: Text("a replay as one viewer saw it, not the transcript"),
    FileKind.TABLE: Text("a table of the lobby"),
    FileKind.KEYS: Text("a list of public keys"),
    FileKind.CARD_SET: Text("a card set"),
    FileKind.DECK: Text("a deck"),
    FileKind.MESSAGE: Text("a single message of the protocol"),
    FileKind.JSON: Text("JSON of another kind"),
    FileKind.TEXT: Text("text of another kind"),
}
"""The words that follow “it is” in a sentence about a file."""

_UNSAID = frozenset([FileKind.JSON, FileKind.TEXT])
"""Kinds whose name says less about a file than the fault that a reader finds in it."""

_SIGNATURES = (
    (re.compile(rb"\x1f\x8b"), FileKind.GZIP),
    (re.compile(rb"PK(\x03\x04|\x05\x06)"), FileKind.ZIP),
    (re.compile(rb"7z\xbc\xaf'\x1c|\xfd7zXZ\0|BZh\d1AY&SY|\x28\xb5\x2f\xfd|Rar!\x1a\x07"), FileKind.ARCHIVE),
    (re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP|....ftypavif", re.DOTALL), FileKind.PICTURE),
    (re.compile(rb"%PDF-"), FileKind.PDF),
    (re.compile(rb"SQLite format 3\0"), FileKind.DATABASE),
    (re.compile(rb"REDIS\d{4}|VALKEY\d{3}"), FileKind.STORE),
    (re.compile(rb"quarterdeck-backup "), FileKind.BACKUP),
    (re.compile(rb"\xff\xfe|\xfe\xff|[\t\n\r -~]\0[\t\n\r -~]\0|\0[\t\n\r -~]\0[\t\n\r -~]"), FileKind.UTF_16),
)
"""The first bytes of files of these kinds."""

_PGN = re.compile(r'\[(?:Event|Site|Date|Round|White|Black|Result|FEN) "')
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_XML = re.compile(r"<(?:\?xml|!doctype|!--|[a-z_][\w.-]*[\s>/])", re.IGNORECASE)
_DECK_IN_XML = re.compile(r"<cockatrice_deck\b|<Deck\b")
_DECK_CODE = re.compile(r"[A-Z]{2}-[A-Z2-7]{13,}")
_DECK_LINE = re.compile(r"\d{1,2}\s*[x×]?\s+\S")
_MALFORMED = re.compile(r"JSON is malformed: (?P<why>.*) \(byte (?P<byte>\d+)\)")

_FIELDS = (
    (frozenset(["match", "commitment", "entries"]), FileKind.TRANSCRIPT),
    (frozenset(["match", "began", "frames"]), FileKind.REPLAY),
    (frozenset(["places", "stage"]), FileKind.TABLE),
    (frozenset(["game", "id", "cards"]), FileKind.CARD_SET),
    (frozenset(["keys"]), FileKind.KEYS),
)
"""The fields that identify JSON files of Quarterdeck."""


class ForeignFile(ValueError):  # noqa: N818 - what somebody has handed over, no fault of ours
    """A file of the wrong kind. `str(error)` names the expected kind, and the found kind or the fault."""


def text_of(content: bytes, wanted: str) -> str:
    """Return the text of a file, without a byte order mark; `wanted` names the expected kind: `a deck`. Raises
    `ForeignFile`."""
    kind = _kind_of_bytes(content)
    if kind is not None:
        raise _foreign(wanted, kind)
    try:
        return content.removeprefix(MARK).decode()
    except UnicodeDecodeError:  # it ends within a character
        raise _foreign(wanted, FileKind.NOT_UTF_8) from None


def json_of(content: bytes, wanted: FileKind, type_: Any = Any) -> Any:
    """Return the JSON of a file as a value of this type; `wanted` names the expected kind of file. Raises
    `ForeignFile`."""
    body = content.removeprefix(MARK)
    try:
        value = msgspec.json.decode(body, type=type_)
        ambiguity = ambiguity_in(body, has_numbers_of_any_kind=wanted is not FileKind.TRANSCRIPT)
    except msgspec.ValidationError as error:
        fault = shape_fault(error, body, type_)
        why = _syntax_of(body) or f"{fault.text[0].lower()}{fault.text[1:].rstrip('.')} (at {fault.where})"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        why = _syntax_of(body)
    else:
        if ambiguity is None:
            return value
        raise ForeignFile(f"programs may read this file differently: {ambiguity}")
    found = kind_of(content)
    if found in _UNSAID or found is wanted:
        raise ForeignFile(f"this is not {NAMES[wanted]}: {why}")
    raise _foreign(NAMES[wanted], found)


def kind_of(content: bytes) -> FileKind:
    """Return the kind of a file by its content, or by the start of it."""
    kind = _kind_of_bytes(content)
    if kind is not None:
        return kind
    return kind_of_text(codecs.getincrementaldecoder("utf-8")().decode(content.removeprefix(MARK)))


def kind_of_text(text: str) -> FileKind:
    """Return the kind of file to which a text belongs."""
    bare = text.lstrip("\ufeff\u200b \t\r\n")
    if not bare:
        return FileKind.EMPTY
    if bare[0] == "<":
        if _HTML.match(bare):
            return FileKind.HTML
        if _DECK_IN_XML.search(bare, 0, BYTES_OF_A_HEAD):
            return FileKind.DECK
        return FileKind.XML if _XML.match(bare) else FileKind.TEXT
    if _PGN.match(bare):
        return FileKind.PGN
    if bare[0] in "{[" and (kind := _kind_of_json(bare)) is not FileKind.TEXT:
        return kind
    return FileKind.DECK if _is_deck(bare) else FileKind.TEXT


def _kind_of_json(text: str) -> FileKind:
    try:
        value = msgspec.json.decode(text)
    except RecursionError:
        return FileKind.JSON
    except (ValueError, UnicodeError):  # `msgspec.DecodeError` is a `ValueError`
        return FileKind.JSON_LINES if _is_json_lines(text) else FileKind.TEXT
    if not isinstance(value, dict):
        return FileKind.JSON
    for fields, kind in _FIELDS:
        if fields <= value.keys():
            return kind
    if _has_deck(value):
        return FileKind.DECK
    return FileKind.MESSAGE if isinstance(value.get("type"), str) else FileKind.JSON


def _has_deck(value: Mapping[str, Any]) -> bool:
    """True if a JSON object contains a deck, or cards with their numbers but without their printed fields."""
    match value.get("cards"):
        case dict() | [[str(), int()], *_] | [str(), *_]:
            return True
        case [{"count": _} | {"quantity": _} | {"copies": _}, *_]:
            return True
        case _:
            return isinstance(value.get("deck"), list | dict | str)


def _is_json_lines(text: str) -> bool:
    """True if the first two lines of a text are separate JSON objects."""
    lines = text.split("\n", 2)[:2]
    try:
        return len(lines) == 2 and all(isinstance(msgspec.json.decode(line), dict) for line in lines)
    except (ValueError, RecursionError):
        return False


def _is_deck(text: str) -> bool:
    """True if a text is a deck code, or most of its first lines name a number of cards."""
    lines = [line for each in text[:BYTES_OF_A_HEAD].splitlines() if (line := each.strip()) and line[0] not in "#/;["][
        :8
    ]
    if any(_DECK_CODE.match(line) for line in lines):
        return True
    listed = sum(_DECK_LINE.match(line) is not None for line in lines)
    return listed >= 2 and 2 * listed > len(lines)


def _kind_of_bytes(content: bytes) -> FileKind | None:
    """Return the kind of a file that is not UTF-8 text; `None` if it is."""
    for signature, kind in _SIGNATURES:
        if signature.match(content):
            return kind
    if b"\0" in content:
        return FileKind.BINARY
    try:
        codecs.getincrementaldecoder("utf-8")().decode(content)  # the start of a file may end within a character
    except UnicodeDecodeError:
        return FileKind.NOT_UTF_8
    return None


def _syntax_of(body: bytes) -> str:
    """Return the reason why bytes are not JSON, with the line and column; an empty text if they are."""
    try:
        msgspec.json.decode(body)
    except RecursionError:
        return "it is nested too deeply"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        found = _MALFORMED.fullmatch(str(error))
        if found is None:
            return "it ends in the middle, as if it had been cut short" if body.strip() else "it is empty"
        before = body[: int(found["byte"])]
        line, column = before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        return f"it is not JSON: {found['why']} at line {line}, column {column}"
    return ""


def _foreign(wanted: str, found: FileKind) -> ForeignFile:
    return ForeignFile(f"this is not {wanted}: it is {NAMES[found]}")
