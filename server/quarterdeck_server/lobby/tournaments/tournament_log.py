"""The log of a tournament. Events are only appended, and everything else derives from them (`tournament_state.py`)."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, Raw, UnsetType
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import Perspectives, SpectatorDelay, usual_delay
from quarterdeck_protocol.lobby.tournaments import (
    PairingRule,
    TieBreak,
    TournamentDecks,
    TournamentEntry,
    TournamentFormat,
    TournamentId,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref

from quarterdeck_server.lobby.collections import Collection


class SealedRules(msgspec.Struct, frozen=True, kw_only=True):
    """The packs of a sealed tournament. Their card lists are kept, so that all packs can be drawn again."""

    packs: int
    build_time: Milliseconds | None
    pool: PackPool


class FormatRules(msgspec.Struct, frozen=True, kw_only=True):
    """The further rules of a tournament."""

    best_of: int = 1
    cut_to: int | None = None
    third_place: bool = False
    pod_size: int = 4
    place_points: tuple[int, ...] = ()
    """The points by place in a pod, in hundredths."""

    tie_breaks: tuple[TieBreak, ...] = ()
    check_in: Milliseconds | None = None
    when_ready: bool = False
    spectator_delay: SpectatorDelay | None = None
    rated: bool = False
    duration: Milliseconds | None = None
    entry: TournamentEntry = TournamentEntry.OPEN
    club: ClubId | None = None
    least_rating: int | None = None
    most_rating: int | None = None
    waiting_list: bool = False
    virtual_opponents: bool = False
    """True if a round without an opponent counts in the tie-breaks of the Swiss system. Older tournaments do without
    it."""

    is_crossed: bool = False
    """True if fewer players of a large double elimination meet again. Older tournaments do without it."""

    accelerated: bool = False
    decks: TournamentDecks = TournamentDecks.ANY
    open_lists: bool = False
    sealed: SealedRules | None = None

    @property
    def delay(self) -> SpectatorDelay:
        """The spectator delay of all matches."""
        usual = usual_delay(rated=self.rated, perspectives=Perspectives.AFTER)
        return usual if self.spectator_delay is None else self.spectator_delay


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament, which never change."""

    name: str
    game: GameName
    format: TournamentFormat
    options: Raw
    time_limit: Milliseconds
    rounds: int
    most_entrants: int
    starts_at: Milliseconds | None
    between_rounds: Milliseconds | None
    bots: bool
    stored_rules: FormatRules | UnsetType = msgspec.field(default=UNSET, name="rules")

    @property
    def rules(self) -> FormatRules:
        """The further rules: the usual ones for older tournaments."""
        return FormatRules() if self.stored_rules is UNSET else self.stored_rules


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base class of the events in the log of a tournament."""

    at: Milliseconds


class PlayersEvent(Event, frozen=True, kw_only=True):
    """Base class of events that players cause in person or by a bot."""

    owner: PlayerId | UnsetType = UNSET
    """The owner of the bot. It is not shown to others."""


class Created(PlayersEvent, frozen=True, tag="created"):
    """Event: a player has made the tournament, and directs it."""

    by: PlayerId
    settings: Settings
    commitment: str


class Joined(PlayersEvent, frozen=True, tag="joined"):
    """Event: a player has entered, has come back, or has brought another deck."""

    player: PlayerId
    rating: int
    deck_hash: str | None
    waits: bool | UnsetType = UNSET
    """True if all places are taken, and the player waits for one."""


class Admitted(Event, frozen=True, tag="admitted"):
    """Event: the first player of the waiting list has got a place."""

    player: PlayerId


class Invited(Event, frozen=True, tag="invited"):
    """Event: a director has invited a player."""

    player: PlayerId
    by: PlayerId


class Appointed(Event, frozen=True, tag="appointed"):
    """Event: the maker of the tournament lets a player direct it too, or no longer."""

    player: PlayerId
    on: bool


class Left(Event, frozen=True, tag="left"):
    """Event: a player has left the tournament."""

    player: PlayerId


class CheckedIn(Event, frozen=True, tag="checked_in"):
    """Event: a player has checked in."""

    player: PlayerId
    round: int | UnsetType = UNSET
    """The round for which the player is ready; not set at the check-in before the first one."""


class Asked(Event, frozen=True, tag="asked"):
    """Event: these players have a notice: the next round waits for them."""

    round: int
    players: tuple[PlayerId, ...]


class Absent(Event, frozen=True, tag="absent"):
    """Event: a player has not checked in, or has done nothing in a match. The player is not paired until back."""

    player: PlayerId
    match: MatchId | None = None


class Removed(PlayersEvent, frozen=True, tag="removed"):
    """Event: the director has removed a player."""

    player: PlayerId
    by: PlayerId
    why: str
    disqualified: bool | UnsetType = UNSET


class Reinstated(PlayersEvent, frozen=True, tag="reinstated"):
    """Event: the director has taken a removal or disqualification back."""

    player: PlayerId
    by: PlayerId
    why: str
    match: MatchId | UnsetType = UNSET
    """The match of a pairing that the disqualification had decided, and that is open again."""


class Appealed(Event, frozen=True, tag="appealed"):
    """Event: a player appeals against the ruling of a match, or without `match` against a removal."""

    player: PlayerId
    why: str
    match: MatchId | UnsetType = UNSET


class AppealAnswered(PlayersEvent, frozen=True, tag="appeal_answered"):
    """Event: a director or moderator has answered an appeal. Appeals have numbers in their order, from 1."""

    number: int
    by: PlayerId
    upheld: bool
    why: str


class Cut(Event, frozen=True, tag="cut"):
    """Event: these players of the standings, the best first, play on in a bracket of single elimination."""

    players: tuple[PlayerId, ...]


class RoundOrdered(PlayersEvent, frozen=True, tag="round_ordered"):
    """Event: the director has ordered the next round."""

    by: PlayerId
    round: int


class FieldClosed(Event, frozen=True, tag="field_closed"):
    """Event: the players of the next round are fixed, and it is being paired. Later entries and departures count for
    the round after it, so nobody can delay the pairing by them."""

    players: tuple[PlayerId, ...]


class RoundPaired(Event, frozen=True, tag="round_paired"):
    """Event: the next round is paired. Players of a pair are in the order of their seats. A bye is a group of one."""

    numbered: tuple[PlayerId, ...]
    """The players who get the next starting numbers, in order."""

    groups: tuple[tuple[PlayerId, ...], ...]
    rule: PairingRule | UnsetType = UNSET
    """The rule of a round of the Swiss system."""


class RoundBegun(Event, frozen=True, tag="round_begun"):
    """Event: all matches of the last round that were due have begun."""


class Scored(Event, frozen=True, tag="scored"):
    """Event: a match of the last round has a public result, which was read from the match."""

    match: MatchId
    halves: tuple[int, ...] = ()
    """The points of two players in halves, in the order of the seats of the match."""

    places: tuple[int, ...] | UnsetType = UNSET
    """The places of a pod, in the order of its seats."""


class Ruled(PlayersEvent, frozen=True, tag="ruled"):
    """Event: the director has ruled the result of a pairing of the last round."""

    match: MatchId
    by: PlayerId
    why: str
    halves: tuple[int, ...] = ()
    """The points of two players in halves, in the order of the pairing."""

    points: tuple[int, ...] | UnsetType = UNSET
    """The points of a pod in hundredths, in the order of its seats."""


class ArenaBegun(Event, frozen=True, tag="arena_begun"):
    """An arena has begun."""

    ends_at: Milliseconds


class WavePaired(Event, frozen=True, tag="wave_paired"):
    """Waiting players of an arena are paired. Players have numbers in the order of entry, from 1."""

    pairs: tuple[tuple[int, int], ...]
    """The players of each match in the order of their seats."""


class WaveScored(Event, frozen=True, tag="wave_scored"):
    """Matches of an arena have public results, as read from the matches."""

    results: tuple[tuple[int, int], ...]
    """For each match its number in the order of pairing, from 1, and the result: 0 if the player at the first seat has
    won, 1 at the second, 2 for a draw, 3 for a match that the server could not bring to its end."""


class Ended(Event, frozen=True, tag="ended"):
    """Event: the tournament has ended, and the seed of its lots is revealed. `by` is `None` after the last round."""

    seed: str
    by: PlayerId | None = None
    why: str | None = None
    is_withheld: bool | UnsetType = UNSET
    """True if a moderator has ended it: its name is not shown any more."""


class Notified(Event, frozen=True, tag="notified"):
    """Event: this number of players, in the order of entry, have a notice that the tournament has ended."""

    number: int


AnyEvent = (
    Created
    | Joined
    | Admitted
    | Invited
    | Appointed
    | Left
    | CheckedIn
    | Asked
    | Absent
    | Removed
    | Reinstated
    | Appealed
    | AppealAnswered
    | Cut
    | RoundOrdered
    | FieldClosed
    | RoundPaired
    | RoundBegun
    | Scored
    | Ruled
    | ArenaBegun
    | WavePaired
    | WaveScored
    | Ended
    | Notified
)


class TournamentRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a tournament. It holds the seed and the decks, so only a view of it may leave the server."""

    id: TournamentId
    seed: str
    ref: Ref | None
    log: tuple[AnyEvent, ...]
    decks: Mapping[PlayerId, Deck] = {}

    def plus(self, *events: AnyEvent) -> "TournamentRecord":
        """Return the record with further events."""
        return msgspec.structs.replace(self, log=(*self.log, *events))

    def when_closed(self) -> "TournamentRecord":
        """Return the record as it was when the list of players of the next round was fixed. The pairing is derived from
        it."""
        for number in range(len(self.log), 0, -1):
            if isinstance(self.log[number - 1], FieldClosed):
                return msgspec.structs.replace(self, log=self.log[:number])
        return self


TOURNAMENTS = Collection("tournament", TournamentRecord)
