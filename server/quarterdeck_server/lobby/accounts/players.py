"""Stored accounts of players: registration, sign-in, change and deletion.

An account is a document. So is each name, stored under its skeleton with its owner, and each token. Related changes are
committed together: a name never has two owners, and a deleted account leaves no valid token behind.
"""

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec
from quarterdeck_protocol.lobby.accounts import Account as AccountShown
from quarterdeck_protocol.lobby.accounts import AccountState, Avoidance, Avoided, TermsAccepted
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import SERVER, Sharer
from quarterdeck_server.lobby.accounts import accounts, deletion, name_changes, player_names, recovery, sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, shown_as
from quarterdeck_server.lobby.accounts.credentials import Credentials, Lost, MailedCodes
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, keep
from quarterdeck_server.lobby.accounts.idempotency_keys import IdempotencyKey
from quarterdeck_server.lobby.accounts.identities import (
    Identity,
    Over,
    check_moderate_scope,
    check_proved,
    unknown_token,
)
from quarterdeck_server.lobby.accounts.login_throttle import LoginThrottle
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.second_factors import SecondFactors
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, again
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexChange, Key, Now
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.store_errors import Conflict

NEW_PASSWORD = Text("The password of your account was changed.")
"""Why the addresses of an account were removed."""


class Admitted(msgspec.Struct, frozen=True):
    """The decision about a new account: its state, its origin, and the writes to commit with it."""

    state: AccountState = AccountState.ACTIVE
    invite: str | None = None
    applied_from: str | None = None
    """The mark of the address of a player who must wait."""

    beside: ExtraWrites = NOTHING


Entry = Callable[[PlayerId], Awaitable[Admitted]]
"""Admits a player that registers, or raises `CommandRefused`."""


class GuestEntry(msgspec.Struct, frozen=True):
    """The check of a guest who comes from some address, which needs no requests of its own."""

    keys: tuple[Key, ...] = ()
    """The documents on which the decision is based. They are read with those of the new account."""

    decide: Callable[[PlayerId, Sequence[Document | None], Milliseconds], tuple[Change, ...]] = lambda *_: ()
    """Returns the changes to commit with the account, from the documents as they were read. Raises `CommandRefused` if
    no guest may come from there."""


ANYBODY = GuestEntry()

Parting = Callable[[AccountRecord, AccountRecord], Sequence[IndexChange]]
"""Returns the writes for a block of the second player by the first one."""


def _no_parting(_: AccountRecord, __: AccountRecord) -> Sequence[IndexChange]:
    return ()


class Players:
    """The accounts of this server."""

    def __init__(
        self,
        documents: DocumentStore,
        passwords: Passwords | None = None,
        chance: Chance = secrets,
        leaving: deletion.Leaving | None = None,
        *,
        ending: deletion.Leaving | None = None,
        mailed: MailedCodes | None = None,
        only_operators: bool = False,
        now: Now | None = None,
    ) -> None:
        """Make the service for accounts. `leaving` returns the further writes for the removal of an account, and
        `ending` those that end its links to identities and its webhooks. `mailed` knows the codes in mails. With
        `only_operators`, a password signs in admins alone. `now` is the time where a second does not matter, without it
        that of the store."""
        self._documents = documents
        self._now = documents.now if now is None else now
        self._leaving = _nothing_else if leaving is None else leaving
        self._ending = _nothing_else if ending is None else ending
        self._mailed = mailed
        self._passwords = Passwords() if passwords is None else passwords
        self._chance = chance
        self._only_operators = only_operators
        throttle = LoginThrottle(documents)
        self.password_turns = self._passwords.turns
        """The queue for hashing and comparing passwords."""

        self.second_factors = SecondFactors(documents, throttle, chance)
        self._credentials = Credentials(
            documents, self._passwords, throttle, self.second_factors, chance, only_operators=only_operators
        )

    # Guests and sign-in

    async def welcome(self, name: str | None, entry: GuestEntry = ANYBODY) -> tuple[Identity, Token]:
        """Create a guest with this name, or with a generated one, if the `entry` allows it. Raises `CommandRefused` and
        `Unavailable`, like all methods below."""
        called = None if name is None else player_names.checked(name)
        return await again(lambda: self._welcomed(called, entry))

    async def _welcomed(self, name: str | None, entry: GuestEntry) -> tuple[Identity, Token]:
        called = f"Guest {self._chance.randbelow(9000) + 1000}" if name is None else name
        now = await self._now()
        account = AccountRecord(id=PlayerId(self._chance.token_hex(8)), name=called, kind=PlayerKind.GUEST, made_at=now)
        alike, *others = await self._documents.read([NAMES.key(player_names.skeleton(called)), *entry.keys])
        beside = entry.decide(account.id, others, now)
        if alike is not None:
            if name is None:
                raise Conflict("somebody has registered as what was made up; another name may be free")
            raise player_names.taken(called)
        identity, token, session = sessions.begun(self._chance, account, now)
        await self._documents.commit([keep(account, None), session, *beside])
        return identity, token

    async def recognise(self, token: Token, is_gone: Callable[[], bool] = lambda: False) -> tuple[Identity, Token]:
        """Return the player of this token, and the next token. A session gets a new token each time, and then belongs
        to the newest connection. Raises `Unavailable` if the caller `is_gone`."""
        return await sessions.take_up(self._documents, self._chance, token, is_gone, self._now)

    async def holder(self, token: Token) -> Identity:
        """Return the player of this token without replacing the token by the next one. An HTTP request does not take
        over the session."""
        return await sessions.holder(self._documents, token)

    async def holder_of(self, token: str) -> Identity:
        """Return the player of the token with this hash."""
        return await sessions.holder_of(self._documents, token)

    async def as_of_now(self, identity: Identity) -> Identity | Over:
        """Return the present identity of a player who signed in earlier; or the reason that it has ended."""
        return (await self.as_of_now_with(identity, ()))[0]

    async def as_of_now_with(
        self, identity: Identity, beside: Sequence[Key]
    ) -> tuple[Identity | Over, Sequence[Document | None]]:
        """Return what `as_of_now` returns, and these documents, which were read with it."""
        return await sessions.as_of_now(self._documents, identity, beside)

    async def stay(self, identity: Identity) -> Identity:
        """Extend the lifetime of a guest who plays, and of the guest's session, beyond that of a mere visitor. Return
        the guest's new identity."""
        return await sessions.stay(self._documents, identity, await self._now())

    async def sign_in(self, name: str, password: str, address: str, code: str | None = None) -> tuple[Identity, Token]:
        """Return the player with this name and password, and this code of a second factor, in a new session."""
        return await self._credentials.sign_in(name, password, address, code)

    async def prove(
        self,
        identity: Identity,
        password: str | None,
        code: str | None,
        sharer: Sharer = SERVER,
        by_provider: Callable[[], Awaitable[None]] | None = None,
    ) -> Milliseconds:
        """Store that a player has proved who they are: with a code if they have a second factor, or else by a provider,
        which `by_provider` checks, or with the password. Return the time."""
        if await self.second_factors.is_on(identity.player.id):
            await self.second_factors.check(identity.player.id, code, session=identity.session)
        elif by_provider is not None:
            await by_provider()
        else:
            account = await self.find(identity.player.id)
            if account is not None and self._credentials.has_no_password(account):
                text = Text("Your account has no password. Prove who you are by a provider, and send its `ticket`.")
                raise CommandRefused(RefusalCode.MALFORMED, text, "$.ticket")
            await self._credentials.fits(identity.player.id, password or "", None, None, sharer, identity.session)
        return await sessions.prove(self._documents, identity)

    async def check_proved(self, identity: Identity) -> None:
        """Raise `CommandRefused` unless the player of this session has proved lately who they are. Guests cannot."""
        if identity.player.kind is PlayerKind.PERSON:
            check_proved(identity, await self._documents.now())

    async def check_role(self, identity: Identity, where: str = "$.type") -> None:
        """Raise `CommandRefused` unless a right that comes from a role may be used: by a program whose token has the
        scope `moderate`, or in a session whose player has proved lately who they are."""
        check_moderate_scope(identity, where)
        if not identity.is_program:
            await self.check_proved(identity)

    async def recover(
        self, name: str, code: str, new_password: str, address: str, factor: str | None = None
    ) -> tuple[Identity, Token]:
        """Return the player with this name and recovery code, with a new password and in a new session. A code in a
        mail needs the code of a second factor too."""
        lost = Lost(self._lost, self._lost_but_email, self._mailed)
        return await self._credentials.recover(name, code, new_password, address, lost, factor)

    # Accounts

    async def find(self, player: PlayerId) -> AccountRecord | None:
        """Return a player's account, or `None` if it does not exist any more."""
        return (await self.find_all([player]))[0]

    async def find_all(self, players: Sequence[PlayerId]) -> list[AccountRecord | None]:
        """Return the accounts of these players, in one round trip."""
        return await ACCOUNTS.read(self._documents, players)

    async def known(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return the public data of these players, including deleted ones, in one round trip."""
        ids = list(dict.fromkeys(players))
        return {id_: shown_as(id_, account) for id_, account in zip(ids, await self.find_all(ids), strict=True)}

    async def named(self, name: str) -> AccountRecord | None:
        """Return the account with this name, or with one that looks like it."""
        owner = (await NAMES.read(self._documents, [player_names.skeleton(name)]))[0]
        return None if owner is None else await self.find(owner.player)

    async def shown(self, player: PlayerId) -> AccountShown:
        """Return a player's account in the form that the player sees."""
        account = await self.find(player)
        if account is None:
            raise unknown_token()
        has_factor = await self.second_factors.is_on(player)
        known = await self.known([*account.bots, *(other for other, _ in account.avoided)])
        return AccountShown(
            player=account.player,
            since=account.made_at,
            roles=account.roles,
            bots=tuple(known[bot] for bot in account.bots),
            recovery_codes_left=len(account.recovery),
            avoided=tuple(Avoided(player=known[other], how=how) for other, how in account.avoided),
            terms_accepted=tuple(TermsAccepted(version=each.version, at=each.at) for each in account.accepted),
            state=account.state,
            has_second_factor=has_factor,
            has_password=account.kind is PlayerKind.PERSON and not self._credentials.has_no_password(account),
        )

    async def register(
        self,
        player: PlayerId,
        name: str,
        password: str | None,
        staying: Identity | None = None,
        sharer: Sharer = SERVER,
        entry: Entry | None = None,
    ) -> Sequence[str]:
        """Register a guest's account under a unique name, without a password if a provider makes it. The session
        `staying` gets the lifetime of a registered account's session. `entry` admits the account. Returns the recovery
        codes. They are shown only this once."""
        called = player_names.checked(name)
        codes = self._credentials.fresh_codes()
        account = await self.find(player)
        if password is None and staying is not None and account is not None and account.name == called:
            if account.has_no_password():  # the same command was repeated, as below
                return await self.renew_codes(player, None, sharer, staying)
        elif await self._is_repeated(account, called, password, sharer):
            # The same command was repeated because its answer was lost, and the codes with it.
            await self._changed(player, lambda account: recovery.with_codes(account, codes))
            return codes
        password_hash = (
            None if password is None else await self._passwords.hashed(password, names=[called], sharer=sharer)
        )

        if account is not None:
            accounts.registered(account, called, password_hash)  # refuses a second account, under each policy

        async def register() -> None:
            admitted = Admitted() if entry is None else await entry(player)

            def change(account: AccountRecord) -> AccountRecord:
                registered = recovery.with_codes(accounts.registered(account, called, password_hash), codes)
                return msgspec.structs.replace(
                    registered, state=admitted.state, invite=admitted.invite, applied_from=admitted.applied_from
                )

            await name_changes.renamed(self._documents, player, change, staying, admitted.beside)

        try:
            await again(register)
        except CommandRefused as refused:
            if refused.code is not RefusalCode.ALREADY_REGISTERED:
                raise
            if not await self._is_repeated(await self.find(player), called, password, sharer):
                raise
            # It was repeated over another connection while the first was still at work.
            await self._changed(player, lambda account: recovery.with_codes(account, codes))
        return codes

    async def _is_repeated(
        self, account: AccountRecord | None, name: str, password: str | None, sharer: Sharer
    ) -> bool:
        """True if an account is registered under this name and with this password already."""
        if account is None or account.password is None or account.name != name:
            return False
        return await self._credentials.is_repeated(account, password or "", sharer)

    async def renew_codes(
        self, player: PlayerId, password: str | None, sharer: Sharer = SERVER, by: Identity | None = None
    ) -> Sequence[str]:
        """Return new recovery codes. All earlier ones become invalid. An account without a password needs the proof of
        the session `by`."""
        await self._credentials.has_changed(player, by, password, None, None, sharer)
        codes = self._credentials.fresh_codes()
        await self._changed(player, lambda account: recovery.with_codes(account, codes), by=by)
        return codes

    async def reset(self, account: AccountRecord) -> tuple[AccountRecord, str, ExtraWrites]:
        """Return the account without a password, a new recovery code, which is the only way to sign in from then on,
        and the writes that end its links to identities, its webhooks and the tokens of its programs."""
        return (*await self._credentials.reset(account), await self._lost(account.id))

    async def _lost(self, player: PlayerId) -> ExtraWrites:
        """Return the writes that end each lasting way into an account that others may have had (decision 132)."""
        return (await self._changing(player)).plus(await deletion.programs_ended(self._documents, player))

    async def _lost_but_email(self, player: PlayerId) -> ExtraWrites:
        """Return the same writes, without those that end the address by whose mail the player came back."""
        return (await self._ending(player)).plus(await deletion.programs_ended(self._documents, player))

    async def _changing(self, player: PlayerId) -> ExtraWrites:
        """Return the writes that end the lasting ways which a new password ends."""
        ended = await self._ending(player)
        return ended if self._mailed is None else ended.plus(await self._mailed.leaving(player, NEW_PASSWORD))

    async def change(
        self,
        identity: Identity,
        password: str | None,
        new_name: str | None,
        new_password: str | None,
        sharer: Sharer = SERVER,
    ) -> None:
        """Change the name or the password. A new password ends all other sessions, links and webhooks. Repeating the
        command, because its answer was lost, changes nothing."""
        called = None if new_name is None else player_names.checked(new_name, "$.new_name")
        account = await self.find(identity.player.id)
        if (
            new_password is not None
            and self._only_operators
            and account is not None
            and self._credentials.has_no_password(account)
        ):
            text = Text("Players sign in by a provider here, and have no password.")
            raise CommandRefused(RefusalCode.PASSWORD_NOT_ALLOWED, text, "$.new_password")
        if not await self._credentials.has_changed(
            identity.player.id, identity, password, called, new_password, sharer
        ):
            account = await self.find(identity.player.id)
            called_so = [each for each in (called, None if account is None else account.name) if each is not None]
            password_hash = (
                None
                if new_password is None
                else await self._passwords.hashed(new_password, "$.new_password", called_so, sharer)
            )

            def change(account: AccountRecord) -> AccountRecord:
                renamed = msgspec.structs.replace(account, name=called or account.name)
                if password_hash is None:
                    return renamed
                return msgspec.structs.replace(renamed, password=password_hash, era=account.era + 1)

            ending = None if password_hash is None else self._changing
            await name_changes.rename(self._documents, identity.player.id, change, identity, "$.new_name", ending)

    async def avoid(self, player: PlayerId, other: PlayerId, how: Avoidance, parting: Parting = _no_parting) -> None:
        """Store whether a player mutes, blocks or no longer avoids another player. A block is committed together with
        the writes that `parting` returns for the two accounts."""
        theirs = await self.find(other)
        if how is not Avoidance.NO and theirs is None:
            raise CommandRefused(
                RefusalCode.UNKNOWN_PLAYER,
                Text("There is no player `{other}`. The account may have been deleted.", other=other),
                "$.player",
            )

        def beside(account: AccountRecord) -> Sequence[IndexChange]:
            return parting(account, theirs) if how is Avoidance.BLOCK and theirs is not None else ()

        await self._changed(player, lambda account: accounts.avoiding(account, other, how), beside)

    async def show_to(self, player: PlayerId, by: SeenBy) -> None:
        """Store which players see that a player is online."""
        await self._changed(player, lambda account: msgspec.structs.replace(account, chosen_seen_by=by))

    async def accept_terms(self, player: PlayerId, version: str) -> None:
        """Store that a player has accepted a version of the terms of use, with the time."""
        now = await self._documents.now()
        await self._changed(player, lambda account: accounts.accepting(account, version, now))

    # Sign-out and deletion

    async def sign_out(self, identity: Identity) -> None:
        """End one session, on any connection that has it now."""
        await deletion.sign_out(self._documents, identity)

    async def end_sessions(self, player: PlayerId) -> None:
        """End all sessions of a player. Tokens made for programs stay."""
        await deletion.end_sessions(self._documents, player)

    async def has_parted(self, token: str, *, for_good: bool) -> bool:
        """True if all sessions up to the time of this token (given by its hash) have been ended. With `for_good`, true
        if its account is deleted."""
        return await deletion.has_parted(self._documents, token, for_good=for_good)

    async def delete(
        self, player: PlayerId, password: str | None, sharer: Sharer = SERVER, by: Identity | None = None
    ) -> tuple[PlayerId, ...]:
        """Delete an account and those of its bots. Their names become free. Returns the deleted ids. An account without
        a password needs the proof of the session `by`."""
        account = await self.find(player)
        if account is not None and account.kind is PlayerKind.PERSON:
            await self._credentials.has_changed(player, by, password, None, None, sharer)
        await deletion.remove(self._documents, player, self._leaving_by(by))
        return (player, *(() if account is None else account.bots))

    async def let_bot_go(self, bot: PlayerId, sent: IdempotencyKey, by: Identity | None = None) -> None:
        """Delete the account of one of the sender's bots by an order of the session `by`, unless that has been done."""
        account = await self.find(sent.by)
        if account is not None and bot in account.bots:
            await deletion.remove(self._documents, bot, self._leaving_by(by, sent.receipt))
        elif not await sent.was_carried_out(self._documents):
            raise accounts.not_your_bot(bot)

    async def remove(self, player: PlayerId, state: AccountState | None = None) -> None:
        """Remove an account with its name, its tokens and its bots. With a `state`, an account in another state
        stays."""
        await deletion.remove(self._documents, player, self._leaving, state)

    # Shared parts

    def _leaving_by(self, by: Identity | None, beside: ExtraWrites = NOTHING) -> deletion.Leaving:
        """Return what gives the further writes of a removal by an order of the session `by`, with those `beside` it."""

        async def leaving(gone: PlayerId) -> ExtraWrites:
            conditions = ExtraWrites(await sessions.still(self._documents, by))
            return (await self._leaving(gone)).plus(beside).plus(conditions)

        return leaving

    async def _changed(
        self,
        player: PlayerId,
        change: Callable[[AccountRecord], AccountRecord],
        beside: Callable[[AccountRecord], Sequence[IndexChange]] = lambda _: (),
        by: Identity | None = None,
    ) -> None:
        def decide(stored: list[Document | None]) -> Commit[None]:
            account = ACCOUNTS.of(stored[0])
            if account is None:
                raise unknown_token()
            changed, indexed = change(account), beside(account)
            if changed == account and not indexed:
                return Commit(None)
            news = notification(PlayerChanged(player, changed.bots))
            return Commit(None, [keep(changed, stored[0])], indexed, news)

        await sessions.commit_for(self._documents, by, [ACCOUNTS.key(player)], decide)


async def _nothing_else(_: PlayerId) -> ExtraWrites:
    return NOTHING
