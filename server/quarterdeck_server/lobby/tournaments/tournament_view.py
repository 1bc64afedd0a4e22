"""Tournaments as everybody may see them. Pure."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import (
    ArenaSheet,
    BracketPart,
    Entrant,
    EntrantStage,
    Tournament,
    TournamentAppeal,
    TournamentFormat,
    TournamentGame,
    TournamentPairing,
    TournamentRound,
    TournamentSummary,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.tournaments import tournament_state
from quarterdeck_server.lobby.tournaments.arenas.arena import Arena
from quarterdeck_server.lobby.tournaments.final_places import Places, final_places
from quarterdeck_server.lobby.tournaments.formats.next_field import awaited
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing
from quarterdeck_server.lobby.tournaments.standings import Standing, standings, tie_breaks
from quarterdeck_server.lobby.tournaments.tournament_field import POINT
from quarterdeck_server.lobby.tournaments.tournament_log import TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_pages import Part

MOST_SHOWN = 100
"""The number of players of an arena that a view shows."""

MOST_MATCHES = 10
"""The number of the first players of an arena whose matches a view shows."""

LAST_MATCHES = 20


class Reading(NamedTuple):
    """A tournament after its log. Nobody may change it."""

    state: tournament_state.Tournament
    standings: Sequence[Standing]
    final_places: Places
    awaited: Sequence[PlayerId]
    """The awaited players of the next round."""


def reading_of(record: TournamentRecord) -> Reading:
    """Return the reading of a log."""
    state = tournament_state.state_of(record)
    placed = standings(state)
    return Reading(state, placed, final_places(state, placed), awaited(state, placed))


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
        round=state.begun_rounds if state.arena is not None else len(state.rounds),
        entrants=state.number_of_entrants,
        most_entrants=settings.most_entrants,
        starts_at=settings.starts_at,
    )


def people_of(reading: Reading, viewer: PlayerId | None, *, is_whole: bool) -> list[PlayerId]:
    """Return all players whose names the view of a tournament shows. Of an arena that is not shown `is_whole` they are
    the first ones with their opponents, and the viewer with the opponent."""
    state, arena = reading.state, reading.state.arena
    if arena is None or is_whole:
        return list(dict.fromkeys([state.director, *state.assistants, *state.entrants]))
    first = [each.player for each in reading.standings[:MOST_SHOWN]]
    numbers = {arena.number_of[each] for each in [*first[:MOST_MATCHES], viewer] if each in arena.number_of}
    playing = [each for pair in arena.open.values() if not numbers.isdisjoint(pair) for each in pair]
    own = [viewer] if viewer is not None and viewer in arena.number_of else []
    return list(
        dict.fromkeys(
            [state.director, *state.assistants, *first, *own, *(arena.named(each).player for each in playing)]
        )
    )


def people_of_appeals(state: tournament_state.Tournament) -> list[PlayerId]:
    """Return the players who have appealed, and those who have answered."""
    answered = [each.answered.by for each in state.appeals if each.answered is not None]
    return [*(each.appealed.player for each in state.appeals), *answered]


def view_of(
    reading: Reading, known: Mapping[PlayerId, Player], decks: Mapping[PlayerId, Deck], part: Part | None = None
) -> Tournament:
    """Return a tournament, or a `part` of it, with its standings and rounds. `known` are the names of the players that
    are shown, and `decks` the locked decks, which are shown only by the rule for them."""
    state, final = reading.state, reading.final_places
    settings = state.settings
    due, rules = state.next_round_at, settings.rules
    entrants = []
    shown = known if part is None else part.entrants
    for standing in reading.standings:
        if (state.arena is not None or part is not None) and standing.player not in shown:
            continue
        entrant = state.entrants[standing.player]
        is_in = entrant.stage is EntrantStage.IN
        best, worst = final.get(standing.player, (None, None)) if is_in else (None, None)
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
                arena=None if state.arena is None else _sheet(state.arena, standing.player),
                deck=decks.get(standing.player) if rules.open_lists and state.is_running else None,
                best_place=best,
                worst_place=worst,
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
        rounds=_rounds(state, part and part.pairings) if state.arena is None else _running(state.arena, known),
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
        duration=rules.duration,
        entry=rules.entry,
        least_rating=rules.least_rating,
        most_rating=rules.most_rating,
        waiting_list=rules.waiting_list,
        invited=tuple(state.invited),
        assistants=tuple(known[each] for each in state.assistants),
        accelerated=rules.accelerated,
        decks=rules.decks,
        open_lists=rules.open_lists,
        packs=None if rules.sealed is None else rules.sealed.packs,
        build_from=state.build_from,
        part=None if part is None else part.message,
        appeals=tuple(_appeal(number, each, known) for number, each in enumerate(state.appeals, 1)),
        reason=state.reason,
        when_ready=rules.when_ready,
        spectator_delay=rules.delay,
        awaited=tuple(each for each in reading.awaited if each in shown),
    )


def _appeal(number: int, appeal: tournament_state.AppealState, known: Mapping[PlayerId, Player]) -> TournamentAppeal:
    appealed, answered = appeal.appealed, appeal.answered
    return TournamentAppeal(
        number=number,
        player=known[appealed.player],
        match=None if appealed.match is UNSET else appealed.match,
        why=appealed.why,
        at=appealed.at,
        stage=appeal.stage,
        answer=None if answered is None else answered.why,
        answered_by=None if answered is None else known[answered.by],
    )


def _sheet(arena: Arena, player: PlayerId) -> ArenaSheet:
    each = arena.named(arena.number_of[player])
    return ArenaSheet(
        matches=len(each.sheet),
        wins=each.wins,
        streak=each.is_on_streak,
        last=tuple(100 * points for points in each.sheet[-LAST_MATCHES:]),
    )


def _running(arena: Arena, known: Collection[PlayerId]) -> tuple[TournamentRound, ...]:
    """Return one round with the running matches of players that are shown."""
    if not arena.waves:
        return ()
    open_ = ((match, tuple(arena.named(each).player for each in pair)) for match, pair in arena.open.items())
    pairings = tuple(
        TournamentPairing(players=players, match=arena.match_of(match))
        for match, players in open_
        if all(player in known for player in players)
    )
    return (TournamentRound(pairings=pairings, paired_at=arena.last_wave_at),)


def _rounds(
    state: tournament_state.Tournament, shown: Mapping[int, Sequence[Pairing]] | None
) -> tuple[TournamentRound, ...]:
    """Return the rounds, with the pairings that are `shown`. Those of a bracket name the part of each match, also while
    they are played."""
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
                for pairing in (each.pairings if shown is None else shown.get(at, ()))
            ),
            paired_at=each.paired_at,
            rule=each.rule,
        )
        for at, (each, of) in enumerate(zip(state.rounds, parts, strict=True))
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
