"""Commands of players and directors of tournaments."""

from lobby.tournament_world import TournamentWorld, refused, with_players
from quarterdeck_protocol.lobby.tournaments import (
    CreateTournament,
    EndTournament,
    EntrantStage,
    JoinTournament,
    TournamentFormat,
)
from quarterdeck_protocol.names import GameName, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.tournaments.draws import deck_hash
from quarterdeck_server.lobby.tournaments.tournament_log import TOURNAMENTS

Code = RefusalCode


async def test_a_repeated_command_makes_one_tournament() -> None:
    world = TournamentWorld()
    player = await world.lobby.somebody()
    made = [await world.made(player, ref=Ref("1")) for _ in range(2)]
    assert made[0] == made[1]
    assert len(await world.service.listed()) == 1
    assert await refused(world.made(player, ref=Ref("1"), rounds=4)) == (Code.REF_REUSED, "$.ref")


async def test_what_cannot_be_made() -> None:
    world = TournamentWorld()
    player = await world.lobby.somebody()
    guest = await world.lobby.guest()
    assert await refused(world.made(guest)) == (Code.NOT_REGISTERED, "$.type")
    assert await refused(world.made(player, game=GameName("none"))) == (Code.UNKNOWN_GAME, "$.game")
    late = world.hand() + 367 * 24 * 60 * 60 * 1000
    assert await refused(world.made(player, starts_at=late)) == (Code.MALFORMED, "$.starts_at")
    assert await refused(world.made(player, name="Fri\nday")) == (Code.TEXT_NOT_ALLOWED, "$.name")
    assert await refused(world.made(player, format=TournamentFormat.OTHER)) == (Code.MALFORMED, "$.format")
    for _ in range(5):
        await world.made(player)
    assert await refused(world.made(player)) == (Code.TOO_MANY, "$.type")


async def test_who_cannot_enter() -> None:
    world, made, _ = await with_players(2, most_entrants=2)
    more = await world.lobby.somebody()
    entry = JoinTournament(tournament=made.summary.id)
    assert await refused(world.service.join(more, entry)) == (Code.TOO_MANY, "$.tournament")
    assert await refused(world.service.join(await world.lobby.guest(), entry)) == (Code.NOT_REGISTERED, "$.type")
    await world.lobby.bot_accounts.make_bot(more.id, "The Engine")
    engine = await world.lobby.players.named("The Engine")
    assert engine is not None
    assert await refused(world.service.join(engine.player, entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_entries_end_when_half_of_the_rounds_are_paired() -> None:
    world, made, players = await with_players(4, rounds=3, between_rounds=None)
    late = [await world.lobby.somebody() for _ in range(2)]
    await world.order(players[0], made.summary.id, 1)
    await world.sweep()
    for opened in world.begun:
        await world.finish(opened, (1, 2))
    world.hand.move(2_001)
    await world.sweep()
    await world.joined(made.summary.id, late[:1])
    shown = await world.service.shown(made.summary.id)
    assert next(each.points for each in shown.entrants if each.player.id == late[0].id) == 50
    await world.order(players[0], made.summary.id, 2)
    await world.sweep()
    entry = JoinTournament(tournament=made.summary.id)
    assert await refused(world.service.join(late[1], entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


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
    assert await refused(world.service.join(players[0], swapped)) == (Code.TOURNAMENT_CLOSED, "$.deck")
    assert await refused(world.service.join(players[0], JoinTournament(tournament=id_, deck="none"))) == (
        Code.BAD_DECK,
        "$.deck",
    )


async def test_a_player_who_leaves_is_not_paired_until_back() -> None:
    world, made, players = await with_players(4, between_rounds=None)
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


def test_a_tournament_is_made_with_the_defaults_of_the_protocol() -> None:
    usual = CreateTournament(name="Friday", game=GameName("tiny"), rounds=3)
    assert (usual.format, usual.bots, usual.between_rounds) == (TournamentFormat.SWISS, False, 60_000)


async def test_a_person_enters_once_alone_or_with_one_bot() -> None:
    world = TournamentWorld()
    owner = await world.lobby.somebody()
    engine, other = [await world.lobby.bot(owner, name) for name in ("The Engine", "The Other")]
    made = await world.made(owner, bots=True)
    await world.joined(made.summary.id, [engine])
    for player in (owner, other):
        entry = JoinTournament(tournament=made.summary.id)
        assert await refused(world.service.join(player, entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")
    await world.service.leave(engine.id, made.summary.id)
    await world.joined(made.summary.id, [owner])


async def test_the_log_takes_a_bounded_number_of_entries_of_a_player() -> None:
    world, made, players = await with_players(2)
    entry = JoinTournament(tournament=made.summary.id)
    for _ in range(19):
        await world.service.leave(players[1].id, made.summary.id)
        await world.service.join(players[1], entry)
    await world.service.leave(players[1].id, made.summary.id)
    assert await refused(world.service.join(players[1], entry)) == (Code.TOO_MANY, "$.tournament")


async def test_a_player_directs_five_tournaments_however_many_there_are() -> None:
    """A hundred newer tournaments of others do not hide them."""
    world = TournamentWorld()
    player = await world.lobby.somebody()
    made = [await world.made(player) for _ in range(5)]
    for _ in range(21):
        other = await world.lobby.somebody()
        for _ in range(5):
            await world.made(other)
    assert await refused(world.made(player)) == (Code.TOO_MANY, "$.type")
    await world.service.orders.end(player, EndTournament(tournament=made[0].summary.id, why="enough"))
    await world.made(player)
