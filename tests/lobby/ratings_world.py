"""One process of a lobby in which matches are settled, on either store, with a document store that can go wrong."""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import Any

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.ratings.documents import out_of_ladders
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch
from quarterdeck_server.lobby.ratings.notifications import MatchSettled
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Unavailable
from quick_passwords import quick_passwords

PASSWORD = "a long walk by the sea"
TINY, DECK = GameName("tiny"), GameName("density-deck")
NOON = 1_800_000_000_000


async def _out_of_ladders(player: PlayerId) -> ExtraWrites:
    return out_of_ladders(player, GAMES)


class Fate(Enum):
    """What becomes of the next commit."""

    KEPT = auto()
    LOST = auto()
    """Not carried out: `Unavailable`."""

    UNANSWERED = auto()
    """Carried out, but the answer is lost: `Unavailable`."""


class Shaky:
    """A document store whose commits go wrong when told to; everything else is the real one's."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.fates: list[Fate] = []
        self.before_commit: Callable[[], Awaitable[object]] | None = None
        """Done once, between the reading and the next commit."""

        self.commits = 0
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    async def read(self, keys: Any) -> Any:
        self.reads += 1
        return await self._documents.read(keys)

    async def commit(self, *what: Any) -> None:
        fate = self.fates.pop(0) if self.fates else Fate.KEPT
        before, self.before_commit = self.before_commit, None
        if before is not None:
            await before()
        if fate is Fate.LOST:
            raise Unavailable("lost")
        await self._documents.commit(*what)
        self.commits += 1
        if fate is Fate.UNANSWERED:
            raise Unavailable("unanswered")


class World:
    """One process."""

    def __init__(self, store: Store) -> None:
        self.documents = Shaky(store.documents)
        self.settling = Settlement(self.documents)
        self.players = Players(store.documents, quick_passwords(), leaving=_out_of_ladders)
        self.bot_accounts = BotAccounts(store.documents, self.players)
        self.standings = Standings(GAMES, self.documents, self.players, store.log.versions)
        self.heard: list[MatchSettled] = []
        EventBus(store.documents).subscribe(MatchSettled, self.heard.append)

    async def guest(self) -> Player:
        identity, _ = await self.players.welcome(None)
        return identity.player

    async def person(self, name: str) -> Player:
        """Make somebody with an account."""
        guest = await self.guest()
        await self.players.register(guest.id, name, PASSWORD)
        return Player(id=guest.id, name=name, kind=PlayerKind.PERSON)

    async def somebody(self) -> Player:
        """Make somebody with an account, of whatever name."""
        guest = await self.guest()
        name = "Somebody " + guest.id.translate(str.maketrans("0123456789", "ghjkmpqtvw"))
        await self.players.register(guest.id, name, PASSWORD)
        return Player(id=guest.id, name=name, kind=PlayerKind.PERSON)

    async def bot(self, owner: Player, name: str) -> Player:
        """Make a player's bot."""
        await self.bot_accounts.make_bot(owner.id, name)
        account = await self.players.named(name)
        assert account is not None
        return account.player

    async def play(self, name: str, players: Sequence[Player], places: Sequence[int], **more: Any) -> None:
        """Settle a match."""
        await self.settling.settle(finished(name, players, places, **more))


def finished(name: str, players: Sequence[Player], places: Sequence[int], at: int = NOON, **more: Any) -> FinishedMatch:
    """Return a rated match that ended at this time."""
    usual = FinishedMatch(
        match=MatchId(name),
        game=TINY,
        players=tuple(players),
        rated=True,
        result=Result(places=tuple(places), reason="end"),
        began=Milliseconds(at - 60_000),
        ended=Milliseconds(at),
        entries=20,
        acted=tuple(9 for _ in players),
    )
    return msgspec.structs.replace(usual, **more)
