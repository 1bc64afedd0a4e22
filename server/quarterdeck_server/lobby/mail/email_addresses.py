"""The e-mail addresses of accounts: set by their players, confirmed by a link, and the way back to a lost account."""

import hashlib
import math
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.sign_in.email_address import EmailAddress, MailNotice
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, ENDED
from quarterdeck_server.lobby.accounts.identities import Identity, check_proved, unknown_token
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, again, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.flood_control import PACES, PaceRecord
from quarterdeck_server.lobby.mail import mail_records
from quarterdeck_server.lobby.mail.address_forms import address_hash, address_of
from quarterdeck_server.translations import ENGLISH, LANGUAGES, said

MOST_HOLDERS = 5
"""Limit of accounts with one verified address."""

MOST_AT_ONCE = 3
"""Mails with a link to one address, or for one account, without a wait. Then there is one each hour."""

HOUR = 3_600_000
RECOVERY = 2 * HOUR
"""Time after which one more mail with a way back may go to an address, and for which its link is valid. Strangers cause
such mails, too: whoever is refused another one has a valid link in the mailbox."""

MOST_WAITING = 10_000
"""Limit of mails in the outbox, beyond which nobody can ask for a link."""


class EmailAddresses:
    """The addresses of accounts. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance, *, is_on: bool) -> None:
        self._documents = documents
        self._chance = chance
        self.is_on = is_on
        """True if this server sends mails."""

    async def of(self, player: PlayerId) -> EmailAddress:
        """Return the addresses of an account."""
        owning, mine = await self._documents.read([ACCOUNTS.key(player), mail_records.EMAILS.key(player)])
        account, record = ACCOUNTS.of(owning), mail_records.EMAILS.of(mine) or mail_records.EmailRecord()
        return EmailAddress() if account is None else record.shown(account.era)

    async def change(self, identity: Identity, typed: str | None, language: str) -> EmailAddress:
        """Set the address of a player with a fresh proof; `None` removes all addresses."""
        if identity.player.kind is not PlayerKind.PERSON:
            text = Text("You need an account for an e-mail address: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        player, now = identity.player.id, await self._documents.now()
        check_proved(identity, now)
        if typed is None:
            return await again(lambda: self._removed(identity))
        address = await self._checked(typed)
        kept = language if language in LANGUAGES else ENGLISH
        mail = mail_records.MailRecord(
            purpose=mail_records.Purpose.CONFIRM, player=player, address=address, language=kept
        )
        sent = mail_records.written(self._chance.token_hex(16), mail, now)
        paces = [f"{OF_PLAYER} {player}", f"{TO_ADDRESS} {address_hash(address)}"]

        def decide(stored: list[Document | None]) -> Commit[EmailAddress]:
            account, before = ACCOUNTS.of(stored[0]), mail_records.EMAILS.of(stored[1]) or mail_records.EmailRecord()
            if account is None:
                raise unknown_token()
            after = msgspec.structs.replace(
                before, waiting=address, language=kept, era=account.era, session=identity.session
            )
            changes: list[Change | Unchanged] = [mail_records.EMAILS.put(player, stored[1], after)]
            if before.verified == address:
                after = msgspec.structs.replace(after, waiting="")
                return Commit(after.shown(account.era), [mail_records.EMAILS.put(player, stored[1], after)])
            counted = [_one_more(*each, now) for each in zip(paces, stored[2:], strict=True)]
            return Commit(after.shown(account.era), [*changes, *counted, *sent.changes], sent.indexed)

        keys = [ACCOUNTS.key(player), mail_records.EMAILS.key(player), *map(PACES.key, paces)]
        return await sessions.commit_for(self._documents, identity, keys, decide)

    async def choose(self, identity: Identity, notices: Sequence[MailNotice]) -> EmailAddress:
        """Set the kinds of notices that a player gets by mail."""
        player, now = identity.player.id, await self._documents.now()
        if MailNotice.OTHER in notices:
            right = ", ".join(f"`{each}`" for each in MailNotice if each is not MailNotice.OTHER)
            text = Text("`{name}` must be one of {right}.", name="notices", right=right)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.notices")

        def decide(stored: list[Document | None]) -> Commit[EmailAddress]:
            account, before = ACCOUNTS.of(stored[0]), mail_records.EMAILS.of(stored[1])
            if account is None:
                raise unknown_token()
            if before is None or not before.verified:
                if notices:
                    raise CommandRefused(RefusalCode.MALFORMED, Text("Confirm an e-mail address first."), "$.type")
                return Commit((before or mail_records.EmailRecord()).shown(account.era))
            after = msgspec.structs.replace(before, notices=tuple(dict.fromkeys(notices)), mailed=now)
            change = mail_records.EMAILS.put(player, stored[1], after)
            return Commit(after.shown(account.era), [change])

        keys = [ACCOUNTS.key(player), mail_records.EMAILS.key(player)]
        return await sessions.commit_for(self._documents, identity, keys, decide)

    async def unsubscribe(self, code: str) -> None:
        """End the mails with notices to a player, by the secret of such a mail. It stays valid, because a mailbox may
        send it twice."""
        (link,) = await mail_records.LINKS.read(self._documents, [link_hash(code)])
        if link is None or link.purpose is not mail_records.Purpose.NOTICES:
            raise _unknown_link()

        def decide(stored: list[Document | None]) -> Commit[None]:
            before = mail_records.EMAILS.of(stored[0])
            if before is None or not before.notices:
                return Commit(None)
            after = msgspec.structs.replace(before, notices=())
            return Commit(None, [mail_records.EMAILS.put(link.player, stored[0], after)])

        await commit(self._documents, [mail_records.EMAILS.key(link.player)], decide)

    async def _removed(self, identity: Identity) -> EmailAddress:
        conditions = await sessions.still(self._documents, identity)
        gone = await self.leaving(identity.player.id)
        await self._documents.commit([*gone.changes, *conditions], gone.indexed)
        return EmailAddress()

    async def confirm(self, code: str) -> PlayerId:
        """Use the link that confirms an address, and return its player."""
        return await again(lambda: self._confirmed(code))

    async def _confirmed(self, code: str) -> PlayerId:
        name = link_hash(code)
        (document,) = await self._documents.read([mail_records.LINKS.key(name)])
        link = mail_records.LINKS.of(document)
        if link is None or link.purpose is not mail_records.Purpose.CONFIRM:
            raise _unknown_link()
        player, holding = link.player, address_hash(link.address)
        owning, mine, held = await self._documents.read(
            [ACCOUNTS.key(player), mail_records.EMAILS.key(player), mail_records.HOLDERS.key(holding)]
        )
        before, holders = (
            mail_records.EMAILS.of(mine) or mail_records.EmailRecord(),
            (mail_records.HOLDERS.of(held) or mail_records.HoldersRecord()).players,
        )
        account, session = ACCOUNTS.of(owning), ENDED.key(before.session)
        if account is None or link.era != account.era or before.waiting_in(account.era) != link.address:
            raise _unknown_link()
        if (await self._documents.read([session]))[0] is not None:
            raise _unknown_link()
        others = tuple(each for each in holders if each != player)
        if len(others) >= MOST_HOLDERS:
            text = Text("{most} accounts have this address already.", most=MOST_HOLDERS)
            raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.code")
        now = await self._documents.now()
        after = msgspec.structs.replace(before, verified=link.address, waiting="", warned=max(before.warned, now))
        moved = NOTHING
        if before.verified and address_hash(before.verified) != holding:
            moved = await self._parted(player, before)
        changes: list[Change | Unchanged] = [
            mail_records.LINKS.drop(name, document),
            mail_records.EMAILS.put(player, mine, after),
            mail_records.HOLDERS.put(holding, held, mail_records.HoldersRecord((*others, player))),
            Unchanged(ACCOUNTS.key(player), seen(owning)),
            Unchanged(session, 0),
        ]
        await self._documents.commit(
            [*changes, *moved.changes], [*moved.indexed, IndexEntry(mail_records.MAILED, player, now)]
        )
        return player

    async def ask(self, typed: str, language: str) -> None:
        """Ask for a link to set a new password, to an address that accounts may have. The work is the same for each
        address: its accounts are looked up only when the mail is sent."""
        address, now = await self._checked(typed), await self._documents.now()
        kept = language if language in LANGUAGES else ENGLISH
        mail = mail_records.MailRecord(purpose=mail_records.Purpose.RECOVER, address=address, language=kept)
        sent, pace = mail_records.written(self._chance.token_hex(16), mail, now), f"{WAY_BACK} {address_hash(address)}"

        def decide(stored: list[Document | None]) -> Commit[None]:
            return Commit(None, [_one_more(pace, stored[0], now, RECOVERY), *sent.changes], sent.indexed)

        await commit(self._documents, [PACES.key(pace)], decide)

    async def used(self, account: AccountRecord | None, code: str) -> ExtraWrites | None:
        """Return the writes that use up a link for a new password of this account; `None` if it is none."""
        name, player = link_hash(code), PlayerId("") if account is None else account.id
        document, mine = await self._documents.read([mail_records.LINKS.key(name), mail_records.EMAILS.key(player)])
        link, record = mail_records.LINKS.of(document), mail_records.EMAILS.of(mine)
        if link is None or record is None or account is None:
            return None
        if link != mail_records.LinkRecord(player, record.verified, mail_records.Purpose.RECOVER, account.era):
            return None
        return ExtraWrites(
            (mail_records.LINKS.drop(name, document), Unchanged(mail_records.EMAILS.key(player), seen(mine)))
        )

    async def account_of(self, code: str) -> AccountRecord | None:
        """Return the account for which a link for a new password is; `None` if it is none."""
        (link,) = await mail_records.LINKS.read(self._documents, [link_hash(code)])
        if link is None or link.purpose is not mail_records.Purpose.RECOVER:
            return None
        (account,) = await ACCOUNTS.read(self._documents, [link.player])
        return account

    async def leaving(self, player: PlayerId, why: Text | None = None) -> ExtraWrites:
        """Return the writes that remove the addresses of an account. The verified one gets a mail, which says why."""
        (document,) = await self._documents.read([mail_records.EMAILS.key(player)])
        record = mail_records.EMAILS.of(document)
        if record is None:
            return ExtraWrites((Unchanged(mail_records.EMAILS.key(player), 0),))
        unlisted = IndexEntry(mail_records.MAILED, player, None)
        gone = ExtraWrites((mail_records.EMAILS.drop(player, document),), (unlisted,))
        return gone.plus(await self._parted(player, record, why)) if record.verified else gone

    async def _parted(self, player: PlayerId, record: mail_records.EmailRecord, why: Text | None = None) -> ExtraWrites:
        """Return the writes after which a verified address no longer leads to an account, with a mail to it."""
        name, now = address_hash(record.verified), await self._documents.now()
        (document,) = await self._documents.read([mail_records.HOLDERS.key(name)])
        left = tuple(
            each
            for each in (mail_records.HOLDERS.of(document) or mail_records.HoldersRecord()).players
            if each != player
        )
        change = (
            mail_records.HOLDERS.put(name, document, mail_records.HoldersRecord(left))
            if left
            else mail_records.HOLDERS.drop(name, document)
        )
        if not self.is_on:
            return ExtraWrites((change,))
        mail = mail_records.MailRecord(
            purpose=mail_records.Purpose.REMOVED,
            player=player,
            address=record.verified,
            language=record.language,
            lines=() if why is None else (said(why, record.language),),
        )
        return ExtraWrites((change,)).plus(mail_records.written(self._chance.token_hex(16), mail, now))

    async def _checked(self, typed: str) -> str:
        """Return an address to which a mail may be sent now."""
        if not self.is_on:
            raise CommandRefused(RefusalCode.MALFORMED, Text("This server sends no e-mail."), "$.address")
        address = address_of(typed)
        if await self._documents.count(mail_records.DUE) >= MOST_WAITING:
            text = Text("Too many mails wait to be sent. Try again in a while.")
            raise CommandRefused(RefusalCode.SLOW_DOWN, text, "$.address", retry_in=Milliseconds(HOUR))
        return address


def link_hash(code: str) -> str:
    """Return the hash under which a link is stored, by its secret."""
    return hashlib.sha256(code.strip().encode(errors="surrogatepass")).hexdigest()


OF_PLAYER, TO_ADDRESS, WAY_BACK = "mail for", "mail to", "way back to"
"""First words of the names of paces: of mails with a link for a player, or to an address."""


def _one_more(name: str, document: Document | None, now: Milliseconds, each: int = HOUR) -> Change:
    """Return the change that counts one more mail. Raises `CommandRefused` if there were too many for one in each of
    these times."""
    before = PACES.of(document)
    rested_at = Milliseconds(max(now, now if before is None else before.rested_at) + each)
    wait = rested_at - now - MOST_AT_ONCE * each
    if wait > 0:
        minutes = math.ceil(wait / 60_000)
        if name.startswith(OF_PLAYER):
            text = Text("You have asked for too many mails. Try again in {minutes} minutes.", minutes=minutes)
        else:
            text = Text("Too many mails to this address. Try again in {minutes} minutes.", minutes=minutes)
        raise CommandRefused(RefusalCode.SLOW_DOWN, text, "$.address", retry_in=Milliseconds(wait))
    return PACES.put(name, document, PaceRecord(rested_at), -(-(rested_at - now) // 1000))


def _unknown_link() -> CommandRefused:
    text = Text("This link is not valid, or not any more. Ask for another one.")
    return CommandRefused(RefusalCode.UNKNOWN_TOKEN, text, "$.code")
