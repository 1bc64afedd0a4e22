"""Commands about tournaments."""

from quarterdeck_protocol.lobby.tournaments import (
    BeginTournamentRound,
    CreateTournament,
    EndTournament,
    GetTournament,
    JoinTournament,
    LeaveTournament,
    ListTournaments,
    RemoveEntrant,
    RuleTournamentResult,
    TournamentChanged,
    Tournaments,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import TOURNAMENTS


async def create_tournament(caller: Caller, who: Identity, message: CreateTournament) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.create(who.player, message))


async def list_tournaments(caller: Caller, who: Identity, message: ListTournaments) -> Tournaments:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return Tournaments(tournaments=await caller.services.tournaments.listed())


async def get_tournament(caller: Caller, who: Identity, message: GetTournament) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.shown(message.tournament))


async def join_tournament(caller: Caller, who: Identity, message: JoinTournament) -> TournamentChanged:
    quotas = caller.services.quotas
    with quotas.taking(TOURNAMENTS, who.player.id), quotas.judging(caller.address, message.deck):
        return TournamentChanged(tournament=await caller.services.tournaments.join(who.player, message))


async def leave_tournament(caller: Caller, who: Identity, message: LeaveTournament) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.leave(who.player.id, message.tournament))


async def begin_tournament_round(caller: Caller, who: Identity, message: BeginTournamentRound) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.begin_round(who.player.id, message))


async def rule_tournament_result(caller: Caller, who: Identity, message: RuleTournamentResult) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.rule(who.player.id, message))


async def remove_entrant(caller: Caller, who: Identity, message: RemoveEntrant) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.remove(who.player.id, message))


async def end_tournament(caller: Caller, who: Identity, message: EndTournament) -> TournamentChanged:
    with caller.services.quotas.taking(TOURNAMENTS, who.player.id):
        return TournamentChanged(tournament=await caller.services.tournaments.end(who.player.id, message))
