"""Every way in which a command about accounts is refused: who asks, what, and with which code."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import msgspec
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.accounts.accounts import MOST_BOTS
from quarterdeck_server.lobby.accounts.decks import MOST_DECKS
from quarterdeck_server.lobby.accounts.documents import MOST_TOKENS, TOKENS
from quarterdeck_server.lobby.accounts.tokens import hashed
from second_factors import turn_on_second_factor
from servers import Line, LiveServer, Message

PASSWORD = "a long walk by the sea"


class People(Protocol):
    """Those of a scene who are needed here."""

    server: LiveServer
    me: Line
    bo: Line
    stranger: Line
    """Connected, but not signed in."""


async def _like_an_account(here: People) -> Message:
    await here.bo.ask({"type": "register", "name": "Taken", "password": PASSWORD})
    return {"type": "sign_in", "name": "T A K E N"}


async def _wrong_password(here: People) -> Message:
    return {"type": "sign_in", "name": "Nobody", "password": PASSWORD}


async def _once_too_often(here: People) -> Message:
    for _ in range(5):
        await here.stranger.ask(await _wrong_password(here))
    return await _wrong_password(here)


async def _registered_already(here: People) -> Message:
    await here.me.ask({"type": "register", "name": "Myself", "password": PASSWORD})
    return {"type": "register", "name": "Somebody", "password": PASSWORD}


async def with_a_program(here: People, scopes: list[str]) -> None:
    await here.stranger.ask({"type": "sign_in"})
    await here.stranger.ask({"type": "register", "name": "Programmer", "password": PASSWORD})
    made = await here.stranger.ask({"type": "make_token", "scopes": scopes})
    await here.stranger.ask({"type": "sign_in", "token": made["token"]})


async def _reading_program(here: People) -> Message:
    await with_a_program(here, ["lobby:read"])
    return {"type": "open_table", "game": "tiny"}


async def _acting_without_a_scope(here: People) -> Message:
    await with_a_program(here, ["lobby:read"])
    return {"type": "act", "match": "m", "seen": 1, "action": {"type": "pass"}}


async def _program_that_makes_tokens(here: People) -> Message:
    await with_a_program(here, ["play", "lobby:read", "lobby:host", "moderate"])
    return {"type": "make_token", "scopes": ["play"]}


async def _without_a_factor(here: People) -> Message:
    await here.me.ask({"type": "register", "name": "Careful", "password": PASSWORD})
    await turn_on_second_factor(here.me)
    return {"type": "sign_in", "name": "Careful", "password": PASSWORD}


async def _without_a_proof(here: People) -> Message:
    signed_in = await here.me.ask({"type": "sign_in"})
    await here.me.ask({"type": "register", "name": "Long ago", "password": PASSWORD})
    documents, key = here.server.services.players._documents, TOKENS.key(hashed(signed_in["token"]))
    (document,) = await documents.read([key])
    record = TOKENS.of(document)
    assert record is not None
    long_ago = msgspec.structs.replace(record, proved_at=Milliseconds(0))
    await documents.commit([TOKENS.put(key.name, document, long_ago)])
    await here.me.ask({"type": "sign_in", "token": signed_in["token"]})
    return {"type": "begin_second_factor"}


async def _oneself(here: People) -> Message:
    account = await here.me.ask({"type": "get_account"})
    return {"type": "avoid", "player": account["player"]["id"], "how": "mute"}


async def _keeping_too_many_decks(here: People) -> Message:
    await here.me.ask({"type": "register", "name": "Collector", "password": PASSWORD})
    keep = {"type": "keep_deck", "game": "amiibart", "deck": "bulwark"}
    for number in range(MOST_DECKS):
        await here.me.ask({**keep, "name": f"Deck {number}"})
    return {**keep, "name": "One more"}


async def _one_token_too_many(here: People) -> Message:
    await here.me.ask({"type": "register", "name": "Operator", "password": PASSWORD})
    make = {"type": "make_token", "scopes": ["play"]}
    for _ in range(MOST_TOKENS):
        assert (await here.me.ask({**make}))["type"] == "token_made"
    return make


async def _one_bot_too_many(here: People) -> Message:
    await here.me.ask({"type": "register", "name": "Breeder", "password": PASSWORD})
    for number in range(MOST_BOTS):
        assert (await here.me.ask({"type": "make_bot", "name": f"Engine {number}"}))["type"] == "account"
    return {"type": "make_bot", "name": "One more"}


Asking = Callable[[Any], Awaitable[Message]]

CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a guest called like an account": (RefusalCode.NAME_TAKEN, "$.name", _like_an_account, True),
    "a name of the house": (
        RefusalCode.NAME_TAKEN,
        "$.name",
        {"type": "register", "name": "Moderator", "password": PASSWORD},
        False,
    ),
    "a password that is too short": (
        RefusalCode.PASSWORD_NOT_ALLOWED,
        "$.password",
        {"type": "register", "name": "Me", "password": "seven77"},
        False,
    ),
    "a password that is tried first": (
        RefusalCode.PASSWORD_NOT_ALLOWED,
        "$.password",
        {"type": "register", "name": "Me", "password": "12345678"},
        False,
    ),
    "a password that is one's own name": (
        RefusalCode.PASSWORD_NOT_ALLOWED,
        "$.password",
        {"type": "register", "name": "Countess Lovelace", "password": "countess lovelace"},
        False,
    ),
    "a guest called like a moderator": (RefusalCode.NAME_TAKEN, "$.name", {"type": "sign_in", "name": "Mod Ann"}, True),
    "a wrong recovery code": (
        RefusalCode.WRONG_PASSWORD,
        "$.code",
        {"type": "recover_account", "name": "Nobody", "code": "0000-0000-0000-0000", "new_password": PASSWORD},
        True,
    ),
    "a new password for a recovery code that is tried first": (
        RefusalCode.PASSWORD_NOT_ALLOWED,
        "$.new_password",
        {"type": "recover_account", "name": "Nobody", "code": "0000-0000-0000-0000", "new_password": "password"},
        True,
    ),
    "a guest's recovery codes": (
        RefusalCode.NOT_REGISTERED,
        "$.password",
        {"type": "make_recovery_codes", "password": PASSWORD},
        False,
    ),
    "a wrong password": (RefusalCode.WRONG_PASSWORD, "$.password", _wrong_password, True),
    "a password without a name": (RefusalCode.MALFORMED, "$.name", {"type": "sign_in", "password": PASSWORD}, True),
    "wrong passwords without end": (RefusalCode.SLOW_DOWN, "$.password", _once_too_often, True),
    "a second account": (RefusalCode.ALREADY_REGISTERED, "$.type", _registered_already, False),
    "a guest's bot": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "make_bot", "name": "Engine"}, False),
    "a guest's deck": (
        RefusalCode.NOT_REGISTERED,
        "$.type",
        {"type": "keep_deck", "game": "amiibart", "name": "Mine", "deck": "bulwark"},
        False,
    ),
    "keeping too many decks": (RefusalCode.TOO_MANY_KEPT, "$.type", _keeping_too_many_decks, False),
    "making too many tokens": (RefusalCode.TOO_MANY_KEPT, "$.type", _one_token_too_many, False),
    "making too many bots": (RefusalCode.TOO_MANY_KEPT, "$.type", _one_bot_too_many, False),
    "a guest's token": (RefusalCode.NOT_REGISTERED, "$.type", {"type": "make_token", "scopes": ["play"]}, False),
    "a guest's new password": (
        RefusalCode.NOT_REGISTERED,
        "$.password",
        {"type": "change_account", "password": PASSWORD, "new_password": PASSWORD},
        False,
    ),
    "a program that only reads": (RefusalCode.MISSING_SCOPE, "$.type", _reading_program, True),
    "an action of a program that only reads": (RefusalCode.MISSING_SCOPE, "$.type", _acting_without_a_scope, True),
    "a program that makes tokens": (RefusalCode.MISSING_SCOPE, "$.type", _program_that_makes_tokens, True),
    "a token that allows nothing": (RefusalCode.MALFORMED, "$.scopes", {"type": "make_token", "scopes": []}, False),
    "a token that is not there": (RefusalCode.UNKNOWN_TOKEN, "$.id", {"type": "revoke_token", "id": "x"}, False),
    "a session that is not there": (RefusalCode.UNKNOWN_TOKEN, "$.id", {"type": "end_session", "id": "x"}, False),
    "a sign-in without the second factor": (RefusalCode.SECOND_FACTOR_NEEDED, "$.code", _without_a_factor, False),
    "a wrong second factor": (
        RefusalCode.WRONG_SECOND_FACTOR,
        "$.code",
        {"type": "remove_second_factor", "code": "x"},
        False,
    ),
    "something sensitive long after the sign-in": (RefusalCode.PROOF_NEEDED, "$.type", _without_a_proof, False),
    "a code that no program has shown": (
        RefusalCode.UNKNOWN_DEVICE_CODE,
        "$.code",
        {"type": "get_device_request", "code": "BCDF-GHJK"},
        False,
    ),
    "somebody else's bot": (RefusalCode.UNKNOWN_PLAYER, "$.bot", {"type": "delete_bot", "bot": "x"}, False),
    "keeping away from nobody": (
        RefusalCode.UNKNOWN_PLAYER,
        "$.player",
        {"type": "avoid", "player": "nobody", "how": "block"},
        False,
    ),
    "keeping away from oneself": (RefusalCode.NOT_YOURSELF, "$.player", _oneself, False),
    "a stranger's account": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_account"}, True),
}
"""The code, the place, the command (or how it comes to it), and whether a stranger gives it."""
