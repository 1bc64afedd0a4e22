"""Requests of Discord to the interactions endpoint, and the check of their signature."""

from enum import IntEnum
from typing import Any

import msgspec

SECONDS_VALID = 300
"""The most seconds by which the time of a request may differ from the server's."""


class InteractionKind(IntEnum):
    """Kinds of interactions."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class User(msgspec.Struct, frozen=True):
    """A user of Discord."""

    id: str
    username: str = ""
    global_name: str | None = None

    @property
    def name(self) -> str:
        """The name by which others know the user."""
        return self.global_name or self.username or self.id


class Member(msgspec.Struct, frozen=True):
    """A user in a guild."""

    user: User | None = None


class Option(msgspec.Struct, frozen=True):
    """An option of a command."""

    name: str
    value: Any = None
    focused: bool = False


class Resolved(msgspec.Struct, frozen=True):
    """The objects that options name."""

    users: dict[str, User] = {}


class Data(msgspec.Struct, frozen=True):
    """The command or component of an interaction."""

    name: str = ""
    options: tuple[Option, ...] = ()
    resolved: Resolved = Resolved()
    custom_id: str = ""
    values: tuple[str, ...] = ()


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """A request of Discord. Unknown fields are ignored, because Discord adds some."""

    id: str
    application_id: str
    type: int
    data: Data | None = None
    member: Member | None = None
    user: User | None = None
    locale: str = "en-GB"
    guild_locale: str | None = None

    @property
    def by(self) -> User | None:
        """The user who has sent it: of a guild, or of a private channel."""
        return self.user if self.member is None else self.member.user

    @property
    def given(self) -> dict[str, Any]:
        """The values of the options by their names."""
        return {} if self.data is None else {option.name: option.value for option in self.data.options}


def is_signed(key: str, signature: str, timestamp: str, body: bytes) -> bool:
    """True if the owner of this public key has signed this time and body. All but the body is hexadecimal or ASCII."""
    # Imported here: only a server with the app for Discord needs it.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signed = bytes.fromhex(signature)
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signed, timestamp.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_timely(timestamp: str, now: int) -> bool:
    """True if a request with this time in seconds was made a short time ago. `now` is in milliseconds."""
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12):
        return False
    return abs(int(timestamp) - now / 1000) <= SECONDS_VALID
