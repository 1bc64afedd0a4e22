"""No moderator decides in their own case: every order about a player is refused to whoever shares an affair with them,
and noted in the audit log."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple, get_args

import pytest
from lobby.tournament_world import with_players
from msgspec.structs import replace
from quarterdeck_protocol.lobby.moderation import (
    AnyOrder,
    DeedKind,
    FreezeOrder,
    PauseOrder,
    RenameOrder,
    ResetPasswordOrder,
    ResolveOrder,
    RevokeOrder,
    RolesOrder,
    SanctionKind,
    SanctionOrder,
)
from quarterdeck_protocol.lobby.tournaments import TournamentFormat
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chat.reports import REPORTS
from quarterdeck_server.lobby.collection.trade_records import TRADES
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind
from quarterdeck_server.lobby.shared_affairs import SharedAffairs
from servers import PASSWORD, Line, Message
from web.chat_cases import sanctioned
from web.moderators_office import Office, offices
from web.trade_cases import FIRST, give, of

HOUR = 3_600_000


class Order(NamedTuple):
    """An order about Bo, as the moderator gives it over HTTP."""

    kind: Any
    what: DeedKind
    path: str
    body: Message
    where: str = "$.player"


ORDERS = [
    Order(SanctionOrder, DeedKind.MUTE, "sanctions", {"player": "{bo}", "kind": "mute", "seconds": 60}),
    Order(SanctionOrder, DeedKind.DISCONNECT, "sanctions", {"player": "{bo}", "kind": "disconnect"}),
    Order(SanctionOrder, DeedKind.BAN, "sanctions", {"player": "{bo}", "kind": "ban", "seconds": 60}),
    Order(RevokeOrder, DeedKind.REVOKE_MUTE, "revoke", {"player": "{bo}", "kind": "mute"}),
    Order(RenameOrder, DeedKind.RENAME, "rename", {"player": "{bo}", "name": "Somebody"}),
    Order(ResetPasswordOrder, DeedKind.RESET_PASSWORD, "password-reset", {"player": "{bo}"}),
    Order(RolesOrder, DeedKind.ROLES, "roles", {"player": "{bo}", "roles": ["moderator"]}),
    Order(ResolveOrder, DeedKind.RESOLVE, "reports/{report}/resolve", {"verdict": "Nothing to it."}, "report"),
    Order(FreezeOrder, DeedKind.FREEZE_TRADE, "trades", {"trade": "{trade}", "is_frozen": True}, "$.trade"),
]

ABOUT_NOBODY = {PauseOrder}
"""Orders about the whole server."""


def test_every_order_is_given_here() -> None:
    assert {order.kind for order in ORDERS} == set(get_args(AnyOrder)) - ABOUT_NOBODY


class Case:
    """An admin, Bo, and Cy, who has reported Bo and has a trade with them."""

    def __init__(self, office: Office, cy: Line) -> None:
        self.office = office
        self.ada = office.admin
        self.bo = office.bo
        self.cy = cy
        self.names = {"bo": office.bo_id}

    async def prepare(self) -> None:
        """Give everybody an account, a report of Bo to be resolved, a trade of theirs to be frozen, a mute to be
        revoked."""
        await self.bo.ask({"type": "register", "name": "Bo Peep", "password": PASSWORD})
        for server in (self.office.here, self.office.there):
            trades = server.services.trades
            trades.settings = replace(trades.settings, age=Milliseconds(0))
        for name, line in (("ada", self.ada), ("cy", self.cy)):
            self.names[name] = (await line.ask({"type": "get_account"}))["player"]["id"]
        bo = PlayerId(self.names["bo"])
        await give(self.office.here, bo, FIRST, 2)
        offered = await self.bo.ask({"type": "offer_trade", "player": self.names["cy"], "gives": of(FIRST)})
        self.names["trade"] = offered["trade"]["id"]
        filed = await self.cy.ask({"type": "report", "player": bo, "reason": "spam"})
        assert filed["type"] == "reported", filed
        reports = (await self.office.ask("reports"))[1]["reports"]
        self.names["report"] = reports[0]["id"]
        await sanctioned(self.office.here, bo, SanctionKind.MUTE, seconds=3_600)

    async def give(self, order: Order, ref: str) -> tuple[int, Any]:
        """Let the admin give an order."""
        body = {name: self._filled(said) for name, said in order.body.items()}
        why = {} if order.kind is ResolveOrder else {"why": "far too good"}
        return await self.office.ask(self._filled(order.path), {**body, **why, "ref": ref})

    def _filled(self, said: Any) -> Any:
        return said.format_map(self.names) if isinstance(said, str) else said

    async def kept(self) -> list[Any]:
        """Return what orders change: account, sanctions, trade and report of Bo."""
        keys = [ACCOUNTS.key(self.names["bo"]), SANCTIONS.key(self.names["bo"])]
        keys += [TRADES.key(self.names["trade"]), REPORTS.key(self.names["report"])]
        return await self.office.here.services.ledger.documents.read(keys)

    async def refused(self) -> list[Message]:
        """Return the entries of refused orders, the newest first."""
        deeds = (await self.office.ask("audit?most=100"))[1]["deeds"]
        return [deed for deed in deeds if deed["what"] == "refused"]


@pytest.fixture
async def case() -> AsyncIterator[Case]:
    async with offices() as office, office.here.person("Cy") as cy:
        case = Case(office, cy)
        await case.prepare()
        yield case


async def _table(case: Case, one: Line, other: Line, *, ready: bool) -> str:
    """Let two sit at a table, and return its id, or that of the match that they begin."""
    opened = (await one.ask({"type": "open_table", "game": "tiny", "time_limit": 3_600_000}))["table"]
    case.names |= {"table": opened["id"], "match": opened["match"]}
    table = {"table": opened["id"]}
    await other.ask({"type": "sit", **table})
    if not ready:
        return str(opened["id"])
    await one.ask({"type": "ready", **table})
    answer = await other.ask({"type": "ready", **table})
    assert answer["table"]["stage"] == "playing", answer
    return str(opened["match"])


async def a_match(case: Case) -> str:
    return await _table(case, case.ada, case.bo, ready=True)


async def a_table(case: Case) -> str:
    return await _table(case, case.bo, case.ada, ready=False)


async def an_offer(case: Case) -> str:
    for line in (case.bo, case.ada):
        await line.ask({"type": "seek", "games": ["tiny"]})
    return str((await case.ada.until(lambda heard: heard["type"] == "offer_changed"))["offer"]["id"])


async def a_party(case: Case) -> str:
    seek: Message = {"type": "seek", "games": ["density-deck"], "party": {"code": "our table", "size": 3}}
    await case.bo.ask({**seek})
    return str((await case.ada.ask({**seek}))["ticket"]["id"])


async def a_trade(case: Case) -> str:
    offered = await case.bo.ask({"type": "offer_trade", "player": case.names["ada"], "gives": of(FIRST)})
    return str(offered["trade"]["id"])


async def a_tournament(case: Case) -> str:
    """Cy directs it: Bo is muted, and can give no name, but plays."""
    asked: Message = {"type": "create_tournament", "name": "Friday", "game": "tiny", "rounds": 3}
    case.names["tournament"] = (await case.cy.ask(asked))["tournament"]["summary"]["id"]
    for line in (case.bo, case.cy, case.ada):
        entered = await line.ask({"type": "join_tournament", "tournament": case.names["tournament"]})
        assert entered["type"] == "tournament_changed", entered
    return case.names["tournament"]


async def the_match_ends(case: Case) -> None:
    await case.bo.ask({"type": "resign", "match": case.names["match"]})
    await case.ada.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")


async def the_table_is_left(case: Case) -> None:
    await case.ada.ask({"type": "stand", "table": case.names["table"]})


async def nothing_is_sought(case: Case) -> None:
    await case.ada.ask({"type": "unseek"})


async def the_offer_is_declined(case: Case) -> None:
    offer = (await case.ada.ask({"type": "get_seats"}))["offer"]["id"]
    await case.ada.ask({"type": "decline", "offer": offer})


async def the_tournament_is_left(case: Case) -> None:
    await case.ada.ask({"type": "leave_tournament", "tournament": case.names["tournament"]})


async def the_trade_is_cancelled(case: Case) -> None:
    (trade,) = (await case.ada.ask({"type": "get_trades"}))["open"]
    await case.ada.ask({"type": "cancel_trade", "trade": trade["id"]})


Sharing = Callable[[Case], Awaitable[str]]
Ending = Callable[[Case], Awaitable[None]]

AFFAIRS: dict[str, tuple[Sharing, Ending]] = {
    "match": (a_match, the_match_ends),
    "table": (a_table, the_table_is_left),
    "offer": (an_offer, the_offer_is_declined),
    "party": (a_party, nothing_is_sought),
    "trade": (a_trade, the_trade_is_cancelled),
    "tournament": (a_tournament, the_tournament_is_left),
}


@pytest.mark.parametrize("kind", AFFAIRS)
async def test_every_order_about_a_player_is_refused_to_who_shares_an_affair_with_them(case: Case, kind: str) -> None:
    begin, end = AFFAIRS[kind]
    shared, before = await begin(case), await case.kept()
    for order in ORDERS:
        for _ in range(2):  # what is sent again is noted once
            status, problem = await case.give(order, f"ref of {order.what}")
            assert (status, problem["code"], problem["where"]) == (403, "conflict_of_interest", order.where), order
    noted = await case.refused()
    assert [(deed["detail"], deed["by"]["name"]) for deed in reversed(noted)] == [
        (f"{order.what}: shared {kind} {shared}", "Ada") for order in ORDERS
    ]
    assert await case.kept() == before
    await case.bo.quiet()  # still connected
    for path in (f"players/{case.names['bo']}/trades", f"trades/{case.names['trade']}"):
        assert (await case.office.ask(path))[1]["code"] == "conflict_of_interest"
    await end(case)
    for order in (ORDERS[0], ORDERS[4], ORDERS[7], ORDERS[8], ORDERS[5]):
        status, deed = await case.give(order, f"ref of {order.what}")
        assert status == 200, deed
    assert len(await case.refused()) == len(ORDERS)


async def test_a_refused_order_about_a_report_is_told_to_nobody_whom_the_report_is_about(case: Case) -> None:
    await a_match(case)
    for order in (ORDERS[0], ORDERS[7]):
        assert (await case.give(order, f"ref of {order.what}"))[0] == 403
    assert len(await case.refused()) == 2
    told = (await case.bo.ask({"type": "get_export"}))["deeds"]
    assert [deed["detail"].split(":")[0] for deed in told if deed["what"] == "refused"] == ["mute"]


async def test_an_order_about_somebody_else_is_carried_out_meanwhile(case: Case) -> None:
    await a_match(case)
    order = {"player": case.names["cy"], "kind": "mute", "seconds": 60, "why": "far too loud"}
    assert (await case.office.ask("sanctions", order))[0] == 200
    assert await case.refused() == []


async def test_another_moderator_decides(case: Case) -> None:
    await a_match(case)
    await sanctioned(case.office.here, case.names["bo"], SanctionKind.DISCONNECT)
    assert await case.refused() == []


async def test_players_of_one_tournament_share_it_until_it_ends(case: Case) -> None:
    documents = case.office.here.services.ledger.documents
    tournament, cy = await a_tournament(case), PlayerId(case.names["cy"])
    (ada,) = await ACCOUNTS.read(documents, [PlayerId(case.names["ada"])])
    assert ada is not None
    assert await SharedAffairs(documents).between(ada, [cy]) == (AffairKind.TOURNAMENT, tournament)
    await case.cy.ask({"type": "end_tournament", "tournament": tournament, "why": "rain"})
    assert await SharedAffairs(documents).between(ada, [cy]) is None


async def test_players_who_may_come_back_to_a_tournament_share_it() -> None:
    """Also players who left an arena, and those who wait for a place."""
    for more in ({"most_entrants": 3, "waiting_list": True}, {"format": TournamentFormat.ARENA, "duration": HOUR}):
        world, made, (mo, bo, _) = await with_players(3, between_rounds=None, **more)
        documents, id_ = world.store.documents, made.summary.id
        shared, affairs = Affair(AffairKind.TOURNAMENT, id_), SharedAffairs(documents)
        waiting = await world.lobby.somebody()
        await world.joined(id_, [waiting])
        waits, left = await ACCOUNTS.read(documents, [waiting.id, bo.id])
        assert waits is not None
        assert left is not None
        assert await affairs.between(waits, [bo.id]) == shared
        await world.begin(mo, id_, 1)
        await world.service.leave(bo.id, id_)
        assert await affairs.between(left, [waiting.id]) == shared


async def test_a_repeated_live_look_is_refused_when_its_moderator_has_a_stake(case: Case) -> None:
    theirs = await _table(case, case.bo, case.cy, ready=True)
    look = {"type": "watch_match", "match": theirs, "live": "a report", "ref": "one"}
    assert (await case.ada.ask({**look}))["type"] == "update"
    await case.ada.ask({"type": "unwatch_match", "match": theirs})
    trade = await a_trade(case)
    for _ in range(2):
        refused = await case.ada.ask({**look})
        assert (refused["code"], refused["where"]) == ("conflict_of_interest", "$.live")
    assert [deed["detail"] for deed in await case.refused()] == [f"watch_live: shared trade {trade}"]


async def test_affairs_of_bots_are_affairs_of_their_owners(case: Case) -> None:
    """Bots of either side, and of both."""
    affairs = SharedAffairs(case.office.here.services.ledger.documents)
    bots: dict[str, PlayerId] = {}
    tokens: dict[str, str] = {}
    for name, line in (("ada", case.ada), ("bo", case.bo)):
        account = await line.ask({"type": "make_bot", "name": f"Engine of {name}"})
        bots[name] = PlayerId(account["bots"][0]["id"])
        made = await line.ask({"type": "make_token", "scopes": ["play", "lobby:host"], "bot": bots[name]})
        tokens[name] = made["token"]
    async with case.office.here.line() as first, case.office.there.line() as second:
        await first.sign_in(token=tokens["ada"])
        await second.sign_in(token=tokens["bo"])
        for one, other in ((first, case.bo), (case.ada, second), (first, second)):
            (ada,) = await ACCOUNTS.read(case.office.here.services.ledger.documents, [PlayerId(case.names["ada"])])
            assert ada is not None
            targets = [[PlayerId(case.names["bo"])], [bots["bo"]]]
            assert [await affairs.between(ada, target) for target in targets] == [None, None]
            table = await _table(case, one, other, ready=False)
            found = [await affairs.between(ada, target) for target in targets]
            assert [each is not None and (each.kind, each.id) for each in found] == [("table", table)] * 2
            assert await affairs.between(ada, [PlayerId(case.names["cy"])]) is None
            assert await affairs.between(ada, [ada.id, bots["ada"]]) is None, "nobody shares anything with themselves"
            await one.ask({"type": "stand", "table": table})


async def test_a_live_look_at_a_match_of_an_opponent_is_refused(case: Case) -> None:
    mine = await a_match(case)
    theirs = await _table(case, case.bo, case.cy, ready=True)
    refused = await case.ada.ask({"type": "watch_match", "match": theirs, "live": "a report"})
    assert (refused["code"], refused["where"]) == ("conflict_of_interest", "$.live")
    assert [deed["detail"] for deed in await case.refused()] == [f"watch_live: shared match {mine}"]
    shown = await case.ada.ask({"type": "watch_match", "match": mine, "live": "a report"})
    assert (shown["type"], shown["seat"]) == ("update", 0), "whoever plays sees their own seat"
