"""Attacks on the rules of Density Deck: a second one, written from the rule book alone, says what must happen."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from games.density_deck.book import Book, possible_scores
from games.density_deck.given import (
    AQUAMARINE,
    BLACK,
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    SILVER,
    TOP,
    WHITE,
    A,
    B,
    C,
    D,
    cards_of,
    common,
    given,
    gold,
    red,
)
from games.worlds import DECK, WORLDS
from hypothesis import given as tried_on
from quarterdeck_games.density_deck.deck import DECK as SHIPPED
from quarterdeck_games.density_deck.scores import score
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.transcripts.transcript import Acted, Resigned, Returned, TimedOut
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.profiles import as_many
from quarterdeck_testing.random_matches import Playing, finished

NAME = "density-deck"
READINGS = list(dd.OffColour)


DEALS = as_many(1, at_length=40)
"""How many long deals of each kind are played."""

SCORES = as_many(300, at_length=20_000)
"""On how many tables of each kind all hands are scored."""


def by_the_book(plan: Plan) -> Playing:
    """Play a match beside the book, and check every event, every choice and every view on the way; return it."""
    playing = Playing(plan)
    book = Book(plan.setup.seats, plan.setup.options)
    opening = playing.entries[0].events
    assert list(opening) == book.begins(opening)
    while not playing.is_over:
        check_table(playing, book)
        entry = playing.next_entry()
        seat = entry.seat
        assert seat is not None
        match entry.cause:
            case Acted(action=raw):
                expected = book.acts(seat, playing.record.codec.action(raw), entry.events)
            case TimedOut():
                expected = book.times_out(seat, entry.events)
            case Resigned():
                expected = book.leaves(seat, entry.events)
            case Returned():
                expected = book.comes_back(seat)
            case _:
                raise AssertionError(entry.cause)
        assert expected == list(entry.events)
        playing.take(entry)
    assert book.over
    assert playing.record.result is not None
    assert list(playing.record.result.places) == [book.places[seat] for seat in book.seats]
    return playing


def check_table(playing: Playing, book: Book) -> None:
    """What everybody may know, as the book has it (DD-36)."""
    options = playing.plan.setup.options
    for viewer in playing.viewers:
        view: dd.View = playing.game.view(playing.state, viewer)
        assert (view.turn_seat, view.dealer_seat, view.round) == (book.turn, book.dealer, book.round)
        assert [card for card in view.centre if card is not None] == book.up()
        assert len(view.centre) == 3
        assert view.pile_count == len(book.pile)
        assert (view.damage, view.surrender_cost) == ({1: None, 2: 2, 3: 3}.get(book.round, 4), cost_in(book.round))
        for seat, each in enumerate(view.seats):
            fourth = book.fourth is not None and seat == book.turn
            assert (each.seat, each.lives) == (seat, book.lives[seat])
            assert each.hand_count == len(book.hands[seat]) + fourth
            assert each.discard_top == (book.discards[seat][-1] if book.discards[seat] else None)
            assert each.discard_count == len(book.discards[seat])
            assert (each.status is dd.Status.PLAYING) == (seat in book.fighters)
            assert (each.status is dd.Status.LEFT) == (seat in book.left)
            assert each.place == book.places.get(seat)
            if seat not in book.left:
                assert each.pending == book.owes.get(seat, 0)
        if viewer is None:
            assert (view.hand, view.drawn, view.score, view.prospects) == (None, None, None, ())
            continue
        assert Counter(view.hand) == Counter(book.hands[viewer])
        assert view.drawn == (book.fourth if viewer == book.turn else None)
        elsewhere = book.elsewhere(viewer, book.up())
        if viewer in book.fighters:
            assert view.score is not None
            assert view.score.total in possible_scores(book.hands[viewer], elsewhere, options)
        else:
            assert view.score is None
        for prospect in view.prospects:
            rest = [*book.hands[viewer], *([book.fourth] if book.fourth else [])]
            rest.remove(prospect.discard)
            assert prospect.score.total in possible_scores(rest, elsewhere, options)
        offered = playing.record.choices[viewer]
        assert set(offered) == book.choices(viewer)
        assert {prospect.discard for prospect in view.prospects} == {
            choice.card for choice in offered if isinstance(choice, dd.Discard)
        }


def cost_in(round_: int) -> int:
    return {1: 1, 2: 1, 3: 2}.get(round_, 3)


@tried_on(plan=plans(WORLDS[NAME], Manner.ACTS, Manner.DAWDLES, Manner.LEAVES, Manner.SLEEPS))
def test_random_matches_go_by_the_book(plan: Plan) -> None:
    by_the_book(plan)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("forced", list(dd.ForcedFight))
def test_long_deals_go_by_the_book(seats: int, reading: dd.OffColour, forced: dd.ForcedFight) -> None:
    """Seats that never fight, pass or surrender: the pile runs out, and is shuffled anew (DD-31, DD-32)."""
    events: Counter[str] = Counter()
    for seed in range(DEALS):
        options = dd.Options(lives=6, round_cap=24, off_colour=reading, forced_fight=forced)
        setup = Setup(seats=seats, options=options)
        plan = Plan(world=WORLDS[NAME], setup=setup, seed=seed, chance=2 * seed + 1)
        events.update(type(event).__name__ for entry in by_the_book(plan).entries for event in entry.events)
    assert events["FightForced"]
    if forced is dd.ForcedFight.ROUND_CAP and seats == 4:
        assert events["Reshuffled"]


def test_the_deck_is_the_one_of_the_rule_book() -> None:
    """S2:4…15: fifty cards; a hand of commons scores 4 to 29, and no colour makes more than 216."""
    assert Counter(SHIPPED) == DECK
    assert len(SHIPPED) == 50
    commons = sorted(card.power for card in SHIPPED if card.colour is dd.Colour.COMMON)
    assert (sum(commons[:3]), sum(commons[-3:])) == (4, 29)
    for colour in set(dd.Colour) - {dd.Colour.COMMON}:
        three = [card.power for card in SHIPPED if card.colour is colour]
        assert len(three) == 3
        assert three[0] * three[1] * three[2] <= 216


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("commons", list(dd.CommonsOnly))
def test_scores_are_those_of_brute_force(reading: dd.OffColour, commons: dd.CommonsOnly) -> None:
    """DD-1…5 on random tables; the score that is shown adds up from the cards that it cites."""
    options = dd.Options(off_colour=reading, commons_only=commons)
    chance = Random(f"{reading} {commons}")
    for _ in range(SCORES):
        cards = list(SHIPPED)
        chance.shuffle(cards)
        hand, elsewhere = tuple(cards[:3]), tuple(cards[3 : 3 + chance.randrange(7)])
        shown = score(hand, elsewhere, options)
        assert shown.total in possible_scores(hand, elsewhere, options)
        added = sum(card.power for card in shown.added)
        assert shown.total == shown.product + added - sum(each.amount for each in shown.subtracted)
        assert {card.colour for card in shown.multiplied} == ({shown.base} if shown.base else set())
        held = {card.colour for card in hand} - {dd.Colour.COMMON}
        assert {each.colour for each in shown.subtracted} == held - {shown.base}
        assert score((*hand[1:], hand[0]), elsewhere[::-1], options).total == shown.total, "order does not matter"


@tried_on(plan=plans(WORLDS[NAME]))
def test_lives_never_rise_and_somebody_always_has_some(plan: Plan) -> None:
    """DD-25, and exactly those below the best score lose lives in a fight (DD-16, DD-17)."""
    lives = [plan.setup.options.lives] * plan.setup.seats
    owing: set[Seat] = set()
    for entry in finished(plan).entries:
        for event in entry.events:
            match event:
                case dd.Surrendered() | dd.Left() if lives[event.seat]:
                    owing.add(event.seat)
                case dd.Damaged():
                    assert 0 <= event.lives < lives[event.seat]
                    assert event.lives == max(0, lives[event.seat] - event.damage)
                    lives[event.seat] = event.lives
                case dd.HandsShown():
                    best = max(showing.score.total for showing in event.showings)
                    owing |= {showing.seat for showing in event.showings if showing.score.total < best}
                case dd.DealEnded():
                    assert {Seat(seat) for seat, cost in enumerate(event.damage) if cost} == owing
                    assert any(lives)
                    owing = set()
                case _:
                    pass


@tried_on(plan=plans(WORLDS[NAME]))
def test_one_s_own_discard_top_never_changes_one_s_own_score(plan: Plan) -> None:
    for playing in islice(_states(plan), 40):
        state = playing.state
        for seat in playing.record.seats:
            view = playing.game.view(state, seat)
            bare = tuple(() if each == seat else pile for each, pile in enumerate(state.discards))
            assert playing.game.view(msgspec.structs.replace(state, discards=bare), seat).score == view.score


def _states(plan: Plan) -> Any:
    playing = Playing(plan)
    while not playing.is_over:
        yield playing
        playing.take(playing.next_entry())


# Corners


def test_a_fourth_seat_that_surrenders_last_in_a_round_ends_it() -> None:
    """DD-27: the round ends when everyone who is still in has acted, though the last one has only given up."""
    match = given(in_round=1, turn=D, dealer=D).play(D, dd.Surrender())
    assert [type(event) for event in match.happened] == [dd.Surrendered, dd.Flipped, dd.RoundBegan, dd.TurnBegan]
    assert match.state.turn == A


def test_a_player_who_leaves_in_the_middle_of_a_round_has_its_turn_taken_out_of_it() -> None:
    """DD-27, DD-40: B leaves while A thinks; after A it is C's turn, and the round ends after D."""
    match = given(in_round=2, turn=A, dealer=D).leaves(B)
    assert [type(event) for event in match.happened] == [dd.Left, dd.Surrendered]
    assert match.play(A, dd.Pass()).state.turn == C
    match.play(C, dd.Draw()).play(C, dd.Surrender())
    assert match.state.turn == D
    assert match.play(D, dd.Pass()).state.round == 3


def test_the_dealer_may_leave_and_the_left_of_the_dealer_too() -> None:
    """DD-28, DD-29: turns and the deal go on with the next seat that is in."""
    match = given(in_round=1, turn=A, dealer=D).leaves(D)
    match.leaves(A)
    assert match.state.turn == B
    match.play(B, dd.Pass()).play(C, dd.Pass())
    assert (match.state.turn, match.state.round) == (B, 2)
    match.play(B, dd.Fight())
    dealt = next(event for event in match.happened if isinstance(event, dd.Dealt))
    assert dealt.dealer_seat == B
    assert [bool(hand) for hand in dealt.hands] == [False, True, True, False]
    assert match.state.turn == C


def test_a_player_who_has_surrendered_may_still_leave_and_loses_everything() -> None:
    """DD-40 goes before DD-19: nothing is paid twice, and the place is by the lives before the deal (DD-26)."""
    match = given(in_round=2, turn=A, dealer=D).play(A, dd.Surrender()).leaves(A)
    assert match.happened == [dd.Left(seat=A)]
    match.play(B, dd.Fight())
    assert match.state.lives == (0, 8, 8, 10)
    assert dd.Eliminated(seat=A, place=4) in match.happened


def test_an_eliminated_seat_may_leave_and_keeps_its_place() -> None:
    match = given(LOW, MIDDLE, HIGH, TOP, in_round=2, turn=A, lives=(2, 9, 9, 9)).play(A, dd.Fight())
    assert match.state.places == (4, None, None, None)
    match.leaves(A)
    assert match.happened == [dd.Left(seat=A)]
    assert match.state.places == (4, None, None, None)
    for seat in (B, C):
        match.leaves(seat)
    result = GAME.result(match.state)
    assert result is not None
    assert (result.places[A], result.places[D]) == (4, 1)


def test_those_who_fall_together_are_placed_by_lives_then_fighting_then_score() -> None:
    """DD-26 to the letter, with a surrender of the same lives below a fighter."""
    match = given(LOW, MIDDLE, HIGH, TOP, in_round=4, turn=A, lives=(3, 3, 3, 1)).play(A, dd.Surrender())
    match.play(B, dd.Fight())
    assert [event for event in match.happened if isinstance(event, dd.Eliminated)] == [
        dd.Eliminated(seat=A, place=4),
        dd.Eliminated(seat=B, place=3),
        dd.Eliminated(seat=C, place=2),
    ]
    result = GAME.result(match.state)
    assert result is not None
    assert result.places == (4, 3, 2, 1)


def test_those_who_fall_with_the_same_lives_and_score_share_their_place() -> None:
    even = (common(1), common(2), common(3))
    match = given(even, even, TOP, in_round=4, turn=A, lives=(3, 3, 3)).play(A, dd.Fight())
    assert {event.place for event in match.happened if isinstance(event, dd.Eliminated)} == {2}


def test_a_tie_for_the_best_score_leaves_both_unharmed_and_harms_the_others() -> None:
    """DD-17, also when the tied ones would otherwise have fallen (DD-25)."""
    one, other = (common(10), common(9), common(1)), (common(10), common(8), common(2))
    match = given(one, other, LOW, in_round=4, turn=C, dealer=B, lives=(1, 1, 9)).play(C, dd.Fight())
    assert match.state.lives == (1, 1, 5)


def test_a_pile_made_of_buried_discards_leaves_every_top_where_it_is() -> None:
    """DD-31: the tops score, so they stay; a surrendered seat's pile gives its buried cards too (DD-11)."""
    discards = {A: (common(1), red(3)), B: (red(10), gold(4), common(4)), D: (SILVER,)}
    match = given(MIDDLE, HIGH, TOP, (WHITE, WHITE, BLACK), pile=(), discards=discards, in_round=3, turn=A, dealer=D)
    before = cards_of(match.state)
    match.play(A, dd.Draw())
    reshuffled, drew = match.happened
    assert isinstance(reshuffled, dd.Reshuffled)
    assert isinstance(drew, dd.Drew)
    assert Counter(reshuffled.pile) == Counter((common(1), red(10), gold(4)))
    assert drew.card == (reshuffled.pile or ())[0]
    assert match.state.discards == ((red(3),), (common(4),), (), (SILVER,))
    assert cards_of(match.state) == before


def test_with_nothing_buried_one_may_take_but_not_draw() -> None:
    """DD-31: drawing is illegal then, taking is not."""
    match = given(pile=(), discards={B: (SILVER,)}, in_round=3, turn=A)
    assert dd.Draw() not in match.choices(A)
    assert dd.Take(from_seat=B) in match.choices(A)
    assert match.refusal(A, dd.Draw())[1] == "DD-31"
    match.play(A, dd.Take(from_seat=B)).play(A, dd.Discard(card=LOW[0]))
    assert dd.Draw() not in match.choices(B)


def test_surrendering_with_a_taken_card_takes_it_out_of_play() -> None:
    """DD-22: the pile that it came from does not get it back, and its next card is the top."""
    discards = {B: (red(3), AQUAMARINE)}
    centre = (SILVER, WHITE, BLACK)
    match = given(discards=discards, centre=centre, in_round=2, turn=A).play(A, dd.Take(from_seat=B))
    match.play(A, dd.Surrender())
    assert match.state.discards[B] == (red(3),)
    assert AQUAMARINE in match.state.muck
    assert match.state.drawn is None


def test_an_absent_seat_goes_on_surrendering_in_the_next_deal_until_it_acts() -> None:
    """DD-39: every turn of its own until it is back, and never more than what a surrender costs."""
    match = given(in_round=2, turn=A, dealer=D, lapses=(2, 0, 0, 0)).times_out(A)
    assert dd.Surrendered(seat=A, cost=1) in match.happened
    match.play(B, dd.Fight())
    assert match.state.lapses[A] == 3
    while match.state.turn != A:
        assert match.state.turn is not None
        match.play(match.state.turn, dd.Pass())
    match.times_out(A)
    assert dd.Surrendered(seat=A, cost=1) in match.happened
    assert match.state.lives[A] == 9


def test_acting_once_ends_an_absence() -> None:
    match = given(in_round=2, turn=A, dealer=D, lapses=(2, 0, 0, 0)).play(A, dd.Draw())
    assert match.happened[0] == dd.CameBack(seat=A)
    match.times_out(A)
    assert dd.Surrendered(seat=A, cost=1) not in match.happened


def test_anything_that_the_house_discards_does_not_depend_on_how_a_hand_is_held() -> None:
    """DD-36: the order of a hand is its owner's own business; of two least cards the deck list should decide."""
    discarded = set()
    for hand in ((SILVER, common(4), common(9)), (common(4), SILVER, common(9))):
        options = dd.Options(rediscard_taken=dd.RediscardTaken.FORBIDDEN)
        match = given(hand, (*MIDDLE[1:], red(3)), drawn=common(1), taken_from=B, in_round=2, turn=A, options=options)
        match.times_out(A)
        discarded.add(next(event.card for event in match.happened if isinstance(event, dd.Discarded)))
    assert len(discarded) == 1
