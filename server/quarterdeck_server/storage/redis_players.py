"""Who has which session token, in Redis: a key each, which lives on whenever it is used."""

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.redis_line import Line


class RedisPlayers:
    """The players as every process reaches them."""

    def __init__(self, line: Line, lifetimes: Lifetimes) -> None:
        self._line = line
        self._lifetimes = lifetimes

    async def put(self, token_hash: str, player: bytes) -> None:
        """Keep who has this token."""
        await self._line.ask("SET", keys.player(token_hash), player, "EX", self._lifetimes.player)

    async def find(self, token_hash: str) -> bytes | None:
        """Give who has this token, and let it live on."""
        found: bytes | None = await self._line.ask("GETEX", keys.player(token_hash), "EX", self._lifetimes.player)
        return found
