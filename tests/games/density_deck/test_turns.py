"""A seat's turn: what it may do, and what comes of it."""

from collections import Counter
from itertools import chain
from typing import Any, get_args

import pytest
from games.density_deck.given import (
    ELIMINATED,
    GAME,
    HIGH,
    LEFT,
    LOW,
    MIDDLE,
    PLAYING,
    SILVER,
    SURRENDERED,
    TOP,
    A,
    B,
    C,
    D,
    Match,
    begun,
    cards_of,
    common,
    given,
    red,
    yellow,
)
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.turns import ACTS
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games.density_deck import (
    Action,
    Discard,
    Discarded,
    Draw,
    Drew,
    Fight,
    Options,
    Pass,
    Passed,
    RediscardTaken,
    Reshuffled,
    Surrender,
    Surrendered,
    Take,
    Took,
    TurnBegan,
)
from quarterdeck_protocol.names import Seat


def test_each_action_does_something() -> None:
    assert set(ACTS) == set(get_args(Action))


def test_a_turn_is_fight_or_draw_or_take_or_pass_or_surrender() -> None:
    """DD-7, S2:20, S2:21, S2:23"""
    match = given(discards={B: (SILVER,), D: (red(3),)})
    assert match.choices(A) == [Fight(), Draw(), Take(from_seat=B), Take(from_seat=D), Pass(), Surrender()]


def test_nobody_else_has_a_choice() -> None:
    """S2:17"""
    match = given()
    assert [match.choices(seat) for seat in (B, C, D)] == [[], [], []]
    assert match.refusal(B, Draw()) == ("It is another player's turn.", "S2:17")


def test_nobody_has_a_choice_before_the_deal() -> None:
    match = Match(GAME.blank(Setup(seats=4, options=Options())))
    assert match.choices(A) == []
    assert match.refusal(A, Draw()) == ("No cards have been dealt yet.", "S2:4")


def test_drawing_takes_the_top_card_of_the_pile() -> None:
    """S2:21"""
    match = given(pile=(SILVER, red(3))).play(A, Draw())
    assert match.happened == [Drew(seat=A, card=SILVER)]
    assert (match.state.drawn, match.state.pile) == (SILVER, (red(3),))


def test_taking_gets_the_top_card_of_another_players_discard_pile() -> None:
    """S2:21, DD-10"""
    match = given(discards={C: (red(3), SILVER)}).play(A, Take(from_seat=C))
    assert match.happened == [Took(seat=A, from_seat=C, card=SILVER)]
    assert (match.state.drawn, match.state.discards[C]) == (SILVER, (red(3),))


def test_nobody_takes_from_their_own_pile() -> None:
    """DD-10"""
    match = given(discards={A: (SILVER,)})
    assert Take(from_seat=A) not in match.choices(A)
    assert match.refusal(A, Take(from_seat=A)) == (
        "You can take from another player's discard pile only, not from your own.",
        "DD-10",
    )


def test_an_empty_discard_pile_has_nothing_to_take() -> None:
    """S2:21"""
    match = given(discards={C: (SILVER,)})
    assert [choice for choice in match.choices(A) if isinstance(choice, Take)] == [Take(from_seat=C)]
    assert match.refusal(A, Take(from_seat=B)) == ("That player's discard pile is empty.", "S2:21")


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_there_is_nothing_to_take_from_a_seat_that_does_not_exist(seat: int) -> None:
    """DD-34"""
    match = given(discards={D: (SILVER,)})
    assert match.refusal(A, Take(from_seat=Seat(seat))) == (f"There is no seat {seat}.", "DD-34")


@pytest.mark.parametrize("status", [SURRENDERED, LEFT])
def test_the_pile_of_a_surrendered_player_stays_on_the_table(status: str) -> None:
    """DD-11"""
    match = given(LOW, (), HIGH, TOP, discards={B: (SILVER,)}, status=(PLAYING, status, PLAYING, PLAYING))
    assert match.play(A, Take(from_seat=B)).happened == [Took(seat=A, from_seat=B, card=SILVER)]


def test_an_eliminated_player_has_no_pile() -> None:
    """DD-11"""
    out: dict[str, Any] = {"lives": (10, 0, 10, 10), "status": (PLAYING, ELIMINATED, PLAYING, PLAYING)}
    match = given(LOW, (), HIGH, TOP, **out)
    assert match.refusal(A, Take(from_seat=B)) == ("That player is out of the match and has no discard pile.", "DD-11")


def test_a_player_who_draws_must_discard_to_be_back_at_three_cards() -> None:
    """S2:21, S2:22"""
    match = given(pile=(SILVER,)).play(A, Draw())
    assert match.choices(A) == [
        Discard(card=common(1)),
        Discard(card=common(2)),
        Discard(card=common(3)),
        Discard(card=SILVER),
        Surrender(),
    ]
    match.play(A, Discard(card=common(2)))
    assert match.happened == [Discarded(seat=A, card=common(2)), TurnBegan(seat=B)]
    assert match.state.hands[A] == (common(1), SILVER, common(3))
    assert match.state.discards == ((common(2),), (), (), ())


def test_a_discard_goes_onto_the_pile_of_whoever_discards() -> None:
    """S2:22"""
    match = given(pile=(SILVER, SILVER, SILVER)).play(A, Draw()).play(A, Discard(card=SILVER))
    match.play(B, Draw()).play(B, Discard(card=SILVER))
    assert match.state.discards == ((SILVER,), (SILVER,), (), ())
    assert [len(hand) for hand in match.state.hands] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("action", "what", "rule"),
    [
        (Draw(), "draw", "DD-8"),
        (Take(from_seat=B), "take", "DD-8"),
        (Pass(), "pass", "S2:21"),
        (Fight(), "fight", "S2:20"),
    ],
)
def test_with_a_fourth_card_nothing_goes_but_to_discard_or_surrender(action: Action, what: str, rule: str) -> None:
    """DD-8, S2:20, S2:21, S2:22"""
    match = given(drawn=SILVER, discards={B: (red(3),)})
    assert match.refusal(A, action) == (
        f"You hold silver 4 as your fourth card: discard a card, or surrender, but you cannot {what}.",
        rule,
    )


def test_nobody_discards_without_having_drawn() -> None:
    """S2:22"""
    assert given().refusal(A, Discard(card=common(1))) == (
        "You can discard common 1 only after drawing or taking a card.",
        "S2:22",
    )


def test_nobody_discards_a_card_that_they_do_not_hold() -> None:
    """S2:22"""
    assert given(drawn=SILVER).refusal(A, Discard(card=red(10))) == (
        "You do not hold red 10: discard one of your four cards.",
        "S2:22",
    )


def test_one_draw_a_turn_is_all() -> None:
    """DD-8"""
    match = given().play(A, Draw()).play(A, Discard(card=common(1)))
    assert match.choices(A) == []


def test_a_turn_may_be_passed() -> None:
    """DD-7"""
    match = given().play(A, Pass())
    assert match.happened == [Passed(seat=A), TurnBegan(seat=B)]
    assert match.state.hands[A] == LOW


@pytest.mark.parametrize("source", [Draw(), Take(from_seat=B)])
def test_the_card_just_drawn_or_taken_may_be_discarded(source: Action) -> None:
    """DD-9"""
    match = given(pile=(SILVER,), discards={B: (SILVER,)}).play(A, source).play(A, Discard(card=SILVER))
    assert match.happened == [Discarded(seat=A, card=SILVER), TurnBegan(seat=B)]
    assert match.state.hands[A] == LOW


def test_a_table_may_forbid_to_discard_the_card_just_taken() -> None:
    """DD-9: `rediscard_taken = forbidden`"""
    options = Options(rediscard_taken=RediscardTaken.FORBIDDEN)
    match = given(discards={B: (SILVER,)}, options=options).play(A, Take(from_seat=B))
    assert match.choices(A) == [*(Discard(card=card) for card in LOW), Surrender()]
    assert match.refusal(A, Discard(card=SILVER)) == (
        "You took silver 4 this turn, and at this table it cannot go back.",
        "DD-9",
    )


def test_where_that_is_forbidden_the_copy_that_was_in_the_hand_may_go() -> None:
    """DD-9: `rediscard_taken = forbidden`"""
    options = Options(rediscard_taken=RediscardTaken.FORBIDDEN)
    hand = (common(1), SILVER, common(3))
    match = given(hand, MIDDLE, discards={B: (SILVER,)}, options=options)
    match.play(A, Take(from_seat=B)).play(A, Discard(card=SILVER))
    assert match.state.hands[A] == hand
    assert match.state.discards == ((SILVER,), ())


def test_where_that_is_forbidden_a_card_from_the_pile_may_still_go_at_once() -> None:
    """DD-9: `rediscard_taken = forbidden`"""
    options = Options(rediscard_taken=RediscardTaken.FORBIDDEN)
    match = given(pile=(SILVER,), options=options).play(A, Draw()).play(A, Discard(card=SILVER))
    assert match.state.discards[A] == (SILVER,)


def test_two_cards_with_one_face_are_one_choice() -> None:
    match = given((common(4), common(4), SILVER), drawn=SILVER)
    assert match.choices(A) == [Discard(card=common(4)), Discard(card=SILVER), Surrender()]


@pytest.mark.parametrize("round_", [1, 2, 5])
def test_a_player_may_surrender_before_drawing(round_: int) -> None:
    """S2:23, DD-21: in the first round too"""
    assert Surrender() in given(in_round=round_).choices(A)


def test_a_player_may_surrender_after_drawing_and_the_fourth_card_goes_with_the_hand() -> None:
    """S2:23, DD-21"""
    match = given(pile=(SILVER, red(3))).play(A, Draw()).play(A, Surrender())
    assert match.happened == [Surrendered(seat=A, cost=1), TurnBegan(seat=B)]
    assert match.state.hands[A] == ()
    assert match.state.muck[-4:] == (*LOW, SILVER)
    assert cards_of(match.state) == Counter(DECK)


def test_once_the_discard_is_made_it_is_too_late_to_surrender() -> None:
    """DD-21"""
    match = given(pile=(SILVER,)).play(A, Draw()).play(A, Discard(card=SILVER))
    assert match.refusal(A, Surrender()) == ("It is another player's turn.", "S2:17")


def test_a_card_taken_before_surrendering_goes_out_of_play_with_the_hand() -> None:
    """DD-22"""
    match = given(discards={B: (red(3), SILVER)}).play(A, Take(from_seat=B)).play(A, Surrender())
    assert match.state.discards == ((), (red(3),), (), ())
    assert match.state.muck == (*LOW, SILVER)


def test_when_the_pile_is_empty_all_discards_below_the_tops_become_a_new_one() -> None:
    """DD-31"""
    discards = {A: (red(3), red(5)), B: (SILVER,), C: (yellow(3), yellow(4), yellow(5))}
    match = given(pile=(), discards=discards, pile_ran_out=True).play(A, Draw())
    reshuffled, drew = match.happened
    assert isinstance(reshuffled, Reshuffled)
    assert reshuffled.pile is not None
    assert reshuffled.pile_count == 3
    assert Counter(reshuffled.pile) == Counter((red(3), yellow(3), yellow(4)))
    assert drew == Drew(seat=A, card=reshuffled.pile[0])
    assert match.state.discards == ((red(5),), (SILVER,), (yellow(5),), ())
    assert match.state.pile == reshuffled.pile[1:]
    assert cards_of(match.state) == Counter(DECK)


def test_when_nothing_lies_below_the_tops_either_drawing_is_illegal_but_taking_is_not() -> None:
    """DD-31"""
    match = given(pile=(), discards={B: (SILVER,)}, pile_ran_out=True)
    assert match.choices(A) == [Fight(), Take(from_seat=B), Pass(), Surrender()]
    assert match.refusal(A, Draw()) == (
        "The pile is empty, and no card lies below the top of a discard pile: take a top, or pass.",
        "DD-31",
    )


def test_a_refused_action_changes_nothing_and_every_choice_is_accepted() -> None:
    """DD-7, DD-13: all actions that there are, against those on offer, in many positions"""
    every: list[Action] = [
        Fight(),
        Draw(),
        Pass(),
        Surrender(),
        *(Take(from_seat=Seat(seat)) for seat in range(4)),
        *(Discard(card=card) for card in dict.fromkeys(DECK)),
    ]
    positions = [
        begun(),
        given(),
        given(pile=(), discards={A: (SILVER,)}),
        given(drawn=SILVER, discards={B: (red(3),)}),
        given(drawn=SILVER, taken_from=B, options=Options(rediscard_taken=RediscardTaken.FORBIDDEN)),
        given(LOW, MIDDLE, in_round=1, discards={B: (red(3),)}),
    ]
    for position, seat in ((position, seat) for position in positions for seat in (A, B)):
        offered = position.choices(seat)
        before = position.state
        for action in every:
            if action in offered:
                position.play(seat, action)
                position.state = before
            else:
                text, rule = position.refusal(seat, action)
                assert text.endswith(".")
                assert rule.startswith(("S2:", "DD-"))
    assert len(set(chain.from_iterable(position.choices(A) for position in positions))) == 9
