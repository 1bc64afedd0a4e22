"""Orders of directors."""

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from lobby.tournament_world import TournamentWorld, proved, refused, with_players
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.moderation import DeedKind, SanctionKind
from quarterdeck_protocol.lobby.tournaments import (
    AnswerAppeal,
    AppealRuling,
    AppointAssistant,
    BeginTournamentRound,
    EndTournament,
    EntrantStage,
    InviteToTournament,
    JoinTournament,
    ReinstateEntrant,
    RemoveEntrant,
    RuleTournamentResult,
    Tournament,
    TournamentEntry,
    TournamentFormat,
    TournamentId,
    TournamentStage,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, Player
from quarterdeck_server.lobby.moderation.audit import REFUSED_ORDERS, AuditLog
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord

Code = RefusalCode


async def test_the_director_rules_the_last_round_until_the_end_and_the_ruling_stands() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(2, rounds=1, between_rounds=Milliseconds(60_000))
    await world.begin(director, made.summary.id, 1)
    (opened,) = world.begun
    ruling = RuleTournamentResult(tournament=made.summary.id, match=opened.match, points=(50, 50), why="a draw")
    await world.finish(opened, (1, 2))
    await world.move_on()
    over = await world.service.shown(made.summary.id)
    assert (over.rounds[0].pairings[0].points, over.ends_at) == ((100, 0), world.hand() + 60_000)
    await world.service.orders.rule(director, ruling)
    ended = await world.play_on(made.summary.id)
    assert [each.points for each in ended.entrants] == [50, 50]
    assert ended.rounds[0].pairings[0].ruling == "a draw"


async def test_a_removed_player_cannot_come_back() -> None:
    world, made, players = await with_players(3)
    removal = RemoveEntrant(tournament=made.summary.id, player=players[2].id, why="two accounts")
    await world.service.orders.remove(players[0], removal)
    shown = await world.service.orders.remove(players[0], removal)
    assert [(each.stage, each.reason) for each in shown.entrants if each.player.id == players[2].id] == [
        (EntrantStage.REMOVED, "two accounts")
    ]
    entry = JoinTournament(tournament=made.summary.id)
    assert await refused(world.service.join(players[2], entry)) == (Code.TOURNAMENT_CLOSED, "$.tournament")


async def test_the_director_ends_a_tournament_and_reveals_its_seed() -> None:
    world, made, players = await with_players(3)
    ended = await world.service.orders.end(players[0], EndTournament(tournament=made.summary.id, why="rain"))
    assert (ended.summary.stage, ended.seed is None) == (TournamentStage.CANCELLED, False)
    entry = JoinTournament(tournament=made.summary.id)
    assert await refused(world.service.join(await world.lobby.somebody(), entry)) == (
        Code.TOURNAMENT_CLOSED,
        "$.tournament",
    )


Order = Callable[[TournamentWorld, Tournament, Player], Awaitable[object]]
ORDERS: dict[str, tuple[Order, tuple[RefusalCode, str]]] = {
    "a round": (
        lambda world, made, by: world.service.orders.begin_round(
            by, BeginTournamentRound(tournament=made.summary.id, round=3)
        ),
        (Code.TOURNAMENT_CLOSED, "$.round"),
    ),
    "a ruling": (
        lambda world, made, by: world.service.orders.rule(
            by, RuleTournamentResult(tournament=made.summary.id, match=MatchId("none"), points=(100, 0), why="a slip")
        ),
        (Code.UNKNOWN_MATCH, "$.match"),
    ),
    "a removal": (
        lambda world, made, by: world.service.orders.remove(
            by, RemoveEntrant(tournament=made.summary.id, player=PlayerId("none"), why="a slip")
        ),
        (Code.UNKNOWN_PLAYER, "$.player"),
    ),
}


@pytest.mark.parametrize("name", ORDERS)
async def test_an_order_is_the_directors_alone_and_names_what_there_is(name: str) -> None:
    order, expected = ORDERS[name]
    world, made, players = await with_players(3)
    assert await refused(order(world, made, players[1])) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    assert await refused(order(world, made, players[0])) == expected


@pytest.mark.parametrize(
    ("format_", "points", "is_taken"),
    [
        ("swiss", (100, 100), False),
        ("swiss", (25, 0), False),
        ("swiss", (50, 50), True),
        ("single_elimination", (50, 50), False),
        ("single_elimination", (0, 0), True),
        ("pods", (301, 0, 0), False),
        ("pods", (300, 0), False),
        ("pods", (150, 150, 100), True),
    ],
)
async def test_points_of_a_ruling_are_those_of_its_format(
    format_: str, points: tuple[int, ...], is_taken: bool
) -> None:
    world = TournamentWorld()
    terms = {"game": GameName("density-deck"), "format": TournamentFormat(format_), "rounds": 2, "most_entrants": 4}
    made, director, _ = await world.entered(3, **terms)
    await world.begin(director, made.summary.id, 1)
    match = (await world.service.shown(made.summary.id)).rounds[0].pairings[0].match or MatchId("")
    given: dict[str, Any] = {"points": (0, 0), "pod_points": points} if format_ == "pods" else {"points": points}
    ruling = RuleTournamentResult(tournament=made.summary.id, match=match, why="a slip", **given)
    if is_taken:
        ruled = await world.service.orders.rule(director, ruling)
        assert ruled.rounds[0].pairings[0].points == points
    else:
        place = "$.pod_points" if format_ == "pods" else "$.points"
        assert await refused(world.service.orders.rule(director, ruling)) == (Code.MALFORMED, place)


async def test_a_disqualified_player_loses_the_running_match_and_is_last_until_reinstated() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(4, between_rounds=None)
    id_ = made.summary.id
    await world.begin(director, id_, 1)
    cheat = world.begun[0].players[0].id
    order = RemoveEntrant(tournament=id_, player=cheat, why="two decks", disqualify=True)
    shown = await world.service.orders.remove(director, order)
    assert shown.rounds[0].pairings[0].points == (0, 100)
    assert (shown.entrants[-1].player.id, shown.entrants[-1].stage) == (cheat, EntrantStage.DISQUALIFIED)
    await world.finish(world.begun[0], (1, 2))
    await world.move_on()
    assert (await world.service.shown(id_)).rounds[0].pairings[0].points == (0, 100)
    appeal = ReinstateEntrant(tournament=id_, player=cheat, why="one deck")
    await world.service.orders.reinstate(director, appeal)
    back = await world.service.join(world.begun[0].players[0], JoinTournament(tournament=id_))
    assert back.rounds[0].pairings[0].points is None, "the round is not over: the match counts again"
    await world.move_on()
    assert (await world.service.shown(id_)).rounds[0].pairings[0].points == (100, 0)
    assert [(each.stage, each.reason) for each in back.entrants if each.player.id == cheat] == [
        (EntrantStage.IN, "one deck")
    ]


async def test_a_round_waits_for_the_last_one_and_for_two_players() -> None:
    world, made, players = await with_players(2, between_rounds=None)
    await world.begin(players[0], made.summary.id, 1)
    second = BeginTournamentRound(tournament=made.summary.id, round=2)
    assert await refused(world.service.orders.begin_round(players[0], second)) == (Code.TOURNAMENT_CLOSED, "$.round")
    await world.finish(world.begun[0], (1, 2))
    await world.move_on()
    await world.service.leave(players[1].id, made.summary.id)
    assert await refused(world.service.orders.begin_round(players[0], second)) == (Code.TOURNAMENT_CLOSED, "$.round")


OWN_CASES: dict[str, tuple[Callable[[TournamentId, Player, MatchId], FromClient], str]] = {
    "rule": (lambda id_, _, match: RuleTournamentResult(tournament=id_, match=match, why="x", points=(0, 0)), "match"),
    "remove": (lambda id_, other, _: RemoveEntrant(tournament=id_, player=other.id, why="x"), "player"),
    "disqualify": (
        lambda id_, other, _: RemoveEntrant(tournament=id_, player=other.id, why="x", disqualify=True),
        "player",
    ),
    "end": (lambda id_, *_: EndTournament(tournament=id_, why="x"), "tournament"),
}


@pytest.mark.parametrize("plays", ["in person", "as a bot", "has left"])
@pytest.mark.parametrize("name", OWN_CASES)
async def test_directors_who_take_part_decide_nothing_from_the_first_round_on(name: str, plays: str) -> None:
    """Also not about matches of others, and not between the rounds."""
    world, made, players = await with_players(5, bots=True, between_rounds=None)
    director, id_ = players[0], made.summary.id
    if plays == "as a bot":
        await world.service.leave(director.id, id_)
        await world.joined(id_, [await world.lobby.bot(director, "The Engine")])
    removal = RemoveEntrant(tournament=id_, player=players[4].id, why="two accounts")
    await world.service.orders.remove(director, removal)
    await world.begin(director, id_, 1)
    if plays == "has left":
        await world.service.leave(director.id, id_)
    order, place = OWN_CASES[name]
    command = order(id_, players[1], world.begun[0].match)
    give = {"rule": "rule", "end": "end"}.get(name, "remove")
    for opened in [None, *world.begun]:
        if opened is not None:
            await world.finish(opened, (1, 2))
            await world.move_on()
        given = getattr(world.service.orders, give)(director, command)
        assert await refused(given) == (Code.CONFLICT_OF_INTEREST, f"$.{place}")
    appeal = ReinstateEntrant(tournament=id_, player=players[4].id, why="one account")
    assert await refused(world.service.orders.reinstate(director, appeal)) == (Code.CONFLICT_OF_INTEREST, "$.player")


async def test_a_match_against_a_disqualified_player_is_not_given_back() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(4, between_rounds=None)
    id_, orders = made.summary.id, world.service.orders
    await world.begin(director, id_, 1)
    one, other = (each.id for each in world.begun[0].players)
    for each in (one, other):
        await orders.remove(director, RemoveEntrant(tournament=id_, player=each, why="two decks", disqualify=True))
    shown = await orders.reinstate(director, ReinstateEntrant(tournament=id_, player=one, why="one deck"))
    assert shown.rounds[0].pairings[0].points == (0, 100)


async def test_a_director_who_takes_part_ends_nothing_while_the_last_round_is_played() -> None:
    world, made, players = await with_players(2, rounds=1, between_rounds=None)
    ending = EndTournament(tournament=made.summary.id, why="enough")
    await world.begin(players[0], made.summary.id, 1)
    own_case = (Code.CONFLICT_OF_INTEREST, "$.tournament")
    assert await refused(world.service.orders.end(players[0], ending)) == own_case
    await world.finish_all()
    ended = await world.service.orders.end(players[0], ending)
    assert ended.summary.stage is TournamentStage.ENDED


@pytest.mark.parametrize("is_apart", [True, False])
async def test_a_director_who_takes_part_begins_no_round_before_its_time(is_apart: bool) -> None:
    world, minute = TournamentWorld(), 60_000
    director, *players = [await world.lobby.somebody() for _ in range(5)]
    terms = {"starts_at": world.hand() + 60 * minute, "check_in": 10 * minute, "between_rounds": 10 * minute}
    id_ = (await world.made(director, **terms)).summary.id
    everybody = players if is_apart else [director, *players[1:]]
    await world.joined(id_, everybody)
    early = (Code.TOURNAMENT_CLOSED, "$.round")
    assert await refused(world.order(director, id_, 1)) == early, "nobody could check in yet"
    world.hand.move(51 * minute)
    await world.service.check_in(everybody[0].id, id_)
    assert await refused(world.order(director, id_, 1)) == early, "the others still can"
    for each in everybody[1:]:
        await world.service.check_in(each.id, id_)
    for round_ in (1, 2):
        if is_apart:
            await world.order(director, id_, round_)
        else:
            assert await refused(world.order(director, id_, round_)) == (Code.CONFLICT_OF_INTEREST, "$.round")
            world.hand.move(10 * minute)
        await world.sweep()
        assert (await world.service.shown(id_)).summary.round == round_
        await world.finish_all()
    noted = await AuditLog(world.store.documents, world.lobby.players).read(None, 100, REFUSED_ORDERS)
    assert [each.what for each in noted.deeds] == [DeedKind.REFUSED] * (not is_apart)


async def test_a_director_who_has_begun_a_round_early_enters_no_more() -> None:
    world = TournamentWorld()
    made, director, _ = await world.entered(4, starts_at=world.hand() + 3_600_000)
    await world.joined(made.summary.id, [director])
    await world.service.leave(director.id, made.summary.id)
    await world.order(director, made.summary.id, 1)
    for each in (director, await world.lobby.bot(director, "The Engine")):
        entry = world.service.join(each, JoinTournament(tournament=made.summary.id))
        assert await refused(entry) == (Code.CONFLICT_OF_INTEREST, "$.tournament")


async def test_a_bot_decides_nothing_in_a_tournament_of_its_owner() -> None:
    world = TournamentWorld()
    owner, *others = [await world.lobby.somebody() for _ in range(3)]
    director = await world.lobby.bot(owner, "The Engine")
    made = await world.made(director, between_rounds=None)
    id_ = made.summary.id
    await world.joined(id_, [owner, *others])
    await world.begin(director, id_, 1)
    for name in ("rule", "end"):
        order, place = OWN_CASES[name]
        given = getattr(world.service.orders, name)(director, order(id_, others[0], world.begun[0].match))
        assert await refused(given) == (Code.CONFLICT_OF_INTEREST, f"$.{place}")


SWISS = {"rounds": 8, "between_rounds": None}
ARENA = {"format": TournamentFormat.ARENA, "rounds": 1, "duration": 3_600_000}


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("rule", SWISS),
        ("remove", SWISS),
        ("disqualify", SWISS),
        ("reinstate", SWISS),
        ("answer", SWISS),
        ("remove", ARENA),
    ],
)
async def test_those_who_have_decided_enter_no_more(name: str, terms: dict[str, object]) -> None:
    """Nor do their bots and owners, whether they come late or come back, nor assistants who are dismissed."""
    world = TournamentWorld()
    maker, friend, other, *players = [await world.lobby.somebody() for _ in range(7)]
    engine, theirs = await world.lobby.bot(maker, "The Engine"), await world.lobby.bot(friend, "The Friend")
    orders = world.service.orders
    cases = [(maker, (maker, engine)), (engine, (maker, engine)), (friend, (friend, theirs))]
    for (decider, person), is_back in itertools.product(cases, (False, True)):
        id_ = (await world.made(maker, bots=True, **terms)).summary.id
        for each in (engine, friend, other):
            await orders.appoint(maker, AppointAssistant(tournament=id_, player=each.id, on=True))
        await world.joined(id_, [*players, person[0]] if is_back else players)
        if is_back:
            await world.service.leave(person[0].id, id_)
        await orders.remove(other, RemoveEntrant(tournament=id_, player=players[0].id, why="x"))
        begun = len(world.begun)
        await world.begin(maker, id_, 1)
        if name == "reinstate":
            await orders.reinstate(decider, ReinstateEntrant(tournament=id_, player=players[0].id, why="x"))
        elif name == "answer":
            await world.service.appeals.appeal(players[0], AppealRuling(tournament=id_, why="x"))
            answer = AnswerAppeal(tournament=id_, appeal=1, upheld=False, why="x")
            await world.service.appeals.answer(decider, answer)
        else:
            order = OWN_CASES[name][0](id_, players[1], world.begun[begun].match)
            await getattr(orders, "rule" if name == "rule" else "remove")(decider, order)
        await orders.appoint(maker, AppointAssistant(tournament=id_, player=friend.id, on=False))
        for each in person:
            given = world.service.join(each, JoinTournament(tournament=id_))
            assert await refused(given) == (Code.CONFLICT_OF_INTEREST, "$.tournament"), (decider.name, is_back)
        await world.joined(id_, [other])  # who has decided before the first round
        await orders.end(maker, EndTournament(tournament=id_, why="x"))
        _, log = await world.service.logged(id_)
        assert b'"owner"' not in msgspec.json.encode(log)


async def test_an_assistant_steps_down_and_those_who_block_the_director_are_left_alone() -> None:
    world = TournamentWorld()
    director, helper, blocker = [await world.lobby.somebody() for _ in range(3)]
    bot = await world.lobby.bot(blocker, "The Engine")
    id_ = (await world.made(director, entry=TournamentEntry.INVITED)).summary.id
    orders = world.service.orders
    appointed = AppointAssistant(tournament=id_, player=helper.id, on=True)
    stepping_down = AppointAssistant(tournament=id_, player=helper.id, on=False)
    assert await refused(orders.appoint(helper, stepping_down)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    await orders.appoint(director, appointed)
    assert await refused(orders.appoint(helper, appointed)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
    assert (await orders.appoint(helper, stepping_down)).assistants == ()
    both = AppointAssistant(tournament=id_, player=blocker.id, on=True)
    await orders.appoint(director, both)
    await world.lobby.players.avoid(blocker.id, director.id, Avoidance.BLOCK)
    await orders.appoint(director, AppointAssistant(tournament=id_, player=blocker.id, on=False))
    for each in (blocker, bot):
        invitation = InviteToTournament(tournament=id_, player=each.id)
        assert await refused(orders.invite(director, invitation)) == (Code.UNKNOWN_PLAYER, "$.player")
    assert await refused(orders.appoint(director, both)) == (Code.UNKNOWN_PLAYER, "$.player")


async def test_a_moderator_who_takes_part_does_not_end_a_tournament() -> None:
    world, made, players = await with_players(2)
    ending = EndTournament(tournament=made.summary.id, why="spam")
    await world.service.leave(players[1].id, made.summary.id)
    given = world.service.orders.end(players[1], ending, role=proved)
    assert await refused(given) == (Code.CONFLICT_OF_INTEREST, "$.tournament")
    noted = await AuditLog(world.store.documents, world.lobby.players).concerning(players[1].id, None)
    assert [each.detail for each in noted] == [f"end_tournament: shared tournament {made.summary.id}"]
    log = AuditLog(world.store.documents, world.lobby.players)
    assert [each.detail for each in (await log.read(None, 9)).deeds] == [noted[0].detail], "moderators read it"


async def test_the_last_player_of_a_bracket_goes_on() -> None:
    """And without a player who can go on, it ends: players who have lost get no round."""
    for left, stage in (([0], TournamentStage.RUNNING), ([0, 2], TournamentStage.ENDED)):
        world = TournamentWorld()
        terms = {"format": TournamentFormat.SINGLE_ELIMINATION, "most_entrants": 4, "between_rounds": None}
        made, director, _ = await world.entered(4, rounds=2, **terms)
        await world.begin(director, made.summary.id, 1)
        pairs = [each.players for each in world.begun]
        await world.finish_all()
        for at in left:  # winners are the first of each pair
            await world.service.leave(pairs[at // 2][0].id, made.summary.id)
        await world.begin(director, made.summary.id, 2)
        shown = await world.service.shown(made.summary.id)
        assert (shown.summary.stage, len(shown.rounds)) == (stage, 2 if stage is TournamentStage.RUNNING else 1)


async def test_refused_orders_are_audited_once() -> None:
    """Twenty orders of five players, each given twice, leave one entry each, and have no effect."""
    world, made, _ = await with_players(3)
    before = await world.service.shown(made.summary.id)
    ending = EndTournament(tournament=made.summary.id, why="mine")
    end: Order = lambda world, _, by: world.service.orders.end(by, ending)  # noqa: E731 - as the others in the table
    orders = [*(order for order, _ in ORDERS.values()), end]
    log, entries = AuditLog(world.store.documents, world.lobby.players), 0
    for _ in range(5):
        stranger = await world.lobby.somebody()
        for order in [*orders, *orders]:
            assert await refused(order(world, made, stranger)) == (Code.NOT_THE_DIRECTOR, "$.tournament")
        noted = await log.concerning(stranger.id, None)
        assert {(each.what, each.detail) for each in noted} == {
            (DeedKind.REFUSED, f"{order}: tournament {made.summary.id}")
            for order in ("begin_tournament_round", "rule_tournament_result", "remove_entrant", "end_tournament")
        }
        entries += len(noted)
    assert entries == 20
    assert await world.service.shown(made.summary.id) == before
    assert (await log.read(None, 100)).deeds == ()
    assert len((await log.read(None, 100, REFUSED_ORDERS)).deeds) == 20


async def test_a_moderator_ends_a_tournament_and_its_name_is_withheld() -> None:
    world, made, players = await with_players(2, name="A rude name")
    moderator = await world.lobby.somebody()
    ending = EndTournament(tournament=made.summary.id, why="its name")
    ended = await world.service.orders.end(moderator, ending, role=proved)
    assert (ended.summary.stage, ended.summary.name) == (TournamentStage.CANCELLED, made.summary.id)
    log = AuditLog(world.store.documents, world.lobby.players)
    deeds = (await log.read(None, 100)).deeds
    assert [(each.what, each.whom and each.whom.id, each.why) for each in deeds] == [
        (DeedKind.END_TOURNAMENT, players[0].id, "its name")
    ]


async def test_reasons_are_plain_text_of_players_who_are_not_muted() -> None:
    world, made, players = await with_players(2)
    removal = RemoveEntrant(tournament=made.summary.id, player=players[1].id, why="left\u202eright")
    assert await refused(world.service.orders.remove(players[0], removal)) == (Code.TEXT_NOT_ALLOWED, "$.why")
    mute = SanctionRecord(kind=SanctionKind.MUTE, why="rude", by=PlayerId("m"), at=world.hand(), until=None)
    change = SANCTIONS.put(players[0].id, None, SanctionsRecord((mute,)))
    await world.store.documents.commit([change])
    assert await refused(world.made(players[0])) == (Code.MUTED, "$.text")
