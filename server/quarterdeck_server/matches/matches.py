"""All matches that this process holds: `begin` · `open` · `transcript` · `start` · `close`.

A match is opened when somebody asks for it and let go when nobody does. Holding one costs the others nothing and gives
no right to it: other processes may hold it too.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import structlog
from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.transcript import Opened, Transcript, TranscriptEntry

from quarterdeck_server.matches.chain import commitment_to
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.log import MatchLog, Stamped
from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.record import Record, opened_by, opening_entry, record_of, with_card_sets
from quarterdeck_server.matches.submissions import Bot
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Conflict, Unavailable

SECONDS_BETWEEN_SWEEPS = 1.0
SECONDS_IDLE_BEFORE_CLOSING = 30.0
MOST_DUE_AT_ONCE = 200
MILLISECONDS_QUIET = 2_000
"""How long a match has had no entry before a sweep asks whether one was missed; the next entry shows a gap sooner."""

_log = structlog.get_logger()

Ended = Callable[[Record], None]


class Matches:
    """The matches that this process holds."""

    def __init__(
        self, games: Mapping[str, AnyGame], log: MatchLog, bots: Mapping[str, Bot], *, runs_clocks: bool = True
    ) -> None:
        """`runs_clocks` says whether the clocks of all matches in the store are run here, or only of those held."""
        self.clock = StoreClock()
        self._games = games
        self.runs_clocks = runs_clocks
        self._entries = log
        self._bots = bots
        self._open: dict[MatchId, Match] = {}
        self._opening: dict[MatchId, asyncio.Task[Match]] = {}
        self._heard_while_opening: set[MatchId] = set()
        self._hopeless: set[MatchId] = set()
        self._idle_since: dict[MatchId, float] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._when_ended: list[Ended] = []
        log.listen(self._heard, self._missed)

    @property
    def held(self) -> int:
        """How many matches this process holds now."""
        return len(self._open)

    def when_ended(self, ended: Ended) -> None:
        """Call this when a match that is held here has come to its end, or turns out to have when it is opened."""
        self._when_ended.append(ended)

    async def begin(self, opened: Opened) -> None:
        """Open a match: shuffle, deal and store its first entry. Doing it twice does it once. Raises `Unavailable`."""
        game = self._games[opened.game]
        record = Record(with_card_sets(opened, game), game)
        entry = opening_entry(record)
        foreseen = record.foresee(entry)
        over = foreseen.result is not None
        try:
            stored = record.codec.stored(entry)
            await self._entries.append(opened.match, entry.version, stored, foreseen.deadline, over=over)
        except Conflict:
            _log.info("the match had begun already", match=opened.match)

    async def open(self, match: MatchId) -> Match:
        """Give a match. Raises `Refusing` if there is none, `Unavailable`."""
        held = self._open.get(match)
        if held is not None:
            return held
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.ensure_future(self._read(match))
            opening.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(opening)

    async def transcript(self, match: MatchId) -> Transcript:
        """Give the whole log of a finished match. Raises `Refusing` if there is none or it goes on, `Unavailable`."""
        stored = await self._entries.read(match)
        record = self._begun(match, stored)
        links = [record.link.hex()]
        for stamped in stored[1:]:
            record.read(stamped)
            links.append(record.link.hex())
        if record.result is None:
            raise Refusing(Refusal.NOT_OVER_YET, "This match is still being played; its seed is secret until it ends.")
        return Transcript(
            match=match,
            game=record.opened.game,
            commitment=commitment_to(bytes.fromhex(record.opened.seed)),
            entries=tuple(
                TranscriptEntry(entry=stamped.entry.decode(), at=stamped.at, link=link)
                for stamped, link in zip(stored, links, strict=True)
            ),
            result=record.result,
        )

    async def fold(self, match: MatchId) -> Record:
        """Fold a match as it stands, without holding it. Raises `Refusing` if there is none or it cannot be opened
        here, `Unavailable`, and whatever comes of a log that cannot be folded."""
        stored = await self._entries.read(match)
        record = self._begun(match, stored)
        for stamped in stored[1:]:
            record.read(stamped)
        return record

    async def opening(self, match: MatchId) -> tuple[Opened, Sequence[Stamped]]:
        """Give what a match began with and its log, whether that can be folded or not. Raises `Refusing` if there is
        none, `Unavailable`."""
        stored = await self._entries.read(match)
        if not stored:
            raise _unknown(match)
        return opened_by(stored[0]), stored

    async def is_over(self, match: MatchId) -> bool:
        """Whether this match has ended, or is not there any more. Raises `Unavailable`."""
        try:
            return (await self.open(match)).record.result is not None
        except Refusing as refusing:
            return refusing.code is Refusal.UNKNOWN_MATCH

    def start(self) -> None:
        """Begin to run the clocks of all matches in the store, with every other process that does the same."""
        self._sweeping = asyncio.ensure_future(self._sweep_for_ever())

    async def close(self) -> None:
        """End what `start` and `open` have started."""
        tasks: list[asyncio.Task[Match] | asyncio.Task[None]] = list(self._opening.values())
        if self._sweeping is not None:
            tasks.append(self._sweeping)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for match in self._open.values():
            await match.close()
        self._open.clear()

    async def sweep(self) -> None:
        """Look once at all that may be late: clocks that have run out, entries unheard, matches nobody follows."""
        now = await self._entries.now()
        self.clock.told(now)
        if self.runs_clocks:
            await self._run_clocks()
        quiet = [match for match, held in self._open.items() if held.record.at < now - MILLISECONDS_QUIET]
        versions = await self._entries.versions(quiet)
        for match, version in versions.items():
            held = self._open.get(match)
            if held is not None and version > held.record.version:
                held.catch_up()
        await self._close_idle()

    async def _run_clocks(self) -> None:
        for due in await self._entries.due(MOST_DUE_AT_ONCE + len(self._hopeless)):
            if due not in self._hopeless:
                await self._run_clock_of(due)

    async def _sweep_for_ever(self) -> None:
        is_away = False
        while True:
            try:
                await self.sweep()
                if is_away:
                    _log.warning("the store is back; clocks go on")
                is_away = False
            except Unavailable:
                if not is_away:
                    _log.warning("the store cannot be reached; clocks stand still")
                is_away = True
            except Exception:
                _log.exception("the sweep failed")
            await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)

    async def _run_clock_of(self, match: MatchId) -> None:
        """Play for whoever is late in a match. One that cannot be opened must not stand in the way of the others."""
        try:
            (await self.open(match)).run_clock()
        except Unavailable:
            raise
        except Refusing as refusing:
            self._hopeless.add(match)
            _log.warning("a match is due that cannot be opened here", match=match, why=str(refusing))
        except Exception:
            self._hopeless.add(match)
            _log.exception("a match is due that cannot be folded", match=match)

    async def _close_idle(self) -> None:
        now = time.monotonic()
        for match, held in list(self._open.items()):
            if not held.is_idle:
                self._idle_since.pop(match, None)
            elif now - self._idle_since.setdefault(match, now) > SECONDS_IDLE_BEFORE_CLOSING:
                await self._let_go(match, held)

    async def _let_go(self, match: MatchId, held: Match) -> None:
        with suppress(Unavailable):  # what the store knows of it has a limited lifetime
            await self._entries.unfollow(match)
        self._idle_since.pop(match)
        if held.is_idle:
            del self._open[match]
            await held.close()
        else:  # somebody has come for it meanwhile
            await self._entries.follow(match)
            held.catch_up()

    async def _read(self, match: MatchId) -> Match:
        if not self.clock.is_right:
            self.clock.told(await self._entries.now())
        await self._entries.follow(match)  # first this, then the log: what comes between is heard
        try:
            stored = await self._entries.read(match)
            record = self._begun(match, stored)
            for stamped in stored[1:]:
                record.read(stamped)
        except BaseException:
            self._heard_while_opening.discard(match)
            with suppress(Unavailable):
                await self._entries.unfollow(match)
            raise
        held = Match(record, self._entries, self._bots, self.clock.now, self._match_ended)
        self._open[match] = held
        if match in self._heard_while_opening:
            self._heard_while_opening.discard(match)
            held.catch_up()
        held.run_clock()
        if record.result is not None:
            self._match_ended(record)
        return held

    def _begun(self, match: MatchId, stored: Sequence[Stamped]) -> Record:
        """Give the record of a match with its first entry taken in. Raises `Refusing` if there is none."""
        if not stored:
            raise _unknown(match)
        try:
            return record_of(self._games, stored[0])
        except LookupError as error:
            text = f"This server cannot open the match: {error}."
            raise Refusing(Refusal.UNKNOWN_GAME, text, "$.match") from error

    def _heard(self, match: MatchId, stamped: Stamped) -> None:
        held = self._open.get(match)
        if held is None:
            if match in self._opening:
                self._heard_while_opening.add(match)
            return
        try:
            held.heard(stamped)
        except Exception:
            _log.exception("an entry cannot be folded", match=match, version=stamped.version)

    def _missed(self) -> None:
        self._heard_while_opening.update(self._opening)
        for held in self._open.values():
            held.catch_up()

    def _match_ended(self, record: Record) -> None:
        for ended in self._when_ended:
            ended(record)


def _unknown(match: MatchId) -> Refusing:
    return Refusing(Refusal.UNKNOWN_MATCH, f"There is no match `{match}`, or not any more.", "$.match")
