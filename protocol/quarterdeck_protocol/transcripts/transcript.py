"""The stored log entries of a match, and the transcript with which anyone can verify a finished match."""

from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET, Raw, UnsetType

from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tables import (
    Access,
    BoundRules,
    Perspectives,
    ReplayAccess,
    SpectatorDelay,
    usual_replays,
)
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, Epoch, GameName, MatchId, Milliseconds, Ref, Seat, TableId, Version
from quarterdeck_protocol.recess import RecessEntry, RecessRule
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts import visibility
from quarterdeck_protocol.transcripts.visibility import Visibility
from quarterdeck_protocol.undo import UndoRule, UndoStep

Event = TypeVar("Event")


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag="opened"):
    """Log entry: the server opened the match. It contains the complete initial situation."""

    match: MatchId
    game: GameName
    rules: Count
    """The version of the game's rules."""

    players: tuple[Player, ...]
    options: Raw
    time_limit: Milliseconds
    seed: str
    """The house's 256-bit seed in hexadecimal. Secret until the match has ended."""

    entropy: tuple[str, ...]
    """The share of each seat."""

    entropy_hashes: tuple[str | None, ...] | UnsetType = UNSET
    """By seat, the hash that bound its share before any share was revealed, `null` for a seat without one; absent if no
    seat has a share.
    """

    bot_delay: Milliseconds = Milliseconds(0)
    """The time that a bot of the house waits before each action."""

    time_bank: Milliseconds = Milliseconds(0)
    """The time that each seat may take in this match beyond its limits, all in all."""

    table: TableId | None = None
    """The table of the players."""

    spectators: bool = True
    """True if viewers without a seat may watch."""

    access: Access | UnsetType = UNSET
    """The admission to that table; absent for a public table."""

    replays: ReplayAccess | UnsetType = UNSET
    """The viewers that may see it again when it has ended, if its table set them; absent if that follows from
    `spectators` and `access`."""

    spectator_delay: SpectatorDelay | UnsetType = UNSET
    """The delay of spectators and all others behind the players; absent without one."""

    perspectives: Perspectives | UnsetType = UNSET
    """The time from which viewers without a seat may see it through the eyes of one; absent if only after the end.
    `during` means that every seat had agreed."""

    decks: tuple[Deck, ...] = ()
    """Each seat's deck, card by card, so that it can be verified without names, codes and sets; empty in games without
    decks of players. It is as secret as a hand until the match has ended.
    """

    card_sets: tuple[SetMark, ...] | UnsetType = UNSET
    """The sets of cards beside the shipped one that the game is played with; not there if there are none."""

    rated: bool = False
    """True if it was agreed that it counts for ratings."""

    undo_rule: UndoRule | UnsetType = UNSET
    """`never` if no action can be taken back; absent if all others may agree to it, unless the match is rated."""

    recess_rule: RecessRule | UnsetType = UNSET
    """`never` if the match has no recess, `consent` if it has one although it is rated; absent if unrated matches have
    one."""

    @property
    def bound_rules(self) -> BoundRules:
        """The rules version and card sets with which the cards were dealt, as the table had announced them before."""
        return BoundRules(version=self.rules, card_sets=() if self.card_sets is UNSET else self.card_sets)

    @property
    def delay(self) -> SpectatorDelay:
        """The spectator delay: the delay of all viewers without a seat."""
        return SpectatorDelay.NONE if self.spectator_delay is UNSET else self.spectator_delay

    @property
    def live_delay(self) -> Milliseconds:
        """The delay of spectators while the match is played; 0 if they see it without delay."""
        return visibility.behind(self.delay, is_running=True)

    @property
    def end_delay(self) -> Milliseconds:
        """The delay after which spectators see the end of the match; 0 if they see it without delay."""
        return visibility.behind(self.delay, is_running=False)

    def is_hidden(self, ended: Milliseconds, now: Milliseconds) -> bool:
        """True if viewers without a seat may not know yet, at the time `now`, of an end at the time `ended`."""
        return not self.visibility_of_end(ended).is_open_to_all(now)

    def visibility_of_end(self, ended: Milliseconds) -> Visibility:
        """Return who may know of an end of the match at this time, and from when."""
        return visibility.of_end(self.delay, ended, [player.id for player in self.players])

    @property
    def shows_perspectives(self) -> bool:
        """True if all players have agreed that delayed spectators may see the match from a seat's view while it is
        played."""
        return self.perspectives is Perspectives.DURING and self.delay is SpectatorDelay.THREE_MINUTES

    @property
    def shown_again_to(self) -> ReplayAccess:
        """The players who may see a replay after the end of the match."""
        return usual_replays(self.access, spectators=self.spectators) if self.replays is UNSET else self.replays

    @property
    def is_open_again(self) -> bool:
        """True if everybody may see a replay after the end of the match."""
        return self.shown_again_to is ReplayAccess.EVERYBODY


class Acted(msgspec.Struct, frozen=True, kw_only=True, tag="acted"):
    """Log entry: a player took an action."""

    action: Raw
    """The action; `null` for a step of an undo or a recess, which is no action of the game."""

    undo: UndoStep | UnsetType = UNSET
    """The step of an undo by consent, if it was one: a request to take the last action back, or an answer to it."""

    recess: RecessEntry | UnsetType = UNSET
    """The step of a recess by consent, if it was one. Its seat is `null` if the server has ended the recess."""


class Resigned(msgspec.Struct, frozen=True, kw_only=True, tag="resigned"):
    """Log entry: a player left the match for good."""


class TimedOut(msgspec.Struct, frozen=True, kw_only=True, tag="timed_out"):
    """Log entry: the server played for a seat whose time had run out."""


class Returned(msgspec.Struct, frozen=True, kw_only=True, tag="returned"):
    """Log entry: a player is back after the server had played for the seat. The count of its timeouts is reset."""


class Voided(msgspec.Struct, frozen=True, kw_only=True, tag="voided"):
    """Log entry: the server voided the match, because its rules had failed and could not be used any more. The match
    has no result and counts for nobody."""


class Obeyed(msgspec.Struct, frozen=True, kw_only=True, tag="obeyed"):
    """Log entry: a standing order (an instruction that the player left in advance) answered for the seat. Other seats
    receive the same as if the player had acted."""


class HistoryLost(msgspec.Struct, frozen=True, kw_only=True, tag="history_lost"):
    """Log entry: the store lost entries that had been sent, and the match continues from the entry before this one.
    Seats with an open decision are asked again, and all random numbers differ from here on."""

    epoch: Epoch
    """Which history of the match begins here."""

    since: Version
    """The newest version that both histories share."""

    was: Version
    """The version up to which clients had received the match: the entries after `since` up to this one are lost."""

    link: str
    """The link of the lost entry at that version."""


Cause = Opened | Acted | Resigned | TimedOut | Returned | Obeyed | Voided | HistoryLost


class Entry(msgspec.Struct, Generic[Event], frozen=True, kw_only=True):
    """Log entry: one accepted action with all events that it caused."""

    version: Version
    seat: Seat | None
    """The seat of the action; `None` for the house: it opens the match, aborts it, or records that the store has lost
    entries.
    """

    cause: Cause
    events: tuple[Event, ...]
    """The events, in the game's own shapes."""

    ref: Ref | None = None
    """The client's name for the action."""

    draws: Raw | UnsetType = UNSET
    """Every draw that was made for it, in order: a list of `Draw`. The first entry has it even if it is empty: then the
    draws of all entries of the match are noted, and an entry without it has made none. In a match of before they are
    not."""


class TranscriptEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A log entry as it was stored, with the store's time and the link of the hash chain."""

    entry: str
    """The stored bytes of the entry, as text: JSON in UTF-8. The links are over exactly these bytes."""

    at: Milliseconds
    link: str


class Transcript(msgspec.Struct, frozen=True, kw_only=True):
    """The complete log of a finished match with its revealed seed."""

    match: MatchId
    game: GameName
    commitment: str
    """SHA-256 of the seed, as it was published before the deal."""

    entries: tuple[TranscriptEntry, ...]
    result: Result
    signature: str | UnsetType = UNSET
    """The server's signature of a `MatchStatement`: a compact JWS by one of its keys (`/v1/keys`). Absent from older
    servers."""
