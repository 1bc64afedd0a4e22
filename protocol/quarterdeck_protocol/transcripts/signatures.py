"""Signed statements about finished matches, and the keys: a JSON Web Signature (RFC 7515) with Ed25519 (RFC 8037). This
module contains everything except the cryptographic computation."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

SIGNATURE_TYPE = "quarterdeck-match+jws"
"""The type in a signature (`typ`), so that no signature for another purpose can be taken for one."""

TOURNAMENT_SIGNATURE_TYPE = "quarterdeck-tournament+jws"
"""The type in the signature of a tournament."""


class SignedPlayer(msgspec.Struct, frozen=True):
    """A player in a signed statement, as in the match's first log entry."""

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


class TournamentStatement(msgspec.Struct, frozen=True, kw_only=True):
    """A server's signed statement about a tournament that has ended. Pairings and standings follow from its log."""

    tournament: TournamentId
    commitment: str
    events: Count
    """Number of the events of its log."""

    ended: Milliseconds
    """The time of the event `ended`; the key is the one that signed then."""

    log: str
    """The SHA-256 of the log as JSON without spaces, in hexadecimal."""


class SignatureHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a JSON Web Signature."""

    alg: str = "EdDSA"
    kid: str
    """The thumbprint of the key (RFC 7638)."""

    typ: str = SIGNATURE_TYPE


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """A public key for a server's signatures of finished matches: a JSON Web Key (RFC 7517, RFC 8037)."""

    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    x: str
    """The 32 bytes of the key in base64url."""

    kid: str
    """The thumbprint of the key (RFC 7638)."""

    use: Literal["sig"] = "sig"
    alg: Literal["EdDSA"] = "EdDSA"
    since: Milliseconds
    """The key signs matches that ended from this time on; 0 for the first key."""

    until: Milliseconds | UnsetType = UNSET
    """The key signs matches that ended before this time; absent for the newest key."""

    def signed_then(self, ended: Milliseconds) -> bool:
        """True if this is the key for matches that ended at this time."""
        return self.since <= ended and (self.until is UNSET or ended < self.until)


class PublicKeys(msgspec.Struct, frozen=True, kw_only=True):
    """All public keys with which a server has signed, signs, or will sign: a JSON Web Key Set."""

    keys: tuple[PublicKey, ...]


class SplitSignature(NamedTuple):
    """The decoded parts of a JSON Web Signature."""

    header: SignatureHeader
    payload: bytes
    signing_input: bytes
    """The signed bytes: header and payload in base64url with a dot between."""

    signature: bytes


def signed_players(players: Sequence[Player]) -> tuple[SignedPlayer, ...]:
    """Return those facts about the players of a match that are signed."""
    return tuple(SignedPlayer(player.id, player.name) for player in players)


def thumbprint(x: str) -> str:
    """Return the id of the Ed25519 key with this `x`: its thumbprint (RFC 7638)."""
    return base64url(sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest())


def signing_input(kid: str, statement: MatchStatement | TournamentStatement) -> bytes:
    """Return the bytes over which a signature is computed."""
    is_match = isinstance(statement, MatchStatement)
    type_ = SIGNATURE_TYPE if is_match else TOURNAMENT_SIGNATURE_TYPE
    header = base64url(msgspec.json.encode(SignatureHeader(kid=kid, typ=type_)))
    return f"{header}.{base64url(msgspec.json.encode(statement))}".encode()


def split(signature: str, type_: str = SIGNATURE_TYPE) -> SplitSignature:
    """Return the parts of a signature. Raises `ValueError` if it is not a signature of this type."""
    try:
        front, middle, end = signature.split(".")
        header = msgspec.json.decode(from_base64url(front), type=SignatureHeader)
        found = SplitSignature(header, from_base64url(middle), f"{front}.{middle}".encode(), from_base64url(end))
    except (ValueError, RecursionError) as error:
        raise ValueError("the signature is not a compact JWS") from error
    if (header.alg, header.typ) != ("EdDSA", type_):
        raise ValueError(f"the header of the signature does not name EdDSA and {type_}")
    return found


def base64url(raw: bytes) -> str:
    """Return bytes in base64url, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes of a base64url text. Raises `ValueError` if it is not base64url, or not in its canonical
    form."""
    raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64url(raw) != text:
        raise ValueError("the text is not base64url without padding")
    return raw
