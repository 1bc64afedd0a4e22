"""Conformance checks ("points") of clubs.

Two new accounts do everything once, and their answers are judged afterwards: servers limit new accounts.
"""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.server_people_points import account
from quarterdeck_client.conformance.servers.server_point import Check, point
from quarterdeck_client.conformance.servers.visit import Message, NotOffered, Visit, VisitConnection


class _Gathered(msgspec.Struct, frozen=True):
    """The answers to the owner of a private club, and to a player who is invited, joins and leaves."""

    made: Sequence[Message]
    """The answers to one command that was sent twice."""

    unknown: Message
    """The answer about a club that does not exist."""

    strange: Message
    """The answer about the club before the invitation."""

    notices: Message
    joined: Message
    table: str | None
    """The id of a table of the club."""

    of_club: Message
    of_all: Message
    """The list of tables without the club."""

    parted: Message
    """The answer about the club after the player has left it."""


async def _gathered(visit: Visit) -> _Gathered:
    async with account(visit) as una, account(visit) as vic:
        welcome = await una.ask("hello", protocol=PROTOCOL_VERSION)
        if "clubs" not in welcome.get("capabilities", []):
            raise NotOffered("The server has no clubs.")
        other = next(each["player"]["id"] for each in vic.received if each["type"] == "signed_in")
        made = await _made_twice(una)
        club = (made[0].get("club") or {}).get("summary", {}).get("id", "none")
        strange = await vic.ask("get_club", club=club)
        await una.ask("invite_to_club", club=club, player=other)
        notices = await vic.ask("get_notices")
        joined = await vic.ask("join_club", club=club)
        opened = await una.ask("open_table", game=welcome["games"][0]["name"], club=club)
        of_club, of_all = await vic.ask("list_tables", club=club), await vic.ask("list_tables")
        await vic.ask("leave_club", club=club)
        parted = await vic.ask("get_club", club=club)
        await una.ask("delete_club", club=club)
        return _Gathered(
            made=made,
            unknown=await vic.ask("get_club", club="none"),
            strange=strange,
            notices=notices,
            joined=joined,
            table=(opened.get("table") or {}).get("id"),
            of_club=of_club,
            of_all=of_all,
            parted=parted,
        )


async def _made_twice(line: VisitConnection) -> list[Message]:
    command = {"type": "create_club", "name": "Conform", "access": "private", "ref": line.fresh_ref()}
    answers = []
    for _ in range(2):
        await line.send(command)
        answers.append(await line.answer(command["ref"]))
    return answers


async def _seen(visit: Visit) -> _Gathered:
    found: _Gathered = await visit.once("clubs", _gathered)
    return found


def _id(answer: Message) -> str | None:
    club = answer.get("club")
    return club["summary"]["id"] if club else answer.get("code")


def _words(answer: Message) -> list[object]:
    """Return what an answer tells, without the rest of the sender's quota."""
    return [answer.get(name) for name in ("type", "code", "text", "where", "club")]


async def _once(visit: Visit) -> Sequence[str]:
    first, second = map(_id, (await _seen(visit)).made)
    return [] if first == second else [f"Sent twice, it was answered with {first} and {second}."]


async def _private(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    told = {"a stranger": seen.strange, "a player who has left": seen.parted}
    return [
        f"The answer to {who} is not that about an unknown club: {answer.get('code') or answer['type']}."
        for who, answer in told.items()
        if _words(answer) != _words(seen.unknown)
    ]


async def _invited(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    invitations = [each for each in seen.notices["notices"] if each["kind"] == "club_invited"]
    faults = [] if len(invitations) == 1 else [f"The invited player has {len(invitations)} notices of it."]
    role = ((seen.joined.get("club") or {}).get("summary") or {}).get("role")
    return faults + ([] if role == "member" else [f"The role after accepting is {role}."])


async def _tables(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    of_club, of_all = [[each["id"] for each in list_.get("tables", [])] for list_ in (seen.of_club, seen.of_all)]
    faults = [] if of_club == [seen.table] else ["A member does not find the table in the list of the club."]
    return faults + ([] if seen.table not in of_all else ["The table is in the list of all tables."])


CLUBS = "Clubs"

CLUB_POINTS: tuple[tuple[Point, Check], ...] = (
    (point("club-once", "Under one `ref` one club is made.", CLUBS), _once),
    (point("club-private", "A private club is answered to others like an unknown one.", CLUBS), _private),
    (point("club-invited", "An invitation makes one notice, and lets the player in.", CLUBS), _invited),
    (point("club-tables", "A table of a club is in the list of the club alone.", CLUBS), _tables),
)
