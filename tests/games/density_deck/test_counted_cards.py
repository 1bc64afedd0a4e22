"""What counts for a score and what never does, as it has been published beside the page of the mechanics."""

import pytest
from games.density_deck.given import GAME, SILVER, A, B, C, Match, blue, common, given, gold, red
from quarterdeck_protocol.games.density_deck import Card, Cards, Colour, Draw, Score

HAND = (red(3), red(5), common(7))


def live(match: Match) -> Score:
    """Return the score that A is shown."""
    shown = GAME.view(match.state, A).score
    assert shown is not None
    return shown


def test_anything_that_counts_for_a_colour_is_multiplied_from_hand_centre_and_the_tops_of_others() -> None:
    """DD fact 1, DD fact 3, DD fact 6"""
    match = given(HAND, (common(1),) * 2 + (common(2),), discards={B: (red(10),)})
    assert (live(match).base, live(match).multiplied, live(match).product) == (
        Colour.RED,
        (red(3), red(5), red(10)),
        150,
    )


@pytest.mark.parametrize("theirs", [(blue(3), blue(5), common(1)), (red(10), gold(4), gold(10))])
def test_nobody_scores_with_the_hands_of_others(theirs: Cards) -> None:
    """DD fact 2"""
    assert live(given(HAND, theirs)).total == 15 + 7


@pytest.mark.parametrize("own", [common(2), red(10), gold(4)])
def test_nobody_scores_with_the_top_of_their_own_discards(own: Card) -> None:
    """DD fact 2"""
    assert live(given(HAND, discards={A: (own,)})).total == 15 + 7


def test_commons_of_the_hand_are_added_and_other_colours_subtracted() -> None:
    """DD fact 5, DD fact 7"""
    score = live(given((red(3), red(5), SILVER)))
    assert (score.product, score.added, score.total) == (15, (), 15 - 4)
    assert live(given((red(3), SILVER, common(9)))).total == 4 + 9 - 3


def test_a_hand_without_a_colour_has_no_base() -> None:
    """DD fact 4"""
    score = live(given((common(8), common(1), common(1))))
    assert (score.base, score.total) == (None, 10)


def test_one_s_score_is_shown_as_it_would_be_now() -> None:
    """DD fact 10: as the turn goes on, and to nobody else."""
    match = given((red(3), common(1), common(1)), (red(5), common(2), common(2)), pile=(red(10),), turn=A)
    assert live(match).total == 3 + 2
    match.play(A, Draw())
    prospects = {one.discard: one.score.total for one in GAME.view(match.state, A).prospects}
    assert prospects == {red(3): 10 + 2, common(1): 3 * 10 + 1, red(10): 3 + 2}
    assert live(match).total == prospects[red(10)]
    others = GAME.view(match.state, None)
    assert (others.score, others.prospects) == (None, ())


@pytest.mark.parametrize(("in_round", "may"), [(1, False), (2, True)])
def test_a_fight_needs_everybody_to_have_had_a_turn(in_round: int, may: bool) -> None:
    """DD fact 8"""
    match = given(in_round=in_round, turn=C)
    assert (type(match.choices(C)[0]).__name__ == "Fight") is may
