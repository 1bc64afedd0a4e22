"""The log of a tournament, and the state of the tournament that follows from it. Pure.

Events are only appended. Everything else derives from them: players, rounds, points, the next step. Points are counted
in halves, so that all sums are whole numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

import msgspec
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import EntrantStage, TournamentFormat, TournamentId, TournamentStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref

from quarterdeck_server.lobby.collections import Collection

WIN = 2
DRAW = 1


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


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that has happened in a tournament."""

    at: Milliseconds


class Created(Event, frozen=True, tag="created"):
    """A player has made the tournament, and directs it."""

    by: PlayerId
    settings: Settings
    commitment: str


class Joined(Event, frozen=True, tag="joined"):
    """A player has entered, has come back, or has brought another deck."""

    player: PlayerId
    rating: int
    deck_hash: str | None


class Left(Event, frozen=True, tag="left"):
    """A player takes part no more."""

    player: PlayerId


class Removed(Event, frozen=True, tag="removed"):
    """The director has removed a player."""

    player: PlayerId
    by: PlayerId
    why: str


class RoundOrdered(Event, frozen=True, tag="round_ordered"):
    """The director wants the next round."""

    by: PlayerId
    round: int


class RoundPaired(Event, frozen=True, tag="round_paired"):
    """The next round is paired. The seats of each pair are in order, and a bye is a group of one player."""

    numbered: tuple[PlayerId, ...]
    """The players who get the next starting numbers, in order."""

    groups: tuple[tuple[PlayerId, ...], ...]


class RoundBegun(Event, frozen=True, tag="round_begun"):
    """All matches of the last round are begun."""


class Scored(Event, frozen=True, tag="scored"):
    """A match of the last round has a public result, as read from the match."""

    match: MatchId
    halves: tuple[int, ...]


class Ruled(Event, frozen=True, tag="ruled"):
    """The director has ruled the result of a match of the last round."""

    match: MatchId
    halves: tuple[int, ...]
    by: PlayerId
    why: str


class Ended(Event, frozen=True, tag="ended"):
    """The tournament has ended; the seed of the drawing of lots is revealed. `by` is `None` after the last round."""

    seed: str
    by: PlayerId | None = None
    why: str | None = None


class Notified(Event, frozen=True, tag="notified"):
    """That many of the players, in the order of entry, have a notice of the end."""

    number: int


AnyEvent = (
    Created | Joined | Left | Removed | RoundOrdered | RoundPaired | RoundBegun | Scored | Ruled | Ended | Notified
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


TOURNAMENTS = Collection("tournament", TournamentRecord)


@dataclass(slots=True)
class EntrantState:
    """A player of a tournament."""

    player: PlayerId
    rating: int
    deck_hash: str | None
    missed: int
    """Number of rounds that were paired before the entry."""

    stage: EntrantStage = EntrantStage.IN
    number: int | None = None
    reason: str | None = None


@dataclass(slots=True)
class Pairing:
    """A group of a round: the players of a match, or one player with a bye."""

    players: tuple[PlayerId, ...]
    match: MatchId | None
    halves: tuple[int, ...] | None = None
    ruling: str | None = None


@dataclass(slots=True)
class Round:
    """A round of a tournament."""

    paired_at: Milliseconds
    pairings: list[Pairing]
    last_result_at: Milliseconds
    is_begun: bool = False

    @property
    def is_over(self) -> bool:
        """True if all results are public."""
        return all(each.halves is not None for each in self.pairings)

    def named(self, match: MatchId) -> Pairing | None:
        """Return the pairing of a match."""
        return next((each for each in self.pairings if each.match == match), None)


@dataclass(slots=True)
class Tournament:
    """The state of a tournament after its log."""

    id: TournamentId
    created: Created
    entrants: dict[PlayerId, EntrantState] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    ordered: int = 0
    """The round that the director has ordered last."""

    seed: str | None = None
    notified: int = 0

    @property
    def director(self) -> PlayerId:
        return self.created.by

    @property
    def settings(self) -> Settings:
        return self.created.settings

    @property
    def stage(self) -> TournamentStage:
        if self.seed is not None:
            return TournamentStage.ENDED if self.rounds else TournamentStage.CANCELLED
        return TournamentStage.RUNNING if self.rounds else TournamentStage.OPEN

    @property
    def playing(self) -> list[EntrantState]:
        """The players that are paired in the next round."""
        return [each for each in self.entrants.values() if each.stage is EntrantStage.IN]

    @property
    def takes_entries(self) -> bool:
        """True if players can enter: until half of the rounds are paired."""
        return self.seed is None and 2 * len(self.rounds) <= self.settings.rounds

    @property
    def next_round_at(self) -> Milliseconds | None:
        """The time at which the next round is due; `None` if it is not known."""
        if self.seed is not None or len(self.rounds) >= self.settings.rounds:
            return None
        if self.ordered > len(self.rounds):
            return Milliseconds(0)
        if not self.rounds:
            return self.settings.starts_at
        last, pause = self.rounds[-1], self.settings.between_rounds
        return None if pause is None or not last.is_over else Milliseconds(last.last_result_at + pause)

    def numbered(self) -> list[EntrantState]:
        """Return the players with starting numbers, in order."""
        return sorted((each for each in self.entrants.values() if each.number), key=lambda each: each.number or 0)


def match_of(tournament: TournamentId, round_: int, place: int) -> MatchId:
    """Return the id of the match at this place of a round, from 1: it follows from the tournament, so nobody begins the
    match twice."""
    return MatchId(f"{tournament}-{round_}-{place}")


def state_of(record: TournamentRecord) -> Tournament:
    """Return the state of a tournament after all events of its log."""
    first, *others = record.log
    if not isinstance(first, Created):
        raise TypeError("a log begins with `created`")
    state = Tournament(record.id, first)
    for event in others:
        _evolve(state, event)
    return state


def _evolve(state: Tournament, event: AnyEvent) -> None:
    match event:
        case Created():
            raise TypeError("a tournament is created once")
        case Joined():
            before = state.entrants.get(event.player)
            if before is None:
                entering = EntrantState(event.player, event.rating, event.deck_hash, missed=len(state.rounds))
                state.entrants[event.player] = entering
            else:
                before.stage, before.deck_hash = EntrantStage.IN, event.deck_hash
        case Left():
            state.entrants[event.player].stage = EntrantStage.OUT
        case Removed():
            removed = state.entrants[event.player]
            removed.stage, removed.reason = EntrantStage.REMOVED, event.why
        case RoundOrdered():
            state.ordered = event.round
        case RoundPaired():
            _pair(state, event)
        case RoundBegun():
            state.rounds[-1].is_begun = True
        case Scored() | Ruled():
            _score(state.rounds[-1], event)
        case Ended():
            state.seed = event.seed
        case Notified():
            state.notified = event.number
        case _:
            assert_never(event)


def _pair(state: Tournament, event: RoundPaired) -> None:
    taken = len(state.numbered())
    for number, player in enumerate(event.numbered, taken + 1):
        state.entrants[player].number = number
    round_ = len(state.rounds) + 1
    pairings = [
        Pairing(group, match_of(state.id, round_, place)) if len(group) > 1 else Pairing(group, None, (WIN,))
        for place, group in enumerate(event.groups, 1)
    ]
    state.rounds.append(Round(event.at, pairings, last_result_at=event.at))


def _score(last: Round, event: Scored | Ruled) -> None:
    """Take a result into a round. A ruling stands, whatever the match says later."""
    pairing = last.named(event.match)
    if pairing is None or (pairing.ruling is not None and isinstance(event, Scored)):
        return
    pairing.halves = event.halves
    pairing.ruling = event.why if isinstance(event, Ruled) else None
    last.last_result_at = event.at


def halves_of(places: Sequence[int | None]) -> tuple[int, ...]:
    """Return the points in halves of two players by their places in a match. A match without a result is a draw: the
    server could not bring it to its end."""
    first, second = places
    if first is None or second is None or first == second:
        return DRAW, DRAW
    return (WIN, 0) if first < second else (0, WIN)
