"""A player's notes about matches before their deal, to compare with their transcripts."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.tables import BoundRules, Table
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId

from quarterdeck_client.frames import check_share
from quarterdeck_client.verification.links import Links, NotedLinks

MOST_NOTES = 1000


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A player's note about a match before the deal, to compare with its transcript."""

    commitment: str
    """The published hash of the seed."""

    entropy: str
    """The player's own share."""

    entropy_hashes: tuple[str | None, ...] | None = None
    """The hash by which each seat had bound its share, as told before the player's reveal; `None` if it was not
    told."""

    decks_commitment: str | None = None
    """The commitment to all seats' decks, as told then; `None` in games without decks."""

    options: Any = None
    """The table's options then, as this client reads them."""

    players: tuple[PlayerId, ...] = ()
    """The players then, seat by seat."""

    time_limit: Milliseconds | None = None
    """The time limit for an action, as told then; `None` if it was not told."""

    rated: bool | None = None
    """True if the match was to count for ratings, as told then; `None` if it was not told."""

    bound_rules: BoundRules | None = None
    """The version of the rules and the card sets of the deal, as told then; `None` if they were not told."""

    @property
    def is_bound(self) -> bool:
        """True if the server told the commitments of all seats before the player's share was revealed."""
        return self.entropy_hashes is not None


def _drawn(_match: MatchId, _commitment: str) -> str:
    return secrets.token_hex(32)


class Notes(dict[MatchId, Note]):
    """The notes on the latest matches, and the received links of the last followed ones."""

    def __init__(self) -> None:
        super().__init__()
        self.draw: Callable[[MatchId, str], str] = _drawn
        """Returns an unpredictable share for a match and its commitment."""

        self._links = NotedLinks()

    def links(self, match: MatchId) -> Links:
        """Return the received links of a match, by version."""
        return self._links.of(match, MOST_NOTES)

    def share(self, match: MatchId, commitment: str, given: str | None) -> str:
        """Return the player's own share of a match's entropy, and note it. It is the `given` share, else the one noted
        for the same commitment, else a new one. The oldest note is dropped if there are too many.

        A note with the same share is kept. On a repeated request the share may have been revealed already, and the
        seats' commitments from that time count. Raises `RefusedError` for a share that could not be revealed.
        """
        if given is not None:
            check_share(given)
        noted = self.get(match)
        if noted is not None and noted.commitment == commitment and given in (None, noted.entropy):
            return noted.entropy
        if noted is None and len(self) >= MOST_NOTES:
            del self[next(iter(self))]
        entropy = self.draw(match, commitment) if given is None else given
        self[match] = Note(commitment=commitment, entropy=entropy)
        return entropy

    def bind(self, table: Table) -> None:
        """Note the commitments of all seats of a table, and its settled terms. The first ones told count."""
        note = self[table.match]
        if not note.is_bound:
            self[table.match] = msgspec.structs.replace(
                note,
                entropy_hashes=tuple(place.entropy_hash for place in table.places),
                decks_commitment=table.decks_commitment,
                options=table.options,
                bound_rules=table.bound_rules or None,
                players=tuple(place.player.id for place in table.places if place.player is not None),
                time_limit=table.time_limit,
                rated=table.rated,
            )
