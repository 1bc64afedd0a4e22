"""Quick match as one process serves it: its parts, wired by hand."""

import asyncio
import secrets
from collections.abc import Callable, Mapping

from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.known_of_players import Blocks, EverybodyIsNew, NobodyIsBlocked, Ratings
from quarterdeck_server.lobby.ledger import Ledger
from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.seekers_here import SeekersHere
from quarterdeck_server.lobby.seeking import Seeking
from quarterdeck_server.lobby.seeking_pages import Pages
from quarterdeck_server.lobby.waves import Waves


class QuickMatch:
    """What players do (`seeking`), what happens by itself (`waves`), and who is told of it (`here`)."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        ledger: Ledger,
        lobby: Lobby,
        now: Callable[[], Milliseconds],
        bot: str | None,
        ratings: Ratings | None = None,
        blocks: Blocks | None = None,
        chance: Chance = secrets,
    ) -> None:
        """`bot` is the house's bot that fills seats. Without `ratings` everybody is new, without `blocks` nobody is
        blocked."""
        self.now = now
        pages, blocked = Pages(ledger), blocks or NobodyIsBlocked()
        self.seeking = Seeking(games, pages, lobby, ratings or EverybodyIsNew(), blocked, now, chance)
        self.here = SeekersHere(pages, lobby, now)
        self.waves = Waves(pages, self.seeking, blocked, bot, chance)
        self._running: asyncio.Task[None] | None = None

    def start(self, *, waves: bool = True) -> None:
        """Begin to tell players of their tickets, and unless told otherwise to take part in the waves."""
        self.here.start()
        if waves:
            self._running = asyncio.ensure_future(self.waves.run())

    async def close(self) -> None:
        """End what `start` began."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self.here.close()
