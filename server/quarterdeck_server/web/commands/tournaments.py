"""Commands about tournaments."""

from functools import partial

from quarterdeck_protocol.lobby import tournaments as messages
from quarterdeck_protocol.lobby.tournament_schedules import (
    ListTournamentSchedules,
    RemoveTournamentSchedule,
    ScheduleTournament,
    TournamentSchedules,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.permissions import Permission, may
from quarterdeck_server.lobby.tournaments.director_orders import ByRole
from quarterdeck_server.lobby.tournaments.tournament_pages import Page
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import TOURNAMENTS


async def create_tournament(
    caller: Caller, identity: Identity, message: messages.CreateTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        tournaments = caller.services.tournaments
        made = await tournaments.create(identity.player, message, role=_role(caller, identity))
        return messages.TournamentChanged(tournament=made)


async def list_tournaments(
    caller: Caller, identity: Identity, message: messages.ListTournaments
) -> messages.Tournaments:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return messages.Tournaments(tournaments=await caller.services.tournaments.listed())


async def get_tournament(
    caller: Caller, identity: Identity, message: messages.GetTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        page = Page.asked(message.rows, message.from_row, message.round, message.from_pairing)
        shown = await caller.services.tournaments.shown(message.tournament, identity.player.id, page=page)
        return messages.TournamentChanged(tournament=shown)


async def join_tournament(
    caller: Caller, identity: Identity, message: messages.JoinTournament
) -> messages.TournamentChanged:
    quotas = caller.services.quotas
    with quotas.taking(TOURNAMENTS, identity.player.id), quotas.judging(caller.address, message.deck):
        return messages.TournamentChanged(tournament=await caller.services.tournaments.join(identity.player, message))


async def leave_tournament(
    caller: Caller, identity: Identity, message: messages.LeaveTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return messages.TournamentChanged(
            tournament=await caller.services.tournaments.leave(identity.player.id, message.tournament)
        )


async def begin_tournament_round(
    caller: Caller, identity: Identity, message: messages.BeginTournamentRound
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return messages.TournamentChanged(
            tournament=await caller.services.tournaments.orders.begin_round(identity.player, message)
        )


async def rule_tournament_result(
    caller: Caller, identity: Identity, message: messages.RuleTournamentResult
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return messages.TournamentChanged(
            tournament=await caller.services.tournaments.orders.rule(identity.player, message)
        )


async def remove_entrant(
    caller: Caller, identity: Identity, message: messages.RemoveEntrant
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return messages.TournamentChanged(
            tournament=await caller.services.tournaments.orders.remove(identity.player, message)
        )


async def end_tournament(
    caller: Caller, identity: Identity, message: messages.EndTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        orders = caller.services.tournaments.orders
        return messages.TournamentChanged(
            tournament=await orders.end(identity.player, message, role=_role(caller, identity))
        )


async def check_in_tournament(
    caller: Caller, identity: Identity, message: messages.CheckInTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        checked = await caller.services.tournaments.check_in(identity.player.id, message.tournament, message.round)
        return messages.TournamentChanged(tournament=checked)


async def reinstate_entrant(
    caller: Caller, identity: Identity, message: messages.ReinstateEntrant
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        orders = caller.services.tournaments.orders
        return messages.TournamentChanged(tournament=await orders.reinstate(identity.player, message))


async def appeal_ruling(
    caller: Caller, identity: Identity, message: messages.AppealRuling
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        appeals = caller.services.tournaments.appeals
        return messages.TournamentChanged(tournament=await appeals.appeal(identity.player, message))


async def answer_appeal(
    caller: Caller, identity: Identity, message: messages.AnswerAppeal
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        appeals = caller.services.tournaments.appeals
        answered = await appeals.answer(identity.player, message, role=_role(caller, identity))
        return messages.TournamentChanged(tournament=answered)


async def invite_to_tournament(
    caller: Caller, identity: Identity, message: messages.InviteToTournament
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        orders = caller.services.tournaments.orders
        return messages.TournamentChanged(tournament=await orders.invite(identity.player, message))


async def appoint_assistant(
    caller: Caller, identity: Identity, message: messages.AppointAssistant
) -> messages.TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        orders = caller.services.tournaments.orders
        return messages.TournamentChanged(tournament=await orders.appoint(identity.player, message))


async def schedule_tournament(caller: Caller, identity: Identity, message: ScheduleTournament) -> TournamentSchedules:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return TournamentSchedules(schedules=await caller.services.schedules.make(identity.player, message))


async def list_tournament_schedules(
    caller: Caller, identity: Identity, message: ListTournamentSchedules
) -> TournamentSchedules:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        return TournamentSchedules(schedules=await caller.services.schedules.of(identity.player.id))


async def remove_tournament_schedule(
    caller: Caller, identity: Identity, message: RemoveTournamentSchedule
) -> TournamentSchedules:
    with caller.services.quotas.taking(TOURNAMENTS, identity.player.id):
        removed = await caller.services.schedules.remove(identity.player.id, message.schedule)
        return TournamentSchedules(schedules=removed)


def _role(caller: Caller, identity: Identity) -> ByRole | None:
    """Return the right of a moderator, which needs a proof when it is used; `None` for other players."""
    if not may(identity.roles, Permission.MODERATE):
        return None
    return partial(caller.services.players.check_role, identity)
