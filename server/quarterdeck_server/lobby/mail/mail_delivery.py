"""Delivery of the mails in the outbox, at least once and in the same words.

A mail is claimed in a commit that also moves its next attempt and stores the hash of its secret. If the process dies,
another one sends it again, with a new secret and the same `Message-ID`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec
import structlog
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry
from quarterdeck_server.lobby.mail import mail_records
from quarterdeck_server.lobby.mail.address_forms import address_hash
from quarterdeck_server.lobby.mail.email_addresses import RECOVERY, link_hash
from quarterdeck_server.lobby.mail.mail_texts import Mail, mail_of
from quarterdeck_server.metrics import MailOutcomes
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict

SECONDS_BETWEEN_ROUNDS = 1.0
MOST_AT_ONCE = 4
MINUTE = 60_000
RETRIES = tuple(minutes * MINUTE for minutes in (1, 5, 30, 120, 360, 720))
"""Times between one attempt and the next."""

LINK_SECONDS = {
    mail_records.Purpose.CONFIRM: 24 * 60 * 60,
    mail_records.Purpose.RECOVER: RECOVERY // 1000,
    mail_records.Purpose.NOTICES: 60 * 24 * 60 * 60,
}

_log = structlog.get_logger()


class Outcome(NamedTuple):
    """The outcome of an attempt to send a mail."""

    is_over: bool
    """True if the mail was taken, or will never be taken."""

    why: str = ""
    """Why it was not taken, without the address."""


Send = Callable[[Mail], Awaitable[Outcome]]
"""Sends a mail to the mail server of the host, once. It does not raise."""


class MailDelivery:
    """Delivers the mails of this server."""

    def __init__(
        self,
        documents: DocumentStore,
        send: Send,
        chance: Chance,
        public_url: str,
        name: Callable[[], str],
        outcomes: MailOutcomes,
    ) -> None:
        """Make the delivery. `name` returns the name of the host."""
        self._documents = documents
        self._send = send
        self._chance = chance
        self._public_url = public_url.rstrip("/")
        self._name = name
        self._outcomes = outcomes
        self._task = PeriodicTask()

    def start(self) -> None:
        """Start to deliver."""
        self._task.start(repeat(self.deliver_due, SECONDS_BETWEEN_ROUNDS, meanwhile="mails wait"))

    async def close(self) -> None:
        """Stop delivering. Another process continues."""
        await self._task.stop()

    async def deliver_due(self) -> None:
        """Deliver all mails that are due, some at once. Raises `Unavailable`."""
        while due := await self._documents.listed(
            mail_records.DUE, most=MOST_AT_ONCE, high=await self._documents.now()
        ):
            await asyncio.gather(*[self._deliver(name) for name, _ in due])

    async def _deliver(self, name: str) -> None:
        try:
            mail = await self._claimed(name)
        except Conflict:  # another process has it, or its account has changed: the next round sees
            return
        if mail is None:
            return
        outcome = await self._send(mail)
        self._outcomes[("refused" if outcome.is_over else "failed") if outcome.why else "taken"] += 1
        if outcome.why:
            _log.warning("a mail was not taken", mail=name, why=outcome.why, is_over=outcome.is_over)
        if outcome.is_over:
            (document,) = await self._documents.read([mail_records.MAILS.key(name)])
            await self._dropped(name, document)

    async def _claimed(self, name: str) -> Mail | None:
        """Claim a mail and return it as it is sent; `None` if it is not to be sent. Raises `Conflict`."""
        (document,) = await self._documents.read([mail_records.MAILS.key(name)])
        record, now = mail_records.MAILS.of(document), await self._documents.now()
        due = await self._documents.number_of(mail_records.DUE, name)
        if due is None or due > now:  # another process has claimed it since the list was read
            return None
        if record is None or record.tried > len(RETRIES):
            if record is not None:
                _log.warning("a mail is given up", mail=name)
                self._outcomes["given_up"] += 1
            await self._dropped(name, document)
            return None
        if record.player is None:
            await self._fan_out(name, document, record, now)
            return None
        owning, mine = await self._documents.read([ACCOUNTS.key(record.player), mail_records.EMAILS.key(record.player)])
        account, known = ACCOUNTS.of(owning), mail_records.EMAILS.of(mine) or mail_records.EmailRecord()
        to = "" if account is None else _receiver(record, known, account.era)
        if account is None or not to:
            await self._dropped(name, document)
            return None
        return await self._written(name, document, record, account, to, now)

    async def _written(
        self,
        name: str,
        document: Document | None,
        record: mail_records.MailRecord,
        account: AccountRecord,
        to: str,
        now: int,
    ) -> Mail:
        wait = RETRIES[record.tried] if record.tried < len(RETRIES) else MINUTE
        again = msgspec.structs.replace(record, tried=record.tried + 1)
        changes: list[Change] = [mail_records.MAILS.put(name, document, again, mail_records.MAIL_SECONDS)]
        code = ""
        if (seconds := LINK_SECONDS.get(record.purpose)) is not None:
            code, ends_mails = self._chance.token_urlsafe(32), record.purpose is mail_records.Purpose.NOTICES
            link = mail_records.LinkRecord(account.id, "" if ends_mails else to, record.purpose, account.era)
            changes.append(mail_records.LINKS.put(link_hash(code), None, link, seconds))
        await self._documents.commit(changes, [IndexEntry(mail_records.DUE, name, now + wait)])
        return mail_of(name, record, account.name, to, code, self._public_url, self._name())

    async def _fan_out(
        self, name: str, document: Document | None, record: mail_records.MailRecord, now: Milliseconds
    ) -> None:
        """Write a mail for each account with the address of a request, in the place of the request."""
        (held,) = await mail_records.HOLDERS.read(self._documents, [address_hash(record.address)])
        mails = NOTHING
        for player in (held or mail_records.HoldersRecord()).players:
            mail = msgspec.structs.replace(record, player=player, address="")
            mails = mails.plus(mail_records.written(self._chance.token_hex(16), mail, now))
        gone = IndexEntry(mail_records.DUE, name, None)
        await self._documents.commit([mail_records.MAILS.drop(name, document), *mails.changes], [gone, *mails.indexed])

    async def _dropped(self, name: str, document: Document | None) -> None:
        changes = [] if document is None else [mail_records.MAILS.drop(name, document)]
        await self._documents.commit(changes, [IndexEntry(mail_records.DUE, name, None)])


def _receiver(record: mail_records.MailRecord, known: mail_records.EmailRecord, era: int) -> str:
    """Return the address that gets a mail; an empty text if it is not to be sent any more."""
    match record.purpose:
        case mail_records.Purpose.CONFIRM:
            return record.address if record.address == known.waiting_in(era) else ""
        case mail_records.Purpose.REMOVED:
            return record.address
        case mail_records.Purpose.RECOVER | mail_records.Purpose.WARNING:
            return known.verified
        case mail_records.Purpose.NOTICES:
            return known.verified if known.notices else ""
