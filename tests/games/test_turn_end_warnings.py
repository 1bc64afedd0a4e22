"""Who would lose the match by ending the turn now is told so by the view, in every game that has such turns."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from games.worlds import WORLDS
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_testing.plans import Manner, some_plan
from quarterdeck_testing.random_matches import Playing, played

BY_ENDING_A_TURN: dict[str, str] = {
    ab.Reason.NO_FIGHTERS: "must_play_fighter",
    ab.Reason.IDLE: "must_act",
    my.Reason.NO_ENTITIES: "must_place_entity",
}
"""Why a match can be lost by nothing but the end of one's own turn, and what of a seat's view says so before."""

ENDS: dict[str, Any] = {"amiibart": ab.EndTurn(), "myacards": my.EndTurn()}


def _states(name: str, seed: int) -> Iterator[Playing]:
    """Play by chance, and now and then do nothing for a while: so turns are ended that should not be."""
    game, chance = GAMES[name], Random(seed)
    plan = some_plan(
        WORLDS[name],
        seats=2,
        options=game.options(),
        decks=seed,
        seed=seed,
        chance=seed,
        manner=chance.choice((Manner.ACTS, Manner.SLEEPS)),
        hosted=False,
    )
    return played(plan)


def _lost_by(game: AnyGame, state: Any, seat: Seat) -> str | None:
    """Return by what a seat does not win if it ends its turn, and the other does nothing but end the next one."""
    dice = Dice(b"", Version(1))
    for one in (seat, Seat(1 - seat)):
        if ENDS[game.name] not in game.choices(state, one):
            return "nothing that can be said yet: something is asked before"
        state = game.fold(state, game.decide(state, one, ENDS[game.name], dice))
        result = game.result(state)
        if result is not None:
            return None if result.places[seat] < result.places[1 - seat] else result.reason
    return None


@pytest.mark.parametrize("name", sorted(ENDS))
def test_a_player_who_would_lose_by_ending_the_turn_is_told_so(name: str) -> None:
    """S0:51, S0:55, S4:65, MY-8: a person who does not count along loses no match by a key."""
    game, seen = GAMES[name], set()
    for seed in range(40):
        for playing in _states(name, seed):
            for seat in playing.asked:
                if ENDS[name] not in playing.record.choices[seat]:
                    continue
                own = game.view(playing.state, seat).seats[seat]
                warnings = {field for field in BY_ENDING_A_TURN.values() if getattr(own, field, False)}
                reason = _lost_by(game, playing.state, seat)
                if reason in BY_ENDING_A_TURN:
                    assert BY_ENDING_A_TURN[reason] in warnings
                    seen.add(reason)
                elif reason is None:
                    assert not warnings
    wanted = {reason for reason in BY_ENDING_A_TURN if type(reason).__module__.endswith(name)}
    assert seen == wanted
