"""Setting up and dealing: the deck, the lives, the dealer."""

from collections import Counter
from typing import Any

import msgspec
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
    TOP,
    A,
    B,
    C,
    D,
    begun,
    cards_of,
    given,
    red,
)
from quarterdeck_games import GAMES
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.game import Fault, Setup
from quarterdeck_protocol.games.density_deck import (
    AmplificationCounts,
    Colour,
    CommonsOnly,
    Dealt,
    Fight,
    ForcedFight,
    OffColour,
    Options,
    RediscardTaken,
    RoundBegan,
    Surrender,
    TurnBegan,
)
from quarterdeck_protocol.names import Seat

LISTED = [
    ("S2:5", Colour.COMMON, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10]),
    ("S2:6", Colour.YELLOW, [3, 4, 5]),
    ("S2:7", Colour.TURQUOISE, [3, 3, 10]),
    ("S2:8", Colour.RED, [3, 5, 10]),
    ("S2:9", Colour.BLUE, [3, 5, 10]),
    ("S2:10", Colour.PURPLE, [3, 5, 10]),
    ("S2:11", Colour.SILVER, [4, 4, 4]),
    ("S2:12", Colour.GOLD, [4, 4, 10]),
    ("S2:13", Colour.AQUAMARINE, [5, 5, 5]),
    ("S2:14", Colour.WHITE, [6, 6, 6]),
    ("S2:15", Colour.BLACK, [6, 6, 6]),
]


@pytest.mark.parametrize(("line", "colour", "powers"), LISTED, ids=[line for line, _, _ in LISTED])
def test_each_kind_of_card_has_the_powers_of_the_deck_list(line: str, colour: Colour, powers: list[int]) -> None:
    assert [card.power for card in DECK if card.colour is colour] == powers


def test_the_deck_has_fifty_cards() -> None:
    """S2:4"""
    assert len(DECK) == 50


@pytest.mark.parametrize(("seats", "pile"), [(4, 35), (3, 38), (2, 41)])
def test_three_cards_go_to_each_player_and_three_face_down_to_the_centre(seats: int, pile: int) -> None:
    """S2:4, DD-34"""
    match = begun(seats)
    assert [len(hand) for hand in match.state.hands] == [3] * seats
    assert len(match.state.centre) == 3
    assert GAME.view(match.state, A).centre == (None, None, None)
    assert len(match.state.pile) == pile
    assert cards_of(match.state) == Counter(DECK)


def test_four_players_is_what_a_table_has_unless_it_says_otherwise() -> None:
    """S2:4, DD-34"""
    assert (GAME.default_seats, list(GAME.seats)) == (4, [2, 3, 4])


def test_each_player_starts_with_ten_lives() -> None:
    """S2:4"""
    assert begun().state.lives == (10, 10, 10, 10)


def test_a_table_may_agree_on_other_lives() -> None:
    assert begun(lives=3).state.lives == (3, 3, 3, 3)


def test_the_beginning_is_a_deal_a_round_and_a_turn() -> None:
    """S2:4, S2:17"""
    match = begun(3, seed=5)
    dealt, *rest = match.happened
    assert isinstance(dealt, Dealt)
    assert (dealt.deal, dealt.pile_count) == (1, 38)
    left = Seat((dealt.dealer_seat + 1) % 3)
    assert rest == [RoundBegan(round=1, damage=None, surrender_cost=1), TurnBegan(seat=left)]


def test_when_cards_are_dealt_no_round_of_the_deal_has_begun_yet() -> None:
    """S2:18"""
    match = begun()
    (dealt,) = [event for event in match.happened if isinstance(event, Dealt)]
    assert match.state.round == 1
    assert GAME.evolve(match.state, dealt).round == 0


def test_hands_are_dealt_from_the_top_clockwise_from_the_dealers_left() -> None:
    """S2:4, S2:16"""
    dealt = begun(4, seed=3).happened[0]
    assert isinstance(dealt, Dealt)
    assert dealt.pile is not None
    clockwise = [dealt.hands[(dealt.dealer_seat + step) % 4] or () for step in (1, 2, 3, 4)]
    in_order = [*(card for hand in clockwise for card in hand), *dealt.centre, *dealt.pile]
    assert in_order != list(DECK)
    assert sorted(in_order, key=str) == sorted(DECK, key=str)


def test_the_deck_is_shuffled_randomly() -> None:
    """S2:4"""
    deals = [begun(seed=seed).state for seed in range(20)]
    assert len({(state.hands, state.centre, state.pile) for state in deals}) == 20


def test_the_first_dealer_is_chosen_at_random() -> None:
    """S2:16"""
    assert {begun(seed=seed).state.dealer for seed in range(40)} == {A, B, C, D}


def test_the_dealer_shifts_clockwise_after_each_deal() -> None:
    """S2:16"""
    for dealer, following in ((A, B), (B, C), (C, D), (D, A)):
        assert given(dealer=dealer).play(A, Fight()).state.dealer == following


def test_the_dealer_passes_over_seats_that_are_out() -> None:
    """DD-29"""
    out: dict[str, Any] = {
        "lives": (10, 0, 0, 10),
        "status": (PLAYING, ELIMINATED, LEFT, PLAYING),
        "places": (None, 3, 4, None),
    }
    match = given(LOW, (), (), TOP, dealer=A, **out).play(A, Fight())
    assert (match.state.dealer, match.state.turn) == (D, A)


def test_all_fifty_cards_are_reshuffled_for_the_next_deal() -> None:
    """DD-30"""
    match = given(discards={A: (red(3),), B: (red(5),)}, pile=(SILVER,)).play(A, Fight())
    assert len(match.state.pile) == 35
    assert match.state.discards == ((), (), (), ())
    assert match.state.muck == ()
    assert cards_of(match.state) == Counter(DECK)


def test_the_order_of_the_next_deal_is_drawn_again() -> None:
    """DD-30: of the same table, in other entries of the log."""
    orders = []
    for version in (7, 8):
        match = given(pile=(SILVER,))
        match.version = version
        dealt = next(event for event in match.play(A, Fight()).happened if isinstance(event, Dealt))
        assert dealt.pile is not None
        orders.append((*(card for hand in dealt.hands for card in hand or ()), *dealt.centre, *dealt.pile))
    assert orders[0] != orders[1]
    assert all(order != DECK and Counter(order) == Counter(DECK) for order in orders)


def test_the_next_deal_begins_again_at_round_one() -> None:
    """S2:19"""
    match = given(in_round=7).play(A, Fight())
    assert (match.state.deal, match.state.round, match.state.turn) == (2, 1, B)
    assert isinstance(match.happened[-3], Dealt)
    assert match.happened[-2:] == [RoundBegan(round=1, damage=None, surrender_cost=1), TurnBegan(seat=B)]


def test_a_seat_that_is_out_is_dealt_no_cards() -> None:
    out: dict[str, Any] = {
        "lives": (10, 0, 10, 10),
        "status": (PLAYING, ELIMINATED, PLAYING, PLAYING),
        "places": (None, 4, None, None),
    }
    match = given(LOW, (), HIGH, TOP, **out).play(A, Surrender()).play(C, Fight())
    assert [len(hand) for hand in match.state.hands] == [3, 0, 3, 3]
    assert len(match.state.pile) == 38


def test_the_house_offers_it() -> None:
    assert isinstance(GAMES["density-deck"], type(GAME))


def test_the_defaults_of_the_named_options_are_those_of_the_rulings() -> None:
    """DD-1, DD-3, DD-5, DD-9, DD-32"""
    assert Options() == Options(
        lives=10,
        round_cap=12,
        off_colour=OffColour.COMBINED,
        commons_only=CommonsOnly.SUM,
        amplification_counts=AmplificationCounts.FACE_UP,
        rediscard_taken=RediscardTaken.ALLOWED,
        forced_fight=ForcedFight.WHICHEVER_FIRST,
    )


def test_all_that_is_wrong_with_a_setup_is_said_at_once() -> None:
    """DD-34"""
    assert GAME.check(Setup(seats=5, options=Options(lives=0, round_cap=1))) == [
        Fault("$.seats", "Density Deck is played by 2 to 4 seats, not 5."),
        Fault("$.options.lives", "Lives are from 1 to 100, not 0."),
        Fault("$.options.round_cap", "The last round is from 2 to 50, not 1."),
    ]


@pytest.mark.parametrize("name", ["off_colour", "commons_only", "amplification_counts", "rediscard_taken"])
def test_an_option_that_does_not_exist_is_refused_at_the_door(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=name):
        msgspec.json.decode(b'{"%s": "whatever"}' % name.encode(), type=GAME.options)


def test_middle_hands_are_worth_what_the_other_tests_take_them_to_be() -> None:
    assert [sum(card.power for card in hand) for hand in (LOW, MIDDLE, HIGH, TOP)] == [6, 15, 24, 29]
