"""Orders of moderators when somebody is faster, when their answer is lost, and when they are sent again."""

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from lobby.office import AWAY, Office, ban
from quarterdeck_protocol.lobby.chat import Reason, Report
from quarterdeck_protocol.lobby.collection.trades import TradeId, TradeStage
from quarterdeck_protocol.lobby.moderation import (
    AnyOrder,
    Deed,
    DeedKind,
    FreezeOrder,
    PauseOrder,
    RenameOrder,
    ResetPasswordOrder,
    ResolveOrder,
    RevokeOrder,
    Role,
    RolesOrder,
    SanctionKind,
    SanctionOrder,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, ReportId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.trade_orders import TradeOrders
from quarterdeck_server.lobby.collection.trade_records import TRADES, TradeSettings, offered
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.moderation.pause_orders import PauseOrders
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.store_errors import Unavailable


class Staffed:
    """An office with two admins, a player and a report of him."""

    def __init__(self, office: Office, ad: Identity, ed: Identity, bo: Identity, report: ReportId) -> None:
        self.office = office
        self.ad = ad
        self.ed = ed
        self.bo = bo
        self.report = report
        documents = office.documents
        pause = MatchPause(documents, EventBus(documents))
        ledger = Ledger(documents, lambda: Milliseconds(office.at))
        trades = TradeService(documents, ledger, frozenset(), TradeSettings())
        self.trades = TradeOrders(documents, trades, office.moderation.audit, office.orders)
        self.pauses = PauseOrders(documents, pause, office.moderation.audit, Settlement(documents), office.orders)

    async def give(self, order: AnyOrder, by: Identity | None = None) -> Deed:
        by = self.ad if by is None else by
        match order:
            case SanctionOrder():
                return await self.office.moderation.sanction(by, order)
            case RevokeOrder():
                return await self.office.moderation.revoke(by, order)
            case RenameOrder():
                return await self.office.moderation.rename(by, order)
            case RolesOrder():
                return await self.office.moderation.set_roles(by, order)
            case ResetPasswordOrder():
                return (await self.office.moderation.reset_password(by, order)).deed
            case PauseOrder():
                return await self.pauses.carry_out(by, order)
            case FreezeOrder():
                return await self.trades.carry_out(by, order)
            case ResolveOrder():
                return await self.office.reports.resolve(by, self.report, order)

    def no_role(self, whom: Identity) -> RolesOrder:
        return RolesOrder(player=whom.player.id, roles=(), why="-")

    async def roles(self) -> list[tuple[str, ...]]:
        """Return the roles of both admins."""
        accounts = await self.office.players.find_all([self.ad.player.id, self.ed.player.id])
        return [account.roles for account in accounts if account is not None]


@pytest.fixture
async def staffed() -> Staffed:
    office = Office()
    ad, ed, bo = [await office.person(*who) for who in (("Ad", Role.ADMIN), ("Ed", Role.ADMIN), ("Bo",))]
    trade = offered(TRADE, bo.player.id, PlayerId("x"), (), (), Milliseconds(office.at), Milliseconds(60_000))
    await office.documents.commit([TRADES.put(TRADE, None, trade)])
    return Staffed(
        office, ad, ed, bo, await office.reports.file(ad, Report(player=bo.player.id, reason=Reason.SPAM), [])
    )


async def refused(doing: Awaitable[object]) -> RefusalCode:
    with pytest.raises(CommandRefused) as refusing:
        await doing
    return refusing.value.code


async def test_of_two_admins_who_take_each_others_role_away_at_once_one_is_first(staffed: Staffed) -> None:
    staffed.office.documents.before_the_next_commit = lambda: staffed.give(staffed.no_role(staffed.ad), by=staffed.ed)
    assert await refused(staffed.give(staffed.no_role(staffed.ed))) is RefusalCode.MISSING_ROLE
    assert await staffed.roles() == [(), ("admin",)]
    assert await staffed.office.deeds() == [DeedKind.ROLES]


async def test_of_two_admins_who_shut_each_other_out_at_once_one_is_first(staffed: Staffed) -> None:
    staffed.office.documents.before_the_next_commit = lambda: staffed.give(ban(staffed.ad), by=staffed.ed)
    assert await refused(staffed.give(ban(staffed.ed))) is RefusalCode.BANNED
    assert (await staffed.office.moderation.file(staffed.ed.player.id)).sanctions == ()


async def test_a_player_who_becomes_a_moderator_meanwhile_answers_to_admins_only(staffed: Staffed) -> None:
    mo = await staffed.office.person("Mo", Role.MODERATOR)
    order = RolesOrder(player=staffed.bo.player.id, roles=(Role.MODERATOR,), why="kind")
    staffed.office.documents.before_the_next_commit = lambda: staffed.give(order)
    assert await refused(staffed.give(ban(staffed.bo), by=mo)) is RefusalCode.MISSING_ROLE
    assert await staffed.office.deeds() == [DeedKind.ROLES]


async def test_the_bots_of_a_moderator_are_as_far_from_moderators_as_their_owner(staffed: Staffed) -> None:
    mo = await staffed.office.person("Mo", Role.MODERATOR)
    bot = await bot_of(staffed.office, staffed.ed)
    assert await refused(staffed.give(ban(bot), by=mo)) is RefusalCode.MISSING_ROLE
    assert await refused(staffed.give(ban(bot), by=staffed.ed)) is RefusalCode.NOT_YOURSELF
    assert (await staffed.give(ban(bot))).what is DeedKind.BAN


async def test_nobody_freezes_a_trade_of_their_own_or_of_their_bot_or_lets_one_go_on(staffed: Staffed) -> None:
    documents, other = staffed.office.documents, staffed.bo.player.id
    for side in (staffed.ed, await bot_of(staffed.office, staffed.ed)):
        (document,) = await documents.read([TRADES.key(TRADE)])
        lasts = Milliseconds(60_000)
        trade = offered(TRADE, side.player.id, other, (), (), Milliseconds(staffed.office.at), lasts)
        await documents.commit([TRADES.put(TRADE, document, trade)])
        await staffed.give(FreezeOrder(trade=TRADE, is_frozen=True, why="-"))
        order = FreezeOrder(trade=TRADE, is_frozen=False, why="-")
        assert await refused(staffed.give(order, by=staffed.ed)) is RefusalCode.NOT_YOURSELF
        (stands,) = await TRADES.read(documents, [TRADE])
        assert stands is not None
        assert stands.stage is TradeStage.FROZEN


async def bot_of(office: Office, owner: Identity) -> Identity:
    programs = BotAccounts(office.store.documents, office.players)
    await programs.make_bot(owner.player.id, "Engine")
    bot = (await office.players.shown(owner.player.id)).bots[-1].id
    return await office.players.holder((await programs.make_token(owner.player.id, bot, (Scope.PLAY,), "", 1))[0])


async def test_a_bot_that_is_made_while_its_owner_is_banned_comes_in_as_little(staffed: Staffed) -> None:
    bots = []

    async def make() -> None:
        bots.append(await bot_of(staffed.office, staffed.bo))

    staffed.office.documents.before_the_next_commit = make
    await staffed.give(ban(staffed.bo))
    assert await refused(staffed.office.moderation.admit(bots[0], AWAY)) is RefusalCode.BANNED
    assert staffed.office.left.players == [staffed.bo.player.id, bots[0].player.id]


async def test_anything_that_a_bot_has_done_itself_holds_when_its_owner_is_forgiven(staffed: Staffed) -> None:
    bot = await bot_of(staffed.office, staffed.bo)
    for order in (ban(staffed.bo), ban(bot), RevokeOrder(player=staffed.bo.player.id, kind=SanctionKind.BAN, why="-")):
        await staffed.give(order)
    await staffed.office.moderation.admit(staffed.bo, AWAY)
    assert await refused(staffed.office.moderation.admit(bot, AWAY)) is RefusalCode.BANNED


ONE = Ref("one")
TRADE = TradeId("a-trade")

Orders = Callable[[Staffed], AnyOrder]

ORDERS: dict[str, Orders] = {
    "ban": lambda here: ban(here.bo, ref=ONE),
    "freeze": lambda here: FreezeOrder(trade=TRADE, is_frozen=True, why="-", ref=ONE),
    "disconnect": lambda here: ban(here.bo, kind=SanctionKind.DISCONNECT, ref=ONE),
    "rename": lambda here: RenameOrder(player=here.bo.player.id, name="Beau", why="-", ref=ONE),
    "roles": lambda here: RolesOrder(player=here.bo.player.id, roles=(Role.MODERATOR,), why="-", ref=ONE),
    "pause": lambda here: PauseOrder(is_on=True, why="-", ref=ONE),
    "resolve": lambda here: ResolveOrder(verdict="-", ref=ONE),
    "revoke": lambda here: RevokeOrder(player=here.bo.player.id, kind=SanctionKind.MUTE, why="-", ref=ONE),
}


@pytest.mark.parametrize("kind", ORDERS)
async def test_an_order_whose_answer_was_lost_is_done_once(staffed: Staffed, kind: str) -> None:
    order = ORDERS[kind](staffed)
    await staffed.give(ban(staffed.bo, kind=SanctionKind.MUTE))
    staffed.office.documents.loses_the_next_answer = True
    with pytest.raises(Unavailable):
        await staffed.give(order)
    staffed.office.at += 5
    assert await staffed.give(order) == await staffed.give(order)
    assert len(await staffed.office.deeds()) == 2
    left = [staffed.bo.player.id] * 2 if kind == "ban" else []  # what is left to do after a ban is done again
    assert staffed.office.left.players == left
    assert staffed.office.left.renamed == (["Beau"] * 2 if kind == "rename" else [])


@pytest.mark.parametrize("kind", ORDERS)
async def test_an_order_that_is_given_twice_at_once_is_done_once(staffed: Staffed, kind: str) -> None:
    order = ORDERS[kind](staffed)
    await staffed.give(ban(staffed.bo, kind=SanctionKind.MUTE))
    staffed.office.documents.before_the_next_commit = lambda: staffed.give(order)
    assert await staffed.give(order) == await staffed.give(order)
    assert len(await staffed.office.deeds()) == 2


OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "another length": ("ban", {"seconds": 60}),
    "another kind": ("ban", {"kind": SanctionKind.MUTE}),
    "with an address": ("ban", {"address": True}),
    "of another kind": ("freeze", {"is_frozen": False}),
    "for another reason": ("disconnect", {"why": "too late"}),
    "another name": ("rename", {"name": "Belle"}),
    "other roles": ("roles", {"roles": ()}),
    "another verdict": ("resolve", {"verdict": "nothing in it"}),
}


@pytest.mark.parametrize("other", OTHERS)
async def test_another_order_under_the_same_ref_is_refused(staffed: Staffed, other: str) -> None:
    kind, change = OTHERS[other]
    order = ORDERS[kind](staffed)
    await staffed.give(order)
    assert await refused(staffed.give(msgspec.structs.replace(order, **change))) is RefusalCode.REF_REUSED
    assert len(await staffed.office.deeds()) == 1


async def test_another_report_under_the_same_ref_is_not_taken_for_resolved(staffed: Staffed) -> None:
    second = await staffed.office.reports.file(staffed.ed, Report(player=staffed.bo.player.id, reason=Reason.NAME), [])
    order = ResolveOrder(verdict="-", ref=ONE)
    await staffed.give(order)
    assert await refused(staffed.office.reports.resolve(staffed.ad, second, order)) is RefusalCode.REF_REUSED


async def test_a_ban_that_was_lifted_takes_nobody_away_when_it_is_sent_again(staffed: Staffed) -> None:
    order = ORDERS["ban"](staffed)
    await staffed.give(order)
    await staffed.give(RevokeOrder(player=staffed.bo.player.id, kind=SanctionKind.BAN, why="-"))
    await staffed.give(order)
    assert staffed.office.left.players == [staffed.bo.player.id]
