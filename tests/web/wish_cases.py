"""Every way in which a command about wish lists is refused."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.lobby.collection.wishes import MOST_WISHES
from quarterdeck_protocol.refusals import RefusalCode
from servers import Message
from web.account_cases import with_a_program
from web.trade_cases import FIRST, GAME, SECOND, Asking, Traders, known, two


def card(name: str) -> Message:
    """Return a card, as a command about wishes names it."""
    return {"game": GAME, "card": name}


def finding(who: str, name: str) -> Message:
    return {"type": "find_traders", "who": who, **card(name)}


async def _a_power(here: Traders) -> Message:
    await known(here.me, "Wisher")
    return {"type": "change_wishes", "adds": [card("first-light")]}


async def _too_many(here: Traders) -> Message:
    await known(here.me, "Wisher")
    faces = sorted(here.server.services.trades.faces)[: MOST_WISHES + 1]
    cards = [{"game": game, "card": name} for game, _, name in (face.partition("/") for face in faces)]
    await here.me.ask({"type": "change_wishes", "adds": cards[:MOST_WISHES]})
    return {"type": "change_wishes", "adds": cards[MOST_WISHES:]}


async def _somebody_else_who_finds(here: Traders) -> Message:
    await known(here.me, "Wisher")
    return {"type": "be_found", "by": "friends"}


async def _another_question(here: Traders) -> Message:
    await two(here)
    return finding("sells", FIRST)


async def _nobodys_card(here: Traders) -> Message:
    await two(here)
    return finding("has", "first-light")


async def _who_wishes_for_what_one_has_not(here: Traders) -> Message:
    await two(here)
    return finding("wishes", SECOND)


async def _too_young(here: Traders) -> Message:
    await known(here.me, "Wisher")
    return finding("has", FIRST)


async def _where_nobody_trades(here: Traders) -> Message:
    await two(here)
    trades = here.server.services.trades
    trades.settings = replace(trades.settings, most_open=0)
    return finding("has", FIRST)


async def _a_program_that_may_only_look(here: Traders) -> Message:
    await with_a_program(here, ["collection:read"])
    return finding("has", FIRST)


CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a guest's wishes": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "change_wishes", "adds": [card(FIRST)]}, False),
    "a guest who would be found": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "be_found", "by": "traders"}, False),
    "a guest who looks for traders": (RefusalCode.NOT_REGISTERED, "$.type", finding("has", FIRST), False),
    "wishing for a Power": (RefusalCode.UNKNOWN_CARD, "$.adds", _a_power, False),
    "one wish too many": (RefusalCode.TOO_MANY_KEPT, "$.adds", _too_many, False),
    "being found by somebody else": (RefusalCode.MALFORMED, "$.by", _somebody_else_who_finds, False),
    "looking for something else than traders": (RefusalCode.MALFORMED, "$.who", _another_question, False),
    "looking for who has a Power": (RefusalCode.UNKNOWN_CARD, "$.card", _nobodys_card, False),
    "looking for who wishes for what one has not": (
        RefusalCode.NOT_OWNED,
        "$.card",
        _who_wishes_for_what_one_has_not,
        False,
    ),
    "looking for traders with an account that is too young": (RefusalCode.TOO_NEW, "$.type", _too_young, False),
    "looking for traders where nobody trades": (RefusalCode.NOT_TRADING, "$.type", _where_nobody_trades, False),
    "wishes of a stranger": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_wishes"}, True),
    "looking for traders with a token that may only look": (
        RefusalCode.MISSING_SCOPE,
        "$.type",
        _a_program_that_may_only_look,
        True,
    ),
    "a wish without a card": (
        RefusalCode.MALFORMED,
        "$.adds[0].card",
        {"type": "change_wishes", "adds": [card("")]},
        False,
    ),
}


def names(found: Any) -> set[str]:
    """Return who an answer tells of."""
    return {each["player"]["name"] for each in found["traders"]}
