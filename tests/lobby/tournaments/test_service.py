"""Commands of players and directors of tournaments."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.tournament_world import TournamentWorld
from quarterdeck_protocol.lobby.tournaments import (
    BeginTournamentRound,
    CreateTournament,
    EndTournament,
    EntrantStage,
    JoinTournament,
    RemoveEntrant,
    RuleTournamentResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from quarterdeck_protocol.names import GameName, MatchId, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tournaments.draws import deck_hash
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS

Code = RefusalCode


async def _refused(asked: Awaitable[object]) -> tuple[RefusalCode, str | None]:
    with pytest.raises(CommandRefused) as refused:
        await asked
    return refused.value.code, refused.value.where


async def _with_players(number: int, **more: object) -> tuple[TournamentWorld, Tournament, list[Player]]:
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(number)]
    made = await world.made(players[0], **more)
    await world.joined(made.summary.id, players)
    return world, made, players


async def test_a_repeated_command_makes_one_tournament() -> None:
    world = TournamentWorld()
    player = await world.lobby.somebody()
    made = [await world.made(player, ref=Ref("1")) for _ in range(2)]
    assert made[0] == made[1]
    assert len(await world.service.listed()) == 1
    assert await _refused(world.made(player, ref=Ref("1"), rounds=4)) == (Code.REF_REUSED, "$.ref")


async def test_what_cannot_be_made() -> None:
    world = TournamentWorld()
    player = await world.lobby.somebody()
    guest = await world.lobby.guest()
    assert await _refused(world.made(guest)) == (Code.NOT_REGISTERED, "$.type")
    assert await _refused(world.made(player, game=GameName("none"))) == (Code.UNKNOWN_GAME, "$.game")
    assert await _refused(world.made(player, format=TournamentFormat.OTHER)) == (Code.MALFORMED, "$.format")
    for _ in range(5):
        await world.made(player)
    assert await _refused(world.made(player)) == (Code.TOO_MANY, "$.type")


async def test_who_cannot_enter() -> None:
    world, made, _ = await _with_players(2, most_entrants=2)
    more = await world.lobby.somebody()
    entry = JoinTournament(tournament=made.summary.id)
    assert await _refused(world.service.join(more, entry)) == (Code.TOO_MANY, "$.tournament")
    assert await _refused(world.service.join(await world.lobby.guest(), entry)) == (Code.NOT_REGISTERED, "$.type")
    await world.lobby.bot_accounts.make_bot(more.id, "The Engine")
    engine = await world.lobby.players.named("The Engine")
    assert engine is not None
    assert await _refused(world.service.join(engine.player, entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_entries_end_when_half_of_the_rounds_are_paired() -> None:
    world, made, players = await _with_players(4, rounds=4, between_rounds=None)
    late = [await world.lobby.somebody() for _ in range(2)]
    for round_ in (1, 2):
        await world.order(players[0], made.summary.id, round_)
        for _ in range(2):
            await world.sweep()
            for opened in world.begun:
                if opened.match not in world.over:
                    await world.finish(opened, (1, 2))
            world.hand.move(2_001)
        await world.sweep()
    await world.joined(made.summary.id, late[:1])
    shown = await world.service.shown(made.summary.id)
    assert next(each.points for each in shown.entrants if each.player.id == late[0].id) == 100
    await world.order(players[0], made.summary.id, 3)
    await world.sweep()
    entry = JoinTournament(tournament=made.summary.id)
    assert await _refused(world.service.join(late[1], entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_a_deck_is_locked_by_its_hash_from_the_first_round_on() -> None:
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(2)]
    made = await world.made(players[0], game=GameName("amiibart"))
    id_ = made.summary.id
    for deck in ("bulwark", "vigil"):
        await world.service.join(players[0], JoinTournament(tournament=id_, deck=deck))
    shown = await world.service.join(players[1], JoinTournament(tournament=id_, deck="bulwark"))
    assert len({each.deck_hash for each in shown.entrants}) == 2
    (record,) = await TOURNAMENTS.read(world.store.documents, [id_])
    assert record is not None
    assert {each.player.id: each.deck_hash for each in shown.entrants} == {
        player: deck_hash(record.seed, player, deck) for player, deck in record.decks.items()
    }
    await world.order(players[0], id_, 1)
    await world.sweep()
    assert {deck.id for opened in world.begun for deck in opened.decks} == {"vigil", "bulwark"}
    swapped = JoinTournament(tournament=id_, deck="bulwark")
    assert await _refused(world.service.join(players[0], swapped)) == (Code.TOURNAMENT_CLOSED, "$.deck")
    assert await _refused(world.service.join(players[0], JoinTournament(tournament=id_, deck="none"))) == (
        Code.BAD_DECK,
        "$.deck",
    )


async def test_a_player_who_leaves_is_not_paired_until_back() -> None:
    world, made, players = await _with_players(4, between_rounds=None)
    id_ = made.summary.id
    await world.service.leave(players[3].id, id_)
    left = await world.service.leave(players[3].id, id_)
    assert next(each.stage for each in left.entrants if each.player.id == players[3].id) is EntrantStage.OUT
    await world.order(players[0], id_, 1)
    await world.sweep()
    shown = await world.service.shown(id_)
    assert all(players[3].id not in each.players for each in shown.rounds[0].pairings)
    await world.joined(id_, [players[3]])
    back = await world.service.shown(id_)
    assert next(each.stage for each in back.entrants if each.player.id == players[3].id) is EntrantStage.IN


async def test_a_ruling_stands_whatever_the_match_says_later() -> None:
    world, made, players = await _with_players(2, rounds=1)
    await world.order(players[0], made.summary.id, 1)
    await world.sweep()
    (opened,) = world.begun
    ruling = RuleTournamentResult(tournament=made.summary.id, match=opened.match, points=(50, 50), why="a draw")
    await world.finish(opened, (1, 2))
    await world.service.rule(players[0].id, ruling)
    ended = await world.play_on(made.summary.id)
    assert [each.points for each in ended.entrants] == [50, 50]
    assert ended.rounds[0].pairings[0].ruling == "a draw"


async def test_a_removed_player_cannot_come_back() -> None:
    world, made, players = await _with_players(3)
    removal = RemoveEntrant(tournament=made.summary.id, player=players[2].id, why="two accounts")
    await world.service.remove(players[0].id, removal)
    shown = await world.service.remove(players[0].id, removal)
    assert [(each.stage, each.reason) for each in shown.entrants if each.player.id == players[2].id] == [
        (EntrantStage.REMOVED, "two accounts")
    ]
    entry = JoinTournament(tournament=made.summary.id)
    assert await _refused(world.service.join(players[2], entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_the_director_ends_a_tournament_and_reveals_its_seed() -> None:
    world, made, players = await _with_players(3)
    ended = await world.service.end(players[0].id, EndTournament(tournament=made.summary.id, why="rain"))
    assert (ended.summary.stage, ended.seed is None) == (TournamentStage.CANCELLED, False)
    entry = JoinTournament(tournament=made.summary.id)
    assert await _refused(world.service.join(await world.lobby.somebody(), entry)) == (
        Code.TOURNAMENT_CLOSED,
        "$.tournament",
    )


Order = Callable[[TournamentWorld, Tournament, PlayerId], Awaitable[object]]
ORDERS: dict[str, tuple[Order, tuple[RefusalCode, str]]] = {
    "a round": (
        lambda world, made, by: world.service.begin_round(
            by, BeginTournamentRound(tournament=made.summary.id, round=3)
        ),
        (Code.TOURNAMENT_CLOSED, "$.round"),
    ),
    "a ruling": (
        lambda world, made, by: world.service.rule(
            by, RuleTournamentResult(tournament=made.summary.id, match=MatchId("none"), points=(100, 0), why="a slip")
        ),
        (Code.UNKNOWN_MATCH, "$.match"),
    ),
    "a removal": (
        lambda world, made, by: world.service.remove(
            by, RemoveEntrant(tournament=made.summary.id, player=PlayerId("none"), why="a slip")
        ),
        (Code.UNKNOWN_PLAYER, "$.player"),
    ),
}


@pytest.mark.parametrize("name", ORDERS)
async def test_an_order_is_the_directors_alone_and_names_what_there_is(name: str) -> None:
    order, refused = ORDERS[name]
    world, made, players = await _with_players(3)
    assert await _refused(order(world, made, players[1].id)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    assert await _refused(order(world, made, players[0].id)) == refused


async def test_points_of_a_ruling_are_halves_of_one_match() -> None:
    world, made, players = await _with_players(2)
    for points in ((100, 100), (25, 0)):
        ruling = RuleTournamentResult(tournament=made.summary.id, match=MatchId("m"), points=points, why="a slip")
        assert await _refused(world.service.rule(players[0].id, ruling)) == (Code.MALFORMED, "$.points")


async def test_a_round_waits_for_the_last_one_and_for_two_players() -> None:
    world, made, players = await _with_players(2, between_rounds=None)
    await world.order(players[0], made.summary.id, 1)
    await world.sweep()
    second = BeginTournamentRound(tournament=made.summary.id, round=2)
    assert await _refused(world.service.begin_round(players[0].id, second)) == (Code.TOURNAMENT_CLOSED, "$.round")
    await world.finish(world.begun[0], (1, 2))
    world.hand.move(2_001)
    await world.sweep()
    await world.service.leave(players[1].id, made.summary.id)
    assert await _refused(world.service.begin_round(players[0].id, second)) == (Code.TOURNAMENT_CLOSED, "$.round")


def test_a_tournament_is_made_with_the_defaults_of_the_protocol() -> None:
    usual = CreateTournament(name="Friday", game=GameName("tiny"), rounds=3)
    assert (usual.format, usual.bots, usual.between_rounds) == (TournamentFormat.SWISS, False, 60_000)
