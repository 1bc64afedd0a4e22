"""Who is here, about, counted by several processes on one store."""

import pytest
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_server.lobby.attendance import (
    ATTENDANCE,
    MOST_MATCHES,
    PROCESSES,
    SECONDS_BELIEVED,
    Attendance,
    rounded,
)
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import live_server


class Houses:
    """Processes on one store, with what is at each."""

    def __init__(self, *players: int) -> None:
        self.seated: list[dict[MatchId, list[Seat]]] = [{} for _ in players]
        self.at = 1_800_000_000_000
        self.memory = Memory(lambda: Milliseconds(self.at))
        self.players = list(players)
        self.watched: list[dict[MatchId, int]] = [{} for _ in players]
        self.processes = [self.process(number) for number in range(len(players))]

    def process(self, number: int) -> Attendance:
        documents = MemoryStore(self.memory).documents
        return Attendance(
            documents, lambda: self.players[number], lambda: self.watched[number], seated=lambda: self.seated[number]
        )

    async def count(self) -> None:
        """Let everybody say what is at them, and then read what the others have said."""
        for process in (*self.processes, *self.processes):
            await process.count()


async def test_a_process_counts_what_is_at_it_at_once_and_others_when_they_have_said_it() -> None:
    here = Houses(3, 4)
    first, second = here.processes
    assert (first.online(), second.online()) == (3, 4)
    await here.count()
    assert (first.online(), second.online()) == (7, 7)
    here.players[0] = 5
    assert (first.online(), second.online()) == (9, 7)
    await here.count()
    assert second.online() == 9


async def test_watchers_of_a_match_are_added_up_match_by_match() -> None:
    here = Houses(0, 0, 0)
    here.watched[1] = {MatchId("a"): 2, MatchId("b"): 1}
    here.watched[2] = {MatchId("a"): 3}
    await here.count()
    first = here.processes[0]
    assert [first.watching(MatchId(match), 1) for match in "abc"] == [6, 2, 1]


async def test_a_process_that_says_nothing_more_is_believed_for_a_while_only() -> None:
    here = Houses(3, 4)
    first, _ = here.processes
    await here.count()
    here.at += 1000 * SECONDS_BELIEVED - 1
    await first.count()
    assert first.online() == 7
    here.at += 2
    await first.count()
    assert first.online() == 3
    assert await MemoryStore(here.memory).documents.count(PROCESSES) == 1


async def test_a_process_names_the_matches_with_the_most_watchers() -> None:
    here = Houses(0, 0)
    here.watched[1] = {MatchId(f"m{number}"): number for number in range(1, MOST_MATCHES + 51)}
    await here.count()
    first = here.processes[0]
    assert [first.watching(MatchId(match), 0) for match in ("m50", "m51")] == [0, 50]


async def test_seats_with_a_connection_to_any_process_are_known_at_each() -> None:
    here = Houses(0, 0)
    a, b = MatchId("a"), MatchId("b")
    here.seated = [{a: [Seat(0)]}, {a: [Seat(1)], b: [Seat(0)]}]
    first, _ = here.processes
    assert first.seated() == {a: {0}}
    await here.count()
    assert first.seated() == {a: {0, 1}, b: {0}}
    here.at += 1000 * SECONDS_BELIEVED + 1
    await first.count()
    assert first.seated() == {a: {0}}


async def test_anything_that_is_said_are_numbers_seats_and_matches() -> None:
    here = Houses(3)
    here.watched[0] = {MatchId("a"): 2}
    here.seated[0] = {MatchId("b"): [Seat(1)]}
    await here.count()
    documents = MemoryStore(here.memory).documents
    ((process, _),) = await documents.listed(PROCESSES, most=9)
    (document,) = await documents.read([ATTENDANCE.key(process)])
    assert document is not None
    assert document.body == b'{"players":3,"watched":{"a":2},"seated":{"b":[1]}}'


@pytest.mark.parametrize(
    ("number", "rounded_number"),
    [(0, 0), (1, 1), (9, 9), (10, 10), (19, 10), (99, 90), (100, 100), (119, 110), (1_299, 1_200), (56_789, 56_000)],
)
def test_numbers_are_told_with_one_digit_or_two(number: int, rounded_number: int) -> None:
    assert rounded(number) == rounded_number


async def test_the_list_of_tables_says_how_many_are_signed_in_whenever_it_says_anything() -> None:
    async with live_server() as server, server.player("Ada") as ada, server.line() as stranger:
        snapshot = await stranger.ask({"type": "watch_lobby"})
        assert (snapshot["type"], snapshot["online"]) == ("lobby_snapshot", 1)
        async with server.player("Bo") as bo:
            assert await stranger.quiet() == []  # it is no news by itself
            await bo.ask({"type": "open_table", "game": "tiny", "sit": False})
            changed = await stranger.until(lambda heard: heard["type"] == "lobby_changed")
            assert changed["online"] == 2
            assert (await ada.ask({"type": "watch_lobby"}))["online"] == 2


async def test_an_update_says_how_many_watch_here_and_elsewhere_and_nothing_is_said_for_that_alone() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory)) as server,
        live_server(MemoryStore(memory)) as other,
        server.line() as ada,
        server.line() as bo,
        server.line() as cy,
        other.line() as dee,
    ):
        players = [(await ada.sign_in("Ada"))["player"], (await bo.sign_in("Bo"))["player"]]
        await server.begin("match", players)
        watch = {"type": "watch_match", "match": "match"}
        first = await ada.ask(dict(watch))
        assert "watching" not in first
        assert (await cy.ask(dict(watch)))["watching"] == 1
        assert (await dee.ask(dict(watch)))["watching"] == 1  # of those who watch elsewhere it has not heard yet
        assert [message for message in await ada.quiet() if "watching" in message] == []
        for process in (other, server):
            await process.services.attendance.count()
        assert (await ada.ask(dict(watch)))["watching"] == 2
        await cy.ask({"type": "unwatch_match", "match": "match"})
        assert (await ada.ask(dict(watch)))["watching"] == 1
