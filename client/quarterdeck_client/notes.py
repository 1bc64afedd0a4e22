"""What a player knew of matches before their deal, to hold their transcripts against."""

import msgspec
from quarterdeck_protocol.names import MatchId

from quarterdeck_client.links import Links, NotedLinks

MOST_NOTES = 1000


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a player knew of a match before the deal, to hold its transcript against."""

    commitment: str
    """The published hash of the seed."""

    entropy: str
    """The player's own share."""

    entropy_hashes: tuple[str | None, ...] | None = None
    """By which each seat had bound its share, as was told before the player revealed theirs; `None` if nothing was."""

    decks_commitment: str | None = None
    """What was told then of all seats' decks."""


class Notes(dict[MatchId, Note]):
    """The notes on the matches that began last, and the links that were told of those that were followed last."""

    def __init__(self) -> None:
        super().__init__()
        self._links = NotedLinks()

    def links(self, match: MatchId) -> Links:
        """Return the links that were told of a match, by version."""
        return self._links.of(match, MOST_NOTES)

    def take(self, match: MatchId, commitment: str, entropy: str) -> None:
        """Note what is known of a match; the oldest note goes if there are too many."""
        if len(self) >= MOST_NOTES:
            del self[next(iter(self))]
        self[match] = Note(commitment=commitment, entropy=entropy)

    def bind(self, match: MatchId, entropy_hashes: tuple[str | None, ...], decks_commitment: str | None) -> None:
        """Note to what all seats are bound; what was told first counts."""
        note = self[match]
        if note.entropy_hashes is None:
            self[match] = msgspec.structs.replace(
                note, entropy_hashes=entropy_hashes, decks_commitment=decks_commitment
            )
