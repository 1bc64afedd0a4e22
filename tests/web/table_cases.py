"""Every way in which a command about a table that is not for everybody, or not one's own, is refused."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from quarterdeck_protocol.refusals import RefusalCode
from servers import Line, Message
from web.account_cases import People

MOST_TABLES = 4
"""At how many tables one player sits in a scene."""

NOBODYS_CODE = "BCDFGH"


async def _opened(by: Line, **how: Any) -> Message:
    answer = await by.ask({"type": "open_table", "game": "tiny", **how})
    table: Message = answer["table"]
    return table


async def _sitting_without_the_password(here: People) -> Message:
    table = await _opened(here.bo, access="password", password="open sesame")
    return {"type": "sit", "table": table["id"]}


async def _sitting_with_a_wrong_password(here: People) -> Message:
    return {**await _sitting_without_the_password(here), "password": "open barley"}


async def _looking_with_a_wrong_password(here: People) -> Message:
    return {**await _sitting_with_a_wrong_password(here), "type": "watch_table"}


async def _guessing_a_password_without_end(here: People) -> Message:
    guess = await _looking_with_a_wrong_password(here)
    for _ in range(5):
        assert (await here.stranger.ask({**guess}))["code"] == "wrong_password"
    return guess


async def _guessing_codes_without_end(here: People) -> Message:
    guess: Message = {"type": "watch_table", "code": NOBODYS_CODE}
    for _ in range(5):
        assert (await here.stranger.ask({**guess}))["code"] == "wrong_code"
    return guess


async def _the_code_of_another_table(here: People) -> Message:
    first, second = [await _opened(here.bo, access="unlisted") for _ in range(2)]
    return {"type": "sit", "table": first["id"], "code": second["code"]}


async def _an_unlisted_table_by_its_id(here: People) -> Message:
    return {"type": "watch_table", "table": (await _opened(here.bo, access="unlisted"))["id"]}


async def _being_ready_at_an_unlisted_table(here: People) -> Message:
    return {"type": "ready", "table": (await _opened(here.bo, access="unlisted"))["id"]}


async def _the_code_of_a_closed_table(here: People) -> Message:
    table = await _opened(here.bo, access="unlisted")
    assert (await here.bo.ask({"type": "stand", "table": table["id"]}))["gone"]
    return {"type": "watch_table", "code": table["code"]}


async def _as_a_guest_at(here: People, **command: Any) -> Message:
    """Return a command at a table of Bo's at which I sit."""
    table = await _opened(here.bo)
    await here.me.ask({"type": "sit", "table": table["id"]})
    return {"table": table["id"], **command}


async def _kicking_as_a_guest(here: People) -> Message:
    return await _as_a_guest_at(here, type="kick", seat=0)


async def _inviting_a_bot_as_a_guest(here: People) -> Message:
    return await _as_a_guest_at(here, type="add_bot")


async def _handing_over_as_a_guest(here: People) -> Message:
    return await _as_a_guest_at(here, type="transfer_host", player="me")


async def _kicking_oneself(here: People) -> Message:
    return {"type": "kick", "table": (await _opened(here.me))["id"], "seat": 0}


async def _kicking_from_no_seat(here: People) -> Message:
    return {"type": "kick", "table": (await _opened(here.me))["id"], "seat": 2}


async def _handing_over_to_nobody(here: People) -> Message:
    return {"type": "transfer_host", "table": (await _opened(here.me))["id"], "player": "nobody"}


async def _coming_back_after_being_kicked(here: People) -> Message:
    sit = await _as_a_guest_at(here, type="sit")
    await here.bo.ask({"type": "kick", "table": sit["table"], "seat": 1})
    return sit


async def _too_many_tables(here: People) -> Message:
    for _ in range(MOST_TABLES):
        await _opened(here.me)
    return {"type": "open_table", "game": "tiny"}


async def _too_many_seats(here: People) -> Message:
    await _too_many_tables(here)
    return {"type": "sit", "table": (await _opened(here.bo))["id"]}


async def _watching_what_is_not_to_be_watched(here: People) -> Message:
    table = await _opened(here.bo, spectators=False)
    await here.bo.ask({"type": "add_bot", "table": table["id"]})
    began = await here.bo.ask({"type": "ready", "table": table["id"]})
    assert began["table"]["stage"] == "playing"
    await here.bo.ask({"type": "resign", "match": table["match"]})  # so that no bot acts meanwhile
    await here.bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    return {"type": "watch_match", "match": table["match"]}


async def _watching_what_is_shown_later(here: People) -> Message:
    table = await _opened(here.bo, spectator_delay="end", time_limit=3_600_000)
    await here.bo.ask({"type": "add_bot", "table": table["id"]})
    began = await here.bo.ask({"type": "ready", "table": table["id"]})
    assert began["table"]["stage"] == "playing"
    update = await here.bo.ask({"type": "watch_match", "match": table["match"]})
    if not update["choices"]:  # then it is the bot's turn, and not meanwhile
        await here.bo.until(lambda heard: heard["type"] == "update" and heard["choices"])
    return {"type": "watch_match", "match": table["match"]}


async def _being_ready_without_agreeing(here: People) -> Message:
    table = await _opened(here.me, perspectives="during")
    return {"type": "ready", "table": table["id"]}


async def _looking_through_eyes(here: People, **wanted: Any) -> Message:
    table = await _opened(here.bo, spectator_delay="none", time_limit=3_600_000)
    await here.bo.ask({"type": "add_bot", "table": table["id"]})
    began = await here.bo.ask({"type": "ready", "table": table["id"]})
    assert began["table"]["stage"] == "playing"
    update = await here.bo.ask({"type": "watch_match", "match": table["match"]})
    if not update["choices"]:  # then it is the bot's turn, and not meanwhile
        await here.bo.until(lambda heard: heard["type"] == "update" and heard["choices"])
    return {"type": "watch_match", "match": table["match"], "seat": 0, **wanted}


async def _looking_through_eyes_of_no_seat(here: People) -> Message:
    return await _looking_through_eyes(here, seat=2)


def _opening(**wanted: Any) -> Message:
    return {"type": "open_table", "game": "tiny", "perspectives": "during", **wanted}


Asking = Callable[[Any], Awaitable[Message]]

CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a table without its password": (RefusalCode.WRONG_PASSWORD, "$.password", _sitting_without_the_password, False),
    "a wrong password of a table": (RefusalCode.WRONG_PASSWORD, "$.password", _sitting_with_a_wrong_password, False),
    "looking with a wrong password": (RefusalCode.WRONG_PASSWORD, "$.password", _looking_with_a_wrong_password, True),
    "a table's password guessed without end": (
        RefusalCode.SLOW_DOWN,
        "$.password",
        _guessing_a_password_without_end,
        True,
    ),
    "codes guessed without end": (RefusalCode.SLOW_DOWN, "$.code", _guessing_codes_without_end, True),
    "a code of no table": (RefusalCode.WRONG_CODE, "$.code", {"type": "watch_table", "code": NOBODYS_CODE}, True),
    "a code that is none": (RefusalCode.WRONG_CODE, "$.code", {"type": "sit", "code": "AEIOU1"}, False),
    "the code of another table": (RefusalCode.WRONG_CODE, "$.code", _the_code_of_another_table, False),
    "being ready at an unlisted table": (
        RefusalCode.UNKNOWN_TABLE,
        "$.table",
        _being_ready_at_an_unlisted_table,
        False,
    ),
    "the code of a closed table": (RefusalCode.WRONG_CODE, "$.code", _the_code_of_a_closed_table, True),
    "an unlisted table by its id": (RefusalCode.UNKNOWN_TABLE, "$.table", _an_unlisted_table_by_its_id, True),
    "no table at all": (RefusalCode.MALFORMED, "$.table", {"type": "sit"}, False),
    "a kind of access that there is not": (
        RefusalCode.MALFORMED,
        "$.access",
        {"type": "open_table", "game": "tiny", "access": "secret"},
        False,
    ),
    "a table with a password that is missing": (
        RefusalCode.MALFORMED,
        "$.password",
        {"type": "open_table", "game": "tiny", "access": "password"},
        False,
    ),
    "a public table with a password": (
        RefusalCode.MALFORMED,
        "$.password",
        {"type": "open_table", "game": "tiny", "password": "open sesame"},
        False,
    ),
    "kicking as a guest": (RefusalCode.NOT_THE_HOST, "$.table", _kicking_as_a_guest, False),
    "inviting a bot as a guest": (RefusalCode.NOT_THE_HOST, "$.table", _inviting_a_bot_as_a_guest, False),
    "handing over as a guest": (RefusalCode.NOT_THE_HOST, "$.table", _handing_over_as_a_guest, False),
    "kicking oneself": (RefusalCode.NOT_YOURSELF, "$.seat", _kicking_oneself, False),
    "kicking from no seat": (RefusalCode.NO_SUCH_SEAT, "$.seat", _kicking_from_no_seat, False),
    "handing over to nobody": (RefusalCode.NOT_AT_TABLE, "$.player", _handing_over_to_nobody, False),
    "coming back after being kicked": (RefusalCode.KICKED, "$.table", _coming_back_after_being_kicked, False),
    "opening too many tables": (RefusalCode.TOO_MANY_TABLES, "$", _too_many_tables, False),
    "sitting at too many tables": (RefusalCode.TOO_MANY_TABLES, "$", _too_many_seats, False),
    "watching a closed match": (RefusalCode.NO_SPECTATORS, "$.match", _watching_what_is_not_to_be_watched, False),
    "watching a match before its delay has passed": (
        RefusalCode.NOT_SHOWN_YET,
        "$.match",
        _watching_what_is_shown_later,
        False,
    ),
    "a delay that there is not": (
        RefusalCode.MALFORMED,
        "$.spectator_delay",
        {"type": "open_table", "game": "tiny", "spectator_delay": "a while"},
        False,
    ),
    "being ready without agreeing to the view of the own hand": (
        RefusalCode.NOT_AGREED,
        "$.perspectives",
        _being_ready_without_agreeing,
        False,
    ),
    "looking through eyes without agreement": (RefusalCode.NOT_AGREED, "$.seat", _looking_through_eyes, False),
    "looking through the eyes of no seat": (
        RefusalCode.NO_SUCH_SEAT,
        "$.seat",
        _looking_through_eyes_of_no_seat,
        False,
    ),
    "hands seen at a time that there is not": (
        RefusalCode.MALFORMED,
        "$.perspectives",
        _opening(perspectives="whenever"),
        False,
    ),
    "hands seen in rated matches": (RefusalCode.MALFORMED, "$.perspectives", _opening(rated=True), False),
    "hands seen where nobody watches": (RefusalCode.MALFORMED, "$.perspectives", _opening(spectators=False), False),
    "hands seen that nobody sees again": (RefusalCode.MALFORMED, "$.perspectives", _opening(replays="nobody"), False),
    "hands seen at once": (RefusalCode.MALFORMED, "$.perspectives", _opening(spectator_delay="none"), False),
    "hands seen half a minute later": (RefusalCode.MALFORMED, "$.perspectives", _opening(spectator_delay="30s"), False),
    "hands seen when it is over": (RefusalCode.MALFORMED, "$.perspectives", _opening(spectator_delay="end"), False),
    "replays for people that there are not": (
        RefusalCode.MALFORMED,
        "$.replays",
        {"type": "open_table", "game": "tiny", "replays": "friends"},
        False,
    ),
    "a list with too few seats": (
        RefusalCode.MALFORMED,
        "$.open_seats",
        {"type": "watch_lobby", "open_seats": -1},
        True,
    ),
}
"""The code, the place, the command (or how it comes to it), and whether a stranger gives it."""
