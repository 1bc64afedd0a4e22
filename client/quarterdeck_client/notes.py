"""A player's notes about matches before their deal, to compare with their transcripts."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.tables import BoundRules, Table

from quarterdeck_client.frames import check_share
from quarterdeck_client.links import Links, NotedLinks

MOST_NOTES = 1000


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A player's note about a match before the deal, to compare with its transcript."""

    commitment: str
    """The published hash of the seed."""

    entropy: str
    """The player's own share."""

    entropy_hashes: tuple[str | None, ...] | None = None
    """By which each seat had bound its share, as was told before the player revealed theirs; `None` if nothing was."""

    decks_commitment: str | None = None
    """What was told then of all seats' decks; `None` in games that are played without."""

    options: Any = None
    """The table's options then, as this client reads them."""

    players: tuple[PlayerId, ...] = ()
    """Who sat there then, seat by seat."""

    time_limit: Milliseconds | None = None
    """How long a seat was to have for an action, as was told then; `None` if nothing was."""

    rated: bool | None = None
    """Whether it was to count for ratings, as was told then; `None` if nothing was."""

    bound_rules: BoundRules | None = None
    """By what the match was to be dealt, as was told then; `None` if nothing was told of it."""

    @property
    def is_bound(self) -> bool:
        """True if the server told the commitments of all seats before the player's share was revealed."""
        return self.entropy_hashes is not None


def _drawn(_match: MatchId, _commitment: str) -> str:
    return secrets.token_hex(32)


class Notes(dict[MatchId, Note]):
    """The notes on the matches that began last, and the links that were told of those that were followed last."""

    def __init__(self) -> None:
        super().__init__()
        self.draw: Callable[[MatchId, str], str] = _drawn
        """Gives a share for a match and its commitment that nobody can guess."""

        self._links = NotedLinks()

    def links(self, match: MatchId) -> Links:
        """Return the links that were told of a match, by version."""
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
