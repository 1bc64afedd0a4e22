"""Messages about programs that ask a player for access with a code, such as the app for Discord.

The program shows its user a code. The player enters it where they are signed in, reads who asks for what, and allows or
denies it, as in RFC 8628. The token of the program is among those of `list_tokens`, and `revoke_token` ends it.
"""

from typing import Annotated

from msgspec import Meta

from quarterdeck_protocol.names import Count, Milliseconds
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Scope

DeviceCode = Annotated[str, Meta(min_length=1, max_length=64)]


class DeviceStage(OpenEnum):
    """Stages of a program's request for access."""

    PENDING = "pending"
    """The player has not answered."""

    ALLOWED = "allowed"
    """The player has allowed it."""

    DENIED = "denied"
    """The player has denied it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class GetDeviceRequest(FromClient, frozen=True, kw_only=True, tag="get_device_request"):
    """Show the request of a program. Nothing is granted. Answered by `device_request`."""

    open_to = NO_PROGRAM

    code: DeviceCode
    """The code that the program shows. Case, blanks and hyphens make no difference."""


class AnswerDeviceRequest(FromClient, frozen=True, kw_only=True, tag="answer_device_request"):
    """Allow or deny the request of a program. Show it with its scopes before. Answered by `device_request`.

    Refusals: `unknown_device_code`; `not_registered` for a guest; `too_many_kept` for too many tokens.
    """

    open_to = NO_PROGRAM

    code: DeviceCode
    """The code that the program shows."""

    allow: bool
    """True to allow it: the program may then act for the sender within its scopes."""


class DeviceRequest(FromServer, frozen=True, kw_only=True, tag="device_request"):
    """The answer to `get_device_request` and `answer_device_request`."""

    client: str
    """The name of the program."""

    account: str
    """The account of its user there, with which the sender is linked. Say so before they allow it. Empty for an app of
    OAuth, whose name nobody has checked."""

    scopes: tuple[Scope, ...]
    """The scopes of its token."""

    days: Count
    """Number of days for which the token is valid."""

    expires_at: Milliseconds
    """The time until which the request can be answered."""

    stage: DeviceStage
    """The stage of the request."""
