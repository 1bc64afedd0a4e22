"""What an update weighs when the fields are full and the decks are the largest."""

from games.worlds import WORLDS
from quarterdeck_games.game import Setup
from quarterdeck_games.myacards.catalogue.decks import ARK
from quarterdeck_protocol.games.myacards import Options
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played

LIMIT = 16 * 1024
MATCHES = 8


def test_ninety_nine_updates_in_a_hundred_weigh_at_most_16_kilobytes_with_decks_of_200_cards() -> None:
    """Every action is a choice, and pieces tell what is not printed on their cards."""
    sizes: list[int] = []
    for seed in range(100, 100 + MATCHES):
        setup = Setup(seats=2, options=Options(), decks=(ARK, ARK))
        plan = Plan(world=WORLDS["myacards"], setup=setup, seed=seed, chance=seed)
        for playing in played(plan):
            sizes += [len(playing.frame(viewer)) for viewer in playing.viewers]
    sizes.sort()
    assert len(sizes) > 5_000, "long matches, or this says nothing"
    assert sizes[len(sizes) * 99 // 100] <= LIMIT
