"""Notices of turns: a match waits for a player who is not connected to it.

No action writes anything for them. A sweep derives them from the logs of running matches, so that a crash cannot lose
one (decision 101). It looks only at matches whose clock has at least a minute left. A notice is committed when a turn
has been open for a while and no connection of the player follows the match. It is removed when the turn has ended. An
index holds the notices that are in inboxes, each with the begin of its turn.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec
import structlog
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import collections
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES, NO_ID, SECONDS_KEPT
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict

SECONDS_BETWEEN_SWEEPS = 10.0
SECONDS_UNTIL_TAKEN_OVER = 30
"""Seconds after which another process sweeps in place of a silent one."""

MILLISECONDS_OPEN = 20_000
"""How long a turn must have been open. A player who only reconnects is not notified."""

MILLISECONDS_LEFT = 60_000
"""How much time a turn must still have. Nobody who is away returns in less."""

MOST_LOOKED_AT = 5_000
"""Limit of matches in one sweep. The next sweep continues with others."""

MOST_FOLDED = 200
"""Limit of matches whose logs are read in one sweep."""

NOTICED = "turns_noticed"
"""Name of the index of the notices of turns in all inboxes, by the begin of the turn."""

_log = structlog.get_logger()


class Turn(NamedTuple):
    """The open turn of a player in a running match."""

    match: MatchId
    game: GameName
    seat: Seat
    player: PlayerId
    asked_at: Milliseconds
    until: Milliseconds


class RunningMatches(Protocol):
    """Interface of the running matches, as the sweep reads them. All methods raise `Unavailable`."""

    async def slow(self, until: Milliseconds) -> Sequence[MatchId]:
        """Return the running matches whose deadline is later than this."""
        ...

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, object]:
        """Return a value for each match that differs after each new entry of its log."""
        ...

    async def turns(self, match: MatchId) -> tuple[Turn, ...]:
        """Return the open turns of players in a match; none if it is over, or cannot be read here."""
        ...


class SweepRecord(msgspec.Struct, frozen=True):
    """The record of the process that sweeps, and the time of its last sweep."""

    process: str
    at: Milliseconds


SWEEPS = collections.Collection("turn_sweep", SweepRecord)
OF_ALL = "all"
"""The name of the only document."""


class _Seen:
    """A match as the last sweeps have seen it."""

    __slots__ = ("head", "turns")

    def __init__(self, head: object) -> None:
        self.head = head
        self.turns: tuple[Turn, ...] | None = None
        """Its open turns; `None` if its log was not read since its newest entry."""


class TurnNotices:
    """Notifies absent players of their turns, and withdraws these notices. One process of a store does it at a
    time."""

    def __init__(
        self,
        documents: DocumentStore,
        matches: RunningMatches,
        seated: Callable[[], Mapping[MatchId, Collection[Seat]]],
    ) -> None:
        """Make the sweep. `seated` returns the seats with a connection in any process, by match."""
        self._documents = documents
        self._matches = matches
        self._seated = seated
        self._process = secrets.token_hex(8)
        self._seen: dict[MatchId, _Seen] = {}
        self._last = MatchId("")
        self._noticed_from = 0.0
        self._folds_left = 0
        self._sweeping = PeriodicTask()

    def start(self) -> None:
        """Start to sweep periodically."""
        work = repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="absent players are not told of their turns")
        self._sweeping.start(work)

    async def close(self) -> None:
        """Stop sweeping. Another process continues."""
        await self._sweeping.stop()

    async def sweep(self) -> None:
        """Look at all long turns once, unless another process does. Raises `Unavailable`."""
        now = await self._documents.now()
        if not await self._is_mine(now):
            self._seen.clear()
            return
        slow = self._next(await self._matches.slow(Milliseconds(now + MILLISECONDS_LEFT)))
        noticed = await self._documents.listed(NOTICED, most=MOST_LOOKED_AT, low=self._noticed_from)
        self._noticed_from = noticed[-1][1] if len(noticed) == MOST_LOOKED_AT else 0.0
        heads = await self._matches.heads(list(dict.fromkeys([*slow, *(_parts(member)[0] for member, _ in noticed)])))
        self._seen = {match: seen for match, seen in self._seen.items() if match in heads}
        self._folds_left = MOST_FOLDED
        for member, asked_at in noticed:
            await self._tend(self._withdraw_if_over(*_parts(member), asked_at, heads))
        open_already, seated = dict(noticed), self._seated()
        for match in slow:
            for turn in await self._open_turns(match, heads, now):
                is_here = turn.seat in seated.get(match, ())
                if not is_here and open_already.get(_member(match, turn.player)) != turn.asked_at:
                    await self._tend(self._notice_if_open(turn))

    async def _tend(self, work: Awaitable[None]) -> None:
        """Wait for the work on one notice. If others change the same inbox too often, the next sweep tries again."""
        try:
            await work
        except CommandRefused as refusing:
            _log.info("the notice of a turn is changed later", why=str(refusing))

    async def _open_turns(self, match: MatchId, heads: Mapping[MatchId, object], now: Milliseconds) -> Sequence[Turn]:
        """Return the turns of a match that have been open for a while, and still have time."""
        turns = await self._turns(match, heads[match], at_once=False) if match in heads else None
        return [
            turn
            for turn in turns or ()
            if turn.asked_at <= now - MILLISECONDS_OPEN and turn.until > now + MILLISECONDS_LEFT
        ]

    async def _withdraw_if_over(
        self, match: MatchId, player: PlayerId, asked_at: float, heads: Mapping[MatchId, object]
    ) -> None:
        if match not in heads:
            return  # a part of the store cannot be reached
        turns = await self._turns(match, heads[match], at_once=True)
        if turns is not None and not any((turn.player, turn.asked_at) == (player, asked_at) for turn in turns):
            await self._withdraw(match, player)

    async def _is_mine(self, now: Milliseconds) -> bool:
        """Return true if this process sweeps. Another one takes over when it has been silent for a while."""
        (lease,) = await SWEEPS.snapshots(self._documents, [OF_ALL])
        holder = lease.record
        is_recent = holder is not None and holder.at > now - 1000 * SECONDS_UNTIL_TAKEN_OVER
        if holder is not None and holder.process != self._process and is_recent:
            return False
        try:
            await self._documents.commit([lease.becomes(SweepRecord(self._process, now), 2 * SECONDS_UNTIL_TAKEN_OVER)])
        except Conflict:
            return False
        return True

    def _next(self, matches: Sequence[MatchId]) -> list[MatchId]:
        """Return the matches for this sweep: the next ones in the order of their ids."""
        if len(matches) <= MOST_LOOKED_AT:
            return list(matches)
        chosen = sorted(matches, key=lambda match: (match <= self._last, match))[:MOST_LOOKED_AT]
        self._last = chosen[-1]
        return chosen

    async def _notice_if_open(self, turn: Turn) -> None:
        """Commit the notice of an open turn, unless an earlier one is unread, or the player's account is gone."""
        member = _member(turn.match, turn.player)
        keys = [INBOXES.key(turn.player), ACCOUNTS.key(turn.player)]

        async def step() -> None:
            (document, account), noticed = await asyncio.gather(
                self._documents.read(keys), self._documents.number_of(NOTICED, member)
            )
            inbox = INBOXES.of(document) or EMPTY
            before = inbox.turn_in(turn.match)
            if account is None or noticed == turn.asked_at or (before is not None and int(before.id) > inbox.read):
                return
            now = await self._documents.now()
            notice = Notice(
                id=NO_ID, kind=NoticeKind.YOUR_TURN, at=now, match=turn.match, game=turn.game, until=turn.until
            )
            after = inbox.without_turn(turn.match).with_notice(notice)
            await self._documents.commit(
                [INBOXES.put(turn.player, document, after, SECONDS_KEPT), Unchanged(account.key, account.revision)],
                [IndexEntry(NOTICED, member, turn.asked_at)],
                notification(InboxesChanged((turn.player,))),
            )

        await again(step)

    async def _withdraw(self, match: MatchId, player: PlayerId) -> None:
        """Remove the notice of a turn that has ended from the inbox of its player."""

        async def step() -> None:
            (document,) = await self._documents.read([INBOXES.key(player)])
            inbox = INBOXES.of(document) or EMPTY
            after = inbox.without_turn(match)
            changes = [INBOXES.put(player, document, after, SECONDS_KEPT)] if after != inbox else []
            await self._documents.commit(changes, [IndexEntry(NOTICED, _member(match, player), None)])

        await again(step)

    async def _turns(self, match: MatchId, head: object, *, at_once: bool) -> tuple[Turn, ...] | None:
        """Return the open turns of a match; `None` if they are not known yet. The log is read once after each entry:
        at once, or when the match has stood still since the last sweep."""
        seen = self._seen.get(match)
        if seen is None or seen.head != head:
            seen = self._seen[match] = _Seen(head)
            if not at_once:
                return None
        if seen.turns is None and self._folds_left:
            self._folds_left -= 1
            seen.turns = await self._matches.turns(match)
        return seen.turns


def _member(match: MatchId, player: PlayerId) -> str:
    return f"{match}/{player}"


def _parts(member: str) -> tuple[MatchId, PlayerId]:
    match, _, player = member.rpartition("/")
    return MatchId(match), PlayerId(player)
