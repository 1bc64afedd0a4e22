"""Pages of a large tournament are small, have all that their reader needs, and together are the whole."""

from dataclasses import dataclass

import msgspec
import pytest
from lobby.tournament_world import refused, with_players
from oracles.generated_events import NamedPlayers, played
from quarterdeck_protocol.lobby.tournaments import Entrant, Tournament, TournamentFormat, TournamentPairing
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.tournaments.tournament_pages import Page, page_of
from quarterdeck_server.lobby.tournaments.tournament_view import Reading, reading_of, view_of

FIRST_ANSWER = 60_000
"""The most bytes of a page of 50 rows."""


@dataclass(frozen=True)
class _Event:
    reading: Reading

    def page(self, page: Page, viewer: str | None = None) -> Tournament:
        player = None if viewer is None else PlayerId(viewer)
        part = page_of(self.reading.state, self.reading.standings, page, player, 7)
        assert part is not None
        assert {*part.entrants} <= {*part.people}
        names = NamedPlayers()
        return view_of(self.reading, {each: names[each] for each in part.people}, {}, part)

    def whole(self) -> Tournament:
        return view_of(self.reading, NamedPlayers(), {})


@pytest.fixture(scope="module")
def event() -> _Event:
    *_, last = played(4, 300, 3, ("drops", "rulings"))
    return _Event(reading_of(last.record))


def test_a_page_for_five_hundred_players_is_small() -> None:
    *_, last = played(1, 500, 2, ())
    raw = msgspec.json.encode(last.record)
    for number in range(1, 501):
        raw = raw.replace(f'"p{number}"'.encode(), f'"0123456789abcdef0123{number:04}"'.encode())
    long = _Event(reading_of(msgspec.json.decode(raw, type=type(last.record))))
    viewer = "0123456789abcdef01230250"
    assert len(msgspec.json.encode(long.whole())) > 4 * FIRST_ANSWER
    assert 10_000 < len(msgspec.json.encode(long.page(Page(50), viewer))) < FIRST_ANSWER
    assert len(msgspec.json.encode(long.page(Page(0), viewer))) < 4_000


def test_all_pages_together_are_the_whole(event: _Event) -> None:
    whole = event.whole()
    rows, pairings = list[Entrant](), list[TournamentPairing]()
    for first in range(1, 301, 40):
        page = event.page(Page(40, from_row=first))
        wanted = {each.player.id for each in whole.entrants[first - 1 : first + 39]}
        rows += [each for each in page.entrants if each.player.id in wanted]
    for first in range(1, 151, 20):
        page = event.page(Page(40, round=2, from_pairing=first))
        assert page.part is not None
        assert (page.part.pairings, page.part.rows) == (len(whole.rounds[1].pairings), len(whole.entrants))
        pairings += page.rounds[1].pairings
        assert not page.rounds[0].pairings + page.rounds[2].pairings
    assert tuple(rows) == whole.entrants
    assert tuple(dict.fromkeys(pairings)) == whole.rounds[1].pairings


def test_a_page_has_the_own_row_and_pairing_and_all_players_of_its_pairings(event: _Event) -> None:
    whole = event.whole()
    mine = whole.rounds[-1].pairings[100]
    page = event.page(Page(0), mine.players[0])
    assert page.rounds[-1].pairings == (mine,)
    assert {each.player.id for each in page.entrants} == {*mine.players}
    first = event.page(Page(10), mine.players[0])
    assert {*first.rounds[-1].pairings} == {mine, *whole.rounds[-1].pairings[:5]}
    named = {each.player.id for each in first.entrants}
    assert {player for each in first.rounds[-1].pairings for player in each.players} <= named


def test_a_page_counts_results_that_are_missing_and_places_that_are_taken() -> None:
    event = next(iter(played(4, 60, 3, ("drops",))))
    state = reading_of(event.record.plus()).state
    state.rounds[-1].pairings[3].points = None
    part = page_of(state, reading_of(event.record).standings, Page(10), None, 7)
    assert part is not None
    assert (part.message.open, part.message.taken, part.message.version) == (1, 60, 7)


async def test_small_tournaments_and_brackets_have_no_parts() -> None:
    world, made, players = await with_players(4)
    assert (await world.service.shown(made.summary.id, players[0].id, page=Page(4))).part is None
    assert (await world.service.shown(made.summary.id, players[0].id, page=Page(3))).part is not None
    world, made, _ = await with_players(4, format=TournamentFormat.SINGLE_ELIMINATION, rounds=7)
    assert (await world.service.shown(made.summary.id, page=Page(3))).part is None


async def test_a_bracket_after_a_cut_is_shown_whole_and_a_round_that_is_not_there_is_refused() -> None:
    world, made, players = await with_players(8, rounds=1, cut_to=4)
    id_ = made.summary.id
    await world.order(players[0], id_, 1)
    whole = await world.play_on(id_)
    page = await world.service.shown(id_, page=Page(2, round=1))
    assert page.rounds[1:] == whole.rounds[1:]
    assert len(page.rounds[0].pairings) == 1
    assert {each.player.id for each in page.entrants} >= {*whole.cut}
    asked = world.service.shown(id_, page=Page(2, round=4))
    assert await refused(asked) == (RefusalCode.MALFORMED, "$.round")


@pytest.mark.parametrize("rows", [0, 2])
async def test_a_page_tells_no_hidden_result(rows: int) -> None:
    """Two worlds: the same page whoever has won, until spectators may see it."""
    seen = []
    for places in ((1, 2), (2, 1)):
        world, made, players = await with_players(6)
        await world.begin(players[0], made.summary.id, 1)
        await world.finish(world.begun[0], places, hidden=60_000)
        await world.move_on()
        page = await world.service.shown(made.summary.id, world.begun[0].players[0].id, page=Page(rows))
        standings = [(each.place, each.points, each.tie_breaks, each.stage) for each in page.entrants]
        seen.append((page.part, page.summary.stage, standings, [each.points for each in page.rounds[0].pairings]))
    assert seen[0] == seen[1]
