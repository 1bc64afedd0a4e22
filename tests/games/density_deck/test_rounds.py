"""How a deal goes on: whose turn it is, when a round is over, what is turned up, and when a fight is forced."""

from typing import Any

import pytest
from games.density_deck.given import (
    BLACK,
    ELIMINATED,
    GAME,
    HIGH,
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
    begun,
    common,
    given,
    red,
)
from quarterdeck_protocol.games.density_deck import (
    Card,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ending,
    Fight,
    FightForced,
    Flipped,
    ForcedBy,
    ForcedFight,
    HandsShown,
    Options,
    Outcome,
    Pass,
    Passed,
    RoundBegan,
    Surrender,
    Surrendered,
    Take,
    TurnBegan,
)
from quarterdeck_protocol.names import Seat

THREE = (red(3), red(5), red(10))


def test_a_round_starts_to_the_left_of_the_dealer_and_goes_clockwise() -> None:
    """S2:17"""
    match = given(dealer=B, turn=C)
    for seat, following in ((C, D), (D, A), (A, B)):
        assert match.play(seat, Pass()).happened == [Passed(seat=seat), TurnBegan(seat=following)]
    assert match.play(B, Pass()).happened[-1] == TurnBegan(seat=C)


@pytest.mark.parametrize(
    ("round_", "card", "damage", "cost"), [(2, red(3), 2, 1), (3, red(5), 3, 2), (4, red(10), 4, 3)]
)
def test_after_every_complete_rotation_a_centre_card_is_turned_up(
    round_: int, card: Card, damage: int, cost: int
) -> None:
    """S2:18, S2:26, S2:27, S2:28"""
    match = given(in_round=round_ - 1, turn=D, centre=THREE).play(D, Pass())
    assert match.happened == [
        Passed(seat=D),
        Flipped(position=round_ - 2, card=card),
        RoundBegan(round=round_, damage=damage, surrender_cost=cost),
        TurnBegan(seat=A),
    ]


def test_where_no_fight_is_possible_no_price_of_a_lost_fight_is_shown() -> None:
    """DD-42, S2:20: what a surrender costs is (DD-18)."""
    rounds = [event for event in begun().happened if isinstance(event, RoundBegan)]
    assert rounds == [RoundBegan(round=1, damage=None, surrender_cost=1)]
    for round_ in range(1, 6):
        match = given(in_round=round_)
        seen = GAME.view(match.state, None)
        assert (seen.damage is None) is (Fight() not in match.choices(A))
        assert seen.surrender_cost >= 1


def test_by_the_beginning_of_round_four_all_three_are_up_and_no_more_are_turned() -> None:
    """S2:18"""
    match = given(in_round=4, turn=D, centre=THREE)
    assert GAME.view(match.state, None).centre == THREE
    match.play(D, Pass())
    assert match.happened == [Passed(seat=D), RoundBegan(round=5, damage=4, surrender_cost=3), TurnBegan(seat=A)]


def test_the_first_round_has_nothing_turned_up() -> None:
    """S2:18"""
    assert GAME.view(begun().state, None).centre == (None, None, None)


def test_the_deal_goes_on_round_by_round_until_there_is_a_fight() -> None:
    """S2:19"""
    match = begun(3)
    for round_ in range(1, 6):
        for _ in range(3):
            assert (match.state.deal, match.state.round) == (1, round_)
            seat = match.state.turn
            assert seat is not None
            drawn = match.play(seat, Draw()).state.drawn
            assert drawn is not None
            match.play(seat, Discard(card=drawn))
    assert match.state.turn is not None
    match.play(match.state.turn, Fight())
    assert match.state.deal == 2


def test_a_round_ends_when_everyone_who_is_still_in_has_acted() -> None:
    """DD-27: D, the last, has surrendered, and so has B"""
    status = (PLAYING, SURRENDERED, PLAYING, SURRENDERED)
    match = given(LOW, (), HIGH, (), status=status, turn=C, centre=THREE).play(C, Pass())
    assert match.happened[-1] == TurnBegan(seat=A)
    assert match.state.round == 3


def test_a_surrender_in_mid_round_does_not_end_it() -> None:
    """DD-27"""
    match = given(turn=B).play(B, Surrender())
    assert match.happened == [Surrendered(seat=B, cost=1), TurnBegan(seat=C)]


def test_a_surrender_by_the_last_to_act_ends_the_round() -> None:
    """DD-27"""
    match = given(turn=D, centre=THREE).play(D, Surrender())
    assert match.happened == [
        Surrendered(seat=D, cost=1),
        Flipped(position=1, card=red(5)),
        RoundBegan(round=3, damage=3, surrender_cost=2),
        TurnBegan(seat=A),
    ]


def test_if_the_left_of_the_dealer_has_surrendered_the_next_one_clockwise_starts() -> None:
    """DD-28"""
    match = given((), MIDDLE, HIGH, TOP, status=(SURRENDERED, PLAYING, PLAYING, PLAYING), turn=D).play(D, Pass())
    assert match.happened[-1] == TurnBegan(seat=B)


def test_if_the_left_of_the_dealer_is_out_the_next_one_clockwise_starts() -> None:
    """DD-28"""
    out: dict[str, Any] = {
        "lives": (0, 10, 10, 10),
        "status": (ELIMINATED, PLAYING, PLAYING, PLAYING),
        "places": (4, None, None, None),
    }
    match = given((), MIDDLE, HIGH, TOP, dealer=C, turn=B, **out).play(B, Fight())
    assert (match.state.dealer, match.state.turn) == (D, B)


def forced(because: ForcedBy, seat: Seat = D) -> list[object]:
    return [Passed(seat=seat), FightForced(because=because)]


def test_a_round_in_which_nobody_drew_or_took_ends_in_a_fight() -> None:
    """DD-32 (b)"""
    match = given(anyone_drew=False)
    for seat in (A, B, C):
        assert match.play(seat, Pass()).happened == [Passed(seat=seat), TurnBegan(seat=Seat(seat + 1))]
    match.play(D, Pass())
    assert match.happened[:2] == forced(ForcedBy.NOBODY_DREW)
    assert isinstance(match.happened[2], HandsShown)
    last = match.state.last
    assert isinstance(last, Outcome)
    assert (last.ending, last.caller_seat, last.round) == (Ending.FORCED_FIGHT, None, 2)
    assert last.damage == (2, 2, 2, 0)


@pytest.mark.parametrize("action", [Draw(), Take(from_seat=D)])
def test_one_card_drawn_or_taken_is_enough_to_go_on(action: Draw | Take) -> None:
    """DD-32 (b)"""
    match = given(discards={D: (SILVER,)}, anyone_drew=False).play(A, action)
    match.play(A, Discard(card=common(1)))
    for seat in (B, C, D):
        match.play(seat, Pass())
    assert (match.state.deal, match.state.round) == (1, 3)


def test_the_first_round_never_ends_in_a_fight() -> None:
    """DD-32, S2:20: no centre card is face up yet"""
    match = given(in_round=1, anyone_drew=False, turn=D).play(D, Pass())
    assert (match.state.deal, match.state.round) == (1, 2)
    for seat in (A, B, C, D):
        match.play(seat, Pass())
    assert (match.state.deal, match.state.round) == (2, 1)


def test_the_round_in_which_the_pile_first_ran_out_ends_in_a_fight() -> None:
    """DD-32 (a)"""
    match = given(pile=(SILVER,), turn=C, in_round=6).play(C, Draw())
    assert match.happened == [Drew(seat=C, card=SILVER)]
    match.play(C, Discard(card=SILVER))
    assert match.happened == [Discarded(seat=C, card=SILVER), TurnBegan(seat=D)]
    assert match.play(D, Pass()).happened[:2] == forced(ForcedBy.PILE_RAN_OUT)


def test_that_the_pile_was_made_again_since_does_not_matter() -> None:
    """DD-32 (a), DD-31"""
    match = given(pile=(SILVER,), discards={A: (red(3), red(5), BLACK)}, turn=C, in_round=6)
    match.play(C, Draw())
    match.play(C, Discard(card=SILVER)).play(D, Draw()).play(D, Discard(card=common(9)))
    assert match.happened[1] == FightForced(because=ForcedBy.PILE_RAN_OUT)


def test_round_twelve_ends_in_a_fight() -> None:
    """DD-32 (c)"""
    assert given(in_round=12, turn=D).play(D, Pass()).happened[:2] == forced(ForcedBy.ROUND_CAP)
    assert given(in_round=11, turn=D).play(D, Pass()).happened[-1] == TurnBegan(seat=A)


def test_a_table_may_agree_on_another_last_round() -> None:
    """DD-32 (c): `round_cap`"""
    match = given(in_round=3, turn=D, options=Options(round_cap=3)).play(D, Pass())
    assert match.happened[:2] == forced(ForcedBy.ROUND_CAP)


def test_a_table_may_agree_that_only_the_last_round_forces_a_fight() -> None:
    """DD-32: `forced_fight = round_cap`"""
    options = Options(forced_fight=ForcedFight.ROUND_CAP)
    idle: dict[str, Any] = {"pile_ran_out": True, "anyone_drew": False, "turn": D, "options": options}
    assert given(in_round=5, **idle).play(D, Pass()).happened[-1] == TurnBegan(seat=A)
    assert given(in_round=12, **idle).play(D, Pass()).happened[:2] == forced(ForcedBy.ROUND_CAP)


def test_a_forced_fight_follows_a_surrender_too() -> None:
    """DD-32"""
    match = given(in_round=12, turn=D).play(D, Surrender())
    assert match.happened[:2] == [Surrendered(seat=D, cost=3), FightForced(because=ForcedBy.ROUND_CAP)]
    last = match.state.last
    assert last is not None
    assert [showing.seat for showing in last.showings] == [A, B, C]
    assert last.damage == (4, 4, 0, 3)


def test_a_card_drawn_in_an_earlier_round_does_not_count_for_this_one() -> None:
    """DD-32 (b)"""
    match = given(turn=D, anyone_drew=True).play(D, Pass())
    assert match.state.round == 3
    for seat in (A, B, C):
        match.play(seat, Pass())
    assert match.play(D, Pass()).happened[:2] == forced(ForcedBy.NOBODY_DREW)


def test_that_the_pile_ran_out_in_an_earlier_deal_does_not_count_for_this_one() -> None:
    """DD-32 (a), DD-30"""
    match = given(pile=(), pile_ran_out=True, anyone_drew=True).play(A, Fight())
    assert (match.state.deal, match.state.pile_ran_out, match.state.anyone_drew) == (2, False, False)
