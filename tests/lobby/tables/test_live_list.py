"""The live list: a snapshot and then what changes, encoded once for all who want the same, four times a second."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from lobby.table_worlds import ADA, BO, TableWorld, worlds
from msgspec.structs import replace
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.tables import Access, LobbyChanged, LobbySnapshot, Place, Table, TableStage, WatchLobby
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.tables.live_list import (
    MOST_SHOWN,
    SECONDS_BETWEEN_NEWS,
    Audience,
    ListFilter,
    Listing,
    LiveList,
    changes_for,
    wanted_by,
)
from quarterdeck_server.store_errors import Unavailable
from servers import SOON

EVERYTHING = ListFilter()


def table(name: str = "t", changed: int = 1, free: int = 2, **more: Any) -> Table:
    places = (Place(player=ADA), *(Place() for _ in range(free)))
    start = Table(
        id=TableId(name),
        game=GameName("tiny"),
        options={},
        time_limit=Milliseconds(30_000),
        places=places,
        commitment="",
        match=MatchId("m"),
        stage=TableStage.GATHERING,
        opened_at=Milliseconds(0),
        changed=changed,
    )
    return replace(start, **more)


def listing(name: str = "t", changed: int = 1, hidden_from: frozenset[PlayerId] = frozenset(), **more: Any) -> Listing:
    return Listing(table(name, changed, **more), hidden_from)


def news_of(audience: Audience) -> LobbyChanged | None:
    """Return what those are sent from whom no table is hidden."""
    news = audience.news()
    return changes_for(news, 0, None) if news else None


def named(*names: str) -> tuple[TableId, ...]:
    return tuple(map(TableId, names))


class Clock:
    """An event loop's clock that is moved by hand, and what is to be called by it."""

    def __init__(self) -> None:
        self.at = 100.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.at

    def call_later(self, delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        self.due.append((self.at + delay, callback))
        return asyncio.TimerHandle(self.at + delay, callback, (), asyncio.get_running_loop())

    def move_on(self, seconds: float) -> None:
        """Move on, and call what is due."""
        self.at += seconds
        due = [each for each in self.due if each[0] <= self.at]
        self.due = [each for each in self.due if each[0] > self.at]
        for _, callback in due:
            callback()


class Board:
    """A live list that is on, and what one who follows everything was told."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.live = LiveList(lambda: self.clock)
        self.live.begin()
        self.frames: list[bytes] = []

    def subscribe(self, wanted: ListFilter = EVERYTHING) -> LobbySnapshot:
        return self.live.subscribe(self.frames.append, wanted, None, lambda: None)

    @property
    def received(self) -> list[LobbyChanged]:
        return [msgspec.json.decode(frame, type=LobbyChanged) for frame in self.frames]


@pytest.mark.parametrize(
    ("wanted", "passing"),
    [
        (ListFilter(), ["full", "open", "playing", "slow"]),
        (ListFilter(games=frozenset({GameName("density-deck")})), ["slow"]),
        (ListFilter(games=frozenset()), []),
        (ListFilter(open_seats=1), ["open", "slow"]),
        (ListFilter(open_seats=2), ["open"]),
        (ListFilter(least_time_limit=Milliseconds(30_001)), ["slow"]),
        (ListFilter(rated=True), ["full"]),
        (ListFilter(rated=False), ["open", "playing", "slow"]),
        (ListFilter(most_time_limit=Milliseconds(30_000)), ["full", "open", "playing"]),
    ],
)
def test_filters(wanted: ListFilter, passing: list[str]) -> None:
    tables = [
        listing("full", free=0, rated=True),
        listing("open"),
        listing("playing", stage=TableStage.PLAYING),
        listing("slow", free=1, game=GameName("density-deck"), time_limit=Milliseconds(60_000)),
    ]
    assert sorted(Audience(wanted, tables).listed) == passing


def test_wanting_the_same_in_other_words_is_wanting_the_same() -> None:
    one = WatchLobby(games=(GameName("a"), GameName("b")))
    other = WatchLobby(games=(GameName("b"), GameName("a"), GameName("b")))
    assert wanted_by(one) == wanted_by(other)
    assert hash(wanted_by(one)) == hash(wanted_by(other))


class TestAnAudience:
    def test_is_told_how_a_table_stands_in_the_end_and_not_on_the_way(self) -> None:
        audience = Audience(EVERYTHING, [listing("old")])
        for changed in (2, 3, 4):
            audience.note(TableId("old"), listing("old", changed))
        audience.note(TableId("new"), listing("new"))
        assert news_of(audience) == LobbyChanged(tables=(table("old", 4), table("new")))
        assert news_of(audience) is None

    def test_hears_that_a_table_it_was_told_of_is_gone_or_not_as_wanted_any_more(self) -> None:
        audience = Audience(ListFilter(open_seats=1), [listing("closed"), listing("filled"), listing("never", free=0)])
        audience.note(TableId("closed"), None)
        audience.note(TableId("filled"), listing("filled", 2, free=0))
        audience.note(TableId("never"), None)
        assert news_of(audience) == LobbyChanged(gone=named("closed", "filled"))

    def test_hears_nothing_of_a_table_that_came_and_went_in_between(self) -> None:
        audience = Audience(EVERYTHING, [])
        assert audience.note(TableId("short"), listing("short"))
        assert not audience.note(TableId("short"), None)
        assert news_of(audience) is None

    def test_is_shown_what_it_was_told_so_that_what_is_new_comes_to_all_of_it(self) -> None:
        audience = Audience(EVERYTHING, [listing("a")])
        audience.note(TableId("a"), None)
        assert audience.shown(None).tables == (table("a"),)
        assert news_of(audience) == LobbyChanged(gone=named("a"))
        assert audience.shown(None).tables == ()

    def test_is_shown_those_that_changed_last_and_told_how_many_there_are(self) -> None:
        audience = Audience(EVERYTHING, [listing(f"t{number}") for number in range(MOST_SHOWN + 5)])
        audience.note(TableId("t0"), listing("t0", 2))
        audience.news()
        shown = audience.shown(None)
        assert (shown.tables[0], len(shown.tables), shown.total) == (table("t0", 2), MOST_SHOWN, MOST_SHOWN + 5)


class TestTheLiveList:
    async def test_tells_at_most_four_times_a_second_and_the_first_at_once(self) -> None:
        board = Board()
        board.subscribe()
        board.live.note(listing("t", 1))
        board.clock.move_on(0.0)
        assert [news.tables[0].changed for news in board.received] == [1]
        for changed in range(2, 18):  # sixteen changes in a second
            board.live.note(listing("t", changed))
            board.clock.move_on(1 / 16)
        assert [news.tables[0].changed for news in board.received] == [1, 5, 9, 13, 17]
        assert SECONDS_BETWEEN_NEWS == 4 / 16
        assert board.clock.due == []

    async def test_encodes_once_for_all_who_want_the_same(self) -> None:
        board, frames = Board(), []
        for _ in range(3):
            board.live.subscribe(lambda frame: frames.append(frame), EVERYTHING, None, lambda: None)
        board.live.note(listing())
        board.clock.move_on(0.0)
        assert len(frames) == 3
        assert frames[0] is frames[1] is frames[2]

    async def test_encodes_once_for_audiences_that_are_sent_the_same(self) -> None:
        board = Board()
        told: dict[int, list[bytes]] = {free: [] for free in range(4)}
        for free, frames in told.items():
            board.live.subscribe(frames.append, ListFilter(open_seats=free), None, lambda: None)
            board.live.note(listing("t", free + 1))
            board.clock.move_on(1 / 16)
        board.clock.move_on(1.0)
        for frames in told.values():
            frames.clear()
        board.live.note(listing("t", 9))
        board.clock.move_on(1.0)
        board.live.note(listing("t", 10, free=1))
        board.clock.move_on(1.0)
        assert [frames[:1] == told[0][:1] and frames[0] is told[0][0] for frames in told.values()] == [
            True,
            True,
            True,
            False,
        ]
        assert told[1][1] is told[0][1]
        gone = msgspec.json.decode(told[2][1], type=LobbyChanged)
        assert (gone.tables, gone.gone) == ((), named("t"))

    async def test_whom_somebody_at_a_table_has_blocked_does_not_find_it(self) -> None:
        board = Board()
        blocked: list[bytes] = []
        board.live.note(listing("before", hidden_from=frozenset({BO.id})))
        shown = board.live.subscribe(blocked.append, EVERYTHING, None, lambda: BO)
        assert (shown.tables, shown.total) == ((), 0)
        assert board.subscribe().tables == (table("before"),)
        board.live.note(listing("other"))
        board.live.note(listing("t", hidden_from=frozenset({BO.id})))
        board.clock.move_on(1.0)
        board.live.note(listing("other", 2, hidden_from=frozenset({BO.id})))
        board.live.note(listing("t", 2), gone=True)
        board.clock.move_on(1.0)
        assert board.received == [
            LobbyChanged(tables=(table("other"), table("t"))),
            LobbyChanged(tables=(table("other", 2),), gone=named("t")),
        ]
        assert [msgspec.json.decode(frame, type=LobbyChanged) for frame in blocked] == [
            LobbyChanged(tables=(table("other"),)),
            LobbyChanged(gone=named("other")),
        ]

    async def test_tells_nobody_of_unlisted_tables_and_of_those_that_are_over(self) -> None:
        board = Board()
        board.subscribe()
        board.live.note(listing("secret", access=Access.UNLISTED))
        board.live.note(listing("t"))
        board.clock.move_on(1.0)
        board.live.note(listing("t", 2, stage=TableStage.OVER))
        board.clock.move_on(1.0)
        assert board.received == [LobbyChanged(tables=(table("t"),)), LobbyChanged(gone=named("t"))]

    async def test_believes_nothing_that_is_older_than_what_it_knows(self) -> None:
        board = Board()
        board.live.note(listing("t", 5))
        board.live.note(listing("t", 4, free=0))
        board.live.note(listing("t", 4), gone=True)
        assert board.subscribe().tables == (table("t", 5),)

    async def test_reads_all_tables_while_they_change(self) -> None:
        board = Board()
        for name in ("stays", "closed", "forgotten"):
            board.live.note(listing(name))
        board.subscribe()
        known = board.live.begin()
        stored = [listing("stays"), listing("closed"), listing("unheard")]
        board.live.note(listing("opened"))
        board.live.note(listing("closed", 2), gone=True)
        board.live.renew(stored, known)
        board.clock.move_on(1.0)
        assert board.received == [
            LobbyChanged(tables=(table("opened"), table("unheard")), gone=named("closed", "forgotten"))
        ]

    async def test_a_player_who_follows_no_more_or_something_else_is_told_no_more(self) -> None:
        board = Board()
        board.subscribe()
        board.subscribe(ListFilter(open_seats=1))
        board.live.note(listing("full", free=0))
        board.clock.move_on(1.0)
        assert board.received == []
        board.live.note(listing("t"))
        board.live.unsubscribe(board.frames.append)
        board.clock.move_on(1.0)
        assert board.received == []


async def heard(world: TableWorld, frames: "asyncio.Queue[bytes]") -> LobbyChanged:
    async with asyncio.timeout(SOON):
        message = wire.decode_from_server(await frames.get())
    assert isinstance(message, LobbyChanged)
    return message


async def test_it_is_followed_over_any_process_and_read_again_when_something_was_missed() -> None:
    async with worlds() as several:
        one, other = await several.start(), await several.start()
        before = await one.open()
        frames: asyncio.Queue[bytes] = asyncio.Queue()
        shown = await other.tables.repository.board.subscribe(frames.put_nowait, WatchLobby())
        assert [each.id for each in shown.tables] == [before.id]
        opened = await one.open(BO)
        assert [each.id for each in (await heard(other, frames)).tables] == [opened.id]
        await one.lobby.stand(before.id, ADA.id, None, None)
        assert (await heard(other, frames)).gone == (before.id,)
        await other.store.close()  # and hears nothing
        unheard = await one.open()
        await other.store.start()
        several.memory.come_back()
        assert [each.id for each in (await heard(other, frames)).tables] == [unheard.id]
        other.tables.repository.board.unsubscribe(frames.put_nowait)
        assert not other.tables.repository.board.is_on


async def test_while_the_store_is_away_nobody_begins_to_follow() -> None:
    async with worlds() as several:
        world = await several.start()
        several.memory.leave()
        frames: list[bytes] = []
        with pytest.raises(Unavailable):
            await world.tables.repository.board.subscribe(frames.append, WatchLobby())
        several.memory.come_back()
        opened = await world.open()
        shown = await world.tables.repository.board.subscribe(frames.append, WatchLobby())
        assert [each.id for each in shown.tables] == [opened.id]


class Looked(Listing, frozen=True, kw_only=True):
    """A listing that notes each look at whom it is hidden from."""

    looks: list[TableId]

    def is_hidden_from(self, player: Player | None) -> bool:
        self.looks.append(self.table.id)
        return super().is_hidden_from(player)


def test_a_snapshot_looks_only_at_tables_that_are_hidden_from_anybody() -> None:
    looks: list[TableId] = []
    secret = frozenset({BO.id})
    all_tables = [listing(str(number)) for number in range(2 * MOST_SHOWN)]
    hidden = [listing("for some", hidden_from=secret, places=()), listing("later", hidden_from=secret, places=())]
    audience = Audience(
        EVERYTHING, [Looked(each.table, each.hidden_from, looks=looks) for each in (*all_tables, hidden[0])]
    )
    audience.note(TableId("later"), Looked(hidden[1].table, secret, looks=looks))
    audience.note(TableId("0"), None)
    audience.news()
    for player, total, first in ((BO, 2 * MOST_SHOWN - 1, str(2 * MOST_SHOWN - 1)), (ADA, 2 * MOST_SHOWN + 1, "later")):
        shown = audience.shown(None, player=player)
        assert (shown.total, len(shown.tables), shown.tables[0].id) == (total, MOST_SHOWN, first)
    assert set(looks) == {"for some", "later"}
    audience.note(TableId("later"), listing("later", 2))
    audience.news()
    assert audience.shown(None, player=BO).tables[0].id == "later"
