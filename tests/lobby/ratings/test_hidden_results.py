"""Whose matches are told later: those who have played know at once how they stand, others know how they stood."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from lobby.delayed_world import DELAY, Delayed, settled_player
from lobby.ratings_world import TINY
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.ratings.documents import STANDINGS, UNPLACED, standing_name
from quarterdeck_server.lobby.ratings.hidden_results import MOST


@pytest.fixture
def delayed() -> Delayed:
    return Delayed()


@pytest.mark.parametrize("stands", [False, True])
async def test_others_are_told_the_same_as_if_the_match_had_not_ended_and_then_all_of_it(
    delayed: Delayed, *, stands: bool
) -> None:
    make: Callable[[Delayed, str], Awaitable[Player]] = settled_player
    ada, bo = [await make(delayed, name) if stands else await delayed.world.person(name) for name in ("Ada", "Bo")]
    cy = await delayed.world.person("Cy")
    await delayed.play("before", [ada, bo], [1, 2], delay=0)
    delayed.hand.move(1_000)
    before = await delayed.told(ada, cy, bo)
    own = await delayed.told(ada, ada, bo)
    await delayed.play("m", [ada, bo], [1, 2])
    for asking in (cy, None):
        assert await delayed.told(ada, asking, bo) == before
    for asking in (ada, bo):
        assert await delayed.told(ada, asking, bo) != own, "who has played knows at once"
    delayed.hand.move(DELAY - 1)
    await delayed.sweep()
    assert await delayed.told(ada, cy, bo) == before
    delayed.hand.move(1)
    await delayed.sweep()
    after = await delayed.told(ada, cy, bo)
    assert b'"m"' in after
    assert after == await delayed.told(ada, ada, bo)


async def test_whose_first_match_is_told_later_has_not_played_until_then(delayed: Delayed) -> None:
    ada, bo, cy = [await delayed.world.person(name) for name in ("Ada", "Bo", "Cy")]
    account = await delayed.standings.find(ada.id, None)
    await delayed.play("m", [ada, bo], [1, 2])
    assert (await delayed.standings.profile(account, cy.id)).games == ()
    assert (await delayed.standings.history(account, None, cy.id)).matches == ()
    assert (await delayed.standings.head_to_head(account, bo.id, None, cy.id)).games == ()
    assert [game.played for game in (await delayed.standings.profile(account, bo.id)).games] == [1]


async def test_a_player_who_has_played_in_one_of_several_knows_that_one(delayed: Delayed) -> None:
    ada, bo, cy = [await delayed.world.person(name) for name in ("Ada", "Bo", "Cy")]
    await delayed.play("one", [ada, bo], [1, 2])
    delayed.hand.move(10_000)
    await delayed.play("two", [ada, cy], [1, 2])
    account = await delayed.standings.find(ada.id, None)

    async def known(asking: PlayerId | None) -> tuple[int, list[str]]:
        games = (await delayed.standings.profile(account, asking)).games
        matches = (await delayed.standings.history(account, None, asking)).matches
        return sum(game.played for game in games), [match.match for match in matches]

    assert await known(ada.id) == (2, ["two", "one"])
    assert await known(bo.id) == (1, ["one"])
    assert await known(cy.id) == (0, ["two"])
    assert await known(None) == (0, [])
    delayed.hand.move(DELAY - 10_000)
    assert await known(None) == (1, ["one"])
    delayed.hand.move(10_000)
    assert await known(None) == (2, ["two", "one"])


async def test_a_page_of_matches_is_as_long_as_without_the_hidden_ones(delayed: Delayed) -> None:
    ada, bo = [await delayed.world.person(name) for name in ("Ada", "Bo")]
    for number in range(25):
        await delayed.play(f"m-{number}", [ada, bo], [1, 2], delay=0)
        delayed.hand.move(1_000)
    account = await delayed.standings.find(ada.id, None)
    before = await delayed.standings.history(account, None)
    for number in range(3):
        await delayed.play(f"hidden-{number}", [ada, bo], [1, 2])
        delayed.hand.move(1)
    assert await delayed.standings.history(account, None) == before


async def test_of_matches_that_ended_in_the_same_millisecond_the_hidden_one_is_on_no_page(delayed: Delayed) -> None:
    ada, bo = [await delayed.world.person(name) for name in ("Ada", "Bo")]
    for number in range(22):
        await delayed.play(f"m-{number}", [ada, bo], [1, 2], delay=0)
    await delayed.play("hidden", [ada, bo], [1, 2])
    account = await delayed.standings.find(ada.id, None)
    for asking, told in ((None, 22), (ada.id, 23)):
        page = await delayed.standings.history(account, None, asking)
        assert (len(page.matches), "hidden" in [each.match for each in page.matches]) == (told, asking is not None)


async def test_more_than_can_be_hidden_one_by_one_are_hidden_together(delayed: Delayed) -> None:
    ada, bo = [await delayed.world.person(name) for name in ("Ada", "Bo")]
    for number in range(MOST + 4):
        await delayed.play(f"m-{number}", [ada, bo], [1, 2])
        delayed.hand.move(1)
    account = await delayed.standings.find(ada.id, None)
    (record,) = await STANDINGS.read(delayed.world.documents, [standing_name(ada.id, TINY)])
    assert record is not None
    assert (len(record.hidden), record.played) == (MOST, MOST + 4)
    assert (await delayed.standings.profile(account)).games == ()
    delayed.hand.move(DELAY)
    (game,) = (await delayed.standings.profile(account)).games
    assert game.played == MOST + 4


async def test_a_ladder_moves_once_when_it_is_told(delayed: Delayed) -> None:
    ada, bo = [await settled_player(delayed, name) for name in ("Ada", "Bo")]
    await delayed.play("m", [ada, bo], [1, 2])
    assert (await delayed.standings.ladder(TINY, 1)).places == ()
    delayed.hand.move(DELAY)
    await delayed.sweep()
    assert [place.player.id for place in (await delayed.standings.ladder(TINY, 1)).places] == [ada.id, bo.id]
    assert await delayed.world.documents.count(UNPLACED) == 0


@pytest.mark.parametrize("places", [[1, 2], [2, 1]])
async def test_a_match_that_follows_a_hidden_one_tells_nothing_of_how_that_ended(
    delayed: Delayed, places: list[int]
) -> None:
    """In one world Ada has won what is hidden, in the other she has lost it; then she plays a match that is not."""
    ada, bo, cy, dee = [await settled_player(delayed, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    await delayed.play("before", [dee, ada], [1, 2], delay=0)
    await delayed.play("between", [bo, cy], [1, 2], delay=0)
    delayed.hand.move(1_000)
    worlds = [delayed, delayed.another()]
    for world, hidden in zip(worlds, ([1, 2], [2, 1]), strict=True):
        await world.play("hidden", [ada, bo], hidden)
        world.hand.move(10_000)
        await world.play("open", [ada, cy], places, delay=0)

    async def told() -> list[list[Any]]:
        return [
            [
                await world.ladder(),
                [await world.told(of, asking, other) for of, other in ((ada, cy), (cy, ada)) for asking in (dee, None)],
                (await world.standings.history(await world.standings.find(ada.id, None), None, cy.id)).matches,
            ]
            for world in worlds
        ]

    for passed in (0, DELAY - 10_001):
        for world in worlds:
            world.hand.move(passed)
            await world.sweep()
        here, there = await told()
        assert here == there
    for world in worlds:
        world.hand.move(1)
        await world.sweep()
    here, there = await told()
    assert here != there
    for world in worlds:
        account = await world.standings.find(ada.id, None)
        newest, *_ = (await world.standings.history(account, None, cy.id)).matches
        assert (newest.match, newest.seats[0].before is None) == ("open", False)
        (game,) = (await world.standings.profile(account)).games
        assert game.rating == newest.seats[0].after


async def test_the_ratings_of_a_match_are_told_at_once_to_who_has_played_the_hidden_one_too(delayed: Delayed) -> None:
    ada, bo = [await settled_player(delayed, name) for name in ("Ada", "Bo")]
    await delayed.play("one", [ada, bo], [1, 2])
    delayed.hand.move(1_000)
    await delayed.play("two", [ada, bo], [1, 2], delay=0)
    account = await delayed.standings.find(ada.id, None)
    newest, *_ = (await delayed.standings.history(account, None, bo.id)).matches
    assert newest.match == "two"
    assert None not in [rating for seat in newest.seats for rating in (seat.before, seat.after)]


async def test_of_more_than_can_be_hidden_one_by_one_nobody_knows_who_has_not_played_in_all(delayed: Delayed) -> None:
    ada, bo, cy = [await delayed.world.person(name) for name in ("Ada", "Bo", "Cy")]
    for number in range(MOST):
        await delayed.play(f"m-{number}", [ada, bo], [1, 2], delay=3 * DELAY)
        delayed.hand.move(1)
    await delayed.play("further", [ada, cy], [1, 2])
    delayed.hand.move(DELAY)
    account = await delayed.standings.find(ada.id, None)
    assert (await delayed.standings.profile(account)).games == ()
    (game,) = (await delayed.standings.profile(account, bo.id)).games
    assert game.played == MOST - 1, "of the last the opponent of another one knows nothing"
    (game,) = (await delayed.standings.profile(account, ada.id)).games
    assert game.played == MOST + 1
