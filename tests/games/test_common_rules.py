"""What is ruled alike for all games, on each of them or on the one that it concerns."""

import pytest
from games.density_deck.given import LOW, common
from games.density_deck.given import A as FIRST
from games.density_deck.given import B as SECOND
from games.density_deck.given import given as density_deck
from games.myacards.given import given as myacards
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_protocol.games.density_deck import Draw, Reshuffled
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import finished

OURS = ("density-deck", "amfibido", "amiibart", "myacards")


def plan(name: str, seed: int) -> Plan:
    game = GAMES[name]
    return Plan(world=WORLDS[name], setup=game.setup(game.default_seats, game.options()), seed=seed, chance=1)


@pytest.mark.parametrize("name", OURS)
def test_all_chance_of_a_match_follows_from_its_seed(name: str) -> None:
    """G-8: and what chance has done is in the log, so another seed makes another log."""
    assert finished(plan(name, 1)).log == finished(plan(name, 1)).log
    assert len({repr(finished(plan(name, seed)).log) for seed in range(3)}) == 3


def test_a_player_who_must_draw_from_a_deck_of_their_own_and_cannot_has_lost() -> None:
    """G-6"""
    match = myacards({"0.3.0": "canis-lupus", "1.3.0": "castor-fiber"}, their_deck=()).end_turn()
    assert match.places == (1, 2)


def test_an_effect_draws_what_there_is_and_nobody_loses_by_it() -> None:
    """G-6"""
    match = myacards(
        {"0.3.0": "canis-lupus", "1.3.0": "castor-fiber"}, deck=["canis-lupus"], hand=["good-foraging"]
    ).play("good-foraging")
    assert (match.hand(), match.places) == (["canis-lupus"], None)


def test_a_deck_that_all_share_is_shuffled_again() -> None:
    """G-6"""
    piles = {FIRST: (common(4), common(5)), SECOND: (common(4), common(5))}
    match = density_deck(LOW, LOW, discards=piles, pile=()).play(FIRST, Draw())
    assert isinstance(match.happened[0], Reshuffled)
