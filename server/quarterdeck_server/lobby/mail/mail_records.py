"""Stored records of the addresses of players, of the links in mails, and of mails that wait in the outbox."""

from enum import StrEnum

import msgspec
from quarterdeck_protocol.lobby.sign_in.email_address import EmailAddress, MailNotice
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import IndexEntry

MAIL_SECONDS = 3 * 24 * 60 * 60
"""Seconds for which a mail is kept at most. Its attempts end sooner."""


class EmailRecord(msgspec.Struct, frozen=True):
    """The stored addresses of an account, under the player's id."""

    verified: str = ""
    waiting: str = ""
    language: str = "en"
    era: int = 0
    """The era of the account in which the waiting address was set. It can be confirmed in no other era: the owner who
    came back would not know of it."""

    session: str = ""
    """The session that set the waiting address. It cannot be confirmed after the end of this session, which may have
    been a thief's."""

    notices: tuple[MailNotice, ...] = ()
    """The kinds of notices that the player has chosen to get by mail."""

    warned: int = 0
    """The id of the last notice of which the player was warned by mail."""

    mailed: int = 0
    """The id of the last notice that was mailed because the player has chosen its kind."""

    mailed_at: Milliseconds = Milliseconds(0)
    """The time of that mail."""

    def waiting_in(self, era: int) -> str:
        """Return the waiting address of an account in this era; an empty text if there is none."""
        return self.waiting if self.era == era else ""

    def shown(self, era: int) -> EmailAddress:
        """Return the addresses as their player sees them in this era of the account."""
        return EmailAddress(verified=self.verified or None, waiting=self.waiting_in(era) or None, notices=self.notices)


class HoldersRecord(msgspec.Struct, frozen=True):
    """The accounts with a verified address, under the hash of the address."""

    players: tuple[PlayerId, ...] = ()


class Purpose(StrEnum):
    """Purposes of mails."""

    CONFIRM = "confirm"
    RECOVER = "recover"
    REMOVED = "removed"
    """The address is no longer that of the account."""

    WARNING = "warning"
    """The ways into the account have changed."""

    NOTICES = "notices"
    """Notices of the kinds that the player has chosen."""


class LinkRecord(msgspec.Struct, frozen=True):
    """The stored record of a link in a mail, under the hash of its secret."""

    player: PlayerId
    address: str
    purpose: Purpose
    era: int
    """The era of the account when the mail was sent. A new password begins another, and ends all links for one."""


class MailRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A mail in the outbox, under a random id. It has no secret."""

    purpose: Purpose
    player: PlayerId | None = None
    """The player that it is about; `None` for a request whose address may be unknown."""

    address: str = ""
    """The receiver; empty for the verified address of the player at the time of sending."""

    language: str = "en"
    lines: tuple[str, ...] = ()
    """What notices say, in this language."""

    tried: int = 0
    at: Milliseconds = Milliseconds(0)
    """The time at which it was written, which is the date of the mail in all attempts."""


EMAILS = Collection("email", EmailRecord)
HOLDERS = Collection("email_holders", HoldersRecord)
LINKS = Collection("email_link", LinkRecord)
MAILS = Collection("mail", MailRecord)

DUE = "mails_due"
"""Name of the index of the mails in the outbox, by the time at which they are due."""

MAILED = "mailed_players"
"""Name of the index of the players with a confirmed address."""


def written(name: str, mail: MailRecord, now: Milliseconds) -> ExtraWrites:
    """Return the writes that put a mail into the outbox, for the commit of its cause."""
    dated = msgspec.structs.replace(mail, at=now)
    return ExtraWrites((MAILS.put(name, None, dated, MAIL_SECONDS),), (IndexEntry(DUE, name, now),))
