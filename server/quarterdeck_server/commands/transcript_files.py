"""Reading of transcripts from files, from standard input, and from servers."""

import socket
import ssl
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.encoding.file_kinds import NAMES, FileKind, json_of
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.cards.host_sets import games_with

LARGEST = 256 * 1024 * 1024
SECONDS_TO_FETCH = 30.0
SCHEMES = ("http://", "https://")


class UnreadableError(Exception):
    """Error: a transcript cannot be read, or the cards that are needed to verify it are missing."""


def read_transcript(place: str) -> Transcript:
    """Return the transcript from a file, an address, or standard input (`-`). Raises `UnreadableError`."""
    transcript: Transcript = json_at(place, FileKind.TRANSCRIPT, Transcript)
    return transcript


def json_at(place: str, wanted: FileKind, type_: Any = Any) -> Any:
    """Read JSON from a file or an address, and return it as a value of this type. Raises `UnreadableError`."""
    try:
        content = bytes_at(place)
        if (why := _problem_in(content)) is not None:
            raise UnreadableError(
                f"{place}: this is the error page of a server, not {NAMES[wanted]}: {why.rstrip('.')}."
            )
        return json_of(content, wanted, type_)
    except (OSError, ValueError) as error:  # `ForeignFile` is a `ValueError`
        raise UnreadableError(f"{place}: {reason(error).rstrip('.')}.") from error


def bytes_at(place: str) -> bytes:
    """Return the bytes of a file or an address. Raises `OSError`, `ValueError`."""
    if place == "-":
        found = sys.stdin.buffer.read(LARGEST + 1)
    elif place.startswith(SCHEMES):
        if urlsplit(place).path in ("", "/"):
            raise ValueError("this is the address of a server, not of a match: add /v1/matches/ and the match's id")
        try:
            with urllib.request.urlopen(place, timeout=SECONDS_TO_FETCH) as answer:  # noqa: S310 - its scheme was checked
                found = answer.read(LARGEST + 1)
        except urllib.error.HTTPError as refused:
            with refused:  # it holds the connection for as long as anybody knows of it
                raise ValueError(_said_in(refused)) from None
        except urllib.error.URLError as error:
            raise ValueError(_why_unreached(place, error)) from error
    else:
        with Path(place).open("rb") as file:
            found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"the file has more than {LARGEST} bytes")
    return bytes(found)


def reason(error: Exception) -> str:
    """Return the reason why a transcript could not be read, as text: the message of the error, or the system's."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error)


def _why_unreached(place: str, error: urllib.error.URLError) -> str:
    """Return the reason why no server has answered at an address."""
    why, parts = error.reason, urlsplit(place)
    if isinstance(why, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {why.verify_message}"
    if isinstance(why, ssl.SSLError):
        return f"the server does not speak https there; use http://{parts.netloc}{parts.path}"
    if isinstance(why, socket.gaierror):
        return f"the name {parts.hostname} was not found; check the address, and the connection to the network"
    return reason(why) if isinstance(why, Exception) else f"{why}"


def _said_in(refused: urllib.error.HTTPError) -> str:
    """Return the reason for a refusal from the server's answer, or its HTTP status if it gave no reason."""
    try:
        why = _problem_in(refused.read(LARGEST))
    except OSError:
        why = None
    return why or f"the server answered {refused.code}"


class _Problem(msgspec.Struct, frozen=True, kw_only=True):
    """An error over HTTP (RFC 9457), as far as it tells one from other files."""

    title: str
    status: int
    detail: str


def _problem_in(content: bytes) -> str | None:
    """Return the sentence of an error page of a server; `None` if the content is something else."""
    try:
        return msgspec.json.decode(content, type=_Problem).detail
    except ValueError:  # `DecodeError` and `UnicodeDecodeError` are
        return None


def games_for(transcript: Transcript, cards: Path | None) -> Mapping[str, AnyGame]:
    """Return the games, with the further card sets of a folder and the shipped sets with which the match was played.
    Raises `UnreadableError`."""
    try:
        games = games_with(cards)
        game = games.get(transcript.game)
        if game is None or game.set_rules is None:
            return games
        needed = _sets_of(transcript) - {mark.id for mark in game.further_sets}
        shipped = needed & {each.id for each in game.set_rules.optional}
        return games_with(cards, shipped) if shipped else games
    except (ValueError, OSError) as error:
        raise UnreadableError(str(error)) from error


class _Opened(msgspec.Struct, frozen=True, kw_only=True):
    card_sets: tuple[SetMark, ...] = ()


class _FirstEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a match's first entry that names its card sets."""

    cause: _Opened


def _sets_of(transcript: Transcript) -> frozenset[str]:
    """Return the ids of the card sets of a match apart from its game's first set. Call it only with a complete
    transcript."""
    try:
        first = msgspec.json.decode(transcript.entries[0].entry, type=_FirstEntry)
    except (IndexError, msgspec.DecodeError):
        return frozenset()
    return frozenset([mark.id for mark in first.cause.card_sets])
