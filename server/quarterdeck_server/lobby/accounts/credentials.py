"""Sign-in by name and password, or by name and a recovery code that sets a new password; and passwords in a session.

Wrong passwords are counted twice: for each pair of name and address, and for each name over all addresses. The second
limit does not apply to addresses from which the account signed in recently. Neither limit applies to a signed-in
session or to a recovery code. So nobody can guess many passwords, and nobody can lock another player out.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.lobby.accounts import deletion, player_names, recovery, sessions
from quarterdeck_server.lobby.accounts.accounts import ADMIN, AccountRecord
from quarterdeck_server.lobby.accounts.address_marks import LOCAL, MARKS, AddressMarks, AddressMarksRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, keep
from quarterdeck_server.lobby.accounts.identities import Identity, check_proved
from quarterdeck_server.lobby.accounts.login_throttle import ANYWHERE, LoginThrottle
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.second_factors import SecondFactors
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, again, commit, seen
from quarterdeck_server.lobby.documents import Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification


class MailedCodes(Protocol):
    """Interface to the codes in mails, each of which replaces a recovery code once."""

    async def used(self, account: AccountRecord | None, code: str) -> ExtraWrites | None:
        """Return the writes that use up a code of this account; `None` if it is none. Raises `Unavailable`."""
        ...

    async def account_of(self, code: str) -> AccountRecord | None:
        """Return the account to which a code leads; `None` if it leads to none. Raises `Unavailable`."""
        ...

    async def leaving(self, player: PlayerId, why: Text | None = None) -> ExtraWrites:
        """Return the writes that remove the addresses of an account. A mail says why. Raises `Unavailable`."""
        ...


class Lost(NamedTuple):
    """What ends when the player of a lost account comes back."""

    ending: deletion.Leaving
    """The writes after a recovery code."""

    ending_by_mail: deletion.Leaving
    """The writes after a code in a mail, which keep its address."""

    mailed: MailedCodes | None


class Credentials:
    """Sign-in by name and password or recovery code, and checks of passwords in a session. All methods raise
    `CommandRefused`, `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        passwords: Passwords,
        throttle: LoginThrottle,
        second_factors: SecondFactors,
        chance: Chance,
        *,
        only_operators: bool = False,
    ) -> None:
        """Make the service. With `only_operators`, a password signs in admins alone."""
        self._documents = documents
        self._passwords = passwords
        self._throttle = throttle
        self._second_factors = second_factors
        self._only_operators = only_operators
        self._chance = chance
        self._marks = AddressMarks(documents, chance)

    async def sign_in(self, name: str, password: str, address: str, code: str | None = None) -> tuple[Identity, Token]:
        """Return the player with this name and password, in a new session. A wrong name and a wrong password give the
        same answer after the same time. After several wrong attempts the caller has to wait. `code` is that of a second
        factor, for which only a caller with the right password is asked."""
        skeleton = player_names.skeleton(name)
        remaining = await self._throttle.take(skeleton, address)
        now = await self._documents.now()
        found, is_known = await self._found(skeleton, address)
        if self._is_players(found):
            found = None  # as if it did not exist, so that nobody can try passwords of players here
        if not is_known:
            await self._throttle.take_anywhere(skeleton, address)
        async with self._throttle.comparing(skeleton, address, anywhere=not is_known):
            fits = await self._passwords.fits(None if found is None else found.password, password, _at(address))
        if not fits or found is None:
            await self._throttle.wrong(skeleton, address)
            if not is_known:
                await self._throttle.wrong(skeleton, "", ANYWHERE)
            raise self._wrong(Text("There is no account with this name and password."), remaining)
        await self._throttle.succeeded(skeleton, address)
        if not is_known:
            await self._throttle.give_back(skeleton, "", ANYWHERE)
        await self._second_factors.check(found.id, code, address, is_known=is_known)
        return await self._begun(found, remaining, now)

    async def _found(self, skeleton: str, address: str) -> tuple[AccountRecord | None, bool]:
        """Return the account with this name, and true if somebody signed in to it from this address recently. Both
        documents are read even if the account does not exist."""
        mark = await self._marks.of(address)
        owner = NAMES.of((await self._documents.read([NAMES.key(skeleton)]))[0])
        player = PlayerId("") if owner is None else owner.player
        document, marks = await self._documents.read([ACCOUNTS.key(player), MARKS.key(player)])
        known = (MARKS.of(marks) or AddressMarksRecord()).marks
        return ACCOUNTS.of(document), not mark.startswith(LOCAL) and mark in dict(known)

    async def _begun(self, found: AccountRecord, remaining: int, now: Milliseconds) -> tuple[Identity, Token]:
        def decide(stored: list[Document | None]) -> Commit[tuple[Identity, Token]]:
            account = ACCOUNTS.of(stored[0])
            if account is None or account.password != found.password:  # it was changed while it was compared
                raise self._wrong(Text("There is no account with this name and password."), remaining)
            identity, token, session = sessions.begun(self._chance, account, now)
            return Commit((identity, token), [session, Unchanged(ACCOUNTS.key(account.id), seen(stored[0]))])

        return await commit(self._documents, [ACCOUNTS.key(found.id)], decide)

    async def recover(
        self, name: str, code: str, new_password: str, address: str, lost: Lost, factor: str | None = None
    ) -> tuple[Identity, Token]:
        """Return the player with this name and recovery code, or code in a mail, in a new session; all other sessions
        end, and what `lost` has. The account gets the new password. A mailbox is no second factor: its code needs a
        code of the app too. A repeated command, after a lost answer, is a sign-in with that password."""
        self._passwords.check(new_password, "$.new_password", [name])
        skeleton = player_names.skeleton(name)
        remaining = await self._throttle.take(skeleton, address)
        now = await self._documents.now()
        found, _ = await self._found(skeleton, address)
        named = None if lost.mailed is None else await lost.mailed.account_of(code)
        if named is not None and (found is None or found.id != named.id):
            text = Text("The account of this link is called “{name}”.", name=named.name)
            raise self._wrong(text, remaining, "$.name")
        if found is not None and self._is_players(found) and not found.let_back:
            found = None
        by_mail = None if lost.mailed is None else await lost.mailed.used(found, code)
        if found is None or (by_mail is None and recovery.without_code(found, code) is None):
            is_again = found is not None and recovery.was_used_last(found, code)
            # Else what comes without a code would be a second way to guess the password, past the bound on the first.
            kept = found.password if found is not None and is_again else None
            async with self._throttle.comparing(skeleton, address):
                fits = await self._passwords.fits(kept, new_password, _at(address))
            if found is None or not fits:
                await self._throttle.wrong(skeleton, address)
                raise self._wrong(Text("There is no account with this name and recovery code."), remaining, "$.code")
            await self._throttle.succeeded(skeleton, address)
            return await self._begun(found, remaining, now)
        if by_mail is not None:
            try:
                await self._second_factors.check(found.id, factor, address)
            except CommandRefused as refusing:
                refusing.where = "$.second_factor"  # `$.code` is that of the mail here
                raise
        async with self._throttle.comparing(skeleton, address):
            password_hash = await self._passwords.hashed(new_password, "$.new_password", [name], _at(address))

        player = found.id

        async def step() -> tuple[Identity, Token]:
            (document,) = await self._documents.read([ACCOUNTS.key(player)])
            account = ACCOUNTS.of(document)
            left = None if account is None else recovery.without_code(account, code)
            used = None if lost.mailed is None else await lost.mailed.used(account, code)
            if left is None and used is not None and account is not None:
                has_factor = await self._second_factors.is_on(player)  # then a repeated command would need no code
                again_by = None if has_factor else recovery.hashed(player, code)
                left = msgspec.structs.replace(account, recovered=again_by)
            if left is None:  # it was used meanwhile
                raise self._wrong(Text("There is no account with this name and recovery code."), remaining, "$.code")
            is_players = self._is_players(left)
            password = None if is_players else password_hash
            changed = msgspec.structs.replace(left, password=password, era=left.era + 1, let_back=False)
            identity, token, session = sessions.begun(self._chance, changed, now)
            beside = await (lost.ending if used is None else lost.ending_by_mail)(player)
            beside = beside.plus(used or NOTHING)
            news = SessionsEnded(player, but=identity.session, programs=True)
            changes = [keep(changed, document), session, *beside.changes]
            await self._documents.commit(changes, beside.indexed, notification(news))
            await deletion.notify(self._documents, beside)
            return identity, token

        answer = await again(step)
        await self._throttle.succeeded(skeleton, address)
        return answer

    async def reset(self, account: AccountRecord) -> tuple[AccountRecord, str]:
        """Return the account without a password, and a new recovery code, which is the only way to sign in from then
        on."""
        (code,) = codes = recovery.fresh(self._chance, 1)
        unknown, is_players = await self._passwords.hashed(self._chance.token_urlsafe(32)), self._is_players(account)
        changed = msgspec.structs.replace(account, password=unknown, era=account.era + 1, let_back=is_players)
        return recovery.with_codes(changed, codes), code

    async def has_changed(
        self,
        player: PlayerId,
        by: Identity | None,
        password: str | None,
        new_name: str | None,
        new_password: str | None,
        sharer: Sharer,
    ) -> bool:
        """Return true if this change was made before. Raises `CommandRefused` if neither the old nor the new password
        is right, or, for an account without a password, if the player has not proved lately who they are."""
        (found,) = await ACCOUNTS.read(self._documents, [player])
        if found is not None and self.has_no_password(found):
            check_proved(by, await self._documents.now())
            return False
        session = "" if by is None else by.session
        return await self.fits(player, password or "", new_name, new_password, sharer, session)

    async def fits(
        self,
        player: PlayerId,
        password: str,
        new_name: str | None,
        new_password: str | None,
        sharer: Sharer,
        session: str = "",
    ) -> bool:
        """Return true if this is not the password but a change to the new one was made before. Wrong passwords are
        counted for each session, so those of a thief do not make other sessions of the player wait, and over all of
        them. Raises `CommandRefused` if neither is right."""
        account, remaining = await self._registered(player, session)
        is_done = new_password is not None and new_name in (None, account.name)
        for typed, is_change in ((password, False), (new_password or "", True)):
            async with self._throttle.comparing(player, session, anywhere=True):
                fits = (is_done or not is_change) and await self._passwords.fits(account.password, typed, sharer)
            if fits:
                await self._throttle.succeeded(player, session)
                await self._throttle.give_back(player, "", ANYWHERE)
                return is_change
        await self._throttle.wrong(player, session)
        await self._throttle.wrong(player, "", ANYWHERE)
        raise wrong_password(Text("This is not the password of your account."), remaining)

    async def is_repeated(self, account: AccountRecord, password: str, sharer: Sharer) -> bool:
        """Return true if a registered player registers again with the same password."""
        await self._throttle.take(account.id, "")
        async with self._throttle.comparing(account.id, ""):
            fits = await self._passwords.fits(account.password, password, sharer)
        if fits:
            await self._throttle.succeeded(account.id, "")
        else:
            await self._throttle.wrong(account.id, "")
        return fits

    async def _registered(self, player: PlayerId, session: str) -> tuple[AccountRecord, int]:
        """Return a registered account that may try a password now, and the number of further wrong passwords without a
        wait. Raises `CommandRefused`."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        if account is None or account.password is None:
            text = Text("This account has no password: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.password")
        remaining = await self._throttle.take(player, session)
        await self._throttle.take_anywhere(player, session)
        return account, remaining

    def has_no_password(self, account: AccountRecord) -> bool:
        """True if no password signs in to this account."""
        return account.has_no_password(only_operators=self._only_operators)

    def _is_players(self, account: AccountRecord | None) -> bool:
        """True if a password does not sign in to this account."""
        return self._only_operators and account is not None and ADMIN not in account.roles

    def fresh_codes(self) -> Sequence[str]:
        """Return new recovery codes for an account."""
        return recovery.fresh(self._chance)

    def _wrong(self, text: Text, remaining: int, where: str = "$.password") -> CommandRefused:
        if self._only_operators:
            text = Text("Players sign in by a provider here; a password is for operators, and this one is wrong.")
        return wrong_password(text, remaining, where)


def _at(address: str) -> Sharer:
    """Return the sharer (the unit of fair queueing) for all callers at an address who are not signed in. They share one
    place, whatever name they use."""
    return Sharer(address, "")


def wrong_password(text: str, remaining: int, where: str = "$.password") -> CommandRefused:
    """Return the refusal of a wrong password or code."""
    return CommandRefused(RefusalCode.WRONG_PASSWORD, text, where, remaining=remaining)
