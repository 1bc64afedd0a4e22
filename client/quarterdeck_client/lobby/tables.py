"""Requests about tables: opening a table, taking a seat, the actions of a host, and the list of tables."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby import tables as messages
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.messages import AnyFromServer
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, TableId
from quarterdeck_protocol.recess import RecessRule
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError, GoneError
from quarterdeck_client.frames import json_of
from quarterdeck_client.lobby.live_list import LiveList
from quarterdeck_client.phrases import name_of
from quarterdeck_client.transport.answers import Ask, answered
from quarterdeck_client.verification.notes import Notes


class TableRequests:
    """Requests of a client about tables. After a reconnect, the client subscribes to its tables again. All raise the
    errors of `Client.ask`."""

    def __init__(self, ask: Ask, notes: Notes, own_id: Callable[[], PlayerId | None]) -> None:
        """Make the table requests of a client. `notes` store the commitments made before the cards are dealt. `own_id`
        returns the id of this client's player, or `None`."""
        self._ask = ask
        self._notes = notes
        self._own_id = own_id
        self._tables: dict[TableId, messages.TableChanged] = {}
        self._entered: dict[TableId, messages.WatchTable] = {}
        """By table, the command that subscribes to it again with its code or password."""

        self._news = asyncio.Event()
        self._revealing: dict[MatchId, asyncio.Task[None]] = {}
        """By match, the task that reveals this player's entropy."""

        self._lobby: LiveList | None = None
        self._lost: ClientError | None = None

    async def open(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        time_limit: float = 30.0,
        rated: bool = False,
        sit: bool = True,
        deck: str | None = None,
        access: messages.Access = messages.Access.PUBLIC,
        password: str | None = None,
        spectators: bool = True,
        replays: messages.ReplayAccess | None = None,
        spectator_delay: messages.SpectatorDelay | None = None,
        perspectives: messages.Perspectives = messages.Perspectives.AFTER,
        recess: RecessRule | None = None,
        club: str | None = None,
    ) -> messages.Table:
        """Open a table, and take a seat there unless `sit` is false.

        - `time_limit` is in seconds
        - an `unlisted` table returns an invite code in `code`; players need the `password` to join a table that has one
        - `replays` sets which players may see the replays
        - `spectator_delay` is the delay of spectators behind the players
        - `perspectives` sets if and when spectators see the cards in players' hands
        - `club` is a club of the player, whose members alone find the table
        - `deck`, here and below, is the name of a ready-made deck, a deck code or a card list, for games in which
          players bring decks; `RefusedError.faults` lists all faults of the deck
        """
        raw = Raw(json_of(options or {}, "$.options"))
        limit = Milliseconds(round(time_limit * 1000))
        return await self._table(
            messages.OpenTable(
                game=GameName(game),
                seats=seats,
                options=raw,
                time_limit=limit,
                rated=rated,
                sit=sit,
                deck=deck,
                access=access,
                password=password,
                spectators=spectators,
                replays=replays,
                spectator_delay=spectator_delay,
                perspectives=perspectives,
                recess=recess,
                club=None if club is None else ClubId(club),
            )
        )

    async def read_deck(self, game: str, deck: str, options: Mapping[str, Any] | None = None) -> messages.DeckRead:
        """Return how the server parses a deck, and all faults of the deck at a table with these options."""
        raw = Raw(json_of(options or {}, "$.options"))
        return await answered(
            self._ask, messages.ReadDeck(game=GameName(game), deck=deck, options=raw), messages.DeckRead
        )

    async def list(self, game: str | None = None, club: str | None = None) -> tuple[messages.Table, ...]:
        """Return the listed tables of one game, or of all games: those of a club, or those of none."""
        of_club = None if club is None else ClubId(club)
        command = messages.ListTables(game=None if game is None else GameName(game), club=of_club)
        return (await answered(self._ask, command, messages.Tables)).tables

    async def watch_lobby(
        self,
        *,
        games: Sequence[str] | None = None,
        open_seats: int = 0,
        rated: bool | None = None,
        least_time_limit: float | None = None,
        most_time_limit: float | None = None,
        club: str | None = None,
    ) -> LiveList:
        """Return a live list of the tables that fit this filter: their games, the minimum number of free seats, rated
        or not, the range of the time limit in seconds, and a club of the player. A later call replaces the list."""
        wanted = messages.WatchLobby(
            games=None if games is None else tuple(map(GameName, games)),
            open_seats=open_seats,
            rated=rated,
            least_time_limit=_milliseconds(least_time_limit),
            most_time_limit=_milliseconds(most_time_limit),
            club=None if club is None else ClubId(club),
        )
        before, self._lobby = self._lobby, LiveList(wanted)
        try:
            await answered(self._ask, wanted, messages.LobbySnapshot)
        except ClientError:
            self._lobby = before
            raise
        if before is not None:
            before.end()
        return self._lobby

    async def unwatch_lobby(self, live: LiveList | None = None) -> None:
        """Unsubscribe from the table list. Nothing happens if `live` is given and another list has replaced it."""
        if live is not None and live is not self._lobby:
            return
        if self._lobby is not None:
            self._lobby.end()
        self._lobby = None
        await answered(self._ask, messages.UnwatchLobby(), messages.LobbyUnwatched)

    async def sit(
        self,
        table: TableId | None = None,
        seat: Seat | None = None,
        *,
        deck: str | None = None,
        code: str | None = None,
        password: str | None = None,
    ) -> messages.Table:
        """Take a seat, or change to another seat. If `seat` is `None`, take the first free one. For an unlisted table,
        give its `code` instead of its id."""
        return await self._enter(messages.Sit(table=table, seat=seat, deck=deck, code=code, password=password))

    async def stand(self, table: TableId, seat: Seat | None = None) -> messages.Table:
        """Give up this player's seat. A host can pass the `seat` of a bot to remove that bot."""
        return await self._table(messages.Stand(table=table, seat=seat))

    async def kick(self, table: TableId, seat: Seat) -> messages.Table:
        """As the host, remove the player at this seat."""
        return await self._table(messages.Kick(table=table, seat=seat))

    async def transfer_host(self, table: TableId, player: PlayerId) -> messages.Table:
        """As the host, transfer the role of host to another player at the table."""
        return await self._table(messages.TransferHost(table=table, player=player))

    async def add_bot(
        self, table: TableId, bot: str | None = None, seat: Seat | None = None, *, deck: str | None = None
    ) -> messages.Table:
        """As the host, add a bot of the server. If `bot` is `None`, the game's default bot is added; if `seat` is
        `None`, it takes the first free seat."""
        return await self._table(messages.AddBot(table=table, bot=bot, seat=seat, deck=deck))

    async def ready(
        self,
        table: TableId,
        entropy: str | None = None,
        *,
        deck: str | None = None,
        perspectives: messages.Perspectives | None = None,
    ) -> messages.Table:
        """Declare this player ready. Until the match begins, a repeated call with another `deck` changes the deck. At a
        table where spectators see hands, pass `Perspectives.DURING` to agree that spectators see this player's hand
        three minutes later. Otherwise the server refuses with `not_agreed`.

        Without `entropy`, the client draws a random share, once for each commitment, so a reconnect does not change the
        shuffle. It sends the hash of the share now, and reveals the share by itself when all players are ready.
        `Client.notes` stores the share for `quarterdeck verify`.
        """
        known = self._tables[table].table if table in self._tables else await self.watch(table)
        share = self._notes.share(known.match, known.commitment, entropy)
        said = messages.Ready(table=table, entropy_hash=entropy_hash(share), deck=deck, perspectives=perspectives)
        return await self._table(said)

    async def rematch(self, table: TableId) -> messages.Table:
        """Prepare the table for another match after one that has ended. Every player moves on by one seat and keeps
        their deck."""
        return await self._table(messages.Rematch(table=table))

    async def watch(
        self,
        table: TableId | None = None,
        *,
        code: str | None = None,
        password: str | None = None,
        match: MatchId | None = None,
    ) -> messages.Table:
        """Return the current state of a table, and subscribe to its changes. A match of this player names its table."""
        return await self._enter(messages.WatchTable(table=table, code=code, password=password, match=match))

    async def changes(self, table: TableId) -> AsyncIterator[messages.Table]:
        """Yield the state of a table now and after every change. Raises `GoneError` when it is closed, and when the
        host has kicked this player from a table that is not public: the server sends no more of it."""
        changed = -1
        if table not in self._tables:
            await self.watch(table)
        while True:
            newest = self._tables[table]
            if newest.gone:
                is_broken = newest.table.stage is messages.TableStage.REVEALING
                raise GoneError("the server could not start the match" if is_broken else "the table was closed")
            if newest.table.changed > changed:
                changed = newest.table.changed
                yield newest.table
                continue
            if _is_shut_out(newest):
                raise GoneError("the host has kicked you from the table")
            if self._lost is not None:
                raise self._lost
            self._news.clear()
            await self._news.wait()

    async def begun(self, table: TableId) -> messages.Table:
        """Wait until the table's match has begun, and return the table. A match begins when all players are ready and
        have revealed their entropy. Raises `GoneError` if the match cannot begin, and `LostError`."""
        changes = self.changes(table)
        newest = await anext(changes)
        match = newest.match
        while begins_with(match, newest):
            newest = await anext(changes)
        return newest

    def was_kicked(self, table: TableId) -> bool:
        """True if the host has kicked this player, according to the server's last message."""
        return table in self._tables and self._tables[table].kicked

    def is_closed(self, table: TableId) -> bool:
        """True if a followed table is closed, according to the server's last message."""
        return table in self._tables and self._tables[table].gone

    def receive(self, message: AnyFromServer) -> None:
        """Handle a message of the server about tables."""
        if isinstance(message, messages.TableChanged):
            known = self._tables.get(message.table.id)
            if known is None or message.gone or message.table.changed >= known.table.changed:
                self._tables[message.table.id] = message
                self._news.set()
                self._reveal(message.table)
        elif isinstance(message, messages.LobbySnapshot | messages.LobbyChanged) and self._lobby is not None:
            self._lobby.receive(message)

    def resume(self) -> Iterator[FromClient]:
        """Return the commands that subscribe to all tables and the list again after a reconnect."""
        for id_, changed in self._tables.items():
            if not changed.gone and not _is_shut_out(changed):
                yield self._entered.get(id_, messages.WatchTable(table=id_))
        if self._lobby is not None:
            yield self._lobby.wanted

    def stand_at(self, answer: messages.TableChanged) -> None:
        """Replace the state of a table after a reconnect, even with an older one: the store may have lost changes."""
        self._tables[answer.table.id] = answer
        self._news.set()
        self._reveal(answer.table)

    def part(self, table: TableId) -> None:
        """Record, after a reconnect, that the server does not have this table any more."""
        self._tables[table] = msgspec.structs.replace(self._tables[table], gone=True)
        self._news.set()

    def fail(self, error: ClientError) -> None:
        """Record that no more messages about tables will come."""
        self._lost = error
        self._news.set()
        if self._lobby is not None:
            self._lobby.fail(error)

    def _reveal(self, table: messages.Table) -> None:
        """Record the commitments of all seats, and reveal this player's share of entropy if the table waits for it."""
        note = self._notes.get(table.match)
        if table.stage is not messages.TableStage.REVEALING or note is None or note.commitment != table.commitment:
            return
        bound = entropy_hash(note.entropy)
        own = next(
            (each for each in table.places if each.player is not None and each.player.id == self._own_id()), None
        )
        # Only at the player's own seat: a server could show this hash at an accomplice's seat and another one here.
        owes = own is not None and own.entropy_hash == bound and not own.revealed
        if table.match in self._revealing or not owes:
            return
        self._notes.bind(table)
        command = messages.Reveal(table=table.id, entropy=note.entropy)
        task = self._revealing[table.match] = asyncio.ensure_future(self._send_in_background(command))
        task.add_done_callback(lambda _: self._revealing.pop(table.match, None))  # a store that forgets asks once more

    async def _send_in_background(self, command: FromClient) -> None:
        """Send a command in the background and ignore its errors: the table's state shows the outcome."""
        with suppress(ClientError):
            await self._table(command)

    async def _enter(self, command: messages.Sit | messages.WatchTable) -> messages.Table:
        table = await self._table(command)
        if command.code is not None or command.password is not None:
            self._entered[table.id] = messages.WatchTable(table=table.id, code=command.code, password=command.password)
        return table

    async def _table(self, command: FromClient) -> messages.Table:
        return (await answered(self._ask, command, messages.TableChanged)).table


def place_of(player: PlayerId, table: messages.Table) -> messages.Place | None:
    """Return the seat entry of a player at a table; `None` if they do not sit there."""
    return next((place for place in table.places if place.player is not None and place.player.id == player), None)


def begins_with(match: MatchId, table: messages.Table) -> bool:
    """True if the match has not begun yet, because the table still gathers players or waits for entropy. Raises
    `GoneError` if the deal of the match's cards was cancelled."""
    refused = table.refused
    if refused is not None and refused.match == match:
        raise GoneError(refused_in_words(refused))
    return table.match == match and table.stage in (messages.TableStage.GATHERING, messages.TableStage.REVEALING)


def refused_in_words(deal: messages.RefusedDeal) -> str:
    """Return a sentence with the reason why the deal of a match's cards was cancelled."""
    if not deal.missing:
        return "the deal was cancelled, because the server could not deal as announced"
    names = ", ".join(name_of(deal.players[seat]) for seat in deal.missing)
    return f"the deal was cancelled, because entropy was not revealed in time: {names}"


def _milliseconds(seconds: float | None) -> Milliseconds | None:
    return None if seconds is None else Milliseconds(round(1000 * seconds))


def _is_shut_out(changed: messages.TableChanged) -> bool:
    """True if the server sends nothing more of a table to this player, whom the host has kicked."""
    return changed.kicked and changed.table.access is not messages.Access.PUBLIC
