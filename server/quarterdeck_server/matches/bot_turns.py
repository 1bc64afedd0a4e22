"""Searches of the bots in one match. Each bot starts its search as soon as the match waits for its decision, and acts
within the clock of its seat.

The search is started by the process that wrote the log entry which asks for the decision, and by each process that
opens the match. The result depends only on the position and the match's seed. So all processes compute the same action,
and the log accepts one of them. If the seat's clock runs out first, the process that notices it plays a quick action.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import structlog
from msgspec import Raw
from quarterdeck_protocol.names import Milliseconds, PlayerId, Seat
from quarterdeck_protocol.open_choices import field_left_open

from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Bot, BotActing, Question, question_to
from quarterdeck_server.search_position import CLOCKS, SearchPosition, key_of_bots, key_of_decision, position_of

_log = structlog.get_logger()


class Searches(Protocol):
    """Interface to the pool in which this process runs the searches of its bots."""

    def prepare(self) -> None:
        """Prepare the search processes: a bot will soon need a search."""
        ...

    async def think(
        self, level: str, position: SearchPosition, seconds: float, people: Sequence[PlayerId]
    ) -> Raw | None:
        """Return the action that a bot of this level chooses within this number of seconds; `None` if no search is
        possible."""
        ...


class BotTurns:
    """The searches of the bots of one match. Use `look`, `forget` and `close`."""

    __slots__ = ("_bots", "_levels", "_now", "_searches", "_submit", "_turns")

    def __init__(
        self,
        record: Record,
        bots: Mapping[str, Bot],
        searches: Searches | None,
        now: Callable[[], Milliseconds],
        submit: Callable[[BotActing], None],
    ) -> None:
        self._levels: dict[Seat, str] = {}
        for seat, player in zip(record.seats, record.players, strict=True):
            if player.bot is not None and player.bot in CLOCKS:
                self._levels[seat] = player.bot
        self._bots = bots
        self._searches = searches
        self._now = now
        self._submit = submit
        self._turns: dict[Seat, tuple[Question, asyncio.Task[None]]] = {}
        """For each bot, the newest decision that it was asked for, and the task that searches for the answer. The task
        may be done."""

        if self._levels and searches is not None and record.result is None:
            searches.prepare()

    @property
    def are_thinking(self) -> bool:
        """True if any bot of this match is searching."""
        return any(not turn.done() for _, turn in self._turns.values())

    def update(self, record: Record, *, begins: bool) -> None:
        """Cancel searches for decisions that are no longer open. With `begins`, start searches for the decisions that
        bots have to make now."""
        for seat, level in self._levels.items():
            question = question_to(record, seat)
            asked, turn = self._turns.get(seat, (None, None))
            if turn is not None and asked != question:
                turn.cancel()
                del self._turns[seat]
            if begins and question is not None and asked != question and level in self._bots:
                self._turns[seat] = question, asyncio.ensure_future(self._play(record, seat, level, question))

    def forget(self) -> None:
        """Cancel all searches of the bots, without waiting for their end."""
        for _, turn in self._turns.values():
            turn.cancel()

    async def close(self) -> None:
        """Cancel all searches of the bots, and wait until they have ended."""
        self.forget()
        await asyncio.gather(*[turn for _, turn in self._turns.values()], return_exceptions=True)

    async def _play(self, record: Record, seat: Seat, level: str, question: Question) -> None:
        not_before = record.clocks[seat].asked_at + record.opened.bot_delay
        try:
            answer = await self._answer(record, seat, level, question)
        except Exception as error:
            _log.error(
                "a bot cannot search", match=record.opened.match, version=record.version, traceback=frames_of(error)
            )
            answer = None
        await asyncio.sleep((not_before - self._now()) / 1000)
        self._submit(BotActing(seat, self._bots[level], question, answer))

    async def _answer(self, record: Record, seat: Seat, level: str, question: Question) -> Raw | None:
        """Return the action that a bot's search has found; `None` if there is no decision any more, or no time for a
        search."""
        offered, until = record.choices[seat], record.until[seat]
        if self._searches is None or until is None or (len(offered) == 1 and field_left_open(offered[0]) is None):
            return None
        key = key_of_decision(
            key_of_bots(bytes.fromhex(record.opened.seed), record.opened.match), seat, question.epoch, question.asked_at
        )
        position = position_of(record.game, record.state, seat, len(record.seats), key)
        if position is None:
            return None
        people = [player.id for player in record.players if player.bot is None]
        return await self._searches.think(level, position, (until - self._now()) / 1000, people)
