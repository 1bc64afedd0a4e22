"""Commitments and terms of matches that a player records before the cards are dealt, to compare with the
transcripts."""

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
    """The commitments and terms of one match before the cards are dealt, to compare with its transcript."""

    commitment: str
    """The server's commitment: the hash of its seed."""

    entropy: str
    """The player's own share of entropy."""

    entropy_hashes: tuple[str | None, ...] | None = None
    """The hash of each seat's share of entropy, as the server sent it before the player's reveal; `None` if it did
    not."""

    decks_commitment: str | None = None
    """The commitment to all seats' decks before the reveal; `None` in games without decks."""

    options: Any = None
    """The table's options before the reveal, as this client decodes them."""

    players: tuple[PlayerId, ...] = ()
    """The players before the reveal, by seat."""

    time_limit: Milliseconds | None = None
    """The time limit for an action before the reveal; `None` if the server did not send it."""

    rated: bool | None = None
    """True if the match was to be rated, as announced before the reveal; `None` if the server did not send it."""

    bound_rules: BoundRules | None = None
    """The version of the rules and the card sets before the reveal; `None` if the server did not send them."""

    @property
    def is_bound(self) -> bool:
        """True if the server sent the commitments of all seats before the client revealed the player's share."""
        return self.entropy_hashes is not None


def _drawn(_match: MatchId, _commitment: str) -> str:
    return secrets.token_hex(32)


class Notes(dict[MatchId, Note]):
    """The notes of the latest matches, and the links of the last followed matches."""

    def __init__(self) -> None:
        super().__init__()
        self.draw: Callable[[MatchId, str], str] = _drawn
        """A function that returns an unpredictable share of entropy for a match and its commitment."""

        self._links = NotedLinks()

    def links(self, match: MatchId) -> Links:
        """Return the received links of a match, by version."""
        return self._links.of(match, MOST_NOTES)

    def share(self, match: MatchId, commitment: str, given: str | None) -> str:
        """Return the player's own share of a match's entropy, and record it. The share is `given`, or else the one
        recorded for the same commitment, or else a new one. The oldest note is dropped if there are too many.

        If the recorded share is the same, its note is kept with its commitments: after a repeated request, the share
        may already be revealed. Raises `RefusedError` for a share that could not be revealed.
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
        """Record the commitments of all seats of a table and the final terms of its match. Only the first call for a
        match counts."""
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
