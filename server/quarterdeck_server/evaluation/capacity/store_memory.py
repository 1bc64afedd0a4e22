"""Memory that a finished match, a guest and an account take in the store. The bench plays complete matches of this
project's strongest bots. It stores, settles and packs them in a real Valkey as a server does, and then reads the size
of each key (`MEMORY USAGE`).

    quarterdeck bench memory --matches 20
"""

import random
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from argon2 import PasswordHasher
from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Ref

from quarterdeck_server.bots.roster import Bot, bots_for, default_of
from quarterdeck_server.evaluation.matches import opened_for, update_for
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import UNPACKED
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import acted_entry, opening_entry
from quarterdeck_server.matches.record import Record
from quarterdeck_server.metrics import RetentionMetrics
from quarterdeck_server.services.match_lifecycle import finished_by
from quarterdeck_server.services.retention import Retention
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.archive.match_archive import archived
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.storage.redis.redis_store import RedisStore

PASSWORD = "a long walk by the sea"  # noqa: S105 - of accounts that live as long as the bench
MATCHES_A_DAY = 2_000 // 2 * 24 * 6
"""Matches per day of 2,000 players, in pairs, in matches of ten minutes."""

Tell = Callable[[int], None]
"""Called with the number of further measured matches."""


class MatchMemory(msgspec.Struct, frozen=True, kw_only=True):
    """Memory in bytes that one finished match takes in the store, or the medians of many matches."""

    entries: float
    said: float
    """The entries as JSON."""

    stream: float
    """Bytes in the store's memory before packing: the log and its end."""

    packed: float
    lobby: float
    """The remembered result beside it, with the places in histories and lists."""

    archived: float
    """Bytes in an archive."""


class PlayerMemory(msgspec.Struct, frozen=True, kw_only=True):
    """Memory in bytes that one player takes in the store."""

    guest: float
    account: float


@asynccontextmanager
async def fresh_store() -> AsyncIterator[RedisStore]:
    """Yield an empty store."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-bench-") as folder:
        embedded = EmbeddedStore(Path(folder), fsync="everysec")
        await embedded.start()
        store = RedisStore(embedded.url)
        await store.start()
        try:
            yield store
        finally:
            await store.close()
            await embedded.stop()


async def measure_players(number: int) -> PlayerMemory:
    """Return the mean memory that a guest and an account take in the store, of `number` that are created of each."""
    async with fresh_store() as store:
        cheap = PasswordHasher(time_cost=1, memory_cost=32)  # its hashes are about as long as dear ones
        players = Players(store.documents, Passwords(cheap))
        empty = await _all_of(store)
        guests = [(await players.welcome("Ada"))[0].player.id for _ in range(number)]
        with_guests = await _all_of(store)
        for at, player in enumerate(guests):
            await players.register(player, f"Ada {at}", PASSWORD)
        return PlayerMemory(guest=(with_guests - empty) / number, account=(await _all_of(store) - empty) / number)


async def measure_matches(game: AnyGame, matches: int, seed: int, done: Tell = lambda _: None) -> MatchMemory:
    """Return the memory that a finished match of a game takes: the median of `matches` matches, each with other
    players."""
    chance = random.Random(seed)  # noqa: S311 - what is dealt is no secret
    bots = bots_for({game.name: game})
    bot = bots[default_of(bots, game.name) or "random"]
    async with fresh_store() as store:
        found = []
        for _ in range(matches):
            found.append(await _measured(store, game, bot, chance))
            done(1)
    columns = zip(*(msgspec.structs.astuple(each) for each in found), strict=True)
    return MatchMemory(**dict(zip(MatchMemory.__struct_fields__, map(median, columns), strict=True)))


async def _measured(store: RedisStore, game: AnyGame, bot: Bot, chance: random.Random) -> MatchMemory:
    """Play, settle and pack a match, and measure its memory at each step."""
    record = await _played(store, game, bot, chance)
    match = record.opened.match
    kept = keys.of_match(match)
    stream = await _takes(store, [kept.log, kept.head])
    history = await store.log.read(match)
    before = await _all_of(store)
    await Settlement(store.documents).settle(finished_by(record))
    settled = await _all_of(store)
    await store.documents.commit([], [IndexEntry(UNPACKED, match, 0)])
    await Retention(store.log, store.documents, RetentionMetrics(), keep_days=30).run_round()
    return MatchMemory(
        entries=record.version,
        said=sum(len(each.entry) for each in history.entries),
        stream=stream,
        packed=await _takes(store, [kept.log, kept.head]),
        lobby=settled - before,
        archived=len(archived(match, history)),
    )


async def _played(store: RedisStore, game: AnyGame, bot: Bot, chance: random.Random) -> Record:
    """Play a match to its end through the same code as players' matches. Each log entry records the requested action
    with its `ref`."""
    opened = opened_for(game, chance)
    seats = game.default_seats
    opened = msgspec.structs.replace(
        opened, players=opened.players[:seats], entropy=opened.entropy[:seats], decks=_decks(game, seats)
    )
    record = Record(opened, game)
    await _append(store, record, opening_entry(record))
    while record.result is None:
        seat = next(each for each in record.seats if record.choices[each])
        raw = bot.choose(update_for(game, record.state, seat, seats, record.version))
        action = record.codec.action(raw)
        ref = Ref(f"{chance.getrandbits(40):x}")
        await _append(store, record, acted_entry(record, seat, action, record.codec.canonical(action), ref))
    return record


async def _append(store: RedisStore, record: Record, entry: AnyEntry) -> None:
    foreseen = record.foresee(entry)
    stored = record.codec.stored(entry)
    over = foreseen.result is not None
    at = await store.log.append(record.opened.match, record.head, stored, foreseen.deadline, over=over)
    record.advance(foreseen, record.stamped(at, stored))


def _decks(game: AnyGame, seats: int) -> Any:
    return game.setup(seats, game.options(), []).decks


async def _all_of(store: RedisStore) -> int:
    """Return the memory of all keys in the store that do not belong to a match."""
    found, cursor = 0, b"0"
    while True:
        cursor, batch = await store.pipeline.ask("SCAN", cursor, "MATCH", f"qd:{keys.LOBBY}:*", "COUNT", 1_000)
        found += await _takes(store, batch)
        if int(cursor) == 0:
            return found


async def _takes(store: RedisStore, names: Sequence[str | bytes]) -> int:
    """Return the memory of these keys with their values."""
    asked = [store.pipeline.ask("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names]
    return sum([int(await each or 0) for each in asked])


def lines_of(matches: Mapping[str, MatchMemory], players: PlayerMemory) -> Sequence[str]:
    """Return the measured figures as text."""
    lines = ["game           entries      JSON    stream    packed     lobby   archive"]
    for name, each in matches.items():
        kilobytes = "".join(
            f"{size / 1000:>7.1f} KB" for size in (each.said, each.stream, each.packed, each.lobby, each.archived)
        )
        lines.append(f"{name:<14} {each.entries:>7.0f}{kilobytes}")
    for name, each in matches.items():
        before, after = (MATCHES_A_DAY * (size + each.lobby) / 1e9 for size in (each.stream, each.packed))
        lines.append(f"{MATCHES_A_DAY:,} matches of {name} a day: {before:.1f} GB as streams, {after:.1f} GB packed")
    lines.append(f"a guest: {players.guest:.0f} bytes; an account: {players.account:.0f} bytes")
    return lines
