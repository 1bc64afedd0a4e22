"""Seats that are away: the house plays for them, or they have left for good."""

from collections import Counter
from typing import Any

from games.density_deck.given import (
    AQUAMARINE,
    ELIMINATED,
    GAME,
    HIGH,
    LEFT,
    LOW,
    MIDDLE,
    NOTHING,
    PLAYING,
    SILVER,
    SURRENDERED,
    TOP,
    A,
    B,
    C,
    D,
    Match,
    cards_of,
    common,
    given,
    red,
)
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_protocol.games.density_deck import (
    CameBack,
    Damaged,
    DealEnded,
    Discard,
    Discarded,
    Draw,
    Drew,
    Eliminated,
    Ending,
    Fight,
    Lapsed,
    Left,
    MatchEnded,
    Options,
    Pass,
    Passed,
    Reason,
    RediscardTaken,
    Surrender,
    Surrendered,
    Take,
    TurnBegan,
    Winner,
)
from quarterdeck_protocol.messages import Result
from transcripts import Logbook

LIMIT = 15_000


def test_when_time_runs_out_before_drawing_the_turn_is_passed() -> None:
    """DD-38"""
    match = given().times_out(A)
    assert match.happened == [Lapsed(seat=A, turns=1), Passed(seat=A), TurnBegan(seat=B)]


def test_when_time_runs_out_after_drawing_the_drawn_card_is_discarded() -> None:
    """DD-38"""
    match = given(pile=(SILVER,)).play(A, Draw()).times_out(A)
    assert match.happened == [Lapsed(seat=A, turns=1), Discarded(seat=A, card=SILVER), TurnBegan(seat=B)]
    assert match.state.hands[A] == LOW


def test_a_card_that_may_not_go_back_stays_and_the_one_of_least_power_goes() -> None:
    """DD-38, DD-9: `rediscard_taken = forbidden`"""
    options = Options(rediscard_taken=RediscardTaken.FORBIDDEN)
    match = given(discards={B: (SILVER,)}, options=options).play(A, Take(from_seat=B)).times_out(A)
    assert match.happened == [Lapsed(seat=A, turns=1), Discarded(seat=A, card=common(1)), TurnBegan(seat=B)]
    assert match.state.hands[A] == (SILVER, common(2), common(3))


def test_each_seat_is_waited_for_once_beyond_its_turns_and_no_time_away_costs_the_match() -> None:
    """DD-39: a turn clock, and one grace of 20 to 30 seconds in a match."""
    assert 20_000 <= GAME.time_bank <= 30_000
    assert GAME.grace is None, "the house plays for who is away, and never resigns for them"
    book = Logbook("density-deck", time_limit=LIMIT, time_bank=GAME.time_bank)
    (seat,) = book.asked()
    assert book.record.until[seat] == book.record.at + LIMIT + GAME.time_bank
    book.run_out(seat, after=LIMIT + GAME.time_bank)
    while book.record.waiting[0].seat != seat:
        book.act(book.record.waiting[0].seat)
    assert book.record.until[seat] == book.record.at + LIMIT, "it is there once in a match"


def test_after_two_turns_in_a_row_the_house_surrenders() -> None:
    """DD-39"""
    match = given(lapses=(2, 0, 0, 0)).times_out(A)
    assert match.happened == [Lapsed(seat=A, turns=3), Surrendered(seat=A, cost=1), TurnBegan(seat=B)]


def around(match: Match, times_out: bool) -> None:
    """Let A's turn go by, and the others draw and discard."""
    if times_out:
        match.times_out(A)
    for seat in (B, C, D):
        match.play(seat, Draw())
        assert match.state.drawn is not None
        match.play(seat, Discard(card=match.state.drawn))


def test_two_turns_in_a_row_are_played_and_the_third_is_surrendered() -> None:
    """DD-39"""
    match = given()
    around(match, times_out=True)
    around(match, times_out=True)
    assert match.state.lapses == (2, 0, 0, 0)
    assert match.times_out(A).happened[:2] == [Lapsed(seat=A, turns=3), Surrendered(seat=A, cost=3)]


def test_a_player_who_acts_again_is_back_and_is_counted_again() -> None:
    """DD-39"""
    match = given()
    around(match, times_out=True)
    match.play(A, Pass())
    assert match.happened == [CameBack(seat=A), Passed(seat=A), TurnBegan(seat=B)]
    around(match, times_out=False)
    assert match.times_out(A).happened[0] == Lapsed(seat=A, turns=1)


def test_an_absent_seat_surrenders_each_turn_of_its_own_until_it_is_back() -> None:
    """DD-39: in the next deal too"""
    match = given(LOW, MIDDLE, lapses=(2, 0)).times_out(A)
    assert (match.state.deal, match.state.lapses) == (2, (3, 0))
    if match.state.turn == B:
        match.play(B, Pass())
    assert match.times_out(A).settled == [
        Lapsed(seat=A, turns=4),
        Surrendered(seat=A, cost=1),
        Damaged(seat=A, damage=1, lives=8),
        DealEnded(deal=2, ending=Ending.UNCONTESTED, winners=(Winner(seat=B, total=None),), damage=(1, 0)),
    ]
    if match.state.turn == B:
        match.play(B, Pass())
    match.play(A, Draw())
    assert match.happened[0] == CameBack(seat=A)
    assert match.state.lapses == (0, 0)


def test_a_player_who_returns_is_waited_for_before_acting_too() -> None:
    """DD-39: until back"""
    match = given(lapses=(2, 0, 0, 0)).returns(A)
    assert match.happened == [CameBack(seat=A)]
    assert match.times_out(A).happened == [Lapsed(seat=A, turns=1), Passed(seat=A), TurnBegan(seat=B)]


def test_nothing_follows_when_a_seat_returns_that_the_house_has_not_played_for() -> None:
    """DD-39"""
    assert GAME.returned(given(lapses=(0, 2, 0, 0)).state, A) == ()


def test_a_single_lapse_is_forgotten_with_the_deal() -> None:
    """DD-39: two in a row within one deal"""
    match = given(lapses=(0, 1, 2, 0)).play(A, Fight())
    assert match.state.lapses == (0, 0, 2, 0)


def test_being_away_costs_no_lives_beyond_the_surrenders() -> None:
    """DD-39"""
    match = given(lapses=(2, 0, 0, 0)).times_out(A).play(B, Fight())
    assert match.state.lives == (9, 8, 8, 10)


def test_the_view_says_who_is_away() -> None:
    """DD-39"""
    match = given(lapses=(2, 0, 0, 0))
    assert [seat.lapses for seat in GAME.view(match.state, None).seats] == [2, 0, 0, 0]


def test_a_player_who_leaves_surrenders_the_hand_at_once_though_it_is_not_their_turn() -> None:
    """DD-40"""
    match = given(in_round=3).leaves(C)
    assert match.happened == [Left(seat=C), Surrendered(seat=C, cost=2)]
    assert (match.state.turn, match.state.hands[C], match.state.lives[C]) == (A, (), 10)


def test_a_player_who_leaves_on_their_turn_is_followed_by_the_next() -> None:
    """DD-40"""
    match = given().leaves(A)
    assert match.happened == [Left(seat=A), Surrendered(seat=A, cost=1), TurnBegan(seat=B)]


def test_a_player_who_leaves_with_a_fourth_card_takes_it_out_of_play() -> None:
    """DD-40, DD-22"""
    match = given(pile=(SILVER, red(3))).play(A, Draw()).leaves(A)
    assert match.happened == [Left(seat=A), Surrendered(seat=A, cost=1), TurnBegan(seat=B)]
    assert match.state.drawn is None
    assert match.state.muck[-4:] == (*LOW, SILVER)
    assert cards_of(match.state) == Counter(DECK)


def test_leaving_beside_a_turn_leaves_the_turns_fourth_card_alone() -> None:
    """DD-40"""
    match = given(pile=(SILVER,)).play(A, Draw()).leaves(B)
    assert (match.state.turn, match.state.drawn, len(match.state.hands[A])) == (A, SILVER, 3)
    assert match.play(A, Discard(card=SILVER)).happened[-1] == TurnBegan(seat=C)


def test_the_lives_of_whoever_left_are_gone_at_the_end_of_the_deal() -> None:
    """DD-40"""
    match = given().leaves(A).play(B, Fight())
    assert match.settled[2:] == [
        Damaged(seat=A, damage=10, lives=0),
        Damaged(seat=B, damage=2, lives=8),
        Damaged(seat=C, damage=2, lives=8),
        DealEnded(deal=1, ending=Ending.FIGHT, winners=(Winner(seat=D, total=29),), damage=(10, 2, 2, 0)),
        Eliminated(seat=A, place=4),
    ]
    assert match.state.status == (LEFT, PLAYING, PLAYING, PLAYING)
    assert match.state.hands[A] == ()


def test_a_player_who_has_surrendered_and_then_leaves_only_leaves() -> None:
    """DD-40"""
    match = given(LOW, (), HIGH, TOP, status=(PLAYING, SURRENDERED, PLAYING, PLAYING), pending=(0, 3, 0, 0)).leaves(B)
    assert match.happened == [Left(seat=B)]
    assert match.state.pending == (0, 3, 0, 0)
    match.play(A, Fight())
    assert match.state.lives[B] == 0


def test_a_player_who_is_out_and_leaves_keeps_their_place() -> None:
    """DD-40"""
    out: dict[str, Any] = {"lives": (10, 0, 1), "status": (PLAYING, ELIMINATED, PLAYING), "places": (None, 3, None)}
    match = given(TOP, (), LOW, **out).leaves(B)
    assert match.happened == [Left(seat=B)]
    match.play(A, Fight())
    assert GAME.result(match.state) == Result(places=(1, 3, 2), reason="last_standing")


def test_with_one_player_left_the_match_ends() -> None:
    """DD-40"""
    match = given(LOW, MIDDLE, turn=A).leaves(B)
    assert match.happened == [
        Left(seat=B),
        Surrendered(seat=B, cost=1),
        Damaged(seat=B, damage=10, lives=0),
        DealEnded(deal=1, ending=Ending.UNCONTESTED, winners=(Winner(seat=A, total=None),), damage=(0, 10)),
        Eliminated(seat=B, place=2),
        MatchEnded(winners=(Winner(seat=A, total=None),), places=(1, 2), reason=Reason.OTHERS_LEFT),
    ]
    assert GAME.result(match.state) == Result(places=(1, 2), reason="others_left")


def test_when_the_turn_holds_a_fourth_card_and_the_last_opponent_leaves_the_match_ends() -> None:
    """DD-40"""
    match = given(LOW, MIDDLE, centre=NOTHING).play(A, Draw()).leaves(B)
    assert GAME.result(match.state) == Result(places=(1, 2), reason="others_left")


def test_a_deal_ends_when_all_but_one_have_left_or_surrendered_and_the_others_play_on() -> None:
    """DD-40, DD-23"""
    match = given(LOW, MIDDLE, HIGH).play(A, Surrender()).leaves(C)
    assert match.settled == [
        Left(seat=C),
        Surrendered(seat=C, cost=1),
        Damaged(seat=A, damage=1, lives=9),
        Damaged(seat=C, damage=10, lives=0),
        DealEnded(deal=1, ending=Ending.UNCONTESTED, winners=(Winner(seat=B, total=None),), damage=(1, 0, 10)),
        Eliminated(seat=C, place=3),
    ]
    assert (match.state.deal, match.state.status) == (2, (PLAYING, PLAYING, LEFT))


def test_a_player_who_left_has_no_choices_any_more() -> None:
    """DD-40"""
    match = given().leaves(A)
    assert match.choices(A) == []
    match.play(B, Fight())
    for _ in range(8):
        seat = match.state.turn
        assert seat in (B, C, D)
        assert match.choices(A) == []
        match.play(seat, Pass())


def test_cards_that_count_for_nobody_lie_in_the_centre_of_these_tests() -> None:
    assert NOTHING == (AQUAMARINE, AQUAMARINE, AQUAMARINE)


def test_drawing_is_acting() -> None:
    """DD-39: to draw and then let time run out is one turn in a row, not two"""
    match = given(pile=(SILVER,), lapses=(1, 0, 0, 0)).play(A, Draw())
    assert match.happened == [CameBack(seat=A), Drew(seat=A, card=SILVER)]
    assert match.times_out(A).happened[0] == Lapsed(seat=A, turns=1)
