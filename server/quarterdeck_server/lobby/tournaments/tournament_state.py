"""The state of a tournament, which follows from its log. Pure.

Points are counted in units of `POINT`, so that all sums are whole numbers.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import assert_never

from msgspec import UNSET
from quarterdeck_protocol.lobby.tournaments import (
    AppealStage,
    EntrantStage,
    TournamentFormat,
    TournamentId,
    TournamentStage,
)
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.arenas.arena import Arena
from quarterdeck_server.lobby.tournaments.formats.brackets import Bracket, rounds_of
from quarterdeck_server.lobby.tournaments.pairing_state import Game, Pairing, Round, shared
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Played

BRACKETS = frozenset({TournamentFormat.SINGLE_ELIMINATION, TournamentFormat.DOUBLE_ELIMINATION})
SEATS = 2
HOLDING_A_PLACE = frozenset({EntrantStage.IN, EntrantStage.ABSENT})
LATE_ENTRIES = frozenset({TournamentFormat.SWISS, TournamentFormat.PODS})


class EntrantState:
    """A player of a tournament."""

    def __init__(self, joined: log.Joined, missed: int) -> None:
        self.player = joined.player
        self.rating = joined.rating
        self.deck_hash = joined.deck_hash
        self.owner = joined.player if joined.owner is UNSET else joined.owner
        """The person who is responsible: the owner of a player's bot, or the player."""

        self.missed = missed
        """Number of rounds that were paired before the entry."""

        self.half_byes: frozenset[int] = frozenset()
        """Later rounds, from 0, with half a point and without a pairing: only in reports of other programs."""

        self.stage = EntrantStage.IN
        self.had_a_place = False
        """True if the player was in the field once: who comes back by the waiting list has missed no more rounds."""

        self.number: int | None = None
        self.reason: str | None = None
        self.checked_in = False
        self.ready_for = 0
        """The last round for which the player is ready."""

        self.removed_at = Milliseconds(0)

    def has_half_in(self, round_: int) -> bool:
        """True if the player has half a point in a round, from 0, without a pairing."""
        return round_ < self.missed or round_ in self.half_byes


@dataclass(slots=True)
class AppealState:
    """An appeal of a player, and its answer."""

    appealed: log.Appealed
    ruled_at: Milliseconds
    """Time of the ruling: a player appeals once against each."""

    answered: log.AppealAnswered | None = None

    @property
    def stage(self) -> AppealStage:
        if self.answered is None:
            return AppealStage.OPEN
        return AppealStage.UPHELD if self.answered.upheld else AppealStage.REJECTED


class Tournament:
    """The state of a tournament after its log."""

    def __init__(self, id_: TournamentId, created: log.Created) -> None:
        self.id = id_
        self.created = created
        self.entrants: dict[PlayerId, EntrantState] = {}
        self.waiting_list: list[PlayerId] = []
        """The players on the waiting list, the first to move up first."""

        self.invited: dict[PlayerId, None] = {}
        self.assistants: dict[PlayerId, None] = {}
        self.deciders: set[PlayerId] = set()
        """The people who have decided about players or results since the first round, or have begun a round before its
        time, also by a bot."""

        self.rounds: list[Round] = []
        self.arena = Arena(id_) if created.settings.format is TournamentFormat.ARENA else None
        self.asked: tuple[int, frozenset[PlayerId]] = (0, frozenset())
        """The last waiting round, and its players with a notice of that."""

        self.ordered = 0
        """The round that the director has ordered last."""

        self.closed: tuple[PlayerId, ...] | None = None
        """The players of the round that is being paired."""

        self.cut: tuple[PlayerId, ...] = ()
        """The players of the bracket after a cut: the first of the standings first."""

        self.before_cut: int | None = None
        """Number of the rounds before the cut; `None` before it."""

        self.appeals: list[AppealState] = []
        self.seed: str | None = None
        self.reason: str | None = None
        """The words of the director who has ended it."""

        self.is_withheld = False
        self.notified = 0

    @property
    def director(self) -> PlayerId:
        return self.created.by

    def is_directed_by(self, player: PlayerId) -> bool:
        """True for the maker of the tournament and the assistants."""
        return player == self.director or player in self.assistants

    @property
    def is_full(self) -> bool:
        """True if all places are taken, or wanted by players of the waiting list."""
        taken = sum(each.stage in HOLDING_A_PLACE for each in self.entrants.values())
        return taken + len(self.waiting_list) >= self.settings.most_entrants

    @property
    def moving_up(self) -> PlayerId | None:
        """The player of the waiting list for whom there is a place."""
        taken = sum(each.stage in HOLDING_A_PLACE for each in self.entrants.values())
        if not self.waiting_list or taken >= self.settings.most_entrants or not self.takes_entries:
            return None
        return self.waiting_list[0]

    @property
    def settings(self) -> log.Settings:
        return self.created.settings

    @property
    def stage(self) -> TournamentStage:
        if self.seed is not None:
            return TournamentStage.ENDED if self.is_running else TournamentStage.CANCELLED
        return TournamentStage.RUNNING if self.is_running else TournamentStage.OPEN

    @property
    def is_running(self) -> bool:
        """True if the first round is paired, or the arena has begun."""
        return bool(self.rounds) or (self.arena is not None and self.arena.ends_at is not None)

    @property
    def name(self) -> str:
        """The name, or the id if a moderator has withheld the name."""
        return self.id if self.is_withheld else self.settings.name

    def is_entered_by(self, player: Player) -> bool:
        """True if a person takes part or has taken part: alone, or with a bot."""
        person = player.owner or player.id
        return any(person in {each.owner, each.player} for each in self.entrants.values())

    def ruled_at(self, player: PlayerId, match: MatchId | None) -> Milliseconds | None:
        """Return the time of the ruling about a match of a player, or of the player's removal; `None` without one."""
        entrant = self.entrants.get(player)
        if match is None:
            is_gone = entrant is not None and entrant.stage in {EntrantStage.REMOVED, EntrantStage.DISQUALIFIED}
            return entrant.removed_at if entrant is not None and is_gone else None
        pairing = next(filter(None, (each.named(match) for each in self.rounds)), None)
        return pairing.ruled_at if pairing is not None and player in pairing.players else None

    @property
    def playing(self) -> list[EntrantState]:
        """The players that are paired in the next round."""
        return [each for each in self.entrants.values() if each.stage is EntrantStage.IN]

    @property
    def number_of_entrants(self) -> int:
        """The number of players that take part; at the end, of those who have played."""
        if self.stage is not TournamentStage.ENDED:
            return len(self.playing)
        return len(self.numbered()) if self.arena is None else sum(map(self.arena.has_paired, self.arena.number_of))

    @property
    def concerned(self) -> list[EntrantState]:
        """The players who play on, or may come back: since the first round, all but those who were disqualified."""
        gone = {EntrantStage.DISQUALIFIED}
        if not self.is_running and not self.begun_rounds:
            gone |= {EntrantStage.OUT, EntrantStage.REMOVED}
        return [each for each in self.entrants.values() if each.stage not in gone]

    @property
    def takes_entries(self) -> bool:
        """True if players can enter: until half of the rounds are paired, or before the first round. An arena takes
        them until its end."""
        if self.arena is not None:
            return self.seed is None
        late = (
            self.settings.format in LATE_ENTRIES
            and self.settings.rules.sealed is None
            and 2 * self.begun_rounds < self.settings.rounds
        )
        return self.seed is None and self.before_cut is None and (late or self.begun_rounds == 0)

    @property
    def begun_rounds(self) -> int:
        """The number of rounds that are paired, or being paired, or of waves."""
        if self.arena is not None:
            return self.arena.waves
        return len(self.rounds) + (self.closed is not None)

    @property
    def format(self) -> TournamentFormat:
        """The format of the next round."""
        return self.settings.format if self.before_cut is None else TournamentFormat.SINGLE_ELIMINATION

    @property
    def seeds(self) -> list[PlayerId]:
        """The players of the bracket or the round robin: the strongest first."""
        if self.before_cut is not None:
            return list(self.cut)
        first = {player for each in self.rounds[0].pairings for player in each.players} if self.rounds else set()
        return [each.player for each in self.numbered() if each.player in first]

    @property
    def planned_rounds(self) -> int:
        """The number of rounds, as far as it is known."""
        if self.arena is not None:
            return max(self.arena.waves, 1)
        most = self.settings.rounds
        players = len(self.seeds) if self.rounds else max(len(self.playing), 2)
        match self.settings.format:
            case TournamentFormat.ROUND_ROBIN:
                most = min(most, players - 1 + players % 2)
            case TournamentFormat.SINGLE_ELIMINATION | TournamentFormat.DOUBLE_ELIMINATION:
                is_double = self.settings.format is TournamentFormat.DOUBLE_ELIMINATION
                return len(self.rounds) if self.seed is not None else rounds_of(players, is_double=is_double)
            case _:
                pass
        cut = len(self.cut) if self.before_cut is not None else self.settings.rules.cut_to
        return most + (rounds_of(cut, is_double=False) if cut else 0)

    @property
    def is_cut_due(self) -> bool:
        """True if the players of the bracket are chosen next."""
        return self.settings.rules.cut_to is not None and self.before_cut is None and self._has_played_all

    @property
    def rounds_of_points(self) -> int:
        """The number of rounds before a cut, in a format with points."""
        cut = self.settings.rules.cut_to
        after = rounds_of(cut, is_double=False) if cut and self.before_cut is None else 0
        return self.planned_rounds - after

    @property
    def _has_played_all(self) -> bool:
        if self.format not in BRACKETS:
            return len(self.rounds) >= self.rounds_of_points
        rounds = self.rounds[self.before_cut or 0 :]
        return bool(rounds) and rounds[-1].is_over and self.bracket().is_over

    @property
    def is_played(self) -> bool:
        """True if no round is left."""
        if self.arena is not None:
            return False
        return self._has_played_all and not self.is_cut_due

    def goes_on_for(self, player: PlayerId) -> bool:
        """True if another round can follow for a player."""
        return not self.is_played and (self.before_cut is None or player in self.cut)

    def bracket(self) -> Bracket:
        """Return the bracket after its rounds that are over. Players are their starting numbers."""
        numbers = {each.player: each.number or 0 for each in self.entrants.values()}
        return Bracket(
            [numbers[each] for each in self.seeds],
            self.played_groups(),
            is_double=self.format is TournamentFormat.DOUBLE_ELIMINATION,
            third_place=self.settings.rules.third_place,
            is_crossed=self.settings.rules.is_crossed,
        )

    def played_groups(self) -> tuple[tuple[Played, ...], ...]:
        """Return the groups of all rounds of the bracket that are over, with their winners."""
        return tuple(
            tuple(
                Played(
                    numbers=tuple(self.entrants[each].number or 0 for each in pairing.players),
                    winner=None if pairing.winner is None else self.entrants[pairing.winner].number,
                )
                for pairing in round_.pairings
            )
            for round_ in self.rounds[self.before_cut or 0 :]
            if round_.is_over
        )

    @property
    def next_round_at(self) -> Milliseconds | None:
        """The time at which the next round is due; `None` if it is not known."""
        if self.seed is not None or self.is_played or (self.arena is not None and self.is_running):
            return None
        if self.closed is not None or self.ordered > len(self.rounds):
            return Milliseconds(0)
        return self._after_the_last if self.rounds else self.settings.starts_at

    @property
    def check_in_from(self) -> Milliseconds | None:
        """The time from which players check in; `None` without check-in."""
        time, settings = self.settings.rules.check_in, self.settings
        if time is None:
            return None
        return self.created.at if settings.starts_at is None else Milliseconds(settings.starts_at - time)

    @property
    def build_from(self) -> Milliseconds | None:
        """The time at which the packs of a sealed tournament are opened; `None` without packs."""
        sealed, starts = self.settings.rules.sealed, self.settings.starts_at
        if sealed is None:
            return None
        is_timed = starts is not None and sealed.build_time is not None
        return Milliseconds((starts or 0) - (sealed.build_time or 0)) if is_timed else self.created.at

    @property
    def ends_at(self) -> Milliseconds | None:
        """The time at which it ends after the last round. Until then the director can rule its results."""
        if self.arena is not None:
            return self.arena.ends_at
        return self._after_the_last if self.seed is None and self.is_played else None

    @property
    def due_games(self) -> list[Game]:
        """The matches that are paired and have not begun."""
        if self.arena is not None:
            arena = self.arena
            return [
                Game(arena.match_of(number), tuple(arena.named(each).player for each in pair))
                for number, pair in arena.open.items()
                if number > arena.begun
            ]
        games = [each.open_game for each in self.rounds[-1].pairings]
        return [each for each in games if each is not None and not each.is_begun]

    def active(self, arena: Arena) -> Collection[int]:
        """Return the numbers of the players of an arena who take part now."""
        return [arena.number_of[each.player] for each in self.playing]

    def waiting(self, arena: Arena) -> list[EntrantState]:
        """Return the players of an arena who wait for a match."""
        return [each for each in self.playing if not arena.named(arena.number_of[each.player]).is_playing]

    @property
    def waits_since(self) -> Milliseconds | None:
        """The time since which nothing goes on without the director; `None` if something does."""
        if self.arena is not None and self.is_running:
            return None
        is_waiting = self.seed is None and (not self.rounds or self.rounds[-1].is_over)
        if not is_waiting or self.next_round_at is not None or self.ends_at is not None:
            return None
        return self.rounds[-1].last_result_at if self.rounds else self.created.at

    @property
    def _after_the_last(self) -> Milliseconds | None:
        last, pause = self.rounds[-1], self.settings.between_rounds
        return None if pause is None or not last.is_over else Milliseconds(last.last_result_at + pause)

    def numbered(self) -> list[EntrantState]:
        """Return the players who have starting numbers, in the order of these numbers."""
        return sorted((each for each in self.entrants.values() if each.number), key=lambda each: each.number or 0)


def state_of(record: log.TournamentRecord) -> Tournament:
    """Return the state of a tournament after all events of its log."""
    first, *others = record.log
    if not isinstance(first, log.Created):
        raise TypeError("a log begins with `created`")
    state = Tournament(record.id, first)
    for event in others:
        if state.is_running and isinstance(event, log.Removed | log.Reinstated | log.Ruled | log.AppealAnswered):
            state.deciders.add(event.owner or event.by)
        if isinstance(event, log.RoundOrdered) and (state.next_round_at or 0) > event.at:  # before its shown time
            state.deciders.add(event.owner or event.by)
        _evolve(state, event)
    return state


def _evolve(state: Tournament, event: log.AnyEvent) -> None:
    match event:
        case log.Created():
            raise TypeError("a tournament is created once")
        case log.Invited():
            state.invited[event.player] = None
        case log.Appointed() if event.on:
            state.assistants[event.player] = None
        case log.Appointed():
            state.assistants.pop(event.player, None)
        case (
            log.Joined()
            | log.Admitted()
            | log.Left()
            | log.CheckedIn()
            | log.Absent()
            | log.Removed()
            | log.Reinstated()
        ):
            _change_entrant(state, event)
        case log.Appealed():
            ruled_at = state.ruled_at(event.player, None if event.match is UNSET else event.match)
            state.appeals.append(AppealState(event, ruled_at or event.at))
        case log.AppealAnswered():
            state.appeals[event.number - 1].answered = event
        case log.Asked():
            round_, players = state.asked
            state.asked = event.round, frozenset(event.players) | (players if round_ == event.round else set())
        case log.RoundOrdered():
            state.ordered = event.round
        case log.Cut():
            state.cut, state.before_cut = event.players, len(state.rounds)
        case log.FieldClosed():
            state.closed = event.players
        case log.RoundPaired():
            _pair(state, event)
        case log.RoundBegun() if state.arena is not None:
            state.arena.begun = len(state.arena.matches)
        case log.RoundBegun():
            state.rounds[-1].begin()
        case log.ArenaBegun() | log.WavePaired() | log.WaveScored():
            _change_arena(state, event)
        case log.Scored() | log.Ruled():
            _score(state, event)
        case log.Ended():
            state.seed, state.is_withheld = event.seed, event.is_withheld is True
            state.reason = None if state.is_withheld else event.why
        case log.Notified():
            state.notified = event.number
        case _:
            assert_never(event)


def _change_arena(state: Tournament, event: log.ArenaBegun | log.WavePaired | log.WaveScored) -> None:
    arena = state.arena
    assert arena is not None  # noqa: S101 - only arenas have these events
    match event:
        case log.ArenaBegun():
            arena.ends_at = event.ends_at
        case log.WavePaired():
            arena.pair(event.pairs, event.at)
        case log.WaveScored():
            arena.score(event.results, event.at)
        case _:
            assert_never(event)


def _change_entrant(
    state: Tournament,
    event: log.Joined | log.Admitted | log.Left | log.CheckedIn | log.Absent | log.Removed | log.Reinstated,
) -> None:
    if isinstance(event, log.Joined) and event.player not in state.entrants:
        state.entrants[event.player] = EntrantState(event, missed=state.begun_rounds)
    entrant = state.entrants[event.player]
    is_waiting = isinstance(event, log.Joined) and event.waits is True
    if event.player in state.waiting_list and not is_waiting and not isinstance(event, log.CheckedIn):
        state.waiting_list.remove(event.player)
    match event:
        case log.Joined() if is_waiting:
            entrant.stage, entrant.deck_hash = EntrantStage.WAITING, event.deck_hash
            if event.player not in state.waiting_list:
                state.waiting_list.append(event.player)
            if state.arena is not None:
                state.arena.enter(event.player, event.rating, event.at)
        case log.Admitted():
            if not entrant.had_a_place:
                entrant.missed = state.begun_rounds
            entrant.stage, entrant.had_a_place = EntrantStage.IN, True
            if state.arena is not None:
                state.arena.enter(event.player, entrant.rating, event.at)
        case log.Joined():
            entrant.stage, entrant.deck_hash, entrant.had_a_place = EntrantStage.IN, event.deck_hash, True
            if state.arena is not None:
                state.arena.enter(event.player, event.rating, event.at)
            opens = state.check_in_from
            entrant.checked_in = entrant.checked_in or (opens is not None and event.at >= opens)
        case log.Left():
            entrant.stage = EntrantStage.OUT
        case log.CheckedIn() if event.round is not UNSET:
            entrant.ready_for = event.round
        case log.CheckedIn():
            entrant.checked_in = True
        case log.Absent():
            if entrant.stage is EntrantStage.IN:
                entrant.stage = EntrantStage.ABSENT
        case log.Removed():
            entrant.stage, entrant.reason, entrant.removed_at = EntrantStage.REMOVED, event.why, event.at
            if event.disqualified is True:
                entrant.stage = EntrantStage.DISQUALIFIED
                _forfeit(state, event)
        case log.Reinstated():
            entrant.stage, entrant.reason = EntrantStage.OUT, event.why
            lost = None if event.match is UNSET else state.rounds[-1].named(event.match)
            if lost is not None:
                lost.reopen()
        case _:
            assert_never(event)


def _pair(state: Tournament, event: log.RoundPaired) -> None:
    taken = len(state.numbered())
    for number, player in enumerate(event.numbered, taken + 1):
        state.entrants[player].number = number
    round_ = len(state.rounds) + 1
    pairings = [
        Pairing(group, state.id, round_, place) if len(group) > 1 else Pairing(group)
        for place, group in enumerate(event.groups, 1)
    ]
    state.closed = None
    state.rounds.append(Round(event.at, pairings, event.at, event.rule or None))


def _score(state: Tournament, event: log.Scored | log.Ruled) -> None:
    """Record a result in a round. A director's ruling stands, whatever the match says later."""
    last = state.rounds[-1]
    pairing = last.named(event.match)
    if pairing is None:
        return
    rules = state.settings.rules
    if isinstance(event, log.Ruled):
        ruled = [POINT // 100 * each for each in event.points] if event.points is not UNSET else []
        pairing.rule(ruled or [POINT // 2 * each for each in event.halves], event.why)
        pairing.ruled_at = event.at
    elif event.places is not UNSET:
        pairing.score_pod(shared(rules.place_points, event.places))
    else:
        tied = None
        if state.format in BRACKETS:
            tied = min(pairing.players, key=lambda each: state.seeds.index(each))
        pairing.score(event.match, event.halves, rules.best_of, tied)
    last.last_result_at = event.at


def _forfeit(state: Tournament, event: log.Removed) -> None:
    """Give a running match of two players to the opponent of a disqualified player."""
    last = state.rounds[-1] if state.rounds else None
    is_pod, table = state.settings.format is TournamentFormat.PODS, state.settings.rules.place_points
    won = POINT // 100 * table[0] if is_pod else POINT
    for pairing in [] if last is None else last.pairings:
        if event.player in pairing.players and len(pairing.players) == SEATS and pairing.points is None:
            pairing.rule([0 if each == event.player else won for each in pairing.players], event.why)
            pairing.forfeited_by = event.player
            assert last is not None  # noqa: S101 - it has the pairing
            last.last_result_at = event.at
