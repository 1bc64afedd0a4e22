"""Check of a transcript's signature against a server's keys (FAIRNESS.md, *Signatures*).

The package `cryptography` does the computation, if it is installed. Without it, clients work but report that signatures
were not checked.
"""

from enum import StrEnum
from typing import TypeVar

import msgspec
from msgspec import UnsetType

from quarterdeck_protocol.names import Version
from quarterdeck_protocol.transcripts.signatures import (
    SIGNATURE_TYPE,
    TOURNAMENT_SIGNATURE_TYPE,
    MatchStatement,
    PublicKey,
    PublicKeys,
    TournamentStatement,
    from_base64url,
    signed_players,
    split,
    thumbprint,
)
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Transcript

Statement = TypeVar("Statement", MatchStatement, TournamentStatement)


class Signed(StrEnum):
    """Results of the check of who has signed a transcript."""

    BY_KEY = "by_key"
    """One of the keys has signed it, the right one for the time of the match's end."""

    UNKNOWN_KEY = "unknown_key"
    """It is signed, but with none of the keys."""

    UNSIGNED = "unsigned"
    """It is not signed."""

    UNCHECKED = "unchecked"
    """It is signed, and the signature cannot be checked here: `cryptography` is not installed."""


class WrongSignature(Exception):  # noqa: N818 - what it says, it is
    """Error: a transcript names one of the keys as its signer, but that key has not signed it, or has signed another
    match."""

    def __init__(self, version: Version | None, text: str) -> None:
        super().__init__(text if version is None else f"entry {version}: {text}")
        self.version = version
        """At which entry that stands; `None` if at none."""

        self.text = text


class SignatureFound(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a transcript's signature."""

    signed: Signed
    key: str | None = None
    """The id of the key that the signature names: its thumbprint."""


def check_signature(transcript: Transcript, keys: PublicKeys) -> SignatureFound:
    """Check the signature of a transcript whose contents were verified before. Raises `WrongSignature` if the
    transcript names one of these keys but that key has not signed it, or has signed another content."""
    stated, found = _read(transcript.signature, SIGNATURE_TYPE, MatchStatement, keys)
    if stated is not None:
        _compare(stated, transcript)
    return found


def check_tournament(signature: str | UnsetType, expected: TournamentStatement, keys: PublicKeys) -> SignatureFound:
    """Check the signature of a tournament against what its log states. Raises `WrongSignature` as `check_signature`
    does."""
    stated, found = _read(signature, TOURNAMENT_SIGNATURE_TYPE, TournamentStatement, keys)
    if stated is not None and stated != expected:
        names = TournamentStatement.__struct_fields__
        name = next(each for each in names if getattr(stated, each) != getattr(expected, each))
        raise _wrong(None, f"the server has signed another `{name}` than the archive has")
    return found


def _read(
    text: str | UnsetType, type_: str, statement: type[Statement], keys: PublicKeys
) -> tuple[Statement | None, SignatureFound]:
    """Return what one of the keys has signed; `None` if that is not known. Raises `WrongSignature`."""
    if not isinstance(text, str):
        return None, SignatureFound(signed=Signed.UNSIGNED)
    try:
        header, payload, signed, signature = split(text, type_)
    except ValueError as error:
        raise _wrong(None, f"the signature cannot be read: {error}") from error
    key = next((key for key in keys.keys if key.kid == header.kid), None)
    if key is None:
        return None, SignatureFound(signed=Signed.UNKNOWN_KEY, key=header.kid)
    try:
        is_of = _is_of(key, signed, signature)
    except ModuleNotFoundError:
        return None, SignatureFound(signed=Signed.UNCHECKED, key=key.kid)
    if not is_of:
        raise _wrong(None, f"the signature is not of the key {key.kid}: it was altered, or made without that key")
    try:
        stated = msgspec.json.decode(payload, type=statement)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _wrong(None, "what is signed cannot be read") from error
    if not key.signed_then(stated.ended):
        raise _wrong(None, f"the key {key.kid} is not the one that signed when it ended")
    return stated, SignatureFound(signed=Signed.BY_KEY, key=key.kid)


def statement_of(transcript: Transcript) -> MatchStatement:
    """Return the statement about a match that a server makes by signing this transcript."""
    opened, last = _opened(transcript), transcript.entries[-1]
    return MatchStatement(
        match=transcript.match,
        game=transcript.game,
        rules=opened.rules,
        commitment=transcript.commitment,
        players=signed_players(opened.players),
        entries=len(transcript.entries),
        ended=last.at,
        link=last.link,
        result=transcript.result,
    )


def _compare(stated: MatchStatement, transcript: Transcript) -> None:
    """Raise an error that names the first difference between the signed statement and the transcript, with the place in
    the transcript."""
    told, last = statement_of(transcript), Version(len(transcript.entries))
    first = Version(1)
    places = {"players": first, "rules": first, "match": first, "game": first, "commitment": first}
    for name in MatchStatement.__struct_fields__:
        if getattr(stated, name) != getattr(told, name):
            raise _wrong(places.get(name, last), f"the server has signed another `{name}` than the transcript has")


def _is_of(key: PublicKey, signed: bytes, signature: bytes) -> bool:
    """True if this key has made the signature. Raises `ModuleNotFoundError` without `cryptography`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if thumbprint(key.x) != key.kid:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(from_base64url(key.x)).verify(signature, signed)
    except (ValueError, InvalidSignature):
        return False
    return True


def _opened(transcript: Transcript) -> Opened:
    opened = msgspec.json.decode(transcript.entries[0].entry, type=Entry[msgspec.Raw]).cause
    assert isinstance(opened, Opened)  # noqa: S101 - what follows begins with it
    return opened


def _wrong(version: Version | None, text: str) -> WrongSignature:
    return WrongSignature(version, text)
