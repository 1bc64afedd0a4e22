"""The lobby as this process serves it: tables are read, changed and stored whole, by compare-and-set.

When every seat of a table is ready, its match begins. Whoever sees that first begins it; its id, seed and shares of
entropy are the table's, so beginning it twice begins it once. If the process that saw it first dies, the others, which
have seen it too, look again a moment later.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.messages import AddBot, OpenTable, Player, Table, TableChanged
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.transcript import Opened

from quarterdeck_server.lobby import setups, tables
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.keeping import KeptTable, TableStore
from quarterdeck_server.lobby.tables import Kept, KeptPlace
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Conflict, Unavailable

TRIES = 8
SECONDS_UNTIL_LOOKING_AGAIN = 2.0
SECONDS_UNTIL_A_SEAT_IS_FREE = 120.0
MILLISECONDS_UNTIL_A_SEAT_IS_FREE = round(1000 * SECONDS_UNTIL_A_SEAT_IS_FREE)
MOST_TABLES_LISTED = 200

_log = structlog.get_logger()
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Kept)

Follower = Callable[[TableChanged], None]
Who = Callable[[], PlayerId | None]
Change = Callable[[Kept], Kept]


class Dealer(Protocol):
    """What the lobby needs of the matches."""

    async def begin(self, opened: Opened) -> None:
        """Open a match; doing it twice does it once. Raises `Unavailable`."""
        ...

    async def is_over(self, match: MatchId) -> bool:
        """Whether this match has ended, or is not there any more. Raises `Unavailable`."""
        ...


class Lobby:
    """The tables."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        bots: Mapping[str, object],
        store: TableStore,
        dealer: Dealer,
        now: Callable[[], Milliseconds],
        bot_delay: Milliseconds,
        chance: Chance = secrets,
    ) -> None:
        self._games = games
        self._bots = bots
        self._store = store
        self._dealer = dealer
        self._now = now
        self._bot_delay = bot_delay
        self._chance = chance
        self._followers: dict[TableId, dict[Follower, Who]] = {}
        self._newest: dict[TableId, Kept] = {}
        """How every table that is followed was told last."""

        self._tasks: set[asyncio.Task[object]] = set()
        store.listen(self._heard, self._missed)

    async def close(self) -> None:
        """End what is still under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def follow(self, table: TableId, follower: Follower, who: Who) -> None:
        """Tell this follower, who is that player, of every change of a table."""
        self._followers.setdefault(table, {})[follower] = who

    def unfollow(self, table: TableId, follower: Follower) -> None:
        followers = self._followers.get(table, {})
        followers.pop(follower, None)
        if not followers:
            self._followers.pop(table, None)
            self._newest.pop(table, None)

    async def read(self, table: TableId) -> Kept:
        """Give a table. Raises `Refusing`, `Unavailable`."""
        kept = await self._store.read(table)
        if kept is None:
            raise Refusing(Refusal.UNKNOWN_TABLE, f"There is no table `{table}`, or not any more.", "$.table")
        return _decoder.decode(kept.kept)

    async def listed(self, game: GameName | None) -> list[Kept]:
        """Give the tables where somebody gathers or plays, newest first. Raises `Unavailable`."""
        kept = [_decoder.decode(each.kept) for each in await self._store.read_all(MOST_TABLES_LISTED)]
        return [table for table in kept if table.stage != "over" and game in (None, table.game)]

    def shown(self, table: Kept) -> Table:
        """Give a table as everybody may see it."""
        game = self._games.get(table.game)
        is_open = game is not None and game.decks is not None and game.decks.are_open
        return tables.shown(table, are_decks_open=is_open)

    async def look_at(self, table: TableId, player: Player | None) -> Kept:
        """Give a table to somebody who follows it from now on: if they sit there, they are back. Raises `Refusing`,
        `Unavailable`."""
        who = None if player is None else player.id
        return await self._change(table, None, None, "", lambda kept: tables.back(kept, who))

    def id_of(self, player: PlayerId, ref: Ref | None) -> TableId:
        """Give the id of the table that this player opens with this command: the same one for the same `ref`."""
        name = self._chance.token_hex(16) if ref is None else f"{player} {ref}"
        return TableId(hashlib.sha256(name.encode()).hexdigest()[:20])

    async def open(self, id_: TableId, player: Player, message: OpenTable) -> Kept:
        """Open a table. The same command again gives the same table. Raises `Refusing`, `Unavailable`."""
        game = self._games.get(message.game)
        if game is None:
            raise Refusing(Refusal.UNKNOWN_GAME, f"This server does not offer `{message.game}`.", "$.game")
        seats = game.default_seats if message.seats is None else message.seats
        options = setups.options_for(game, seats, message.options)
        own = KeptPlace(player=player, deck=setups.deck_for(game, seats, options, message.deck))
        seed, commitment = _fresh_seed(self._chance)
        places = [own if message.sit and number == 0 else tables.EMPTY for number in range(seats)]
        table = Kept(
            id=id_,
            game=message.game,
            options=Raw(_encoder.encode(options)),
            time_limit=message.time_limit,
            places=tuple(places),
            match=_fresh_match(self._chance),
            seed=seed,
            commitment=commitment,
            opened_at=self._now(),
            rated=message.rated,
            brought=setups.mark_of(message.deck),
        )
        try:
            await self._write(table, gone=False)
        except Conflict:
            opened = await self.read(table.id)
            if not opened.is_as_opened_by(table):
                raise tables.reused(message.ref) from None
            return opened
        return table

    async def begin_offered(self, table: Kept) -> None:
        """Open a table at which everybody is ready, and begin its match; doing it twice does it once. Raises
        `Unavailable`."""
        with suppress(Refusing):  # the table is not there any more: everybody has played and gone
            try:
                await self._write(table, gone=False)
            except Conflict:
                table = await self.read(table.id)
            await self._begin_if_ready(table)

    async def sit(
        self, table: TableId, player: Player, seat: Seat | None, ref: Ref | None, deck: str | None = None
    ) -> Kept:
        """Let a player take a seat. Raises `Refusing`, `Unavailable`, as all that follow."""

        def change(kept: Kept) -> Kept:
            return tables.sit(kept, player, seat, self._deck_at(kept, deck))

        return await self._change(table, player.id, ref, f"sit {seat} {setups.mark_of(deck)}", change)

    async def stand(self, table: TableId, player: PlayerId, seat: Seat | None, ref: Ref | None) -> Kept:
        """Let a player give the seat up, or take a bot away."""
        return await self._change(table, player, ref, f"stand {seat}", lambda kept: tables.stand(kept, player, seat))

    async def ready(
        self, table: TableId, player: PlayerId, entropy: str | None, ref: Ref | None, deck: str | None = None
    ) -> Kept:
        """Let a player be ready. If that makes everybody ready, the match has begun when this returns."""

        def change(kept: Kept) -> Kept:
            return tables.ready(kept, player, entropy, self._deck_at(kept, deck))

        return await self._change(table, player, ref, f"ready {setups.mark_of(deck)}", change)

    async def gone(self, table: TableId, player: PlayerId) -> None:
        """Note that a player's connection is gone: not ready any more, and after a while the seat is free.

        Nothing follows if the player is here over another connection, as after a reconnect.
        """
        if any(who() == player for who in self._followers.get(table, {}).values()):
            return
        kept = await self.read(table)
        if kept.seat_of(player) is None or kept.stage != "gathering":
            return
        await self._change(table, None, None, "", lambda kept: tables.gone(kept, player, self._now()))
        self._own(self._free_seats_later(table))

    async def _free_seats_later(self, table: TableId) -> None:
        await asyncio.sleep(SECONDS_UNTIL_A_SEAT_IS_FREE)
        await self._change(table, None, None, "", lambda kept: kept)

    async def add_bot(self, message: AddBot, player: PlayerId) -> Kept:
        """Let a bot take a seat."""
        if message.bot not in self._bots:
            known = ", ".join(sorted(self._bots))
            raise Refusing(Refusal.UNKNOWN_BOT, f"There is no bot `{message.bot}`; there are: {known}.", "$.bot")

        def change(kept: Kept) -> Kept:
            bot, deck = _new_bot(kept, message.bot, self._chance), self._deck_at(kept, message.deck)
            return tables.add_bot(kept, player, bot, message.seat, deck)

        what = f"add_bot {message.bot} {message.seat} {setups.mark_of(message.deck)}"
        return await self._change(message.table, player, message.ref, what, change)

    async def rematch(self, table: TableId, player: PlayerId, ref: Ref | None) -> Kept:
        """Set the table up for another match."""
        kept = await self.read(table)
        if kept.stage == "playing" and await self._dealer.is_over(kept.match):
            await self.match_over(table, kept.match)
        seed, commitment = _fresh_seed(self._chance)
        match = _fresh_match(self._chance)
        return await self._change(
            table, player, ref, "rematch", lambda kept: tables.rematch(kept, player, match, seed, commitment)
        )

    def match_ended(self, table: TableId | None, match: MatchId) -> None:
        """Note, as soon as it can be stored, that the match of a table has ended."""
        if table is not None:
            self._own(self.match_over(table, match))

    async def match_over(self, table: TableId, match: MatchId) -> None:
        """Note that the match of a table has ended. Raises `Refusing`, `Unavailable`."""

        def change(kept: Kept) -> Kept:
            return tables.over(kept) if kept.match == match and kept.stage == "playing" else kept

        await self._change(table, None, None, "", change)

    async def _change(
        self, table: TableId, player: PlayerId | None, ref: Ref | None, what: str, change: Change
    ) -> Kept:
        """Store what `change` makes of a table, as often as it takes until nobody else was faster.

        `what` says what is done, so that the same `ref` cannot name two different things.
        """
        for _ in range(TRIES):
            kept = await self._begin_if_ready(await self.read(table))
            if player is not None and kept.remembers(player, ref, what):
                return kept
            changed = change(tables.freed(kept, Milliseconds(self._now() - MILLISECONDS_UNTIL_A_SEAT_IS_FREE)))
            if changed == kept:
                return kept
            if changed.may_begin:
                setups.refuse_what_fits_no_more(self._games[changed.game], changed)
            if player is not None:
                changed = changed.remembering(player, ref, what)
            changed = msgspec.structs.replace(changed, changed=kept.changed + 1)
            try:
                await self._write(changed, gone=changed.is_deserted)
            except Conflict:
                continue
            return await self._begin_if_ready(changed)
        raise Refusing(Refusal.UNAVAILABLE, "Too many want to change this table at once; send it again.", "$.table")

    async def _begin_if_ready(self, table: Kept) -> Kept:
        if not table.may_begin:
            return table
        game = self._games[table.game]
        decks = setups.setup_of(game, table).decks
        begun = msgspec.structs.replace(tables.begun(table, decks), changed=table.changed + 1)
        await self._dealer.begin(_opening_of(table, game, self._bot_delay, decks))
        try:
            await self._write(begun, gone=False)
        except Conflict:
            return await self.read(table.id)
        return begun

    async def _write(self, table: Kept, *, gone: bool) -> None:
        await self._store.write(KeptTable(table.id, table.changed, _encoder.encode(table)), gone=gone)
        self._tell(table, gone=gone)

    def _tell(self, table: Kept, *, gone: bool) -> None:
        followers = self._followers.get(table.id)
        if followers:
            self._newest[table.id] = table
            changed = TableChanged(table=self.shown(table), gone=gone)
            for follower in list(followers):
                follower(changed)

    def _deck_at(self, table: Kept, text: str | None) -> Deck | None:
        return setups.deck_at(self._games[table.game], table, text)

    def _heard(self, kept: KeptTable, gone: bool) -> None:
        table = _decoder.decode(kept.kept)
        self._tell(table, gone=gone)
        if table.may_begin and not gone:
            self._own(self._look_again(table.id))

    async def _look_again(self, table: TableId) -> None:
        """Begin a match that another process should have begun, if it has not."""
        await asyncio.sleep(SECONDS_UNTIL_LOOKING_AGAIN)
        await self.look_at(table, None)

    def _missed(self) -> None:
        for table in list(self._followers):
            self._own(self._tell_newest(table))

    async def _tell_newest(self, table: TableId) -> None:
        try:
            now = await self.look_at(table, None)
        except Refusing:
            if table in self._newest:
                self._tell(self._newest[table], gone=True)
        else:
            if now != self._newest.get(table):
                self._tell(now, gone=False)

    def _own(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (Refusing, Unavailable)):
            _log.info("a table could not be looked at again", why=str(error))
        elif error is not None:
            _log.error("looking at a table again failed", exc_info=error)


def _fresh_seed(chance: Chance) -> tuple[str, str]:
    seed = chance.token_bytes(32)
    return seed.hex(), hashlib.sha256(seed).hexdigest()


def _fresh_match(chance: Chance) -> MatchId:
    return MatchId(chance.token_hex(12))


def _new_bot(table: Kept, bot: str, chance: Chance) -> Player:
    taken = sum(1 for place in table.places if place.player is not None and place.player.bot == bot)
    name = f"{bot.capitalize()} {taken + 1}"
    return Player(id=PlayerId(f"bot-{chance.token_hex(8)}"), name=name, kind=PlayerKind.BOT, bot=bot)


def _opening_of(table: Kept, game: AnyGame, bot_delay: Milliseconds, decks: tuple[Deck, ...]) -> Opened:
    return Opened(
        match=table.match,
        game=table.game,
        rules=game.version,
        players=tuple(place.player for place in table.places if place.player is not None),
        options=table.options,
        time_limit=table.time_limit,
        time_bank=game.time_bank,
        seed=table.seed,
        entropy=tuple(place.entropy for place in table.places),
        bot_delay=bot_delay,
        table=table.id,
        decks=decks,
        rated=table.rated,
    )
