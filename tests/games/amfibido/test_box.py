"""What is in the box, how cards are laid out, and how a match stands before anything has happened."""

from statistics import mean

import pytest
from games.amfibido.given import GAME, A, B, Match, begun, given
from quarterdeck_games.amfibido.cards.card import Card
from quarterdeck_games.amfibido.cards.copies import CARDS, LEVELS, draft_levels
from quarterdeck_protocol.games.amfibido import Draft, KeepHand, Kind, Prompt, Stage


def drafting() -> Match:
    """Return a match in which the first round's draft lies before both."""
    match = begun(sensei=False)
    first, second = (A, B) if match.state.starter == A else (B, A)
    return match.act(KeepHand(), first).act(KeepHand(), second)


def test_two_play_over_three_dojos_that_lie_opposite_each_other() -> None:
    """S3:13, S3:18, AF fact 24: whoever fights in dojo 2 meets whoever is in the other's dojo 2."""
    assert list(GAME.seats) == [2]
    match = given({2: "caiman"}, {2: "newt"})
    assert [len(side.dojos) for side in match.state.sides] == [3, 3]
    assert match.fight().won == [None, A, None]


def test_a_match_begins_with_round_one_and_nobody_has_won_any() -> None:
    """S3:19, S3:20, S3:21"""
    match = drafting()
    assert (match.state.round, match.points, match.state.stage) == (1, (0, 0), Stage.DRAFT)


@pytest.mark.parametrize(("points", "is_over"), [((2, 3), False), ((3, 2), True)])
def test_the_fourth_round_that_is_won_is_the_last(points: tuple[int, int], is_over: bool) -> None:
    """S3:11"""
    match = given({1: "caiman"}, points=points, in_round=6).fight()
    assert (GAME.result(match.state) is not None) is is_over


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_a_card_is_of_one_kind_and_all_but_sensei_have_a_level(card: Card) -> None:
    """S3:38, S3:39"""
    assert card.kind in (Kind.FIGHTER, Kind.EQUIPMENT, Kind.COMBO, Kind.ACTION, Kind.SENSEI)
    assert card.level == 0 if card.kind is Kind.SENSEI else card.level in range(1, 6)


def test_fighters_are_stronger_with_each_level() -> None:
    """S3:43, S3:45, S3:46, S3:47, S3:48, S3:49: from novices to champions."""
    strength = [mean(card.power or 0 for card in level if card.kind is Kind.FIGHTER) for level in LEVELS]
    assert len(strength) == 5
    assert strength == sorted(set(strength))


def test_cards_of_level_five_are_never_dealt() -> None:
    """AF fact 5"""
    assert {level for number in range(1, 51) for level in draft_levels(number)} == {1, 2, 3, 4}


def test_an_ability_is_paid_for_takes_the_action_and_leaves_its_card() -> None:
    """S3:61, S3:160, AF fact 8"""
    match = given({1: "gecko"}, hand=["newt"], they_play=True).use("gecko").choose("newt")
    match.move("gecko", 2)
    assert (match.hand(), match.fighter(2), match.asked) == ([], "gecko", B)


def test_playing_a_card_does_not_use_its_ability() -> None:
    """AF fact 8"""
    match = given(hand=["gecko", "newt"], they_play=True).play("gecko")
    assert (match.prompt, match.hand(), match.asked) == (None, ["newt"], B)


def test_an_open_palm_strike_asks_for_its_discard_as_it_is_played() -> None:
    """AF fact 19"""
    match = given({1: "caiman"}, hand=["open-palm-strike", "newt"], they_play=True).play("open-palm-strike")
    assert (match.prompt, match.asked) == (Prompt.MAY_DISCARD, A)
    assert match.choose("newt").asked == B
    assert match.boomerangs("open-palm-strike")


def test_anything_that_one_drafts_is_told_to_nobody_until_both_have_decided() -> None:
    """G-3: the other player's view is the same, whichever card has been kept."""
    views = []
    for at in (0, 1):
        match = drafting()
        pick = match.choices(A)[at]
        assert isinstance(pick, Draft)
        views.append(GAME.view(match.act(pick, A).state, B))
    assert views[0] == views[1]


def test_anything_that_fights_set_off_comes_in_the_order_of_seats_and_then_of_dojos() -> None:
    """G-3: first whatever is the starting player's; nobody is asked where the order makes no difference."""
    match = given({1: "spawn", 3: "iguana"}, {2: "basilisk"}, starter=B).fight()
    assert [event for event in match.story if event.startswith("triggered")] == [
        "triggered basilisk",
        "triggered spawn",
        "triggered iguana",
    ]
