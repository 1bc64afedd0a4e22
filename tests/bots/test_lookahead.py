"""The bot that tries every action by the rules: it plays what is on offer, and knows no more than its seat."""

from random import Random

import pytest
from games.amiibart.given import a as an
from games.amiibart.given import given as amiibart_given
from games.worlds import WORLDS
from quarterdeck_games import GAMES as ALL_GAMES
from quarterdeck_games.complete_actions import complete
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.names import Seat
from quarterdeck_server.bots.lookahead import Lookahead
from quarterdeck_server.evaluation.arena import Bout, Contest, play
from quarterdeck_server.evaluation.policies import search_of
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import Playing, played

GAMES = [name for name, world in WORLDS.items() if world.game.simulator is not None]


def _lookahead(playing: Playing, seed: int = 1) -> Lookahead:
    game = playing.game
    assert game.simulator is not None
    return Lookahead(game, game.simulator, Random(seed))


def _moments(name: str) -> list[Playing]:
    """Return a few moments of a match in which somebody has a choice of several actions."""
    found = []
    for playing in played(usual_plan(WORLDS[name])):
        if playing.asked and len(complete(playing.record.choices[playing.asked[0]])) > 1:
            found.append(playing.beside(Random(1)))
        if len(found) == 12:
            break
    return found[::3]


@pytest.mark.parametrize("name", GAMES)
def test_two_worlds_that_look_alike_are_played_alike(name: str) -> None:
    world = WORLDS[name]
    for playing in _moments(name):
        (seat, *_) = playing.asked
        hidden = world.another(playing.state, seat, (), Random(3))
        chosen = [_lookahead(playing, seed=5).best(state, seat) for state in (playing.state, hidden)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in complete(playing.record.choices[seat])


def test_it_strikes_the_blow_that_wins_and_none_that_loses() -> None:
    """S0:49"""
    game = ALL_GAMES["amiibart"]
    assert game.simulator is not None
    for mine, theirs, wanted in ((0, 4, ab.Attack), (4, 0, ab.EndTurn)):
        table = amiibart_given(
            [an("moss-golem", health=100)],
            [an("iron-snail", health=100)],
            my={"tokens": mine, "energy": 0},
            their={"tokens": theirs},
        )
        assert isinstance(Lookahead(game, game.simulator, Random(1)).best(table.state, Seat(0)), wanted)


def test_anything_that_changes_nothing_yet_comes_before_the_end_of_a_turn() -> None:
    """A Hazard is worth nothing to the eye."""
    game = ALL_GAMES["amiibart"]
    assert game.simulator is not None
    table = amiibart_given(["moss-golem"], hand=["ambush"], my={"energy": 3})
    assert Lookahead(game, game.simulator, Random(1)).best(table.state, Seat(0)) == ab.PlayHazard(
        card=ab.CardId("ambush")
    )


def test_it_beats_random_play_at_amiibart() -> None:
    contest = Contest(game="amiibart", seats=2, bot="lookahead", other="random", seed=1)
    assert sum(play(Bout(contest=contest, number=number)).score for number in range(8)) >= 7


def test_a_player_who_sees_all_cards_plays_otherwise_where_they_lie_otherwise_and_nobody_else_does() -> None:
    world = WORLDS["density-deck"]
    moves: dict[bool, list[tuple[object, object]]] = {True: [], False: []}
    for playing in _moments("density-deck"):
        (seat, *_) = playing.asked
        hidden = world.another(playing.state, seat, (), Random(3))
        for sees_all, found in moves.items():
            here, there = (
                search_of(world.game, len(playing.record.seats), 300, Random(5), sees_all=sees_all)(state, seat)
                for state in (playing.state, hidden)
            )
            found.append((here, there))
    assert all(here == there for here, there in moves[False])
    assert any(here != there for here, there in moves[True])
