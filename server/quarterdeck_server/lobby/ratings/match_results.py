"""Consequences of a finished match for its players. Pure: `settlement.py` stores them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.ratings import RatedAmong, Unrated
from quarterdeck_protocol.lobby.standings import Rated
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, TableId
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_server.lobby.notices.inbox import NO_ID
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.hidden_results import Hidden, hidden_after, hidden_in, others_from_with
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER, Skill

LEAST_ACTIONS = 3
"""Least number of actions that each of two players must have made for a match to be rated. Who leaves sooner has
lost nothing yet, and nobody has won."""

MOST_MEETINGS_A_DAY = 10
"""Limit of matches of one game within a day that change ratings: between the same two players, and between one player
and all opponents from one address. Accounts cost little, addresses more."""

MOST_TOURNAMENT_MEETINGS = 3
"""The same limit of two players in tournaments, where they do not choose each other: a match and a best of three, or
three rounds of several tournaments (decision 128)."""

MOST_IN_ONE_ROOM = 12
"""Limit of rated matches of one game within a day, in tournaments, of a player against all opponents from one address:
an evening in one room (decision 128)."""

DAY = 24 * 60 * 60 * 1000


class FinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended, or that can never end."""

    match: MatchId
    game: GameName
    players: tuple[Player, ...]
    rated: bool
    result: Result | None
    """The result; `None` if the server cannot bring the match to its end."""

    began: Milliseconds
    ended: Milliseconds
    entries: int
    acted: tuple[int, ...]
    """Number of actions of each seat."""

    idle: tuple[Seat, ...] = ()
    """The seats whose players did nothing while their time ran out."""

    is_unplayed: bool = False
    """True if a player resigned before every seat had acted."""

    rewound: bool = False
    """True if the store had lost a part of the match."""

    others_from: Milliseconds = Milliseconds(0)
    """The time from which players outside of the match see that it has ended."""

    is_public: bool = False
    """True if everybody could watch the match."""

    has_spectators: bool = False
    """True if those who found the match could watch it."""

    table: TableId | None = None
    rules: int = 0
    """The version of the game's rules."""

    decks: tuple[tuple[str, ...], ...] = ()
    """The different cards in each seat's deck; empty in a game without decks."""


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one seat of a finished match. For players with accounts it holds no name, so deleting an account
    leaves it unchanged."""

    player: PlayerId
    bot: Player | None = None
    """The public data of the server's bot at this seat; `None` for players."""

    place: int | None = None
    before: Skill | None = None
    """The estimated skill before the match; `None` unless the match was rated for this seat."""

    after: Skill | None = None
    hidden: tuple[Hidden, ...] = ()
    """The results, still hidden from some players, on which `before` depends."""

    against_bots: bool | UnsetType = UNSET
    """True for a person in a match among bots: `before` and `after` are apart from the rating among people."""


class MatchResultRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a finished match."""

    match: MatchId
    game: GameName
    seats: tuple[SeatRecord, ...]
    reason: str | None
    unrated: Unrated | None
    began: Milliseconds
    ended: Milliseconds
    entries: int
    rewound: bool = False
    archived: bool = False
    """True if the log is in the archive and no longer in the store."""

    others_from: Milliseconds = msgspec.field(default=Milliseconds(0), name="told_from")
    """The time from which players outside of the match see it."""

    stored_among: RatedAmong | UnsetType = msgspec.field(default=UNSET, name="among")
    """The ratings that the match could change, unless they are those among people: older records have none."""

    is_public: bool | UnsetType = UNSET
    """True if everybody could watch the match."""

    idle: tuple[Seat, ...] | UnsetType = UNSET
    """The seats whose players did nothing while their time ran out, if there are any."""

    is_unplayed: bool | UnsetType = UNSET
    """True if a player resigned before every seat had acted."""

    @property
    def idle_seats(self) -> tuple[Seat, ...]:
        """The seats whose players did nothing, and did not win. None in a match that a fault of the server has cut
        short."""
        if self.idle is UNSET or self.reason is None or self.rewound:
            return ()
        return tuple(seat for seat in self.idle if self.seats[seat].place != 1)

    @property
    def among(self) -> RatedAmong:
        """The ratings that the match could change."""
        return RatedAmong.PEOPLE if self.stored_among is UNSET else self.stored_among

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The players of the match, without the server's bots."""
        return tuple(seat.player for seat in self.seats if seat.bot is None)


class StandingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one player's standing in one game."""

    skill: Skill = BEGINNER
    rated: int = 0
    played: int = 0
    won: int = 0
    hidden: tuple[Hidden, ...] = ()
    """The changes that are still hidden from other players."""


class MeetingsRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of the results of two players against each other in one game, from the side of the first id."""

    above: int = 0
    below: int = 0
    equal: int = 0

    rated: tuple[Milliseconds, ...] = ()
    """Ends of the matches of the last day that changed the ratings of the two."""

    hidden: tuple[Hidden, ...] = ()
    """The changes that are still hidden from other players."""

    def lately(self, now: Milliseconds) -> tuple[Milliseconds, ...]:
        return tuple(at for at in self.rated if at > now - DAY)


class VisitsRecord(msgspec.Struct, frozen=True):
    """The record of the ends of the matches of the last day in which opponents from one address changed a player's
    rating."""

    rated: tuple[Milliseconds, ...] = ()

    def lately(self, now: Milliseconds) -> tuple[Milliseconds, ...]:
        return tuple(at for at in self.rated if at > now - DAY)

    def once_more(self, now: Milliseconds) -> "VisitsRecord":
        return VisitsRecord((*self.lately(now), now)[-MOST_IN_ONE_ROOM:])


STANDING_FIELDS = ("skill", "rated", "played", "won")
"""The fields of a standing that a match changes."""

NEW = StandingRecord()
NEVER_MET = MeetingsRecord()
NEVER_THERE = VisitsRecord()

Pair = tuple[PlayerId, PlayerId]
"""Two players, in the order of their ids."""


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the players of a match, apart from the match itself."""

    neighbours: frozenset[Pair] = frozenset()
    """The pairs of players who were recently at the same address."""

    regulars: frozenset[Pair] = frozenset()
    """The pairs of players who have reached the limits of a day: by matches with each other, or by one player's matches
    with opponents from the other's address."""


NOTHING_KNOWN = Circumstances()


def is_of_tournament(finished: FinishedMatch) -> bool:
    """True for a match of a tournament: its table has the id of the match. Only moderators make rated tournaments, so
    players may meet there who come from one place."""
    return finished.table is not None and str(finished.table) == str(finished.match)


def is_person(player: Player) -> bool:
    """True for a person: no bot, of the server or of a player."""
    return player.bot is None and player.kind is not PlayerKind.BOT


def has_rating(player: Player) -> bool:
    """True for a player with a rating: a person with an account. Guests cost nothing to make."""
    return is_person(player) and player.kind is PlayerKind.PERSON


def among(players: Iterable[Player]) -> RatedAmong:
    """Return the ratings that a match of these players can change: among people if there are two of them."""
    return RatedAmong.PEOPLE if sum(map(is_person, players)) >= 2 else RatedAmong.BOTS


def is_compared(player: Player, group: RatedAmong) -> bool:
    """True if a match of this group can change the rating of a player: of people with accounts among people, of
    players' bots and people with accounts among bots."""
    return (
        has_rating(player) if group is RatedAmong.PEOPLE else is_player(player) and player.kind is not PlayerKind.GUEST
    )


def is_player(player: Player) -> bool:
    """True for a person and for a player's bot, and false for a bot of the server."""
    return player.bot is None


def compared(players: Sequence[Player]) -> list[int]:
    """Return the seats whose ratings a match of these players can change."""
    group = among(players)
    return [seat for seat, player in enumerate(players) if is_compared(player, group)]


def compared_pairs(players: Sequence[Player]) -> frozenset[Pair]:
    """Return all pairs of the players whose ratings a match can change."""
    return pairs_of(players[seat] for seat in compared(players))


def pairs_of(players: Iterable[Player]) -> frozenset[Pair]:
    """Return all pairs of these players."""
    return frozenset(combinations(sorted({player.id for player in players}), 2))


def why_not(finished: FinishedMatch, around: Circumstances = NOTHING_KNOWN) -> Unrated | None:
    """Return the first reason why a match is not rated; `None` if it is rated."""
    result, players = finished.result, finished.players
    active = _active(players)
    if result is None or len(result.places) != len(players):
        return Unrated.HOUSE_ERROR
    if len(active) < 2:
        return Unrated.BOTS
    if len({player.owner or player.id for player in players}) < len(players):
        return Unrated.SAME_PLAYER_TWICE
    if not any(finished.acted[seat] for seat in active):
        return Unrated.ABANDONED_BEFORE_THE_DEAL
    if finished.entries - 1 < len(players):
        return Unrated.TOO_SHORT
    return _why_not_among(finished, around) if finished.rated else Unrated.UNRATED_TABLE


def _active(players: Sequence[Player]) -> list[int]:
    """Return the seats whose actions show that a match was played: of people, or also of players' bots in a match among
    bots."""
    counts_as = is_person if among(players) is RatedAmong.PEOPLE else is_player
    return [seat for seat, player in enumerate(players) if counts_as(player)]


def foreseen(players: Sequence[Player | None], *, is_rated: bool) -> Unrated | None:
    """Return the reason why a match of these players cannot be rated, however it goes; `None` if it may be rated.

    A free seat is `None`: anybody may take it. Reasons that only the end of a match shows are left out, and so is
    `same_address`, which would reveal facts about players to each other.
    """
    sitting = [player for player in players if player is not None]
    free = len(players) - len(sitting)
    if sum(map(is_player, sitting)) + free < 2:
        return Unrated.BOTS
    if len({player.owner or player.id for player in sitting}) < len(sitting):
        return Unrated.SAME_PLAYER_TWICE
    if not is_rated:
        return Unrated.UNRATED_TABLE
    group = among(sitting)
    return Unrated.GUESTS if sum(is_compared(player, group) for player in sitting) + free < 2 else None


def _why_not_among(finished: FinishedMatch, around: Circumstances) -> Unrated | None:
    """Return the reason why a match at a rated table changes no ratings although it was played to its end; `None` if it
    changes some."""
    if sum(finished.acted[seat] >= LEAST_ACTIONS for seat in _active(finished.players)) < 2:
        return Unrated.TOO_SHORT
    rated = compared_pairs(finished.players)
    if not rated:
        return Unrated.GUESTS
    if not rated.isdisjoint(around.neighbours):
        return Unrated.SAME_ADDRESS
    return None if rated.isdisjoint(around.regulars) else Unrated.MET_TOO_OFTEN


def counts(unrated: Unrated | None) -> bool:
    """True if a match counts as played, rated or not."""
    return unrated in (None, Unrated.UNRATED_TABLE, Unrated.GUESTS, Unrated.SAME_ADDRESS, Unrated.MET_TOO_OFTEN)


def verdict(
    finished: FinishedMatch, standings: Mapping[PlayerId, StandingRecord], around: Circumstances = NOTHING_KNOWN
) -> MatchResultRecord:
    """Return the stored result of a match. Two people with accounts are rated among themselves, whatever bots and
    guests sit at their table. Without two people, all players but guests are rated among bots. `standings` are those of
    that group."""
    unrated = why_not(finished, around)
    places: Sequence[int | None] = [None for _ in finished.players]
    if finished.result is not None and len(finished.result.places) == len(finished.players):
        places = finished.result.places
    group = among(finished.players)
    rated = [] if unrated else compared(finished.players)
    stood = {seat: standings.get(finished.players[seat].id, NEW) for seat in rated}
    before = {seat: standing.skill for seat, standing in stood.items()}
    believed = rating_model.after(list(before.values()), [places[seat] or 0 for seat in rated]) if rated else []
    now = dict(zip(rated, believed, strict=True))
    return MatchResultRecord(
        match=finished.match,
        game=finished.game,
        seats=tuple(
            SeatRecord(
                player=player.id,
                bot=player if player.bot is not None else None,
                place=places[seat],
                before=before.get(seat),
                after=now.get(seat),
                hidden=hidden_in(stood[seat], finished.ended) if seat in stood else (),
                against_bots=True if group is RatedAmong.BOTS and is_person(player) else UNSET,
            )
            for seat, player in enumerate(finished.players)
        ),
        reason=None if finished.result is None else finished.result.reason,
        unrated=unrated,
        began=finished.began,
        ended=finished.ended,
        entries=finished.entries,
        rewound=finished.rewound,
        others_from=others_from_with(stood.values(), finished.ended, finished.others_from),
        stored_among=UNSET if group is RatedAmong.PEOPLE else group,
        is_public=finished.is_public or UNSET,
        idle=finished.idle or UNSET,
        is_unplayed=finished.is_unplayed or UNSET,
    )


def standing_after(standing: StandingRecord, result: MatchResultRecord, seat: SeatRecord) -> StandingRecord:
    """Return the standing of the player at one seat after a match."""
    if not counts(result.unrated):
        return standing
    return StandingRecord(
        skill=standing.skill if seat.after is None else seat.after,
        rated=standing.rated + (seat.after is not None),
        played=standing.played + 1,
        won=standing.won + (seat.place == 1),
        hidden=hidden_after(standing, result, STANDING_FIELDS),
    )


def pairs(result: MatchResultRecord) -> dict[Pair, tuple[SeatRecord, SeatRecord]]:
    """Return every pair of players with accounts in a match, in the order of their ids."""
    seats = sorted({seat.player: seat for seat in result.seats if seat.bot is None}.items())
    return {(one, other): (here, there) for (one, here), (other, there) in combinations(seats, 2)}


def meetings_after(
    meetings: MeetingsRecord, result: MatchResultRecord, one: SeatRecord, other: SeatRecord
) -> MeetingsRecord:
    """Return the results of two players against each other after one more match."""
    is_rated = one.after is not None and other.after is not None
    if one.place is None or other.place is None:
        return meetings
    return MeetingsRecord(
        above=meetings.above + (one.place < other.place),
        below=meetings.below + (one.place > other.place),
        equal=meetings.equal + (one.place == other.place),
        rated=(*meetings.lately(result.ended), *([result.ended] if is_rated else []))[-MOST_MEETINGS_A_DAY:],
        hidden=hidden_after(meetings, result, ("above", "below", "equal")),
    )


def news_for(result: MatchResultRecord, seat: SeatRecord) -> Rated:
    """Return the message to the player of one seat about the rating change by a finished match."""
    return Rated(
        match=result.match,
        game=result.game,
        place=seat.place,
        before=None if seat.before is None else rating_model.shown(seat.before),
        after=None if seat.after is None else rating_model.shown(seat.after),
        unrated=result.unrated,
        rewound=result.rewound,
        among=result.among,
    )


def ended_notices(result: MatchResultRecord) -> list[tuple[PlayerId, Notice]]:
    """Return the notices of a finished match: one for each player, with the place of their first seat."""
    seats = {seat.player: seat for seat in reversed(result.seats) if seat.bot is None}
    return [
        (
            player,
            Notice(
                id=NO_ID,
                kind=NoticeKind.MATCH_ENDED,
                at=result.ended,
                match=result.match,
                game=result.game,
                place=seat.place,
                reason=result.reason,
            ),
        )
        for player, seat in seats.items()
    ]
