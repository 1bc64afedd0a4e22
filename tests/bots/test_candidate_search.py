"""The search that tries a few promising choices in the same imagined matches: it plays what is on offer, keeps to its
budget, knows no more than its seat, and leaves the usual choice only for one that does better."""

from random import Random
from typing import Any

import pytest
from games.worlds import WORLDS
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.games import myacards as my
from quarterdeck_server.bots.candidate_search import Candidate, CandidateSearch
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import Playing, played

GAMES = [name for name, world in WORLDS.items() if world.game.simulator and world.game.simulator.ideas]
BUDGET = 1_000


def _search(playing: Playing, seed: int = 1, simulator: Simulator | None = None) -> CandidateSearch:
    game = playing.game
    assert game.simulator is not None
    return CandidateSearch(game, simulator or game.simulator, len(playing.record.seats), Random(seed))


def _moments(name: str, seed: int = 0) -> list[Playing]:
    """Return a few moments of a match in which somebody has a choice of several actions."""
    found = []
    for playing in played(usual_plan(WORLDS[name], seed=seed)):
        if playing.asked and len(complete(playing.record.choices[playing.asked[0]])) > 1:
            found.append(playing.beside(Random(1)))
        if len(found) == 24:
            break
    return found[::6]


def test_there_is_a_game_that_is_searched_so() -> None:
    assert "myacards" in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_it_takes_what_is_on_offer_and_simulates_no_more_than_it_may(name: str) -> None:
    simulated = []
    for playing in _moments(name):
        (seat, *_) = playing.asked
        search = _search(playing)
        assert search.best(playing.state, seat, BUDGET) in complete(playing.record.choices[seat])
        simulated.append(search.actions)
    depth = _search(playing)._simulator.depth
    assert max(simulated) > BUDGET * 0.9
    assert max(simulated) < BUDGET + 4 * depth, "what has been begun is brought to an end"


@pytest.mark.parametrize("name", GAMES)
def test_two_worlds_that_look_alike_are_played_alike(name: str) -> None:
    world = WORLDS[name]
    for playing in _moments(name):
        (seat, *_) = playing.asked
        hidden = world.another(playing.state, seat, (), Random(3))
        chosen = [_search(playing, seed=5).best(state, seat, BUDGET) for state in (playing.state, hidden)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", GAMES)
def test_anything_that_looks_promising_follows_from_what_the_seat_may_see(name: str) -> None:
    world = WORLDS[name]
    simulator = world.game.simulator
    assert simulator is not None
    assert simulator.ideas is not None
    for number in range(3):
        for playing in played(usual_plan(world, seed=number, chance=number)):
            for seat in playing.asked:
                offered = complete(playing.record.choices[seat])
                hidden = world.another(playing.state, seat, (), Random(3))
                here, there = (simulator.ideas(state, seat, offered) for state in (playing.state, hidden))
                assert here == there
                assert len(here) == len(offered)


def test_where_there_is_nothing_to_think_about_nothing_is_simulated() -> None:
    """An attack that can only be let pass, for however long."""
    for number in range(4):
        for playing in played(usual_plan(WORLDS["myacards"], seed=number, chance=number)):
            for seat in playing.asked:
                offered = complete(playing.record.choices[seat])
                if len(offered) > 1 and all(isinstance(action, my.LetPass) for action in offered):
                    search = _search(playing)
                    assert search.best(playing.state, seat, BUDGET) == my.LetPass(until=my.Until.NOW)
                    assert search.actions == 0
                    return
    pytest.fail("there was always something to do")


def _judged(playing: Playing, ended: float) -> Simulator:
    """Return a simulator to which all depends on whether the first action ends the turn: that is worth so much to whose
    turn it is, and anything else a half."""
    simulator = playing.game.simulator
    assert simulator is not None

    def values(state: Any) -> tuple[float, float]:
        found = ended if state.turn > playing.state.turn else 0.5
        return (found, 1 - found) if playing.state.active_seat == 0 else (1 - found, found)

    return simulator._replace(is_quiet=lambda begun, state: True, values=values)


def test_the_usual_choice_is_left_only_for_a_better_one() -> None:
    for playing in played(usual_plan(WORLDS["myacards"])):
        seat = playing.asked[0] if playing.asked else None
        if seat is None or playing.state.turn < 3:
            continue
        offered = complete(playing.record.choices[seat])
        simulator = playing.game.simulator
        assert simulator is not None
        usual = simulator.plays(playing.state, seat, offered, Random(1))
        if isinstance(usual, my.Place) and my.EndTurn() in offered:
            for ended, wanted in ((0.9, my.EndTurn()), (0.5, usual), (0.1, usual)):
                search = _search(playing, simulator=_judged(playing, ended))
                assert search.best(playing.state, seat, BUDGET) == wanted
            return
    pytest.fail("nobody ever placed a card")


def test_a_player_who_has_no_time_does_what_is_usual() -> None:
    for playing in _moments("myacards", seed=1):
        (seat, *_) = playing.asked
        simulator = playing.game.simulator
        assert simulator is not None
        offered = complete(playing.record.choices[seat])
        usual = simulator.plays(playing.state, seat, offered, Random(1))
        search = _search(playing)
        assert search.best(playing.state, seat, BUDGET, is_over=lambda: True) == usual
        assert search.actions == 0
        has_to_choose = len(offered) > 1 and len(_search(playing).candidates(playing.state, seat, offered, BUDGET)) > 1
        assert search.is_cut is has_to_choose


def test_a_lead_is_counted_in_standard_errors_of_what_differs() -> None:
    one, another = Candidate("one"), Candidate("another")
    one.values, another.values = [0.5, 0.7, 0.2], [0.25, 0.45, -0.05]
    assert one.is_ahead(another, 1_000), "by the same each time"
    one.values, another.values = [0.5, 0.7], [0.7, 0.5]
    assert not one.is_ahead(another, 0)
    one.values, another.values = [0.5, 0.7, 0.9], [0.7, 0.5, 0.5]
    by, error = one.ahead(another)
    assert by == pytest.approx(2 / 15)
    assert error == pytest.approx(0.176, abs=0.001)
    one.values, another.values = [0.9], [0.1]
    assert not one.is_ahead(another, 0.1), "once is never"


def test_anything_that_is_as_good_as_the_usual_choice_is_not_thought_about_for_long() -> None:
    for playing in played(usual_plan(WORLDS["myacards"])):
        if playing.asked and playing.state.turn > 2 and my.EndTurn() in playing.record.choices[playing.asked[0]]:
            search = _search(playing, simulator=_judged(playing, 0.5))
            search.best(playing.state, playing.asked[0], BUDGET)
            assert 0 < search.actions < BUDGET / 2
            assert not search.is_cut, "it was clear, and the clock had nothing to do with that"
            return
    pytest.fail("nobody ever had a turn")
