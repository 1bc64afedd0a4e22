"""Fights, surrenders, what they cost, and who is left."""

from typing import Any

import pytest
from games.density_deck.given import (
    ELIMINATED,
    GAME,
    HIGH,
    LEFT,
    LOW,
    MIDDLE,
    NOTHING,
    PLAYING,
    SURRENDERED,
    TOP,
    A,
    B,
    C,
    D,
    Match,
    begun,
    blue,
    common,
    given,
    red,
    yellow,
)
from quarterdeck_games.density_deck.deals import DEAL_CAP
from quarterdeck_protocol.games.density_deck import (
    Cards,
    Damaged,
    DealEnded,
    Discard,
    Draw,
    Eliminated,
    Ending,
    Fight,
    FightCalled,
    HandsShown,
    MatchEnded,
    Outcome,
    Pass,
    Reason,
    Score,
    Showing,
    Surrender,
    Surrendered,
    Winner,
)
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat

UP_IN_ROUND_2 = (NOTHING[0], None, None)


def shows(seat: Seat, hand: Cards) -> Showing:
    """A hand of commons, laid open."""
    total = sum(card.power for card in hand)
    score = Score(base=None, multiplied=(), product=0, added=hand, subtracted=(), total=total)
    return Showing(seat=seat, hand=hand, score=score)


SHOWN_TOP = tuple(sorted(TOP, key=lambda card: card.power))


def test_before_drawing_a_player_can_initiate_a_fight() -> None:
    """S2:20, S2:24, S2:26, S2:30, DD-13, DD-14, DD-16: everyone is in it at once, and only the best score goes free"""
    match = given().play(A, Fight())
    assert match.settled == [
        FightCalled(seat=A),
        HandsShown(
            showings=(shows(A, LOW), shows(B, MIDDLE), shows(C, HIGH), shows(D, SHOWN_TOP)), centre=UP_IN_ROUND_2
        ),
        Damaged(seat=A, damage=2, lives=8),
        Damaged(seat=B, damage=2, lives=8),
        Damaged(seat=C, damage=2, lives=8),
        DealEnded(deal=1, ending=Ending.FIGHT, winners=(Winner(seat=D, total=29),), damage=(2, 2, 2, 0)),
    ]


def test_there_is_no_fight_in_the_first_round() -> None:
    """S2:20, DD-13"""
    match = begun()
    assert match.state.turn is not None
    assert Fight() not in match.choices(match.state.turn)
    assert match.refusal(match.state.turn, Fight()) == (
        "There is no fight in the first round: it must be complete, and a centre card face up.",
        "S2:20",
    )


def test_after_drawing_it_is_too_late_for_a_fight() -> None:
    """S2:20, DD-13"""
    match = given().play(A, Draw())
    assert Fight() not in match.choices(A)
    assert match.refusal(A, Fight())[1] == "S2:20"


def test_only_whoever_has_the_turn_can_call_a_fight() -> None:
    """DD-13"""
    assert given().refusal(C, Fight()) == ("It is another player's turn.", "S2:17")


def test_nobody_can_answer_a_fight_by_surrendering() -> None:
    """DD-14: it is over in the same entry, and the next deal lies on the table"""
    match = given().play(A, Fight())
    assert (match.state.deal, match.state.last is not None) == (2, True)


def test_a_player_who_has_surrendered_is_not_in_the_fight() -> None:
    """DD-14, DD-37: their hand stays hidden"""
    match = given(LOW, MIDDLE, HIGH, TOP, turn=D).play(D, Surrender()).play(A, Fight())
    assert match.settled == [
        FightCalled(seat=A),
        HandsShown(showings=(shows(A, LOW), shows(B, MIDDLE), shows(C, HIGH)), centre=(NOTHING[0], NOTHING[1], None)),
        Damaged(seat=A, damage=3, lives=7),
        Damaged(seat=B, damage=3, lives=7),
        Damaged(seat=D, damage=1, lives=9),
        DealEnded(deal=1, ending=Ending.FIGHT, winners=(Winner(seat=C, total=24),), damage=(3, 3, 0, 1)),
    ]


@pytest.mark.parametrize("caller", [A, B, C, D])
def test_a_player_who_calls_the_fight_risks_no_more_than_the_others(caller: Seat) -> None:
    """DD-15"""
    last = given(turn=caller).play(caller, Fight()).state.last
    assert last is not None
    assert (last.caller_seat, last.damage) == (caller, (2, 2, 2, 0))


@pytest.mark.parametrize(("round_", "damage"), [(2, 2), (3, 3), (4, 4), (5, 4), (12, 4)])
def test_damage_goes_by_the_round(round_: int, damage: int) -> None:
    """S2:25, S2:26, S2:27, S2:28"""
    match = given(in_round=round_)
    assert GAME.view(match.state, None).damage == damage
    assert match.play(A, Fight()).state.lives == (10 - damage, 10 - damage, 10 - damage, 10)


@pytest.mark.parametrize(("round_", "cost"), [(1, 1), (2, 1), (3, 2), (4, 3), (8, 3)])
def test_a_surrender_costs_one_less_but_at_least_one(round_: int, cost: int) -> None:
    """S2:29, DD-18"""
    match = given(in_round=round_)
    assert GAME.view(match.state, None).surrender_cost == cost
    assert match.play(A, Surrender()).happened[0] == Surrendered(seat=A, cost=cost)


def test_a_surrender_in_the_first_round_costs_one() -> None:
    """DD-18"""
    assert GAME.view(begun().state, None).surrender_cost == 1


def test_the_cost_of_a_surrender_does_not_grow_with_the_deal() -> None:
    """DD-19"""
    match = given(in_round=2).play(A, Surrender())
    for seat in (B, C, D, B, C, D, B, C, D):
        match.play(seat, Draw())
        assert match.state.drawn is not None
        match.play(seat, Discard(card=match.state.drawn))
    assert match.state.round == 5
    last = match.play(B, Fight()).state.last
    assert last is not None
    assert last.damage == (1, 4, 4, 0)


def test_the_lives_of_a_surrender_go_when_the_deal_ends() -> None:
    """DD-20"""
    match = given(in_round=4).play(A, Surrender())
    seat = GAME.view(match.state, B).seats[A]
    assert (seat.lives, seat.pending) == (10, 3)
    match.play(B, Fight())
    seat = GAME.view(match.state, B).seats[A]
    assert (seat.lives, seat.pending) == (7, 0)


def test_all_who_tie_for_the_highest_score_take_no_damage() -> None:
    """S2:31, DD-17: ties further down do not matter"""
    nine_low, nine_high = (common(1), common(2), common(6)), (common(1), common(3), common(5))
    fifteen_low, fifteen_high = (common(4), common(5), common(6)), (common(2), common(3), common(10))
    match = given(nine_low, fifteen_low, fifteen_high, nine_high).play(A, Fight())
    assert match.settled[2:] == [
        Damaged(seat=A, damage=2, lives=8),
        Damaged(seat=D, damage=2, lives=8),
        DealEnded(
            deal=1,
            ending=Ending.FIGHT,
            winners=(Winner(seat=B, total=15), Winner(seat=C, total=15)),
            damage=(2, 0, 0, 2),
        ),
    ]


def test_when_all_tie_nobody_loses_anything() -> None:
    """S2:31, DD-17, DD-25"""
    match = given((common(1), common(2), common(6)), (common(1), common(3), common(5)), lives=(1, 1)).play(A, Fight())
    assert match.settled[2:] == [
        DealEnded(
            deal=1, ending=Ending.FIGHT, winners=(Winner(seat=A, total=9), Winner(seat=B, total=9)), damage=(0, 0)
        )
    ]
    assert match.state.deal == 2


def test_when_all_opponents_surrender_the_deal_ends_at_once_and_no_hand_is_shown() -> None:
    """S2:19, DD-23"""
    match = given(in_round=3)
    for seat in (A, B):
        match.play(seat, Surrender())
    match.play(C, Surrender())
    assert match.settled == [
        Surrendered(seat=C, cost=2),
        Damaged(seat=A, damage=2, lives=8),
        Damaged(seat=B, damage=2, lives=8),
        Damaged(seat=C, damage=2, lives=8),
        DealEnded(deal=1, ending=Ending.UNCONTESTED, winners=(Winner(seat=D, total=None),), damage=(2, 2, 2, 0)),
    ]
    assert match.state.last == Outcome(
        deal=1,
        round=3,
        ending=Ending.UNCONTESTED,
        caller_seat=None,
        winners=(Winner(seat=D, total=None),),
        showings=(),
        centre=(NOTHING[0], NOTHING[1], None),
        damage=(2, 2, 2, 0),
        lives=(8, 8, 8, 10),
    )


def test_the_last_one_left_cannot_surrender_for_the_deal_is_over() -> None:
    """DD-24"""
    match = given(LOW, MIDDLE).play(A, Surrender())
    assert (match.state.deal, match.state.status) == (2, (PLAYING, PLAYING))


def test_lives_do_not_go_below_zero() -> None:
    """DD-33"""
    match = given(lives=(1, 10, 10, 10), in_round=4).play(A, Fight())
    assert match.settled[2:] == [
        Damaged(seat=A, damage=4, lives=0),
        Damaged(seat=B, damage=4, lives=6),
        Damaged(seat=C, damage=4, lives=6),
        DealEnded(deal=1, ending=Ending.FIGHT, winners=(Winner(seat=D, total=29),), damage=(4, 4, 4, 0)),
        Eliminated(seat=A, place=4),
    ]
    assert match.state.lives == (0, 6, 6, 10)


def test_play_goes_on_while_two_players_have_lives() -> None:
    """S2:19"""
    match = given(lives=(1, 1, 5, 5)).play(A, Fight())
    assert GAME.result(match.state) is None
    assert (match.state.deal, match.state.status) == (2, (ELIMINATED, ELIMINATED, PLAYING, PLAYING))


def test_the_last_player_with_a_life_wins_the_match() -> None:
    """S2:32"""
    match = given(LOW, MIDDLE, lives=(2, 1)).play(A, Fight())
    assert match.happened == [
        FightCalled(seat=A),
        HandsShown(showings=(shows(A, LOW), shows(B, MIDDLE)), centre=UP_IN_ROUND_2),
        Damaged(seat=A, damage=2, lives=0),
        DealEnded(deal=1, ending=Ending.FIGHT, winners=(Winner(seat=B, total=15),), damage=(2, 0)),
        Eliminated(seat=A, place=2),
        MatchEnded(winners=(Winner(seat=B, total=None),), places=(2, 1), reason=Reason.LAST_STANDING),
    ]
    assert GAME.result(match.state) == Result(places=(2, 1), reason="last_standing")


def test_when_the_match_is_over_nobody_has_a_choice() -> None:
    """S2:32"""
    match = given(LOW, MIDDLE, lives=(2, 1)).play(A, Fight())
    assert [match.choices(A), match.choices(B)] == [[], []]
    assert match.refusal(B, Pass()) == ("The match is over.", "S2:32")
    assert match.refusal(A, Pass()) == ("The match is over.", "S2:32")


def test_never_is_everybody_eliminated_at_once() -> None:
    """DD-25: here all have one life, and the caller has the worst hand"""
    match = given(lives=(1, 1, 1, 1), in_round=4).play(A, Fight())
    assert match.state.lives == (0, 0, 0, 1)


PLACES: list[tuple[str, Match, tuple[int, ...]]] = [
    ("more lives before the deal are better", given(lives=(3, 2, 1, 9), in_round=4), (2, 3, 4, 1)),
    ("with equal lives, the higher score", given(lives=(2, 2, 2, 9), in_round=4), (4, 3, 2, 1)),
    (
        "with equal lives, whoever surrendered ranks below those who fought",
        given(
            LOW,
            (),
            HIGH,
            TOP,
            lives=(2, 2, 2, 9),
            in_round=4,
            status=(PLAYING, SURRENDERED, PLAYING, PLAYING),
            pending=(0, 3, 0, 0),
        ),
        (3, 4, 2, 1),
    ),
    (
        "two who surrendered with equal lives share a place",
        given(
            LOW,
            (),
            (),
            TOP,
            lives=(1, 2, 2, 9),
            in_round=4,
            status=(PLAYING, SURRENDERED, SURRENDERED, PLAYING),
            pending=(0, 3, 3, 0),
        ),
        (4, 2, 2, 1),
    ),
    (
        "two who fought with equal lives and equal scores share a place",
        given(
            (common(1), common(2), common(6)),
            (common(1), common(3), common(5)),
            HIGH,
            TOP,
            lives=(2, 2, 1, 9),
            in_round=4,
        ),
        (2, 2, 4, 1),
    ),
    (
        "even a negative score is better than having surrendered",
        given(
            (red(3), blue(3), yellow(3)),
            (),
            HIGH,
            TOP,
            lives=(2, 2, 1, 9),
            in_round=4,
            status=(PLAYING, SURRENDERED, PLAYING, PLAYING),
            pending=(0, 3, 0, 0),
        ),
        (2, 3, 4, 1),
    ),
]


@pytest.mark.parametrize(("match", "places"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_of_those_eliminated_together(match: Match, places: tuple[int, ...]) -> None:
    """DD-26"""
    match.play(A, Fight())
    assert GAME.result(match.state) == Result(places=places, reason="last_standing")


def test_a_player_who_fell_in_an_earlier_deal_finishes_behind() -> None:
    """DD-26"""
    out: dict[str, Any] = {
        "lives": (1, 0, 0, 5),
        "status": (PLAYING, ELIMINATED, LEFT, PLAYING),
        "places": (None, 3, 4, None),
    }
    match = given(LOW, (), (), TOP, **out).play(A, Fight())
    assert GAME.result(match.state) == Result(places=(2, 3, 4, 1), reason="last_standing")


def test_a_match_that_will_not_end_is_ended_and_lives_decide() -> None:
    """G-7"""
    match = given(lives=(7, 9, 5, 9), deal=DEAL_CAP).play(A, Fight())
    assert match.happened[-1] == MatchEnded(
        winners=(Winner(seat=D, total=None),), places=(3, 2, 4, 1), reason=Reason.DEAL_CAP
    )
    assert GAME.result(match.state) == Result(places=(3, 2, 4, 1), reason="deal_cap")
