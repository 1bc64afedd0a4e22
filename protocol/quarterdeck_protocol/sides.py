"""The two sides of a conversation and their players: the basis of every group of messages."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck_protocol.names import PlayerId, Ref

# msgspec reads these limits at the door; what is longer is `malformed`, with the place.
ShortRef = Annotated[Ref, Meta(min_length=1, max_length=64)]
ShortId = Annotated[str, Meta(min_length=1, max_length=64)]
ShortText = Annotated[str, Meta(max_length=64)]


class FromClient(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command. It gets exactly one answer: a message that carries its `ref`, or `refused`. One with a field that the
    server does not know is refused."""

    ref: ShortRef | None = None
    """The client's name for this command. Without one, answers cannot be matched to it."""


class FromServer(msgspec.Struct, frozen=True, kw_only=True):
    """A message from the server to a client."""

    ref: Ref | None = None
    """The command that this answers, if it answers one."""


class PlayerKind(StrEnum):
    """Kinds of players. The kind is shown together with the player everywhere."""

    GUEST = "guest"
    """Plays without an account of their own: anybody may come under this name."""

    PERSON = "person"
    """Has an account, and the name to themselves."""

    BOT = "bot"
    """A program: of the house, or of a player that has made an account for it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "PlayerKind":
        return cls.OTHER


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person or bot, as everybody may know them."""

    id: PlayerId
    name: str
    kind: PlayerKind = PlayerKind.PERSON
    bot: str | None = None
    """The name of the house's bot, if it is one."""

    owner: PlayerId | UnsetType = UNSET  # a player in an older log has none, and must be written as it was
    """The owner of this bot, if it is one of a player's; other players have no such field."""
