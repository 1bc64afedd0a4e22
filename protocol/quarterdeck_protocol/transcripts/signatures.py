"""Signed statements about finished matches, and their keys: a JSON Web Signature (RFC 7515) by Ed25519 (RFC 8037), of
which everything but the arithmetic is here."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

SIGNATURE_TYPE = "quarterdeck-match+jws"
"""The type in a signature (`typ`), so that no signature for another purpose can be taken for one."""


class SignedPlayer(msgspec.Struct, frozen=True):
    """The player of a seat, as in the first entry."""

    id: PlayerId
    name: str


class MatchStatement(msgspec.Struct, frozen=True, kw_only=True):
    """A server's signed statement about a match that has ended."""

    match: MatchId
    game: GameName
    rules: Count
    commitment: str
    players: tuple[SignedPlayer, ...]
    """In seat order."""

    entries: Count
    """Number of its entries."""

    ended: Milliseconds
    """The time at which the last of them was written; the key is the one that signed then."""

    link: str
    """The link of the last entry, which covers all entries and their times."""

    result: Result


class SignatureHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a signature."""

    alg: str = "EdDSA"
    kid: str
    """The thumbprint of the key (RFC 7638)."""

    typ: str = SIGNATURE_TYPE


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key with which a server signs its matches: a JSON Web Key (RFC 7517, RFC 8037)."""

    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    x: str
    """The 32 bytes of the key in base64url."""

    kid: str
    """Its thumbprint (RFC 7638)."""

    use: Literal["sig"] = "sig"
    alg: Literal["EdDSA"] = "EdDSA"
    since: Milliseconds
    """It signs matches that ended from then on; of the first key it is 0."""

    until: Milliseconds | UnsetType = UNSET
    """It signs matches that ended before then; not there as long as no other key has been made."""

    def signed_then(self, ended: Milliseconds) -> bool:
        """True if this key is the one that signs a match that ended then."""
        return self.since <= ended and (self.until is UNSET or ended < self.until)


class PublicKeys(msgspec.Struct, frozen=True, kw_only=True):
    """All keys with which a server has signed, signs, and will sign: a JSON Web Key Set."""

    keys: tuple[PublicKey, ...]


class SplitSignature(NamedTuple):
    """The parts of a signature."""

    header: SignatureHeader
    payload: bytes
    signing_input: bytes
    """The signed bytes: header and payload in base64url with a dot between."""

    signature: bytes


def signed_players(players: Sequence[Player]) -> tuple[SignedPlayer, ...]:
    """Return the signed facts about the players of a match."""
    return tuple(SignedPlayer(player.id, player.name) for player in players)


def thumbprint(x: str) -> str:
    """Return the name of the Ed25519 key with this `x`: its thumbprint (RFC 7638)."""
    return base64url(sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest())


def signing_input(kid: str, statement: MatchStatement) -> bytes:
    """Return the bytes that are signed."""
    header = base64url(msgspec.json.encode(SignatureHeader(kid=kid)))
    return f"{header}.{base64url(msgspec.json.encode(statement))}".encode()


def split(signature: str) -> SplitSignature:
    """Return the parts of a signature. Raises `ValueError` if it is none of a match."""
    try:
        front, middle, end = signature.split(".")
        header = msgspec.json.decode(from_base64url(front), type=SignatureHeader)
        found = SplitSignature(header, from_base64url(middle), f"{front}.{middle}".encode(), from_base64url(end))
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no compact JWS") from error
    if (header.alg, header.typ) != ("EdDSA", SIGNATURE_TYPE):
        raise ValueError(f"its header does not say EdDSA and {SIGNATURE_TYPE}")
    return found


def base64url(raw: bytes) -> str:
    """Return bytes in base64url, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes of a base64url text. Raises `ValueError` if it is not base64url, or not in its canonical
    form."""
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64url(raw) != text:
        raise ValueError("it is not base64url without padding")
    return raw
