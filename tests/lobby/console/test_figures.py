"""The figures of a server, counted from kept results."""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_server.lobby.console.figures import DAY, WEEK, cohorts_of, days_of, waits_of
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord, SeatRecord
from web.moderators_office import Office, offices


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


async def test_a_played_match_is_in_the_figures(office: Office) -> None:
    table = (await office.bo.ask({"type": "open_table", "game": "tiny"}))["table"]
    await office.admin.ask({"type": "sit", "table": table["id"]})
    for line in (office.bo, office.admin):
        await line.ask({"type": "ready", "table": table["id"]})
    await office.admin.ask({"type": "resign", "match": table["match"]})
    await office.bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    status, figures = await office.ask("figures")
    today = figures["days"][0]
    assert (status, today["matches"], today["players"], today["newcomers"]) == (200, 1, 2, 2)
    assert (figures["games"], figures["is_whole"]) == ([{"game": "tiny", "matches": 1}], True)
    assert (figures["cohorts"][0]["players"], figures["cohorts"][0]["played"]) == (2, [2])


NOW = Milliseconds(1_796_040_000_000)  # Monday, 30 November 2026


def result(player: str, ended: int) -> MatchResultRecord:
    seats = (SeatRecord(player=PlayerId(player)), SeatRecord(player=PlayerId("a bot")))
    return MatchResultRecord(
        match=MatchId(f"{player}{ended}"),
        game=GameName("tiny"),
        seats=seats,
        reason=None,
        unrated=None,
        began=Milliseconds(ended - 1),
        ended=Milliseconds(ended),
        entries=2,
    )


def test_a_cohort_counts_its_players_once_a_week() -> None:
    old, new = NOW - 2 * WEEK, NOW - 60_000
    results = [
        result("old", old),
        result("old", old + 1),
        result("old", new),
        result("late", NOW - WEEK),
        result("new", new),
    ]
    humans = {PlayerId("old"): Milliseconds(old), PlayerId("late"): Milliseconds(old), PlayerId("new"): NOW}
    this, last, before, *empty = cohorts_of(results, humans, NOW)
    assert (this.week, this.players, this.played) == ("2026-11-30", 1, (1,))
    assert (last.week, last.players, last.played) == ("2026-11-23", 0, (0, 0))
    assert (before.week, before.players, before.played) == ("2026-11-16", 2, (1, 1, 1))
    assert {each.players for each in empty} == {0}


def test_a_day_counts_people_and_not_bots() -> None:
    results = [result("one", NOW), result("one", NOW - 1), result("two", NOW - DAY)]
    today, yesterday, *_ = days_of(results, {PlayerId("one"): NOW, PlayerId("two"): Milliseconds(0)}, NOW)
    assert (today.day, today.matches, today.players, today.newcomers) == ("2026-11-30", 2, 1, 1)
    assert (yesterday.matches, yesterday.players, yesterday.newcomers) == (1, 1, 0)


def test_waits_are_by_game() -> None:
    members = ["tiny-0a 100 t1", "tiny-0b 300 t2", "density-deck-0c 50 t3", "tiny-0a 900 t4"]
    deck, tiny = waits_of(members)
    assert (deck.game, deck.tickets, deck.median) == ("density-deck", 1, 50)
    assert (tiny.game, tiny.tickets, tiny.median, tiny.longest) == ("tiny", 3, 300, 900)
