"""Final places that players can still reach: against all results of small events, and events that chance plays."""

from itertools import product

import pytest
from oracles.generated_events import played
from quarterdeck_protocol.lobby.tournaments import TournamentFormat
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.final_places import final_places
from quarterdeck_server.lobby.tournaments.standings import meetings, points, standings
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament, state_of
from quarterdeck_server.lobby.tournaments.tournament_view import reading_of

HALVES = ((2, 0), (1, 1), (0, 2))


def _is_closed(state: Tournament) -> bool:
    return state.seed is None and not state.takes_entries


@pytest.mark.parametrize("players", [2, 3, 5, 6, 9, 16, 21])
def test_final_places_lie_in_the_bounds_which_only_shrink(players: int) -> None:
    for seed in range(10 if players < 10 else 3):
        known: dict[PlayerId, tuple[int, int]] = {}
        state = None
        for round_ in played(seed, players, 4, settings=("drops",)):
            record = round_.record
            results = [each for each in record.log if isinstance(each, log.Scored)]
            last = sum(each.match is not None for each in state_of(record).rounds[-1].pairings)
            for hidden in range(last, -1, -1):
                kept = results[: len(results) - hidden]
                known_now = _with_results(record, kept)
                state = state_of(known_now)
                if not _is_closed(state):
                    continue
                now = final_places(state, standings(state))
                for player, (best, worst) in now.items():
                    before = known.get(player, (1, len(state.entrants)))
                    assert before[0] <= best <= worst <= before[1], (seed, player, before, (best, worst))
                known = now
        if state is not None and known and len(state.rounds) == 4:
            for each in standings(state):
                assert known[each.player] == (each.place, each.place)


def _with_results(record: log.TournamentRecord, kept: list[log.Scored]) -> log.TournamentRecord:
    """Return the record with these results alone."""
    shown = {each.match for each in kept}
    events = tuple(each for each in record.log if not isinstance(each, log.Scored) or each.match in shown)
    return log.TournamentRecord(id=record.id, seed=record.seed, ref=None, log=events)


@pytest.mark.parametrize("seed", range(30))
def test_bounds_of_the_last_round_are_exact(seed: int) -> None:
    *_, last = played(seed, 6, 4, settings=())
    results = [each for each in last.record.log if isinstance(each, log.Scored)]
    open_ = results[-3:]
    record = _with_results(last.record, results[:-3])
    reached: dict[PlayerId, set[int]] = {}
    for outcome in product(HALVES, repeat=3):
        scored = [
            log.Scored(at=Milliseconds(0), match=each.match, halves=halves)
            for each, halves in zip(open_, outcome, strict=True)
        ]
        state = state_of(record.plus(*scored))
        total = points(state, meetings(state))
        for player, own in total.items():
            ahead = sum(each > own for each in total.values())
            level = sum(each == own for each in total.values())
            reached.setdefault(player, set()).update((1 + ahead, ahead + level))
    found = reading_of(record).final_places
    assert found == {player: (min(places), max(places)) for player, places in reached.items()}


def test_players_of_a_bracket_reach_the_places_of_its_rounds() -> None:
    names = [PlayerId(each) for each in "abcd"]
    at = Milliseconds(0)
    *_, event = played(1, 4, 1, settings=())
    created = event.record.log[0]
    assert isinstance(created, log.Created)
    rules = log.FormatRules(third_place=True)
    terms = log.Settings(
        **{
            **{
                each: getattr(created.settings, each)
                for each in log.Settings.__struct_fields__
                if each != "stored_rules"
            },
            "format": TournamentFormat.SINGLE_ELIMINATION,
            "stored_rules": rules,
        }
    )
    record = log.TournamentRecord(
        id=event.record.id,
        seed=event.record.seed,
        ref=None,
        log=(
            log.Created(at=at, by=names[0], settings=terms, commitment=""),
            *(log.Joined(at=at, player=each, rating=1500, deck_hash=None) for each in names),
            log.RoundPaired(at=at, numbered=tuple(names), groups=(("a", "d"), ("b", "c"))),  # type: ignore[arg-type]
        ),
    )
    assert reading_of(record).final_places == dict.fromkeys(names, (1, 4))
    first, second = (each.match for each in state_of(record).rounds[0].pairings)
    assert first is not None
    assert second is not None
    record = record.plus(log.Scored(at=at, match=first, halves=(2, 0)), log.Scored(at=at, match=second, halves=(0, 2)))
    assert reading_of(record).final_places == {"a": (1, 2), "b": (3, 4), "c": (1, 2), "d": (3, 4)}
