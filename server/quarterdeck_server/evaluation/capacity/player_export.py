"""Measurement of the cost of exporting all data about a player with many matches, opened packs and chat messages."""

from collections.abc import Awaitable

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.chat import Say, Where
from quarterdeck_protocol.lobby.collection.owned_copies import OpenPack
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_server.evaluation.capacity.loop_hold import Held, held
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.pack_records import DAY, PackSettings
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.export import encoded
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.services.server_parts import wired
from quarterdeck_server.settings import Settings, Switch
from quarterdeck_server.storage.redis.redis_store import RedisStore

MATCHES_WITH_EACH = 4
PACKS_A_DAY = 100
LINES_TO_A_MATCH = 4
"""Matches for each chat line: lines are kept for a day."""

GAME = GameName("amiibart")
ADDRESS = "127.0.0.1"
NOW = Milliseconds(1_800_000_000_000)


class ExportFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The measured figures of the export of one player's data."""

    matches: int
    packs: int
    lines: int
    size: int
    """The size of the export in bytes."""

    held: Held


async def measured_export(store: RedisStore, matches: int, rounds: int) -> ExportFigures:
    """Give a player this number of matches, with each opponent met a few times, as many opened packs, and some chat
    messages. Then measure the export of all of it."""
    ada = _account("ada")
    await store.documents.commit([keep(ada, None)])
    await _play(store, ada.player, matches)
    await _open(store, ada.player, matches)
    services = wired(Settings(quotas=Switch.OFF), store).services
    lines = matches // LINES_TO_A_MATCH
    await _chat(services.chat, ada.player, lines)

    async def whole() -> bytes:
        return await encoded(await services.exports.export(ada.id, None))

    async def prepare() -> Awaitable[object]:
        return whole()

    size = len(await whole())
    return ExportFigures(matches=matches, packs=matches, lines=lines, size=size, held=await held(rounds, prepare))


def _account(name: str) -> AccountRecord:
    return AccountRecord(id=PlayerId(name), name=name, kind=PlayerKind.PERSON, made_at=Milliseconds(NOW - DAY))


async def _play(store: RedisStore, player: Player, matches: int) -> None:
    settlement = Settlement(store.documents)
    for number in range(matches):
        other = _account(f"other-{number // MATCHES_WITH_EACH}")
        if number % MATCHES_WITH_EACH == 0:
            await store.documents.commit([keep(other, None)])
        finished = FinishedMatch(
            match=MatchId(f"of-ada-{number}"),
            game=GAME,
            players=(player, other.player),
            rated=True,
            result=Result(places=(1, 2), reason="death_tokens"),
            began=Milliseconds(NOW + 1_000 * number - 500),
            ended=Milliseconds(NOW + 1_000 * number),
            entries=60,
            acted=(30, 30),
        )
        await settlement.settle(finished)


async def _open(store: RedisStore, player: Player, number: int) -> None:
    at = NOW

    def now() -> Milliseconds:
        return at

    settings = PackSettings(first=0, per_day=PACKS_A_DAY, per_match=0, age=Milliseconds(0))
    packs = PackService(store.documents, Ledger(store.documents, now), GAMES, settings, now)
    while number:
        for pack in (await packs.claim(player.id, GAME, ADDRESS)).packs[:number]:
            await packs.open(player.id, OpenPack(pack=pack.id))
            number -= 1
        at = Milliseconds(at + DAY)


async def _chat(chat: ChatService, player: Player, lines: int) -> None:
    speaker = Identity(player=player, token="", session="")
    for number in range(lines):
        message = Say(where=Where.LOBBY, text=f"what somebody says for the {number}th time", ref=Ref(f"line-{number}"))
        await chat.send(speaker, message, chat.id_for(player.id, message))
