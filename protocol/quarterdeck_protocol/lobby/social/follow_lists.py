"""Messages about following: a player keeps a private list of other players, and sees which of them are online.

The followed player is not notified, and nobody else can see the list. Each player chooses who sees that they are online
and what they play.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player, Scope

MOST_FOLLOWED = 200
"""Maximum number of players that one player follows."""

AnyPlayer = Annotated[PlayerId, Meta(min_length=1, max_length=64)]


class SeenBy(OpenEnum):
    """Groups of players that see the presence of a player: that the player is online, and the match being played."""

    NOBODY = "nobody"
    """Nobody. The player is invisible, and does not count among the players and spectators who are online."""

    FOLLOWED = "followed"
    """The players that the player follows, if they follow the player too. This is the default for people."""

    EVERYBODY = "everybody"
    """All players that follow the player. This is the default for bots."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a group that is newer than itself."""


class FollowedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player on a list of followed players."""

    player: Player
    since: Milliseconds
    """The time from which the player is followed."""

    online: bool
    """True if the player is online and shows it to the reader. The answer is the same for a player who is offline, is
    invisible, or has blocked the reader."""

    match: MatchId | None = None
    """A running match of the player that everybody may watch, if the player is shown as online."""

    game: GameName | None = None
    """The game of that match."""


class Follow(FromClient, frozen=True, kw_only=True, tag="follow"):
    """Follow a player with an account. The player is not notified. Answered by `followed`. Repeating it changes
    nothing."""

    open_to = (Scope.PLAY,)

    player: AnyPlayer
    """The player to follow: a person or a bot with an account."""


class Unfollow(FromClient, frozen=True, kw_only=True, tag="unfollow"):
    """Stop following a player. Answered by `unfollowed`, also if the sender did not follow the player."""

    open_to = (Scope.PLAY,)

    player: AnyPlayer
    """The player to follow no longer."""


class GetFollowing(FromClient, frozen=True, kw_only=True, tag="get_following"):
    """List the players that the sender follows, with their presence now. Answered by `following`. Clients that show the
    list send this again after `poll_after`."""

    open_to = (Scope.PLAY,)


class SetSeenBy(FromClient, frozen=True, kw_only=True, tag="set_seen_by"):
    """Set which players see the presence of the sender. Answered by `following`."""

    open_to = NO_PROGRAM

    by: SeenBy
    """The players that see it from now on."""


class Followed(FromServer, frozen=True, kw_only=True, tag="followed"):
    """The answer to `follow`."""

    followed: FollowedPlayer
    """The player, as the list shows them."""


class Unfollowed(FromServer, frozen=True, kw_only=True, tag="unfollowed"):
    """The answer to `unfollow`."""

    player: PlayerId
    """The player that the sender does not follow now."""


class Following(FromServer, frozen=True, kw_only=True, tag="following"):
    """The answer to `get_following` and `set_seen_by`."""

    players: tuple[FollowedPlayer, ...]
    """The players that the sender follows, the newest first; at most 200."""

    seen_by: SeenBy
    """The players that see the sender's presence."""

    poll_after: Milliseconds
    """Milliseconds after which the presence of the players may have changed."""
