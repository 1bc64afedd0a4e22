"""Rounds that begin when all their players are ready."""

import pytest
from lobby.tournament_world import TournamentWorld, refused, with_players
from quarterdeck_protocol.lobby.tournaments import Tournament, TournamentFormat
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player

CLOSED = RefusalCode.TOURNAMENT_CLOSED


async def _over(number: int, **more: object) -> tuple[TournamentWorld, Tournament, list[Player]]:
    """Return a tournament whose first round is over."""
    world, made, players = await with_players(number, **{"when_ready": True, "between_rounds": None, **more})
    id_ = made.summary.id
    await world.begin(players[0], id_, 1)
    assert await refused(world.service.check_in(players[0].id, id_, 2)) == (CLOSED, "$.round")
    await world.finish_all()
    return world, await world.service.shown(id_), players


async def _rounds(world: TournamentWorld, shown: Tournament) -> int:
    await world.move_on()
    return (await world.service.shown(shown.summary.id)).summary.round


async def test_a_round_begins_as_soon_as_the_last_of_its_players_is_ready_or_leaves() -> None:
    world, shown, players = await _over(4)
    id_ = shown.summary.id
    assert {*shown.awaited} == {each.id for each in players}
    assert (await world.notices(players[0].id))[-1] == ("round_over", 2, None)
    assert await refused(world.service.check_in(players[0].id, id_, 3)) == (CLOSED, "$.round")
    await world.ready(id_, but=1)
    assert await _rounds(world, shown) == 1
    (late,) = (await world.service.shown(id_)).awaited
    await world.service.leave(late, id_)
    assert await _rounds(world, shown) == 2
    ready = next(each.id for each in players if each.id != late)
    again = await world.service.check_in(ready, id_, 2)
    assert again.awaited == ()
    assert [kind for kind, _, _ in await world.notices(ready)] == ["round_paired", "round_over", "round_paired"]


async def test_a_round_begins_at_the_latest_after_the_time_between_rounds() -> None:
    world, shown, _ = await _over(4, between_rounds=Milliseconds(60_000))
    assert await _rounds(world, shown) == 1
    world.hand.move(60_000)
    assert await _rounds(world, shown) == 2


@pytest.mark.parametrize(
    "terms",
    [{"rounds": 1, "cut_to": 2}, {"format": TournamentFormat.SINGLE_ELIMINATION, "most_entrants": 4}],
)
async def test_nobody_waits_for_players_who_are_out(terms: dict[str, object]) -> None:
    world, shown, _ = await _over(4, **terms)
    winners: set[PlayerId] = {each.player.id for each in shown.entrants[:2]}
    assert {*shown.awaited} == winners
    await world.ready(shown.summary.id)
    assert await _rounds(world, shown) == 2
    last = (await world.service.shown(shown.summary.id)).rounds[-1]
    assert {*last.pairings[0].players} == winners


async def test_other_tournaments_do_not_wait() -> None:
    world, shown, players = await _over(4, when_ready=False)
    assert shown.awaited == ()
    assert await refused(world.service.check_in(players[0].id, shown.summary.id, 2)) == (CLOSED, "$.round")
    terms = {"format": TournamentFormat.ARENA, "duration": 3_600_000, "when_ready": True}
    assert await refused(world.made(players[0], **terms)) == (RefusalCode.MALFORMED, "$.when_ready")
