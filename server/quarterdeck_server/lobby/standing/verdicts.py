"""What a match that has ended means for those who played it. Pure: `settling.py` keeps it."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.standing import Rated, Unrated

from quarterdeck_server.lobby.standing import ratings
from quarterdeck_server.lobby.standing.ratings import BEGINNER, Skill


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has come to its end, or never will."""

    match: MatchId
    game: GameName
    players: tuple[Player, ...]
    rated: bool
    result: Result | None
    """`None` if the house cannot bring it to its end."""

    began: Milliseconds
    ended: Milliseconds
    entries: int
    acted: tuple[int, ...]
    """Per seat, how often it acted."""


class KeptSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of one seat of a match that was played. Who has an account is kept without a name, so that nothing
    has to be changed when it is deleted."""

    player: PlayerId
    bot: Player | None = None
    """The whole player, if it is a bot of the house."""

    place: int | None = None
    before: Skill | None = None
    """What was believed before the match; `None` unless it was rated for this seat."""

    after: Skill | None = None


class KeptVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a match that was played."""

    match: MatchId
    game: GameName
    seats: tuple[KeptSeat, ...]
    reason: str | None
    unrated: Unrated | None
    began: Milliseconds
    ended: Milliseconds
    entries: int


class KeptStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How one player stands in one game."""

    skill: Skill = BEGINNER
    rated: int = 0
    played: int = 0
    won: int = 0


class KeptMeetings(msgspec.Struct, frozen=True, kw_only=True):
    """How two players have fared against each other in one game, as the one sees it whose id comes first."""

    above: int = 0
    below: int = 0
    equal: int = 0


NEW = KeptStanding()
NEVER_MET = KeptMeetings()

Pair = tuple[PlayerId, PlayerId]
"""Two players, in the order of their ids."""


def is_person(player: Player) -> bool:
    """Whether this is somebody whose rating moves: no bot, be it of the house or of a player."""
    return player.bot is None and player.kind is not PlayerKind.BOT


def why_not(finished: Finished) -> Unrated | None:
    """Give the first reason for which a match is not rated; `None` if it is."""
    result, players = finished.result, finished.players
    people = [seat for seat, player in enumerate(players) if is_person(player)]
    if result is None or len(result.places) != len(players):
        return Unrated.HOUSE_ERROR
    if len(people) < 2:
        return Unrated.BOTS
    if len({player.owner or player.id for player in players}) < len(players):
        return Unrated.SAME_PLAYER_TWICE
    if not any(finished.acted[seat] for seat in people):
        return Unrated.ABANDONED_BEFORE_THE_DEAL
    if finished.entries - 1 < len(players):
        return Unrated.TOO_SHORT
    return None if finished.rated else Unrated.UNRATED_TABLE


def counts(unrated: Unrated | None) -> bool:
    """Whether a match counts as played: people have met in earnest, rated or not."""
    return unrated in (None, Unrated.UNRATED_TABLE)


def verdict(finished: Finished, standings: Mapping[PlayerId, KeptStanding]) -> KeptVerdict:
    """Give what is kept of a match. Of bots at a rated table, nobody's rating hears: the people are rated among
    themselves."""
    unrated = why_not(finished)
    places: Sequence[int | None] = [None for _ in finished.players]
    if finished.result is not None and len(finished.result.places) == len(finished.players):
        places = finished.result.places
    rated = [] if unrated else [seat for seat, player in enumerate(finished.players) if is_person(player)]
    before = {seat: standings.get(finished.players[seat].id, NEW).skill for seat in rated}
    believed = ratings.after(list(before.values()), [places[seat] or 0 for seat in rated]) if rated else []
    now = dict(zip(rated, believed, strict=True))
    return KeptVerdict(
        match=finished.match,
        game=finished.game,
        seats=tuple(
            KeptSeat(
                player=player.id,
                bot=player if player.bot is not None else None,
                place=places[seat],
                before=before.get(seat),
                after=now.get(seat),
            )
            for seat, player in enumerate(finished.players)
        ),
        reason=None if finished.result is None else finished.result.reason,
        unrated=unrated,
        began=finished.began,
        ended=finished.ended,
        entries=finished.entries,
    )


def standing_after(standing: KeptStanding, kept: KeptVerdict, seat: KeptSeat) -> KeptStanding:
    """Give how the player of one seat stands after a match."""
    if not counts(kept.unrated):
        return standing
    return KeptStanding(
        skill=standing.skill if seat.after is None else seat.after,
        rated=standing.rated + (seat.after is not None),
        played=standing.played + 1,
        won=standing.won + (seat.place == 1),
    )


def pairs(kept: KeptVerdict) -> dict[Pair, tuple[KeptSeat, KeptSeat]]:
    """Give every two players with accounts who met in a match, each pair in the order of their ids."""
    seats = sorted({seat.player: seat for seat in kept.seats if seat.bot is None}.items())
    return {(one, other): (here, there) for (one, here), (other, there) in combinations(seats, 2)}


def meetings_after(meetings: KeptMeetings, one: KeptSeat, other: KeptSeat) -> KeptMeetings:
    """Give how two players have fared against each other after one more match."""
    if one.place is None or other.place is None:
        return meetings
    return KeptMeetings(
        above=meetings.above + (one.place < other.place),
        below=meetings.below + (one.place > other.place),
        equal=meetings.equal + (one.place == other.place),
    )


def news_for(kept: KeptVerdict, seat: KeptSeat) -> Rated:
    """Give what the player of one seat is told of a match that has ended."""
    return Rated(
        match=kept.match,
        game=kept.game,
        place=seat.place,
        before=None if seat.before is None else ratings.shown(seat.before),
        after=None if seat.after is None else ratings.shown(seat.after),
        unrated=kept.unrated,
    )
