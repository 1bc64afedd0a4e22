"""Clubs and webhooks, and what is refused to strangers and members."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from quarterdeck_protocol.refusals import RefusalCode
from servers import PASSWORD, Line, Message


class Meeting(Protocol):
    """Those of a scene who are needed here."""

    me: Line
    bo: Line


Asking = Callable[[Meeting], Awaitable[Message]]


async def _somebody_elses(here: Meeting) -> Message:
    await here.bo.ask({"type": "register", "name": "Own Er", "password": PASSWORD})
    made = await here.bo.ask({"type": "create_club", "name": "Readers", "access": "open"})
    return {"type": "invite_to_club", "club": made["club"]["summary"]["id"], "player": "nobody"}


CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "reading an unknown club": (*(RefusalCode.UNKNOWN_CLUB, "$.club"), *({"type": "get_club", "club": "none"}, False)),
    "reading an unknown webhook": (
        *(RefusalCode.UNKNOWN_WEBHOOK, "$.webhook"),
        *({"type": "get_deliveries", "webhook": "none"}, False),
    ),
    "inviting to somebody else's club": (RefusalCode.NOT_THE_ORGANISER, "$.club", _somebody_elses, False),
}
