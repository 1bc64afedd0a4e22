"""Tournaments as everybody may see them. Pure."""

from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.lobby.tournaments import (
    BracketPart,
    Entrant,
    Tournament,
    TournamentFormat,
    TournamentGame,
    TournamentPairing,
    TournamentRound,
    TournamentSummary,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.tournaments import tournament_state
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing
from quarterdeck_server.lobby.tournaments.standings import standings, tie_breaks
from quarterdeck_server.lobby.tournaments.tournament_field import POINT


def summary_of(state: tournament_state.Tournament) -> TournamentSummary:
    """Return a tournament as it is listed."""
    settings = state.settings
    return TournamentSummary(
        id=state.id,
        name=state.name,
        game=settings.game,
        format=settings.format,
        stage=state.stage,
        rounds=state.planned_rounds,
        round=len(state.rounds),
        entrants=len(state.playing),
        most_entrants=settings.most_entrants,
        starts_at=settings.starts_at,
    )


def people_of(state: tournament_state.Tournament) -> list[PlayerId]:
    """Return all players whose names the view of a tournament shows."""
    return [state.director, *state.entrants]


def view_of(state: tournament_state.Tournament, known: Mapping[PlayerId, Player]) -> Tournament:
    """Return a tournament with its standings and rounds. `known` are the names of its players."""
    settings = state.settings
    due, rules = state.next_round_at, settings.rules
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
                checked_in=entrant.checked_in,
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
        tie_breaks=tie_breaks(state),
        commitment=state.created.commitment,
        seed=state.seed,
        entrants=tuple(entrants),
        rounds=_rounds(state),
        next_round_at=Milliseconds(due) if due else None,
        ends_at=state.ends_at,
        best_of=rules.best_of,
        cut_to=rules.cut_to,
        cut=state.cut,
        third_place=rules.third_place,
        pod_size=rules.pod_size if settings.format is TournamentFormat.PODS else None,
        place_points=rules.place_points,
        check_in=rules.check_in,
        rated=rules.rated,
    )


def _rounds(state: tournament_state.Tournament) -> tuple[TournamentRound, ...]:
    """Return the rounds. Those of a bracket name the part of each match, also while they are played."""
    parts: list[dict[frozenset[int], BracketPart]] = [{} for _ in state.rounds]
    if state.rounds and state.format in tournament_state.BRACKETS:
        first = state.before_cut or 0
        bracket = state.bracket()
        parts[first:] = [*bracket.parts, bracket.next_parts()][: len(state.rounds) - first]
    number_of = {each.player: each.number or 0 for each in state.entrants.values()}
    return tuple(
        TournamentRound(
            pairings=tuple(
                _pairing(pairing, of.get(frozenset(number_of[player] for player in pairing.players)))
                for pairing in each.pairings
            ),
            paired_at=each.paired_at,
        )
        for each, of in zip(state.rounds, parts, strict=True)
    )


def _pairing(pairing: Pairing, part: BracketPart | None) -> TournamentPairing:
    return TournamentPairing(
        players=pairing.players,
        match=pairing.match,
        points=None if pairing.points is None else tuple(100 * each // POINT for each in pairing.points),
        ruling=pairing.ruling,
        games=tuple(
            TournamentGame(
                match=each.match,
                players=each.players,
                points=None if each.halves is None else tuple(50 * won for won in each.halves),
            )
            for each in pairing.games
        ),
        part=part,
    )
