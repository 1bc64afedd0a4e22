"""The stored entries of a match, and the transcript that anyone may verify when it has ended."""

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
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts import visibility
from quarterdeck_protocol.transcripts.visibility import Visibility

Event = TypeVar("Event")


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag="opened"):
    """The house opened the match: everything that the fold begins with."""

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
    """The hash by which each seat had bound it before any was revealed, `null` for a seat that added none; not there if
    nobody added any."""

    bot_delay: Milliseconds = Milliseconds(0)
    """The time that a bot of the house takes for each action."""

    time_bank: Milliseconds = Milliseconds(0)
    """The time that each seat may take in this match beyond its limits, all in all."""

    table: TableId | None = None
    """The table of the players."""

    spectators: bool = True
    """True if viewers without a seat may watch."""

    access: Access | UnsetType = UNSET
    """The admission to that table; absent if everybody may come."""

    replays: ReplayAccess | UnsetType = UNSET
    """The viewers that may see it again when it has ended, if its table set them; absent if that follows from
    `spectators` and `access`."""

    spectator_delay: SpectatorDelay | UnsetType = UNSET
    """The delay of everybody else behind the players; absent if there is none."""

    perspectives: Perspectives | UnsetType = UNSET
    """The time from which viewers without a seat may see it through the eyes of one; absent if only after the end.
    `during` means that every seat had agreed."""

    decks: tuple[Deck, ...] = ()
    """Each seat's deck, card by card, so that it can be verified independently of names, codes and sets; empty in games
    that nobody brings a deck to. As secret as a hand until the match has ended."""

    card_sets: tuple[SetMark, ...] | UnsetType = UNSET
    """The sets of cards beside the shipped one that the game is played with; not there if there are none."""

    rated: bool = False
    """True if it was agreed that it counts for ratings."""

    @property
    def bound_rules(self) -> BoundRules:
        """Rules that the match was dealt by, as its table had announced them."""
        return BoundRules(version=self.rules, card_sets=() if self.card_sets is UNSET else self.card_sets)

    @property
    def delay(self) -> SpectatorDelay:
        """Delay of all viewers without a seat behind the players."""
        return SpectatorDelay.NONE if self.spectator_delay is UNSET else self.spectator_delay

    @property
    def live_delay(self) -> Milliseconds:
        """The time by which others are behind the players while it is played; 0 if they see it at once."""
        return visibility.behind(self.delay, is_running=True)

    @property
    def end_delay(self) -> Milliseconds:
        """The time by which others know of its end later than its players; 0 if they know it at once."""
        return visibility.behind(self.delay, is_running=False)

    def is_hidden(self, ended: Milliseconds, now: Milliseconds) -> bool:
        """True if viewers without a seat have not yet been notified of an end at that time."""
        return not self.visibility_of_end(ended).is_open_to_all(now)

    def visibility_of_end(self, ended: Milliseconds) -> Visibility:
        """Return the visibility of its end at that time."""
        return visibility.of_end(self.delay, ended, [player.id for player in self.players])

    @property
    def shows_perspectives(self) -> bool:
        """True if all seats agreed that delayed viewers see the match through their eyes while it is played."""
        return self.perspectives is Perspectives.DURING and self.delay is SpectatorDelay.THREE_MINUTES

    @property
    def shown_again_to(self) -> ReplayAccess:
        """Viewers that may see it again when it has ended."""
        return usual_replays(self.access, spectators=self.spectators) if self.replays is UNSET else self.replays

    @property
    def is_open_again(self) -> bool:
        """True if everybody may see it again when it has ended."""
        return self.shown_again_to is ReplayAccess.EVERYBODY


class Acted(msgspec.Struct, frozen=True, kw_only=True, tag="acted"):
    """A seat acted."""

    action: Raw


class Resigned(msgspec.Struct, frozen=True, kw_only=True, tag="resigned"):
    """A seat left for good."""


class TimedOut(msgspec.Struct, frozen=True, kw_only=True, tag="timed_out"):
    """The house played for a seat that had run out of time."""


class Returned(msgspec.Struct, frozen=True, kw_only=True, tag="returned"):
    """A seat that the house had played for is back: its lapses are forgotten."""


class Voided(msgspec.Struct, frozen=True, kw_only=True, tag="voided"):
    """The house gave the match up, because the rules had failed and could not be asked any more: it has no result, and
    counts for nobody."""


class Obeyed(msgspec.Struct, frozen=True, kw_only=True, tag="obeyed"):
    """A standing order of the seat answered for it. Other seats receive the same as if it had acted."""


class HistoryLost(msgspec.Struct, frozen=True, kw_only=True, tag="history_lost"):
    """The store lost entries that had been sent, and the match goes on from the entry before this one. Seats with an
    open question are asked again, and the dice are others from here on."""

    epoch: Epoch
    """Which history of the match begins here."""

    since: Version
    """The newest version that both histories share."""

    was: Version
    """The version of the match as its clients remember it: entries sent after `since`, up to it, are gone."""

    link: str
    """The link of the lost entry at that version."""


Cause = Opened | Acted | Resigned | TimedOut | Returned | Obeyed | Voided | HistoryLost


class Entry(msgspec.Struct, Generic[Event], frozen=True, kw_only=True):
    """One accepted action and everything it caused."""

    version: Version
    seat: Seat | None
    """The seat of the action; `None` for the house's own: it opens the match, gives it up, or notes that the store has
    lost a part of it."""

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
    """One entry as it was stored, with the time of the store and the link of the chain."""

    entry: str
    """The stored bytes of the entry, as text: JSON in UTF-8. The links are over exactly these bytes."""

    at: Milliseconds
    link: str


class Transcript(msgspec.Struct, frozen=True, kw_only=True):
    """The whole log of a finished match with its revealed seed."""

    match: MatchId
    game: GameName
    commitment: str
    """SHA-256 of the seed, as it was published before the deal."""

    entries: tuple[TranscriptEntry, ...]
    result: Result
    signature: str | UnsetType = UNSET
    """The server's signature of a `MatchStatement`: a compact JWS by one of its keys (`/v1/keys`). Absent from older
    servers."""
