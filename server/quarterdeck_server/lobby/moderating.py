"""What moderators do, as it is kept: each act, what it changes and its entry in the audit log are one commit."""

import secrets
from collections.abc import Callable, Sequence

from quarterdeck_protocol.moderating import (
    Deed,
    DeedKind,
    LiftOrder,
    PlayerFile,
    RenameOrder,
    Role,
    RolesOrder,
    Sanction,
    SanctionKind,
    SanctionOrder,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.lobby import audit, lines, moderation
from quarterdeck_server.lobby.account_pages import ACCOUNTS
from quarterdeck_server.lobby.accounts import KeptAccount, shown_as
from quarterdeck_server.lobby.addresses import MARKS, SECONDS, AddressMarks, KeptMarks
from quarterdeck_server.lobby.audit import AuditLog, KeptDeed
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.identities import Identity
from quarterdeck_server.lobby.ledger import Change, Ledger, Listed, Page, Unchanged
from quarterdeck_server.lobby.moderation import KeptAddressBan, KeptSanction, KeptSanctions
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.shelves import Beside, Commit, Shelf, commit, seen
from quarterdeck_server.lobby.telling import PlayersSanctioned, told
from quarterdeck_server.refusing import Refusing

SANCTIONS = Shelf("sanctions", KeptSanctions)
ADDRESS_BANS = Shelf("banned_address", KeptAddressBan)
ADMINS = "admins"
"""The index of all who have been admins and have not been told otherwise; an account that is deleted stays in it."""

MOST_ADMINS = 1_000
LONGEST_WHY = 200

_DONE = {SanctionKind.MUTE: DeedKind.MUTE, SanctionKind.KICK: DeedKind.KICK, SanctionKind.BAN: DeedKind.BAN}
_LIFTED = {SanctionKind.MUTE: DeedKind.LIFT_MUTE, SanctionKind.BAN: DeedKind.LIFT_BAN}


class Moderation:
    """Sanctions, roles and the audit log. Everything raises `Refusing`, `Unavailable`."""

    def __init__(self, ledger: Ledger, players: Players, chance: Chance = secrets) -> None:
        self._ledger = ledger
        self._players = players
        self._chance = chance
        self._marks = AddressMarks(ledger, chance)
        self.audit = AuditLog(ledger, players)

    # At the door

    async def check_newcomer(self, address: str) -> None:
        """Raise `Refusing` if no guest comes in from this address."""
        ban = (await ADDRESS_BANS.read(self._ledger, [await self._marks.of(address)]))[0]
        now = await self._ledger.now()
        if ban is not None and moderation.is_in_force(ban.until, now):
            raise moderation.banned("No guests come in from your address", ban.why, ban.until, now)

    async def admit(self, player: PlayerId, address: str) -> None:
        """Raise `Refusing` if a player is banned; otherwise note from where they come, by its mark."""
        mark, now = await self._marks.of(address), await self._ledger.now()

        def decide(pages: list[Page | None]) -> Commit[None]:
            moderation.refuse_banned(SANCTIONS.of(pages[0]), now)
            marks = MARKS.of(pages[1]) or KeptMarks()
            if marks.knows(mark, now):
                return Commit(None)
            return Commit(None, [MARKS.put(player, pages[1], marks.with_mark(mark, now), SECONDS)])

        await commit(self._ledger, [SANCTIONS.key(player), MARKS.key(player)], decide)

    async def check(self, player: PlayerId) -> None:
        """Raise `Refusing` if a player is banned by now."""
        sanctions = (await SANCTIONS.read(self._ledger, [player]))[0]
        if sanctions is not None:
            moderation.refuse_banned(sanctions, await self._ledger.now())

    # What moderators do

    async def file(self, player: PlayerId) -> PlayerFile:
        """Give what moderators see of a player."""
        account = await self._found(player)
        sanctions = (await SANCTIONS.read(self._ledger, [player]))[0] or KeptSanctions()
        in_force = sanctions.in_force(await self._ledger.now())
        by = await self._players.find_all([each.by for each in in_force]) if in_force else []
        return PlayerFile(
            player=account.player,
            since=account.made_at,
            roles=account.roles,
            sanctions=tuple(
                Sanction(
                    kind=each.kind,
                    why=each.why,
                    by=shown_as(each.by, who),
                    at=each.at,
                    until=each.until,
                    address=bool(each.addresses),
                )
                for each, who in zip(in_force, by, strict=True)
            ),
        )

    async def named(self, name: str) -> PlayerFile:
        """Give what moderators see of the account of this name."""
        account = await self._players.named(name)
        if account is None:
            raise Refusing(Refusal.UNKNOWN_PLAYER, f"No account is called “{name}”.", "name")
        return await self.file(account.id)

    async def sanction(self, by: Identity, order: SanctionOrder) -> Deed:
        """Sanction a player and the bots of their own."""
        whom = await self._target(by, order.player)
        is_ban = order.kind is SanctionKind.BAN
        if order.address and not is_ban:
            raise Refusing(Refusal.MALFORMED, "Only a ban goes with an address.", "$.address")
        if order.kind is SanctionKind.KICK and order.seconds is not None:
            raise Refusing(Refusal.MALFORMED, "A kick has no length; a ban has.", "$.seconds")
        deed, is_done = await self._deed(by.player.id, order.ref, _DONE[order.kind], whom.id, order.why)
        if is_done:
            return await self.audit.shown(deed)
        until = None if order.seconds is None else Milliseconds(deed.at + 1000 * order.seconds)
        known = (await MARKS.read(self._ledger, [whom.id]))[0] if order.address else None
        marks = () if known is None else tuple(mark for mark, _ in known.marks)
        detail = f"and guests from {len(marks)} of their addresses" if order.address else ""
        deed = KeptDeed(
            id=deed.id, at=deed.at, by=deed.by, what=deed.what, whom=whom.id, why=deed.why, until=until, detail=detail
        )
        kept = KeptSanction(
            kind=order.kind, why=deed.why, by=by.player.id, at=deed.at, until=until, addresses=tuple(sorted(marks))
        )

        def changed(before: KeptSanctions | None) -> KeptSanctions:
            return moderation.with_sanction(before, kept, deed.at)

        bans = _address_bans(kept, whom.id)
        await self._carry_out(whom, deed, None if order.kind is SanctionKind.KICK else changed, bans, order.kind)
        return await self.audit.shown(deed)

    async def lift(self, by: Identity, order: LiftOrder) -> Deed:
        """End a mute or a ban before its time."""
        whom = await self._target(by, order.player)
        if order.kind not in _LIFTED:
            raise Refusing(Refusal.MALFORMED, "A kick is over at once; a mute or a ban can be lifted.", "$.kind")
        deed, is_done = await self._deed(by.player.id, order.ref, _LIFTED[order.kind], whom.id, order.why)
        if is_done:
            return await self.audit.shown(deed)
        sanctions = (await SANCTIONS.read(self._ledger, [whom.id]))[0] or KeptSanctions()
        sanction = sanctions.of(order.kind, deed.at)
        if sanction is None:
            raise Refusing(Refusal.NOT_SANCTIONED, f"{whom.name} has no {order.kind} to lift.", "$.kind")

        def changed(before: KeptSanctions | None) -> KeptSanctions:
            return moderation.without(before, order.kind, deed.at)

        gone: dict[str, KeptAddressBan | None] = dict.fromkeys(sanction.addresses)
        await self._carry_out(whom, deed, changed, gone, order.kind, lifted=True)
        return await self.audit.shown(deed)

    async def rename(self, by: Identity, order: RenameOrder) -> Deed:
        """Give a player another name."""
        whom = await self._target(by, order.player)
        detail = f"{whom.name} → {order.name}"
        deed, is_done = await self._deed(by.player.id, order.ref, DeedKind.RENAME, whom.id, order.why, detail)
        if not is_done:
            await self._players.rename(whom.id, order.name, audit.noted(deed))
        return await self.audit.shown(deed)

    async def set_roles(self, by: Identity, order: RolesOrder) -> Deed:
        """Let a player have these roles and no others; only an admin may."""
        moderation.check_role(by.roles, admin=True)
        whom, roles = await self._found(order.player), tuple(dict.fromkeys(order.roles))
        moderation.check_roles(by.player.id, whom, roles)
        detail = ", ".join(roles) or "none"
        deed, is_done = await self._deed(by.player.id, order.ref, DeedKind.ROLES, whom.id, order.why, detail)
        if not is_done:
            await self._players.set_roles(whom.id, roles, _with_roles(deed, whom.id, roles))
        return await self.audit.shown(deed)

    async def make_first_admin(self, name: str, *, force: bool = False) -> Deed:
        """Make somebody an admin who has an account, if there is none; with `force` even if there is."""
        whom = await self._players.named(name)
        if whom is None:
            text = f"No account is called “{name}”: play once, then `quarterdeck account register`."
            raise Refusing(Refusal.UNKNOWN_PLAYER, text, "name")
        moderation.check_roles(PlayerId(""), whom, [Role.ADMIN])
        listed = [PlayerId(each) for each, _ in await self._ledger.listed(ADMINS, most=MOST_ADMINS)]
        admins = [
            each for each in await self._players.find_all(listed) if each is not None and Role.ADMIN in each.roles
        ]
        if admins and not force:
            text = f"There is an admin already, {admins[0].name}, who can give roles; --force makes another one."
            raise Refusing(Refusal.MISSING_ROLE, text, "name")
        roles = tuple(dict.fromkeys((*whom.roles, Role.ADMIN.value)))
        why = "on the command line of the store's machine"
        deed, _ = await self._deed(None, None, DeedKind.FIRST_ADMIN, whom.id, why)
        await self._players.set_roles(whom.id, roles, _with_roles(deed, whom.id, roles))
        return await self.audit.shown(deed)

    # What is common

    async def _deed(
        self, by: PlayerId | None, ref: Ref | None, what: DeedKind, whom: PlayerId, why: str, detail: str = ""
    ) -> tuple[KeptDeed, bool]:
        """Give a new entry for the log, or the one of an order that is sent again; and which of the two it is."""
        why = lines.plain(why, LONGEST_WHY, "$.why")
        id_ = audit.id_of(by, ref, self._chance)
        done = await self.audit.find(id_, what, whom)
        if done is not None:
            return done, True
        now = await self._ledger.now()
        return KeptDeed(id=id_, at=now, by=by, what=what, whom=whom, why=why, detail=detail), False

    async def _found(self, player: PlayerId) -> KeptAccount:
        account = await self._players.find(player)
        if account is None:
            raise Refusing(Refusal.UNKNOWN_PLAYER, f"There is no player `{player}`, or not any more.", "$.player")
        return account

    async def _target(self, by: Identity, player: PlayerId) -> KeptAccount:
        moderation.check_role(by.roles)
        account = await self._found(player)
        moderation.check_target(by.player.id, by.roles, account)
        return account

    async def _carry_out(
        self,
        whom: KeptAccount,
        deed: KeptDeed,
        changed: Callable[[KeptSanctions | None], KeptSanctions] | None,
        addresses: dict[str, KeptAddressBan | None],
        kind: SanctionKind,
        *,
        lifted: bool = False,
    ) -> None:
        """Change what is in force against a player and their bots, and write it into the log."""
        players = (whom.id, *whom.bots)
        keys = [ACCOUNTS.key(whom.id), *map(SANCTIONS.key, players), *map(ADDRESS_BANS.key, addresses)]
        beside = audit.noted(deed)

        def decide(pages: list[Page | None]) -> Commit[None]:
            account, kept, banned = pages[0], pages[1 : 1 + len(players)], pages[1 + len(players) :]
            changes: list[Change | Unchanged] = [Unchanged(ACCOUNTS.key(whom.id), seen(account)), *beside.changes]
            if changed is not None:  # a kick leaves nothing behind
                for player, page in zip(players, kept, strict=True):
                    changes.append(_sanctions_put(player, page, changed(SANCTIONS.of(page)), deed.at))
            for (mark, ban), page in zip(addresses.items(), banned, strict=True):
                changes += _address_change(mark, page, ban, whom.id, deed.at)
            return Commit(None, changes, beside.indexed, told(PlayersSanctioned(players, kind, lifted, deed.why)))

        await commit(self._ledger, keys, decide)


def _sanctions_put(player: PlayerId, page: Page | None, sanctions: KeptSanctions, now: Milliseconds) -> Change:
    if not sanctions.each and page is not None:
        return SANCTIONS.drop(player, page)
    return SANCTIONS.put(player, page, sanctions, sanctions.seconds(now))


def _address_bans(sanction: KeptSanction, player: PlayerId) -> dict[str, KeptAddressBan | None]:
    """Give the bans of addresses that go with a ban. Addresses move on: none is shut out longer than it is known."""
    longest = Milliseconds(sanction.at + 1000 * SECONDS)
    until = longest if sanction.until is None else min(sanction.until, longest)
    return {mark: KeptAddressBan(player=player, why=sanction.why, until=until) for mark in sanction.addresses}


def _address_change(
    mark: str, page: Page | None, ban: KeptAddressBan | None, player: PlayerId, now: Milliseconds
) -> list[Change]:
    if ban is not None:
        return [ADDRESS_BANS.put(mark, page, ban, -(-(ban.until - now) // 1000))]
    before = ADDRESS_BANS.of(page)
    return [ADDRESS_BANS.drop(mark, page)] if before is not None and before.player == player else []


def _with_roles(deed: KeptDeed, player: PlayerId, roles: Sequence[str]) -> Beside:
    """Give what is committed with new roles: the log, and who is an admin."""
    noted = audit.noted(deed)
    is_admin = Role.ADMIN in roles
    return Beside(noted.changes, (*noted.indexed, Listed(ADMINS, player, deed.at if is_admin else None)))
