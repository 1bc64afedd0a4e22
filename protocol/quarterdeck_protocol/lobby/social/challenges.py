"""Messages about challenges: one player asks another one for a match.

A challenge waits for fourteen days, also while the challenged player is away. It is answered once: accepted, declined
or cancelled, or it expires. Accepting it sets up a table for the two, and the match begins at once.
"""

from typing import Annotated, Any, NewType

import msgspec
from msgspec import Meta, Raw

from quarterdeck_protocol.decks import DeckText
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.tables import TimeLimit, no_options
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope

ChallengeId = NewType("ChallengeId", str)
"""The id of a challenge."""

AnyChallenge = Annotated[ChallengeId, Meta(min_length=1, max_length=64)]

ChallengeToken = NewType("ChallengeToken", str)
"""The token of a challenge link, from 192 random bits. It belongs into the fragment of an address, after `#`, so that
no server and no log receives it."""

AnyLinkToken = Annotated[ChallengeToken, Meta(min_length=16, max_length=64)]

HOURS_OF_A_LINK = 24
"""Number of hours for which a challenge link can be accepted."""

MOST_LINKS = 10
"""Maximum number of open challenge links of a player."""

DAYS_OPEN = 14
"""Number of days for which a challenge waits for its answer."""


class ChallengeStage(OpenEnum):
    """Stages of a challenge."""

    OPEN = "open"
    """It waits for its answer."""

    ACCEPTED = "accepted"
    """The challenged player has accepted, and the match has begun."""

    DECLINED = "declined"
    """The challenged player has declined."""

    CANCELLED = "cancelled"
    """The challenger has cancelled it, or one of the two has deleted their account."""

    EXPIRED = "expired"
    """Nobody has answered in time."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class DeclineReason(OpenEnum):
    """Reasons for declining a challenge. A program can read them and send a better challenge."""

    GENERIC = "generic"
    """No reason is given."""

    LATER = "later"
    """Not now, but later."""

    BUSY = "busy"
    """The player plays as many matches as they can."""

    GAME = "game"
    """Not this game."""

    OPTIONS = "options"
    """Not with these options."""

    TOO_FAST = "too_fast"
    """The time limit is too short."""

    TOO_SLOW = "too_slow"
    """The time limit is too long."""

    RATED = "rated"
    """A rated match, please."""

    UNRATED = "unrated"
    """An unrated match, please."""

    NO_BOTS = "no_bots"
    """No challenges by programs."""

    ONLY_BOTS = "only_bots"
    """Only challenges by programs."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a reason that is newer than itself."""


class ChallengedBy(OpenEnum):
    """Groups of players that may challenge a player."""

    NOBODY = "nobody"
    """Nobody."""

    FOLLOWED = "followed"
    """The players whom the player follows, and their bots."""

    REGISTERED = "registered"
    """Players with an account, and their bots. This is the default."""

    EVERYBODY = "everybody"
    """Everybody, including guests."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a group that is newer than itself."""


MOST_BANDS = 32
"""Maximum number of games with a band of ratings."""


class RatingBand(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings of players that may challenge a player in one game, around the player's own rating. Players without a
    rating count as beginners."""

    game: GameName
    """The game."""

    below: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """Largest distance of a challenger below the player, in points; `null` for any."""

    above: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """Largest distance of a challenger above the player, in points; `null` for any."""


class WantedRatingBand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A band of ratings as a player sets it: the fields of `RatingBand`."""

    game: Annotated[GameName, Meta(max_length=64)]
    below: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """As in `RatingBand`."""

    above: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """As in `RatingBand`."""


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge, as both players see it."""

    id: ChallengeId
    challenger: Player
    challenged: Player
    game: GameName
    options: Any
    """The options of the game, complete."""

    time_limit: Milliseconds
    rated: bool
    seat: Count | None
    """The challenger's seat; `null` if it is drawn."""

    has_deck: bool
    """True if the challenger brings a deck. Nobody else sees it before the match."""

    unrated: Unrated | None
    """The known reason for which the match would not be rated; `null` if it may be. `met_too_often` is told here before
    anybody accepts."""

    stage: ChallengeStage
    reason: DeclineReason | None
    """The reason for declining; `null` in other stages."""

    made_at: Milliseconds
    expires_at: Milliseconds
    table: TableId | None
    """The table of an accepted challenge."""

    match: MatchId | None
    """The match of an accepted challenge."""


class OpenChallengeLink(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge to the first player who accepts it with the token of its link."""

    id: ChallengeId
    challenger: Player
    game: GameName
    options: Any
    """The options of the game, complete."""

    time_limit: Milliseconds
    rated: bool
    seat: Count | None
    """The challenger's seat; `null` if it is drawn."""

    has_deck: bool
    """True if the challenger brings a deck. Nobody else sees it before the match."""

    unrated: Unrated | None
    """The known reason for which a match of the challenger and the sender would not be rated; `null` if it may be."""

    stage: ChallengeStage
    made_at: Milliseconds
    expires_at: Milliseconds


class CreateChallengeLink(FromClient, frozen=True, kw_only=True, tag="create_challenge_link"):
    """Challenge the first player who accepts with the token of the link. Answered by `challenge_link`."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)]
    options: Raw = msgspec.field(default_factory=no_options)
    """As in `open_table`."""

    time_limit: TimeLimit = Milliseconds(30_000)
    rated: bool = False
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    """The sender's seat; without it, the seats are drawn when the challenge is accepted."""

    deck: DeckText | None = None
    """The sender's deck, as in `open_table`."""


class GetChallengeLink(FromClient, frozen=True, kw_only=True, tag="get_challenge_link"):
    """Show the challenge of a link. The link is not used up. Answered by `challenge_link`."""

    open_to = (Scope.PLAY,)

    token: AnyLinkToken
    """The token of the link."""


class AcceptChallengeLink(FromClient, frozen=True, kw_only=True, tag="accept_challenge_link"):
    """Accept the challenge of a link. Answered by `challenge_changed` with the table and the match, which has begun."""

    open_to = (Scope.PLAY,)

    token: AnyLinkToken
    """The token of the link."""

    deck: DeckText | None = None
    """The sender's deck, as in `sit`."""

    only_rated: bool = False
    """As in `accept_challenge`."""


class CancelChallengeLink(FromClient, frozen=True, kw_only=True, tag="cancel_challenge_link"):
    """Cancel a challenge link of the sender. Answered by `challenge_link`."""

    open_to = (Scope.PLAY,)

    link: AnyChallenge
    """The id of the link."""


class ChallengeLink(FromServer, frozen=True, kw_only=True, tag="challenge_link"):
    """Answers the commands about challenge links, except `accept_challenge_link`."""

    link: OpenChallengeLink
    """The link, without its token."""

    token: ChallengeToken | None = None
    """The token, in the answer to the command that has made the link. The server keeps only its hash, so the answer to
    a repeated command has `null`."""


class ListedBot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot of a player that takes challenges."""

    player: Player
    """The bot, with its owner."""

    games: tuple[GameName, ...]
    """The games that it plays. Challenges to others are refused."""

    at_once: Count
    """Number of matches that it plays at the same time."""


class DeclareBot(FromClient, frozen=True, kw_only=True, tag="declare_bot"):
    """List the sender, a bot account, as an opponent, until its next declaration. Without games the bot is not listed.
    Answered by `bots` with the bot alone, empty if it is not listed."""

    open_to = (Scope.PLAY,)

    games: Annotated[tuple[Annotated[GameName, Meta(max_length=64)], ...], Meta(max_length=MOST_BANDS)]
    """The games that the bot plays."""

    at_once: Annotated[int, Meta(ge=1, le=64)] = 1
    """Number of matches that the bot plays at the same time. It cannot accept further challenges meanwhile."""


class ListBots(FromClient, frozen=True, kw_only=True, tag="list_bots"):
    """List the bots of players that take challenges. Answered by `bots`."""

    open_to = (Scope.PLAY,)

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only bots that play this game."""


class Bots(FromServer, frozen=True, kw_only=True, tag="bots"):
    """Answers `declare_bot` and `list_bots`."""

    bots: tuple[ListedBot, ...]
    """The bots, those that were declared last first; at most 100."""


class CreateChallenge(FromClient, frozen=True, kw_only=True, tag="create_challenge"):
    """Challenge a player. Answered by `challenge_changed`. The challenged player receives a notice."""

    open_to = (Scope.PLAY,)

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The player to challenge: a person or a bot with an account."""

    game: Annotated[GameName, Meta(max_length=64)]
    options: Raw = msgspec.field(default_factory=no_options)
    """As in `open_table`."""

    time_limit: TimeLimit = Milliseconds(30_000)
    rated: bool = False
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    """The sender's seat; without it, the seats are drawn when the challenge is accepted."""

    deck: DeckText | None = None
    """The sender's deck, as in `open_table`."""


class AcceptChallenge(FromClient, frozen=True, kw_only=True, tag="accept_challenge"):
    """Accept a challenge. Answered by `challenge_changed` with the table and the match, which has begun."""

    open_to = (Scope.PLAY,)

    challenge: AnyChallenge
    deck: DeckText | None = None
    """The sender's deck, as in `sit`."""

    only_rated: bool = False
    """Refuse to accept, as `would_be_unrated`, if the match would not be rated. The challenge then stays open."""


class DeclineChallenge(FromClient, frozen=True, kw_only=True, tag="decline_challenge"):
    """Decline a challenge. Answered by `challenge_changed`."""

    open_to = (Scope.PLAY,)

    challenge: AnyChallenge
    reason: DeclineReason = DeclineReason.GENERIC


class CancelChallenge(FromClient, frozen=True, kw_only=True, tag="cancel_challenge"):
    """Cancel a challenge that the sender has made. Answered by `challenge_changed`."""

    open_to = (Scope.PLAY,)

    challenge: AnyChallenge


class GetChallenges(FromClient, frozen=True, kw_only=True, tag="get_challenges"):
    """List the sender's open challenges, sent and received. Answered by `challenges`."""

    open_to = (Scope.PLAY,)


class SetChallengers(FromClient, frozen=True, kw_only=True, tag="set_challengers"):
    """Set which players may challenge the sender, or one of the sender's bots. Open challenges stay. Answered by
    `challenges`, the challenges of that player."""

    open_to = NO_PROGRAM

    by: ChallengedBy
    rating_bands: Annotated[tuple[WantedRatingBand, ...], Meta(max_length=MOST_BANDS)] | None = None
    """The bands of ratings from now on, one for each game at most; without it they stay."""

    bot: Annotated[PlayerId, Meta(max_length=64)] | None = None
    """The sender's bot that the preference is for. Without it, it is the sender's own."""


class ChallengeChanged(FromServer, frozen=True, kw_only=True, tag="challenge_changed"):
    """Answers the commands that make or answer a challenge."""

    challenge: Challenge


class Challenges(FromServer, frozen=True, kw_only=True, tag="challenges"):
    """The answer to `get_challenges` and `set_challengers`."""

    received: tuple[Challenge, ...]
    """The open challenges to the sender, newest first."""

    sent: tuple[Challenge, ...]
    """The open challenges by the sender, newest first."""

    challenged_by: ChallengedBy
    """The players that may challenge the sender."""

    rating_bands: tuple[RatingBand, ...] = ()
    """The bands of ratings of players that may challenge the sender."""

    links: tuple[OpenChallengeLink, ...] = ()
    """The open challenge links of the sender, newest first."""
