"""A player's trades over plain HTTP: the same as the WebSocket commands of these names."""

from typing import TypeVar

from aiohttp import web
from quarterdeck_protocol.lobby.collection.trades import (
    AcceptTrade,
    CancelTrade,
    CounterTrade,
    GetTrade,
    GetTrades,
    OfferTrade,
    Trade,
    TradeId,
    Trades,
)
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.web.commands.trades import carried_out
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import body_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.ratings_routes import BEFORE
from quarterdeck_server.web.rate_limit.quotas import TRADE, TRADE_LIST
from quarterdeck_server.web.scopes import check

LARGEST_BODY = 65_536

Command = TypeVar("Command", OfferTrade, CounterTrade, AcceptTrade, CancelTrade)

trade_routes = web.RouteTableDef()


@trade_routes.get("/v1/me/trades")
@endpoint(Trades, query=(BEFORE,), quotas=(TRADE_LIST,), scopes=GetTrades.open_to)
async def get_trades(request: web.Request) -> web.Response:
    """Return the caller's open and ended trades."""
    identity = await identified(request)
    before = BEFORE.of(request)
    check(GetTrades(), identity, "Authorization")
    take(request, TRADE_LIST, identity.player.id)
    found = await request.app[SERVICES].trades.listed(
        identity.player.id, None if before is None else Milliseconds(before)
    )
    return as_json(found)


@trade_routes.get("/v1/me/trades/{trade}")
@endpoint(Trade, quotas=(TRADE_LIST,), scopes=GetTrade.open_to)
async def get_trade(request: web.Request) -> web.Response:
    """Return the state of one of the caller's trades."""
    identity = await identified(request)
    trade = TradeId(request.match_info["trade"])
    check(GetTrade(trade=trade), identity, "Authorization")
    take(request, TRADE_LIST, identity.player.id)
    return as_json(await request.app[SERVICES].trades.get(identity.player.id, trade))


@trade_routes.post("/v1/me/trades/offer")
@endpoint(Trade, body=OfferTrade, quotas=(TRADE,), scopes=OfferTrade.open_to)
async def post_offer(request: web.Request) -> web.Response:
    """Offer a trade. Idempotent: a request with the same `ref` offers it only once."""
    return await _carried_out(request, OfferTrade)


@trade_routes.post("/v1/me/trades/counter")
@endpoint(Trade, body=CounterTrade, quotas=(TRADE,), scopes=CounterTrade.open_to)
async def post_counter(request: web.Request) -> web.Response:
    """Make the next revision of a trade."""
    return await _carried_out(request, CounterTrade)


@trade_routes.post("/v1/me/trades/accept")
@endpoint(Trade, body=AcceptTrade, quotas=(TRADE,), scopes=AcceptTrade.open_to)
async def post_accept(request: web.Request) -> web.Response:
    """Accept the newest revision of a trade: the copies of both sides move, or none."""
    return await _carried_out(request, AcceptTrade)


@trade_routes.post("/v1/me/trades/cancel")
@endpoint(Trade, body=CancelTrade, quotas=(TRADE,), scopes=CancelTrade.open_to)
async def post_cancel(request: web.Request) -> web.Response:
    """Cancel a trade; no copies move."""
    return await _carried_out(request, CancelTrade)


async def _carried_out(request: web.Request, kind: type[Command]) -> web.Response:
    identity = await identified(request)
    command = await body_of(request, kind, LARGEST_BODY)
    check(command, identity, "Authorization")
    take(request, TRADE, identity.player.id)
    return as_json(await carried_out(request.app[SERVICES], identity.player.id, command))
