"""The live list of tables: subscribers get its present state, and then only changes.

All subscribers with the same filter are one audience. Each message is computed and encoded once for an audience, at
most four times a second, for any number of subscribers and of changes in between. Audiences are notified at the same
time, and equal messages share their bytes. So the unsent data of a subscriber grows with the number of tables, never
with the number of changes."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import NamedTuple, Protocol

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import Access, LobbyChanged, LobbySnapshot, Table, TableStage, WatchLobby
from quarterdeck_protocol.names import GameName, PlayerId, Ref, TableId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import avoided_as

SECONDS_BETWEEN_NEWS = 0.25
MOST_SHOWN = 200

Notify = Callable[[bytes], None]
Recipient = Callable[[], Player | None]
"""Says which player a subscriber is, if any."""


class Listing(msgspec.Struct, frozen=True):
    """A table in the list, and the players from whom it is hidden, because a player at the table has blocked them. It
    is hidden from their bots too."""

    table: Table
    hidden_from: frozenset[PlayerId] = frozenset()

    def is_hidden_from(self, player: Player | None) -> bool:
        """True if the table is hidden from this player. It is never hidden from players at the table."""
        if player is None or self.hidden_from.isdisjoint(avoided_as(player)):
            return False
        return all(place.player is None or place.player.id != player.id for place in self.table.places)


class Change(NamedTuple):
    """The last and the present listing of a table; `None` if it is not listed."""

    before: Listing | None
    now: Listing | None

    @property
    def hidden_from(self) -> frozenset[PlayerId]:
        """The players who may need a different message from all others, because the table is hidden from them and their
        bots."""
        return frozenset(player for each in self if each is not None for player in each.hidden_from)


class ListFilter(msgspec.Struct, frozen=True, kw_only=True):
    """The filter of an audience: the tables that it wants."""

    games: frozenset[GameName] | None = None
    open_seats: int = 0
    rated: bool | None = None
    least_time_limit: int | None = None
    most_time_limit: int | None = None
    club: ClubId | None = None

    def passes(self, table: Table) -> bool:
        """True if a table passes the filter for the list of tables."""
        return (
            table.club == self.club
            and (self.games is None or table.game in self.games)
            and self.rated in (None, table.rated)
            and (self.least_time_limit is None or table.time_limit >= self.least_time_limit)
            and (self.most_time_limit is None or table.time_limit <= self.most_time_limit)
            and (self.open_seats == 0 or _open_seats(table) >= self.open_seats)
        )


def wanted_by(message: WatchLobby) -> ListFilter:
    """Return the table filter that a client asks for. Equal requests have equal filters."""
    return ListFilter(
        games=None if message.games is None else frozenset(message.games),
        open_seats=message.open_seats,
        rated=message.rated,
        least_time_limit=message.least_time_limit,
        most_time_limit=message.most_time_limit,
        club=message.club,
    )


def is_listed(table: Table) -> bool:
    """True if a table is in any list at all."""
    is_found = table.access is not Access.UNLISTED or table.club is not None
    return is_found and table.stage is not TableStage.OVER


def _open_seats(table: Table) -> int:
    return sum(place.player is None for place in table.places) if table.stage is TableStage.GATHERING else 0


class Audience:
    """All subscribers with the same filter, with the last sent listings and the pending changes."""

    def __init__(self, wanted: ListFilter, listings: Iterable[Listing]) -> None:
        self.wanted = wanted
        self.subscribers: dict[Notify, Recipient] = {}
        self.listed: dict[TableId, Listing] = {
            listing.table.id: listing for listing in listings if wanted.passes(listing.table)
        }
        self._hiding = {id_: listing for id_, listing in self.listed.items() if listing.hidden_from}
        """The listed tables that are hidden from anybody. Usually there are few."""

        self._news: dict[TableId, Listing | None] = {}

    def note(self, id_: TableId, listing: Listing | None) -> bool:
        """Record the current listing of a table, `None` if it is not listed any more. Return true if there is something
        to send."""
        if listing is not None and self.wanted.passes(listing.table):
            self._news[id_] = listing
        elif id_ in self.listed:
            self._news[id_] = None
        else:  # it was never sent, so its end need not be sent
            self._news.pop(id_, None)
        return bool(self._news)

    def news(self) -> Mapping[TableId, Change]:
        """Return the changes in the list of tables since the last call."""
        news, self._news = self._news, {}
        changes = {id_: Change(self.listed.pop(id_, None), listing) for id_, listing in news.items()}
        # the table that has changed last is last
        self.listed.update({id_: listing for id_, listing in news.items() if listing is not None})
        for id_, listing in news.items():
            self._hiding.pop(id_, None)
            if listing is not None and listing.hidden_from:
                self._hiding[id_] = listing
        return changes

    def shown(self, ref: Ref | None, online: int = 0, player: Player | None = None) -> LobbySnapshot:
        """Return the list as it was last sent, in this player's view; about `online` players are signed in. Later
        changes are sent to all subscribers next."""
        hidden = {id_ for id_, each in self._hiding.items() if each.is_hidden_from(player)}
        found = (each.table for id_, each in reversed(self.listed.items()) if id_ not in hidden)
        total = len(self.listed) - len(hidden)
        return LobbySnapshot(tables=tuple(islice(found, MOST_SHOWN)), total=total, online=online, ref=ref)


def changes_for(news: Mapping[TableId, Change], online: int, player: Player | None) -> LobbyChanged:
    """Return the message about these changes for a player, without tables that were hidden from the player and still
    are."""
    tables, gone = [], []
    for id_, change in news.items():
        if change.now is not None and not change.now.is_hidden_from(player):
            tables.append(change.now.table)
        elif change.before is not None and not change.before.is_hidden_from(player):
            gone.append(id_)
    return LobbyChanged(tables=tuple(tables), gone=tuple(gone), online=online)


class Timer(Protocol):
    """Interface of an event loop's timer functions."""

    def time(self) -> float: ...

    def call_later(self, delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle: ...


class LiveList:
    """The listed tables, and the subscribers of this process in groups with the same filter."""

    def __init__(self, timer: Callable[[], Timer] = asyncio.get_running_loop) -> None:
        self._timer = timer
        self._tables: dict[TableId, Listing] = {}
        self._audiences: dict[ListFilter, Audience] = {}
        self._wanted: dict[Notify, ListFilter] = {}
        self._members: dict[Notify, PlayerId | None] = {}
        """The player of each subscriber of a club. A connection can sign in as another player."""

        self._due: asyncio.TimerHandle | None = None
        self._changed_audiences: dict[ListFilter, Audience] = {}
        self._last_news = -SECONDS_BETWEEN_NEWS
        self._closed: dict[TableId, int] | None = None
        """While all tables are being read: which were closed meanwhile, and with which change."""

        self.online: Callable[[], int] = lambda: 0
        """Says about how many are signed in."""

        self.is_on = False
        """True if changes are recorded; false while nobody follows."""

    def begin(self) -> Mapping[TableId, int]:
        """Begin to record which tables change while all tables are read again. Return the tables known before, each
        with its number of changes; pass them to `renew` afterwards."""
        self.is_on = True
        self._closed = {}
        return {id_: listing.table.changed for id_, listing in self._tables.items()}

    def renew(self, stored: Iterable[Listing], known: Mapping[TableId, int]) -> None:
        """Merge all tables as they were read since `begin` returned `known`. A known, unchanged table that was not read
        is gone. Changes received meanwhile are newer than the read ones."""
        found = {listing.table.id: listing for listing in stored}
        closed, self._closed = self._closed or {}, None
        for id_, changed in known.items():
            listing = self._tables.get(id_)
            if listing is not None and listing.table.changed == changed and id_ not in found:
                self._note(id_, None)
        for id_, listing in found.items():
            if closed.get(id_, -1) < listing.table.changed:
                self.note(listing)

    def note(self, listing: Listing, *, gone: bool = False) -> None:
        """Record the present state of a table, or its closing. Older states than the known one are ignored."""
        table = listing.table
        known = self._tables.get(table.id)
        if not self.is_on or (known is not None and table.changed <= known.table.changed):
            return
        if gone and self._closed is not None:
            self._closed[table.id] = table.changed
        self._note(table.id, None if gone or not is_listed(table) else listing)

    def _note(self, id_: TableId, listing: Listing | None) -> None:
        self._tables.pop(id_, None)
        if listing is not None:
            self._tables[id_] = listing
        for audience in self._audiences.values():
            if audience.note(id_, listing):
                self._send_soon(audience)

    def subscribe(self, notify: Notify, wanted: ListFilter, ref: Ref | None, recipient: Recipient) -> LobbySnapshot:
        """Notify a subscriber of these tables from now on, and return their present state. `recipient` returns its
        player at the time of sending, because a connection may sign in later."""
        self.unsubscribe(notify)
        audience = self._audiences.get(wanted)
        if audience is None:
            audience = self._audiences[wanted] = Audience(wanted, self._tables.values())
        audience.subscribers[notify] = recipient
        self._wanted[notify] = wanted
        if wanted.club is not None:
            self._members[notify] = _id_of(recipient())
        return audience.shown(ref, self.online(), recipient())

    def has_subscriber(self, notify: Notify) -> bool:
        """True if this subscriber is notified of changes in the list of tables."""
        return notify in self._wanted

    def unsubscribe(self, notify: Notify) -> None:
        wanted = self._wanted.pop(notify, None)
        self._members.pop(notify, None)
        if wanted is None:
            return
        audience = self._audiences[wanted]
        audience.subscribers.pop(notify, None)
        if not audience.subscribers:
            self._forget(wanted)

    def hide(self, club: ClubId, players: frozenset[PlayerId]) -> None:
        """Stop notifying these players, and their bots, of the tables of a club. All are reported as gone."""
        for audience in [each for wanted, each in self._audiences.items() if wanted.club == club]:
            for notify, recipient in list(audience.subscribers.items()):
                player = recipient()
                if player is None or not players.isdisjoint(avoided_as(player)):
                    self.unsubscribe(notify)
                    notify(wire.encode(LobbyChanged(gone=tuple(audience.listed), online=self.online())))

    def rest(self) -> None:
        """Stop recording changes of tables if nobody follows the list."""
        if not self._wanted:
            self.is_on = False
            self._tables.clear()

    def close(self) -> None:
        """Stop notifying anybody."""
        for wanted in list(self._audiences):
            self._forget(wanted)
        self._wanted.clear()

    def _forget(self, wanted: ListFilter) -> None:
        del self._audiences[wanted]
        self._changed_audiences.pop(wanted, None)
        if not self._changed_audiences and self._due is not None:
            self._due.cancel()
            self._due = None

    def _send_soon(self, audience: Audience) -> None:
        self._changed_audiences[audience.wanted] = audience
        if self._due is None:
            timer = self._timer()
            delay = max(0.0, self._last_news + SECONDS_BETWEEN_NEWS - timer.time())
            self._due = timer.call_later(delay, self._notify_all)

    def _notify_all(self) -> None:
        """Notify all audiences at the same time. Most of them get the same message then, and it is encoded only
        once."""
        self._due = None
        self._last_news = self._timer().time()
        changed, self._changed_audiences = self._changed_audiences, {}
        online, frames = self.online(), dict[tuple[object, ...], bytes]()
        for audience in changed.values():
            news = audience.news()
            if news:
                alike = tuple([(id_, change.now is None and (change.before is None,)) for id_, change in news.items()])
                frame = frames.get(alike)
                if frame is None:
                    frame = frames[alike] = wire.encode(changes_for(news, online, None))
                self._notify(audience, news, frame, online)

    def _notify(self, audience: Audience, news: Mapping[TableId, Change], frame: bytes, online: int) -> None:
        hidden_from = frozenset(player for change in news.values() for player in change.hidden_from)
        for notify, recipient in list(audience.subscribers.items()):
            if audience.wanted.club is not None and _id_of(recipient()) != self._members[notify]:
                self.unsubscribe(notify)
                continue
            player = recipient() if hidden_from else None
            if player is None or hidden_from.isdisjoint(avoided_as(player)):
                notify(frame)
                continue
            found = changes_for(news, online, player)
            if found.tables or found.gone:
                notify(wire.encode(found))


def _id_of(player: Player | None) -> PlayerId | None:
    return None if player is None else player.id
