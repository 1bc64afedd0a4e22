"""Quotas of each address and each player for requests that cost the server more than a frame.

Each process has its own counts. So counting needs no request to the store, and an attack does not load it. At worst,
several processes together allow a multiple of the quota. Limits that must apply everywhere (wrong passwords, chat
messages of a player) are counted in the store.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import msgspec
from quarterdeck_protocol.limits import Quota, QuotaCode, QuotaHolder
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.flood_control import too_many
from quarterdeck_server.web.rate_limit.bucket import Bucket

MOST_REMEMBERED = 100_000

CONNECT = Quota(code=QuotaCode.CONNECTIONS, per=QuotaHolder.ADDRESS, at_once=600, per_minute=300)
NEW_GUEST = Quota(code=QuotaCode.NEW_GUESTS, per=QuotaHolder.ADDRESS, at_once=120, per_minute=60)
TAKE_UP = Quota(code=QuotaCode.TOKEN_SIGN_INS, per=QuotaHolder.ADDRESS, at_once=600, per_minute=120)
SIGN_IN = Quota(code=QuotaCode.PASSWORD_CHECKS, per=QuotaHolder.ADDRESS, at_once=10, per_minute=10)
REGISTER = Quota(code=QuotaCode.REGISTRATIONS, per=QuotaHolder.ADDRESS, at_once=5, per_minute=1)
OPEN_TABLE = Quota(code=QuotaCode.TABLES_OPENED, per=QuotaHolder.PLAYER, at_once=40, per_minute=20)
OPEN_TABLE_FROM = Quota(code=QuotaCode.TABLES_OPENED, per=QuotaHolder.ADDRESS, at_once=160, per_minute=60)
"""Quota of opened tables. Each match that begins leaves data for a month, even if it ends soon, and guests are easily
made.
"""

SEEK = Quota(code=QuotaCode.TICKETS, per=QuotaHolder.PLAYER, at_once=30, per_minute=20)
SEEK_FROM = Quota(code=QuotaCode.TICKETS, per=QuotaHolder.ADDRESS, at_once=240, per_minute=120)
ENTER = Quota(code=QuotaCode.TABLE_KEYS, per=QuotaHolder.ADDRESS, at_once=60, per_minute=60)
LIST = Quota(code=QuotaCode.TABLE_LISTS, per=QuotaHolder.ADDRESS, at_once=120, per_minute=120)
DEVICE_CODES = Quota(code=QuotaCode.DEVICE_CODES, per=QuotaHolder.PLAYER, at_once=10, per_minute=5)
DEVICE_CODES_FROM = Quota(code=QuotaCode.DEVICE_CODES, per=QuotaHolder.ADDRESS, at_once=40, per_minute=20)
"""A guess at a code of 34 bits, which is valid for ten minutes."""

READ_DECK = Quota(code=QuotaCode.DECK_READS, per=QuotaHolder.ADDRESS, at_once=120, per_minute=120)
CHARACTERS_UNCOUNTED = 2_000
"""An accepted deck that is written in so many characters takes no read: it costs no more than any other frame."""

HTTP = Quota(code=QuotaCode.HTTP_REQUESTS, per=QuotaHolder.ADDRESS, at_once=300, per_minute=300)
TRANSCRIPT = Quota(code=QuotaCode.TRANSCRIPTS, per=QuotaHolder.ADDRESS, at_once=60, per_minute=60)
REPLAY = Quota(code=QuotaCode.REPLAYS, per=QuotaHolder.ADDRESS, at_once=60, per_minute=30)
REPLAY_FILE = Quota(code=QuotaCode.TRANSCRIPT_REPLAYS, per=QuotaHolder.ADDRESS, at_once=20, per_minute=10)
FINISHED_MATCH = Quota(code=QuotaCode.FINISHED_MATCHES, per=QuotaHolder.PLAYER, at_once=60, per_minute=30)
FINISHED_MATCH_FROM = Quota(code=QuotaCode.FINISHED_MATCHES, per=QuotaHolder.ADDRESS, at_once=240, per_minute=120)
"""Each is read from its log or its archive, and held for a while after its last follower."""

SEATS = Quota(code=QuotaCode.SEAT_LISTS, per=QuotaHolder.PLAYER, at_once=30, per_minute=30)
KEPT_DECKS = Quota(code=QuotaCode.KEPT_DECKS, per=QuotaHolder.PLAYER, at_once=120, per_minute=60)
COLLECTION = Quota(code=QuotaCode.COLLECTION, per=QuotaHolder.PLAYER, at_once=300, per_minute=240)
TRADE = Quota(code=QuotaCode.TRADES, per=QuotaHolder.PLAYER, at_once=60, per_minute=30)
TRADE_OFFERS = Quota(code=QuotaCode.TRADE_OFFERS, per=QuotaHolder.PLAYER, at_once=100, per_minute=1)
"""Quota of trade offers. Each trade leaves data for months or for ever, so it is counted in the store: once for a
player, their bots and all processes.
"""

TRADE_LIST = Quota(code=QuotaCode.TRADE_LISTS, per=QuotaHolder.PLAYER, at_once=120, per_minute=120)
WISHES = Quota(code=QuotaCode.WISHES, per=QuotaHolder.PLAYER, at_once=120, per_minute=60)
TRADER_SEARCH = Quota(code=QuotaCode.TRADER_SEARCHES, per=QuotaHolder.PLAYER, at_once=20, per_minute=10)
"""Quota of searches for traders. A client that requests every card reads the free copies of all players who can be
found.
"""

NOTICES = Quota(code=QuotaCode.NOTICES, per=QuotaHolder.PLAYER, at_once=120, per_minute=120)
CHALLENGES = Quota(code=QuotaCode.CHALLENGES, per=QuotaHolder.PLAYER, at_once=60, per_minute=60)
FOLLOWING = Quota(code=QuotaCode.FOLLOWING, per=QuotaHolder.PLAYER, at_once=60, per_minute=60)
PRIVATE_MESSAGES = Quota(code=QuotaCode.PRIVATE_MESSAGES, per=QuotaHolder.PLAYER, at_once=120, per_minute=120)
TOURNAMENTS = Quota(code=QuotaCode.TOURNAMENTS, per=QuotaHolder.PLAYER, at_once=120, per_minute=120)
CLUBS = Quota(code=QuotaCode.CLUBS, per=QuotaHolder.PLAYER, at_once=60, per_minute=60)
TOURNAMENTS_FROM = Quota(code=QuotaCode.TOURNAMENTS, per=QuotaHolder.ADDRESS, at_once=120, per_minute=120)
"""Each answer is folded from the log of a tournament."""

EXPORT = Quota(code=QuotaCode.EXPORTS, per=QuotaHolder.PLAYER, at_once=3, per_minute=1)
SAY = Quota(code=QuotaCode.CHAT_LINES, per=QuotaHolder.PLAYER, at_once=8, per_minute=30)
SAY_FROM = Quota(code=QuotaCode.CHAT_LINES, per=QuotaHolder.ADDRESS, at_once=60, per_minute=120)
"""A player at the limit could continue as a new guest."""

REPORT = Quota(code=QuotaCode.REPORTS, per=QuotaHolder.PLAYER, at_once=5, per_minute=1)
REPORT_FROM = Quota(code=QuotaCode.REPORTS, per=QuotaHolder.ADDRESS, at_once=20, per_minute=5)

QUOTAS = (
    CONNECT,
    NEW_GUEST,
    TAKE_UP,
    SIGN_IN,
    REGISTER,
    OPEN_TABLE,
    OPEN_TABLE_FROM,
    SEEK,
    SEEK_FROM,
    ENTER,
    LIST,
    DEVICE_CODES,
    DEVICE_CODES_FROM,
    READ_DECK,
    HTTP,
    TRANSCRIPT,
    REPLAY,
    REPLAY_FILE,
    FINISHED_MATCH,
    FINISHED_MATCH_FROM,
    SEATS,
    KEPT_DECKS,
    COLLECTION,
    TRADE,
    TRADE_OFFERS,
    TRADE_LIST,
    WISHES,
    TRADER_SEARCH,
    NOTICES,
    CHALLENGES,
    FOLLOWING,
    PRIVATE_MESSAGES,
    TOURNAMENTS,
    CLUBS,
    TOURNAMENTS_FROM,
    EXPORT,
    SAY,
    SAY_FROM,
    REPORT,
    REPORT_FROM,
)


class Left(NamedTuple):
    """The remaining number of requests of a quota."""

    code: QuotaCode
    most: int
    left: int
    seconds: int
    """Seconds until the quota is full again."""

    window: int
    """Number of seconds until an empty quota is full again."""


class Quotas:
    """The remaining quotas of all players and addresses in this process."""

    def __init__(
        self,
        quotas: Sequence[Quota] = QUOTAS,
        now: Callable[[], float] = time.monotonic,
        times: Callable[[str], int] = lambda _: 1,
    ) -> None:
        """Make the quotas of a process. `times` returns a factor by which the quotas of an address are multiplied."""
        self.quotas = tuple(quotas)
        """The quotas that apply here; others are unlimited."""

        self.times = times
        self.now = now
        """The clock of all rate limits, also of the frames of a connection; in seconds."""

        self._buckets: OrderedDict[tuple[QuotaCode, str], Bucket] = OrderedDict()

    @property
    def remembered(self) -> int:
        """Number of buckets."""
        return len(self._buckets)

    def take(self, quota: Quota, holder: str) -> None:
        """Count one request against a holder's quota. Raises `CommandRefused` if nothing is left."""
        if quota not in self.quotas:
            return
        raised = self._raised(quota, holder)
        bucket = self._bucket(raised, holder)
        if not bucket.take(self.now()):
            raise too_many(raised, bucket.until_one)

    def give_back(self, quota: Quota, holder: str) -> None:
        """Give back one counted request, because the work did not count after all."""
        if quota in self.quotas:
            self._bucket(self._raised(quota, holder), holder).give_back()

    @contextmanager
    def taking(self, quota: Quota, holder: str) -> Iterator[None]:
        """Count one request against a holder's quota for the work in this context. Raises `CommandRefused` if nothing
        is left. If the work is refused for another reason, the refusal has the number left."""
        self.take(quota, holder)
        try:
            yield
        except CommandRefused as refusing:
            left = self.left(quota, holder)
            if left is not None:
                refusing.remaining = left.left if refusing.remaining is None else min(left.left, refusing.remaining)
            raise

    @contextmanager
    def judging(self, holder: str, *decks: str | None) -> Iterator[None]:
        """Carry out a command with decks, if the holder's quota for reading decks is not used up. One read is counted
        if a deck is refused, or if its text is longer than that of a sixty-card deck. Raises `CommandRefused` if
        nothing is left, before any deck is read (decision 90)."""
        left = self.left(READ_DECK, holder) if any(deck is not None for deck in decks) else None
        if left is not None and left.left < 1:
            raised = self._raised(READ_DECK, holder)
            raise too_many(raised, self._bucket(raised, holder).until_one)
        counts = any(deck is not None and len(deck) > CHARACTERS_UNCOUNTED for deck in decks)
        try:
            yield
        except CommandRefused as refusing:
            counts = counts or refusing.code is RefusalCode.BAD_DECK
            raise
        finally:
            if left is not None and counts:
                with suppress(CommandRefused):
                    self.take(READ_DECK, holder)

    def left(self, quota: Quota, holder: str) -> Left | None:
        """Return the rest of a holder's quota; `None` if there is no such quota here."""
        if quota not in self.quotas:
            return None
        raised = self._raised(quota, holder)
        left = self._bucket(raised, holder).left(self.now())
        seconds = 60 / raised.per_minute
        until_full, window = math.ceil((raised.at_once - left) * seconds), math.ceil(raised.at_once * seconds)
        return Left(quota.code, raised.at_once, int(left), until_full, window)

    def _raised(self, quota: Quota, holder: str) -> Quota:
        """Return the quota that applies to a holder, with the factor of its address."""
        times = self.times(holder) if quota.per is QuotaHolder.ADDRESS else 1
        if times == 1:
            return quota
        at_once, per_minute = quota.at_once * times, quota.per_minute * times
        return msgspec.structs.replace(quota, at_once=at_once, per_minute=per_minute)

    def _bucket(self, quota: Quota, holder: str) -> Bucket:
        key = (quota.code, holder)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(quota.per_minute / 60, quota.at_once)
            if len(self._buckets) > MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
