"""Messages about how players stand: ratings, ladders, and the matches that they have played."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.ratings import Rating, Unrated
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

SomePlayer = Annotated[PlayerId, Meta(max_length=64)]
SomeGame = Annotated[GameName, Meta(max_length=64)]


class GetProfile(FromClient, frozen=True, kw_only=True, tag="get_profile"):
    """Ask how a player stands in every game. Answered by `profile`."""

    open_to = (Scope.LOBBY_READ,)

    player: SomePlayer | None = None
    """The player; the sender if there is neither this nor a name."""

    name: ShortText | None = None
    """The player, by the name of their account. Guests have no name to themselves."""


class GetLadder(FromClient, frozen=True, kw_only=True, tag="get_ladder"):
    """Ask for the best players of a game. Answered by `ladder`."""

    open_to = (Scope.LOBBY_READ,)

    game: SomeGame
    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class GetHistory(FromClient, frozen=True, kw_only=True, tag="get_history"):
    """Ask for the matches that a player has played, newest first. Answered by `history`."""

    open_to = (Scope.LOBBY_READ,)

    player: SomePlayer | None = None
    """The player; without it, the sender."""

    before: Milliseconds | None = None
    """Only matches that ended before this: the `before` of the answer that one has, to go on."""


class GetHeadToHead(FromClient, frozen=True, kw_only=True, tag="get_head_to_head"):
    """Ask how two players have fared against each other. Answered by `head_to_head`."""

    open_to = (Scope.LOBBY_READ,)

    other: SomePlayer
    player: SomePlayer | None = None
    """The one of the two that is meant by `above`; without it, oneself."""

    before: Milliseconds | None = None
    """As in `get_history`."""


class GetExport(FromClient, frozen=True, kw_only=True, tag="get_export"):
    """Ask for everything that is kept about oneself. Answered by `export`."""

    open_to = NO_PROGRAM


class GameStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A player's standing in one game."""

    game: GameName
    rating: Rating
    rated: Count
    """Number of rated matches that the rating comes from."""

    played: Count
    """Number of matches with at least one other person, rated or not, that have been played to their end."""

    won: Count
    """In how many of those nobody was placed better."""

    place: Count | None = None
    """The place in the ladder; `null` for a player outside of it."""

    rank: str | None = None
    """The game's title for so many wins; `null` in games that have no ranks."""


class Profile(FromServer, frozen=True, kw_only=True, tag="profile"):
    """Answers `get_profile`."""

    player: Player
    since: Milliseconds
    """The time at which the account was made."""

    games: tuple[GameStanding, ...]
    """Only games that the player has played with other people."""

    refused_deals: Count = 0
    """Number of deals that were refused because the player had not revealed the entropy that they had bound."""


class RefusedDeals(msgspec.Struct, frozen=True, kw_only=True):
    """The deals that were refused because a player had not revealed the entropy that they had bound, and those that the
    server could not deal to them (`missing` is empty then), which no profile counts."""

    player: Player
    deals: tuple[RefusedDeal, ...]
    """The newest hundred, newest first."""


class LadderPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One place of a ladder."""

    place: Count
    """From 1; equal players share the number."""

    player: Player
    rating: Rating
    rated: Count
    won: Count
    rank: str | None = None
    """The game's title for so many wins; `null` in games that have no ranks."""


class Ladder(FromServer, frozen=True, kw_only=True, tag="ladder"):
    """Answers `get_ladder`: the best players of a game, by the rating less its uncertainty. Players without an account
    of their own, or with only a provisional rating, are not in it."""

    game: GameName
    page: Count
    pages: Count
    listed: Count
    """Number of players in the ladder."""

    places: tuple[LadderPlace, ...]


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a match that has been played."""

    player: Player
    place: Count | None
    """`null` if the match never came to its end."""

    before: Rating | None = None
    """The rating before the match; `null` unless it was rated for this seat, and until its cause is published to
    others."""

    after: Rating | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has been played."""

    match: MatchId
    game: GameName
    began: Milliseconds
    ended: Milliseconds
    entries: Count
    """Its length: the version at which it ended."""

    seats: tuple[PlayedSeat, ...]
    reason: str | None
    """Why it ended, as in its `result`."""

    unrated: Unrated | None
    """Why nobody's rating moved; `null` if the match was rated."""

    transcript: str | None
    """The path of its transcript over plain HTTP; `null` if that is not kept any more."""

    rewound: bool = False
    """True if the store had lost a part of it, so that some had seen the future."""


class History(FromServer, frozen=True, kw_only=True, tag="history"):
    """Answers `get_history`."""

    player: Player
    matches: tuple[Played, ...]
    """Newest first."""

    before: Milliseconds | None
    """The cursor for the next page; `null` if this is all."""


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """The record of two players against each other in one game."""

    game: GameName
    above: Count
    """Number of matches in which the one was placed better than the other."""

    below: Count
    equal: Count


class HeadToHead(FromServer, frozen=True, kw_only=True, tag="head_to_head"):
    """Answers `get_head_to_head`."""

    player: Player
    other: Player
    games: tuple[Met, ...]
    matches: tuple[Played, ...]
    """Newest first."""

    before: Milliseconds | None
    """The cursor for the next page; `null` if this is all."""


class Rated(FromServer, frozen=True, kw_only=True, tag="rated"):
    """Tells a player how a match that has ended changed their rating."""

    match: MatchId
    game: GameName
    place: Count | None
    before: Rating | None
    after: Rating | None
    """Both `null` if the match was not rated."""

    unrated: Unrated | None
    """Why not; `null` if it was."""

    rewound: bool = False
    """True if the store had lost a part of the match (`rewound`)."""
