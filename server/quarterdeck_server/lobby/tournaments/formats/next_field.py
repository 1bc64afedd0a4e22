"""Players of the next round, and the awaited ones. Pure."""

from collections.abc import Sequence

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.standings import Standing
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, Tournament


def next_players(state: Tournament, placed: Sequence[Standing]) -> list[PlayerId]:
    """Return the players of a round begun now; none if nobody can go on. `placed` are the standings."""
    playing = [each.player for each in state.playing]
    if state.is_cut_due:
        here = {*playing}
        return [each.player for each in placed if each.player in here][: state.settings.rules.cut_to]
    if state.rounds and state.format in BRACKETS:
        seeds = {*state.seeds}
        playing = [each for each in playing if each in seeds]
        if not state.bracket().groups([state.entrants[each].number or 0 for each in playing]):
            return []
    return playing


def waits_for_players(state: Tournament) -> bool:
    """True if the next round begins as soon as its players are ready."""
    is_between = bool(state.rounds) and state.rounds[-1].is_over and state.closed is None
    return state.settings.rules.when_ready and is_between and state.seed is None and not state.is_played


def awaited(state: Tournament, placed: Sequence[Standing]) -> list[PlayerId]:
    """Return the awaited players of the next round."""
    if not waits_for_players(state):
        return []
    players = next_players(state, placed)
    if state.rounds and state.format in BRACKETS:
        numbers = {state.entrants[each].number or 0: each for each in players}
        players = [numbers[each] for group in state.bracket().groups(list(numbers)) for each in group]
    return [each for each in players if state.entrants[each].ready_for <= len(state.rounds)]
