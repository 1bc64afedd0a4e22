"""Settlement of a finished match: it happens once, by the first process that notices the end.

All consequences are one commit: the result, ratings, ladders, histories, results of players against each other, and
notices. The document of the result marks the match as settled. So a second process changes nothing, and a process that
does not know if its commit succeeded tries again. Every match is recorded as unsettled when it begins, and the settling
commit removes that record. So if all processes of a match die at its end, the processes that look for unsettled matches
find it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

import structlog
from quarterdeck_protocol.lobby.ratings import RatedAmong, Unrated
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.address_marks import MARKS
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, again, commit
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexEntry, Key, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.inbox import INBOXES, added
from quarterdeck_server.lobby.ratings import card_plays, match_results, patterns
from quarterdeck_server.lobby.ratings import documents as records
from quarterdeck_server.lobby.ratings.hidden_results import known_to
from quarterdeck_server.lobby.ratings.match_results import (
    MOST_IN_ONE_ROOM,
    MOST_MEETINGS_A_DAY,
    MOST_TOURNAMENT_MEETINGS,
    NEVER_MET,
    NEVER_THERE,
    NEW,
    Circumstances,
    FinishedMatch,
    MatchResultRecord,
    MeetingsRecord,
    Pair,
    SeatRecord,
    ended_notices,
)
from quarterdeck_server.lobby.ratings.notifications import MatchSettled
from quarterdeck_server.lobby.ratings.refused_deals import REFUSED_DEALS
from quarterdeck_server.periodic_work import repeat
from quarterdeck_server.store_errors import Unavailable

SECONDS_BETWEEN_SWEEPS = 5.0
MOST_SWEPT = 50
MOST_OWED = 10_000
"""Limit of match ends that this process remembers because it could not store them. Further ones are found in the index
of unsettled matches."""

MINUTE = 60_000

Visit = tuple[PlayerId, str]
"""A player, and the mark of an address of an opponent."""
FIRST_LOOK = 10 * MINUTE
"""Milliseconds from the begin of a match to the first check, if no process has reported its end."""

NEXT_LOOK = 30 * MINUTE

_log = structlog.get_logger()

FindEnded = Callable[[MatchId], Awaitable[FinishedMatch | None]]
"""Returns a match if it has ended or never will, or `None` while it goes on. Raises `CommandRefused` if it does not
exist, and `Unavailable`."""


class Settlement:
    """Settles matches in this process."""

    def __init__(
        self, documents: DocumentStore, beside: Callable[[FinishedMatch], ExtraWrites] = lambda _: NOTHING
    ) -> None:
        """Make the settlement of matches. `beside` is called when a voided match is settled, and returns further writes
        for that commit."""
        self.announced: Callable[[FinishedMatch, MatchResultRecord], ExtraWrites] = lambda *_: NOTHING
        """Called when a match is settled. Returns further writes for that commit."""

        self._documents = documents
        self._beside = beside
        self._owed: dict[MatchId, FinishedMatch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self.settles_matches = False
        """True if this process looks for matches whose end nobody has reported."""

    # Begin

    async def note(self, match: MatchId, now: Milliseconds) -> None:
        """Record that a match begins. A repeated call may record it twice. Raises `Unavailable`."""
        await self._documents.commit([], [IndexEntry(records.UNSETTLED, match, now + FIRST_LOOK)])

    async def running(self) -> int:
        """Return the number of matches on all servers that have begun and are not settled. Raises `Unavailable`."""
        return await self._documents.count(records.UNSETTLED)

    # End

    @property
    def owed(self) -> int:
        """Number of match ends that this process remembers because it could not store them."""
        return len(self._owed)

    def match_ended(self, finished: FinishedMatch) -> None:
        """Settle a match as soon as the store can be reached."""
        if len(self._owed) < MOST_OWED:
            self._owed[finished.match] = finished
        task = asyncio.ensure_future(self._settle_now(finished))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _settle_now(self, finished: FinishedMatch) -> None:
        try:
            await self.settle(finished)
        except (Unavailable, CommandRefused) as error:
            _log.info("a match could not be settled; it is tried again", match=finished.match, why=str(error))
        except Exception:
            self._owed.pop(finished.match, None)
            _log.exception("settling a match failed", match=finished.match)

    async def settle(self, finished: FinishedMatch) -> MatchResultRecord:
        """Settle a match. Idempotent: a second call changes nothing. Raises `Unavailable`, or `CommandRefused` if too
        many others change the same documents meanwhile."""
        players = [player.id for player in finished.players if player.bot is None]
        known = list(dict.fromkeys(players))
        foreseen = match_results.verdict(finished, {})
        pairs = list(match_results.pairs(foreseen))
        names_of = {seat.player: _standing_of(seat, finished.game) for seat in foreseen.seats}
        keys = [
            records.MATCH_RESULTS.key(finished.match),
            *(ACCOUNTS.key(player) for player in known),
            *(records.STANDINGS.key(names_of[player]) for player in known),
            *(MARKS.key(player) for player in known),
            *(INBOXES.key(player) for player in known),
            *(records.MEETINGS.key(records.meetings_name(pair, finished.game)) for pair in pairs),
        ]

        async def step() -> MatchResultRecord:
            first, *others = await self._documents.read(keys)
            already = records.MATCH_RESULTS.of(first)
            if already is not None:
                return already
            of = _Pages(finished, known, pairs, others)
            of.visits_documents = dict(zip(of.visits, await self._documents.read(of.visits_keys), strict=True))
            around = of.circumstances()
            result = match_results.verdict(finished, of.standings, around)
            found = patterns.shown_by(finished, result, around)
            names = [patterns.pattern_name(pair, result.game, result.unrated) for pair in found if result.unrated]
            stored = await self._documents.read([patterns.PATTERNS.key(name) for name in names]) if names else []
            beside = patterns.noted(stored, found, result)
            beside = beside.plus(card_plays.counted(finished, result))
            told = [each for each in ended_notices(result) if of.accounts[each[0]] is not None]
            beside = beside.plus(added(of.inbox_documents, told)).plus(self.announced(finished, result))
            if result.unrated is Unrated.HOUSE_ERROR:
                beside = beside.plus(self._beside(finished))
            settled = _settled(of, result, beside)
            await self._documents.commit(settled.changes, settled.indexed, settled.news)
            return result

        result = await again(step)
        self._owed.pop(finished.match, None)
        return result

    # Checks of unsettled matches

    def start(self, find_ended: FindEnded | None) -> None:
        """Start to settle matches that could not be stored before; and, with `find_ended`, to search for unsettled
        matches,
        together with all other processes that do."""
        self.settles_matches = find_ended is not None
        sweeps = repeat(partial(self.sweep, find_ended), SECONDS_BETWEEN_SWEEPS, meanwhile="matches are settled later")
        self._sweeping = asyncio.ensure_future(sweeps)

    async def close(self) -> None:
        """Cancel the running tasks of the settlement."""
        tasks = [*self._tasks, *([] if self._sweeping is None else [self._sweeping])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def sweep(self, find_ended: FindEnded | None) -> None:
        """Settle matches that ended here and could not be stored before; with `find_ended`, search for unsettled
        matches that
        are due, and forget the oldest. Raises `Unavailable`."""
        for finished in list(self._owed.values()):
            await self._settle_now(finished)
        if find_ended is not None:
            await self._settle_due(find_ended)

    async def _settle_due(self, find_ended: FindEnded) -> None:
        now = await self._documents.now()
        for name, _ in await self._documents.listed(records.UNSETTLED, most=MOST_SWEPT, high=now):
            # First this: should it be this match that ends this process, the others do not all follow at once.
            await self._documents.commit([], [IndexEntry(records.UNSETTLED, name, now + NEXT_LOOK)])
            await self._settle_if_over(MatchId(name), find_ended)
        for name, _ in await self._documents.listed(records.UNPLACED, most=MOST_SWEPT, high=now):
            await self._place(MatchId(name), now)
        too_old = now - 1000 * records.HISTORY_SECONDS
        for name, _ in await self._documents.listed(records.SETTLED, most=MOST_SWEPT, high=too_old):
            await self._forget(name)

    async def _settle_if_over(self, match: MatchId, find_ended: FindEnded) -> None:
        try:
            finished = await find_ended(match)
            if finished is None:
                return
            await self.settle(finished)
        except CommandRefused as refusing:
            if refusing.code is not RefusalCode.UNKNOWN_MATCH:
                _log.warning("an unsettled match cannot be settled", match=match, why=str(refusing))
                return
        except Unavailable:
            raise
        except Exception:
            _log.exception("an unsettled match cannot be read", match=match)
            return
        # A match that was settled before, but noted once more by somebody who began it late, is still in there.
        await self._documents.commit([], [IndexEntry(records.UNSETTLED, match, None)])

    async def _place(self, match: MatchId, now: Milliseconds) -> None:
        """Add the players of a match or refused deal that is now public to the ladders, if their ratings have changed.
        Raises `Unavailable`."""
        (result,), (deal,) = await asyncio.gather(
            records.MATCH_RESULTS.read(self._documents, [match]), REFUSED_DEALS.read(self._documents, [match])
        )
        rated = [] if result is None else [seat.player for seat in result.seats if seat.after is not None]
        rated += [] if deal is None else deal.absent
        found = result or deal
        game = GameName("") if found is None else found.game
        among = RatedAmong.PEOPLE if found is None else found.among
        keys = [
            *(ACCOUNTS.key(player) for player in rated),
            *(records.STANDINGS.key(records.standing_name(player, game)) for player in rated),
        ]

        def decide(stored: list[Document | None]) -> Commit[None]:
            indexed, unchanged = [IndexEntry(records.UNPLACED, match, None)], list[Change | Unchanged]()
            for of_account, of_standing in zip(stored[: len(rated)], stored[len(rated) :], strict=True):
                account, standing = ACCOUNTS.of(of_account), records.STANDINGS.of(of_standing)
                if of_account is not None and account is not None and standing is not None:
                    indexed.append(records.placed(game, among, account, known_to(standing, None, now).skill))
                    unchanged.append(Unchanged(of_account.key, of_account.revision))
            return Commit(None, unchanged, indexed)

        await commit(self._documents, keys, decide)

    async def _forget(self, match: str) -> None:
        """Remove an old match from all histories and indexes."""

        def decide(stored: list[Document | None]) -> Commit[None]:
            result = records.MATCH_RESULTS.of(stored[0])
            listed_in = [records.SETTLED] if result is None else [records.SETTLED, *_memories(result)]
            drops = [] if result is None else [records.MATCH_RESULTS.drop(match, stored[0])]
            entries = [IndexEntry(index, match, None) for index in listed_in]
            if result is not None and result.archived:
                entries.append(IndexEntry(records.FORGOTTEN, match, result.ended))
            return Commit(None, drops, entries)

        await commit(self._documents, [records.MATCH_RESULTS.key(match)], decide)


class _Pages:
    """The documents read to settle a match: the account, standing, address marks and inbox of each known player, and
    the earlier results of each pair."""

    def __init__(
        self,
        finished: FinishedMatch,
        known: Sequence[PlayerId],
        pairs: Sequence[Pair],
        stored: Sequence[Document | None],
    ) -> None:
        each = len(known)
        self.finished = finished
        self.account_documents = stored[:each]
        self.accounts = dict(zip(known, map(ACCOUNTS.of, self.account_documents), strict=True))
        self.standing_documents = dict(zip(known, stored[each : 2 * each], strict=True))
        self.standings = {
            player: records.STANDINGS.of(document) or NEW for player, document in self.standing_documents.items()
        }
        self._marks = dict(zip(known, map(MARKS.of, stored[2 * each : 3 * each]), strict=True))
        self.inbox_documents = dict(zip(known, stored[3 * each : 4 * each], strict=True))
        self.meetings_documents = dict(zip(pairs, stored[4 * each :], strict=True))
        self._places = {
            player: frozenset() if marks is None else marks.lately(finished.began)
            for player, marks in self._marks.items()
        }
        self.visits = tuple(dict.fromkeys(visit for pair in pairs for visit in self.visits_of(pair)))
        """Pairs of a player and an address of one of the player's opponents."""

        self.visits_documents: Mapping[Visit, Document | None] = {}
        """The documents with the number of rated matches against opponents from each address; empty until they are
        read."""

    @property
    def visits_keys(self) -> list[Key]:
        return [records.VISITS.key(records.visits_name(*visit, self.finished.game)) for visit in self.visits]

    def circumstances(self) -> Circumstances:
        """Return the facts about the players from the documents that were read."""
        met = {pair: records.MEETINGS.of(document) or NEVER_MET for pair, document in self.meetings_documents.items()}
        is_free = match_results.is_of_tournament(
            self.finished
        )  # decision 128: players of a tournament may share a room
        most = MOST_TOURNAMENT_MEETINGS if is_free else MOST_MEETINGS_A_DAY
        most_here = MOST_IN_ONE_ROOM if is_free else MOST_MEETINGS_A_DAY
        return Circumstances(
            neighbours=frozenset(pair for pair in met if self._places[pair[0]] & self._places[pair[1]] and not is_free),
            regulars=frozenset(pair for pair, each in met.items() if self._is_regular(pair, each, most, most_here)),
        )

    def _is_regular(self, pair: Pair, met: MeetingsRecord, most: int, most_here: int) -> bool:
        ended = self.finished.ended
        visits = [records.VISITS.of(self.visits_documents[visit]) or NEVER_THERE for visit in self.visits_of(pair)]
        return len(met.lately(ended)) >= most or any(len(each.lately(ended)) >= most_here for each in visits)

    def visits_of(self, pair: Pair) -> list[Visit]:
        """Return each player of the pair with each recent address of the other player."""
        one, other = pair
        return [(one, mark) for mark in self._places[other]] + [(other, mark) for mark in self._places[one]]


def _settled(of: _Pages, result: MatchResultRecord, beside: ExtraWrites) -> Commit[MatchResultRecord]:
    """Return the commit that settles a match, with the writes in `beside`. A player with a deleted account is listed
    only in the histories of opponents."""
    changes: list[Change | Unchanged] = [
        records.MATCH_RESULTS.put(result.match, None, result, records.MATCH_RESULT_SECONDS),
        *beside.changes,
    ]
    # A player who is being deleted at this moment must not be added to a ladder again.
    changes += [Unchanged(document.key, document.revision) for document in of.account_documents if document is not None]
    indexed = [
        IndexEntry(records.UNSETTLED, result.match, None),
        IndexEntry(records.SETTLED, result.match, result.ended),
    ]
    indexed += [IndexEntry(records.UNPACKED, result.match, result.ended + records.PACK_AFTER)]
    indexed += [IndexEntry(index, result.match, result.ended) for index in _memories(result)]
    is_hidden = result.others_from > result.ended
    if is_hidden:
        indexed.append(IndexEntry(records.UNPLACED, result.match, result.others_from))
    for seat in result.seats:
        account = of.accounts.get(seat.player)
        if account is None:
            continue
        standing = match_results.standing_after(of.standings[seat.player], result, seat)
        if standing != of.standings[seat.player]:
            name, document = _standing_of(seat, result.game), of.standing_documents[seat.player]
            changes.append(records.STANDINGS.put(name, document, standing, records.STANDING_SECONDS))
        if seat.after is not None and not is_hidden:
            indexed.append(records.placed(result.game, result.among, account, standing.skill))
    rated = {seat.player for seat in result.seats if seat.after is not None}
    for visit in dict.fromkeys(
        each for pair in of.meetings_documents if rated.issuperset(pair) for each in of.visits_of(pair)
    ):
        document = of.visits_documents[visit]
        visits = (records.VISITS.of(document) or NEVER_THERE).once_more(result.ended)
        changes.append(records.VISITS.put(records.visits_name(*visit, result.game), document, visits, records.DAY))
    for pair, (one, other) in match_results.pairs(result).items():
        if match_results.counts(result.unrated):
            document = of.meetings_documents[pair]
            meetings = match_results.meetings_after(records.MEETINGS.of(document) or NEVER_MET, result, one, other)
            changes.append(
                records.MEETINGS.put(
                    records.meetings_name(pair, result.game), document, meetings, records.HISTORY_SECONDS
                )
            )
    return Commit(result, changes, [*indexed, *beside.indexed], notification(MatchSettled(result)))


def _memories(result: MatchResultRecord) -> list[str]:
    """Return the names of the indexes that list a match."""
    players = dict.fromkeys(seat.player for seat in result.seats if seat.bot is None)
    return [*map(records.history, players), *map(records.encounters, match_results.pairs(result))]


def _standing_of(seat: SeatRecord, game: GameName) -> str:
    """Return the name of the standing that a match changes for the player of a seat."""
    return (
        records.against_bots_name(seat.player, game) if seat.against_bots else records.standing_name(seat.player, game)
    )
