"""Processes on one store to which things happen at any of their calls: they die, or a call or its answer is lost."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexChange, Key, Unchanged
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.matchmaking.offers import OfferRecord
from quarterdeck_server.lobby.matchmaking.repository import MatchmakingRepository
from quarterdeck_server.lobby.matchmaking.rounds import MatchmakingRounds
from quarterdeck_server.lobby.matchmaking.service import Matchmaking
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.ratings.lookup import NoRatings
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.storage.redis.redis_store import RedisStore
from quarterdeck_server.store_errors import Unavailable

Answer = TypeVar("Answer")

FINE = "fine"
FATES = [FINE, "dies before", "dies after", "lost", "unanswered"]


class Died(BaseException):
    """The process has been killed: nothing of it runs any more."""


class Fate:
    """What becomes of a process at one of its next calls to the store."""

    def __init__(self) -> None:
        self.what = FINE
        self.after = 0
        self.is_dead = False
        self.struck = ""
        """At which call it was."""

    async def of(self, what_for: str, call: Callable[[], Awaitable[Answer]]) -> Answer:
        if self.is_dead:
            raise Died
        self.after -= 1
        what, self.what = (self.what, FINE) if self.after < 0 else (FINE, self.what)
        if what != FINE:
            self.struck = what_for
        if what in ("dies before", "lost"):
            self.is_dead = what != "lost"
            raise Unavailable("lost") if what == "lost" else Died
        answer = await call()
        if what == "unanswered":
            raise Unavailable("unanswered")
        if what == "dies after":
            self.is_dead = True
        if self.is_dead:  # now, or meanwhile in another task
            raise Died
        return answer


class FatefulDocuments:
    """The document store of a process to which things happen; its clock is moved by hand."""

    def __init__(self, documents: DocumentStore, fate: Fate, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._fate = fate
        self._now = now

    async def read(self, keys: Sequence[Key]) -> list[Document | None]:
        return await self._fate.of("read", lambda: self._documents.read(keys))

    async def commit(
        self, changes: Sequence[Change | Unchanged], indexed: Sequence[IndexChange] = (), news: bytes | None = None
    ) -> None:
        await self._fate.of(_step(changes), lambda: self._documents.commit(changes, indexed, news))

    async def listed(self, index: str, **options: Any) -> list[tuple[str, float]]:
        return await self._fate.of("listed", lambda: self._documents.listed(index, **options))

    async def count(self, index: str, **options: Any) -> int:
        return await self._fate.of("count", lambda: self._documents.count(index, **options))

    async def number_of(self, index: str, member: str) -> float | None:
        return await self._fate.of("number of", lambda: self._documents.number_of(index, member))

    async def numbers_of(self, index: str, members: Sequence[str]) -> list[float | None]:
        return await self._fate.of("numbers of", lambda: self._documents.numbers_of(index, members))

    async def now(self) -> Milliseconds:
        return self._now()

    def set_callbacks(self, received: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Nobody is told anything here: what is to be done has to be found."""


def _step(changes: Sequence[Change | Unchanged]) -> str:
    """Return which step of quick match a commit is: the stage of its offer, or what kinds of documents it changes."""
    for change in changes:
        if change.key.kind == "offer" and isinstance(change, Change) and change.body is not None:
            return f"offer {msgspec.json.decode(change.body, type=OfferRecord).stage}"
    return " ".join(sorted({change.key.kind for change in changes if isinstance(change, Change)})) or "told"


class FatefulDealer:
    """The matches of such a process."""

    def __init__(self, matches: Matches, fate: Fate) -> None:
        self._matches = matches
        self._fate = fate

    async def begin(self, opened: Opened) -> None:
        await self._fate.of("match begun", lambda: self._matches.begin(opened))

    async def is_over(self, match: Any) -> bool:
        return await self._fate.of("is it over", lambda: self._matches.is_over(match))


class Process:
    """One process's side of quick match."""

    def __init__(self, store: RedisStore, now: Callable[[], Milliseconds], chance: Chance) -> None:
        self.fate = Fate()
        dealer = FatefulDealer(Matches(GAMES, store.log, BOTS), self.fate)
        documents = FatefulDocuments(store.documents, self.fate, now)
        event_bus = EventBus(documents)
        tables_here = compose(GAMES, BOTS, documents, event_bus, dealer, now, Milliseconds(0))
        repository, eligibility = MatchmakingRepository(documents), EligibilityChecks(documents)
        pause = tables_here.repository.pause
        self.tables = tables_here.service
        foundation = LobbyFoundation(GAMES, documents, event_bus, now)
        self.matchmaking = Matchmaking(
            foundation, repository, tables_here.service, NoRatings(), eligibility, pause, chance
        )
        self.rounds = MatchmakingRounds(repository, self.matchmaking, eligibility, lambda game: "random", chance)
