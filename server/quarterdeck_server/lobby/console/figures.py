"""Figures of a server for its operator. They are counted from the results of matches and the waits of quick match that
the server keeps anyway; nothing is recorded for them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median

from quarterdeck_protocol.lobby.console import Cohort, DayFigures, GameShare, ServerFigures, WaitFigures
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.transcripts.visibility import Visibility

from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.matchmaking.repository import RECENT, WAIT_INDEX
from quarterdeck_server.lobby.matchmaking.tickets import game_of
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, SETTLED
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord

DAYS = 28
WEEKS = 8
DAY = 24 * 60 * 60 * 1000
WEEK = 7 * DAY
MOST_MATCHES = 20_000
"""Limit of matches that are counted at once."""

MOST_WAITS = 10_000
AT_ONCE = 500
FRESH = Milliseconds(60_000)
"""Milliseconds for which counted figures are answered again."""


class Figures:
    """Counts the figures of a server. Every method raises `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now
        self._counted: tuple[Milliseconds, ServerFigures] | None = None

    async def read(self) -> ServerFigures:
        """Return the figures of the last days and weeks, at most a minute old."""
        now = self._now()
        if self._counted is None or not self._counted[0] <= now < self._counted[0] + FRESH:
            self._counted = now, await self._count(now)
        return self._counted[1]

    async def _count(self, now: Milliseconds) -> ServerFigures:
        since = monday_of(now) - (WEEKS - 1) * WEEK
        listed = await self._documents.listed(SETTLED, most=MOST_MATCHES + 1, low=since, highest_first=True)
        results: list[MatchResultRecord] = []
        people: dict[PlayerId, AccountRecord] = {}
        names = [name for name, _ in listed[:MOST_MATCHES]]
        for start in range(0, len(names), AT_ONCE):  # between two requests, the process serves others
            found = await MATCH_RESULTS.read(self._documents, names[start : start + AT_ONCE])
            shown = [
                each
                for each in found
                if each is not None and Visibility(each.people, each.others_from).is_open_to_all(now)
            ]
            results += shown
            unknown = sorted({player for each in shown for player in each.people} - people.keys())
            accounts = await ACCOUNTS.read(self._documents, unknown) if unknown else []
            people |= {each.id: each for each in accounts if each is not None}
        waits = await self._documents.listed(WAIT_INDEX, most=MOST_WAITS, low=now - RECENT)
        humans = {id_: each.made_at for id_, each in people.items() if each.kind is not PlayerKind.BOT}
        recent = [each for each in results if each.ended >= midnight_of(now) - (DAYS - 1) * DAY]
        return ServerFigures(
            days=days_of(recent, humans, now),
            games=shares_of(recent),
            waits=waits_of(member for member, _ in waits),
            cohorts=cohorts_of(results, humans, now),
            is_whole=len(listed) <= MOST_MATCHES,
        )


def days_of(
    results: Sequence[MatchResultRecord], humans: Mapping[PlayerId, Milliseconds], now: Milliseconds
) -> tuple[DayFigures, ...]:
    """Return the figures of each of the last days, the newest first. `humans` has the times at which the accounts of
    people were made."""
    matches = Counter(midnight_of(each.ended) for each in results)
    players: dict[int, set[PlayerId]] = defaultdict(set)
    for each in results:
        players[midnight_of(each.ended)] |= humans.keys() & set(each.people)
    days = [midnight_of(now) - back * DAY for back in range(DAYS)]
    return tuple(
        DayFigures(
            day=date_of(day),
            matches=matches[day],
            players=len(players[day]),
            newcomers=sum(midnight_of(humans[player]) == day for player in players[day]),
        )
        for day in days
    )


def shares_of(results: Iterable[MatchResultRecord]) -> tuple[GameShare, ...]:
    """Return the number of matches of each game, the most played one first."""
    counted = Counter(each.game for each in results)
    return tuple(GameShare(game=game, matches=number) for game, number in counted.most_common())


def waits_of(members: Iterable[str]) -> tuple[WaitFigures, ...]:
    """Return the waits in quick match for each game. A member has the pool, the wait and the ticket."""
    waited: dict[GameName, list[int]] = defaultdict(list)
    for member in members:
        pool, wait, _ = member.rsplit(" ", 2)
        waited[GameName(game_of(pool))].append(int(wait))
    return tuple(
        WaitFigures(
            game=game, tickets=len(each), median=Milliseconds(round(median(each))), longest=Milliseconds(max(each))
        )
        for game, each in sorted(waited.items())
    )


def cohorts_of(
    results: Iterable[MatchResultRecord], humans: Mapping[PlayerId, Milliseconds], now: Milliseconds
) -> tuple[Cohort, ...]:
    """Return the players by the week in which their accounts were made, and how many of them played in each week since,
    the newest week first."""
    played: dict[tuple[int, int], set[PlayerId]] = defaultdict(set)
    members: dict[int, set[PlayerId]] = defaultdict(set)
    for each in results:
        for player in humans.keys() & set(each.people):
            made = monday_of(humans[player])
            members[made].add(player)
            played[made, monday_of(each.ended)].add(player)
    this_week = monday_of(now)
    return tuple(
        Cohort(
            week=date_of(week),
            players=len(members[week]),
            played=tuple(len(played[week, week + later * WEEK]) for later in range((this_week - week) // WEEK + 1)),
        )
        for week in (this_week - back * WEEK for back in range(WEEKS))
    )


def _is_shown(result: MatchResultRecord, now: Milliseconds) -> bool:
    return Visibility(result.people, result.others_from).is_open_to_all(now)


def midnight_of(at: Milliseconds) -> int:
    return at - at % DAY


def monday_of(at: Milliseconds) -> int:
    """Return the begin of the week of a time. The epoch was a Thursday."""
    return midnight_of(at) - (at // DAY + 3) % 7 * DAY


def date_of(at: int) -> str:
    return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at):%Y-%m-%d}"
