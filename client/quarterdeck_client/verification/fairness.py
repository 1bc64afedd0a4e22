"""Check that a transcript belongs to the match that the client followed: its seed, its entropy, and the complete chain
of links (FAIRNESS.md).

The drawn cards and the rules are checked by a verifier: `quarterdeck verify`, or `@quarterdeck/client/verify`.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.transcripts.signature_check import SignatureFound, Signed, WrongSignature, check_signature
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Entry, HistoryLost, Opened, Transcript

from quarterdeck_client.errors import ForkedError
from quarterdeck_client.verification.notes import Note


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """Findings about an ended match whose transcript agrees with the match that the client followed."""

    links: int
    """Number of links received during the match that the transcript contains."""

    is_bound: bool
    """True if this client sent the hash of the player's entropy first, and knew all other commitments and the rules
    before it revealed the entropy. If false, the server may have chosen the shuffle: a server with several versions of
    rules can choose between several shuffles."""

    signature: SignatureFound | None
    """The signer of the transcript; `None` if the server's keys could not be fetched."""

    losses: int
    """Number of times that the server's store lost a part of the match, according to the log. The links of a lost part
    cannot be checked: only the players know if that part existed."""


def check_signer(transcript: Transcript, keys: PublicKeys, key: str | None = None) -> SignatureFound:
    """Check the signature of a transcript with a valid chain, and return the signer: one of `keys`, or an unknown key.
    Raises `ForkedError` if the signature names one of `keys` and is wrong. With a `key` that the player recorded, also
    raises it unless the transcript is signed with that key."""
    try:
        found = check_signature(transcript, keys)
    except WrongSignature as error:
        raise ForkedError(transcript.match, error.version, str(error)) from error
    if key is None or (found.key == key and found.signed in (Signed.BY_KEY, Signed.UNCHECKED)):
        return found
    by = "by nobody" if found.key is None else f"with the key {found.key}"
    of = ", which is not one of the server's keys" if found.signed is Signed.UNKNOWN_KEY else ""
    raise ForkedError(transcript.match, None, f"the transcript is signed {by}{of}, but you noted the key {key}")


def check_chain(
    transcript: Transcript,
    links: Mapping[Version, str],
    commitment: str | None = None,
    entropy: tuple[Seat, str] | None = None,
    bound: Note | None = None,
) -> int:
    """Check a transcript, and return how many of `links` it contains. Raises `ForkedError` unless all of this is true:

    - every link in the transcript follows from its seed
    - the seed matches the server's commitment
    - the seat in `entropy` has the share that it gave, and each seat's share has the hash that the seat had sent
    - with `bound`: hashes of entropy, decks, options, players, rules, card sets, time limit and rating are those that
      the server had sent before the first reveal
    """
    entries = [_read(transcript, number, line.entry) for number, line in enumerate(transcript.entries, 1)]
    opened = _opened(transcript, entries, commitment)
    if entropy is not None and dict(enumerate(opened.entropy)).get(entropy[0]) != entropy[1]:
        raise ForkedError(
            transcript.match,
            Version(1),
            f"the entropy that you noted for seat {entropy[0]} is not the one that was used",
        )
    _check_bound(transcript, opened, bound)
    losses = _losses(entries)
    binding = {version: link for version, link in links.items() if not _is_of_lost(transcript, losses, version, link)}
    for version, (link, line) in enumerate(zip(_links(opened, transcript), transcript.entries, strict=True), 1):
        if entries[version - 1].version != version or link != line.link:
            raise ForkedError(transcript.match, Version(version), f"the link of entry {version} does not match")
        noted = binding.get(Version(version), link)
        if noted != link:
            why = f"you received the link {noted} for version {version}, but the transcript has {link}"
            raise ForkedError(transcript.match, Version(version), why)
    beyond = [version for version in binding if not 1 <= version <= len(entries)]
    if beyond:
        raise ForkedError(
            transcript.match, beyond[0], f"you received version {beyond[0]}, but the transcript ends at {len(entries)}"
        )
    return len(binding)


def losses_in(transcript: Transcript) -> int:
    """Return the number of times that the store lost a part of a match, according to the match's log. Raises
    `ForkedError`."""
    return len(_losses([_read(transcript, number, line.entry) for number, line in enumerate(transcript.entries, 1)]))


def _losses(entries: list[Entry[Any]]) -> list[HistoryLost]:
    return [entry.cause for entry in entries if isinstance(entry.cause, HistoryLost)]


def _read(transcript: Transcript, number: int, entry: str) -> Entry[msgspec.Raw]:
    try:
        return msgspec.json.decode(entry, type=Entry[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ForkedError(transcript.match, Version(number), f"entry {number} cannot be read: {error}") from error


def _opened(transcript: Transcript, entries: list[Entry[Any]], commitment: str | None) -> Opened:
    opened = entries[0].cause if entries else None
    if not isinstance(opened, Opened) or (opened.match, opened.game) != (transcript.match, transcript.game):
        raise ForkedError(transcript.match, Version(1), "the transcript does not begin with the opening of the match")
    if len(opened.entropy) != len(opened.players):  # one more would go into the key
        raise ForkedError(
            transcript.match, Version(1), "the number of shares of entropy differs from the number of seats"
        )
    try:
        committed = hashlib.sha256(bytes.fromhex(opened.seed)).hexdigest()
    except ValueError:
        committed = ""
    if committed != transcript.commitment or (commitment or committed) != committed:
        raise ForkedError(transcript.match, Version(1), "the seed does not match the commitment")
    return opened


def _check_bound(transcript: Transcript, opened: Opened, bound: Note | None) -> None:
    """Raise `ForkedError` unless each share of entropy has its announced hash, and all terms in `bound` are
    unchanged."""
    hashes = (None,) * len(opened.entropy) if opened.entropy_hashes is UNSET else opened.entropy_hashes
    if len(hashes) != len(opened.entropy):
        raise ForkedError(transcript.match, Version(1), "the number of entropy hashes differs from the number of seats")
    for seat, (share, bound_by) in enumerate(zip(opened.entropy, hashes, strict=True)):
        if bound_by is not None and bound_by != entropy_hash(share):
            why = f"the entropy of seat {seat} does not match its hash"
            raise ForkedError(transcript.match, Version(1), why)
    if bound is None or not bound.is_bound:
        return
    decks = decks_commitment(opened.seed, opened.match, opened.decks) if opened.decks else None
    for is_swapped, why in (
        (bound.entropy_hashes != hashes, "the entropy hashes that you received differ from those in the transcript"),
        (
            any(share for share, bound_by in zip(opened.entropy, hashes, strict=False) if bound_by is None),
            "a seat without an entropy hash has entropy in the transcript",
        ),
        (bound.decks_commitment != decks, "the decks do not match their commitment"),
        (
            not _are_options(bound.options, opened.options),
            "the options differ from those of the table when all players were ready",
        ),
        (
            bound.players != tuple(player.id for player in opened.players),
            "the players differ from those at the table when all players were ready",
        ),
        (
            bound.bound_rules not in (None, opened.bound_rules),
            "the version of the rules or the card sets differ from those that you received",
        ),
        (bound.time_limit not in (None, opened.time_limit), "the time limit differs from the one that you received"),
        (bound.rated not in (None, opened.rated), "the match is rated, or not rated, unlike what you received"),
    ):
        if is_swapped:
            raise ForkedError(transcript.match, Version(1), why)


def _are_options(noted: Any, encoded: msgspec.Raw) -> bool:
    """True if the encoded options equal those that the server had sent to the client."""
    try:
        return bool(msgspec.json.decode(encoded, type=type(noted)) == noted)
    except msgspec.DecodeError:
        return False


def _links(opened: Opened, transcript: Transcript) -> Iterator[str]:
    key = hmac.digest(bytes.fromhex(opened.seed), b"quarterdeck links" + opened.match.encode(), hashlib.sha256)
    link = bytes(32)
    for line in transcript.entries:
        link = hmac.digest(key, link + (line.at % 2**64).to_bytes(8, "big") + line.entry.encode(), hashlib.sha256)
        yield link.hex()


def _is_of_lost(transcript: Transcript, losses: list[HistoryLost], version: Version, link: str) -> bool:
    """True if a link belongs to an entry that the store lost, according to the log. Such a link cannot be checked."""
    stands = transcript.entries[version - 1].link if 0 < version <= len(transcript.entries) else None
    return link != stands and any(
        loss.since < version <= loss.was and (version < loss.was or link == loss.link) for loss in losses
    )
