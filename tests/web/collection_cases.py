"""Every way in which a command about cards that one owns is refused."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from quarterdeck_games import GAMES
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.collection.holdings import Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.movements import Cause, MovementId, grant
from quarterdeck_server.lobby.tables.owned_decks import copies_of
from servers import Line, LiveServer, Message

PASSWORD = "a long walk by the sea"
GAME, DECK = GameName("amiibart"), "bulwark"
SUPPORT = GAMES[GAME].decks
assert SUPPORT is not None
COPIES = copies_of(GAME, SUPPORT.ready[DECK])
"""What one needs to play a ready deck."""

OPENING: Message = {"type": "open_table", "game": GAME, "collection": "owned"}


class Owners(Protocol):
    """Those of a scene who are needed here, and their server."""

    server: LiveServer
    me: Line


async def registered(here: Owners) -> PlayerId:
    """Give me an account of my own, and return who I am."""
    await here.me.ask({"type": "register", "name": "Collector", "password": PASSWORD})
    return PlayerId((await here.me.ask({"type": "get_account"}))["player"]["id"])


async def _a_deck_of_which_a_card_is_missing(here: Owners) -> Message:
    me = await registered(here)
    few = {face: count - (number == 0) for number, (face, count) in enumerate(COPIES.items())}
    await here.server.services.ledger.move(grant(MovementId("gift:1"), Cause.GIFT, me, few))
    return {**OPENING, "deck": DECK}


async def _ready_with_the_deck_of_the_seat(here: Owners) -> Message:
    await registered(here)
    opened = await here.me.ask({**OPENING})
    return {"type": "ready", "table": opened["table"]["id"]}


async def _a_deck_with_a_card_on_offer(here: Owners) -> Message:
    me = await registered(here)
    await here.server.services.ledger.move(grant(MovementId("gift:1"), Cause.GIFT, me, COPIES))
    offered = {next(iter(COPIES)): 1}
    await here.server.services.ledger.hold(Hold(id=HoldId("trade:1"), player=me, kind=HoldKind.OFFER, copies=offered))
    return {**OPENING, "deck": DECK}


async def _packs_too_soon(here: Owners) -> Message:
    await registered(here)
    return {"type": "claim_packs", "game": GAME}


Asking = Callable[[Any], Awaitable[Message]]

CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a deck of which a card is missing": (RefusalCode.NOT_OWNED, "$.deck", _a_deck_of_which_a_card_is_missing, False),
    "being ready with what one does not own": (
        RefusalCode.NOT_OWNED,
        "$.deck",
        _ready_with_the_deck_of_the_seat,
        False,
    ),
    "a deck with a card on offer": (RefusalCode.COPIES_HELD, "$.deck", _a_deck_with_a_card_on_offer, False),
    "owned cards as a guest": (RefusalCode.NOT_REGISTERED, "$.type", {**OPENING, "deck": DECK}, False),
    "packs of a game that has none": (
        RefusalCode.NO_PACKS,
        "$.game",
        {"type": "claim_packs", "game": "tiny"},
        False,
    ),
    "packs for a guest": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "claim_packs", "game": GAME}, False),
    "packs for an account that is too young": (RefusalCode.TOO_NEW, "$.type", _packs_too_soon, False),
    "opening a pack that one does not have": (
        RefusalCode.UNKNOWN_PACK,
        "$.pack",
        {"type": "open_pack", "pack": "somebody-elses"},
        False,
    ),
    "what a guest of no name owns": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_collection"}, True),
    "what one owns of an unknown game": (
        RefusalCode.UNKNOWN_GAME,
        "$.game",
        {"type": "get_collection", "game": "chess"},
        False,
    ),
    "owned cards in a game without decks": (
        RefusalCode.BAD_OPTIONS,
        "$.collection",
        {"type": "open_table", "game": "tiny", "collection": "owned"},
        False,
    ),
    "a rule for cards that there is not": (
        RefusalCode.MALFORMED,
        "$.collection",
        {"type": "open_table", "game": GAME, "collection": "borrowed"},
        False,
    ),
}
