"""Verification of the opening of a match in a transcript: seed, commitment, bound entropy and decks are compared with a
player's notes."""

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Transcript

from quarterdeck_server.matches.chain import commitment_to
from quarterdeck_server.verification.findings import DoesNotFollow, Kind, Noted

SEED_BYTES = 32


def checked_opening(transcript: Transcript, noted: Noted) -> Opened:
    """Return the opening of the match, after checking that the seed fits the commitment and the notes."""
    if not transcript.entries:
        raise DoesNotFollow(Kind.VERSION, None, "there are no entries")
    first = Version(1)
    try:
        opened = msgspec.json.decode(transcript.entries[0].entry, type=Entry[msgspec.Raw]).cause
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, first, f"it cannot be read: {error}") from error
    if not isinstance(opened, Opened):
        raise DoesNotFollow(Kind.OPENING, first, "a match begins with `opened`")
    if (opened.match, opened.game) != (transcript.match, transcript.game):
        raise DoesNotFollow(
            Kind.OPENING,
            first,
            f"it opens match `{opened.match}` of `{opened.game}`, not `{transcript.match}` of `{transcript.game}`",
        )
    if noted.match not in (None, opened.match):
        raise DoesNotFollow(Kind.NOTE, None, f"you noted another match, {noted.match}")
    seed = _seed(opened)
    if commitment_to(seed) != transcript.commitment:
        raise DoesNotFollow(Kind.SEED, first, f"the seed does not match the commitment {transcript.commitment}")
    if noted.commitment is not None and noted.commitment.lower() != transcript.commitment:
        raise DoesNotFollow(Kind.NOTE, None, f"you noted another commitment than {transcript.commitment}")
    for seat, share in noted.entropy:
        if not 0 <= seat < len(opened.entropy) or opened.entropy[seat] != share:
            raise DoesNotFollow(Kind.NOTE, first, f"the entropy of seat {seat} is not the one that was used")
    _check_bound(opened, noted)
    return opened


def _check_bound(opened: Opened, noted: Noted) -> None:
    """Raise `DoesNotFollow` unless each seat's entropy has the hash that the seat committed to and that the player
    noted."""
    first, seats = Version(1), len(opened.players)
    are_told = opened.entropy_hashes is not UNSET
    hashes = (None,) * seats if opened.entropy_hashes is UNSET else opened.entropy_hashes
    if len(opened.entropy) == seats != len(hashes):
        raise DoesNotFollow(Kind.OPENING, first, f"there are {len(hashes)} hashes of entropy for {seats} seats")
    for seat, bound in noted.entropy_hashes:
        if not 0 <= seat < len(hashes) or hashes[seat] != bound:
            raise DoesNotFollow(Kind.NOTE, first, f"the entropy hash of seat {seat} is not the one that you noted")
    for number, (share, bound) in enumerate(zip(opened.entropy, hashes, strict=False)):
        if are_told and (share != "" if bound is None else entropy_hash(share) != bound):
            raise DoesNotFollow(Kind.ENTROPY, first, f"the entropy of seat {number} does not match its hash")
    decks = noted.decks_commitment
    if decks is not UNSET and not _is_of_decks(decks, opened):
        raise DoesNotFollow(Kind.NOTE, first, "the decks do not match the commitment that you noted")
    if noted.options is not UNSET and noted.options != msgspec.json.decode(opened.options):
        raise DoesNotFollow(Kind.NOTE, first, "the options are not those that you noted")
    if noted.players and noted.players != tuple(player.id for player in opened.players):
        raise DoesNotFollow(Kind.NOTE, first, "the players are not those that you noted, seat by seat")
    if noted.bound_rules not in (None, opened.bound_rules):
        raise DoesNotFollow(Kind.NOTE, first, "the rules or card sets are not those that you noted")
    if noted.time_limit not in (None, opened.time_limit):
        raise DoesNotFollow(Kind.NOTE, first, "the time limit is not the one that you noted")
    if noted.rated not in (None, opened.rated):
        raise DoesNotFollow(Kind.NOTE, first, "the match is rated, or not rated, unlike what you noted")


def _is_of_decks(shown: str | None, opened: Opened) -> bool:
    """True if a table's commitment fits these decks; `None` is right if there are no decks."""
    if shown is None:
        return not opened.decks
    return shown.lower() == decks_commitment(opened.seed, opened.match, opened.decks)


def _seed(opened: Opened) -> bytes:
    try:
        seed = bytes.fromhex(opened.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != opened.seed:
        raise DoesNotFollow(Kind.SEED, Version(1), f"the seed is not {SEED_BYTES} bytes in hexadecimal")
    return seed
