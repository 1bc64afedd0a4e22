"""The search bot: it plays what is on offer, keeps to its budget, and knows no more than its seat."""

from random import Random

import pytest
from games.worlds import WORLDS
from quarterdeck_games.complete_actions import complete
from quarterdeck_server.bots.tree_search import TreeSearch
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import Playing, played

GAMES = [name for name, world in WORLDS.items() if world.game.simulator is not None]
BUDGET = 300


def _search(playing: Playing, seed: int = 1) -> TreeSearch:
    game = playing.game
    assert game.simulator is not None
    return TreeSearch(game, game.simulator, len(playing.record.seats), Random(seed))


def _moments(name: str) -> list[Playing]:
    """Return a few moments of a match in which somebody has a choice of several actions."""
    found = []
    for playing in played(usual_plan(WORLDS[name])):
        if playing.asked and len(complete(playing.record.choices[playing.asked[0]])) > 1:
            found.append(playing.beside(Random(1)))
        if len(found) == 12:
            break
    return found[::4]


@pytest.mark.parametrize("name", GAMES)
def test_it_takes_what_is_on_offer_and_simulates_as_much_as_it_may(name: str) -> None:
    for playing in _moments(name):
        (seat, *_) = playing.asked
        search = _search(playing)
        action = search.best(playing.state, seat, BUDGET)
        assert action in complete(playing.record.choices[seat])
        assert BUDGET <= search.actions < BUDGET + 200
        assert not search.is_cut


def test_a_player_who_has_no_time_tries_once() -> None:
    for playing in _moments("amfibido"):
        (seat, *_) = playing.asked
        search = _search(playing)
        assert search.best(playing.state, seat, 100 * BUDGET, is_over=lambda: True) in complete(
            playing.record.choices[seat]
        )
        assert search.is_cut
        assert 0 < search.actions < 200


@pytest.mark.parametrize("name", GAMES)
def test_two_worlds_that_look_alike_are_played_alike(name: str) -> None:
    world = WORLDS[name]
    for playing in _moments(name):
        (seat, *_) = playing.asked
        hidden = world.another(playing.state, seat, (), Random(3))
        chosen = [_search(playing, seed=5).best(state, seat, BUDGET) for state in (playing.state, hidden)]
        assert chosen[0] == chosen[1]


def test_where_there_is_but_one_action_nothing_is_simulated() -> None:
    for playing in played(usual_plan(WORLDS["myacards"])):
        for seat in playing.asked:
            offered = complete(playing.record.choices[seat])
            if len(offered) == 1:
                search = _search(playing)
                assert search.best(playing.state, seat, BUDGET) == offered[0]
                assert search.actions == 0
                return
    pytest.fail("there was always a choice")


def test_most_blows_that_win_the_match_are_dealt() -> None:
    """Where somebody at random has won with one action, the bot as a rule wins with one, too."""
    dealt = possible = 0
    for number in range(8):
        *before, last = [
            each.beside(Random(1)) for each in played(usual_plan(WORLDS["amiibart"], seed=number, chance=number))
        ]
        moment, entry, game = before[-1], last.entries[-1], last.game
        (seat, *_) = moment.asked
        result = game.result(last.state)
        if result is not None and result.places[seat] == 1 and entry.seat == seat:
            action = _search(moment).best(moment.state, seat, 2_000)
            events = game.decide(moment.state, seat, action, moment.record.next_dice())
            dealt += game.result(game.fold(moment.state, events)) is not None
            possible += 1
    assert dealt * 2 > possible > 0
