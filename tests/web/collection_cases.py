"""Every way in which a command about cards that one owns is refused."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.collection.code_records import BATCHES, CODES, FREE_A_PLAYER, hashed
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

GIFT: Message = {"copies": [{"game": GAME, "card": "candle-squire"}]}
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


async def _codes(here: Owners, *, uses: int = 1, are_own: bool = False) -> tuple[str, str]:
    """Make a batch of two codes, another moderator's unless they are to be one's own, and return the first and the
    batch; the clock of claims is that of the server."""
    me = await registered(here)
    await here.server.services.moderation.make_first_admin("Collector")
    await here.me.ask({"type": "sign_in", "name": "Collector", "password": PASSWORD})
    made = await here.me.ask({"type": "make_codes", "label": "The fair", "gift": GIFT, "codes": 2, "uses": uses})
    services = here.server.services
    services.packs.settings = replace(services.packs.settings, age=Milliseconds(0))
    assert me
    batch = made["batch"]["id"]
    if not are_own:
        (document,) = await services.ledger.documents.read([BATCHES.key(batch)])
        record = BATCHES.of(document)
        assert record is not None
        await services.ledger.documents.commit(
            [BATCHES.put(batch, document, replace(record, made_by=PlayerId("somebody")))]
        )
    return made["codes"][0], batch


async def _a_code_of_ones_own(here: Owners) -> Message:
    code, _ = await _codes(here, are_own=True)
    return {"type": "claim_code", "code": code}


async def _a_code_too_soon(here: Owners) -> Message:
    await registered(here)
    return {"type": "claim_code", "code": "0000"}


async def _a_code_that_there_is_not(here: Owners) -> Message:
    await _codes(here)
    return {"type": "claim_code", "code": "0000-0000-0000-0000"}


async def _a_code_again(here: Owners) -> Message:
    code, _ = await _codes(here, uses=2)
    await here.me.ask({"type": "claim_code", "code": code})
    return {"type": "claim_code", "code": code.lower()}


async def _a_spent_code(here: Owners) -> Message:
    code, _ = await _codes(here)
    hash_ = hashed(code)
    (document,) = await here.server.services.ledger.documents.read([CODES.key(hash_)])
    record = CODES.of(document)
    assert record is not None
    spent = CODES.put(hash_, document, replace(record, claimed=1))
    await here.server.services.ledger.documents.commit([spent])
    return {"type": "claim_code", "code": code}


async def _a_code_whose_time_is_over(here: Owners) -> Message:
    code, batch = await _codes(here)
    (document,) = await here.server.services.ledger.documents.read([BATCHES.key(batch)])
    record = BATCHES.of(document)
    assert record is not None
    over = BATCHES.put(batch, document, replace(record, until=Milliseconds(1)))
    await here.server.services.ledger.documents.commit([over])
    return {"type": "claim_code", "code": code}


async def _a_code_that_was_taken_back(here: Owners) -> Message:
    code, batch = await _codes(here)
    await here.me.ask({"type": "revoke_codes", "batch": batch, "why": "A slip."})
    return {"type": "claim_code", "code": code}


async def _a_code_after_many_wrong_ones(here: Owners) -> Message:
    code, _ = await _codes(here)
    for _ in range(FREE_A_PLAYER):
        await here.me.ask({"type": "claim_code", "code": "0000"})
    return {"type": "claim_code", "code": code}


async def _a_batch_that_there_is_not(here: Owners) -> Message:
    await _codes(here)
    return {"type": "revoke_codes", "batch": "nowhere", "why": "A slip."}


async def _a_card_that_there_is_not(here: Owners) -> Message:
    await _codes(here)
    gift = {"copies": [{"game": GAME, "card": "lost"}]}
    return {"type": "make_codes", "label": "The fair", "gift": gift}


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
    "packs of a game that has none": (RefusalCode.NO_PACKS, "$.game", {"type": "claim_packs", "game": "tiny"}, False),
    "packs for a guest": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "claim_packs", "game": GAME}, False),
    "packs for an account that is too young": (RefusalCode.TOO_NEW, "$.type", _packs_too_soon, False),
    "a code for a guest": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "claim_code", "code": "0000"}, False),
    "a code for an account that is too young": (RefusalCode.TOO_NEW, "$.type", _a_code_too_soon, False),
    "an unknown code": (RefusalCode.UNKNOWN_CODE, "$.code", _a_code_that_there_is_not, False),
    "a code that one has made": (RefusalCode.CONFLICT_OF_INTEREST, "$.code", _a_code_of_ones_own, False),
    "the same code again": (RefusalCode.ALREADY_CLAIMED, "$.code", _a_code_again, False),
    "a code that others have used up": (RefusalCode.CODE_SPENT, "$.code", _a_spent_code, False),
    "a code whose time is over": (RefusalCode.CODE_EXPIRED, "$.code", _a_code_whose_time_is_over, False),
    "a code that was taken back": (RefusalCode.CODE_REVOKED, "$.code", _a_code_that_was_taken_back, False),
    "a code after too many wrong ones": (RefusalCode.SLOW_DOWN, "$.code", _a_code_after_many_wrong_ones, False),
    "taking back an unknown batch": (RefusalCode.UNKNOWN_BATCH, "$.batch", _a_batch_that_there_is_not, False),
    "a code for an unknown card": (RefusalCode.UNKNOWN_CARD, "$.gift.copies[0].card", _a_card_that_there_is_not, False),
    "making codes without the role": (
        RefusalCode.MISSING_ROLE,
        "$.type",
        {"type": "make_codes", "label": "The fair", "gift": GIFT},
        False,
    ),
    "a code that is longer than any": (
        RefusalCode.MALFORMED,
        "$.code",
        {"type": "claim_code", "code": "0" * 65},
        False,
    ),
    "opening a pack of another player": (
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
