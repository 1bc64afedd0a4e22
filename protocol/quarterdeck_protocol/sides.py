"""The base classes of messages in each direction, and the players: every module of messages uses them."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck_protocol.names import PlayerId, Ref
from quarterdeck_protocol.open_enum import OpenEnum

# msgspec reads these limits at the door; what is longer is `malformed`, with the place.
ShortRef = Annotated[Ref, Meta(min_length=1, max_length=64)]
ShortId = Annotated[str, Meta(min_length=1, max_length=64)]
ShortText = Annotated[str, Meta(max_length=64)]


class Scope(OpenEnum):
    """Permissions of a token. A player signed in as a guest or with a password may do everything that their role
    allows. A token made for a program allows only the scopes that it names. Programs cannot reach accounts and tokens
    themselves."""

    PLAY = "play"
    """Take seats, search for opponents, act and chat. Includes viewing tables and watching matches."""

    LOBBY_READ = "lobby:read"
    """View tables and watch matches."""

    LOBBY_HOST = "lobby:host"
    """Open tables and manage their seats."""

    COLLECTION_READ = "collection:read"
    """Read the player's cards, packs, trades and wish list."""

    COLLECTION_TRADE = "collection:trade"
    """Claim and open packs, trade, and find trade partners. Includes reading the player's collection."""

    TOURNAMENT_DIRECT = "tournament:direct"
    """Make tournaments, and direct those of the player."""

    MODERATE = "moderate"
    """Use the player's role as a moderator, if they have it."""

    OVERLAY = "overlay"
    """Show the player's matches in an overlay for streams, from the player's seat. A token with this scope has no other
    one, and opens nothing else."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a scope that is newer than itself."""


NO_PROGRAM: tuple[Scope, ...] = ()
EVERY_PROGRAM = None


class FromClient(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of commands from a client. Each command gets exactly one answer: a message with its `ref`, or
    `refused`. A command with an unknown field is refused."""

    open_to: ClassVar[tuple[Scope, ...] | None] = NO_PROGRAM
    """The scopes that allow this command to the token of a program; one of them is enough. `NO_PROGRAM` closes it to
    tokens with limited scopes, `EVERY_PROGRAM` opens it to all. Every command declares this.
    """

    ref: ShortRef | None = None
    """The client's name for this command. Answers carry it, so that the client can match them to the command."""


class FromServer(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of messages from the server to a client."""

    ref: Ref | None = None
    """The command that this answers, if it answers one."""


class PlayerKind(OpenEnum):
    """Kinds of players. The kind is shown together with the player everywhere."""

    GUEST = "guest"
    """A guest without a registered account. The name is not unique."""

    PERSON = "person"
    """A person with a registered account and a unique name."""

    BOT = "bot"
    """A program: one of the server's bots, or a bot of a player."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player or bot, as shown to everybody."""

    id: PlayerId
    name: str
    kind: PlayerKind = PlayerKind.PERSON
    bot: str | None = None
    """The bot's name, if the player is one of the server's bots."""

    owner: PlayerId | UnsetType = UNSET  # a player in an older log has none, and must be written as it was
    """The owner, if the player is another player's bot; otherwise absent."""
