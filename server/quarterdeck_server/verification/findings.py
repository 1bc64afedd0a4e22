"""Results of the verification of a transcript: faults, a player's notes that were compared, and confirmed facts."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.tables import BoundRules, Table
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player


class Kind(StrEnum):
    """Kinds of faults that the verification of a transcript finds."""

    UNREADABLE = "unreadable"
    """An entry is not one of this game's."""

    OPENING = "opening"
    """The transcript does not begin like a match, or with the setup of another match."""

    SEED = "seed"
    """The seed is not the one that was committed to."""

    ENTROPY = "entropy"
    """A seat's entropy is not the one that it had bound."""

    NOTE = "note"
    """The transcript differs from the player's notes."""

    VERSION = "version"
    """An entry is missing, doubled or out of order."""

    LINK = "link"
    """An entry or its time has been altered since its link was made."""

    CAUSE = "cause"
    """The cause of an entry could not have happened then."""

    CLOCK = "clock"
    """A seat's time was cut short, or time ran backwards."""

    EVENTS = "events"
    """The rules give other events."""

    DRAWS = "draws"
    """The noted draws of the entry differ from its real draws."""

    WRITING = "writing"
    """The entry has the right content, but other bytes than the server writes."""

    AFTER_THE_END = "after_the_end"
    """The match had ended before this entry."""

    UNFINISHED = "unfinished"
    """The match has not ended."""

    RESULT = "result"
    """The rules give another result."""

    SIGNATURE = "signature"
    """The server that the signature names has not signed this."""


class DoesNotFollow(Exception):  # noqa: N818 - what was found, not a fault of this program
    """Error: a transcript is wrong. `kind` is the kind of fault, `version` the entry, and `str(error)` a sentence with
    both."""

    def __init__(self, kind: Kind, version: Version | None, text: str) -> None:
        super().__init__(text if version is None else f"entry {version}: {text}")
        self.kind = kind
        self.version = version


class CannotJudge(Exception):  # noqa: N818 - a state of affairs
    """Error: a transcript cannot be verified here, because its game, its version of the rules, or its card sets are not
    installed."""


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a player has noted about a match, to be compared with the transcript. Hashes are in
    hexadecimal."""

    match: MatchId | None = None
    """Which match it was to be."""

    commitment: str | None = None
    """The table's `commitment` before all players were ready."""

    links: tuple[tuple[Version, str], ...] = ()
    """Versions with the `link` of the `update` that had them."""

    entropy: tuple[tuple[Seat, str], ...] = ()
    """Seats with the entropy that they gave when they were ready; as text."""

    entropy_hashes: tuple[tuple[Seat, str | None], ...] = ()
    """By seat, the hash that bound its share, as the table showed it before any was revealed; `None` for a seat without
    one.
    """

    decks_commitment: str | UnsetType | None = UNSET
    """The commitment of the table to all decks; `None` if it made none, as in games without decks."""

    options: Any = UNSET
    """The table's options then."""

    players: tuple[PlayerId, ...] = ()
    """The players at that time, seat by seat; empty if that was not noted."""

    bound_rules: BoundRules | None = None
    """The rules and card sets of the match, as the table announced them before the deal."""

    time_limit: Milliseconds | None = None
    """The time limit of a seat for an action, as the table announced it before the deal."""

    rated: bool | None = None
    """True if the match was to be rated, as the table announced it before the deal."""

    @property
    def count(self) -> int:
        """Number of facts in a player's notes, without the links."""
        hashes = len(self.entropy) + len(self.entropy_hashes)
        told = (self.match, self.commitment, self.decks_commitment or None, self.bound_rules)
        table = (*told, self.players or None, self.time_limit, self.rated)
        return hashes + (self.options is not UNSET) + sum(each is not None for each in table)

    def with_table(self, table: Table) -> "Noted":
        """Return these notes with the facts of a table added. The table was in the stage in which players reveal
        their entropy. From that stage on its facts cannot change."""
        return msgspec.structs.replace(
            self,
            match=table.match,
            commitment=self.commitment or table.commitment,
            entropy_hashes=(
                *self.entropy_hashes,
                *((Seat(seat), place.entropy_hash) for seat, place in enumerate(table.places)),
            ),
            decks_commitment=table.decks_commitment if self.decks_commitment is UNSET else self.decks_commitment,
            options=table.options,
            players=tuple(place.player.id for place in table.places if place.player is not None),
            bound_rules=table.bound_rules or None,
            time_limit=table.time_limit,
            rated=table.rated,
        )


NOTHING = Noted()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Facts that were confirmed by the verification of a transcript."""

    match: MatchId
    game: GameName
    rules: int
    players: tuple[Player, ...]
    commitment: str
    entries: int
    causes: dict[str, int]
    """Number of entries of each cause."""

    shuffles: int
    """Number of shuffles of cards."""

    draws: int
    """Number of other draws by lot."""

    are_draws_noted: bool
    """True if every entry notes its draws, for readers without the rules: they do, but in matches of before."""

    last_link: str
    losses: int = 0
    """Number of times that the store had lost a part of it, as the server has noted."""

    noted_of_lost: int = 0
    """Number of the player's notes about lost entries, which can be compared with nothing."""

    noted: int
    """Number of the player's notes that it agrees with."""

    result: Result
    is_unplayed: bool = False
    """True if a player resigned before every seat had acted."""
