"""Tournaments as everybody may see them. Pure."""

from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.lobby.tournaments import (
    Entrant,
    Tournament,
    TournamentPairing,
    TournamentRound,
    TournamentSummary,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.tournaments import tournament_log
from quarterdeck_server.lobby.tournaments.standings import TIE_BREAKS, standings


def summary_of(state: tournament_log.Tournament) -> TournamentSummary:
    """Return a tournament as it is listed."""
    settings = state.settings
    return TournamentSummary(
        id=state.id,
        name=settings.name,
        game=settings.game,
        format=settings.format,
        stage=state.stage,
        rounds=settings.rounds,
        round=len(state.rounds),
        entrants=len(state.playing),
        most_entrants=settings.most_entrants,
        starts_at=settings.starts_at,
    )


def people_of(state: tournament_log.Tournament) -> list[PlayerId]:
    """Return all players whose names the view of a tournament shows."""
    return [state.director, *state.entrants]


def view_of(state: tournament_log.Tournament, known: Mapping[PlayerId, Player]) -> Tournament:
    """Return a tournament with its standings and rounds. `known` are the names of its players."""
    settings = state.settings
    due = state.next_round_at
    entrants = []
    for standing in standings(state):
        entrant = state.entrants[standing.player]
        entrants.append(
            Entrant(
                player=known[standing.player],
                stage=entrant.stage,
                number=entrant.number,
                place=standing.place,
                points=standing.points,
                tie_breaks=standing.tie_breaks,
                rating=entrant.rating,
                deck_hash=entrant.deck_hash,
                reason=entrant.reason,
            )
        )
    return Tournament(
        summary=summary_of(state),
        director=known[state.director],
        options=msgspec.json.decode(settings.options),
        time_limit=settings.time_limit,
        between_rounds=settings.between_rounds,
        bots=settings.bots,
        made_at=state.created.at,
        tie_breaks=TIE_BREAKS,
        commitment=state.created.commitment,
        seed=state.seed,
        entrants=tuple(entrants),
        rounds=tuple(
            TournamentRound(pairings=tuple(map(_pairing, each.pairings)), paired_at=each.paired_at)
            for each in state.rounds
        ),
        next_round_at=Milliseconds(due) if due else None,
    )


def _pairing(pairing: tournament_log.Pairing) -> TournamentPairing:
    return TournamentPairing(
        players=pairing.players,
        match=pairing.match,
        points=None if pairing.halves is None else tuple(50 * each for each in pairing.halves),
        ruling=pairing.ruling,
    )
