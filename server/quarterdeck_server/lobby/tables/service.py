"""Players' commands at tables: opening, sitting down, getting ready, handing over and others."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar, assert_never, cast

import msgspec
from msgspec import UNSET, Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import (
    Access,
    AddBot,
    CollectionRule,
    DeckRead,
    Kick,
    OpenTable,
    Perspectives,
    ReplayAccess,
    Reveal,
    SpectatorDelay,
    TableStage,
    TransferHost,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import house_bot
from quarterdeck_server.lobby.chance import Chance, fresh_seed, id_by
from quarterdeck_server.lobby.clubs.club_records import unknown_club
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.collections import NOTHING as NO_WRITES
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.tables import hidden_ends, invites, setups, transitions
from quarterdeck_server.lobby.tables.documents import LISTED, of_club
from quarterdeck_server.lobby.tables.invites import NOTHING, EntryCredentials, Invites
from quarterdeck_server.lobby.tables.model import EMPTY, PlaceRecord, TableRecord, reused, unknown
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tables.repository import (
    MOST_TABLES_ON_THE_BOARD,
    Command,
    MatchStarter,
    TableRepository,
    Transition,
)
from quarterdeck_server.lobby.tables.seat_limits import SeatLimits, SeatRoom
from quarterdeck_server.lobby.tables.sweeper import TableSweeper
from quarterdeck_server.store_errors import Conflict

MOST_TABLES_LISTED = 200

_encoder = msgspec.json.Encoder()

First = TypeVar("First")


class HouseBot(Protocol):
    """The interface to a bot of the server."""

    def plays(self, game: str) -> bool:
        """True if the bot can play this game."""
        ...


@dataclass(frozen=True, slots=True)
class HouseBots:
    """The server's bots that players may seat at a table."""

    bots: Mapping[str, HouseBot]
    default: Callable[[str], str | None]
    """Returns the bot that sits down in a game where nobody names one."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """The checks if a player may enter a table: invitations, limits of seats, sanctions."""

    invites: Invites
    seat_limits: SeatLimits
    eligibility: EligibilityChecks | None
    """The check of the right to play. Without it all players may play, under the names that they had."""


class TableService:
    """Carries out players' commands at tables."""

    def __init__(
        self,
        foundation: LobbyFoundation,
        repository: TableRepository,
        sweeper: TableSweeper,
        entry: EntryRules,
        house: HouseBots,
        dealer: MatchStarter,
        ratings: RatingCache,
        chance: Chance,
    ) -> None:
        self._repository = repository
        self._owned = repository.owned
        self._sweeper = sweeper
        self._invites = entry.invites
        self._seat_limits = entry.seat_limits
        self._games = foundation.games
        self._bots = house.bots
        self._default_bot = house.default
        self._dealer = dealer
        self._ratings = ratings
        self._eligibility = entry.eligibility
        self._now = foundation.now
        self._clubs = ClubMemberships(foundation.documents, foundation.now)
        self._chance = chance

    def check_games(self, games: Sequence[GameName], where: str) -> None:
        """Raise `CommandRefused` if one of these games is not offered here. `where` has a `{place}` for its position.
        Otherwise a client would wait for tables of an unknown game for ever."""
        for place, game in enumerate(games):
            self._game(game, where.format(place=place))

    async def check_member(self, club: ClubId | None, player: Player | None) -> None:
        """Raise `CommandRefused` unless a player is a member of this club, if one is given. Raises `Unavailable`."""
        if club is not None and not await self._clubs.includes(club, player):
            raise unknown_club()

    async def listed(
        self, game: GameName | None, player: Player | None = None, club: ClubId | None = None
    ) -> list[TableRecord]:
        """Return the tables where players gather or play, newest first: those of a club, or those of none. Unlisted
        tables, and tables hidden from `player`, are left out. Raises `Unavailable`."""
        index = LISTED if club is None else of_club(club)
        found: dict[TableId, TableRecord] = {}
        for skip in range(0, MOST_TABLES_ON_THE_BOARD, MOST_TABLES_LISTED):
            page = await self._repository.read_some(MOST_TABLES_LISTED, skip=skip, index=index)
            listed = [
                table
                for table in page
                if table.is_listed and game in (None, table.game) and not table.is_hidden_from(player)
            ]
            found.update((table.id, table) for table in listed)
            if len(found) >= MOST_TABLES_LISTED or len(page) < MOST_TABLES_LISTED:
                break
        return list(found.values())[:MOST_TABLES_LISTED]

    async def named(self, table: TableId | None, knowing: EntryCredentials) -> TableId:
        """Return the table that a client names by its id or by an invite code, like `Invites.named`."""
        return await self._invites.named(table, knowing)

    async def watch(self, table: TableId, player: Player | None, knowing: EntryCredentials = NOTHING) -> TableRecord:
        """Return a table to a new subscriber. If its player has a seat there, the player counts as back. Raises
        `CommandRefused`, `Unavailable`."""

        def change(record: TableRecord) -> TableRecord:
            transitions.admit(record, player, knowing)
            return record if player is None else transitions.renamed(transitions.back(record, (player.id,)), player)

        try:
            newest = self._repository.subscribers.newest(table)
            first = await self._repository.read(table) if newest is None else None
            knowing = await self._as_member(newest or first, player, knowing)
            return await self._repository.change(table, change, first=first)
        except CommandRefused as refusing:
            return await self._invites.turn_away(refusing, table, knowing)

    async def _as_member(
        self, record: TableRecord | None, player: Player | None, knowing: EntryCredentials
    ) -> EntryCredentials:
        """Return the credentials for a table, with its club added if the player is a member of that club."""
        if record is None or not record.club or not await self._clubs.includes(record.club, player):
            return knowing
        return msgspec.structs.replace(knowing, club=record.club)

    async def _strangers_at(self, record: TableRecord) -> frozenset[PlayerId]:
        """Return the players who sit at the table of a club, and are no members of it."""
        club = record.club
        if not club:
            return frozenset()
        seated = [each.player for each in record.places if each.player is not None and each.player.id in record.people]
        return frozenset([each.id for each in seated if not await self._clubs.includes(club, each)])

    async def check_found(self, table: TableId, bot: Player) -> None:
        """Raise `CommandRefused`, as for a table that does not exist, if a player there has blocked the bot or its
        owner. For all other players, the commands at a table make this check themselves. Raises `Unavailable`."""
        record = self._repository.subscribers.newest(table) or await self._repository.read(table)
        if not record.is_open_to(bot.id) and record.is_hidden_from(bot):
            raise unknown(table)

    async def update_name(self, table: TableId, player: Player) -> None:
        """Show a player who sits at the table under their current name. Raises `CommandRefused`, `Unavailable`."""
        newest = self._repository.subscribers.newest(table)
        if newest is None or newest.seat_of(player.id) is not None:
            await self._repository.change(table, lambda record: transitions.renamed(record, player))

    def id_of(self, player: PlayerId, ref: Ref | None) -> TableId:
        """Return the id of the table that this command opens for the player. The same `ref` gives the same id."""
        return TableId(id_by(player, ref, self._chance))

    def judged_deck(self, name: GameName, options: Raw, text: str) -> DeckRead:
        """Return the parsed deck, with all its faults at a table with these options. Raises `CommandRefused`."""
        game = self._game(name)
        return setups.judged_deck(game, setups.options_for(game, game.default_seats, options), text)

    def _game(self, name: GameName, where: str = "$.game") -> AnyGame:
        game = self._games.get(name)
        if game is None:
            raise unknown_game(name, self._games, where)
        return game

    async def open(self, id_: TableId, player: Player, message: OpenTable, address: str = "") -> TableRecord:
        """Open a table. Repeating the command gives the same table. Raises `CommandRefused`, `Unavailable`."""
        game = self._game(message.game)
        await self.check_member(message.club, player)
        _check_access(message)
        _check_visibility_options(message)
        seats = game.default_seats if message.seats is None else message.seats
        options = setups.options_for(game, seats, message.options)
        self._owned.check_rule(message.collection, game)
        deck = setups.deck_for(game, seats, options, message.deck)
        seed, commitment = fresh_seed(self._chance)
        blocked = await self._blocked_by(player.id) if message.sit else frozenset()
        _, *rooms = await asyncio.gather(
            self._ratings.learn(player),
            self._seat_limits.room_from(id_, address),
            *([self._seat_limits.room_at(id_, player.id)] if message.sit else []),
        )
        own = PlaceRecord(
            player=player, deck=deck, rating=self._ratings.of(player, message.game), blocked=tuple(sorted(blocked))
        )
        places = [own if message.sit and number == 0 else EMPTY for number in range(seats)]
        table = TableRecord(
            id=id_,
            game=message.game,
            options=Raw(_encoder.encode(options)),
            time_limit=Milliseconds(message.time_limit),
            places=tuple(places),
            match=_fresh_match(self._chance),
            seed=seed,
            commitment=commitment,
            opening=commitment,
            opened_at=self._now(),
            rated=message.rated,
            brought=setups.mark_of(message.deck),
            host=player.id,
            access=message.access if message.club is None else Access.UNLISTED,
            code=await self._invites.make(id_) if message.access is Access.UNLISTED and message.club is None else "",
            club=message.club or UNSET,
            password="" if message.password is None else invites.password_hash(id_, message.password),
            spectators=message.spectators,
            replays=message.replays,
            recess=message.recess,
            spectator_delay=message.spectator_delay,
            collection=message.collection,
            perspectives=message.perspectives,
        )
        if message.sit:
            await self._owned.check(table, player, deck)
        try:
            self._repository.pause.check()
        except CommandRefused:  # but the same command again is answered as before
            opened = await self._repository.find(id_)
            if opened is None:
                raise
            return _as_opened(opened, table, message)
        noted = NO_WRITES
        for room in rooms:
            noted = noted.plus(self._seat_limits.noted(id_, room))
        try:
            await self._open_with(table, rooms, noted)
        except Conflict:
            return _as_opened(await self._repository.read(id_), table, message)
        return table

    async def _open_with(self, table: TableRecord, rooms: Sequence[SeatRoom | None], noted: ExtraWrites) -> None:
        """Store a new table with the pages of its player and address; if one of these was changed meanwhile, beside
        them. Raises `Conflict` if the table is there."""
        try:
            await self._repository.write(table, gone=False, beside=noted)
        except Conflict:
            takes = [self._seat_limits.take(table.id, room) for room in rooms]
            await _all(self._repository.write(table, gone=False), *takes)

    async def make_code(self, table: TableId) -> str:
        """Return an invite code for an unlisted table. Raises `Unavailable`."""
        return await self._invites.make(table)

    async def room_for(self, table: TableId, player: PlayerId, most: int | None = None) -> ExtraWrites:
        """Return the write that records a player's seat at a table, for the commit of the table. Raises
        `CommandRefused` if the player sits at too many tables for one more: the limit for all players, or the player's
        own limit `most`."""
        room = await self._seat_limits.room_at(table, player)
        if most is not None:
            room = await self._seat_limits.room_at(table, player, most)
        return self._seat_limits.noted(table, room)

    async def note_seats(self, table: TableRecord) -> None:
        """Record that the players of a table sit at it, for their list of seats. Idempotent. Raises `Unavailable`."""
        await _all(*(self._seat_limits.note(table.id, player) for player in table.people))

    async def begin_seated(
        self, table: TableRecord, beside: ExtraWrites = NO_WRITES, inboxes: tuple[PlayerId, ...] = ()
    ) -> None:
        """Begin the match of a stored table with ready players only. The commit that marks it as begun has the writes
        `beside` it, notices for these `inboxes`, and then may raise `Conflict`. Raises `CommandRefused`,
        `Unavailable`."""
        await self._repository.begin_if_ready(table, beside, inboxes)

    async def begin_offered(self, table: TableRecord) -> None:
        """Open a table with ready players only, and begin its match. Idempotent: a second call changes nothing. Raises
        `Unavailable`."""
        notes = [self._seat_limits.note(table.id, player) for player in table.people]
        await _all(self._begin_offered(table), *notes)

    async def _begin_offered(self, table: TableRecord) -> None:
        seated = [place.player for place in table.places if place.player is not None]
        await asyncio.gather(*map(self._ratings.learn, seated))
        table = transitions.with_ratings(table, self._ratings.of)
        with suppress(CommandRefused):  # the table is not there any more: everybody has played and gone
            try:
                table = self._repository.revealing(table)
                await self._repository.write(table, gone=False)
            except Conflict:
                table = await self._repository.read(table.id)
            await self._repository.begin_if_ready(table)

    async def sit(
        self,
        table: TableId,
        player: Player,
        seat: Seat | None,
        ref: Ref | None,
        deck: str | None = None,
        knowing: EntryCredentials = NOTHING,
    ) -> TableRecord:
        """Let a player take a seat. Raises `CommandRefused`, `Unavailable`, like all methods that follow."""

        def change(record: TableRecord) -> TableRecord:
            transitions.admit(record, player, knowing)
            hidden_ends.refuse_if_uninformed(record, player.id, self._now())
            transitions.sit(
                record, player, seat, None
            )  # first of all: no deck is read for a player that may not sit down
            are_open = self._repository.subscribers.are_decks_open(record.game)
            brought = self._deck_at(record, deck)
            return transitions.sit(record, player, seat, brought, blocked, are_decks_open=are_open)

        what = f"sit {seat} {setups.mark_of(deck)}"
        blocked = await self._blocked_by(player.id)
        try:
            record, room, learnt = await asyncio.gather(
                self._repository.read(table),
                self._seat_limits.room_at(table, player.id),
                self._ratings.learn(player),
                return_exceptions=True,
            )
            if isinstance(record, BaseException):
                raise record
            due = self._repository.due(record)
            knowing = await self._as_member(due, player, knowing)
            transitions.admit(due, player, knowing)  # first of all: nothing is noted of a table that is hidden
            if isinstance(room, BaseException):
                raise room
            if learnt is not None:
                raise learnt
            if record.collection is CollectionRule.OWNED and not record.remembers(player.id, ref, what):
                await self._owned.check(record, player, self._deck_at(record, deck))
            by = Command(player.id, ref, what)
            seated = await self._repository.changed_with(record, change, by, self._seat_limits.noted(table, room))
            if seated is not None:
                return seated
            return await _all(self._repository.change(table, change, by), self._seat_limits.take(table, room))
        except CommandRefused as refusing:
            return await self._invites.turn_away(refusing, table, knowing)

    async def stand(self, table: TableId, player: PlayerId, seat: Seat | None, ref: Ref | None) -> TableRecord:
        """Free the player's own seat, or the seat of a bot."""
        by = Command(player, ref, f"stand {seat}")
        return await self._repository.change(table, lambda record: transitions.stand(record, player, seat), by)

    async def kick(self, message: Kick, player: PlayerId) -> TableRecord:
        """Let the host remove another player from a seat."""
        table, seat = message.table, message.seat
        by = Command(player, message.ref, f"kick {seat}")
        return await self._repository.change(table, lambda record: transitions.kick(record, player, seat), by)

    async def transfer_host(self, message: TransferHost, player: PlayerId) -> TableRecord:
        """Let the host hand the role over to another player."""
        table, to = message.table, message.player
        by = Command(player, message.ref, f"transfer_host {to}")
        return await self._repository.change(table, lambda record: transitions.transfer_host(record, player, to), by)

    async def ready(
        self,
        table: TableId,
        player: PlayerId,
        entropy_hash: str | None,
        ref: Ref | None,
        deck: str | None = None,
        perspectives: Perspectives | None = None,
    ) -> TableRecord:
        """Make a player ready. If all are ready now, the match has begun when this returns, or players with bound
        entropy are asked to reveal it."""

        def change(record: TableRecord) -> TableRecord:
            transitions.own_seat(record, player)  # first of all: no deck is read for a player without a seat
            are_open = self._repository.subscribers.are_decks_open(record.game)
            brought = self._deck_at(record, deck)
            changed = transitions.ready(record, player, entropy_hash, brought, perspectives, are_decks_open=are_open)
            if changed != record:
                self._repository.pause.check()
            return changed

        by = Command(player, ref, f"ready {setups.mark_of(deck)}")
        newest = self._repository.subscribers.newest(table)
        first = await self._repository.read(table) if newest is None else None
        record = first or newest
        if record is not None and record.collection is CollectionRule.OWNED:
            await self._check_ready(record, by, deck)
        return await self._repository.change(table, change, by, first=first)

    async def _check_ready(self, record: TableRecord, by: Command, deck: str | None) -> None:
        """Raise `CommandRefused` if a player who says `ready` does not own the deck to be played."""
        seat = transitions.own_seat(record, by.player)
        player = record.places[seat].player
        if player is not None and not record.remembers(by.player, by.ref, by.what):
            await self._owned.check_ready(record, player, self._deck_at(record, deck))

    async def reveal(self, message: Reveal, player: PlayerId) -> TableRecord:
        """Let a player reveal the bound share of entropy. If all have revealed now, the match has begun when this
        returns."""
        table, entropy = message.table, message.entropy
        by = Command(player, message.ref, f"reveal {setups.mark_of(entropy)}")
        return await self._repository.change(table, lambda record: transitions.reveal(record, player, entropy), by)

    async def add_bot(self, message: AddBot, player: PlayerId) -> TableRecord:
        """Give a free seat of a table to a bot."""

        def change(record: TableRecord) -> TableRecord:
            transitions.check_host(record, player)  # first of all: an unknown bot is refused by the name of the game
            kind = self._checked_bot(message.bot, record.game)
            taken = {place.player.name for place in record.places if place.player is not None}
            bot = house_bot(kind, taken, self._chance)
            return transitions.add_bot(record, player, bot, message.seat, self._deck_at(record, message.deck))

        what = f"add_bot {message.bot} {message.seat} {setups.mark_of(message.deck)}"
        return await self._repository.change(message.table, change, Command(player, message.ref, what))

    def _checked_bot(self, bot: str | None, game: GameName) -> str:
        """Return the requested bot, or the usual one of the game if none was requested. Raises `CommandRefused` unless
        the server has the bot for the game."""
        bot = self._default_bot(game) if bot is None else bot
        known = [name for name, each in self._bots.items() if each.plays(game)]
        if bot is None or bot not in known:
            text = Text(
                "{title} has no bot `{bot}`; use one of: {known}.",
                title=self._games[game].title,
                bot=bot,
                known=", ".join(known),
            )
            raise CommandRefused(RefusalCode.UNKNOWN_BOT, text, "$.bot")
        return bot

    async def rematch(self, table: TableId, player: PlayerId, ref: Ref | None) -> TableRecord:
        """Set the table up for another match. It counts again towards this player's limit. Players that may not play
        any more, and those who have left the club of the table, lose their seats."""
        record = await self._repository.read(table)
        if record.stage is TableStage.PLAYING and await self._dealer.is_over(record.match):
            await self._sweeper.match_over(table, record.match)
        sits_again = record.stage is not TableStage.GATHERING and record.seat_of(player) is not None
        room = await self._seat_limits.room_at(table, player) if sits_again else None
        seed, commitment = fresh_seed(self._chance)
        match = _fresh_match(self._chance)
        sat = record.people
        permit = None if self._eligibility is None else await self._eligibility.of(sat, self._now())
        strangers = await self._strangers_at(record)
        if player in strangers:
            raise unknown_club("$.table")

        def change(record: TableRecord) -> TableRecord:
            again = transitions.rematch(record, player, match, seed, commitment)
            if again != record:
                again = transitions.as_by_now(again, strangers, {})
            if again != record:
                self._repository.pause.check()
            if permit is not None and again != record:
                again = transitions.as_by_now(again, sat, permit.playing)
            absent = again.people - self._repository.subscribers.here(table) - {player}
            return again if again == record else transitions.missed(again, absent, self._now())

        again = self._repository.change(table, change, Command(player, ref, "rematch"))
        return await _all(again, self._seat_limits.take(table, room))

    async def may_sit_at(self, player: PlayerId) -> tuple[TableId, ...]:
        """Return the tables at which a player may sit, the newest last, as `SeatLimits.tables_of`."""
        return await self._seat_limits.tables_of(player)

    async def leave_all(self, player: PlayerId) -> None:
        """Free every seat of a player who will not come back, except in running matches. Raises `Unavailable`."""
        await self._change_all(lambda record: transitions.left(record, player))

    async def note_blocked(self, players: Sequence[PlayerId]) -> None:
        """Hide these players' tables from the players that they now block. Raises `Unavailable`."""
        for player in players:
            for table in await self.may_sit_at(player):
                blocked = await self._blocked_by(player)
                change = partial(transitions.blocking, player=player, blocked=blocked)
                with suppress(CommandRefused):  # it is gone meanwhile
                    await self._repository.change(table, change)

    async def _blocked_by(self, player: PlayerId) -> frozenset[PlayerId]:
        if self._eligibility is None:
            return frozenset()
        return (await self._eligibility.of([player], self._now())).blocked.get(player, frozenset())

    async def rename(self, player: Player) -> None:
        """Show a player under their current name at all tables. Raises `Unavailable`."""
        await self._change_all(lambda record: transitions.renamed(record, player))

    async def _change_all(self, change: Transition) -> None:
        for record in await self._repository.read_all():
            if change(record) != record:
                with suppress(CommandRefused):  # it is gone meanwhile
                    await self._repository.change(record.id, change)

    def _deck_at(self, table: TableRecord, text: str | None) -> Deck | None:
        return setups.deck_at(self._games[table.game], table, text)


async def _all(first: Awaitable[First], *others: Awaitable[object]) -> First:
    """Run all of these at the same time, and return the result of the first one. After all have ended, raises the first
    error in their order."""
    done, *more = await asyncio.gather(first, *others, return_exceptions=True)
    for each in (done, *more):
        if isinstance(each, BaseException):
            raise each
    return cast("First", done)


def _as_opened(kept: TableRecord, table: TableRecord, message: OpenTable) -> TableRecord:
    """Return an existing table if this command has opened it. Raises `CommandRefused`."""
    if not kept.is_as_opened_by(table):
        raise reused(message.ref) from None
    return kept


def _check_access(message: OpenTable) -> None:
    if message.club is not None and message.access is Access.PASSWORD:
        text = Text("A table of a club has no password: leave out `access` and `password`.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.access")
    match message.access:
        case Access.PASSWORD if message.password is None:
            text = Text("Set the table's password in `password`.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.password")
        case Access.PUBLIC | Access.UNLISTED if message.password is not None:
            text = Text(
                'A table with `"access": "{access}"` has no password: leave out `password`, or send '
                '`"access": "password"`.',
                access=message.access,
            )
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.password")
        case Access.OTHER:
            known = ", ".join(each for each in Access if each is not Access.OTHER)
            raise CommandRefused(
                RefusalCode.MALFORMED, Text("This access is unknown; use one of: {known}.", known=known), "$.access"
            )
        case Access.PUBLIC | Access.UNLISTED | Access.PASSWORD:
            pass
        case _:
            assert_never(message.access)


def _check_visibility_options(message: OpenTable) -> None:
    if message.replays is ReplayAccess.OTHER:
        known = ", ".join(each for each in ReplayAccess if each is not ReplayAccess.OTHER)
        text = Text("This value for who can see replays is unknown; use one of: {known}.", known=known)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.replays")
    setups.check_delay(message.spectator_delay)
    _check_perspectives(message)


def _check_perspectives(message: OpenTable) -> None:
    match message.perspectives:
        case Perspectives.AFTER:
            return
        case Perspectives.OTHER:
            known = ", ".join(each for each in Perspectives if each is not Perspectives.OTHER)
            text = Text("This value for when spectators can see hands is unknown; use one of: {known}.", known=known)
        case Perspectives.DURING if message.rated:
            text = Text("Spectators cannot see hands in a rated match before it ends.")
        case Perspectives.DURING if not message.spectators:
            text = Text("Without spectators nobody can see hands: leave out `perspectives`, or allow spectators.")
        case Perspectives.DURING if message.replays is ReplayAccess.NOBODY:
            text = Text(
                "If nobody can see the replay, spectators cannot see hands during the match: leave out "
                "`perspectives` or `replays`."
            )
        case Perspectives.DURING if message.spectator_delay not in (None, SpectatorDelay.THREE_MINUTES):
            text = Text('Spectators see hands three minutes later: send `"spectator_delay": "3min"`, or leave it out.')
        case Perspectives.DURING:
            return
        case _:
            assert_never(message.perspectives)
    raise CommandRefused(RefusalCode.MALFORMED, text, "$.perspectives")


def _fresh_match(chance: Chance) -> MatchId:
    return MatchId(chance.token_hex(12))
