"""Every way in which a command about trades is refused."""

from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any, Protocol

from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.collection.trades import TradeStage
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.collection.movements import Cause, MovementId, face_of, grant
from quarterdeck_server.lobby.collection.trade_records import TRADES, TradeSettings
from servers import Line, LiveServer, Message
from web.account_cases import with_a_program

PASSWORD = "a long walk by the sea"
GAME = GameName("amiibart")
SUPPORT = GAMES[GAME].decks
assert SUPPORT is not None
FIRST, SECOND = (card for card, _ in SUPPORT.ready["bulwark"].cards[:2])
_numbers = count(1)


def of(card: str, number: int = 1) -> list[Message]:
    """Return so many copies of a card, as a command names them."""
    return [{"game": GAME, "card": card, "count": number}]


class Traders(Protocol):
    """Those of a scene who are needed here, and their server."""

    server: LiveServer
    me: Line
    bo: Line
    stranger: Line
    """Connected, but not signed in."""


async def give(server: LiveServer, player: PlayerId, card: str, number: int) -> None:
    """Give a player new copies of a card."""
    gift = grant(MovementId(f"gift:{next(_numbers)}"), Cause.GIFT, player, {face_of(GAME, card): number})
    await server.services.ledger.move(gift)


async def known(line: Line, name: str) -> PlayerId:
    """Let somebody who has signed in have an account of their own, and return who they are."""
    await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return PlayerId((await line.ask({"type": "get_account"}))["player"]["id"])


async def two(here: Traders) -> tuple[PlayerId, PlayerId]:
    """Let both have accounts that are old enough, me three copies of the first card, and the other two of the
    second."""
    here.server.services.trades.settings = _of_any_age(here)
    me, bo = await known(here.me, "Trader"), await known(here.bo, "Other Trader")
    await give(here.server, me, FIRST, 3)
    await give(here.server, bo, SECOND, 2)
    return me, bo


def _of_any_age(here: Traders) -> TradeSettings:
    return replace(here.server.services.trades.settings, age=Milliseconds(0), most_open=2)


async def _offered(here: Traders, *, by_me: bool) -> str:
    me, bo = await two(here)
    if by_me:
        offering: Message = {"player": bo, "gives": of(FIRST, 2), "takes": of(SECOND)}
    else:
        offering = {"player": me, "gives": of(SECOND), "takes": of(FIRST, 2)}
    line = here.me if by_me else here.bo
    answer = await line.ask({"type": "offer_trade", **offering})
    return str(answer["trade"]["id"])


def accepting(trade: str, revision: int = 1) -> Message:
    return {"type": "accept_trade", "trade": trade, "revision": revision}


async def _what_one_does_not_own(here: Traders) -> Message:
    _, bo = await two(here)
    return {"type": "offer_trade", "player": bo, "gives": of(FIRST, 4)}


async def _what_is_in_another_offer(here: Traders) -> Message:
    _, bo = await two(here)
    await here.me.ask({"type": "offer_trade", "player": bo, "gives": of(FIRST, 2)})
    return {"type": "offer_trade", "player": bo, "gives": of(FIRST, 2)}


async def _a_power(here: Traders) -> Message:
    _, bo = await two(here)
    return {"type": "offer_trade", "player": bo, "takes": of("first-light")}


async def _nothing(here: Traders) -> Message:
    _, bo = await two(here)
    return {"type": "offer_trade", "player": bo}


async def _with_oneself(here: Traders) -> Message:
    me, _ = await two(here)
    return {"type": "offer_trade", "player": me, "gives": of(FIRST)}


async def _with_a_guest(here: Traders) -> Message:
    here.server.services.trades.settings = _of_any_age(here)
    guest = (await here.bo.ask({"type": "get_account"}))["player"]["id"]
    await give(here.server, await known(here.me, "Trader"), FIRST, 1)
    return {"type": "offer_trade", "player": guest, "gives": of(FIRST)}


async def _too_young(here: Traders) -> Message:
    me, bo = await known(here.me, "Trader"), await known(here.bo, "Other Trader")
    await give(here.server, me, FIRST, 1)
    return {"type": "offer_trade", "player": bo, "gives": of(FIRST)}


async def _who_keeps_away(here: Traders) -> Message:
    me, bo = await two(here)
    await here.bo.ask({"type": "avoid", "player": me, "how": "block"})
    return {"type": "offer_trade", "player": bo, "gives": of(FIRST)}


async def _too_many(here: Traders) -> Message:
    _, bo = await two(here)
    for _ in range(2):
        await here.me.ask({"type": "offer_trade", "player": bo, "gives": of(FIRST)})
    return {"type": "offer_trade", "player": bo, "gives": of(FIRST)}


async def _an_older_revision(here: Traders) -> Message:
    trade = await _offered(here, by_me=False)
    await here.bo.ask({"type": "counter_trade", "trade": trade, "revision": 1, "gives": of(SECOND, 2)})
    return accepting(trade)


async def _ones_own_revision(here: Traders) -> Message:
    return accepting(await _offered(here, by_me=True))


async def _a_cancelled_trade(here: Traders) -> Message:
    trade = await _offered(here, by_me=False)
    await here.bo.ask({"type": "cancel_trade", "trade": trade})
    return accepting(trade)


async def _rewritten(here: Traders, **changes: Any) -> Message:
    """Return the acceptance of a trade of which something is otherwise in the store."""
    trade = await _offered(here, by_me=False)
    documents = here.server.services.ledger.documents
    (document,) = await documents.read([TRADES.key(trade)])
    record = TRADES.of(document)
    assert record is not None
    await documents.commit([TRADES.put(trade, document, replace(record, **changes))])
    return accepting(trade)


async def _an_expired_trade(here: Traders) -> Message:
    return await _rewritten(here, expires_at=Milliseconds(1))


async def _a_frozen_trade(here: Traders) -> Message:
    return await _rewritten(here, stage=TradeStage.FROZEN)


async def _a_program_that_may_only_look(here: Traders) -> Message:
    await with_a_program(here, ["collection:read"])
    return accepting("none")


Asking = Callable[[Any], Awaitable[Message]]

CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "offering what one does not own": (RefusalCode.NOT_OWNED, "$.gives", _what_one_does_not_own, False),
    "offering what is in another offer": (RefusalCode.COPIES_HELD, "$.gives", _what_is_in_another_offer, False),
    "asking for a Power": (RefusalCode.UNKNOWN_CARD, "$.takes", _a_power, False),
    "a trade of nothing": (RefusalCode.BAD_TRADE, "$.gives", _nothing, False),
    "a trade with oneself": (RefusalCode.NOT_YOURSELF, "$.player", _with_oneself, False),
    "a trade with a guest": (RefusalCode.NOT_REGISTERED, "$.player", _with_a_guest, False),
    "a trade with nobody": (
        RefusalCode.NOT_REGISTERED,
        "$.type",
        {"type": "offer_trade", "player": "x", "gives": of(FIRST)},
        False,
    ),
    "a trade with an account that is too young": (RefusalCode.TOO_NEW, "$.type", _too_young, False),
    "an offer to a player who accepts none": (RefusalCode.NOT_TRADING, "$.player", _who_keeps_away, False),
    "one open trade too many": (RefusalCode.TOO_MANY_TRADES, "$.type", _too_many, False),
    "accepting an older revision": (RefusalCode.STALE_TRADE, "$.revision", _an_older_revision, False),
    "accepting the own revision": (RefusalCode.OWN_REVISION, "$.revision", _ones_own_revision, False),
    "accepting a cancelled trade": (RefusalCode.TRADE_OVER, "$.trade", _a_cancelled_trade, False),
    "accepting a trade whose time is over": (RefusalCode.TRADE_EXPIRED, "$.trade", _an_expired_trade, False),
    "accepting a frozen trade": (RefusalCode.TRADE_FROZEN, "$.trade", _a_frozen_trade, False),
    "accepting an unknown trade": (RefusalCode.UNKNOWN_TRADE, "$.trade", accepting("none"), False),
    "trades of a stranger": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_trades"}, True),
    "accepting with a token that may only look": (
        RefusalCode.MISSING_SCOPE,
        "$.type",
        _a_program_that_may_only_look,
        True,
    ),
    "a card without copies": (
        RefusalCode.MALFORMED,
        "$.gives[0].count",
        {"type": "offer_trade", "player": "x", "gives": of(FIRST, 0)},
        False,
    ),
}
