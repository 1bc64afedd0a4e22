"""What holds in every match, whatever is played."""

from collections import Counter

import msgspec
import pytest
from games.density_deck.given import GAME, B, cards_of, given, played
from hypothesis import given as whatever
from hypothesis import settings
from hypothesis import strategies as some
from quarterdeck_games.density_deck.deck import DECK, POWERS
from quarterdeck_games.density_deck.evolve import AFTER
from quarterdeck_games.density_deck.scores import counted_elsewhere, score
from quarterdeck_games.density_deck.state import State, centre_as_seen, face_up
from quarterdeck_games.state_codec import keep, recall
from quarterdeck_protocol.games.density_deck import (
    AmplificationCounts,
    Card,
    Colour,
    CommonsOnly,
    DealEnded,
    Event,
    ForcedFight,
    HandsShown,
    OffColour,
    Options,
    RediscardTaken,
    Status,
)
from quarterdeck_protocol.names import Seat

seeds = some.integers(min_value=0, max_value=2**32)
tables = some.fixed_dictionaries(
    {
        "seed": seeds,
        "seats": some.integers(min_value=2, max_value=4),
        "lives": some.integers(min_value=1, max_value=10),
        "round_cap": some.sampled_from((2, 3, 12, 50)),
        "off_colour": some.sampled_from(OffColour),
        "commons_only": some.sampled_from(CommonsOnly),
        "amplification_counts": some.sampled_from(AmplificationCounts),
        "rediscard_taken": some.sampled_from(RediscardTaken),
        "forced_fight": some.sampled_from(ForcedFight),
    }
)
few = settings(max_examples=40, deadline=None)


@few
@whatever(tables)
def test_the_fifty_cards_are_neither_lost_nor_doubled(table: dict[str, int]) -> None:
    for match, _ in played(actions=150, **table):
        assert cards_of(match.state) == Counter(DECK)


@few
@whatever(tables)
def test_as_many_centre_cards_lie_face_up_as_rounds_are_over_but_three_at_most(table: dict[str, int]) -> None:
    """S2:18"""
    for match, _ in played(actions=150, **table):
        seen = GAME.view(match.state, None)
        assert sum(card is not None for card in seen.centre) == min(3, seen.round - 1)


@few
@whatever(tables)
def test_lives_never_rise_and_somebody_always_has_some(table: dict[str, int]) -> None:
    """DD-25, DD-33"""
    before: tuple[int, ...] | None = None
    for match, _ in played(actions=250, **table):
        lives = match.state.lives
        assert before is None or all(now <= then for now, then in zip(lives, before, strict=True))
        assert max(lives) > 0
        assert min(lives) >= 0
        before = lives


@few
@whatever(tables)
def test_exactly_the_fighters_below_the_top_score_lose_lives_in_a_fight(table: dict[str, int]) -> None:
    """S2:30, S2:31, DD-16, DD-17"""
    for match, _ in played(actions=200, **table):
        shown = [event for event in match.happened if isinstance(event, HandsShown)]
        ended = [event for event in match.happened if isinstance(event, DealEnded)]
        if not shown:
            continue
        totals = {showing.seat: showing.score.total for showing in shown[0].showings}
        below = {seat for seat, total in totals.items() if total < max(totals.values())}
        assert {seat for seat in totals if ended[0].damage[seat]} == below


@few
@whatever(tables)
def test_their_own_discard_top_never_changes_their_own_score(table: dict[str, int]) -> None:
    """DD-35"""
    for match, _ in played(actions=60, **table):
        state = match.state
        for seat in (Seat(at) for at, status in enumerate(state.status) if status is Status.PLAYING):
            bare = (*state.discards[:seat], (), *state.discards[seat + 1 :])
            without = msgspec.structs.replace(state, discards=bare)
            assert GAME.view(state, seat).score == GAME.view(without, seat).score


faces = some.permutations(DECK)


@whatever(faces, some.integers(min_value=0, max_value=6), some.sampled_from(OffColour))
def test_a_score_is_what_the_formula_says(cards: list[Card], outside: int, reading: OffColour) -> None:
    """DD-1, DD-2, DD-3, DD-4: worked out once more, another way"""
    hand, elsewhere = tuple(cards[:3]), tuple(cards[3 : 3 + outside])
    scored = score(hand, elsewhere, Options(off_colour=reading))
    products: dict[Colour, int] = {}
    for card in (*hand, *elsewhere):
        if card.colour in {held.colour for held in hand} and card.colour is not Colour.COMMON:
            products[card.colour] = products.get(card.colour, 1) * card.power
    assert scored.product == max(products.values(), default=0) <= 216
    assert scored.base is None if not products else products[scored.base or Colour.COMMON] == scored.product
    total = scored.product + sum(card.power for card in hand if card.colour is Colour.COMMON)
    for colour in products:
        if colour is scored.base:
            continue
        held = [card.power for card in hand if card.colour is colour]
        by_hand = held[0] if len(held) == 1 else held[0] * held[1] if len(held) == 2 else held[0] * held[1] * held[2]
        total -= {"combined": products[colour], "hand_product": by_hand, "face_sum": sum(held)}[reading.value]
    assert scored.total == total


@whatever(some.permutations([card for card in DECK if card.colour is Colour.COMMON]))
def test_a_hand_of_only_commons_scores_from_4_to_29(cards: list[Card]) -> None:
    """DD-3"""
    assert 4 <= score(tuple(cards[:3]), (), Options()).total <= 29


def test_no_colour_is_worth_more_than_216() -> None:
    most = {}
    for colour, powers in POWERS.items():
        if colour is not Colour.COMMON:
            hand = tuple(Card(colour, power) for power in powers)
            most[colour.value] = score(hand, (), Options()).product
    assert most == {
        "black": 216,
        "white": 216,
        "gold": 160,
        "red": 150,
        "blue": 150,
        "purple": 150,
        "aquamarine": 125,
        "turquoise": 90,
        "silver": 64,
        "yellow": 60,
    }


@few
@whatever(tables)
def test_every_match_ends_with_a_place_for_every_seat(table: dict[str, int]) -> None:
    """S2:32, DD-26"""
    *_, (match, _) = played(actions=100_000, **table)
    result = GAME.result(match.state)
    assert result is not None
    assert len(result.places) == table["seats"]
    for place in result.places:
        assert place == 1 + sum(other < place for other in result.places)
    assert [seat for seat, place in enumerate(result.places) if place == 1] == [
        seat for seat, lives in enumerate(match.state.lives) if lives
    ]


@few
@whatever(tables)
def test_state_and_events_survive_json_at_every_version(table: dict[str, int]) -> None:
    state: State | None = None
    for match, _ in played(actions=80, **table):
        assert recall(GAME, keep(match.state)) == match.state
        decoded = msgspec.json.decode(msgspec.json.encode(match.happened), type=list[Event])
        assert decoded == match.happened
        if state is not None:
            assert GAME.fold(state, decoded) == match.state
        state = recall(GAME, keep(match.state))


@few
@whatever(tables)
def test_a_view_survives_json(table: dict[str, int]) -> None:
    for match, seat in played(actions=40, **table):
        view = GAME.view(match.state, seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.views) == view


def test_every_event_changes_a_state_somehow() -> None:
    assert set(AFTER) == set(Event.__args__)


@pytest.mark.parametrize("round_", range(1, 9))
def test_the_view_scores_with_what_lies_face_up(round_: int) -> None:
    """DD-5"""
    state = given(in_round=round_).state
    assert sum(card is not None for card in centre_as_seen(state)) == face_up(round_)
    assert len(counted_elsewhere(state, B, centre_as_seen(state))) == face_up(round_)
