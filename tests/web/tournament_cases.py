"""Tournaments, and what is refused to their players."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from quarterdeck_protocol.refusals import RefusalCode
from servers import Line, Message


class Entering(Protocol):
    """Those of a scene who are needed here."""

    me: Line
    bo: Line


Asking = Callable[[Entering], Awaitable[Message]]
PASSWORD = "a long walk by the sea"


async def made(line: Line, **fields: object) -> str:
    """Make a tournament with an account, and return its id."""
    await line.ask({"type": "register", "name": "Dee Rector", "password": PASSWORD})
    answer = await line.ask({"type": "create_tournament", "name": "Friday", "game": "tiny", "rounds": 3, **fields})
    return str(answer["tournament"]["summary"]["id"])


async def _one_that_is_over(here: Entering) -> Message:
    tournament = await made(here.bo)
    await here.bo.ask({"type": "end_tournament", "tournament": tournament, "why": "rain"})
    await here.me.ask({"type": "register", "name": "Enty Rant", "password": PASSWORD})
    return {"type": "join_tournament", "tournament": tournament}


async def _somebody_elses(here: Entering) -> Message:
    return {"type": "begin_tournament_round", "tournament": await made(here.bo), "round": 1}


CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "reading an unknown tournament": (
        RefusalCode.UNKNOWN_TOURNAMENT,
        "$.tournament",
        {"type": "get_tournament", "tournament": "none"},
        False,
    ),
    "entering a tournament that is over": (RefusalCode.TOURNAMENT_CLOSED, "$.tournament", _one_that_is_over, False),
    "beginning a round of somebody else's tournament": (
        RefusalCode.NOT_THE_DIRECTOR,
        "$.tournament",
        _somebody_elses,
        False,
    ),
}
