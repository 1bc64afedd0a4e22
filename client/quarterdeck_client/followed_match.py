"""A match as a client follows it: from its seat, or as a spectator. It holds no rules, only what it was told last."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence

from msgspec import Raw
from quarterdeck_protocol.messages import Act, RawUpdate, Resign, Result, Update
from quarterdeck_protocol.names import Epoch, MatchId, Seat, Version
from quarterdeck_protocol.open_choices import with_complete_choices
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.standings import Rated

from quarterdeck_client.answers import Ask, answered
from quarterdeck_client.errors import ClientError, RefusedError

MOST_UPDATES_WAITING = 256
"""How many updates are kept for whoever reads them late; older ones are let go, for each stands alone."""

Order = tuple[Epoch, Version]
"""Of two updates the one that is higher in this is the newer. A store may forget: then versions are lower in a higher
epoch."""

NEVER: Order = (Epoch(0), Version(-1))

PASSED = frozenset({RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN, RefusalCode.MATCH_OVER})


def order_of(update: RawUpdate) -> Order:
    """Return where an update stands among those of its match."""
    return update.epoch, update.version


class Turn:
    """A moment in which the seat is asked for an action."""

    def __init__(self, seated: "FollowedMatch", update: RawUpdate) -> None:
        self._seated = seated
        self.update = update

    @property
    def choices(self) -> Sequence[Raw]:
        """What may be done, each a complete action, as JSON in the game's own shape; at least one."""
        return self.update.choices

    async def act(self, action: Raw | bytes) -> bool:
        """Act, and return whether it was done: `False` if the moment has passed, because time ran out or others were
        faster. Raises `RefusedError` for what is not allowed, `LostError`."""
        return await self._seated.act(action, self.update.version, self.update.epoch)


class FollowedMatch:
    """A match that this client follows."""

    def __init__(self, ask: Ask, first: RawUpdate) -> None:
        self._ask = ask
        self.latest = first = with_complete_choices(first)
        self._waiting: deque[RawUpdate] = deque([first], maxlen=MOST_UPDATES_WAITING)
        self._news = asyncio.Event()
        self._news.set()
        self._rated: asyncio.Future[Rated] = asyncio.get_running_loop().create_future()
        self._lost: ClientError | None = None
        self._acted_at: Order = NEVER

    @property
    def match(self) -> MatchId:
        """Which match this is; it stays the same."""
        return self.latest.match

    @property
    def seat(self) -> Seat | None:
        """One's own seat; `None` for a spectator."""
        return self.latest.seat

    @property
    def result(self) -> Result | None:
        """How the match ended, once it has."""
        return self.latest.result

    async def updates(self) -> AsyncIterator[RawUpdate]:
        """Return every update that has not been given yet, until the match has ended. Raises `LostError`,
        `GoneError`."""
        while True:
            while self._waiting:
                update = self._waiting.popleft()
                yield update
                if update.result is not None:
                    return
            await self._next()

    async def turns(self) -> AsyncIterator[Turn]:
        """Return a turn whenever the seat is asked for an action, until the match has ended.

        Raises `LostError`, `GoneError`.
        """
        while self.latest.result is None:
            if self.latest.choices and order_of(self.latest) > self._acted_at:
                self._acted_at = order_of(self.latest)
                yield Turn(self, self.latest)
            else:
                await self._next()

    async def act(self, action: Raw | bytes, seen: Version, epoch: Epoch | None = None) -> bool:
        """Do one of the choices of the update with version `seen` in this epoch, and return whether it was done."""
        command = Act(match=self.match, seen=seen, epoch=epoch, action=Raw(bytes(action)))
        try:
            await answered(self._ask, command, Update)
        except RefusedError as refused:
            if refused.code in PASSED:
                return False
            raise
        return True

    async def resign(self) -> None:
        """Leave the match for good. Raises `RefusedError`, `LostError`."""
        await answered(self._ask, Resign(match=self.match), Update)

    async def rated(self) -> Rated:
        """Return what the match has meant for one's own rating, or why nothing; it is told after the match has ended,
        to those who have played. Raises `LostError`."""
        return await asyncio.shield(self._rated)

    def tell_rated(self, rated: Rated) -> None:
        """Take in what the match has meant."""
        if not self._rated.done():
            self._rated.set_result(rated)

    def tell(self, update: RawUpdate) -> None:
        """Take an update in; an older one, as may come after a reconnect, is let go."""
        if order_of(update) > order_of(self.latest):
            update = with_complete_choices(update)
            self.latest = update
            self._waiting.append(update)
            self._news.set()

    def stand_at(self, update: RawUpdate) -> None:
        """Take in how the match stands in the log, as it was asked for after a reconnect. If that is less than was told
        before, the store has forgotten the rest, and so has everybody else."""
        if (order_of(update), update.link) != (order_of(self.latest), self.latest.link):
            update = with_complete_choices(update)
            self.latest, self._acted_at = update, NEVER
            self._waiting.append(update)
            self._news.set()

    def fail(self, error: ClientError) -> None:
        """Take in that nothing will be told any more."""
        self._lost = error
        self._news.set()
        if not self._rated.done():
            self._rated.set_exception(error)
            self._rated.exception()  # mostly nobody waits for it

    async def _next(self) -> None:
        if self._lost is not None:
            raise self._lost
        self._news.clear()
        await self._news.wait()
