"""Reading of transcripts from files, from standard input, and from servers."""

import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.encoding.file_kinds import FileKind, json_of
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
        return json_of(bytes_at(place), wanted, type_)
    except (OSError, ValueError) as error:  # `ForeignFile` is a `ValueError`
        raise UnreadableError(f"{place}: {reason(error).rstrip('.')}.") from error


def bytes_at(place: str) -> bytes:
    """Return the bytes of a file or an address. Raises `OSError`, `ValueError`."""
    if place == "-":
        found = sys.stdin.buffer.read(LARGEST + 1)
    elif place.startswith(SCHEMES):
        try:
            with urllib.request.urlopen(place, timeout=SECONDS_TO_FETCH) as answer:  # noqa: S310 - its scheme was checked
                found = answer.read(LARGEST + 1)
        except urllib.error.HTTPError as refused:
            with refused:  # it holds the connection for as long as anybody knows of it
                raise ValueError(_said_in(refused)) from None
    else:
        with Path(place).open("rb") as file:
            found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"the file has more than {LARGEST} bytes")
    return bytes(found)


def reason(error: Exception) -> str:
    """Return the reason why a transcript could not be read, as text: the message of the error, or the system's."""
    if isinstance(error, urllib.error.URLError):
        return reason(error.reason) if isinstance(error.reason, Exception) else f"{error.reason}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error)


def _said_in(refused: urllib.error.HTTPError) -> str:
    """Return the reason for a refusal from the server's answer, or its HTTP status if it gave no reason."""
    try:
        return str(msgspec.json.decode(refused.read(LARGEST))["text"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"the server answered {refused.code}"


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
