"""Messages about ratings, ladders and match histories."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.ratings import RatedAmong, Rating, Unrated
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

SomePlayer = Annotated[PlayerId, Meta(max_length=64)]
SomeGame = Annotated[GameName, Meta(max_length=64)]


class GetProfile(FromClient, frozen=True, kw_only=True, tag="get_profile"):
    """Request a player's standing in every game. Answered by `profile`."""

    open_to = (Scope.LOBBY_READ,)

    player: SomePlayer | None = None
    """The player; the sender if there is neither this nor a name."""

    name: ShortText | None = None
    """The player, by account name. A guest cannot be found by name."""


class GetLadder(FromClient, frozen=True, kw_only=True, tag="get_ladder"):
    """Request the best players of a game. Answered by `ladder`."""

    open_to = (Scope.LOBBY_READ,)

    game: SomeGame
    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    among: RatedAmong = RatedAmong.PEOPLE
    """The ladder of people, or that of players' bots."""


class GetHistory(FromClient, frozen=True, kw_only=True, tag="get_history"):
    """Request a player's finished matches, newest first. Answered by `history`."""

    open_to = (Scope.LOBBY_READ,)

    player: SomePlayer | None = None
    """The player; without it, the sender."""

    before: Milliseconds | None = None
    """Only matches that ended before this time. For the next page, send the `before` of the last answer."""


class GetHeadToHead(FromClient, frozen=True, kw_only=True, tag="get_head_to_head"):
    """Request the record of two players against each other. Answered by `head_to_head`."""

    open_to = (Scope.LOBBY_READ,)

    other: SomePlayer
    player: SomePlayer | None = None
    """The player that `above` and `below` refer to; without it, the sender."""

    before: Milliseconds | None = None
    """As in `get_history`."""


class GetExport(FromClient, frozen=True, kw_only=True, tag="get_export"):
    """Request all data that the server keeps about the sender. Answered by `export`."""

    open_to = NO_PROGRAM


class GameStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A player's standing in one game."""

    game: GameName
    rating: Rating
    rated: Count
    """Number of rated matches that the rating comes from."""

    played: Count
    """Number of finished matches with at least one other person, rated or not. For a bot and in `against_bots`: with at
    least one other player who is not a bot of the server."""

    won: Count
    """Number of these matches in which nobody was placed better."""

    place: Count | None = None
    """The place on the ladder: for a bot, that of bots; `null` for a player that is not on it."""

    rank: str | None = None
    """The game's title for so many wins; `null` in games that have no ranks."""


class Profile(FromServer, frozen=True, kw_only=True, tag="profile"):
    """The answer to `get_profile`."""

    player: Player
    since: Milliseconds
    """The time at which the account was created."""

    games: tuple[GameStanding, ...]
    """The player's standings: of a person among people, of a bot among bots. Only games that a person has played with
    other people are listed."""

    refused_deals: Count = 0
    """Number of deals that were refused because the player had not revealed their bound share of entropy."""

    against_bots: tuple[GameStanding, ...] = ()
    """A person's standings among bots, by matches with players' bots and no other person. Empty for a bot."""


class RefusedDeals(msgspec.Struct, frozen=True, kw_only=True):
    """The deals that were refused because a player had not revealed their bound share of entropy, and deals that failed
    on the server (`missing` is empty). Profiles do not count the latter."""

    player: Player
    deals: tuple[RefusedDeal, ...]
    """The latest 100, newest first."""


class LadderPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One place on a ladder."""

    place: Count
    """The place, counted from 1. Equal players share a number."""

    player: Player
    rating: Rating
    rated: Count
    won: Count
    rank: str | None = None
    """The game's title for so many wins; `null` in games that have no ranks."""


class Ladder(FromServer, frozen=True, kw_only=True, tag="ladder"):
    """The answer to `get_ladder`: the best people or bots of a game, by rating minus uncertainty. Guests and players
    with a provisional rating are not on the ladder."""

    game: GameName
    page: Count
    pages: Count
    listed: Count
    """Number of players on the ladder."""

    places: tuple[LadderPlace, ...]
    among: RatedAmong = RatedAmong.PEOPLE
    """The players on it: people or players' bots."""


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a past match."""

    player: Player
    place: Count | None
    """The place of the seat; `null` if the match was not finished."""

    before: Rating | None = None
    """The rating before the match; `null` unless it was rated for this seat, and until its cause is published to
    others."""

    after: Rating | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A past match."""

    match: MatchId
    game: GameName
    began: Milliseconds
    ended: Milliseconds
    entries: Count
    """Its length: the version at which it ended."""

    seats: tuple[PlayedSeat, ...]
    reason: str | None
    """The reason for its end, as in its `result`."""

    unrated: Unrated | None
    """The reason why no rating changed; `null` if the match was rated."""

    transcript: str | None
    """The path of its transcript over HTTP; `null` if it is no longer kept."""

    rewound: bool = False
    """True if the store lost a part of the match (`rewound`), so that some players may have seen later entries."""

    among: RatedAmong = RatedAmong.PEOPLE
    """The ratings that the match could change: `bots` if at most one of its players was a person."""


class History(FromServer, frozen=True, kw_only=True, tag="history"):
    """The answer to `get_history`."""

    player: Player
    matches: tuple[Played, ...]
    """Newest first."""

    before: Milliseconds | None
    """The cursor for the next page; `null` on the last page."""


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """The record of two players against each other in one game."""

    game: GameName
    above: Count
    """Number of matches in which the player was placed better than the other."""

    below: Count
    equal: Count


class HeadToHead(FromServer, frozen=True, kw_only=True, tag="head_to_head"):
    """The answer to `get_head_to_head`."""

    player: Player
    other: Player
    games: tuple[Met, ...]
    matches: tuple[Played, ...]
    """Newest first."""

    before: Milliseconds | None
    """The cursor for the next page; `null` on the last page."""


class Rated(FromServer, frozen=True, kw_only=True, tag="rated"):
    """Reports to a player how a finished match changed their rating."""

    match: MatchId
    game: GameName
    place: Count | None
    before: Rating | None
    after: Rating | None
    """Both `null` if the match was not rated."""

    unrated: Unrated | None
    """The reason why it was not rated; `null` if it was."""

    rewound: bool = False
    """True if the store had lost a part of the match (`rewound`)."""

    among: RatedAmong = RatedAmong.PEOPLE
    """The ratings that `before` and `after` belong to: `bots` if at most one player of the match was a person."""
