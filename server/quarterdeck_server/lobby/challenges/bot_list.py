"""The list of players' bots that take challenges. Each declares its games, and its number of matches at a time."""

from collections.abc import Callable, Mapping

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.social.challenges import Bots, DeclareBot, ListedBot
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.challenges.challenge_acceptance import game_of
from quarterdeck_server.lobby.challenges.challenge_records import CHALLENGERS, NEW, BotRecord
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.moderation.eligibility import NO_PLAYERS, EligibilityChecks

DECLARED = "declared_bots"
"""Name of the index of listed bots, by the time of their declaration."""

MOST_READ = 500
MOST_SHOWN = 100


class BotList:
    """The listed bots of all players. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, games: Mapping[str, AnyGame], now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._games = games
        self._eligibility = EligibilityChecks(documents)
        self._now = now

    async def declare(self, player: PlayerId, message: DeclareBot) -> Bots:
        """Store what a bot plays. Without games it is not listed any more."""
        games = tuple(dict.fromkeys(message.games))
        for game in games:
            game_of(game, self._games)

        async def step() -> Bots:
            now = self._now()
            permit = await self._eligibility.of([player], now)
            bot = permit.playing.get(player)
            if bot is None or bot.kind is not PlayerKind.BOT:
                raise CommandRefused(RefusalCode.UNKNOWN_BOT, Text("Only a bot's account declares games."), "$.type")
            (page,) = await self._documents.read([CHALLENGERS.key(player)])
            declared = BotRecord(games, message.at_once) if games else None
            own = msgspec.structs.replace(CHALLENGERS.of(page) or NEW, bot=declared)
            await self._documents.commit(
                [CHALLENGERS.put(player, page, own), *permit.while_unchanged],
                [IndexEntry(DECLARED, player, now if games else None)],
            )
            return Bots(bots=(ListedBot(player=bot, games=games, at_once=message.at_once),) if games else ())

        return await again(step)

    async def listed(self, asker: PlayerId, game: GameName | None) -> Bots:
        """Return the listed bots, without those that this player has blocked. A bot whose owner has blocked the player
        is listed: its absence would tell of the block, which the common refusal of a challenge does not."""
        now = self._now()
        listed = await self._documents.listed(DECLARED, most=MOST_READ, highest_first=True)
        bots = [PlayerId(member) for member, _ in listed]
        records = dict(zip(bots, await CHALLENGERS.read_many(self._documents, bots), strict=True))
        playing = {
            bot: record.bot
            for bot, record in records.items()
            if record is not None and record.bot is not None and (game is None or game in record.bot.games)
        }
        permit = await self._eligibility.of([asker, *(bot for bot in playing if bot != asker)], now)
        avoids = permit.blocked.get(asker, NO_PLAYERS)
        found = [
            ListedBot(player=permit.playing[bot], games=each.games, at_once=each.at_once)
            for bot, each in playing.items()
            if bot in permit.playing and avoids.isdisjoint(avoided_as(permit.playing[bot]))
        ]
        await self._forget([bot for bot in bots if records[bot] is None])
        return Bots(bots=tuple(found[:MOST_SHOWN]))

    async def _forget(self, gone: list[PlayerId]) -> None:
        """Remove deleted bots from the list."""
        if gone:
            await self._documents.commit([], [IndexEntry(DECLARED, bot, None) for bot in gone])
