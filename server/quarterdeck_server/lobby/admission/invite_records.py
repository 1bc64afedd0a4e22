"""Records of invites, their codes and their refusals. Pure.

A code has 130 random bits, so a hash without salt and stretching is enough: nobody can try all codes. All codes that
are not valid are refused in the same words.
"""

import hashlib

import msgspec
from quarterdeck_protocol.lobby.admission import InviteId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.player_text import typed_code

LENGTH, GROUP = 26, 5
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})

SECONDS_AFTER = 30 * 24 * 60 * 60
"""Seconds for which an invite is kept after its end."""


class InvitedRecord(msgspec.Struct, frozen=True):
    """A player who has registered with an invite."""

    player: PlayerId
    at: Milliseconds


class InviteRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of an invite, stored under the hash of its code."""

    id: InviteId
    by: PlayerId | None
    why: str
    uses: int
    at: Milliseconds
    until: Milliseconds
    used: int = 0
    invited: tuple[InvitedRecord, ...] = ()
    """The players who have registered with it, without those whose accounts were deleted."""

    revoked_at: Milliseconds | None = None
    spent_at: Milliseconds | None = None
    """The time of its last use; `None` as long as there are uses left."""

    @property
    def ends_at(self) -> Milliseconds:
        """The time from which the code is not valid."""
        return min(each for each in (self.until, self.revoked_at, self.spent_at) if each is not None)

    def seconds(self, now: Milliseconds) -> int:
        """Return the seconds for which the record is kept."""
        return max(-(-(self.ends_at - now) // 1000), 0) + SECONDS_AFTER


INVITES = Collection("invite", InviteRecord)
INDEX = "invites"
"""The index of all invites, by the times at which they were made."""


def made_by(player: PlayerId) -> str:
    """Return the name of the index of the invites that a player has made, by their ends."""
    return f"{INDEX}:{player}"


def by_its_end(invite: InviteRecord) -> tuple[IndexEntry, ...]:
    """Return the index entry by which an invite is listed for its maker. Invites made on the command line have none."""
    return () if invite.by is None else (IndexEntry(made_by(invite.by), invite.id, invite.ends_at),)


def fresh(chance: Chance) -> str:
    """Return a new code in the form in which it is shown. It is shown only once."""
    drawn = "".join(DIGITS[chance.randbelow(len(DIGITS))] for _ in range(LENGTH))
    return "-".join(drawn[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def id_of(code: str) -> InviteId:
    """Return the id of the invite with this code: a hash, the same for every spelling of the code."""
    read = typed_code(code).upper().translate(_READ_AS)
    return InviteId(hashlib.sha256(f"quarterdeck invite {read}".encode(errors="surrogatepass")).hexdigest()[:32])


def used_by(invite: InviteRecord | None, player: PlayerId, now: Milliseconds) -> InviteRecord:
    """Return an invite after a player has registered with it. Raises `CommandRefused` if it is not valid."""
    if invite is None or invite.revoked_at is not None or invite.until <= now or invite.used >= invite.uses:
        raise unknown_invite()
    invited = (*invite.invited, InvitedRecord(player, now))
    used = invite.used + 1
    spent_at = now if used == invite.uses else None
    return msgspec.structs.replace(invite, used=used, invited=invited, spent_at=spent_at)


def without(invite: InviteRecord, player: PlayerId) -> InviteRecord:
    """Return an invite without a player whose account is deleted. The use stays counted."""
    return msgspec.structs.replace(invite, invited=tuple(each for each in invite.invited if each.player != player))


def unknown_invite() -> CommandRefused:
    return CommandRefused(
        RefusalCode.UNKNOWN_INVITE, Text("This server needs a valid invite. Ask its host for one."), "$.invite"
    )


def registration_closed() -> CommandRefused:
    return CommandRefused(RefusalCode.REGISTRATION_CLOSED, Text("This server makes no new accounts."), "$.type")
