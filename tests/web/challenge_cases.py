"""Players who challenge each other, for the tests of challenges, and what is refused to them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from quarterdeck_protocol.refusals import RefusalCode
from servers import Line, Message


async def me(line: Line) -> str:
    """Return the id of the player of a connection."""
    return str((await line.ask({"type": "get_account"}))["player"]["id"])


async def challenged(line: Line, player: str, **fields: object) -> Message:
    """Challenge a player, and return the answer."""
    return await line.ask({"type": "create_challenge", "player": player, "game": "tiny", **fields})


async def open_to(line: Line) -> Message:
    """Return the open challenges of a player."""
    return await line.ask({"type": "get_challenges"})


class Challengers(Protocol):
    """Those of a scene who are needed here."""

    me: Line
    bo: Line


Asking = Callable[[Challengers], Awaitable[Message]]


async def _who_takes_none(here: Challengers) -> Message:
    await here.bo.ask({"type": "set_challengers", "by": "nobody"})
    return {"type": "create_challenge", "player": await me(here.bo), "game": "tiny"}


async def _a_cancelled_challenge(here: Challengers) -> Message:
    await here.me.ask({"type": "set_challengers", "by": "everybody"})
    made = (await challenged(here.bo, await me(here.me)))["challenge"]["id"]
    await here.bo.ask({"type": "cancel_challenge", "challenge": made})
    return {"type": "accept_challenge", "challenge": made}


async def _an_unrated_challenge(here: Challengers) -> Message:
    await here.me.ask({"type": "set_challengers", "by": "everybody"})
    made = (await challenged(here.bo, await me(here.me)))["challenge"]["id"]
    return {"type": "accept_challenge", "challenge": made, "only_rated": True}


CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "a challenge to a player who accepts none": (RefusalCode.NOT_ACCEPTING, "$.player", _who_takes_none, False),
    "accepting a cancelled challenge": (RefusalCode.CHALLENGE_OVER, "$.challenge", _a_cancelled_challenge, False),
    "accepting for a rating that would not change": (
        RefusalCode.WOULD_BE_UNRATED,
        "$.only_rated",
        _an_unrated_challenge,
        False,
    ),
    "accepting an unknown challenge": (
        RefusalCode.UNKNOWN_CHALLENGE,
        "$.challenge",
        {"type": "accept_challenge", "challenge": "none"},
        False,
    ),
}
