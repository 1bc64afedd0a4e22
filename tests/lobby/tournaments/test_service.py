"""Commands of players and directors of tournaments."""

import pytest
from lobby.tournament_world import TournamentWorld, refused, with_players
from quarterdeck_protocol.lobby.clubs import ClubAccess, ClubId, CreateClub
from quarterdeck_protocol.lobby.tournaments import (
    AppointAssistant,
    BeginTournamentRound,
    EndTournament,
    EntrantStage,
    InviteToTournament,
    JoinTournament,
    RemoveEntrant,
    Tournament,
    TournamentEntry,
    TournamentFormat,
)
from quarterdeck_protocol.names import GameName, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.clubs.service import ClubService
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
    past = world.hand() - 60_001
    assert await refused(world.made(player, starts_at=past)) == (Code.MALFORMED, "$.starts_at")
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
    await world.begin(players[0], made.summary.id, 1)
    await world.finish_all()
    await world.joined(made.summary.id, late[:1])
    shown = await world.service.shown(made.summary.id)
    assert next(each.points for each in shown.entrants if each.player.id == late[0].id) == 50
    await world.begin(players[0], made.summary.id, 2)
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
    await world.begin(players[0], id_, 1)
    assert {deck.id for opened in world.begun for deck in opened.decks} == {"vigil", "bulwark"}
    swapped = JoinTournament(tournament=id_, deck="bulwark")
    assert await refused(world.service.join(players[0], swapped)) == (Code.TOURNAMENT_CLOSED, "$.deck")
    assert await refused(world.service.join(players[0], JoinTournament(tournament=id_, deck="none"))) == (
        Code.BAD_DECK,
        "$.deck",
    )
    await world.service.leave(players[0].id, id_)
    locked = next(each for each in record.decks.values() if each.id == "vigil")
    as_list = "\n".join([*(f"{number} {card}" for card, number in locked.cards), *locked.beside])
    for same in (None, "vigil", as_list):
        await world.service.join(players[0], JoinTournament(tournament=id_, deck=same))
        left = await world.service.leave(players[0].id, id_)
        assert {each.deck_hash for each in left.entrants} == {each.deck_hash for each in shown.entrants}


async def test_a_player_who_leaves_is_not_paired_until_back() -> None:
    world, made, players = await with_players(4, between_rounds=None)
    id_ = made.summary.id
    await world.service.leave(players[3].id, id_)
    left = await world.service.leave(players[3].id, id_)
    assert next(each.stage for each in left.entrants if each.player.id == players[3].id) is EntrantStage.OUT
    await world.begin(players[0], id_, 1)
    shown = await world.service.shown(id_)
    assert all(players[3].id not in each.players for each in shown.rounds[0].pairings)
    await world.joined(id_, [players[3]])
    back = await world.service.shown(id_)
    assert next(each.stage for each in back.entrants if each.player.id == players[3].id) is EntrantStage.IN


@pytest.mark.parametrize(
    "terms",
    [
        {"rounds": 2},
        {"rounds": 3, "format": TournamentFormat.ROUND_ROBIN, "most_entrants": 4},
        {"rounds": 2, "format": TournamentFormat.SINGLE_ELIMINATION, "most_entrants": 4},
        {"rounds": 2, "game": GameName("density-deck"), "format": TournamentFormat.PODS},
        {"rounds": 2, "cut_to": 2},
    ],
)
async def test_without_a_round_to_follow_nobody_leaves_or_comes_back(terms: dict[str, object]) -> None:
    """After the last round, for those whom a cut has left out, and after the end."""
    world = TournamentWorld()
    made, director, players = await world.entered(4, between_rounds=None, **terms)
    id_, entry = made.summary.id, JoinTournament(tournament=made.summary.id)
    await world.begin(director, id_, 1)
    await world.service.leave(players[3].id, id_)
    while (shown := await world.service.shown(id_)).summary.round < shown.summary.rounds:
        await world.finish_all()
        await world.begin(director, id_, shown.summary.round + 1)
    for ends in (False, True):
        if ends or not shown.cut:
            await world.finish_all()
        if ends:
            await world.service.orders.end(director, EndTournament(tournament=id_, why="played"))
        here = [each for each in players[:3] if ends or each.id not in shown.cut]
        for asked in (*(world.service.leave(each.id, id_) for each in here), world.service.join(players[3], entry)):
            assert await refused(asked) == (Code.TOURNAMENT_CLOSED, "$.tournament")
        last = BeginTournamentRound(tournament=id_, round=shown.summary.round + 1)
        assert (await refused(world.service.orders.begin_round(director, last)))[0] is Code.TOURNAMENT_CLOSED
        assert (await world.service.leave(players[3].id, id_)).summary.id == id_, "repeating changes nothing"


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


@pytest.mark.parametrize("fate", ["left", "removed", "disqualified"])
async def test_a_person_comes_back_with_no_other_entry(fate: str) -> None:
    """Neither as another bot of the same owner, nor in person. Before the first round, a person who has left may."""
    world = TournamentWorld()
    players = [await world.lobby.somebody() for _ in range(5)]
    made = await world.made(players[0], bots=True, rounds=5, between_rounds=None)
    await world.joined(made.summary.id, players[1:])
    id_, entry = made.summary.id, JoinTournament(tournament=made.summary.id)
    engine, other = [await world.lobby.bot(players[1], name) for name in ("The Engine", "The Other")]
    await world.service.leave(players[1].id, id_)
    await world.service.join(engine, entry)
    await world.begin(players[0], id_, 1)
    if fate == "left":
        await world.service.leave(engine.id, id_)
    else:
        removal = RemoveEntrant(tournament=id_, player=engine.id, why="two", disqualify=fate == "disqualified")
        await world.service.orders.remove(players[0], removal)
    assert await refused(world.service.join(other, entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")
    if fate == "left":
        await world.service.join(engine, entry)
    else:
        assert await refused(world.service.join(players[1], entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_entries_of_a_person_are_counted_together() -> None:
    world, made, players = await with_players(2, bots=True)
    bots = [await world.lobby.bot(players[1], name) for name in ("The Engine", "The Other")]
    entry = JoinTournament(tournament=made.summary.id)
    for number in range(19):
        await world.service.leave((players[1], *bots)[number % 3].id, made.summary.id)
        await world.service.join((players[1], *bots)[(number + 1) % 3], entry)
    await world.service.leave(bots[0].id, made.summary.id)
    assert await refused(world.service.join(bots[1], entry)) == (Code.TOO_MANY, "$.tournament")


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


async def _stages(world: TournamentWorld, made: Tournament) -> list[EntrantStage]:
    return [each.stage for each in (await world.service.shown(made.summary.id)).entrants]


async def test_the_waiting_list_moves_up_in_order_when_a_player_leaves() -> None:
    world, made, players = await with_players(2, most_entrants=2, waiting_list=True)
    id_ = made.summary.id
    more = [await world.lobby.somebody() for _ in range(3)]
    await world.joined(id_, more[:2])
    assert await _stages(world, made) == [EntrantStage.IN] * 2 + [EntrantStage.WAITING] * 2
    assert await refused(world.joined(id_, more[2:])) == (Code.TOO_MANY, "$.tournament"), "the list is full"
    await world.service.leave(more[0].id, id_)
    await world.joined(id_, more[:1])  # to the end of the list
    await world.service.leave(players[0].id, id_)
    assert await refused(world.joined(id_, players[:1])) == (Code.TOO_MANY, "$.tournament"), "the place is taken"
    await world.sweep()
    assert await world.notices(more[1].id) == [("tournament_admitted", None, None)]
    assert await world.notices(more[0].id) == []
    await world.begin(players[0], id_, 1)
    assert [{each.id for each in opened.players} for opened in world.begun] == [{players[1].id, more[1].id}]
    await world.service.leave(players[1].id, id_)
    await world.sweep()
    shown = await world.service.shown(id_)
    late = next(each for each in shown.entrants if each.player.id == more[0].id)
    assert (late.stage, late.points) == (EntrantStage.IN, 50), "half a point for the round that is missed"


async def test_a_return_by_the_waiting_list_gives_no_points_for_played_rounds() -> None:
    world = TournamentWorld()
    made, director, players = await world.entered(4, rounds=8, most_entrants=4, waiting_list=True, between_rounds=None)
    id_, friend = made.summary.id, await world.lobby.somebody()
    for round_ in (1, 2, 3):
        await world.begin(director, id_, round_)
        await world.finish_all()
    before = {each.player.id: each.points for each in (await world.service.shown(id_)).entrants}
    await world.joined(id_, [friend])
    for leaves, comes in ((players[0], None), (friend, players[0])):
        if comes is not None:
            await world.joined(id_, [comes])
        await world.service.leave(leaves.id, id_)
        await world.sweep()
    after = {each.player.id: (each.stage, each.points) for each in (await world.service.shown(id_)).entrants}
    assert after[players[0].id] == (EntrantStage.IN, before[players[0].id])
    assert after[friend.id] == (EntrantStage.OUT, 150), "the friend has missed three rounds"


async def test_entries_are_for_invited_players_members_of_a_club_or_a_band_of_ratings() -> None:
    world = TournamentWorld()
    director, player = [await world.lobby.somebody() for _ in range(2)]
    closed = (Code.TOURNAMENT_CLOSED, "$.tournament")
    made = await world.made(director, entry=TournamentEntry.INVITED)
    id_ = made.summary.id
    assert await refused(world.joined(id_, [player])) == closed
    await world.service.orders.invite(director, InviteToTournament(tournament=id_, player=player.id))
    await world.joined(id_, [player])
    nobody = InviteToTournament(tournament=id_, player=PlayerId("nobody"))
    assert await refused(world.service.orders.invite(director, nobody)) == (Code.UNKNOWN_PLAYER, "$.player")
    for least, most, is_open in ((0, 1499, False), (1501, None, False), (1500, 1500, True)):
        band = await world.made(director, least_rating=least, most_rating=most)
        if is_open:
            await world.joined(band.summary.id, [player])
        else:
            assert await refused(world.joined(band.summary.id, [player])) == closed
    asked = world.made(director, entry=TournamentEntry.CLUB, club=ClubId("elsewhere"))
    assert await refused(asked) == (Code.UNKNOWN_CLUB, "$.club")
    clubs = ClubService(world.store.documents, world.hand)
    club = await clubs.create(Identity(player=director, token="t", session="s"), CreateClub(name="Chess friends"))
    members = await world.made(director, entry=TournamentEntry.CLUB, club=club.summary.id)
    assert await refused(world.joined(members.summary.id, [player])) == closed
    await world.joined(members.summary.id, [director])


async def test_who_has_left_the_club_neither_comes_back_nor_moves_up() -> None:
    world = TournamentWorld()
    director, former, waiting, member = [await world.lobby.somebody() for _ in range(4)]
    clubs = ClubService(world.store.documents, world.hand)
    terms = CreateClub(name="Chess friends", access=ClubAccess.OPEN)
    club = (await clubs.create(Identity(player=director, token="t", session="s"), terms)).summary.id
    for player in (former, waiting, member):
        await clubs.join(player.id, club)
    made = await world.made(
        director, entry=TournamentEntry.CLUB, club=club, most_entrants=2, waiting_list=True, rounds=2
    )
    id_ = made.summary.id
    await world.joined(id_, [former, director, waiting, member])
    await clubs.leave(waiting.id, club)
    await clubs.leave(former.id, club)
    await world.service.leave(former.id, id_)
    for _ in range(3):
        await world.sweep()
    shown = await world.service.shown(id_)
    stages = {each.player.id: each.stage for each in shown.entrants}
    assert (stages[waiting.id], stages[member.id]) == (EntrantStage.OUT, EntrantStage.IN)
    for player in (former, waiting):
        assert await refused(world.joined(id_, [player])) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_an_assistant_directs_but_neither_ends_nor_appoints() -> None:
    world, made, players = await with_players(3)
    id_, helper = made.summary.id, players[1]
    orders = world.service.orders
    guest, engine = await world.lobby.guest(), await world.lobby.bot(helper, "Engine")
    for stranger, code in ((guest, Code.NOT_REGISTERED), (engine, Code.UNKNOWN_PLAYER)):
        asked = orders.appoint(players[0], AppointAssistant(tournament=id_, player=stranger.id))
        assert await refused(asked) == (code, "$.player")
    appoint = AppointAssistant(tournament=id_, player=helper.id)
    assert await refused(orders.appoint(helper, appoint)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    shown = await orders.appoint(players[0], appoint)
    assert [each.id for each in shown.assistants] == [helper.id]
    await world.order(helper, id_, 1)
    for asked in (
        orders.end(helper, EndTournament(tournament=id_, why="rain")),
        orders.appoint(helper, AppointAssistant(tournament=id_, player=players[2].id)),
    ):
        assert await refused(asked) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    await orders.appoint(players[0], AppointAssistant(tournament=id_, player=helper.id, on=False))
    assert await refused(world.order(helper, id_, 2)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
