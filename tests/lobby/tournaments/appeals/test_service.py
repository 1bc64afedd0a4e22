"""Appeals of players against rulings: once each, answered by somebody who takes no part."""

from typing import Any

import pytest
from lobby.tournament_world import TournamentWorld, proved, refused
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tournaments import (
    AnswerAppeal,
    AppealRuling,
    AppealStage,
    AppointAssistant,
    EndTournament,
    EntrantStage,
    JoinTournament,
    RemoveEntrant,
    RuleTournamentResult,
    TournamentId,
)
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.refusals import RefusalCode as Code
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.moderation.audit import AuditLog


async def _ruled() -> tuple[TournamentWorld, TournamentId, Player, list[Player], MatchId]:
    """Return a tournament whose first match is ruled against its first player, who is also the first of the players."""
    world = TournamentWorld()
    made, director, players = await world.entered(4, between_rounds=None)
    id_ = made.summary.id
    await world.begin(director, id_, 1)
    match, seats = world.begun[0].match, world.begun[0].players
    ruling = RuleTournamentResult(tournament=id_, match=match, points=(0, 100), why="late")
    await world.service.orders.rule(director, ruling)
    others = [each for each in players if each.id not in {seat.id for seat in seats}]
    return world, id_, director, [*seats, *others], match


def _appeal(id_: TournamentId, match: MatchId | None = None, why: str = "I was there") -> AppealRuling:
    return AppealRuling(tournament=id_, match=match, why=why)


def _answer(id_: TournamentId, *, upheld: bool, appeal: int = 1, why: str = "the clock says so") -> AnswerAppeal:
    return AnswerAppeal(tournament=id_, appeal=appeal, upheld=upheld, why=why)


async def _told(world: TournamentWorld, player: Player) -> list[tuple[NoticeKind, str | None, str | None]]:
    kinds = (NoticeKind.RULING_APPEALED, NoticeKind.APPEAL_ANSWERED)
    found = [each for each in (await world.inboxes.page(player.id)).notices if each.kind in kinds]
    return [(each.kind, each.player.id if each.player else None, each.reason) for each in found]


async def test_a_player_appeals_once_against_each_ruling_and_both_hear() -> None:
    world, id_, director, (loser, winner, *others), match = await _ruled()
    await world.service.orders.appoint(director, AppointAssistant(tournament=id_, player=others[0].id))
    appeals = world.service.appeals
    for player, named in ((others[1], match), (loser, MatchId("none")), (loser, None)):
        assert await refused(appeals.appeal(player, _appeal(id_, named))) == (Code.TOURNAMENT_CLOSED, "$.match")
    for _ in range(2):  # the second one is the first, repeated
        shown = await appeals.appeal(loser, _appeal(id_, match))
        assert [(each.number, each.player.id, each.match, each.why, each.stage) for each in shown.appeals] == [
            (1, loser.id, match, "I was there", AppealStage.OPEN)
        ]
    assert await refused(appeals.appeal(loser, _appeal(id_, match, "again"))) == (Code.TOURNAMENT_CLOSED, "$.match")
    appealed = [(NoticeKind.RULING_APPEALED, loser.id, "I was there")]
    assert [await _told(world, each) for each in (director, others[0], loser)] == [appealed, appealed, []]
    for _ in range(2):
        shown = await appeals.answer(director, _answer(id_, upheld=False))
        (answered,) = shown.appeals
        assert (answered.stage, answered.answer) == (AppealStage.REJECTED, "the clock says so")
        assert answered.answered_by is not None
        assert answered.answered_by.id == director.id
    other = appeals.answer(director, _answer(id_, upheld=True))
    assert await refused(other) == (Code.TOURNAMENT_CLOSED, "$.appeal")
    none = appeals.answer(director, _answer(id_, upheld=True, appeal=2))
    assert await refused(none) == (Code.TOURNAMENT_CLOSED, "$.appeal")
    answer = (NoticeKind.APPEAL_ANSWERED, director.id, "the clock says so")
    assert [await _told(world, each) for each in (director, others[0], loser, winner)] == [
        appealed,
        [answer, *appealed],
        [answer],
        [],
    ]
    world.hand.move(1)
    again = RuleTournamentResult(tournament=id_, match=match, points=(0, 0), why="both late")
    await world.service.orders.rule(director, again)
    assert len((await appeals.appeal(loser, _appeal(id_, match, "not me"))).appeals) == 2
    deeds = (await AuditLog(world.store.documents, world.lobby.players).read(None, 100)).deeds
    noted = [(each.what, each.by and each.by.id, each.detail) for each in deeds]
    assert sorted(noted, key=lambda each: each[2]) == [  # entries of one millisecond have no order
        (DeedKind.APPEAL, loser.id, f"{id_} 1"),
        (DeedKind.ANSWER_APPEAL, director.id, f"{id_} 1 rejected"),
        (DeedKind.APPEAL, loser.id, f"{id_} 2"),
    ]


@pytest.mark.parametrize("disqualify", [True, False])
async def test_an_upheld_appeal_takes_a_removal_back(disqualify: bool) -> None:
    world, id_, director, players, _ = await _ruled()
    gone = players[2]
    removal = RemoveEntrant(tournament=id_, player=gone.id, why="two decks", disqualify=disqualify)
    await world.service.orders.remove(director, removal)
    await world.service.appeals.appeal(gone, _appeal(id_))
    shown = await world.service.appeals.answer(director, _answer(id_, upheld=True))
    assert [each.stage for each in shown.entrants if each.player.id == gone.id] == [EntrantStage.OUT]
    back = await world.service.join(gone, JoinTournament(tournament=id_))
    assert [each.stage for each in back.entrants if each.player.id == gone.id] == [EntrantStage.IN]
    assert await refused(world.service.appeals.appeal(gone, _appeal(id_, None, "x"))) == (
        Code.TOURNAMENT_CLOSED,
        "$.match",
    )


async def test_directors_who_take_part_leave_appeals_to_moderators() -> None:
    world, id_, director, (loser, winner, helper, *_), match = await _ruled()
    await world.service.orders.appoint(director, AppointAssistant(tournament=id_, player=helper.id))
    await world.service.appeals.appeal(loser, _appeal(id_, match))
    answer = world.service.appeals.answer
    cases: list[tuple[Player, bool, tuple[Code, str]]] = [
        (helper, False, (Code.CONFLICT_OF_INTEREST, "$.appeal")),
        (helper, True, (Code.CONFLICT_OF_INTEREST, "$.appeal")),
        (winner, True, (Code.CONFLICT_OF_INTEREST, "$.tournament")),
        (winner, False, (Code.NOT_THE_DIRECTOR, "$.tournament")),
    ]
    for player, moderates, why in cases:
        assert await refused(answer(player, _answer(id_, upheld=True), role=proved if moderates else None)) == why
    moderator = await world.lobby.somebody()
    shown = await answer(moderator, _answer(id_, upheld=True), role=proved)
    assert shown.appeals[0].stage is AppealStage.UPHELD
    assert [kind for kind, *_ in await _told(world, helper)] == ["appeal_answered", "ruling_appealed"]


async def test_players_hear_why_a_tournament_is_cancelled() -> None:
    world = TournamentWorld()
    director, player, moderator = [await world.lobby.somebody() for _ in range(3)]
    for by, moderates, reason in ((director, False, "The hall is closed."), (moderator, True, None)):
        id_ = (await world.made(director)).summary.id
        await world.joined(id_, [player])
        ended: dict[str, Any] = {"tournament": id_, "why": "The hall is closed."}
        shown = await world.service.orders.end(by, EndTournament(**ended), role=proved if moderates else None)
        assert shown.reason == reason
        await world.sweep()
        notice = (await world.inboxes.page(player.id)).notices[0]
        assert (notice.kind, notice.tournament, notice.reason) == (NoticeKind.TOURNAMENT_ENDED, id_, reason)
        assert (await refused(world.service.appeals.appeal(player, _appeal(id_))))[1] == "$.tournament"
