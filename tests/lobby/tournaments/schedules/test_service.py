"""Schedules: each tournament is made exactly once, whichever process dies."""

from typing import cast

import msgspec
import pytest
from lobby.interrupted_documents import Interrupted
from lobby.ratings_world import Shaky
from lobby.tournament_world import TINY, Fate, TournamentWorld, refused
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournament_schedules import ScheduleTournament, TournamentSchedule
from quarterdeck_protocol.lobby.tournaments import CreateTournament, EndTournament
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings.lookup import NoRatings
from quarterdeck_server.lobby.tournaments.schedules.schedule_records import WEEK
from quarterdeck_server.lobby.tournaments.schedules.service import MOST_SCHEDULES, TournamentSchedules
from quarterdeck_server.lobby.tournaments.service import MOST_DIRECTED, TournamentService
from quarterdeck_server.store_errors import Unavailable

A_WEEK = int(1000 * WEEK.total_seconds())
A_DAY = A_WEEK // 7


def _schedule(ref: str) -> ScheduleTournament:
    return ScheduleTournament(
        ref=Ref(ref),
        tournament=CreateTournament(name="Friday", game=TINY, rounds=4),
        weekday=4,
        at="20:00",
        zone="Europe/Berlin",
        open_before=A_DAY,
    )


async def _scheduled() -> tuple[TournamentWorld, TournamentSchedules, Player, TournamentSchedule]:
    world = TournamentWorld()
    player = await world.lobby.somebody()
    schedules = TournamentSchedules(world.store.documents, world.service, world.hand)
    await schedules.make(player, _schedule("1"))
    (made,) = await schedules.make(player, _schedule("1"))
    return world, schedules, player, made


async def _starts(world: TournamentWorld) -> list[int]:
    return sorted(each.starts_at or 0 for each in await world.service.listed())


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_each_tournament_is_made_once_whichever_commit_is_lost(fate: Fate) -> None:
    for kept in range(10):
        world, _, _, made = await _scheduled()
        first = made.next_at
        shaky = Shaky(world.store.documents)
        shaky.fates = [Fate.KEPT] * kept + [fate]
        world.service._documents = cast("DocumentStore", shaky)
        world.service._store.documents = cast("DocumentStore", shaky)
        schedules = TournamentSchedules(cast("DocumentStore", shaky), world.service, world.hand)
        world.hand.move(first - A_DAY - 1 - world.hand())
        await schedules.sweep()
        assert await _starts(world) == []
        world.hand.move(1)
        for _ in range(3):
            try:
                await schedules.sweep()
            except Unavailable:
                schedules = TournamentSchedules(cast("DocumentStore", shaky), world.service, world.hand)
        assert await _starts(world) == [first]
        if shaky.fates:
            assert kept >= 2
            return
    raise AssertionError("some commits were never lost")


async def test_a_tournament_that_was_missed_is_left_out_and_the_next_one_follows() -> None:
    world, schedules, player, made = await _scheduled()
    world.hand.move(made.next_at + 1 - world.hand())
    await schedules.sweep()
    assert await _starts(world) == []
    world.hand.move(A_WEEK - A_DAY)
    await schedules.sweep()
    assert await _starts(world) == [made.next_at + A_WEEK]
    assert [each.next_at for each in await schedules.of(player.id)] == [made.next_at + 2 * A_WEEK]


async def test_a_schedule_is_removed_by_its_maker_or_with_the_account() -> None:
    world, schedules, player, made = await _scheduled()
    other = await world.lobby.somebody()
    await schedules.remove(other.id, made.id)
    assert [each.id for each in await schedules.of(player.id)] == [made.id]
    assert await schedules.remove(player.id, made.id) == ()
    assert await world.store.documents.number_of("tournament_schedules_due", made.id) is None
    (again,) = await schedules.make(player, _schedule("2"))
    await world.lobby.players.remove(player.id)
    world.hand.move(again.next_at - A_DAY - world.hand())
    await schedules.sweep()
    assert await _starts(world) == []
    assert await schedules.of(player.id) == ()


async def test_a_schedule_goes_on_when_a_tournament_of_it_is_refused() -> None:
    world, schedules, player, made = await _scheduled()
    more = [await world.made(player, name=f"Cup {number}") for number in range(5)]
    world.hand.move(made.next_at - A_DAY - world.hand())
    await schedules.sweep()
    assert made.next_at not in await _starts(world), "the player directs too many already"
    await world.service.orders.end(player, EndTournament(tournament=more[0].summary.id, why="rain"))
    world.hand.move(A_WEEK)
    await schedules.sweep()
    assert made.next_at + A_WEEK in await _starts(world)


async def test_what_cannot_be_scheduled() -> None:
    world, schedules, player, _ = await _scheduled()
    guest = await world.lobby.guest()
    assert await refused(schedules.make(guest, _schedule("1"))) == (RefusalCode.NOT_REGISTERED, "$.type")
    for number in range(2, MOST_SCHEDULES + 1):
        await schedules.make(player, _schedule(str(number)))
    assert await refused(schedules.make(player, _schedule("more"))) == (RefusalCode.TOO_MANY, "$.type")
    assert len(await schedules.of(player.id)) == MOST_SCHEDULES
    other = msgspec.structs.replace(_schedule("1"), at="19:00")
    assert await refused(schedules.make(player, other)) == (RefusalCode.REF_REUSED, "$.ref")
    for zone in ("localtime", "right/Europe/Berlin", "posix/UTC"):
        other = msgspec.structs.replace(_schedule("zone"), zone=zone)
        assert await refused(schedules.make(player, other)) == (RefusalCode.MALFORMED, "$.zone")


async def test_two_commands_at_once_make_no_more_than_the_limit() -> None:
    world, _, player, _ = await _scheduled()
    documents = Interrupted(world.store.documents)
    store = cast("DocumentStore", documents)
    schedules, others = (TournamentSchedules(each, world.service, world.hand) for each in (store, documents._documents))
    for number in range(2, MOST_SCHEDULES):
        await schedules.make(player, _schedule(str(number)))
    documents.before_the_next_commit = lambda: others.make(player, _schedule("faster"))
    assert await refused(schedules.make(player, _schedule("slower"))) == (RefusalCode.TOO_MANY, "$.type")
    for number in range(1, MOST_DIRECTED):
        await world.made(player, name=f"Cup {number}")
    service = TournamentService(store, GAMES, NoRatings(), ClubMemberships(store, world.hand), world.hand)
    documents.before_the_next_commit = lambda: world.made(player, name="Faster")
    slower = CreateTournament(name="Slower", game=TINY, rounds=4)
    assert await refused(service.create(player, slower)) == (RefusalCode.TOO_MANY, "$.type")


async def test_bots_count_for_their_owner_in_the_limits_even_when_they_are_deleted() -> None:
    world, schedules, player, _ = await _scheduled()
    bots = [await world.lobby.bot(player, name) for name in ("The Engine", "The Other")]
    for number in range(2, MOST_SCHEDULES + 1):
        await schedules.make(bots[number % 2], _schedule(str(number)))
    for number in range(MOST_DIRECTED):
        await world.made(bots[0], name=f"Cup {number}")
    await world.lobby.bot_accounts.delete_bot(player.id, bots[0].id)
    for each in (player, bots[1], await world.lobby.bot(player, "The Third")):
        assert await refused(schedules.make(each, _schedule("more"))) == (RefusalCode.TOO_MANY, "$.type")
        assert await refused(world.made(each)) == (RefusalCode.TOO_MANY, "$.type")
    listed = await schedules.of(player.id)
    assert (len(listed), len(await schedules.of(bots[1].id))) == (MOST_SCHEDULES, 2)
    assert len(await schedules.remove(player.id, listed[-1].id)) == MOST_SCHEDULES - 1
    other = await world.lobby.somebody()
    assert await schedules.make(await world.lobby.bot(other, "The Guest"), _schedule("1"))
