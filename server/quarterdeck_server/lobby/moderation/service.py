"""Acts of moderators: each act, its effect and its entry in the audit log are one commit."""

import secrets
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.moderation import (
    Deed,
    DeedKind,
    PasswordReset,
    PlayerFile,
    RenameOrder,
    ResetPasswordOrder,
    RevokeOrder,
    Role,
    RolesOrder,
    Sanction,
    SanctionKind,
    SanctionOrder,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import deletion, name_changes, player_names
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.address_marks import MARKS, SECONDS, AddressMarks, AddressMarksRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, SECOND_FACTORS, decided, keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged, SessionsEnded
from quarterdeck_server.lobby.accounts.players import GuestEntry, Players
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, again, commit
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, Key, Now
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation import audit, sanction_rules
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.documents import ADDRESS_BANS, SANCTIONS
from quarterdeck_server.lobby.moderation.notifications import PlayersSanctioned
from quarterdeck_server.lobby.moderation.orders import Judged, Orders
from quarterdeck_server.lobby.moderation.sanction_rules import (
    AddressBanRecord,
    SanctionRecord,
    SanctionsRecord,
)
from quarterdeck_server.lobby.moderation.whereabouts import NoWhereabouts, Whereabouts
from quarterdeck_server.store_errors import Conflict

ADMINS = "admins"
"""Name of the index of all accounts that are or may be admins. Deleted accounts stay in it."""

MOST_ADMINS = 1_000

_DONE = {SanctionKind.MUTE: DeedKind.MUTE, SanctionKind.DISCONNECT: DeedKind.DISCONNECT, SanctionKind.BAN: DeedKind.BAN}
_REVOKED = {SanctionKind.MUTE: DeedKind.REVOKE_MUTE, SanctionKind.BAN: DeedKind.REVOKE_BAN}


class Moderation:
    """Sanctions, roles and the audit log. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        players: Players,
        orders: Orders,
        chance: Chance = secrets,
        elsewhere: Whereabouts | None = None,
        now: Now | None = None,
    ) -> None:
        """Make the service for sanctions. `now` is the time where a second does not matter, without it that of the
        store."""
        self._documents = documents
        self._now = documents.now if now is None else now
        self._players = players
        self._chance = chance
        self._elsewhere = NoWhereabouts() if elsewhere is None else elsewhere
        self._marks = AddressMarks(documents, chance)
        self._orders = orders
        self.audit = AuditLog(documents, players)

    # Bans at sign-in

    async def guest_entry(self, address: str) -> GuestEntry:
        """Return the check of a new guest from this address: a ban of the address refuses the guest, else the commit of
        the account stores the mark of the address. A new guest has no sanctions. Raises `Unavailable`."""
        mark = await self._marks.of(address)

        def decide(player: PlayerId, stored: Sequence[Document | None], now: Milliseconds) -> tuple[Change, ...]:
            sanction_rules.refuse_newcomers(ADDRESS_BANS.of(stored[0]), now)
            return (MARKS.put(player, None, AddressMarksRecord().with_mark(mark, now), SECONDS),)

        return GuestEntry((ADDRESS_BANS.key(mark),), decide)

    async def check_newcomer(self, address: str) -> None:
        """Raise `CommandRefused` if guests from this address are banned."""
        ban = (await ADDRESS_BANS.read(self._documents, [await self._marks.of(address)]))[0]
        if ban is not None:
            sanction_rules.refuse_newcomers(ban, await self._documents.now())

    async def admit(self, identity: Identity, address: str) -> None:
        """Raise `CommandRefused` if a player is banned, or is a guest from an address whose guests are banned.
        Otherwise store the mark of the player's address. Sign-ins and HTTP requests that act pass here."""
        player, mark, now = identity.player.id, await self._marks.of(address), await self._now()

        def decide(stored: list[Document | None]) -> Commit[None]:
            if identity.player.kind is PlayerKind.GUEST:
                sanction_rules.refuse_newcomers(ADDRESS_BANS.of(stored[1]), now)
            sanction_rules.refuse_banned(
                sanction_rules.together([SANCTIONS.of(document) for document in stored[2:]]), now
            )
            marks = MARKS.of(stored[0]) or AddressMarksRecord()
            if marks.knows(mark, now):
                return Commit(None)
            return Commit(None, [MARKS.put(player, stored[0], marks.with_mark(mark, now), SECONDS)])

        keys = [MARKS.key(player), ADDRESS_BANS.key(mark), *map(SANCTIONS.key, identity.answering)]
        await commit(self._documents, keys, decide)

    async def check(self, identity: Identity) -> None:
        """Raise `CommandRefused` if a signed-in player has been banned meanwhile."""
        await self.check_read(await self._documents.read(self.keys_of(identity)))

    @staticmethod
    def keys_of(identity: Identity) -> list[Key]:
        """Return the keys of the documents that `check_read` needs of a player."""
        return [*map(SANCTIONS.key, identity.answering)]

    async def check_read(self, stored: Sequence[Document | None]) -> None:
        """Raise `CommandRefused` if a signed-in player has been banned meanwhile, by the documents as they were
        read."""
        found = sanction_rules.together([*map(SANCTIONS.of, stored)])
        if found.each:
            sanction_rules.refuse_banned(found, await self._documents.now())

    # Moderators' orders

    async def account_named(self, name: str) -> AccountRecord | None:
        """Return the account with a name; `None` if there is none."""
        return await self._players.named(name)

    async def file(self, player: PlayerId) -> PlayerFile:
        """Return a moderator's view of a player's account."""
        account = _there(await self._players.find(player), player)
        answering = [account.id, *([account.owner] if account.owner else [])]
        found = sanction_rules.together(await SANCTIONS.read(self._documents, answering))
        in_force = found.in_force(await self._documents.now())
        known = await self._players.known(each.by for each in in_force)
        return PlayerFile(
            player=account.player,
            since=account.made_at,
            roles=account.roles,
            sanctions=tuple(
                Sanction(
                    kind=each.kind,
                    why=each.why,
                    by=known[each.by],
                    at=each.at,
                    until=each.until,
                    address=bool(each.addresses),
                )
                for each in in_force
            ),
        )

    async def named(self, name: str) -> PlayerFile:
        """Return a moderator's view of the account with this name."""
        account = await self._players.named(name)
        if account is None:
            raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, Text("There is no account “{name}”.", name=name), "?name")
        return await self.file(account.id)

    async def sanction(self, by: Identity, order: SanctionOrder) -> Deed:
        """Sanction a player and the player's bots. When this returns, a banned player has been removed from everything
        that others wait for."""
        if order.address and order.kind is not SanctionKind.BAN:
            raise CommandRefused(RefusalCode.MALFORMED, Text("Only a ban can include addresses."), "$.address")
        if order.kind is SanctionKind.DISCONNECT and order.seconds is not None:
            raise CommandRefused(
                RefusalCode.MALFORMED, Text("A disconnection has no duration; use a ban instead."), "$.seconds"
            )
        judged, deed = await again(lambda: self._sanctioned(by, order))
        if order.kind is SanctionKind.BAN and judged.target is not None:
            await self._shut_out(judged.target)  # also if this was done before: its end may not have been
        return await self.audit.shown(deed)

    async def _sanctioned(self, by: Identity, order: SanctionOrder) -> tuple[Judged, AuditRecord]:
        judged = await self._orders.judge(by, _DONE[order.kind], order, order.player, order.why)
        if judged.is_done:
            return judged, judged.deed
        target, deed = _there(judged.target, order.player), judged.deed
        until = None if order.seconds is None else Milliseconds(deed.at + 1000 * order.seconds)
        known = (await MARKS.read(self._documents, [target.id]))[0] if order.address else None
        marks = () if known is None else tuple(sorted(mark for mark, _ in known.marks))
        detail = f"and guests from {len(marks)} of their addresses" if order.address else ""
        deed = msgspec.structs.replace(deed, until=until, detail=detail)
        sanction = SanctionRecord(
            kind=order.kind, why=deed.why, by=by.player.id, at=deed.at, until=until, addresses=marks
        )
        document, *banned = await self._documents.read([SANCTIONS.key(target.id), *map(ADDRESS_BANS.key, marks)])
        changes: list[Change] = []
        if order.kind is not SanctionKind.DISCONNECT:  # which leaves nothing behind
            sanctions = sanction_rules.with_sanction(SANCTIONS.of(document), sanction, deed.at)
            changes.append(SANCTIONS.put(target.id, document, sanctions, sanctions.seconds(deed.at)))
        ban = _address_ban(sanction, target.id)
        for mark, there in zip(marks, banned, strict=True):
            changes.append(ADDRESS_BANS.put(mark, there, ban, -(-(ban.until - deed.at) // 1000)))
        await self._carry_out(judged, deed, changes, PlayersSanctioned(_all_of(target), order.kind, why=deed.why))
        return judged, deed

    async def revoke(self, by: Identity, order: RevokeOrder) -> Deed:
        """End a mute or a ban before its time."""
        if order.kind not in _REVOKED:
            raise CommandRefused(
                RefusalCode.MALFORMED, Text("A disconnection cannot be revoked; only a mute or a ban can."), "$.kind"
            )
        return await self.audit.shown(await again(lambda: self._lifted(by, order)))

    async def _lifted(self, by: Identity, order: RevokeOrder) -> AuditRecord:
        judged = await self._orders.judge(by, _REVOKED[order.kind], order, order.player, order.why)
        if judged.is_done:
            return judged.deed
        target, deed = _there(judged.target, order.player), judged.deed
        (document,) = await self._documents.read([SANCTIONS.key(target.id)])
        before = SANCTIONS.of(document) or SanctionsRecord()
        sanction = before.of(order.kind, deed.at)
        if sanction is None:
            raise CommandRefused(
                RefusalCode.NOT_SANCTIONED,
                Text("{name} has no {kind} to revoke.", name=target.name, kind=order.kind),
                "$.kind",
            )
        left = sanction_rules.without(before, order.kind, deed.at)
        changes = [
            SANCTIONS.put(target.id, document, left, left.seconds(deed.at))
            if left.each
            else SANCTIONS.drop(target.id, document)
        ]
        for there in await self._documents.read([*map(ADDRESS_BANS.key, sanction.addresses)]):
            ban = ADDRESS_BANS.of(there)
            if ban is not None and there is not None and ban.player == target.id:
                changes.append(ADDRESS_BANS.drop(there.key.name, there))
        news = PlayersSanctioned(_all_of(target), order.kind, revoked=True, why=deed.why)
        await self._carry_out(judged, deed, changes, news)
        return deed

    async def rename(self, by: Identity, order: RenameOrder) -> Deed:
        """Give a player another name. A guest's name need not be unique."""
        called = player_names.checked(order.name)
        deed = await again(lambda: self._renamed(by, order, called))
        target = await self._players.find(order.player)
        if target is not None:
            await self._elsewhere.rename(target.player)
        return await self.audit.shown(deed)

    async def _renamed(self, by: Identity, order: RenameOrder, called: str) -> AuditRecord:
        judged = await self._orders.judge(by, DeedKind.RENAME, order, order.player, order.why)
        if judged.is_done:
            return judged.deed
        target = _there(judged.target, order.player)
        deed = msgspec.structs.replace(judged.deed, detail=f"{target.name} → {called}")

        def change(account: AccountRecord) -> AccountRecord:
            return msgspec.structs.replace(account, name=called)

        await name_changes.renamed(self._documents, target.id, change, beside=judged.beside(deed))
        return deed

    async def reset_password(self, by: Identity, order: ResetPasswordOrder) -> PasswordReset:
        """Invalidate a player's password, sessions and recovery codes, and return a new recovery code for the
        player."""
        deed, code = await again(lambda: self._reset_password(by, order))
        return PasswordReset(deed=await self.audit.shown(deed), code=code)

    async def _reset_password(self, by: Identity, order: ResetPasswordOrder) -> tuple[AuditRecord, str | None]:
        judged = await self._orders.judge(by, DeedKind.RESET_PASSWORD, order, order.player, order.why)
        if judged.is_done:
            return judged.deed, None
        target = _there(judged.target, order.player)
        if target.kind is not PlayerKind.PERSON:
            text = Text("{name} is a guest or a bot and has no password.", name=target.name)
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.player")
        changed, code, ended = await self._players.reset(target)
        beside = judged.beside(judged.deed)
        stand = [each for each in beside.changes if each.key != ACCOUNTS.key(target.id)]
        document, factor = await self._documents.read([ACCOUNTS.key(target.id), SECOND_FACTORS.key(target.id)])
        if ACCOUNTS.of(document) != target:
            raise Conflict("the account has changed meanwhile")
        gone = [SECOND_FACTORS.drop(target.id, factor)] if factor else []
        await self._documents.commit(
            [keep(changed, document), *gone, *ended.changes, *stand],
            (*beside.indexed, *ended.indexed),
            notification(SessionsEnded(target.id, programs=True)),
        )
        await deletion.notify(self._documents, ended)
        return judged.deed, code

    async def set_roles(self, by: Identity, order: RolesOrder) -> Deed:
        """Replace a player's roles by these. Only an admin may."""
        return await self.audit.shown(await again(lambda: self._given_roles(by, order)))

    async def _given_roles(self, by: Identity, order: RolesOrder) -> AuditRecord:
        judged = await self._orders.judge(by, DeedKind.ROLES, order, order.player, order.why)
        if judged.is_done:
            return judged.deed
        target, roles = _there(judged.target, order.player), tuple(dict.fromkeys(order.roles))
        sanction_rules.check_roles(by.player.id, target, roles)
        deed = msgspec.structs.replace(judged.deed, detail=", ".join(roles) or "none")
        await self._give_roles(target, roles, deed.at, judged.beside(deed))
        return deed

    async def make_first_admin(self, name: str, *, force: bool = False) -> Deed:
        """Make an account an admin, if there is none; with `force` even if there is."""
        return await self.audit.shown(await again(lambda: self._made_first_admin(name, force=force)))

    async def _made_first_admin(self, name: str, *, force: bool) -> AuditRecord:
        target = await self._players.named(name)
        if target is None:
            text = Text("There is no account “{name}”: create it with `quarterdeck account register`.", name=name)
            raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "name")
        sanction_rules.check_roles(PlayerId(""), target, [Role.ADMIN])
        listed = [PlayerId(each) for each, _ in await self._documents.listed(ADMINS, most=MOST_ADMINS)]
        admins = [
            each for each in await self._players.find_all(listed) if each is not None and Role.ADMIN in each.roles
        ]
        if admins and not force:
            text = Text(
                "There is already an admin, {name}, who can give roles. Use --force to make another one.",
                name=admins[0].name,
            )
            raise CommandRefused(RefusalCode.MISSING_ROLE, text, "name")
        deed = AuditRecord(
            id=audit.id_of(None, None, self._chance),
            at=await self._documents.now(),
            by=None,
            what=DeedKind.FIRST_ADMIN,
            whom=target.id,
            why="on the command line of the store's machine",
        )
        roles = tuple(dict.fromkeys((*target.roles, Role.ADMIN.value)))
        await self._give_roles(target, roles, deed.at, audit.noted(deed))
        return deed

    # Shared parts

    async def _carry_out(
        self, judged: Judged, deed: AuditRecord, changes: list[Change], news: PlayersSanctioned
    ) -> None:
        beside = judged.beside(deed)
        await self._documents.commit([*changes, *beside.changes], beside.indexed, notification(news))

    async def _give_roles(
        self, target: AccountRecord, roles: tuple[str, ...], at: Milliseconds, beside: ExtraWrites
    ) -> None:
        """Commit new roles together with other writes. Raises `Conflict` if another process changed the documents
        first."""
        (document,) = await self._documents.read([ACCOUNTS.key(target.id)])
        account = _there(ACCOUNTS.of(document), target.id)
        is_admin = IndexEntry(ADMINS, target.id, at if Role.ADMIN in roles else None)
        changed, approved = msgspec.structs.replace(account, roles=roles), decided(account) if roles else ()
        if roles:
            changed = msgspec.structs.replace(changed, state=AccountState.ACTIVE, applied_from=None)
        changes, indexed = [keep(changed, document), *beside.changes], [*beside.indexed, *approved, is_admin]
        await self._documents.commit(changes, indexed, notification(PlayerChanged(target.id)))

    async def _shut_out(self, target: AccountRecord) -> None:
        """Remove a banned player and the player's bots from everything that others wait for."""
        sanctions = (await SANCTIONS.read(self._documents, [target.id]))[0]
        if sanctions is not None and sanctions.of(SanctionKind.BAN, await self._documents.now()) is not None:
            for player in _all_of(target):
                await self._elsewhere.leave(player)


def _there(account: AccountRecord | None, player: PlayerId) -> AccountRecord:
    if account is None:
        raise CommandRefused(
            RefusalCode.UNKNOWN_PLAYER,
            Text("There is no player `{player}`. The account may have been deleted.", player=player),
            "$.player",
        )
    return account


def _all_of(target: AccountRecord) -> tuple[PlayerId, ...]:
    return (target.id, *target.bots)


def _address_ban(sanction: SanctionRecord, player: PlayerId) -> AddressBanRecord:
    """Return the ban of an address that goes with a player's ban. Addresses are reassigned, so none is banned for
    longer than its mark is stored."""
    longest = Milliseconds(sanction.at + 1000 * SECONDS)
    until = longest if sanction.until is None else min(sanction.until, longest)
    return AddressBanRecord(player=player, why=sanction.why, until=until)
