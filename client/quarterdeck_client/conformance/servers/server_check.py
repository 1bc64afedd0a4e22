"""Conformance check of a server, as a black box."""

from collections.abc import Awaitable, Sequence

import aiohttp
import msgspec
from quarterdeck_protocol.encoding import wire

from quarterdeck_client.conformance.points import Finding, Point, Report, Verdict, found
from quarterdeck_client.conformance.servers.playthrough import Playthrough, played
from quarterdeck_client.conformance.servers.server_club_points import CLUB_POINTS
from quarterdeck_client.conformance.servers.server_http_points import HTTP_POINTS
from quarterdeck_client.conformance.servers.server_match_points import MATCH_POINTS
from quarterdeck_client.conformance.servers.server_news_points import NEWS_POINTS
from quarterdeck_client.conformance.servers.server_people_points import PEOPLE_POINTS
from quarterdeck_client.conformance.servers.server_point import point
from quarterdeck_client.conformance.servers.server_socket_points import SOCKET_POINTS
from quarterdeck_client.conformance.servers.visit import NotAsServed, NotOffered, Visit

FRAMES = point("frames", "Every frame of the server has the shape of its message.", "Schema")

POINTS: tuple[Point, ...] = (
    *(each for each, _ in SOCKET_POINTS),
    *(each for each, _ in MATCH_POINTS),
    *(each for each, _ in HTTP_POINTS),
    *(each for each, _ in NEWS_POINTS),
    *(each for each, _ in PEOPLE_POINTS),
    *(each for each, _ in CLUB_POINTS),
    FRAMES,
)

SHOWN = 3
"""Number of malformed frames that the report shows."""


async def check_server(
    url: str, *, only: Sequence[str] = (), games: Sequence[str] = (), patience: float = 10.0
) -> Report:
    """Check the server at this address and return the report. `only` names the points and `games` the games to check;
    if empty, all are checked. `patience` is the time limit for an answer, in seconds."""
    findings: dict[str, Finding] = {}
    async with aiohttp.ClientSession(auto_decompress=False) as http:
        visit = Visit(url, http, patience)
        for each, check in (*SOCKET_POINTS, *HTTP_POINTS, *NEWS_POINTS, *PEOPLE_POINTS, *CLUB_POINTS):
            if not only or each.name in only:
                findings[each.name] = await _finding(each, check(visit))
        await _check_match(visit, only, games, findings)
        if not only or FRAMES.name in only:
            findings[FRAMES.name] = found(FRAMES, _misshapen(visit))
    return Report(checked="server", findings=tuple(findings[each.name] for each in POINTS if each.name in findings))


async def _check_match(visit: Visit, only: Sequence[str], games: Sequence[str], findings: dict[str, Finding]) -> None:
    wanted = [(each, check) for each, check in MATCH_POINTS if not only or each.name in only]
    if not wanted:
        return

    async def use(through: Playthrough) -> None:
        for each, check in wanted:
            findings[each.name] = await _finding(each, check(visit, through))

    try:
        await played(visit, use, games)
    except NotOffered as words:
        verdict, why = Verdict.NOT_ASKED, str(words)
    except NotAsServed as words:
        verdict, why = Verdict.FAILED, f"No match could be played to its end: {words}."
    else:
        return
    for each, _ in wanted:
        findings.setdefault(each.name, Finding(point=each, verdict=verdict, words=(why,)))


async def _finding(each: Point, checking: Awaitable[Sequence[str]]) -> Finding:
    try:
        return found(each, await checking)
    except NotOffered as words:
        return Finding(point=each, verdict=Verdict.NOT_ASKED, words=(str(words),))
    except NotAsServed as words:
        return found(each, [f"{str(words)[:1].upper()}{str(words)[1:]}."])
    except (
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        IndexError,
    ) as error:  # something has not the shape it should
        return found(each, [f"What was said is not as it should be: {type(error).__name__} {error}."])


def _misshapen(visit: Visit) -> list[str]:
    faults = []
    for connection in visit.connections:
        for received in connection.received:
            try:
                read = wire.decode_from_server(msgspec.json.encode(received))
            except msgspec.DecodeError as error:
                faults.append(f"A `{received.get('type')}` is not as its schema: {error}.")
            else:
                if read is None:
                    faults.append(f"There is no message `{received.get('type')}` in protocol 1 as it is known here.")
    return list(dict.fromkeys(faults))[:SHOWN]
