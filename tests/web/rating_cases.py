"""Every way in which a question about how players stand is refused: who asks, what, and with which code."""

from collections.abc import Mapping

from quarterdeck_protocol.refusals import RefusalCode
from servers import Message
from web.account_cases import Asking, People, with_a_program


async def _a_program_that_exports(here: People) -> Message:
    await with_a_program(here, ["play", "lobby:read", "lobby:host", "moderate"])
    return {"type": "get_export"}


async def _a_program_that_may_only_play(here: People) -> Message:
    await with_a_program(here, ["play"])
    return {"type": "get_ladder", "game": "tiny"}


async def _against_oneself(here: People) -> Message:
    account = await here.me.ask({"type": "get_account"})
    return {"type": "get_head_to_head", "other": account["player"]["id"]}


CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a profile of nobody": (RefusalCode.UNKNOWN_PLAYER, "$.player", {"type": "get_profile", "player": "x"}, False),
    "a profile of no name": (RefusalCode.UNKNOWN_PLAYER, "$.name", {"type": "get_profile", "name": "Nobody"}, False),
    "a stranger's own profile": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_profile"}, True),
    "a history of nobody": (RefusalCode.UNKNOWN_PLAYER, "$.player", {"type": "get_history", "player": "x"}, False),
    "a stranger's own history": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_history"}, True),
    "a ladder of no game": (RefusalCode.UNKNOWN_GAME, "$.game", {"type": "get_ladder", "game": "chess"}, False),
    "a page before the first": (
        RefusalCode.MALFORMED,
        "$.page",
        {"type": "get_ladder", "game": "tiny", "page": 0},
        False,
    ),
    "a ladder for a program that may only play": (
        RefusalCode.MISSING_SCOPE,
        "$.type",
        _a_program_that_may_only_play,
        True,
    ),
    "playing against nobody": (
        RefusalCode.UNKNOWN_PLAYER,
        "$.other",
        {"type": "get_head_to_head", "other": "x"},
        False,
    ),
    "playing against oneself": (RefusalCode.NOT_YOURSELF, "$.other", _against_oneself, False),
    "a stranger's export": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "get_export"}, True),
    "a program's export": (RefusalCode.MISSING_SCOPE, "$.type", _a_program_that_exports, True),
}
"""The code, the place, the command (or how it comes to it), and whether a stranger gives it."""
