"""What a hand is worth."""

import math
from random import Random

import pytest
from games.density_deck.given import (
    AQUAMARINE,
    BLACK,
    GAME,
    LOW,
    SILVER,
    WHITE,
    A,
    B,
    C,
    D,
    Match,
    blue,
    common,
    given,
    gold,
    purple,
    red,
    turquoise,
)
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.scores import counted_elsewhere, score, total
from quarterdeck_games.density_deck.state import centre_as_seen
from quarterdeck_protocol.games.density_deck import (
    AmplificationCounts,
    Card,
    Cards,
    Colour,
    CommonsOnly,
    Fight,
    HandsShown,
    OffColour,
    Options,
    Score,
    Subtraction,
)
from quarterdeck_protocol.names import Seat

# The worked examples of the rule book: hand, face-up centre, tops of others' piles, base, product and the three totals.
EXAMPLES: list[tuple[Cards, Cards, Cards, Colour | None, int, tuple[int, int, int]]] = [
    ((red(5), red(3), common(7)), (red(10), blue(3)), (BLACK,), Colour.RED, 150, (157, 157, 157)),
    ((BLACK, SILVER, common(9)), (SILVER, common(2)), (BLACK, gold(10)), Colour.BLACK, 36, (29, 41, 41)),
    ((gold(4), SILVER, SILVER), (WHITE,), (), Colour.SILVER, 16, (12, 12, 12)),
    ((BLACK, red(5), red(3)), (BLACK, common(4)), (red(10),), Colour.RED, 150, (114, 144, 144)),
    ((BLACK, WHITE, AQUAMARINE), (), (), Colour.BLACK, 6, (-5, -5, -5)),
    ((common(10), common(8), common(1)), (red(10),), (), None, 0, (19, 19, 19)),
]


@pytest.mark.parametrize(("reading", "column"), [(reading, at) for at, reading in enumerate(OffColour)])
@pytest.mark.parametrize(("hand", "centre", "tops", "base", "product", "totals"), EXAMPLES)
def test_the_worked_examples(
    hand: Cards,
    centre: Cards,
    tops: Cards,
    base: Colour | None,
    product: int,
    totals: tuple[int, int, int],
    reading: OffColour,
    column: int,
) -> None:
    """DD-1"""
    scored = score(hand, centre + tops, Options(off_colour=reading))
    assert (scored.base, scored.product, scored.total) == (base, product, totals[column])


def test_other_colours_subtract_all_that_counts_for_them() -> None:
    """DD-1: `combined`, with the breakdown"""
    assert score((BLACK, red(5), common(9)), (BLACK, red(3), red(10)), Options()) == Score(
        base=Colour.RED,
        multiplied=(red(5), red(3), red(10)),
        product=150,
        added=(common(9),),
        subtracted=(Subtraction(colour=Colour.BLACK, cards=(BLACK, BLACK), amount=36),),
        total=123,
    )


def test_other_colours_may_subtract_the_product_of_the_hand_alone() -> None:
    """DD-1: `hand_product`"""
    options = Options(off_colour=OffColour.HAND_PRODUCT)
    assert score((red(3), red(5), BLACK), (BLACK, BLACK), options) == Score(
        base=Colour.BLACK,
        multiplied=(BLACK, BLACK, BLACK),
        product=216,
        added=(),
        subtracted=(Subtraction(colour=Colour.RED, cards=(red(3), red(5)), amount=15),),
        total=201,
    )


def test_other_colours_may_subtract_their_faces() -> None:
    """DD-1: `face_sum`"""
    options = Options(off_colour=OffColour.FACE_SUM)
    assert score((red(3), red(5), BLACK), (BLACK, BLACK), options) == Score(
        base=Colour.BLACK,
        multiplied=(BLACK, BLACK, BLACK),
        product=216,
        added=(),
        subtracted=(Subtraction(colour=Colour.RED, cards=(red(3), red(5)), amount=8),),
        total=208,
    )


@pytest.mark.parametrize("hand", [(red(5), blue(5), common(1)), (blue(5), common(1), red(5))])
def test_of_two_colours_that_tie_the_one_is_base_that_is_named_first(hand: Cards) -> None:
    """DD-2"""
    scored = score(hand, (), Options())
    assert (scored.base, scored.total) == (Colour.RED, 1)


@pytest.mark.parametrize("reading", [OffColour.COMBINED])
def test_whichever_of_two_tied_colours_is_base_the_score_is_the_same(reading: OffColour) -> None:
    """DD-2"""
    hand, elsewhere = (WHITE, BLACK, common(3)), (WHITE, BLACK)
    scored = score(hand, elsewhere, Options(off_colour=reading))
    assert (scored.base, scored.product, scored.total) == (Colour.BLACK, 36, 36 - 36 + 3)


def test_a_hand_of_only_commons_scores_their_sum() -> None:
    """DD-3"""
    hand = (common(10), common(8), common(1))
    assert score(hand, (red(10), red(5)), Options()) == Score(
        base=None, multiplied=(), product=0, added=hand, subtracted=(), total=19
    )


def test_a_table_may_agree_that_a_hand_of_only_commons_scores_nothing() -> None:
    """DD-3: `commons_only = zero`"""
    options = Options(commons_only=CommonsOnly.ZERO)
    assert score((common(10), common(8), common(1)), (), options) == Score(
        base=None, multiplied=(), product=0, added=(), subtracted=(), total=0
    )
    assert score((common(10), common(8), red(3)), (), options).total == 21


def test_commons_in_the_centre_or_on_discard_piles_add_nothing() -> None:
    """DD-4"""
    with_them = score((red(3), common(2), common(1)), (common(10), common(9)), Options())
    assert with_them == score((red(3), common(2), common(1)), (), Options())


def counted(match: Match, seat: Seat) -> Cards:
    return counted_elsewhere(match.state, seat, centre_as_seen(match.state))


@pytest.mark.parametrize(
    ("round_", "up"),
    [(1, ()), (2, (red(10),)), (3, (red(10), red(5))), (4, (red(10), red(5), red(3))), (9, (red(10), red(5), red(3)))],
)
def test_centre_cards_that_lie_face_down_do_not_count(round_: int, up: Cards) -> None:
    """DD-5, S2:18"""
    assert counted(given(in_round=round_, centre=(red(10), red(5), red(3))), A) == up


def test_in_an_early_fight_only_the_centre_cards_that_lie_face_up_count() -> None:
    """DD-5, DD-6: the other two are not turned up either"""
    mine = (red(3), common(1), common(2))
    match = given(mine, LOW, in_round=2, centre=(BLACK, red(10), red(5))).play(A, Fight())
    shown = match.happened[1]
    assert isinstance(shown, HandsShown)
    assert [showing.score.total for showing in shown.showings] == [6, 6]
    assert shown.centre == (BLACK, None, None)


def test_a_table_may_agree_that_a_fight_turns_up_the_whole_centre() -> None:
    """DD-5: `amplification_counts = all`"""
    options = Options(amplification_counts=AmplificationCounts.ALL)
    mine = (red(3), common(1), common(2))
    match = given(mine, LOW, in_round=2, centre=(BLACK, red(10), red(5)), options=options)
    view = GAME.view(match.state, A)
    assert view.score is not None
    assert view.score.total == 6
    shown = match.play(A, Fight()).happened[1]
    assert isinstance(shown, HandsShown)
    assert [showing.score.total for showing in shown.showings] == [153, 6]
    assert shown.centre == (BLACK, red(10), red(5))


def test_the_tops_of_all_other_players_piles_count_and_their_own_does_not() -> None:
    """DD-35"""
    discards = {A: (red(3),), B: (BLACK, red(5)), C: (red(10), WHITE), D: (AQUAMARINE,)}
    match = given(discards=discards, in_round=1, centre=(blue(3), blue(5), blue(10)))
    assert counted(match, A) == (red(5), WHITE, AQUAMARINE)
    assert counted(match, C) == (AQUAMARINE, red(3), red(5))


def test_a_top_that_counts_for_one_is_not_used_up_for_another() -> None:
    """DD-35"""
    match = given(discards={D: (red(10),)}, in_round=1)
    assert counted(match, A) == counted(match, B) == counted(match, C) == (red(10),)


def test_the_top_card_of_a_surrendered_player_still_counts_for_the_others() -> None:
    """DD-12"""
    match = given(
        LOW,
        (),
        discards={B: (red(10),)},
        in_round=1,
        status=("playing", "surrendered"),
        centre=(SILVER, SILVER, SILVER),
    )
    assert counted(match, A) == (red(10),)


def test_a_score_may_be_negative() -> None:
    scored = score((turquoise(10), gold(10), purple(10)), (), Options())
    assert (scored.base, scored.total) == (Colour.GOLD, -10)


@pytest.mark.parametrize(("face", "most"), [(BLACK, 216), (WHITE, 216), (AQUAMARINE, 125), (SILVER, 64)])
def test_a_colour_is_worth_at_most_the_product_of_its_three_cards(face: Card, most: int) -> None:
    assert score((face, face, face), (), Options()).total == most


ALL_HANDS = [
    ((red(5), blue(5), blue(10)), (red(10),)),
    ((blue(5), blue(10), red(5)), (red(10),)),
    ((red(5), common(2), blue(5)), (red(3), blue(3))),
    ((gold(10), purple(5), purple(10)), (gold(4), gold(4), red(10))),
    ((WHITE, BLACK, BLACK), (WHITE, SILVER)),
    ((turquoise(10), gold(10), purple(10)), ()),
]


@pytest.mark.parametrize("reading", list(OffColour))
@pytest.mark.parametrize(("hand", "elsewhere"), ALL_HANDS)
def test_of_two_colours_that_tie_the_one_is_base_that_scores_more(
    hand: Cards, elsewhere: Cards, reading: OffColour
) -> None:
    """DD-41: whatever a colour is called, and however the hand is held; each way to choose is worked out here anew."""
    options = Options(off_colour=reading)
    products = {card.colour: prod(hand + elsewhere, card.colour) for card in hand if card.colour is not Colour.COMMON}
    tied = [colour for colour, product in products.items() if product == max(products.values())]
    commons = sum(card.power for card in hand if card.colour is Colour.COMMON)
    totals = [
        products[base] + commons - sum(off(hand, elsewhere, other, reading) for other in products if other is not base)
        for base in tied
    ]
    assert score(hand, elsewhere, options).total == max(totals)
    assert score(hand[::-1], elsewhere, options).total == max(totals)


def prod(cards: Cards, colour: Colour) -> int:
    return math.prod(card.power for card in cards if card.colour is colour)


def off(hand: Cards, elsewhere: Cards, colour: Colour, reading: OffColour) -> int:
    """DD-1: what a colour that is not base takes off."""
    if reading is OffColour.FACE_SUM:
        return sum(card.power for card in hand if card.colour is colour)
    return prod(hand if reading is OffColour.HAND_PRODUCT else hand + elsewhere, colour)


@pytest.mark.parametrize("reading", list(OffColour))
@pytest.mark.parametrize("commons_only", list(CommonsOnly))
def test_a_total_alone_is_that_of_the_score(reading: OffColour, commons_only: CommonsOnly) -> None:
    options = Options(off_colour=reading, commons_only=commons_only)
    chance = Random(7)
    for _ in range(2_000):
        cards = tuple(chance.sample(DECK, chance.randint(3, 9)))
        assert total(cards[:3], cards[3:], options) == score(cards[:3], cards[3:], options).total
