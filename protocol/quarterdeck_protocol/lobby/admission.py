"""Messages of moderators over HTTP about new accounts: invites, and players that wait for approval."""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.moderation import AnyPlayerId, Deed, Why
from quarterdeck_protocol.names import Count, Milliseconds
from quarterdeck_protocol.sides import Player, ShortRef

InviteId = NewType("InviteId", str)
"""The id of an invite. It does not reveal the code."""

DAY = 24 * 60 * 60
MOST_USES = 100
MOST_DAYS = 366


class _Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ref: ShortRef | None = None
    """The sender's name for this order. An order repeated under the same name is carried out once."""


class InviteOrder(_Order, frozen=True, kw_only=True):
    """Make an invite: a code with which players register."""

    why: Why
    """The reason, or the name of the invited player. It is kept in the audit log."""

    uses: Annotated[int, Meta(ge=1, le=MOST_USES)] = 1
    """The number of accounts that may be made with the code."""

    seconds: Annotated[int, Meta(ge=60, le=MOST_DAYS * DAY)] = 7 * DAY
    """The time for which the code is valid."""


class RevokeInviteOrder(_Order, frozen=True, kw_only=True):
    """Revoke an invite. Accounts that were made with it stay."""

    invite: Annotated[InviteId, Meta(min_length=1, max_length=64)]
    why: Why


class ApprovalOrder(_Order, frozen=True, kw_only=True):
    """Approve or reject the account of a player that waits. The player is notified."""

    player: AnyPlayerId
    is_approved: bool
    """True to approve the account, false to reject it."""

    why: Why
    """The reason. The player is shown it."""


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """A player that has registered with an invite."""

    player: Player
    at: Milliseconds


class Invite(msgspec.Struct, frozen=True, kw_only=True):
    """An invite, without its code."""

    id: InviteId
    by: Player | None
    """The moderator that made it; `null` if it was made on the machine of the store."""

    why: str
    uses: Count
    """The number of accounts that may be made with it."""

    used: Count
    """The number of accounts that were made with it, including deleted ones."""

    at: Milliseconds
    """The time at which it was made."""

    until: Milliseconds
    """The time at which it ends."""

    revoked_at: Milliseconds | None = None
    """The time at which a moderator revoked it; `null` if none has."""

    invited: tuple[Invited, ...] = ()
    """The players that registered with it and still have an account."""


class InviteMade(msgspec.Struct, frozen=True, kw_only=True):
    """Answers an `InviteOrder`."""

    deed: Deed
    invite: Invite
    code: str | None
    """The code. It is never shown again. `null` if the order was carried out before: if the code is lost, revoke the
    invite and make another one."""


class Invites(msgspec.Struct, frozen=True, kw_only=True):
    """Invites, newest first."""

    invites: tuple[Invite, ...]
    before: str | None
    """The cursor for the next page; `null` if there is none."""


class Applicant(msgspec.Struct, frozen=True, kw_only=True):
    """A player that waits for approval."""

    player: Player
    at: Milliseconds
    """The time of the registration."""


class Applicants(msgspec.Struct, frozen=True, kw_only=True):
    """Players that wait for approval, newest first."""

    applicants: tuple[Applicant, ...]
    before: str | None
    """The cursor for the next page; `null` if there is none."""
